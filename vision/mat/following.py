"""The mat from frame to frame: where the table is by its corner tags, and whether it moved under the camera.

Rule kept: the same plane object is returned as long as the tags lie where it saw them, so that all that was read by it
stays valid. Tags are compared with that plane, not with the last frame, so a slow drift is noticed too.
"""

from dataclasses import dataclass, replace

import numpy as np

from companion.language import _, marked
from companion.sight import Table
from vision.arrays import Floats, Picture, meets_any
from vision.mat.lens import LensBook, LensMemory
from vision.mat.plane import (
    LARGEST_ERROR_PX,
    NoPlane,
    Plane,
    Row,
    perhaps_mirrored,
    plane_from_tags,
    rows,
    tag_corners_mm,
)
from vision.mat.tags import TagLooks, find_tags, tags_near, tags_where_expected
from vision.motion.glimpse import Changed


@dataclass(frozen=True, slots=True)
class Mat:
    """Whether the table was found by its corner tags, and where.

    `why`: words for what is wrong if it was not found. `image_to_table`: homography from pixels to table mm.
    `error_px`: error of the tags (rms). `moved_mm`: shift of the table under the camera since the picture before.
    """

    found: bool
    why: str | None = None
    image_to_table: tuple[Row, Row, Row] | None = None
    error_px: float | None = None
    moved_mm: float = 0.0


MOVED_MM = 0.3
"""Shift from which the table has moved; a smaller one does not justify reading all anew."""
CHECK_EVERY_S = 2.0
"""Maximum time between checks of the tags if nothing seems to change."""
PAPER = 0.25
"""Width of the white paper about a tag's black square, over its side."""
TWO_LAST_S = 300.0
"""Time after three tags were seen during which two are enough."""
TWO_ONLY = marked(
    "only two corner tags can be seen: the table is placed by them for a while; uncover another"
)


class MatFinder:
    """Finds one table's mat in the frames of one camera, and learns the camera's lens from it.

    `book` stores what is learnt of the lens; `memory` is the current state of that.
    """

    def __init__(self, table: Table, book: LensBook | None = None) -> None:
        self.table = table
        self.memory: LensMemory | None = None
        self._book = book
        self._looked_at = 0.0
        self._good: tuple[Plane, float] | None = None
        self._seen: tuple[Plane, dict[int, Floats]] | None = None
        self._last: tuple[TagLooks, Plane, dict[int, Floats]] | None = None

    def has_moved(self, image: Picture, plane: Plane, changed: Changed, at: float) -> bool:
        """Whether the table lies elsewhere than in the plane; False if no tag is seen.

        Takes a millisecond or two if the tags are in place; none if they were checked lately (`at`, s) and nothing
        changed about them.
        """
        if self.table.tags is None:
            return False
        if 0 <= at - self._looked_at < CHECK_EVERY_S and not self._touched(plane, changed):
            return False
        self._looked_at = at
        if plane.picture_size != (image.shape[1], image.shape[0]):
            return True
        there = self._there(image, plane)
        if there:
            return not self._holds(plane, there)
        return bool(self._touched(plane, changed) and find_tags(image, self.table.tags))

    def find(
        self, image: Picture, plane: Plane | None, mat: Mat | None, changed: Changed, at: float = 0.0
    ) -> tuple[Plane | None, Mat]:
        """The plane and the mat in a picture, given those found last and the changes since.

        Returns `plane` itself if it still holds, and None without a mat (`Mat.why` has the reason).
        """
        tags = self.table.tags
        if tags is None:
            return None, Mat(found=False, why=_("no mat is expected: everything is read in pixels"))
        size = (image.shape[1], image.shape[0])
        there: dict[int, Floats] = {}
        if plane is not None and mat is not None and plane.picture_size == size:
            if not self._touched(plane, changed):
                return plane, replace(mat, moved_mm=0.0)
            there = self._there(image, plane)
            if there and self._holds(plane, there):
                return plane, replace(mat, moved_mm=0.0)
        self._looked_at, self._last = at, None
        seen = there | find_tags(image, tags)
        # The plane by the learnt lens, and, for two tags only, by the last good plane.
        if self.memory is None or self.memory.picture_size != size:
            self.memory = (None if self._book is None else self._book.recall(size)) or LensMemory(size)
        lens = self.memory.lens
        lately = self._good is not None and 0 <= at - self._good[1] <= TWO_LAST_S
        before = self._good[0] if self._good is not None and lately else None
        found = plane_from_tags(seen, self.table, size, lens, before)
        doubtful = LARGEST_ERROR_PX / 4 * max(size) / 1920
        if lens is not None and (isinstance(found, NoPlane) or found.error_px > doubtful):
            anew = plane_from_tags(seen, self.table, size)
            if isinstance(anew, Plane) and (isinstance(found, NoPlane) or anew.error_px < found.error_px / 2):
                # Another lens or focus: the old one is forgotten.
                self.memory, found = LensMemory(size), anew
        if isinstance(found, NoPlane):
            return None, Mat(found=False, why=perhaps_mirrored(image, tags, found).why)
        if len(found.tags_px) > 2:
            self._good = (found, at)
        if len(found.tags_px) == len(tags.ids):
            # A plane by all tags teaches the lens; a new standpoint is stored.
            known = self.memory
            self.memory = known.after(found, self.table)
            if self._book is not None and self.memory is not known and self.memory.lens is not None:
                self._book.keep(self.memory)
        moved = found.moved_mm(plane) if plane is not None else 0.0
        if plane is not None and mat is not None and plane.picture_size == size and moved <= MOVED_MM:
            # Hardly moved: the plane and all readings stay valid, but the next check compares with these tags.
            self._seen = (plane, seen)
            return plane, replace(mat, moved_mm=0.0)
        self._seen = (found, seen)
        return found, Mat(
            found=True,
            why=_(TWO_ONLY) if len(found.tags_px) < 3 else None,
            image_to_table=rows(found.image_to_table()),
            error_px=round(found.error_px, 3),
            moved_mm=round(moved, 2),
        )

    def _there(self, image: Picture, plane: Plane) -> dict[int, Floats]:
        """The tags seen now (px), searched where they were and then nearby; cached for one picture and plane."""
        assert self.table.tags is not None
        if self._last is not None and self.looks(image, plane) is not None:
            return self._last[2]
        expected = self._expected(plane)
        there = tags_where_expected(image, self.table.tags, expected)
        gone = {corner: px for corner, px in self._reference(plane).items() if corner not in there}
        self._last = None if gone else (TagLooks(image, expected.values()), plane, there)
        return there | tags_near(image, self.table.tags, gone)

    def looks(self, image: Picture, plane: Plane | None) -> "TagLooks | None":
        """The looks of all tags when they were last measured, if they still look so; else None."""
        looks, of, _there = self._last or (None, None, None)
        return looks if looks is not None and of is plane and looks.still_seen(image) else None

    def _reference(self, plane: Plane) -> dict[int, Floats]:
        """Where the tags were seen (px) when this plane was last found to hold."""
        return self._seen[1] if self._seen is not None and self._seen[0] is plane else plane.tags_px

    def _expected(self, plane: Plane) -> dict[int, Floats]:
        """Where each tag should be seen (px): where it was seen, else where the plane puts it."""
        assert self.table.tags is not None
        places = np.concatenate(tag_corners_mm(self.table, self.table.tags))
        return dict(enumerate(plane.to_px(places).reshape(-1, 4, 2))) | self._reference(plane)

    def _holds(self, plane: Plane, there: dict[int, Floats]) -> bool:
        """Whether no tag (px) moved by more than MOVED_MM (mean of its corners), and none is new."""
        was = self._reference(plane)
        if there.keys() - was.keys():
            return False
        both = np.array([*there.values(), *(was[corner] for corner in there)])
        now, then = plane.to_mm(both).reshape(2, -1, 4, 2)
        return bool(np.hypot(*(now - then).mean(axis=1).T).max() <= MOVED_MM)

    def _touched(self, plane: Plane, changed: Changed) -> bool:
        """Whether anything changed on or about the places of the tags."""
        if changed.everything:
            return True
        for corners in self._expected(plane).values() if changed.boxes else ():
            low, high = corners.min(axis=0), corners.max(axis=0)
            paper = (high - low) * PAPER
            if meets_any((*(low - paper).tolist(), *(high + paper).tolist()), changed.boxes):
                return True
        return False
