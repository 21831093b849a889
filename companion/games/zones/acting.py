"""What a seat may do in its turn: moves, shots and summonses, before any of them is made an event."""

from companion.game import Seat
from companion.games.zones.events import Moved, Shot, Summoned
from companion.games.zones.moving import moves, shots
from companion.games.zones.state import State
from companion.games.zones.summoning import entries

Act = type[Moved] | type[Shot] | type[Summoned]


def acts(state: State, seat: Seat) -> list[tuple[Act, str, list[int]]]:
    """All that is lawful for a seat: what is done, from where or with which piece, and the squares on which it may."""
    names = state.agreed.board.names
    found: list[tuple[Act, str, list[int]]] = []
    for number, piece in enumerate(state.board):
        if piece is not None and piece.seat == seat:
            if squares := moves(state, number, piece):
                found.append((Moved, names[number], squares))
            if piece.kind.special == "shoot" and (squares := shots(state, number, piece)):
                found.append((Shot, names[number], squares))
    found += [(Summoned, name, squares) for name, squares in entries(state, seat)]
    return found


def can_act(state: State, seat: Seat) -> bool:
    """Whether a seat can move, shoot or summon."""
    for number, piece in enumerate(state.board):
        if (
            piece is not None
            and piece.seat == seat
            and (moves(state, number, piece) or shots(state, number, piece))
        ):
            return True
    return bool(entries(state, seat))
