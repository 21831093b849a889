"""Every lawful event of a state."""

from collections.abc import Iterator

from companion.game import Event
from companion.games.zoon.alternate import laying, trumps, turning
from companion.games.zoon.alternate.events import Fought
from companion.games.zoon.alternate.routes import grid_moves
from companion.games.zoon.alternate.state import Fight, Shot, Show, State, TurnUp
from companion.games.zoon.family.board import March, Star
from companion.games.zoon.family.laying import layouts, reinforcements
from companion.games.zoon.family.moves import is_certain, march_moves, star_moves, zoons_of
from companion.games.zoon.family.unseen import possible
from companion.kits.events import Starts, Stopped

DICE = tuple((one, two) for one in range(1, 7) for two in range(1, 7))


def lawful(state: State) -> Iterator[Event]:
    """Every lawful event; of the very many front rows and small layouts a sample.

    What people may say at any time is not listed: that they surrender, agree to a draw, turned a penny, or rule.
    """
    if state.over is not None:
        return
    if state.phase == "deploy":
        yield from layouts(state)
    elif state.phase == "fronts":
        yield from laying.front_rows(state)
    elif state.phase == "lot":
        yield from (Starts(0), Starts(1))
    elif state.todo:
        yield from _due(state)
    else:
        seat = state.turn
        for number, piece in zoons_of(state.board, seat):
            yield from grid_moves(state, number, piece, possible(state, number))
        yield from trumps.plays(state, seat)
        yield from reinforcements(state, seat)


def _due(state: State) -> Iterator[Event]:
    step = state.step
    if isinstance(step, Fight | Shot):
        yield from map(Fought, DICE)
    elif isinstance(step, TurnUp | Show):
        yield from turning.all_of(state, step)
    elif isinstance(step, March):
        yield from march_moves(state, step)
        if step.made or next(march_moves(state, step, sure=True), None) is None:
            yield Stopped(step.seat)
    elif isinstance(step, Star):
        yield from star_moves(state, step)
        if not is_certain(state, step):
            yield Stopped(step.seat)
