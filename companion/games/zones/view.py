"""What each pair of eyes may see of a state, in words and ready to be drawn."""

from companion.game import Over, Seat, View
from companion.games.zones import rules, screened, table
from companion.games.zones.capturing import is_protected, is_sheltered, returning
from companion.games.zones.moving import moves, shots
from companion.games.zones.pieces import BASE
from companion.games.zones.state import Piece, State, counted, seat_name
from companion.games.zones.summoning import entries
from companion.sight import Lying

FEW_HOMES = 3
"""A base in a corner has no more home tiles than this."""


def view(state: State, eyes: Seat | None) -> View:
    """What these eyes may see; None = the shared screen, which shows nothing of either half behind the screen."""
    aside = tuple(_aside(state, seat) for seat in (0, 1))
    if state.phase != "set-up":
        about = {name: _about(state, n) for n, name in enumerate(state.agreed.board.names)}
        board = dict(table.look(state).regions)
        return View(
            headline=_headline(state),
            awaited=_awaited(state),
            notes=_notes(state),
            board=board,
            about=about,
            aside=aside,
        )
    if eyes not in (0, 1) or state.over is not None:
        return View(headline=_headline(state), awaited=_awaited(state), notes=_roster(state), aside=aside)
    board = table.half_look(state, eyes)
    notes = (*_private(state, eyes), *_roster(state))
    return View(
        headline=_headline(state),
        awaited=_awaited(state),
        notes=notes,
        board=board,
        about=_half_about(state, board),
        aside=aside,
    )


def _headline(state: State) -> str:
    turn = rules.turn(state)
    if isinstance(turn, Over):
        return f"{seat_name(state, turn.winners[0])} wins: {turn.why}" if turn.winners else turn.why
    if state.phase == "coin":
        return "Who begins?"
    if state.phase == "play":
        return f"{seat_name(state, state.turn)} to {'choose' if state.choosing else 'move or summon'}"
    if screened.is_up(state):
        return "Lift the screen"
    return "The screen is down: both lay out in secret"


def _awaited(state: State) -> str:
    if state.over is not None:
        return ""
    if state.phase == "coin":
        return f"Flip the coin: on heads {seat_name(state, 0)} begins."
    if state.phase == "set-up":
        return _laying(state)
    if state.choosing:
        names = " or ".join(state.agreed.kinds[piece].name for piece in returning(state, state.turn))
        return f"Which captured piece comes back to reserve: {names}?"
    return "Move a piece, or summon one." if state.pool.reserve[state.turn] else "Move a piece."


def _laying(state: State) -> str:
    """What everybody may know of what is to be done behind the screen."""
    stage, names = screened.stage(state), [seat_name(state, seat) for seat in (0, 1)]
    if stage == "lift":
        return "Both are ready: lift the screen."
    if stage == "bases":
        return "Each lays the base on any square of the own half."
    if stage == "tiles":
        drawing = screened.drawing(state)
        who = " or ".join(names[seat] for seat in sorted(drawing))
        laid = ", ".join(f"{names[seat]} {state.screen.drawn[seat]}" for seat in (0, 1))
        return f"{who} draws a tile and lays it in the own half ({laid} of {state.agreed.tiles})."
    waiting = " and ".join(names[seat] for seat in (0, 1) if not state.screen.ready[seat])
    return f"{waiting}: place three pieces, then press ready."


def _private(state: State, eyes: Seat) -> tuple[str, ...]:
    """What is wrong with one's own half, with the rule; and that a base in a corner is a risk of its own (ZN-11)."""
    wrong = tuple(
        f"Not as it should be: {breach.about} ({breach.rule})" for breach in screened.faults(state, eyes)
    )
    number = state.square(state.screen.halves[eyes].base)
    if number is not None and len(state.agreed.board.near[number]) <= FEW_HOMES:
        return (*wrong, "A base in a corner has three home tiles: hard to reach, but little room to summon.")
    return wrong


def _roster(state: State) -> tuple[str, ...]:
    """That movement and terrain of the pieces are nobody's official values, until the owner has confirmed them."""
    roster = state.agreed.roster
    if roster.confirmed:
        return ()
    return (
        f"Movement and terrain of the pieces: {roster.name}, not the publisher's; nobody has confirmed them.",
    )


def _notes(state: State) -> tuple[str, ...]:
    notes = []
    if state.skipped is not None and state.over is None:
        notes.append(f"{seat_name(state, state.skipped)} can neither move nor summon and misses the turn.")
    for thing in state.untidy:
        if thing.back:
            notes.append(f"{counted(state, (thing.back,))} goes back to reserve.")
    for seat in (0, 1):
        if len(state.home(seat)) <= FEW_HOMES and state.over is None:
            notes.append(f"The base of {seat_name(state, seat)} stands in a corner: it has three home tiles.")
    return (*notes, *_roster(state))


def _about(state: State, number: int) -> str:
    """A square: its tile, whose home tile it is, what stands there, whether it is protected, where it may go."""
    terrain, piece = state.terrain[number], state.board[number]
    if terrain == BASE:
        return f"The base of {seat_name(state, state.bases.index(number))}"
    homes = [seat_name(state, seat) for seat in (0, 1) if number in state.home(seat)]
    ground = f"{terrain.capitalize()} · home tile of {' and '.join(homes)}" if homes else terrain.capitalize()
    if piece is None:
        return ground
    said = f"{piece.kind.name} ({seat_name(state, piece.seat)}, {piece.kind.category}, {piece.kind.cost}) · {ground}"
    if is_protected(state, number):
        said += " · protected" + (" by its friend beside it" if is_sheltered(state, number) else "")
    return said if state.over is not None or state.phase != "play" else said + _may_go(state, number, piece)


def _may_go(state: State, number: int, piece: Piece) -> str:
    names = state.agreed.board.names
    squares = sorted(names[to] for to in moves(state, number, piece))
    said = f" · may go to {', '.join(squares)}" if squares else " · cannot move"
    targets = sorted(names[at] for at in shots(state, number, piece))
    return f"{said} · may shoot at {', '.join(targets)}" if targets else said


def _half_about(state: State, board: dict[str, Lying]) -> dict[str, str]:
    kinds = state.agreed.kinds
    labels = {at: [thing.label or "" for thing in things] for at, things in board.items()}
    return {
        at: " · ".join(kinds[name].name if name in kinds else name.capitalize() for name in names)
        for at, names in labels.items()
    }


def _aside(state: State, seat: Seat) -> tuple[str, ...]:
    """Reserve and captures of a seat by name, with the cost of the captures; in its turn where it may summon."""
    found = []
    if state.pool.reserve[seat]:
        found.append(f"Reserve: {counted(state, state.pool.reserve[seat])}")
    if state.pool.captured[seat]:
        found.append(f"Captured: {counted(state, state.pool.captured[seat])} · {state.cost(seat)} points")
    if state.phase == "play" and state.over is None and state.turn == seat and not state.choosing:
        squares: dict[str, list[str]] = {}
        for name, square in entries(state, seat):
            squares.setdefault(name, []).append(state.agreed.board.names[square])
        found += [
            f"{state.agreed.kinds[name].name}: may enter on {', '.join(at)}" for name, at in squares.items()
        ]
    return tuple(found)
