"""The faces of a flick: pieces are dragged to where they lie, then put back as arrows show, each with its rule."""

from dataclasses import replace

from companion.games.zong.chores import as_it_came_to_rest
from companion.games.zong.events import Disputed, Passed, Rest, Zonged
from companion.games.zong.play import GAME
from companion.games.zong.rest import placings, sorted_out
from companion.games.zong.state import State, called_square, piece_title, seat_name
from ui.games.zong.drawing import lying, shown_at, stacked, standing, tokens
from ui.games.zong.feet import placing_feet
from ui.games.zong.put_right import asked_back
from ui.games.zong.telling import cleaned_told, flick_told, measured, tower_orders, worded
from ui.games.zong.touches import NoRest, SayRest, SeeDifferently, TickPiece, TowerOrder
from ui.games.zong.trackside import Trackside, awaited, doubt, track_of
from ui.games.zong.words import rest_said, rest_words, short_rule, square_name
from ui.present.models import Banner, Button, TableModel
from ui.present.table_touches import Tell, WholeRule
from ui.present.track import Way
from ui.words import _, several


def lightning(side: Trackside, model: TableModel) -> TableModel:
    """A flick: pieces are dragged to where they came to rest, or the camera sees them.

    Where those that were dragged belong is shown as it will be once all lie so.
    """
    state, telling = side.state, side.telling
    keys: list[Button] = []
    banner = None
    rests = {state.agreed.colours[seat]: rest for seat, rest in state.rest} | dict(telling.rest)
    track = replace(track_of(model), drags=True, ways=())
    if telling.touched is not None and telling.touched in dict(telling.rest):
        banner, more = _told_of(side, telling.touched)
        keys += more
    if telling.rest:
        event = flick_told(state, telling)
        keys.insert(0, Button(_("The pieces lie like this"), Tell(event), "main", "done"))
        keys.append(Button(_("Drag them again"), NoRest(), "quiet", "back"))
        after = GAME.after(state, event)
        places = lying(state, rests, standing(state))
        track = replace(
            track,
            ways=_ways(after, places, frozenset()),
            feet=placing_feet(after, telling.touched, frozenset()) or track.feet,
        )
    else:
        quiet = side.quiet or Zonged(state.turn)
        keys.append(Button(_("No piece left its square"), Tell(quiet), "plain", "hand"))
        keys.append(Button(_("No flick for this lightning bolt"), Tell(Passed(state.turn)), "plain", "back"))
        if telling.once:
            banner = Banner(
                "ask", _("Did the flick leave every piece on its square? Then press “Done” once more.")
            )
    places = lying(state, rests, standing(state))
    unsure = [c for c, rest in telling.rest if (at := measured(state, c, rest)) is not None and at.doubtful]
    track = replace(track, tokens=tokens(state, places, telling.touched, (), unsure))
    dragging = _("Drag each piece that moved to where it lies now.")
    if telling.rest:
        dragging = _("Drag on any other piece that moved.")
    body = (awaited(model), dragging) if not telling.rest else (dragging,)
    return replace(
        model,
        body=tuple(text for text in body if text and (telling.rest or banner is None)),
        banner=banner,
        helps=tuple(keys),
        own=track,
    )


def _ways(state: State, lie: dict[str, tuple[float, float, int]], done: frozenset[str]) -> tuple[Way, ...]:
    """An arrow for each piece that goes elsewhere, from where it lies."""
    return tuple(
        Way(
            placing.colour,
            lie[placing.colour][:2],
            stacked(state.board, *placing.to, placing.level),
            placing.colour in done,
        )
        for placing in placings(state)
        if placing.must_move
    )


def _told_of(side: Trackside, colour: str) -> tuple[Banner, list[Button]]:
    """What a dragged piece comes to, and the words in which its place may be said instead."""
    state = side.state
    rest = dict(side.telling.rest)[colour]
    found = measured(state, colour, rest)
    square = "" if found is None else found.square
    said = rest_words(rest)
    words = piece_title(colour)
    belongs = _("{piece} belongs on {square}.").format(piece=words, square=called_square(square))
    banner = Banner("calm", _("{piece}: {where}.").format(piece=words, where=said) if said else belongs)
    if said or found is None:
        return banner, []
    near = doubt(found.others[0]) if found.doubtful else ""
    banner, why = _why(side, Banner("ask" if found.doubtful else "calm", belongs, near), found.rule)
    keys = []
    for choice in found.choices if found.doubtful else ():
        meant = worded(state, colour, rest, choice)
        if meant is not None:
            where = rest_said(meant)
            keys.append(Button(where, SayRest(colour, meant), "plain", "hand"))
    return banner, [*keys, *why]


def _why(side: Trackside, banner: Banner, rule_id: str) -> tuple[Banner, list[Button]]:
    """A banner in one line with the key that adds the rule, or with the rule and the key that puts it away."""
    if not side.why:
        return banner, [Button(_("Why?"), WholeRule(), "plain", "book")]
    more = " ".join(text for text in (banner.more, short_rule(rule_id)) if text)
    return replace(banner, more=more), [Button(_("In short"), WholeRule(), "plain", "book")]


def cleanup(side: Trackside, model: TableModel) -> TableModel:
    """Arrows from where pieces lie to where they belong, ticked off; the rule at a touch; a vote at a touch more."""
    state, telling = side.state, side.telling
    places, found = standing(state), sorted_out(state)
    rests = {state.agreed.colours[seat]: rest for seat, rest in state.rest}
    lie = lying(state, rests, places) | _carried(side)
    ways = _ways(state, lie, side.done)
    for placing in placings(state):
        if placing.colour in side.done:
            lie[placing.colour] = (*stacked(state.board, *placing.to, placing.level), placing.level)
    doubtful = [placing.colour for placing in placings(state) if placing.doubtful]
    track = replace(
        track_of(model),
        tokens=tokens(state, lie, telling.touched, side.done, doubtful),
        ways=ways,
        feet=placing_feet(state, telling.touched, side.done),
        drags=True,
    )
    banner, why = _cleanup_banner(side)
    keys = [*_cleanup_keys(side), *why]
    for square in sorted(found.doubtful, key=lambda name: state.board.number(name) or 0):
        keys += _order_keys(side, square)
    if telling.ruled is not None:
        banner, asked = asked_back(telling.ruled)
        return replace(model, body=(), banner=banner, helps=asked, own=track)
    return replace(
        model,
        headline=_("Put the pieces back"),
        body=_cleanup_body(side),
        banner=banner,
        helps=tuple(keys),
        own=track,
    )


def _carried(side: Trackside) -> dict[str, tuple[float, float, int]]:
    """By colour where flicked pieces are seen that a hand has moved, but not yet to where they belong."""
    rests = {side.state.agreed.colours[seat]: rest for seat, rest in side.state.rest}
    return {
        colour: (*shown_at(side.state.board, Rest(x, y), (x, y)), 0)
        for colour, x, y in side.sighted
        if colour in rests and rests[colour].x is not None and not as_it_came_to_rest(rests[colour], x, y)
    }


def _cleanup_keys(side: Trackside) -> list[Button]:
    state, telling = side.state, side.telling
    keys = [Button(_("All pieces are back"), Tell(cleaned_told(telling)), "main", "done")]
    open_still = [placing.colour for placing in placings(state) if not placing.decided]
    piece = telling.touched
    if piece in open_still and piece not in side.done:
        keys.append(
            Button(_("{piece} is back").format(piece=piece_title(piece)), TickPiece(piece), "plain", "done")
        )
    if len(open_still) == 1 or piece in open_still:
        asked = piece if piece in open_still else open_still[0]
        keys.append(Button(_("We see it differently"), Tell(Disputed(asked)), "plain", "wrong"))
    elif open_still:
        keys.append(Button(_("We see it differently"), SeeDifferently(), "plain", "wrong"))
    return keys


def _cleanup_banner(side: Trackside) -> tuple[Banner | None, list[Button]]:
    """What is asked, or where the touched piece belongs and why."""
    state, telling = side.state, side.telling
    if telling.differing:
        return Banner("ask", _("Touch the piece that you see differently: then all vote on it.")), []
    placing = next((each for each in placings(state) if each.colour == telling.touched), None)
    if placing is None:
        return None, []
    words = _("{piece} belongs on {square}.").format(
        piece=piece_title(placing.colour), square=called_square(placing.square)
    )
    near = doubt(placing.others[0]) if placing.doubtful else ""
    return _why(side, Banner("ask" if placing.doubtful else "calm", words, near), placing.rule)


def _cleanup_body(side: Trackside) -> tuple[str, ...]:
    state = side.state
    left = [p for p in placings(state) if p.must_move and p.colour not in side.done]
    if side.telling.touched is not None or side.telling.differing:
        return ()
    if not left:
        return (_("Every piece is back."),)
    much = several(
        "{n} piece goes back as the arrow shows.", "{n} pieces go back as the arrows show.", len(left)
    )
    return (much, _("Touch a piece to read why."))


def _order_keys(side: Trackside, square: str) -> list[Button]:
    """A tower whose order nobody can be sure of: whose turn it is says how it stands."""
    state = side.state
    chosen = dict(side.telling.orders).get(square, sorted_out(state).towers[square])
    return [
        Button(
            _("{square}, bottom first: {pieces}").format(
                square=square_name(square), pieces=", ".join(map(piece_title, order))
            ),
            TowerOrder(square, order),
            "plain" if order != chosen else "main",
            "done" if order == chosen else "",
            detail=_("Order in doubt: {name} decides").format(name=seat_name(state, state.turn)),
        )
        for order in tower_orders(state, square)
    ]
