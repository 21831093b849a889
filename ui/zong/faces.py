"""The faces of ZONG's table screen, one for each phase: what is due, what may be said of it, and the board with it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from companion.games.zong.board import GOAL
from companion.games.zong.cleanup import middle, placings
from companion.games.zong.events import Disputed, FellBack, Passed, Starts, Zonged
from companion.games.zong.flow import back_place, forward_place
from companion.games.zong.moving import mates_of
from companion.games.zong.resting import sorted_out
from companion.games.zong.state import State, seat_name
from ui.present.models import Action, Banner, Button, MarkKind, TableModel, Tile
from ui.present.steps import Shown
from ui.present.track import Ballot, TrackModel, Way
from ui.words import _, several
from ui.zong.drawing import lying, plain_track, stacked, standing, tokens
from ui.zong.feet import placing_feet, seat_feet
from ui.zong.seen import asked_window
from ui.zong.telling import (
    Telling,
    advance_told,
    cleaned_told,
    discs_of,
    flick_told,
    has_two_orders,
    is_decided,
    may_throw,
    may_vote,
    measured,
    throw_told,
    tower_orders,
    votes_left,
    worded,
)
from ui.zong.words import colour_words, disc_words, rest_words, rule_of, square_name, square_words


@dataclass(frozen=True, slots=True)
class Trackside:
    """What ZONG's faces know besides the moment: the telling, what the camera saw, whether one looks at all."""

    state: State
    names: tuple[str, ...]
    telling: Telling = field(default_factory=Telling)
    seen_back: frozenset[str] = frozenset()
    looked: bool = False
    picture: Shown | None = None

    @property
    def done(self) -> frozenset[str]:
        """The pieces that are back, seen or said."""
        return self.seen_back | self.telling.ticked


def zong_model(side: Trackside, kind: str, model: TableModel) -> TableModel:
    """The model of a face as ZONG shows it: its own board always, and while it is played its own faces."""
    marks: dict[str, MarkKind] = {
        m.region: m.kind for m in model.board.marks if m.kind in ("wrong", "chosen")
    }
    track = replace(plain_track(side.state, marks), feet=seat_feet(side.state, side.names))
    answers = tuple(replace(answer, board=None) for answer in model.answers)
    chips = () if kind in ("play", "over") else model.chips
    shown = replace(model, track=replace(track, taps=False), answers=answers, chips=chips)
    face = _FACES.get(side.state.phase)
    if kind != "play" or face is None:
        return shown
    drawn = face(side, replace(shown, track=track, tasks=()))
    about = _tower_words(side)
    if about and drawn.banner is None:
        drawn = replace(drawn, body=(about, *drawn.body))
    return _plain_done(replace(drawn, chips=model.chips if drawn.tiles else ()))


def _tower_words(side: Trackside) -> str:
    """Who stands in the tower of the piece that is looked at."""
    seat = side.state.agreed.seat(side.telling.touched or "")
    tower = () if seat is None else side.state.tower(seat)
    if seat is None or len(tower) < 2:
        return ""
    square = square_name(side.state.board.named(side.state.place(seat)))
    names = ", ".join(colour_words(side.state.agreed.colours[each]) for each in tower)
    return _("{square}, bottom first: {pieces}").format(square=square, pieces=names)


def _plain_done(model: TableModel) -> TableModel:
    """“Done” is no main button where another says the same in words."""
    if not any(key.weight == "main" for key in model.helps):
        return model
    tools = tuple(replace(tool, weight="plain") if tool.icon == "done" else tool for tool in model.tools)
    return replace(model, tools=tools)


def _throw(side: Trackside, model: TableModel) -> TableModel:
    """The discs to be touched, or the board; who begins, while nobody has thrown."""
    state, telling = side.state, side.telling
    keys: list[Button] = []
    told = throw_told(state, telling)
    if told is not None:
        keys.append(Button(_("That is the throw"), Action("tell", told), "main", "done"))
    body = [_awaited(model)]
    if telling.listed:
        chosen = " · ".join(disc_words(disc) for disc in telling.discs) or _("none yet")
        body = [_("Told so far: {discs}").format(discs=chosen)]
        keys.append(Button(_("Show the board"), Action("list_discs", False), "quiet", "eye"))
    else:
        keys.append(Button(_("Say what was thrown"), Action("list_discs", True), "plain", "hand"))
    if not state.begun:
        keys += [
            Button(_("{name} begins").format(name=name), Action("tell", Starts(seat)), "quiet", "turn")
            for seat, name in enumerate(side.names)
            if seat != state.turn
        ]
    tiles = _disc_tiles(side) if telling.listed else ()
    return replace(model, body=tuple(body), helps=tuple(keys), tiles=tiles)


def _disc_tiles(side: Trackside) -> tuple[Tile, ...]:
    """Every disc and face of the seat to throw; those that cannot be added any more are faded."""
    state, telling = side.state, side.telling
    found = []
    for disc in discs_of(state):
        times = telling.discs.count(disc)
        open_still = len(telling.discs) < 3 and bool(may_throw(state, (*telling.discs, disc)))
        found.append(
            Tile(
                disc_words(disc),
                Action("disc", disc) if open_still else Action("disc_off", disc) if times else Action("none"),
                after=f"×{times}" if times > 1 else "",
                lit=times > 0,
                faded=not open_still and not times,
                less=Action("disc_off", disc) if times else None,
            )
        )
    return tuple(found)


def _lightning(side: Trackside, model: TableModel) -> TableModel:
    """A flick: pieces are dragged to where they came to rest, or the camera sees them."""
    state, telling = side.state, side.telling
    keys: list[Button] = []
    banner = None
    rests = {state.agreed.colours[seat]: rest for seat, rest in state.rest} | dict(telling.rest)
    if telling.touched is not None and telling.touched in dict(telling.rest):
        banner, more = _told_of(side, telling.touched)
        keys += more
    if telling.rest:
        event = flick_told(state, telling)
        keys.insert(0, Button(_("So the pieces lie"), Action("tell", event), "main", "done"))
        keys.append(Button(_("Drag them anew"), Action("no_rest"), "quiet", "back"))
    else:
        keys.append(Button(_("No piece was moved"), Action("tell", Zonged(state.turn)), "plain", "hand"))
        keys.append(Button(_("Leave this lightning"), Action("tell", Passed(state.turn)), "plain", "back"))
    places = lying(state, rests, standing(state))
    unsure = [c for c, rest in telling.rest if (at := measured(state, c, rest)) is not None and at.doubtful]
    track = replace(
        _track(model), tokens=tokens(state, places, telling.touched, (), unsure), drags=True, ways=()
    )
    dragging = _("Drag each piece that moved to where it lies now.") if not telling.rest else ""
    body = tuple(text for text in (_awaited(model), dragging) if text and banner is None)
    return replace(model, body=body, banner=banner, helps=tuple(keys), track=track)


def _told_of(side: Trackside, colour: str) -> tuple[Banner, list[Button]]:
    """What a dragged piece comes to, and the words in which its place may be said instead."""
    state = side.state
    rest = dict(side.telling.rest)[colour]
    found = measured(state, colour, rest)
    square, rule_id = ("", "") if found is None else (found.square, found.rule)
    said = rest_words(rest)
    words = colour_words(colour)
    belongs = _("{piece} belongs on {square}.").format(piece=words, square=square_words(square))
    banner = Banner("calm", _("{piece}: {where}.").format(piece=words, where=said) if said else belongs)
    if said or found is None:
        return banner, []
    rule = rule_of(rule_id)
    near = f"{_doubt(found.others[0])} " if found.doubtful else ""
    banner = Banner(
        "ask" if found.doubtful else "calm", belongs, near + (rule.words if rule else ""), rule_id
    )
    keys = []
    for choice in found.choices if found.doubtful else ():
        meant = worded(state, colour, rest, choice)
        if meant is not None:
            where = _("It is {where}").format(where=rest_words(meant))
            keys.append(Button(where, Action("lies", (colour, meant)), "plain", "hand"))
    return banner, keys


def _doubt(other: tuple[str, float]) -> str:
    square, away = other
    return _("{square} is {mm} mm away.").format(square=square_name(square), mm=f"{away:.1f}")


def _cleanup(side: Trackside, model: TableModel) -> TableModel:
    """Arrows from where pieces lie to where they belong, ticked off; the rule at a touch; a vote at a touch more."""
    state, telling = side.state, side.telling
    places, found = standing(state), sorted_out(state)
    rests = {state.agreed.colours[seat]: rest for seat, rest in state.rest}
    lie = lying(state, rests, places)
    ways = []
    for placing in placings(state):
        x, y = stacked(state.board, *placing.to, placing.level)
        done = placing.colour in side.done
        if placing.must_move:
            ways.append(Way(placing.colour, lie[placing.colour][:2], (x, y), done))
        if done:
            lie[placing.colour] = (x, y, placing.level)
    doubtful = [placing.colour for placing in placings(state) if placing.doubtful]
    track = replace(
        _track(model),
        tokens=tokens(state, lie, telling.touched, side.done, doubtful),
        ways=tuple(ways),
        feet=placing_feet(state, telling.touched, side.done),
        drags=True,
    )
    keys = list(_cleanup_keys(side))
    for square in sorted(found.doubtful, key=lambda name: state.board.number(name) or 0):
        keys += _order_keys(side, square)
    return replace(
        model, body=_cleanup_body(side), banner=_cleanup_banner(side), helps=tuple(keys), track=track
    )


def _cleanup_keys(side: Trackside) -> list[Button]:
    state, telling = side.state, side.telling
    keys = [Button(_("All pieces are back"), Action("tell", cleaned_told(state, telling)), "main", "done")]
    open_still = [placing.colour for placing in placings(state) if not placing.decided]
    piece = telling.touched
    if piece in open_still and piece not in side.done:
        keys.append(
            Button(
                _("{piece} is back").format(piece=colour_words(piece)), Action("tick", piece), "plain", "done"
            )
        )
    if len(open_still) == 1 or piece in open_still:
        asked = piece if piece in open_still else open_still[0]
        keys.append(Button(_("We see it differently"), Action("tell", Disputed(asked)), "plain", "wrong"))
    elif open_still:
        keys.append(Button(_("We see it differently"), Action("differing"), "plain", "wrong"))
    return keys


def _cleanup_banner(side: Trackside) -> Banner | None:
    state, telling = side.state, side.telling
    if telling.differing:
        return Banner("ask", _("Touch the piece that you see differently: then all vote on it."))
    placing = next((each for each in placings(state) if each.colour == telling.touched), None)
    if placing is None:
        return None
    rule = rule_of(placing.rule)
    words = _("{piece} belongs on {square}.").format(
        piece=colour_words(placing.colour), square=square_words(placing.square)
    )
    near = f"{_doubt(placing.others[0])} " if placing.doubtful else ""
    return Banner(
        "ask" if placing.doubtful else "calm", words, near + (rule.words if rule else ""), placing.rule
    )


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
            _("{square}: {order}").format(
                square=square_name(square), order=_(" below ").join(map(colour_words, order))
            ),
            Action("tower_order", (square, order)),
            "plain" if order != chosen else "main",
            "done" if order == chosen else "",
            detail=_("Order in doubt: {name} decides").format(name=seat_name(state, state.turn)),
        )
        for order in tower_orders(state, square)
    ]


def _vote(side: Trackside, model: TableModel) -> TableModel:
    """The piece in question enlarged, as the camera has it or drawn, and one vote a seat."""
    state, telling = side.state, side.telling
    may, voted = may_vote(state, telling), dict((*state.votes, *telling.votes))
    by_name = colour_words if state.asked == GOAL else square_name
    ballots = tuple(
        Ballot(
            seat,
            name,
            state.agreed.colours[seat],
            tuple(
                Button(
                    by_name(choice), Action("vote", (seat, choice)),
                    "main" if voted.get(seat) == choice else "plain",
                    enabled=seat not in dict(state.votes),
                )
                for choice in may
            ),
        )
        for seat, name in enumerate(side.names)
    )  # fmt: skip
    left = votes_left(state, telling)
    count = Button(
        _("Count the votes"), Action("count_votes"), "main", "done", enabled=is_decided(state, telling)
    )
    rests = {state.agreed.colours[seat]: rest for seat, rest in state.rest}
    track = replace(
        _track(model),
        window=asked_window(state),
        tokens=tokens(state, lying(state, rests, standing(state)), state.asked),
        picture=side.picture,
        taps=False,
        square="choice",
        feet=(),
        ballots=ballots,
    )
    waits = several("{n} vote is missing.", "{n} votes are missing.", len(left)) if left else ""
    other = _("Touch another square to vote for it.") if state.asked != GOAL else ""
    body = tuple(text for text in (*_asked_words(side), waits, other) if text)
    tools = tuple(tool for tool in model.tools if tool.icon != "done")
    return replace(model, kind="vote", body=body, answers=(count,), track=track, past=(), tools=tools)


def _asked_words(side: Trackside) -> tuple[str, ...]:
    state = side.state
    if state.asked == GOAL:
        return (_("More than one piece lies on the goal: whose is it?"),)
    piece = next((each for each in placings(state) if each.colour == state.asked), None)
    if piece is None:
        return ()
    near = _doubt(piece.others[0]) if piece.others else ""
    said = _("Measured: {square}.").format(square=square_words(piece.square))
    return (f"{said} {near}".strip(),)


def _spiral(side: Trackside, model: TableModel) -> TableModel:
    """One position back."""
    state = side.state
    place = back_place(state, state.turn)
    if place is None:
        return model
    key = Button(_("It fell back"), Action("tell", FellBack(state.turn)), "main", "done")
    return replace(
        model, helps=(key,), track=_led(side, model, place), body=(_awaited(model), *_thrown(model))
    )


def _points(side: Trackside, model: TableModel) -> TableModel:
    """Forward by the sum; others out of the tower may come along."""
    state, telling = side.state, side.telling
    event = advance_told(state, telling)
    keys: list[Button] = []
    if event is not None:
        words = _("{name} goes on").format(name=side.names[state.turn])
        if event.taken:
            along = _(" and ").join(colour_words(colour).lower() for colour in event.taken)
            words = _("{name} goes on and takes {pieces} along").format(
                name=side.names[state.turn], pieces=along
            )
        keys.append(Button(words, Action("tell", event), "main", "done"))
    for seat in mates_of(state, state.turn):
        colour = state.agreed.colours[seat]
        along_now = colour in telling.taken
        words = _("Leave {piece} here") if along_now else _("Take {piece} along")
        keys.append(
            Button(
                words.format(piece=colour_words(colour).lower()),
                Action("take", colour),
                "plain",
                "done" if along_now else "hand",
            )
        )
    if has_two_orders(state, telling):
        words = _("Own piece on top instead") if telling.kept else _("Keep the order as it stood")
        keys.append(Button(words, Action("keep_order", not telling.kept), "quiet", "turn"))
    track = _led(side, model, forward_place(state, state.turn), telling.taken)
    return replace(model, helps=tuple(keys), track=track, body=(_awaited(model), *_thrown(model)))


def _led(side: Trackside, model: TableModel, place: int, along: tuple[str, ...] = ()) -> TrackModel:
    """The board with a way from the piece whose turn it is, and those with it, to a place."""
    state, own = side.state, side.state.agreed.colours[side.state.turn]
    where = standing(state)
    height = len(state.squares[place]) if place else 0
    x, y = middle(state.board, state.seats, state.board.named(place))
    end = stacked(state.board, x, y, height)
    ways = tuple(Way(colour, where[colour][:2], end) for colour in (*along, own))
    return replace(_track(model), tokens=tokens(state, where, own), ways=ways[-1:])


def _track(model: TableModel) -> TrackModel:
    assert model.track is not None, "ZONG's faces have a board"
    return model.track


def _awaited(model: TableModel) -> str:
    return model.body[0] if model.body else ""


def _thrown(model: TableModel) -> tuple[str, ...]:
    return model.body[1:2]


_FACES: dict[str, Callable[[Trackside, TableModel], TableModel]] = {
    "throw": _throw,
    "lightning": _lightning,
    "cleanup": _cleanup,
    "vote": _vote,
    "spiral": _spiral,
    "points": _points,
}
