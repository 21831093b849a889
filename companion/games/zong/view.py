"""What everybody may see of a state, in words and ready to be drawn: nothing in this game is hidden."""

from companion.game import Over, Seat, View
from companion.games.zong import table
from companion.games.zong.board import GOAL
from companion.games.zong.flow import back_place, forward_place
from companion.games.zong.resting import belongs_by_position, misplaced, sorted_out
from companion.games.zong.saying import DISC_COLOURS, called, shown
from companion.games.zong.state import DISC_NAMES, State, seat_name
from companion.games.zong.voting import choices


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
        return f"{seat_name(state, state.over.winners[0])} wins: {state.over.why}"
    name = seat_name(state, state.turn)
    if state.phase == "vote":
        return "Who has won?" if state.vote.asked == GOAL else f"Where does {state.vote.asked} belong?"
    doing = {
        "throw": "to throw",
        "lightning": "to ZONG",
        "cleanup": "ZONGed: put the pieces back",
        "spiral": "to fall back",
        "points": "to go on",
    }
    return f"{name} {doing[state.phase]}"


def _awaited(state: State) -> str:
    if state.phase == "throw":
        return "Choose three of your five discs, shake them and let them drop."
    if state.phase == "lightning":
        times = "once" if state.throw.lightnings == 1 else f"{state.throw.lightnings} times"
        disc = state.agreed.discs[state.turn]
        return f"Flick the {disc} ZONG disc from the goal, {times}, or leave it."
    if state.phase == "cleanup":
        moves = ", ".join(f"{colour} on {called(square)}" for colour, square in misplaced(state).items())
        return f"Put {moves}." if moves else "Every piece stands where it belongs."
    if state.phase == "vote":
        named = " or ".join(
            called(choice) if state.vote.asked != GOAL else choice for choice in choices(state)
        )
        return f"Every player has one vote: {named}. The majority decides."
    if state.phase == "spiral":
        place = back_place(state, state.turn)
        return "" if place is None else f"One position back: {called(state.board.named(place))}."
    if state.phase == "points":
        squares = "One square" if state.throw.points == 1 else f"{state.throw.points} squares"
        return f"{squares} on, to {called(state.board.named(forward_place(state, state.turn)))}."
    return ""


def _notes(state: State) -> tuple[str, ...]:
    """What was thrown and is still to be played; what is in doubt; and blue faces that nobody has confirmed."""
    notes = []
    if state.throw.thrown:
        notes.append("Thrown: " + ", ".join(map(shown, state.throw.thrown)))
    left = [
        (state.throw.lightnings, "lightning"),
        (state.throw.spirals, "spiral"),
        (state.throw.points, "point"),
    ]
    if state.over is None and state.throw.thrown:
        said = [f"{n} {word}{'s' if n > 1 else ''}" for n, word in left if n]
        notes.append("To be played: " + (", ".join(said) or "nothing more"))
    if state.phase in ("cleanup", "vote"):
        notes += _doubts(state)
    if not state.agreed.confirmed:
        faces = ", ".join(f"{one}/{other}" for one, other in state.agreed.blue)
        notes.append(f"Blue discs are taken to show {faces}; nobody has confirmed that.")
    return tuple(notes)


def _doubts(state: State) -> list[str]:
    """Pieces nearer to another answer than a measuring can tell, with the distance; towers whose order is not sure."""
    found, notes = sorted_out(state), []
    for seat, _ in state.rest:
        measured = belongs_by_position(state, seat)
        if measured is not None and measured.doubtful and seat not in dict(state.vote.decided):
            other, away = measured.others[0]
            colour = state.agreed.colours[seat]
            notes.append(
                f"Doubtful: {colour} belongs on {called(measured.square)}; {called(other)} is {away:.1f} mm away."
            )
    for square in sorted(found.doubtful, key=lambda name: state.board.number(name) or 0):
        order = ", ".join(found.towers[square])
        notes.append(f"Order in doubt on {called(square)} ({order}): {seat_name(state, state.turn)} decides.")
    for seat, vote in state.vote.votes:
        notes.append(f"{seat_name(state, seat)} votes for {called(vote)}.")
    return notes


def _about(state: State) -> dict[str, str]:
    """A sentence for each square on which something stands, and for those that are red."""
    found = {}
    for number, tower in enumerate(state.squares):
        name = state.board.named(number)
        colours = [state.agreed.colours[seat] for seat in tower]
        red = any(square.name == name for square in state.board.reds)
        if len(colours) > 1 and number:
            found[name] = f"{called(name).capitalize()}: {', '.join(colours)} (bottom first)"
        elif colours:
            found[name] = f"{called(name).capitalize()}: {', '.join(colours)}"
        elif red:
            found[name] = f"{name}: a red square"
    return found


def _aside(state: State, seat: Seat) -> tuple[str, ...]:
    """The discs that a seat owns, and its ZONG disc."""
    own = [f"{n} {DISC_COLOURS[name]}" for name, n in zip(DISC_NAMES, state.hands[seat], strict=True) if n]
    return (", ".join(own), f"{state.agreed.discs[seat]} ZONG disc")
