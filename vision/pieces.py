"""Pieces that lie by themselves: what every reader of one kind of them shares, dice as well as discs and pawns.

Rule kept: what lies where nothing has changed is taken over as it was read, not read a second time.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.sight import Kind, Sighting, Table
from vision.boxes import Box, meets_any, merged
from vision.reader import Changes, Seen, View

AROUND: Final = 0.75
"""A change is looked at with so much of a piece's own size about it."""
LEAST_AROUND_PX: Final = 24.0


@dataclass(frozen=True, slots=True, eq=False)
class SeenPieces(Seen):
    """Pieces of one kind or of several, each with its outline in px."""


class PieceReader(ABC):
    """Reads the pieces of one kind."""

    part = "pieces"
    kind: Kind

    @abstractmethod
    def find(self, view: View, boxes: Sequence[Box] | None) -> Sequence[Sighting]:
        """The pieces in these boxes (px), in the whole picture without."""

    def read(self, view: View) -> SeenPieces:
        """The pieces of this kind: those that touch no change as they were, then those newly found."""
        before, changes = pieces_before(view), view.changes
        if changes is None:
            kept, boxes = [], None
        else:
            alike = [piece for piece in before if piece.kind == self.kind]
            kept = [piece for piece in alike if not meets_any(box_of(piece), changes.px)]
            boxes = merged([_grown(box, before) for box in changes.px])
        found = () if boxes == () else self.find(view, boxes)
        new = [_in_region(piece, view.table) for piece in found if not _held(piece, kept)]
        return SeenPieces((*kept, *new))


def pieces_before(view: View) -> tuple[Sighting, ...]:
    """The pieces of all kinds that were seen in the look before, if the next may be told by its changes."""
    seen = None if view.changes is None else view.earlier(SeenPieces)
    return () if seen is None else seen.sightings


def looking_at(view: View, boxes: tuple[Box, ...], before: Sequence[Sighting] = ()) -> View:
    """The view of somebody who knows nothing but some pieces of the look before, and looks into boxes (px) only."""
    return replace(view, changes=Changes(boxes), before=(SeenPieces(tuple(before)),), seen=())


def box_of(piece: Sighting) -> Box:
    """The upright box (px) about a piece's outline. Raises ValueError for one without an outline."""
    if not piece.corners_px:
        raise ValueError(f"expected a sighting with an outline, found {piece.kind} without")
    across, down = zip(*piece.corners_px, strict=True)
    return (min(across), min(down), max(across), max(down))


def _grown(box: Box, before: Sequence[Sighting]) -> Box:
    sizes = [max(right - left, low - high) for left, high, right, low in map(box_of, before)]
    more = max([LEAST_AROUND_PX, *(AROUND * size for size in sizes)])
    return (box[0] - more, box[1] - more, box[2] + more, box[3] + more)


def _held(piece: Sighting, kept: Sequence[Sighting]) -> bool:
    """Whether a piece found is one that was kept."""
    left, high, right, low = box_of(piece)
    across, down = (left + right) / 2, (high + low) / 2
    return meets_any((across, down, across, down), [box_of(other) for other in kept])


def _in_region(piece: Sighting, table: Table) -> Sighting:
    if piece.x is None or piece.y is None or piece.region is not None:
        return piece
    return replace(piece, region=table.region_at(piece.x, piece.y))
