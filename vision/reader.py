"""The interface of the eye's readers: each finds one kind of thing on the table, in one look.

Rule kept: a reader is stateless. It is given what it saw in the look before, so that a look discarded because of a
hand leaves no trace.
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
"""Things nearer to a change than this are read again."""
SAME_PLACE = 0.4
"""Minimum distance of two round things side by side, in widths of one of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What one reader saw in one look; a reader that needs more in the next look has a subclass.

    `covers`: outlines (points in mm) of things that lie on others, each with its shadow.
    """

    sightings: tuple[Sighting, ...] = ()
    covers: tuple[Points, ...] = ()

    def told_after(self, others: Sequence[Sighting]) -> tuple[Sighting, ...]:
        """The sightings so far and these, in the order reported: these last, unless a subclass decides otherwise."""
        return (*others, *self.sightings)

    def cards_px(self) -> tuple[Corners, ...]:
        """Corners (px) of identified cards that nothing covers, so that no hand is there."""
        return ()


S = TypeVar("S", bound=Seen)


@dataclass(frozen=True, slots=True, eq=False)
class Changes:
    """Where the picture differs from the one read last; all things elsewhere are as they were.

    `px`: boxes of the picture that hold all changes. With a mat, `mm` are the same boxes on the table (left, bottom,
    right, top), each enlarged by TOUCH_MM, and `areas` are those with touching ones merged.
    """

    px: tuple[Box, ...]
    mm: tuple[Box, ...] = ()
    areas: tuple[Box, ...] = ()
    unchanged: Unchanged | None = None

    def spare(self, corners_px: Corners | None, upon: Sequence[Sighting] = ()) -> bool:
        """Whether a thing near a change looks as it did, and so do the things upon it."""
        outlines = [one.corners_px for one in upon if one.corners_px]
        return self.unchanged is not None and self.unchanged.looks_the_same(corners_px or (), outlines)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class View:
    """One look at the table, as given to each reader.

    `image`: the whole picture (BGR). `plane`: None without a mat. `changes`: None if everything must be read anew.
    `before`: what was seen in the look before; empty without one. `seen`: what other readers have seen in this look so
    far. `sharp`: whether fine relief can be read.
    """

    image: Picture
    plane: Plane | None
    table: Table
    changes: Changes | None = None
    before: tuple[Seen, ...] = ()
    seen: tuple[Seen, ...] = ()
    sharp: bool = True

    def earlier(self, kind: type[S]) -> S | None:
        """What one kind of reader saw in the look before."""
        return next((one for one in self.before if isinstance(one, kind)), None)

    def so_far(self, kind: type[S]) -> S | None:
        """What one kind of reader saw in this look."""
        return next((one for one in self.seen if isinstance(one, kind)), None)

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """All sightings of this look so far."""
        told: tuple[Sighting, ...] = ()
        for one in self.seen:
            told = one.told_after(told)
        return told

    @property
    def covers(self) -> tuple[Points, ...]:
        """The outlines (mm) of all things seen so far that lie on others."""
        return tuple(points for one in self.seen for points in one.covers)

    def having(self, seen: Seen) -> "View":
        return replace(self, seen=(*self.seen, seen))


class Reader(Protocol):
    """Finds one kind of thing."""

    part: str
    """The name under which its milliseconds are counted."""

    def read(self, view: View) -> Seen:
        """What it sees: unchanged things as they were, the others read anew. Never raises, whatever is pictured."""
        ...


def changes_on(plane: Plane | None, boxes_px: tuple[Box, ...], unchanged: Unchanged | None) -> Changes:
    """The `Changes` of these boxes (px) on a table."""
    if plane is None or not boxes_px:
        return Changes(boxes_px, unchanged=unchanged)
    left, top, right, bottom = np.array(boxes_px).T
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]]).transpose(2, 0, 1)
    places = plane.to_mm(corners.reshape(-1, 2)).reshape(-1, 4, 2)
    around = np.hstack([places.min(axis=1) - TOUCH_MM, places.max(axis=1) + TOUCH_MM])
    touched = tuple((float(a), float(b), float(c), float(d)) for a, b, c, d in around)
    return Changes(boxes_px, touched, merged(touched), unchanged)


def bears(covers: Points, place: Points) -> bool:
    """Whether a round thing with its middle at a place (mm) lies on the thing with this outline (mm)."""
    width = float(covers[:, 0].max()) - float(covers[:, 0].min())
    return bool(np.hypot(*(covers.mean(axis=0) - place)) < SAME_PLACE * width)


AROUND: Final = 0.75
"""Margin about a change that is read, in sizes of the largest piece."""
LEAST_AROUND_PX: Final = 24.0


@dataclass(frozen=True, slots=True, eq=False)
class SeenPieces(Seen):
    """Pieces of one or several kinds, each with its outline in px."""


class PieceReader(ABC):
    part = "pieces"
    kind: Kind

    @abstractmethod
    def find(self, view: View, boxes: Sequence[Box] | None) -> Sequence[Sighting]:
        """The pieces in these boxes (px; None: in the whole picture)."""

    def read(self, view: View) -> SeenPieces:
        """The pieces of this kind: first those that touch no change, as they were, then those newly found."""
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
    """The pieces of all kinds in the look before; none if everything must be read anew."""
    seen = None if view.changes is None else view.earlier(SeenPieces)
    return () if seen is None else seen.sightings


def looking_at(view: View, boxes: tuple[Box, ...], before: Sequence[Sighting] = ()) -> View:
    """The view limited to changes in `boxes` (px), with only these pieces of the look before."""
    return replace(view, changes=Changes(boxes), before=(SeenPieces(tuple(before)),), seen=())


def box_of(piece: Sighting) -> Box:
    """The upright box (px) about a piece's outline. Raises ValueError for one without an outline."""
    if not piece.corners_px:
        raise ValueError(f"expected a sighting with an outline, found {piece.kind} without")
    across, down = zip(*piece.corners_px, strict=True)
    return (min(across), min(down), max(across), max(down))


SIZES_APART: Final = 0.18
"""Deviation of the logarithm of size within a set, seen from near and far."""
COLOURS_APART: Final = 22.0
"""Deviation of colour (CIE Lab) within a set, print and light included."""
KINSHIP_ODDS: Final = 3.5
"""Maximum gain of log odds of a place that resembles a certain piece."""


def in_sets(
    chances: Sequence[float], sure: Sequence[int], sizes: Sequence[float], faces: Iterable[Picture]
) -> list[float]:
    """The chance of each place to be a piece, raised if it resembles a certain piece.

    `chances`: of each by itself (0..1); `sure`: indices of the certain pieces; `sizes`: px; `faces`: the middle of
    each one's top (BGR).
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
