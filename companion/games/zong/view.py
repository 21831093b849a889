"""What everybody may see of a state, in words and ready to be drawn: nothing in this game is hidden."""

from collections import Counter
from typing import Any

from companion.game import Contest, Over, Seat, View
from companion.games.zong import events, table
from companion.games.zong.board import GOAL
from companion.games.zong.rest import as_lying, belonging_of, measured, misplaced, sorted_out
from companion.games.zong.rules import back_place, choices, forward_place, points_of, vote_violations, voted
from companion.games.zong.state import (
    DISC_NAMES,
    State,
    called,
    counted_discs,
    piece_name,
    piece_title,
    pieces_named,
    shown,
    title,
    word,
)
from companion.language import _, joined, number, several


def view(state: State, _eyes: Seat | None) -> View:
    aside = []
    for hand, size in zip(state.hands, state.agreed.discs, strict=True):
        own = [counted_discs(name, n) for name, n in zip(DISC_NAMES, hand, strict=True) if n]
        zong = _("small ZONG disc") if size == "small" else _("large ZONG disc")
        aside.append((", ".join(own), zong))
    # A sentence for each square on which something stands, and for those that are red.
    about = {}
    for at, tower in enumerate(state.squares):
        name = state.board.named(at)
        pieces = pieces_named(tuple(state.agreed.colours[seat] for seat in tower))
        if len(tower) > 1 and at:
            about[name] = _("{square}: {pieces} (bottom first)").format(square=title(name), pieces=pieces)
        elif tower:
            about[name] = _("{square}: {pieces}").format(square=title(name), pieces=pieces)
        elif any(square.name == name for square in state.board.reds):
            about[name] = _("{square}: a red square").format(square=name)
    return View(
        headline=_headline(state),
        awaited=_awaited(state),
        notes=_notes(state),
        board=dict(table.look(state).regions),
        about=about,
        aside=tuple(aside),
    )


def _headline(state: State) -> str:
    if isinstance(state.over, Over):
        name = state.seat_name(state.over.winners[0])
        return _("Victory for {name}: {why}").format(name=name, why=state.over.words)
    name = state.seat_name(state.turn)
    if state.phase == "vote":
        if state.vote.asked == GOAL:
            return _("Who has won?")
        return _("Where does {piece} belong?").format(piece=piece_name(state.vote.asked))
    is_clean = state.phase == "cleanup" and not misplaced(state)
    return word("to-do", "clean" if is_clean else state.phase).format(name=name)


def _awaited(state: State) -> str:
    # Each phase has its sentence, with the numbers that people need for it.
    if state.phase == "throw":
        return _("Choose three of your five discs, shake them and let them drop.")
    if state.phase == "lightning":
        times = state.throw.lightnings
        if state.agreed.discs[state.turn] == "small":
            return several(
                "Flick the small ZONG disc from the goal once, or pass.",
                "Flick the small ZONG disc from the goal {n} times, or pass.",
                times,
            )
        return several(
            "Flick the large ZONG disc from the goal once, or pass.",
            "Flick the large ZONG disc from the goal {n} times, or pass.",
            times,
        )
    if state.phase == "cleanup":
        put = _("{piece} on {square}")
        moves = [
            put.format(piece=piece_name(colour), square=called(square))
            for colour, square in misplaced(state).items()
        ]
        if not moves:
            return _("Every piece stands where it belongs.")
        return _("Put {moves}.").format(moves=", ".join(moves))
    if state.phase == "vote":
        words = piece_name if state.vote.asked == GOAL else called
        named = joined([words(choice) for choice in choices(state)], either=True)
        return _("Every player has one vote: {choices}. The majority decides.").format(choices=named)
    if state.phase == "spiral":
        place = back_place(state, state.turn)
        if place is None:
            return ""
        return _("One position back: {square}.").format(square=called(state.board.named(place)))
    if state.phase == "points":
        square = called(state.board.named(forward_place(state, state.turn)))
        return several(
            "One square on, to {square}.", "{n} squares on, to {square}.", state.throw.points, square=square
        )
    return ""


def _notes(state: State) -> tuple[str, ...]:
    """What was thrown and is still to be played; what is in doubt; blue faces that nobody has confirmed."""
    notes = []
    # The throw, and what of it is still to be played.
    if state.throw.thrown:
        notes.append(_("Thrown: {discs}").format(discs=", ".join(map(shown, state.throw.thrown))))
    if state.over is None and state.throw.thrown:
        throw = state.throw
        parts = (
            (throw.lightnings, several("{n} lightning bolt", "{n} lightning bolts", throw.lightnings)),
            (throw.spirals, several("{n} spiral", "{n} spirals", throw.spirals)),
            (throw.points, several("{n} point", "{n} points", throw.points)),
        )
        left = ", ".join([words for count, words in parts if count])
        notes.append(_("To be played: {left}").format(left=left) if left else _("To be played: nothing more"))
    if state.phase in ("cleanup", "vote"):
        # Pieces nearer to another answer than measuring can tell, and towers of unsure order.
        found = sorted_out(state)
        for seat, lies in state.rest:
            colour = state.agreed.colours[seat]
            where = measured(state, colour, lies)
            if where is not None and where.doubtful and seat not in dict(state.vote.decided):
                there, (other, away) = called(where.square), where.others[0]
                words = _("Doubtful: {piece} belongs on {square}; {other} is {away} mm away.")
                words = words.format(
                    piece=piece_name(colour), square=there, other=called(other), away=number(away, 1)
                )
                notes.append(words)
        for square in sorted(found.doubtful, key=lambda name: state.board.number(name) or 0):
            words = _("Order in doubt on {square} ({order}): {name} decides.")
            order, name = pieces_named(found.towers[square]), state.seat_name(state.turn)
            notes.append(words.format(square=called(square), order=order, name=name))
        for seat, vote in state.vote.votes:
            choice = piece_name(vote) if state.vote.asked == GOAL else called(vote)
            notes.append(_("{name} votes for {choice}.").format(name=state.seat_name(seat), choice=choice))
    # An assumption that nobody has confirmed stays in sight.
    if not state.agreed.confirmed:
        faces = ", ".join(f"{one}/{other}" for one, other in state.agreed.blue)
        words = _("Blue discs are taken to show {faces}; nobody has confirmed that.")
        notes.append(words.format(faces=faces))
    return tuple(notes)


def words(state: State, event: Any) -> str:
    """The event in a sentence, told on the state before it, with what a vote decides by it."""
    seat = event.seat
    name = "" if seat is None else state.seat_name(seat)
    if seat is not None and seat not in range(state.seats):
        return _("nobody at this table is called {name}").format(name=name)
    # The kind is the key of the words; the rest fills their blanks.
    kind, piece, square, choice = type(event).__name__, state.vote.asked, "", ""
    # Some events have sentences of their own; others only choose a variant of `kind` and its blanks.
    match event:
        case events.Threw():
            return several(
                "{name} throws {discs}: {n} point",
                "{name} throws {discs}: {n} points",
                points_of(event.discs),
                name=name,
                discs=", ".join(map(shown, event.discs)),
            )
        case events.Zonged():
            where = []
            for colour, rest in event.rest.items():
                if (seat := state.agreed.seat(colour)) is None:
                    continue
                square = belonging_of(state, seat, as_lying(state, rest)).square
                if square != state.board.named(state.place(seat)):
                    words = _("{piece} belongs on {square}")
                    where.append(words.format(piece=piece_name(colour), square=called(square)))
            if not where:
                return _("{name} ZONGs: every piece stays on its square").format(name=name)
            return _("{name} ZONGs: {moves}").format(name=name, moves=", ".join(where))
        case events.Starts():
            name = state.seat_name(event.youngest)
        case events.Disputed():
            piece = event.colour
        case events.Voted():
            choice = piece_name(event.colour) if state.vote.asked == GOAL else called(event.square)
            square = outcome(state, event)[1]
            kind += "-decided" * bool(square)
        case events.FellBack():
            place = back_place(state, event.seat)
            square = event.to or state.board.named(state.place(event.seat) if place is None else place)
        case events.Advanced():
            square = event.to or state.board.named(forward_place(state, event.seat))
            choice = joined([piece_name(colour) for colour in event.taken])
            kind += ("-order" if event.order else "-taken") * bool(event.taken)
        case events.Ruled():
            piece, square = event.colour, event.square
            kind += "-order" * bool(event.order)
    order = pieces_named(getattr(event, "order", ()))
    return word("event", kind).format(
        name=name, piece=piece_name(piece), square=called(square), choice=choice, pieces=choice, order=order
    )


def outcome(state: State, event: events.Voted) -> tuple[State, str]:
    """The state after a vote, and the square that it gives the piece in question; empty while that is open."""
    after, seat = voted(state, event), state.agreed.seat(state.vote.asked)
    if seat is None or (after.phase, after.vote.asked) == (state.phase, state.vote.asked):
        return after, ""
    return after, GOAL if after.over is not None else dict(after.vote.decided).get(seat, "")


def contest(state: State, event: Any) -> Contest | None:
    """The vote that this event ends; None: it ends none."""
    if not isinstance(event, events.Voted) or state.phase != "vote" or any(vote_violations(state, event)):
        return None
    after, square = outcome(state, event)
    if after.phase == "vote" and after.vote.asked == state.vote.asked:
        return None
    vote = event.colour if state.vote.asked == GOAL else event.square
    votes = Counter(given for _seat, given in (*state.vote.votes, (event.seat, vote)))
    counts = [count for _vote, count in votes.most_common()]
    if len(counts) == 1:
        more = several("All {n} votes agree.", "All {n} votes agree.", votes.total())
    elif len(counts) == 2:
        more = _("Votes: {most} to {other}.").format(most=counts[0], other=counts[1])
    else:
        more = _("Votes: {counts}.").format(counts=", ".join(map(str, counts)))
    if state.vote.asked == GOAL:
        if after.over is None:
            return None
        return Contest(_("{name} has won").format(name=state.seat_name(after.over.winners[0])), more=more)
    if not square:
        return None
    words = _("{piece} belongs on {square}")
    return Contest(words.format(piece=piece_title(state.vote.asked), square=called(square)), more=more)
