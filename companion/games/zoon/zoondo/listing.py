"""Every lawful event of a state."""

from collections.abc import Iterator

from companion.game import Event
from companion.games.zoon.family.board import March
from companion.games.zoon.family.laying import layouts, reinforcements
from companion.games.zoon.family.moves import is_certain, march_moves, star_moves, stop_breaches, zoons_of
from companion.games.zoon.family.unseen import all_faces
from companion.games.zoon.zoondo import touching, trumps, turning
from companion.games.zoon.zoondo.routes import moves_by_grid
from companion.games.zoon.zoondo.state import Fight, Shot, State
from companion.kits.events import Starts, Stopped


def lawful(state: State) -> Iterator[Event]:
    """Every lawful event; of the very many layouts of an army a sample.

    What people may say at any time is not listed: that they surrender, agree to a draw, or rule.
    """
    if state.over is not None:
        return
    if state.todo:
        yield from _due(state)
    elif state.phase == "deploy":
        yield from layouts(state)
    elif state.phase == "lot":
        yield from (Starts(0), Starts(1))
    else:
        seat = state.turn
        faces = all_faces(state, seat)
        for number, piece in zoons_of(state.board, seat):
            yield from moves_by_grid(state, number, piece, faces[number])
        yield from trumps.plays(state, seat, faces)
        yield from reinforcements(state, seat)


def _due(state: State) -> Iterator[Event]:
    step = state.todo[-1]
    if isinstance(step, Fight | Shot):
        yield from touching.touches(state.agreed, step)
        if not touching.to_touch(state.agreed, step):
            yield from turning.reveals(state, step)
    elif isinstance(step, March):
        yield from march_moves(state, step)
        if next(stop_breaches(state, Stopped(step.seat)), None) is None:
            yield Stopped(step.seat)
    else:
        yield from star_moves(state, step)
        if not is_certain(state, step):
            yield Stopped(step.seat)
