"""One half behind the screen as a camera reads it, when its seat says that it is ready: for that seat's eyes alone."""

from collections import Counter
from collections.abc import Iterator

from companion.game import Seat, Seen
from companion.games.zones.events import Laid
from companion.games.zones.pieces import TERRAINS, Terrain
from companion.games.zones.state import State
from companion.games.zones.table import base_label
from companion.sight import Sighting

SURE = 0.8
"""A reading below this is not taken for what lies there: its seat is asked."""


def half_seen(state: State, seat: Seat, seen: Seen) -> Laid:
    """What a seat has laid behind the screen, as it was read: the tiles of its half, its base and pieces anywhere.

    What is wrong or missing is left as it is, and what is not read for sure is left out (`half_unread`).
    """
    base, terrain = "", dict[str, Terrain]()
    pieces, tiles = list[tuple[str, str]](), Counter[str]()
    for at, one in _lying(state, seen):
        if not _is_read(one):
            continue
        kind = next((terrain for terrain in TERRAINS if terrain == one.label), None)
        if one.kind == "card" and one.label == base_label(state.agreed, seat):
            base = at
        elif one.kind == "card" and kind is not None and _is_own(state, seat, at):
            terrain[at] = kind
            tiles[at] += 1
        elif one.kind == "disc" and one.label is not None and state.agreed.seat_of(one.label) == seat:
            pieces.append((one.label, at))
    twice = tuple(sorted(at for at, count in tiles.items() if count > 1))
    return Laid(seat, tuple(sorted(pieces)), base, terrain, twice)


def half_unread(state: State, seat: Seat, seen: Seen) -> tuple[str, ...]:
    """The squares of a seat's half on which something lies that was not read for sure."""
    unread = (at for at, one in _lying(state, seen) if not _is_read(one) and _is_own(state, seat, at))
    return tuple(dict.fromkeys(unread))


def _lying(state: State, seen: Seen) -> Iterator[tuple[str, Sighting]]:
    """Tiles and tokens by square, bottom first."""
    for at in state.agreed.board.names:
        for one in seen.regions.get(at, ()):
            if one.kind in ("card", "disc"):
                yield at, one


def _is_read(one: Sighting) -> bool:
    return one.label is not None and one.sure >= SURE


def _is_own(state: State, seat: Seat, at: str) -> bool:
    return state.agreed.board.is_own(seat, state.agreed.board.numbers[at])
