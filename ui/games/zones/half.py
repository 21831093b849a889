"""A half behind the screen as its seat tells it: a tile or piece is chosen, then the squares on which it lies.

Rule kept: it goes to the referee as one event, and counts as whole only once its seat says so.
"""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from companion.game import Breach, Seat
from companion.games.zones.events import Laid
from companion.games.zones.halves import half_faults
from companion.games.zones.pieces import BASE, TERRAINS
from companion.games.zones.state import Agreed, Half, State

NOTHING = "nothing"
"""The choice that takes away what lies on a square."""
Lies = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class HalfDraft:
    """What a seat has told of its half so far; `tiles` are (terrain, square), `pieces` (piece, square).

    `brush`: what the next touched square gets: a terrain, `base`, a piece's id or `nothing`. `changed`: something was
    told since the referee was. `twice`: squares on which the camera read more than one tile.
    """

    seat: Seat
    base: str = ""
    tiles: Lies = ()
    pieces: Lies = ()
    brush: str = BASE
    changed: bool = False
    twice: tuple[str, ...] = ()

    @classmethod
    def laid(cls, event: Laid) -> "HalfDraft":
        """A half that the referee has not been told of yet."""
        tiles = tuple((kind, at) for at, kind in event.terrain.items())
        return cls(event.seat, event.base, tiles, event.pieces, NOTHING, changed=True)

    @property
    def half(self) -> Half:
        return Half(self.base, self.tiles, self.pieces, whole=True, twice=self.twice)

    def event(self, *, whole: bool = True) -> Laid:
        """What the referee is told when the seat is ready, or (not `whole`) to be kept for it."""
        terrain: dict[str, Any] = {at: kind for kind, at in self.tiles}
        return Laid(self.seat, self.pieces, self.base, terrain, self.twice, whole)

    def tile_on(self, at: str) -> str:
        if at == self.base:
            return BASE
        return next((kind for kind, where in self.tiles if where == at), "")

    def piece_on(self, at: str) -> str:
        return next((piece for piece, where in self.pieces if where == at), "")


def begun(state: State, seat: Seat) -> HalfDraft:
    """A seat's half as far as the referee was told of it."""
    half = state.screen.halves[seat]
    brush = TERRAINS[0] if half.base else BASE
    return HalfDraft(seat, half.base, half.tiles, half.pieces, brush, twice=half.twice)


def left(given: Agreed, draft: HalfDraft, brush: str) -> int:
    """How many more of this may lie in the half, as far as the seat itself can know."""
    if brush == BASE:
        return int(not draft.base)
    if brush in TERRAINS:
        return given.each - sum(kind == brush for kind, _ in draft.tiles)
    army = Counter(given.armies[draft.seat])
    return army[brush] - sum(piece == brush for piece, _ in draft.pieces)


def put(given: Agreed, draft: HalfDraft, at: str) -> HalfDraft:
    """The half with the chosen thing on a square; the same once more takes it away."""
    number, brush = given.board.numbers.get(at), draft.brush
    if number is None or not given.board.is_own(draft.seat, number):
        return draft
    base = "" if draft.base == at else draft.base
    tiles = tuple(pair for pair in draft.tiles if pair[1] != at)
    pieces = tuple(pair for pair in draft.pieces if pair[1] != at)
    if at in draft.twice:
        # What really lies there is said now.
        twice = tuple(square for square in draft.twice if square != at)
        draft = replace(draft, tiles=tiles, twice=twice, changed=True)
    if brush == NOTHING:
        # Without the piece on a square; where none stands without the tile or base.
        if draft.piece_on(at):
            return replace(draft, pieces=pieces, changed=True)
        return replace(draft, base=base, tiles=tiles, changed=True)
    is_tile = brush == BASE or brush in TERRAINS
    if is_tile and draft.tile_on(at) == brush:
        return replace(draft, base=base, tiles=tiles, changed=True)
    if brush == BASE:
        # The base comes first and once: what is told next are tiles.
        return replace(draft, base=at, tiles=tiles, brush=TERRAINS[0], changed=True)
    if not is_tile and draft.piece_on(at) == brush:
        return replace(draft, pieces=pieces, changed=True)
    if left(given, draft, brush) < 1:
        return draft
    if is_tile:
        return replace(draft, base=base, tiles=(*tiles, (brush, at)), changed=True)
    return replace(draft, pieces=(*pieces, (brush, at)), changed=True)


def faults(given: Agreed, draft: HalfDraft) -> tuple[Breach, ...]:
    """Everything that is wrong with the half or missing from it."""
    return tuple(half_faults(given, draft.seat, draft.half))
