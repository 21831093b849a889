"""The ways that lie open on the printed movement grids."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from companion.games.zoon.family.board import NAMES, blocked, is_any_open, path_names
from companion.games.zoon.family.moves import is_open
from companion.games.zoon.family.state import Agreed
from companion.games.zoon.zoondo.events import Moved
from companion.games.zoon.zoondo.state import Piece, State
from companion.kits.grid import Spans, Way, spans

Ways = Mapping[int, tuple[Way, ...]]


@lru_cache(maxsize=65536)
def reach(agreed: Agreed, seat: int, square: int, faces: tuple[str, ...], gear: str = "") -> Ways:
    """Every square that the grids of these faces lead to, with the ways to it, read with that seat at its near edge."""
    found: dict[int, tuple[Way, ...]] = {}
    for face in faces:
        for to, printed in agreed.facts.ways(face, seat, square, gear or None).items():
            held = found.get(to, ())
            found[to] = (*held, *(way for way in printed if way not in held))
    return found


@lru_cache(maxsize=65536)
def _spans(agreed: Agreed, seat: int, square: int, faces: tuple[str, ...], gear: str) -> Spans:
    return spans(reach(agreed, seat, square, faces, gear))


def moves_by_grid(
    state: State, number: int, piece: Piece, faces: tuple[str, ...], by: int | None = None
) -> Iterator[Moved]:
    """Every lawful move of one Zoon along the grids of these faces; `by`: whoever moves it in its owner's place."""
    seat = piece.seat if by is None else by
    board, walls, start = state.board, blocked(state.walls), NAMES[number]
    for to, betweens in _spans(state.agreed, seat, number, faces, piece.gear):
        target = board[to]
        if target is not None:
            if target.seat == seat or target.cage:
                continue
        elif to in walls:
            continue
        if not betweens or is_any_open(board, walls, betweens):
            yield Moved(seat, start, NAMES[to])


def fitting_ways(state: State, event: Moved, number: int, piece: Piece, face: str, to: int) -> Iterator[Way]:
    """The ways by which a card can have come, those that lie open first."""
    ways = reach(state.agreed, event.seat, number, (face,), piece.gear).get(to, ())
    named = [way for way in ways if not event.path or event.path == path_names(way)]
    yield from (way for way in named if is_open(state, way))
    yield from (way for way in named if not is_open(state, way))
