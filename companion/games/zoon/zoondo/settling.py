"""When a step is done, when the turn passes, and when somebody cannot play any more.

The rule kept here: what falls off by itself falls off by what everybody knows, so that it tells nothing hidden.
"""

import msgspec
from msgspec.structs import replace

from companion.game import Over, Seat
from companion.games.zoon.family.laying import reinforcements
from companion.games.zoon.family.moves import zoons_of
from companion.games.zoon.family.state import cannot_play, rested
from companion.games.zoon.family.unseen import all_faces
from companion.games.zoon.zoondo import trumps
from companion.games.zoon.zoondo.due import is_idle
from companion.games.zoon.zoondo.routes import moves_by_grid
from companion.games.zoon.zoondo.state import State, Untidy


def settled(state: State) -> State:
    """Steps that cannot be carried out, or are done, fall off; when none is left the turn passes."""
    todo = state.todo
    while todo and state.over is None and is_idle(state, todo[-1]):
        state = replace(state, todo=(todo := todo[:-1]))
    if state.over is not None or todo or state.phase != "play":
        return replace(state, todo=()) if state.over is not None else state
    return _passed(state)


def _passed(state: State) -> State:
    passed = replace(state, turn=1 - state.turn, board=rested(state.board), untidy=_aged(state.untidy))
    over = stuck(passed)
    return passed if over is None else replace(passed, over=over)


def _aged(untidy: tuple[Untidy, ...]) -> tuple[Untidy, ...]:
    """What may still be tidied in the next turn: by its end every Zoon must stand where it belongs.

    Else one that stepped back and came again would look as if it had never stepped back.
    """
    kept = (thing for thing in untidy if not thing.old)
    return tuple(msgspec.structs.replace(thing, old=thing.what != "down") for thing in kept)


def stuck(state: State) -> Over | None:
    """The end of the game when the seat to move can do nothing at all, whatever its unknown cards are."""
    return cannot_play(state, can_act)


def can_act(state: State, seat: Seat) -> bool:
    """Whether a seat can move, play a trump or lay a reinforcement."""
    faces = all_faces(state, seat)
    for number, piece in zoons_of(state.board, seat):
        if next(moves_by_grid(state, number, piece, faces[number]), None) is not None:
            return True
    return (
        next(trumps.plays(state, seat, faces), None) is not None
        or next(reinforcements(state, seat), None) is not None
    )
