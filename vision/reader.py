"""What every reader of the eye is given and gives: one kind of thing found on the table, in one look.

Rule kept: a reader remembers nothing. What it saw in the look before is given back to it, so that a look that was
thrown away, because a hand was in the way, leaves no trace.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import exp
from typing import Final, Protocol, TypeVar

import cv2
import numpy as np

from companion.sight import Kind, Sighting, Table
from vision.arrays import Box, Corners, Picture, Points, grown, meets_any, merged
from vision.mat.plane import Plane
from vision.motion.glimpse import Unchanged

TOUCH_MM = 4.0
"""What lies nearer to a change than this is read again."""
SAME_PLACE = 0.4
"""The least distance of two round things, in widths of one of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What one reader saw in one look; a reader that must remember more has a class of its own.

    `covers`: outlines (points in mm) of things that lie on others, each with its shadow.
    """

    sightings: tuple[Sighting, ...] = ()
    covers: tuple[Points, ...] = ()

    def told_after(self, others: Sequence[Sighting]) -> tuple[Sighting, ...]:
        """All that was seen so far, with this in its place: at the end, unless a reader knows better."""
        return (*others, *self.sightings)

    def cards_px(self) -> tuple[Corners, ...]:
        """Corners (px) of cards that were recognised and that nothing lies on: no hand is there."""
        return ()


S = TypeVar("S", bound=Seen)


@dataclass(frozen=True, slots=True, eq=False)
class Changes:
    """Where the picture differs from the one that was read last; what lies elsewhere is as it was.

    `px`: boxes of the picture that hold all changes. With a mat, `mm` are the same boxes on the table (left, bottom,
    right, top) with a little about each, and `areas` are those with the ones that touch made one.
    """

    px: tuple[Box, ...]
    mm: tuple[Box, ...] = ()
    areas: tuple[Box, ...] = ()
    unchanged: Unchanged | None = None

    def spare(self, corners_px: Sequence[tuple[float, float]] | None) -> bool:
        """Whether a thing near a change looks as it did all the same."""
        return self.unchanged is not None and self.unchanged.looks_the_same(corners_px or ())


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class View:
    """One look at the table, as each reader is given it.

    `image`: the whole picture (BGR). `plane`: None where no mat was found. `changes`: None where everything is to be
    read anew. `before`: what was seen in the look before; empty if there was none. `seen`: what other readers have seen
    in this look so far. `sharp`: whether fine relief can be told.
    """

    image: Picture
    plane: Plane | None
    table: Table
    changes: Changes | None = None
    before: tuple[Seen, ...] = ()
    seen: tuple[Seen, ...] = ()
    sharp: bool = True

    def earlier(self, kind: type[S]) -> S | None:
        """What was seen of a kind in the look before."""
        return next((one for one in self.before if isinstance(one, kind)), None)

    def so_far(self, kind: type[S]) -> S | None:
        """What was seen of a kind in this look."""
        return next((one for one in self.seen if isinstance(one, kind)), None)

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """All that was seen in this look so far."""
        told: tuple[Sighting, ...] = ()
        for one in self.seen:
            told = one.told_after(told)
        return told

    @property
    def covers(self) -> tuple[Points, ...]:
        """The outlines (mm) of all that lies on others, as far as it was seen."""
        return tuple(points for one in self.seen for points in one.covers)

    def having(self, seen: Seen) -> "View":
        return replace(self, seen=(*self.seen, seen))


class Reader(Protocol):
    """Looks for one kind of thing."""

    part: str
    """The name under which its milliseconds are counted."""

    def read(self, view: View) -> Seen:
        """What it sees: things where nothing changed as they were, those elsewhere read anew.

        Never raises for what a picture shows.
        """
        ...


def changes_on(plane: Plane | None, boxes_px: tuple[Box, ...], unchanged: Unchanged | None) -> Changes:
    """Changes (boxes in px) on a table."""
    if plane is None or not boxes_px:
        return Changes(boxes_px, unchanged=unchanged)
    left, top, right, bottom = np.array(boxes_px).T
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]]).transpose(2, 0, 1)
    places = plane.to_mm(corners.reshape(-1, 2)).reshape(-1, 4, 2)
    around = np.hstack([places.min(axis=1) - TOUCH_MM, places.max(axis=1) + TOUCH_MM])
    touched = tuple((float(a), float(b), float(c), float(d)) for a, b, c, d in around)
    return Changes(boxes_px, touched, merged(touched), unchanged)


def bears(covers: Points, place: Points) -> bool:
    """Whether something round with its middle at a place (mm) can only lie on what has this outline (mm)."""
    width = float(covers[:, 0].max()) - float(covers[:, 0].min())
    return bool(np.hypot(*(covers.mean(axis=0) - place)) < SAME_PLACE * width)


AROUND: Final = 0.75
"""The surroundings of a change that are looked at, in sizes of a piece."""
LEAST_AROUND_PX: Final = 24.0


@dataclass(frozen=True, slots=True, eq=False)
class SeenPieces(Seen):
    """Pieces of one kind or of several, each with its outline in px."""


class PieceReader(ABC):
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
            sizes = [max(right - left, low - high) for left, high, right, low in map(box_of, before)]
            more = max([LEAST_AROUND_PX, *(AROUND * size for size in sizes)])
            boxes = merged([grown(box, more) for box in changes.px])
        held, new = [box_of(piece) for piece in kept], []
        for piece in () if boxes == () else self.find(view, boxes):
            left, high, right, low = box_of(piece)
            across, down = (left + right) / 2, (high + low) / 2
            if meets_any((across, down, across, down), held):
                continue
            if piece.region is None and piece.x is not None and piece.y is not None:
                piece = replace(piece, region=view.table.region_at(piece.x, piece.y))
            new.append(piece)
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


SIZES_APART: Final = 0.18
"""Log of the factor by which pieces of a set differ in size at most, seen from near and far."""
COLOURS_APART: Final = 22.0
"""How much (CIE Lab) they differ in colour: print and light included."""
KINSHIP_ODDS: Final = 3.5
"""What is added to the log odds of a place that is quite like a sure piece."""


def in_sets(
    chances: Sequence[float], sure: Sequence[int], sizes: Sequence[float], faces: Iterable[Picture]
) -> list[float]:
    """How likely each place is a piece: likelier than by itself (0..1) where a sure one is quite like it.

    `sure`: which of them are pieces for sure; `sizes` (px) of all; `faces`: the middle of each one's top (BGR).
    """
    if not sure or len(sure) == len(chances):
        return list(chances)
    labs = [cv2.cvtColor(np.asarray(face / 255.0, np.float32), cv2.COLOR_BGR2Lab) for face in faces]
    colours = [np.asarray(np.median(lab.reshape(-1, 3), axis=0), dtype=np.float64) for lab in labs]
    apart = np.log(np.divide.outer(sizes, [sizes[s] for s in sure])) / SIZES_APART
    tint = np.linalg.norm([[colour - colours[s] for s in sure] for colour in colours], axis=2) / COLOURS_APART
    told = list(chances)
    for k, kin in enumerate(np.exp(-(apart**2) - tint**2).max(axis=1).tolist()):
        if k not in sure:
            held = min(1 - 1e-9, max(1e-9, chances[k]))
            told[k] = 1 / (1 + (1 - held) / held * exp(-KINSHIP_ODDS * kin))
    return told
