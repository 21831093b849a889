"""Everything on the table that is no card: which finder looks for which kind, and what need not be looked for again.

Rule kept: what lies where nothing has changed is taken over as it was read, not read a second time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.sight import Kind, Sighting, Table
from vision.decks.deck import Deck
from vision.dice.reader import find_dice
from vision.discs.pawns import find_pawns
from vision.discs.reader import find_discs
from vision.discs.sense import scale_by_cards, sensible
from vision.mat.plane import Plane
from vision.pennies.free import find_free_pennies

Picture = NDArray[np.uint8]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom in px."""


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """Where to look: the picture (BGR, H x W x 3), the plane of the table if a mat was found, the `boxes` outside
    which nothing has changed (None: look everywhere), the cards that were found and, with a mat, the pennies on them,
    the enrolled decks, and the kinds that this table has."""

    image: Picture
    plane: Plane | None
    boxes: tuple[Box, ...] | None
    cards: tuple[Sighting, ...]
    decks: tuple[Deck, ...] = ()
    kinds: tuple[Kind, ...] = ()


Finder = Callable[[Search], Sequence[Sighting]]

FINDERS: Final[dict[Kind, Finder]] = {
    "penny": lambda search: find_free_pennies(search.image, search.plane, search.boxes, search.cards),
    "die": lambda search: find_dice(search.image, search.plane, search.boxes),
    "disc": lambda search: find_discs(search.image, search.plane, search.boxes, search.decks),
    # Where no discs are used, flat round pieces are the players' own.
    "pawn": lambda search: find_pawns(
        search.image, search.plane, search.boxes, flat="disc" not in search.kinds
    ),
}
"""Who looks for what. Pennies that lie on cards are the eye's own affair, where a mat tells how large they are."""

AROUND: Final = 0.75
"""A change is looked at with so much of a piece's own size about it."""
LEAST_AROUND_PX: Final = 24.0


def find_pieces(search: Search, table: Table, before: Sequence[Sighting] = ()) -> tuple[Sighting, ...]:
    """All pieces of the table's kinds, each with its region.

    `before`: the pieces of an earlier picture; those that touch none of the boxes are kept as they are.
    """
    kept = [piece for piece in before if search.boxes is not None and not _touched(piece, search.boxes)]
    found = list(kept)
    if search.boxes is None or search.boxes:
        wider = None if search.boxes is None else merged([_grown(box, before) for box in search.boxes])
        grown = replace(search, boxes=wider, kinds=table.kinds)
        for kind in table.kinds:
            finder = FINDERS.get(kind)
            if finder is not None:
                found += [piece for piece in finder(grown) if not _held(piece, kept)]
        scale = scale_by_cards(search.cards, search.decks) if search.plane is None else None
        found = list(sensible(found, search.cards, scale))
    return tuple(_in_region(piece, table) for piece in found)


def merged(boxes: Sequence[Box]) -> tuple[Box, ...]:
    """The boxes with those that touch made one."""
    ordered: list[Box] = []
    for box in boxes:
        while True:
            near = next((other for other in ordered if meet(box, other)), None)
            if near is None:
                break
            ordered.remove(near)
            box = (min(box[0], near[0]), min(box[1], near[1]), max(box[2], near[2]), max(box[3], near[3]))
        ordered.append(box)
    return tuple(ordered)


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


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes have a point in common."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _touched(piece: Sighting, boxes: Sequence[Box]) -> bool:
    outline = box_of(piece)
    return any(meet(outline, box) for box in boxes)


def _held(piece: Sighting, kept: Sequence[Sighting]) -> bool:
    """Whether a piece found is one that was kept."""
    left, high, right, low = box_of(piece)
    across, down = (left + right) / 2, (high + low) / 2
    return any(
        other.kind == piece.kind and box[0] <= across <= box[2] and box[1] <= down <= box[3]
        for other, box in ((other, box_of(other)) for other in kept)
    )


def _in_region(piece: Sighting, table: Table) -> Sighting:
    if piece.x is None or piece.y is None or piece.region is not None:
        return piece
    return replace(piece, region=table.region_at(piece.x, piece.y))
