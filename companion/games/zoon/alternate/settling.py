"""When a step is done, when the turn passes, and when somebody cannot play any more."""

from typing import Any

import msgspec
from msgspec.structs import replace

from companion.game import Over, Seat
from companion.games.zoon.alternate import trumps
from companion.games.zoon.alternate.changes import still_owed
from companion.games.zoon.alternate.due import is_idle
from companion.games.zoon.alternate.routes import grid_moves
from companion.games.zoon.alternate.state import Show, State, TurnUp, Untidy
from companion.games.zoon.family.laying import reinforcements
from companion.games.zoon.family.moves import zoons_of
from companion.games.zoon.family.state import cannot_play, rested
from companion.games.zoon.family.unseen import possible

_PLACES = ("come", "other", "off")


def settled(state: State) -> State:
    """Steps that cannot be carried out, or are done, fall off; when none is left the turn passes."""
    if state.phase != "play":
        return state
    stays = any(isinstance(step, TurnUp) and step.stays for step in state.todo)
    state = still_owed(state)
    while state.over is None and (step := state.step) is not None and _is_done(state, step):
        state = replace(state, todo=state.todo[:-1])
        stays = isinstance(step, TurnUp) and step.stays
    if state.over is not None:
        return replace(state, todo=())
    if stays and not state.todo:
        return replace(state, over=stuck(state))
    return state if state.todo else _passed(state)


def _is_done(state: State, step: Any) -> bool:
    if isinstance(step, TurnUp):
        return step.left <= 0
    if isinstance(step, Show):
        piece = state.at(step.at)
        return piece is None or piece.up
    return is_idle(state, step)


def _passed(state: State) -> State:
    passed = replace(state, turn=1 - state.turn, board=rested(state.board), untidy=_aged(state.untidy))
    over = stuck(passed)
    return passed if over is None else replace(passed, over=over)


def _aged(untidy: tuple[Untidy, ...]) -> tuple[Untidy, ...]:
    """What may still be tidied in the next turn. Where a Zoon stands must be right by the end of that turn.

    Otherwise a Zoon that steps back and comes again would look as if it had never stepped back.
    """
    if not any(thing.what in _PLACES for thing in untidy):
        return untidy
    kept = (thing for thing in untidy if not thing.old)
    return tuple(msgspec.structs.replace(t, old=True) if t.what in _PLACES else t for t in kept)


def stuck(state: State) -> Over | None:
    """The end of the game when the seat to move can do nothing at all, whatever its unknown cards are."""
    return cannot_play(state, any_act)


def any_act(state: State, seat: Seat) -> bool:
    """Whether a seat can move, play a trump or lay a reinforcement."""
    for number, piece in zoons_of(state.board, seat):
        if next(grid_moves(state, number, piece, possible(state, number)), None) is not None:
            return True
    return (
        next(trumps.plays(state, seat), None) is not None
        or next(reinforcements(state, seat), None) is not None
    )
