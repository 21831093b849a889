"""The mat from frame to frame: where the corner tags have the table now, and whether it moved under the camera.

Rule kept: the plane that was is kept, the very same object, for as long as the tags lie where it saw them; then all
that was read by it stands.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.sight import Table
from vision.plane import NoPlane, Plane, find_tags, plane_from_tags
from vision.reading import Mat, Matrix
from vision.still import Box, Changed

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]

TAG_MOVED_PX = 2.0
"""A tag (in a picture 1920 px wide) that is found farther than this from where it was has moved."""
PAPER = 0.25
"""How far a tag's white paper reaches beyond its black square, as a part of its side."""


class MatFinder:
    """Finds one table's mat in the frames of one camera."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def find(
        self, image: Picture, plane: Plane | None, mat: Mat | None, changed: Changed
    ) -> tuple[Plane | None, Mat]:
        """The plane and the mat in a picture, given those found last and what has changed in the picture since.

        Gives `plane` itself back where it still holds. None without a mat; why is in the words of the Mat.
        """
        if self.table.tags is None:
            return None, Mat(False, "no mat is expected: everything is read in pixels")
        if plane is not None and mat is not None and not changed.everything:
            papers = _papers_px(plane)
            if not any(changed.touches(*box) for box in papers):
                return plane, replace(mat, moved_mm=0.0)
        tags = find_tags(image, self.table.tags)
        size = (image.shape[1], image.shape[0])
        if plane is not None and mat is not None and _in_place(plane, tags, size):
            return plane, replace(mat, moved_mm=0.0)
        found = plane_from_tags(tags, self.table, size)
        if isinstance(found, NoPlane):
            return None, Mat(False, found.why)
        moved = found.moved_mm(plane) if plane is not None else 0.0
        return found, _mat_of(found, moved)


def _mat_of(plane: Plane, moved_mm: float) -> Mat:
    rows = plane.image_to_table()
    matrix: Matrix = (_row(rows[0]), _row(rows[1]), _row(rows[2]))
    return Mat(True, None, matrix, round(plane.error_px, 3), round(moved_mm, 2))


def _row(values: Floats) -> tuple[float, float, float]:
    return (float(values[0]), float(values[1]), float(values[2]))


def _in_place(plane: Plane, tags: dict[int, Floats], size: tuple[int, int]) -> bool:
    """Whether the tags found are where the plane saw them; one is enough, as a hand may hide the others."""
    shared = [corner for corner in tags if corner in plane.tags_px]
    if not shared or plane.picture_size != size:
        return False
    off = max(float(np.abs(tags[corner] - plane.tags_px[corner]).max()) for corner in shared)
    return off <= TAG_MOVED_PX * max(size) / 1920 and len(tags) <= len(plane.tags_px)


def _papers_px(plane: Plane) -> list[Box]:
    """Boxes (px) of the tags with their white paper."""
    boxes = []
    for corners in plane.tags_px.values():
        low, high = corners.min(axis=0), corners.max(axis=0)
        more = (high - low) * PAPER
        left, top = (low - more).tolist()
        right, bottom = (high + more).tolist()
        boxes.append((left, top, right, bottom))
    return boxes
