"""The faces of ZONG's table screen, one for each phase: what is due, what may be said of it, and the board with it."""

from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from math import hypot

from companion.games.zong import GAME, events
from companion.games.zong.board import GOAL, START
from companion.games.zong.rest import measured, middle, placings, sorted_out
from companion.games.zong.rules import back_place, forward_place, mates_of, points_of, threw
from companion.games.zong.state import (
    BLUE,
    LIGHTNING,
    RISK,
    THROWN,
    State,
    called_square,
    piece_name,
    piece_title,
)
from companion.games.zong.table import is_unmoved
from companion.language import number
from ui.games.zong import track
from ui.games.zong.side import DRAGGED, TrackSide, asked_window, may_throw, retold, tower_orders, worded
from ui.games.zong.words import rest_words, short_rule, square_name
from ui.pages.played_table import Asking, PlayedTable, tell
from ui.present.drawn import MarkKind, piece_drawing
from ui.present.models import Banner, Button, Cell, TableModel
from ui.present.touches import NothingToDo, Touch, at, calls, draft
from ui.words import _, joined, several

# The face of a vote: the piece in question enlarged, as the camera has it or drawn, and one vote a seat.


def vote(side: TrackSide, model: TableModel) -> TableModel:
    state, telling = side.state, side.telling
    may, voted = telling.may_vote(state), dict((*state.vote.votes, *telling.votes))
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
    asked = _("More than one piece lies on the goal: whose is it?") if state.vote.asked == GOAL else ""
    for placing in placings(state):
        if placing.colour == state.vote.asked:
            near = doubt(placing.others[0]) if placing.others else ""
            said = _("Measured: it lies on {square}.").format(square=called_square(placing.square))
            asked = f"{said} {near}".strip()
    left = telling.votes_left(state)
    count = Button(
        _("Count the votes"), draft(TrackSide.count_votes), "main", "done", enabled=telling.is_decided(state)
    )
    own = replace(
        track_of(model),
        part=asked_window(state),
        tokens=track.tokens(state, track.lying(state), state.vote.asked),
        picture=side.picture,
        taps=False,
        square=vote_square,
        cells=ballots,
    )
    waits = several("{n} vote is missing.", "{n} votes are missing.", len(left)) if left else ""
    other = _("Touch another square to vote for it.") if state.vote.asked != GOAL else ""
    body = tuple(text for text in (asked, waits, other) if text)
    tools = tuple(tool for tool in model.tools if tool.icon != "done")
    return replace(model, kind="vote", body=body, answers=(count,), own=own, past=(), tools=tools)


def vote_square(square: str) -> Touch:
    return draft(TrackSide.vote_square, square)


# The face of a throw: discs, touched as they fell, and what they come to; and what all faces share.

Pair = tuple[events.Disc, ...]
"""A disc as each of its faces."""


def doubt(other: tuple[str, float]) -> str:
    square, away = other
    return _("Next nearest: {square}, {mm} mm away.").format(square=called_square(square), mm=number(away, 1))


def track_of(model: TableModel) -> track.TrackModel:
    assert isinstance(model.own, track.TrackModel), "ZONG's faces have a board"
    return model.own


def led(side: TrackSide, model: TableModel, place: int, along: tuple[str, ...] = ()) -> track.TrackModel:
    """The board with a way from the piece whose turn it is, and those with it, to a place."""
    state, own = side.state, side.state.agreed.colours[side.state.turn]
    where = track.standing(state)
    height = len(state.squares[place]) if place else 0
    x, y = middle(state.board, state.seats, state.board.named(place))
    end = track.stacked(state.board, x, y, height)
    ways = tuple(track.Way(colour, where[colour][:2], end) for colour in (*along, own))
    return replace(track_of(model), tokens=track.tokens(state, where, own), arrows=ways[-1:])


def awaited(model: TableModel) -> str:
    return model.body[0] if model.body else ""


def throw(side: TrackSide, model: TableModel) -> TableModel:
    """The discs to be touched, or the board; who begins, while nobody has thrown."""
    state, telling = side.state, side.telling
    keys: list[Button] = []
    told = telling.throw_told(state)
    if told is not None:
        # What it comes to, in the order in which it is played.
        faces, points = [disc.face for disc in told.discs], points_of(told.discs)
        flicks, backs = faces.count("lightning"), faces.count("spiral")
        parts = [several("{n} lightning bolt", "{n} lightning bolts", flicks)] if flicks else []
        parts += [several("{n} spiral", "{n} spirals", backs)] if backs else []
        parts += [several("{n} point", "{n} points", points)] if points or not parts else []
        detail = _("This was thrown.")
        if points and not flicks and not backs:
            square = state.board.named(forward_place(threw(state, told), state.turn))
            words = _("{name} goes to {square}.")
            detail = words.format(name=side.names[state.turn], square=called_square(square))
        keys.append(Button(joined(parts), tell(told), "main", "done", detail))
    if telling.listed:
        keys.append(Button(_("Show the board"), draft(TrackSide.list_discs, listed=False), "quiet", "eye"))
    else:
        keys.append(
            Button(_("Say what was thrown"), draft(TrackSide.list_discs, listed=True), "plain", "hand")
        )
    if not state.begun:
        keys += [
            Button(_("{name} begins").format(name=name), tell(events.Starts(seat)), "quiet", "turn")
            for seat, name in enumerate(side.names)
            if seat != state.turn
        ]
    if telling.listed:
        body = () if len(telling.discs) == THROWN else (_("Touch what each disc shows."),)
        return replace(model, body=body, helps=tuple(keys), own=discs_to_touch(side))
    banner = strip_banner(side)
    body = (awaited(model),) if banner is None else ()
    points = points_of(telling.discs)
    place = min(state.place(state.turn) + points, state.board.last + 1)
    own = led(side, model, place) if points else model.own
    return replace(model, body=body, banner=banner, helps=tuple(keys), own=own)


def fallen_of(pairs: tuple[Pair, ...], told: tuple[events.Disc, ...]) -> dict[int, events.Disc]:
    """Which of these discs fell how: by number, what each of those shows that was told."""
    for order in permutations(range(len(pairs)), len(told)):
        if all(disc in pairs[number] for number, disc in zip(order, told, strict=True)):
            return dict(zip(order, told, strict=True))
    return {}


def discs_to_touch(side: TrackSide) -> track.ThrowModel:
    """Every disc of whoever throws with its faces; what cannot fall any more is faded."""
    state, told = side.state, side.telling.discs
    # Which blue discs a few are is not known: then all are there.
    blue, risk, lightning = state.hands[state.turn]
    pairs: tuple[Pair, ...] = (
        *(
            tuple(events.Disc(BLUE, face) for face in dict.fromkeys(pair))
            for pair in state.agreed.blue
            if blue
        ),
        *(tuple(events.Disc(RISK, face) for face in state.agreed.faces(RISK)),) * risk,
        *(tuple(events.Disc(LIGHTNING, face) for face in state.agreed.faces(LIGHTNING)),) * lightning,
    )
    fallen = fallen_of(pairs, told)

    def face(disc: events.Disc, fell: events.Disc | None) -> track.DiscFace:
        """Touched it falls so, or no longer; the other face of one that fell turns it over."""
        if fell == disc:
            return track.DiscFace(disc, draft(TrackSide.disc_off, disc), lit=True)
        others = list(told)
        action: Touch = draft(TrackSide.add_disc, disc)
        if fell is not None:
            others.remove(fell)
            action = draft(TrackSide.turn_disc, fell, disc)
        may = len(others) < THROWN and bool(may_throw(state, (*others, disc)))
        return track.DiscFace(disc, action if may else NothingToDo(), faded=fell is not None or not may)

    shown = tuple(tuple(face(disc, fallen.get(n)) for disc in pair) for n, pair in enumerate(pairs))
    thrown = tuple(track.DiscFace(disc, draft(TrackSide.disc_off, disc)) for disc in told)
    total = points_of(told)
    word, piece = several("point", "points", total), state.agreed.colours[state.turn]
    return track.ThrowModel(state.turn, piece, shown, thrown, THROWN, total, word, _("Thrown"))


def strip_banner(side: TrackSide) -> Banner | None:
    """What is wrong with the discs that are seen in the strip for throws, and what helps (ZG-06)."""
    strip, again = side.strip, _("A disc on edge, under another or off the table is thrown again.")
    if strip.trouble == "over":
        return Banner("ask", _("A disc lies on another."), again)
    if strip.trouble == "few":
        seen = several(
            "Only {n} disc is seen in the strip.", "Only {n} discs are seen in the strip.", strip.count
        )
        return Banner("ask", seen, again)
    if strip.trouble == "many":
        seen = _("{n} discs are seen in the strip, but three are thrown.").format(n=strip.count)
        return Banner("ask", seen, _("Take away what was not thrown."))
    return None


# The faces of a flick: pieces are dragged to where they lie, then put back as arrows show, each with its
# rule.


def lightning(side: TrackSide, model: TableModel) -> TableModel:
    """A flick: pieces are dragged to where they came to rest, or the camera sees them.

    Where those that were dragged belong is shown as it will be once all lie so.
    """
    state, telling = side.state, side.telling
    keys: list[Button] = []
    banner = None
    places = track.lying(state, dict(telling.rest))
    own = replace(track_of(model), drags=True, arrows=())
    if telling.touched is not None and telling.touched in dict(telling.rest):
        # What the dragged piece comes to, and the words in which its place may be said instead.
        colour, rest = telling.touched, dict(telling.rest)[telling.touched]
        found, said, words = measured(state, colour, rest), rest_words(rest), piece_title(colour)
        on = called_square("" if found is None else found.square)
        belongs = _("{piece} belongs on {square}.").format(piece=words, square=on)
        banner = Banner("calm", _("{piece}: {where}.").format(piece=words, where=said) if said else belongs)
        if found is not None and not said:
            near = doubt(found.others[0]) if found.doubtful else ""
            banner, why = _why(side, Banner("ask" if found.doubtful else "calm", belongs, near), found.rule)
            for choice in found.choices if found.doubtful else ():
                meant = worded(state, colour, rest, choice)
                if meant is not None:
                    told = tuple((name, meant if name == colour else old) for name, old in telling.rest)
                    keys.append(Button(rest_words(meant, said=True), retold(rest=told), "plain", "hand"))
            keys += why
    if telling.rest:
        event = events.Zonged(state.turn, dict(telling.rest))
        keys.insert(0, Button(_("The pieces lie like this"), tell(event), "main", "done"))
        keys.append(Button(_("Drag them again"), retold(rest=(), touched=None), "quiet", "back"))
        after = GAME.after(state, event)
        own = replace(
            own,
            arrows=_ways(after, places, frozenset()),
            cells=track.placing_cells(after, telling.touched, frozenset()) or own.cells,
        )
    else:
        quiet = side.quiet() or events.Zonged(state.turn)
        keys.append(Button(_("No piece left its square"), tell(quiet), "plain", "hand"))
        keys.append(
            Button(_("No flick for this lightning bolt"), tell(events.Passed(state.turn)), "plain", "back")
        )
        if telling.once:
            banner = Banner(
                "ask", _("Did the flick leave every piece on its square? Then press “Done” once more.")
            )
    unsure = [c for c, rest in telling.rest if (to := measured(state, c, rest)) is not None and to.doubtful]
    own = replace(own, tokens=track.tokens(state, places, telling.touched, (), unsure))
    body = _("Drag on any other piece that moved.")
    if not telling.rest:
        dragged = _("Drag each piece that moved to where it lies now.")
        body = f"{awaited(model)} {dragged}".strip()
    return replace(
        model,
        body=() if banner is not None and not telling.rest else (body,),
        banner=banner,
        helps=tuple(keys),
        own=own,
    )


def _ways(
    state: State, lie: dict[str, tuple[float, float, int]], done: frozenset[str]
) -> tuple[track.Way, ...]:
    """An arrow for each piece that goes elsewhere, from where it lies."""
    return tuple(
        track.Way(
            placing.colour,
            lie[placing.colour][:2],
            track.stacked(state.board, *placing.to, placing.level),
            placing.colour in done,
        )
        for placing in placings(state)
        if placing.must_move
    )


def _why(side: TrackSide, banner: Banner, rule_id: str) -> tuple[Banner, list[Button]]:
    """A banner in one line with the key that adds the rule, or with the rule and the key that puts it away."""
    if not side.side.focus.settling.whole_rule:
        return banner, [Button(_("Why?"), at(Asking.whole_rule), "plain", "book")]
    more = " ".join(text for text in (banner.more, short_rule(rule_id)) if text)
    return replace(banner, more=more), [Button(_("Got it"), at(Asking.whole_rule), "plain", "done")]


def cleanup(side: TrackSide, model: TableModel) -> TableModel:
    """Arrows from where pieces lie to where they belong, ticked off; the rule at a touch; a vote at a touch more."""
    state, telling = side.state, side.telling
    rests, lie = track.rested(state), track.lying(state)
    # where flicked pieces are seen that a hand has moved, but not yet to where they belong
    for colour, x, y in side.sighted:
        rest = rests.get(colour, events.Rest())
        if rest.x is not None and not is_unmoved(rest, x, y):
            lie[colour] = (*track.shown_at(state.board, events.Rest(x, y), (x, y)), 0)
    ways = _ways(state, lie, side.done)
    for put in placings(state):
        if put.colour in side.done:
            lie[put.colour] = (*track.stacked(state.board, *put.to, put.level), put.level)
    doubtful = [placing.colour for placing in placings(state) if placing.doubtful]
    own = replace(
        track_of(model),
        tokens=track.tokens(state, lie, telling.touched, side.done, doubtful),
        arrows=ways,
        cells=track.placing_cells(state, telling.touched, side.done),
        drags=True,
    )
    # what the touched piece is told of, and by which rule it goes there
    banner, why = None, list[Button]()
    piece = telling.touched
    placing = next((each for each in placings(state) if each.colour == piece), None)
    if telling.differing:
        banner = Banner("ask", _("Touch the piece that you see differently: then all vote on it."))
    elif placing is not None:
        words = _("{piece} belongs on {square}.").format(
            piece=piece_title(placing.colour), square=called_square(placing.square)
        )
        near = doubt(placing.others[0]) if placing.doubtful else ""
        banner = Banner("ask" if placing.doubtful else "calm", words, near)
        banner, why = _why(side, banner, placing.rule)
    # what may be said: that all is back, or this piece, or that it is seen otherwise
    orders = dict(telling.orders)
    keys = [Button(_("All pieces are back"), tell(events.Cleaned(towers=orders)), "main", "done")]
    open_still = [placing.colour for placing in placings(state) if not placing.decided]
    if piece in open_still and piece not in side.done:
        ticked = retold(ticked=telling.ticked | {piece}, touched=None)
        keys.append(Button(_("{piece} is back").format(piece=piece_title(piece)), ticked, "plain", "done"))
    differ: Touch = retold(differing=not telling.differing, touched=None)
    if len(open_still) == 1 or piece in open_still:
        differ = tell(events.Disputed(piece if piece in open_still else open_still[0]))
    if open_still:
        keys.append(Button(_("We see it differently"), differ, "plain", "wrong"))
    keys += why
    # of a tower whose order nobody can be sure of, the seat whose turn it is says how it stands
    for square in sorted(sorted_out(state).doubtful, key=lambda name: state.board.number(name) or 0):
        chosen = orders.get(square, sorted_out(state).towers[square])
        others = tuple(pair for pair in telling.orders if pair[0] != square)
        keys += [
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
    left = [p for p in placings(state) if p.must_move and p.colour not in side.done]
    body: tuple[str, ...] = (_("Every piece is back."),)
    if left:
        much = several(
            "{n} piece goes back as the arrow shows.", "{n} pieces go back as the arrows show.", len(left)
        )
        body = (much, _("Touch a piece to read why."))
    if telling.ruled is not None:
        banner, asked = asked_back(telling.ruled)
        return replace(model, body=(), banner=banner, helps=asked, own=own)
    return replace(
        model,
        headline=_("Put the pieces back"),
        body=() if telling.touched is not None or telling.differing else body,
        banner=banner,
        helps=tuple(keys),
        own=own,
    )


def asked_back(told: events.Ruled) -> tuple[Banner, tuple[Button, ...]]:
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
        track.printed_ground(self.state.board)  # takes a moment, which nobody minds while the table is opened

    def dress(self, kind: str, model: TableModel) -> TableModel:
        """The model of a face as ZONG shows it: its own board always, and while it is played its own faces."""
        marks: dict[str, MarkKind] = {
            m.region: m.kind for m in model.board.marks if m.kind in ("wrong", "chosen")
        }
        own = replace(track.plain_track(self.state, marks), cells=track.seat_cells(self.state, self.names))
        if self.sighted and (kind == "lost" or (kind == "ask" and self.state.phase == "lightning")):
            # Where pieces are seen, and faintly where the book has those that are seen elsewhere or not at all.
            colours, size = self.state.agreed.colours, self.state.board.piece_mm
            seen = {colour: (x, y) for colour, x, y in self.sighted}
            booked = (
                replace(token, faint=True)
                for token in own.tokens
                if token.colour not in seen
                or hypot(token.x - seen[token.colour][0], token.y - seen[token.colour][1]) > size / 2
            )
            found = (track.Token(colour, colours.index(colour), *seen[colour], size) for colour in seen)
            own = replace(own, tokens=(*booked, *found))
        answers = _answers(self, kind, model.answers)
        if self.state.phase == "throw" and kind in ("ask", "lost") and self.strip.trouble:
            model = replace(model, banner=strip_banner(self), body=())
        acting = tuple(chip for chip in model.chips if chip.active)  # all seats stand below the board
        chips = acting if kind in ("play", "over") else model.chips
        shown = replace(model, own=replace(own, taps=False), answers=answers, chips=chips)
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
        drawn = face(self, replace(shown, own=replace(own, drags=drags), tasks=()))
        if self.telling.ruled is not None and self.state.phase != "cleanup":
            banner, asked = asked_back(self.telling.ruled)
            drawn = replace(drawn, body=(), banner=banner, helps=asked)
        about = piece(self, self.telling.touched) if self.telling.touched else ()
        if about and drawn.banner is None and isinstance(drawn.own, track.TrackModel):
            drawn = replace(drawn, banner=Banner("calm", about[0], about[1]), body=about[2:])
        return replace(drawn, chips=acting if isinstance(drawn.own, track.TrackModel) else model.chips)


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
    key = Button(_("It fell back"), tell(events.FellBack(state.turn)), "main", "done")
    return replace(model, helps=(key,), own=led(side, model, place), body=(awaited(model), *model.body[1:2]))


def _points(side: TrackSide, model: TableModel) -> TableModel:
    """Forward by the sum; others out of the tower may come along."""
    state, telling = side.state, side.telling
    event = telling.advance_told(state)
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
    if telling.has_two_orders(state):
        words = _("Your own piece on top instead") if telling.kept else _("Keep the order as it stood")
        keys.append(Button(words, retold(kept=not telling.kept), "quiet", "turn"))
    own = led(side, model, forward_place(state, state.turn), telling.taken)
    return replace(model, helps=tuple(keys), own=own, body=(awaited(model), *model.body[1:2]))


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
    state, name = side.state, side.side.focus.square or ""
    number = state.board.number(name)
    if number is None:
        return model
    # What kind of square it is, and the rule that says what it is for.
    what, rule_id = _("A running square."), "zg-11-between-higher"
    if name == GOAL:
        what, rule_id = _("The goal."), "s1-first-on-goal-wins"
    elif name == START:
        what, rule_id = _("The start."), "zg-13-off-the-board"
    elif state.board.by_name[name].red:
        what, rule_id = _("A red square."), "zg-12-nearest-red"
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
