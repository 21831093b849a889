"""The faces of ZONG's table screen, one for each phase: what is due, what may be said of it, and the board with it."""

from collections.abc import Callable
from dataclasses import replace
from math import hypot

from companion.games.zong.board import GOAL, START
from companion.games.zong.events import Cleaned, Disputed, FellBack, Passed, Rest, Ruled, Zonged
from companion.games.zong.play import GAME
from companion.games.zong.rest import placings, sorted_out
from companion.games.zong.rules import back_place, forward_place, mates_of
from companion.games.zong.state import State, called_square, piece_name, piece_title
from companion.games.zong.table import is_unmoved
from ui.games.zong.side import (
    DRAGGED,
    TrackSide,
    advance_told,
    asked_window,
    has_two_orders,
    is_decided,
    may_vote,
    measured,
    retold,
    tower_orders,
    votes_left,
    worded,
)
from ui.games.zong.throw_face import awaited, doubt, led, strip_banner, throw, track_of
from ui.games.zong.track import (
    Token,
    TrackModel,
    Way,
    lying,
    placing_cells,
    plain_track,
    printed_ground,
    rested,
    seat_cells,
    shown_at,
    stacked,
    tokens,
)
from ui.games.zong.words import rest_said, rest_words, short_rule, square_name
from ui.pages.asking import Asking
from ui.pages.played_table import PlayedTable, tell
from ui.present.drawn import MarkKind, piece_drawing
from ui.present.models import Banner, Button, Cell, TableModel
from ui.present.touches import Touch, at, calls, draft
from ui.words import _, joined, several

# The face of a vote: the piece in question enlarged, as the camera has it or drawn, and one vote a seat.


def vote(side: TrackSide, model: TableModel) -> TableModel:
    """The piece in question enlarged, as the camera has it or drawn, and one vote a seat."""
    state, telling = side.state, side.telling
    may, voted = may_vote(state, telling), dict((*state.vote.votes, *telling.votes))
    by_name = piece_title if state.vote.asked == GOAL else square_name
    ballots = tuple(
        Cell(
            name,
            sign=piece_drawing(state.agreed.colours[seat], seat),
            keys=tuple(
                Button(
                    by_name(choice), at(TrackSide.cast_vote, seat, choice),
                    "chosen" if voted.get(seat) == choice else "plain",
                    enabled=seat not in dict(state.vote.votes),
                )
                for choice in may
            ),
        )
        for seat, name in enumerate(side.names)
    )  # fmt: skip
    left = votes_left(state, telling)
    count = Button(
        _("Count the votes"), draft(TrackSide.count_votes), "main", "done", enabled=is_decided(state, telling)
    )
    track = replace(
        track_of(model),
        part=asked_window(state),
        tokens=tokens(state, lying(state), state.vote.asked),
        picture=side.picture,
        taps=False,
        square=vote_square,
        cells=ballots,
    )
    waits = several("{n} vote is missing.", "{n} votes are missing.", len(left)) if left else ""
    other = _("Touch another square to vote for it.") if state.vote.asked != GOAL else ""
    body = tuple(text for text in (*_asked_words(side), waits, other) if text)
    tools = tuple(tool for tool in model.tools if tool.icon != "done")
    return replace(model, kind="vote", body=body, answers=(count,), own=track, past=(), tools=tools)


def vote_square(square: str) -> Touch:
    return draft(TrackSide.vote_square, square)


def _asked_words(side: TrackSide) -> tuple[str, ...]:
    state = side.state
    if state.vote.asked == GOAL:
        return (_("More than one piece lies on the goal: whose is it?"),)
    piece = next((each for each in placings(state) if each.colour == state.vote.asked), None)
    if piece is None:
        return ()
    near = doubt(piece.others[0]) if piece.others else ""
    said = _("Measured: it lies on {square}.").format(square=called_square(piece.square))
    return (f"{said} {near}".strip(),)


# The faces of a flick: pieces are dragged to where they lie, then put back as arrows show, each with its
# rule.


def lightning(side: TrackSide, model: TableModel) -> TableModel:
    """A flick: pieces are dragged to where they came to rest, or the camera sees them.

    Where those that were dragged belong is shown as it will be once all lie so.
    """
    state, telling = side.state, side.telling
    keys: list[Button] = []
    banner = None
    places = lying(state, dict(telling.rest))
    track = replace(track_of(model), drags=True, arrows=())
    if telling.touched is not None and telling.touched in dict(telling.rest):
        banner, more = _told_of(side, telling.touched)
        keys += more
    if telling.rest:
        event = Zonged(state.turn, dict(telling.rest))
        keys.insert(0, Button(_("The pieces lie like this"), tell(event), "main", "done"))
        keys.append(Button(_("Drag them again"), retold(rest=(), touched=None), "quiet", "back"))
        after = GAME.after(state, event)
        track = replace(
            track,
            arrows=_ways(after, places, frozenset()),
            cells=placing_cells(after, telling.touched, frozenset()) or track.cells,
        )
    else:
        quiet = side.quiet() or Zonged(state.turn)
        keys.append(Button(_("No piece left its square"), tell(quiet), "plain", "hand"))
        keys.append(Button(_("No flick for this lightning bolt"), tell(Passed(state.turn)), "plain", "back"))
        if telling.once:
            banner = Banner(
                "ask", _("Did the flick leave every piece on its square? Then press “Done” once more.")
            )
    unsure = [c for c, rest in telling.rest if (to := measured(state, c, rest)) is not None and to.doubtful]
    track = replace(track, tokens=tokens(state, places, telling.touched, (), unsure))
    body = _("Drag on any other piece that moved.")
    if not telling.rest:
        dragged = _("Drag each piece that moved to where it lies now.")
        body = f"{awaited(model)} {dragged}".strip()
    return replace(
        model,
        body=() if banner is not None and not telling.rest else (body,),
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


def _told_of(side: TrackSide, colour: str) -> tuple[Banner, list[Button]]:
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
            told = tuple((name, meant if name == colour else old) for name, old in side.telling.rest)
            keys.append(Button(rest_said(meant), retold(rest=told), "plain", "hand"))
    return banner, [*keys, *why]


def _why(side: TrackSide, banner: Banner, rule_id: str) -> tuple[Banner, list[Button]]:
    """A banner in one line with the key that adds the rule, or with the rule and the key that puts it away."""
    if not side.side.focus.settling.whole_rule:
        return banner, [Button(_("Why?"), at(Asking.whole_rule), "plain", "book")]
    more = " ".join(text for text in (banner.more, short_rule(rule_id)) if text)
    return replace(banner, more=more), [Button(_("Got it"), at(Asking.whole_rule), "plain", "done")]


def cleanup(side: TrackSide, model: TableModel) -> TableModel:
    """Arrows from where pieces lie to where they belong, ticked off; the rule at a touch; a vote at a touch more."""
    state, telling = side.state, side.telling
    rests, lie = rested(state), lying(state)
    # where flicked pieces are seen that a hand has moved, but not yet to where they belong
    for colour, x, y in side.sighted:
        rest = rests.get(colour, Rest())
        if rest.x is not None and not is_unmoved(rest, x, y):
            lie[colour] = (*shown_at(state.board, Rest(x, y), (x, y)), 0)
    ways = _ways(state, lie, side.done)
    for placing in placings(state):
        if placing.colour in side.done:
            lie[placing.colour] = (*stacked(state.board, *placing.to, placing.level), placing.level)
    doubtful = [placing.colour for placing in placings(state) if placing.doubtful]
    track = replace(
        track_of(model),
        tokens=tokens(state, lie, telling.touched, side.done, doubtful),
        arrows=ways,
        cells=placing_cells(state, telling.touched, side.done),
        drags=True,
    )
    banner, why = _cleanup_banner(side)
    keys = [*_cleanup_keys(side), *why]
    for square in sorted(sorted_out(state).doubtful, key=lambda name: state.board.number(name) or 0):
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


def _cleanup_keys(side: TrackSide) -> list[Button]:
    state, telling = side.state, side.telling
    keys = [Button(_("All pieces are back"), tell(Cleaned(towers=dict(telling.orders))), "main", "done")]
    open_still = [placing.colour for placing in placings(state) if not placing.decided]
    piece = telling.touched
    if piece in open_still and piece not in side.done:
        ticked = retold(ticked=telling.ticked | {piece}, touched=None)
        keys.append(Button(_("{piece} is back").format(piece=piece_title(piece)), ticked, "plain", "done"))
    differ: Touch = retold(differing=not telling.differing, touched=None)
    if len(open_still) == 1 or piece in open_still:
        differ = tell(Disputed(piece if piece in open_still else open_still[0]))
    if open_still:
        keys.append(Button(_("We see it differently"), differ, "plain", "wrong"))
    return keys


def _cleanup_banner(side: TrackSide) -> tuple[Banner | None, list[Button]]:
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


def _cleanup_body(side: TrackSide) -> tuple[str, ...]:
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


def _order_keys(side: TrackSide, square: str) -> list[Button]:
    """A tower whose order nobody can be sure of: whose turn it is says how it stands."""
    state = side.state
    chosen = dict(side.telling.orders).get(square, sorted_out(state).towers[square])
    others = tuple(pair for pair in side.telling.orders if pair[0] != square)
    return [
        Button(
            _("{square}, bottom first: {pieces}").format(
                square=square_name(square), pieces=", ".join(map(piece_title, order))
            ),
            retold(orders=(*others, (square, order))),
            "plain" if order != chosen else "main",
            "done" if order == chosen else "",
            detail=_("Order in doubt: {name} decides").format(name=state.seat_name(state.turn)),
        )
        for order in tower_orders(state, square)
    ]


def asked_back(told: Ruled) -> tuple[Banner, tuple[Button, ...]]:
    """What was dragged, in words, and the keys that let it count or not."""
    words = _("{piece} on {square}?").format(
        piece=piece_title(told.colour), square=called_square(told.square)
    )
    yes = _("It stands like this: we agree")
    return Banner("ask", words), (
        Button(yes, tell(told), "main", "done"),
        Button(_("Leave it as it was"), retold(ruled=None, touched=None), "plain", "back"),
    )


class ShownTrack(TrackSide):
    def __init__(self, side: PlayedTable) -> None:
        super().__init__(side)
        printed_ground(self.state.board)  # takes a moment, which nobody minds while the table is opened

    def dress(self, kind: str, model: TableModel) -> TableModel:
        """The model of a face as ZONG shows it: its own board always, and while it is played its own faces."""
        marks: dict[str, MarkKind] = {
            m.region: m.kind for m in model.board.marks if m.kind in ("wrong", "chosen")
        }
        track = replace(plain_track(self.state, marks), cells=seat_cells(self.state, self.names))
        if self.sighted and (kind == "lost" or (kind == "ask" and self.state.phase == "lightning")):
            track = replace(track, tokens=_seen_and_booked(self, track))
        answers = _answers(self, kind, model.answers)
        if self.state.phase == "throw" and kind in ("ask", "lost") and self.strip.trouble:
            model = replace(model, banner=strip_banner(self), body=())
        acting = tuple(chip for chip in model.chips if chip.active)  # all seats stand below the board
        chips = acting if kind in ("play", "over") else model.chips
        shown = replace(model, own=replace(track, taps=False), answers=answers, chips=chips)
        if kind == "square":
            return square(self, shown)
        if kind == "telling":
            # In a game whose pieces are dragged and whose discs are touched the rest is told there.
            where = _(
                "Go back to the game and drag a piece to where it lies, or touch the discs that were thrown."
            )
            nothing = () if len(shown.answers) > 1 else (_("Nothing else is to be said just now."),)
            return replace(shown, body=(*nothing, where))
        face = _FACES.get(self.state.phase)
        if kind != "play" or face is None:
            return shown
        drags = self.state.phase in DRAGGED
        drawn = face(self, replace(shown, own=replace(track, drags=drags), tasks=()))
        if self.telling.ruled is not None and self.state.phase != "cleanup":
            banner, asked = asked_back(self.telling.ruled)
            drawn = replace(drawn, body=(), banner=banner, helps=asked)
        about = piece(self, self.telling.touched) if self.telling.touched else ()
        if about and drawn.banner is None and isinstance(drawn.own, TrackModel):
            drawn = replace(drawn, banner=Banner("calm", about[0], about[1]), body=about[2:])
        return replace(drawn, chips=acting if isinstance(drawn.own, TrackModel) else model.chips)


def _seen_and_booked(side: TrackSide, track: TrackModel) -> tuple[Token, ...]:
    """Where pieces are seen, and faintly where the book has those that are seen elsewhere or not at all."""
    colours, size = side.state.agreed.colours, side.state.board.piece_mm
    seen = {colour: (x, y) for colour, x, y in side.sighted}
    booked = (
        replace(token, faint=True)
        for token in track.tokens
        if token.colour not in seen
        or hypot(token.x - seen[token.colour][0], token.y - seen[token.colour][1]) > size / 2
    )
    return (*booked, *(Token(colour, colours.index(colour), x, y, size) for colour, (x, y) in seen.items()))


def _answers(side: TrackSide, kind: str, answers: tuple[Button, ...]) -> tuple[Button, ...]:
    """The answers to a question, without boards of their own; what else a throw may have been can be said at once."""
    plain = tuple(replace(answer, board=None) for answer in answers)
    nothing, none = at(Asking.answer, ()), at(Asking.none_of_these)
    if kind not in ("ask", "lost") or side.state.phase not in ("throw", "lightning"):
        return plain
    others = tuple(answer for answer in plain if answer.action != none)
    if side.state.phase == "lightning":
        return others if any(answer.action == nothing for answer in plain) else plain
    say = Button(_("Say what was thrown"), draft(TrackSide.list_discs, listed=True), "plain", "hand")
    again = _("It is thrown again")
    told = tuple(replace(one, words=again) if one.action == nothing else one for one in others)
    if kind == "lost":
        return (replace(say, weight="main"), *told) if side.strip.trouble else told
    return (*told, say)


def _spiral(side: TrackSide, model: TableModel) -> TableModel:
    state = side.state
    place = back_place(state, state.turn)
    if place is None:
        return model
    key = Button(_("It fell back"), tell(FellBack(state.turn)), "main", "done")
    return replace(model, helps=(key,), own=led(side, model, place), body=(awaited(model), *model.body[1:2]))


def _points(side: TrackSide, model: TableModel) -> TableModel:
    """Forward by the sum; others out of the tower may come along."""
    state, telling = side.state, side.telling
    event = advance_told(state, telling)
    keys: list[Button] = []
    if event is not None:
        words = _("{name} goes on").format(name=side.names[state.turn])
        if event.taken:
            along = joined([piece_name(colour) for colour in event.taken])
            words = _("{name} goes on and takes {pieces} along").format(
                name=side.names[state.turn], pieces=along
            )
        keys.append(Button(words, tell(event), "main", "done"))
    for seat in mates_of(state, state.turn):
        colour = state.agreed.colours[seat]
        along_now = colour in telling.taken
        words = _("Leave {piece} here") if along_now else _("Take {piece} along")
        words, take = words.format(piece=piece_name(colour)), draft(TrackSide.take_along, colour)
        keys.append(Button(words, take, "plain", "done" if along_now else "hand"))
    if has_two_orders(state, telling):
        words = _("Your own piece on top instead") if telling.kept else _("Keep the order as it stood")
        keys.append(Button(words, retold(kept=not telling.kept), "quiet", "turn"))
    track = led(side, model, forward_place(state, state.turn), telling.taken)
    return replace(model, helps=tuple(keys), own=track, body=(awaited(model), *model.body[1:2]))


_FACES: dict[str, Callable[[TrackSide, TableModel], TableModel]] = {
    "throw": throw,
    "lightning": lightning,
    "cleanup": cleanup,
    "vote": vote,
    "spiral": _spiral,
    "points": _points,
}


# What a touched square or piece of ZONG is: what stands there, how far it is from the goal, and its rule in
# words.


def square(side: TrackSide, model: TableModel) -> TableModel:
    """A touched square: what kind it is with the rule about it, and who stands there, bottom first."""
    state, name = side.state, side.side.focus.square or ""
    number = state.board.number(name)
    if number is None:
        return model
    what, rule_id = _kind(state, name)
    tower = state.squares[number]
    there = _("Nobody stands here.")
    if len(tower) == 1 or (tower and name in (START, GOAL)):
        there = _("Here: {pieces}.").format(pieces=_pieces(state, tower))
    elif tower:
        there = _("Here, bottom first: {pieces}.").format(pieces=_pieces(state, tower))
    comes = ""
    if state.phase == "points" and forward_place(state, state.turn) == number:
        points = several("{n} point", "{n} points", state.throw.points)
        comes = _("{name} comes here with {points}.").format(name=side.names[state.turn], points=points)
    banner = Banner("calm", what, short_rule(rule_id))
    asked = any(calls(key.action, Asking.correct) for key in model.answers)
    question = _("What really lies here?") if asked else ""
    lines = tuple(line for line in (there, comes, question) if line)
    headline = square_name(name) if name in (START, GOAL) else model.headline
    return replace(model, headline=headline, banner=banner, body=lines, card=None)


def _kind(state: State, name: str) -> tuple[str, str]:
    """What kind of square it is, and the rule that says what it is for."""
    if name == GOAL:
        return _("The goal."), "s1-first-on-goal-wins"
    if name == START:
        return _("The start."), "zg-13-off-the-board"
    if state.board.by_name[name].red:
        return _("A red square."), "zg-12-nearest-red"
    return _("A running square."), "zg-11-between-higher"


def _pieces(state: State, tower: tuple[int, ...]) -> str:
    return joined([piece_title(state.agreed.colours[seat]) for seat in tower])


def piece(side: TrackSide, colour: str) -> tuple[str, ...]:
    """A touched piece: whose it is and where, where the points lead, its tower, how far the goal is, its rule."""
    state, seat = side.state, side.state.agreed.seat(colour)
    if seat is None:
        return ()
    place, tower = state.place(seat), state.tower(seat)
    at = called_square(state.board.named(place))
    whose = _("{piece} is {name}’s, on {square}.")
    lines = [whose.format(piece=piece_title(colour), name=side.names[seat], square=at)]
    if state.phase == "points" and (seat == state.turn or seat in mates_of(state, state.turn)):
        to = called_square(state.board.named(forward_place(state, state.turn)))
        lines.append(
            several(
                "{n} point leads to {square}.", "{n} points lead to {square}.", state.throw.points, square=to
            )
        )
    if len(tower) > 1:
        lines.append(_("Its tower, bottom first: {pieces}.").format(pieces=_pieces(state, tower)))
    left = state.board.last + 1 - place
    lines.append(several("{n} square to the goal.", "{n} squares to the goal.", left))
    return (*lines, short_rule("zg-31-same-tower" if len(tower) > 1 else "s1-first-on-goal-wins"))
