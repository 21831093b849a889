"""What people are just telling of a turn of ZoneS: a piece on the board or in reserve, then where it goes.

Rule kept: nothing of it is booked before it is whole; what may be told by a touch is what the rules allow.
"""

from dataclasses import dataclass

from companion.game import Event
from companion.games.zones.events import Moved, Shot, Summoned
from companion.games.zones.moves import entries, moves, shots
from companion.games.zones.state import State


@dataclass(frozen=True, slots=True)
class Telling:
    """What has been touched so far on one state, `seq`.

    `square`: the one looked at; `piece`: one in reserve; `between`: events of which one is meant. `rosters`:
    the roster cards are being read.
    """

    seq: int = -1
    square: str = ""
    piece: str = ""
    between: tuple[Event, ...] = ()
    rosters: bool = False
    laying: int | None = None


def ways(state: State, square: str) -> tuple[Event, ...]:
    """Every move and shot of the piece on a square by the rules, as if it were its turn."""
    number, piece = state.square(square), state.at(square)
    if number is None or piece is None:
        return ()
    names, seat = state.agreed.board.names, piece.seat
    return (
        *(Moved(seat, square, names[to]) for to in sorted(moves(state, number, piece))),
        *(Shot(seat, square, names[at]) for at in sorted(shots(state, number, piece))),
    )


def doors(state: State, piece: str) -> tuple[Summoned, ...]:
    """Every way in which a piece may enter from the reserve of the seat whose turn it is."""
    names = state.agreed.board.names
    return tuple(
        Summoned(state.turn, name, names[square])
        for name, squares in entries(state, state.turn)
        if name == piece
        for square in sorted(squares)
    )


def may_act(state: State) -> bool:
    return state.phase == "play" and state.over is None and not state.choosing


def meant(state: State, telling: Telling, at: str) -> tuple[Event, ...]:
    """What a touch on a square tells, after what was touched before: nothing, one event, or a few to choose from."""
    if not may_act(state):
        return ()
    if telling.piece:
        return tuple(event for event in doors(state, telling.piece) if event.at == at)
    piece = state.at(telling.square)
    if piece is None or piece.seat != state.turn:
        return ()
    return tuple(event for event in ways(state, telling.square) if end(event) == at)


def end(event: Event) -> str:
    """The square that an event is about at its end."""
    return event.to if isinstance(event, Moved) else event.at or ""
