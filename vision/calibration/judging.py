"""Calibration: everything that good sight needs, judged one by one from a few seconds of pictures, each in words.

Rule kept: without a mat only what needs none is judged; nothing is said of what the pictures do not show.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.language import _
from companion.sight import Table
from vision.arrays import Picture
from vision.calibration.colour import judge_colour
from vision.calibration.detail import judge_detail
from vision.calibration.exposure import judge_exposure
from vision.calibration.flicker import judge_flicker
from vision.calibration.focus import judge_focus
from vision.calibration.glare import Patch, judge_glare
from vision.calibration.mat import judge_mat
from vision.calibration.steadiness import judge_steadiness
from vision.calibration.verdict import Verdict, failed, passed, untold
from vision.light.fitness import judge_light
from vision.mat.lens import Lens
from vision.mat.plane import NoPlane, Plane, plane_from_tags, tag_corners_mm
from vision.mat.tags import find_tags, tag_pattern

NAMES = ("mat", "focus", "exposure", "white balance", "detail", "flicker", "glare", "steadiness")
ENOUGH_PICTURES = 8
"""So many pictures are enough for every verdict."""
OTHER_STAND_MM = 5.0
"""Pictures in which the table lies farther off than this are not of one standpoint."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """The verdicts, and what to draw over the picture: outlines of the playing area, of the tags and of glare (px).

    `plane` is that of the last picture; None without a mat.
    """

    verdicts: tuple[Verdict, ...]
    plane: Plane | None = None
    area: Patch = ()
    tags: tuple[Patch, ...] = ()
    glare: tuple[Patch, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return all(verdict.ok is not False for verdict in self.verdicts)

    @property
    def words(self) -> str:
        """The whole in one sentence."""
        bad = [verdict.name for verdict in self.verdicts if verdict.ok is False]
        if not bad:
            return "Everything that could be judged is as it should be."
        return f"To be mended: {', '.join(bad)}."


def calibrate(
    pictures: Sequence[Picture],
    table: Table,
    lens: Lens | None = None,
    readings: Mapping[str, float] | None = None,
    *,
    in_a_row: bool = True,
) -> Calibration:
    """Judges pictures of one table (BGR, H x W x 3), oldest first.

    `in_a_row`: they were taken within seconds of each other, so that flicker and steadiness can be told.
    `readings` are what the camera says of itself, such as `ColourTemperature` (K). Raises ValueError without a
    picture, or for a table that has no tags.
    """
    if not pictures or table.tags is None:
        raise ValueError("a calibration needs pictures, and a table with tags")
    seen = [find_tags(picture, table.tags) for picture in pictures]
    best = max(range(len(pictures)), key=lambda k: (len(seen[k]), k))
    size = (pictures[best].shape[1], pictures[best].shape[0])
    found = plane_from_tags(seen[best], table, size, lens)
    mat = judge_mat(found)
    if isinstance(found, NoPlane):
        return Calibration((mat, *_without_mat(pictures, in_a_row=in_a_row)))
    together = [
        k
        for k, picture in enumerate(pictures)
        if picture.shape == pictures[best].shape and _stands(found, seen[k])
    ]
    same, tags = [pictures[k] for k in together], [seen[k] for k in together]
    lamp_k = None if readings is None else readings.get("ColourTemperature")
    glare, patches = judge_glare(pictures[best], found, table.regions)
    cells = tag_pattern(table.tags, 0).shape[0]
    verdicts = (
        mat,
        judge_focus(same, found, cells),
        judge_exposure(same, found),
        judge_colour(same, found, lamp_k),
        judge_detail(found),
        judge_flicker(same if in_a_row else ()),
        glare,
        judge_steadiness(tags if in_a_row else (), found),
    )
    return Calibration(verdicts, found, _area(found), _tag_outlines(found, table), patches)


def _without_mat(pictures: Sequence[Picture], *, in_a_row: bool) -> tuple[Verdict, ...]:
    """What can be said of pictures in which no mat was found."""
    light = judge_light(pictures[-1], None)
    why = _("It is measured on the mat, which was not found.")
    lit = passed("exposure", _("Neither too dark nor too bright, as far as can be told without the mat."))
    if not light.ok:
        lit = failed("exposure", light.why or "", _("Mend the light first."))
    others = {"exposure": lit, "flicker": judge_flicker(pictures if in_a_row else ())}
    return tuple(others.get(name, untold(name, why)) for name in NAMES[1:])


def _stands(plane: Plane, tags: Mapping[int, NDArray[np.float64]]) -> bool:
    """Whether a picture's tags (px) lie about where the plane saw them, so that it was taken from the same place."""
    shared = tags.keys() & plane.tags_px.keys()
    off = [plane.to_mm(tags[corner]) - plane.to_mm(plane.tags_px[corner]) for corner in shared]
    return bool(off) and max(float(np.hypot(*shift.mean(axis=0))) for shift in off) < OTHER_STAND_MM


def _area(plane: Plane) -> Patch:
    """The outline of the playing area (px), its sides bent as the lens bends them."""
    along = np.linspace(0.0, 1.0, 9)[:-1]
    w, h = plane.width_mm, plane.height_mm
    zero = np.zeros_like(along)
    sides = [
        np.column_stack([along * w, zero]),
        np.column_stack([zero + w, along * h]),
        np.column_stack([(1 - along) * w, zero + h]),
        np.column_stack([zero, (1 - along) * h]),
    ]
    return _patch(plane.to_px(np.concatenate(sides)))


def _tag_outlines(plane: Plane, table: Table) -> tuple[Patch, ...]:
    assert table.tags is not None
    return tuple(_patch(plane.to_px(corners)) for corners in tag_corners_mm(table, table.tags))


def _patch(points: NDArray[np.float64]) -> Patch:
    return tuple((float(x), float(y)) for x, y in points)
