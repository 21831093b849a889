"""What everybody may see of a state, in words and ready to be drawn: nothing in this game is hidden."""

from companion.game import Over, Seat, View
from companion.games.zong import table
from companion.games.zong.board import GOAL
from companion.games.zong.rest import belongs_by_position, misplaced, sorted_out
from companion.games.zong.rules import choices
from companion.games.zong.state import (
    DISC_NAMES,
    State,
    called,
    counted_discs,
    piece_name,
    pieces_named,
    seat_name,
    shown,
    title,
)
from companion.games.zong.turn import back_place, forward_place
from companion.language import _, joined, number, several


def view(state: State, _eyes: Seat | None) -> View:
    """The same for all eyes."""
    look = table.look(state)
    return View(
        headline=_headline(state),
        awaited=_awaited(state),
        notes=_notes(state),
        board=dict(look.regions),
        about=_about(state),
        aside=tuple(_aside(state, seat) for seat in range(state.seats)),
    )


def _headline(state: State) -> str:
    if isinstance(state.over, Over):
        return _("Victory for {name}: {why}").format(
            name=seat_name(state, state.over.winners[0]), why=state.over.words
        )
    name = seat_name(state, state.turn)
    if state.phase == "vote":
        if state.vote.asked == GOAL:
            return _("Who has won?")
        return _("Where does {piece} belong?").format(piece=piece_name(state.vote.asked))
    doing = {
        "throw": _("{name} to throw"),
        "lightning": _("{name} to ZONG"),
        "cleanup": _("{name} ZONGed: put the pieces back")
        if misplaced(state)
        else _("{name} ZONGed: nothing to put back"),
        "spiral": _("{name} to fall back"),
        "points": _("{name} to go on"),
    }
    return doing[state.phase].format(name=name)


def _awaited(state: State) -> str:
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
    """What was thrown and is still to be played; what is in doubt; and blue faces that nobody has confirmed."""
    notes = []
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
        notes += _doubts(state)
    if not state.agreed.confirmed:
        faces = ", ".join(f"{one}/{other}" for one, other in state.agreed.blue)
        notes.append(
            _("Blue discs are taken to show {faces}; nobody has confirmed that.").format(faces=faces)
        )
    return tuple(notes)


def _doubts(state: State) -> list[str]:
    """Pieces nearer to another answer than a measuring can tell, with the distance; towers whose order is not sure."""
    found, notes = sorted_out(state), []
    for seat, _lies in state.rest:
        measured = belongs_by_position(state, seat)
        if measured is not None and measured.doubtful and seat not in dict(state.vote.decided):
            other, away = measured.others[0]
            colour = state.agreed.colours[seat]
            notes.append(
                _("Doubtful: {piece} belongs on {square}; {other} is {away} mm away.").format(
                    piece=piece_name(colour),
                    square=called(measured.square),
                    other=called(other),
                    away=number(away, 1),
                )
            )
    for square in sorted(found.doubtful, key=lambda name: state.board.number(name) or 0):
        notes.append(
            _("Order in doubt on {square} ({order}): {name} decides.").format(
                square=called(square),
                order=pieces_named(found.towers[square]),
                name=seat_name(state, state.turn),
            )
        )
    words = piece_name if state.vote.asked == GOAL else called
    for seat, vote in state.vote.votes:
        choice = words(vote)
        notes.append(_("{name} votes for {choice}.").format(name=seat_name(state, seat), choice=choice))
    return notes


def _about(state: State) -> dict[str, str]:
    """A sentence for each square on which something stands, and for those that are red."""
    found = {}
    for at, tower in enumerate(state.squares):
        name = state.board.named(at)
        pieces = pieces_named(tuple(state.agreed.colours[seat] for seat in tower))
        red = any(square.name == name for square in state.board.reds)
        if len(tower) > 1 and at:
            found[name] = _("{square}: {pieces} (bottom first)").format(square=title(name), pieces=pieces)
        elif tower:
            found[name] = _("{square}: {pieces}").format(square=title(name), pieces=pieces)
        elif red:
            found[name] = _("{square}: a red square").format(square=name)
    return found


def _aside(state: State, seat: Seat) -> tuple[str, ...]:
    """The discs that a seat owns, and its ZONG disc."""
    own = [counted_discs(name, n) for name, n in zip(DISC_NAMES, state.hands[seat], strict=True) if n]
    small = state.agreed.discs[seat] == "small"
    return (", ".join(own), _("small ZONG disc") if small else _("large ZONG disc"))
