"""What every reader of the eye is given and gives: one kind of thing found on the table, in one look.

Rule kept: a reader remembers nothing. What it saw in the look before is given back to it, so that a look that was
thrown away, because a hand was in the way, leaves no trace.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

import numpy as np

from companion.sight import Sighting, Table
from vision.arrays import Picture, Points
from vision.boxes import Box, merged
from vision.mat.plane import Plane
from vision.motion.unchanged import Unchanged

TOUCH_MM = 4.0
"""What lies nearer to a change than this is read again."""
SAME_PLACE = 0.4
"""Of two round things as wide as one of them, the middles lie no nearer than so much of its width."""


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

    def cards_px(self) -> tuple[tuple[tuple[float, float], ...], ...]:
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
        """The view for the next reader."""
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
