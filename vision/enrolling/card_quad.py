"""Finds the one card in a picture and shows it straight: for learning a deck, not for play.

The card must lie alone, its up towards the top of the picture, on any ground: cloth, wood, a printed mat. Outlines
are made of straight lines and weighed by their edges and by where the ground begins; where a picture of the empty
table is at hand, what differs from it tells the card from the ground.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language import _, number
from vision.arrays import Picture
from vision.enrolling.card_edges import Quad, length, refined
from vision.enrolling.card_lines import Quads, quads_of_lines
from vision.light.unlike_ground import Unlike, unlike_flat, unlike_rim

LEAST_PART, MOST_PART = 0.012, 0.92
"""How much of the picture a card may fill to be found."""
LEAST_SIDE_PX = 80
MOST_PX_PER_MM = 8.0

_WORK_PX = 640
_LOOK_PX = 560
_FINE_PX = 1200
_LARGEST_SCALE = 3.0
_ROUGH = 0.2
_FILLED = 0.93
"""So much of an outline the patch that differs from the empty table fills, if it is a card."""
_MOST_MOVED = 0.04
_SOFT_PX = 0.8
_AROUND = 0.35
"""A patch is looked at with so much of its size about it; one that would be most of the picture is not."""
_MOST_LOOK = 0.75
_SAME_LOOK = 0.06
_LEAST_OF_LOOK = 0.08
_MIDDLE = np.array([50.0, 0.0, 0.0], np.float32)
_ALIKE = 0.08
_SIZE_OFF = 0.08
_SURELY = 1.0
"""An outline worth so much that differs from the empty table needs no second look."""
_CLEAR = 0.63
"""An outline worth less is none: painted empty tables of five grounds give nothing above 0.4."""


class NoCard(Exception):
    """No card was found in a picture, or more than could be told apart; the message is for people."""


@dataclass(frozen=True, slots=True, eq=False)
class Straightened:
    """A card cut out and straightened. `quad` is where it lay (top left corner first, then
    clockwise), `sides_px` its width and height there."""

    image: Picture
    quad: Quad
    sides_px: tuple[float, float]


def straighten(
    picture: Picture,
    width_mm: float | None = None,
    height_mm: float | None = None,
    empty: Picture | None = None,
    sides_px: tuple[float, float] | None = None,
) -> Straightened:
    """The card of a picture seen from straight above. Its shape is measured where no size is given.

    `empty` and `sides_px`: as `find_quad` takes them. Raises NoCard with the reason.
    """
    quad = find_quad(picture, empty, sides_px)
    across, down = _sides(quad)
    if min(across, down) < LEAST_SIDE_PX:
        words = _("the card is only {wide} px wide, at least {least} are needed: come closer")
        raise NoCard(words.format(wide=f"{min(across, down):.0f}", least=LEAST_SIDE_PX))
    if width_mm is not None and height_mm is not None:
        lies = across > 1.15 * down and height_mm > 1.15 * width_mm
        stands = down > 1.15 * across and width_mm > 1.15 * height_mm
        if lies or stands:
            raise NoCard(_("the card lies across: lay it with its top towards the top of the picture"))
        shape = width_mm / height_mm
        if not 0.86 <= (across / down) / shape <= 1.16:
            words = _("a card of {width} × {height} mm was expected, found sides of {across} × {down} px")
            raise NoCard(
                words.format(
                    width=number(width_mm, 1, at_most=True),
                    height=number(height_mm, 1, at_most=True),
                    across=f"{across:.0f}",
                    down=f"{down:.0f}",
                )
            )
    return Straightened(cut_out(picture, quad, width_mm, height_mm), quad, (across, down))


def cut_out(
    picture: Picture, quad: Quad, width_mm: float | None = None, height_mm: float | None = None
) -> Picture:
    """What lies within a quad (top left corner first, clockwise), straightened to the card's shape, if it is known."""
    across, down = _sides(quad)
    size = (round(across), round(down))
    if width_mm is not None and height_mm is not None:
        scale = min(max(across / width_mm, down / height_mm), MOST_PX_PER_MM)
        size = (round(width_mm * scale), round(height_mm * scale))
    target = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float64) - 0.5
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target.astype(np.float32))
    image = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(image, np.uint8)


def _sides(quad: Quad) -> tuple[float, float]:
    """A quad's width and height in px, each the mean of two sides."""
    across = (length(quad[0], quad[1]) + length(quad[3], quad[2])) / 2
    return across, (length(quad[1], quad[2]) + length(quad[0], quad[3])) / 2


def find_quad(
    picture: Picture, empty: Picture | None = None, sides_px: tuple[float, float] | None = None
) -> Quad:
    """The corners of the card in a picture. Raises NoCard.

    `empty`: the same view before the card was laid there. `sides_px`: its width and height in px, where they are
    known; then only outlines of that size are looked at.
    """
    found: list[Found] = []
    if empty is not None and empty.shape == picture.shape:
        found = _of_size(_outlines(_View(picture, empty)), sides_px)
    if max((worth for worth, _area, _quad in found), default=0.0) < _SURELY:
        found += _of_size(_outlines(_View(picture, None)), sides_px)
    best = max((worth for worth, _area, _quad in found), default=0.0)
    if best < _CLEAR:
        raise NoCard(_("no card was found: lay one card alone on the table, flat, all of it in view"))
    # Of outlines that are all but as good the largest is the card; the others are frames printed on it.
    alike = [(area, n) for n, (worth, area, _quad) in enumerate(found) if worth > best - _ALIKE]
    return upright(_laid_on(picture, found[max(alike)[1]][2]))


def _of_size(found: Iterable["Found"], sides_px: tuple[float, float] | None) -> list["Found"]:
    """The outlines whose sides are as long as is known."""
    if sides_px is None:
        return list(found)
    return [
        one
        for one in found
        if all(
            abs(seen / known - 1.0) < _SIZE_OFF
            for seen, known in zip(_sides(upright(one[2])), sides_px, strict=True)
        )
    ]


def _laid_on(picture: Picture, quad: Quad) -> Quad:
    """The quad with its sides laid anew on the edges in the whole picture, where that moves them a little only."""
    low, high = quad.min(axis=0), quad.max(axis=0)
    more = 0.15 * (high - low)
    left, top = (max(0, int(edge)) for edge in low - more)
    part = picture[top : int(high[1] + more[1]) + 1, left : int(high[0] + more[0]) + 1]
    scale = min(1.0, _FINE_PX / max(part.shape[:2]))
    better = refined((quad - (left, top) + 0.5) * scale - 0.5, _lab(part, scale))
    if better is None:
        return quad
    better = (better + 0.5) / scale - 0.5 + (left, top)
    side = float(np.sqrt(cv2.contourArea(quad.astype(np.float32))))
    return better if float(np.abs(better - quad).max()) < _MOST_MOVED * side else quad


def _outlines(view: "_View") -> Iterator["Found"]:
    """All outlines that may be the card, by the rim's ground or by what differs from the empty table."""
    lab, scale = view.lab((0, 0, view.picture.shape[1], view.picture.shape[0]), _WORK_PX)
    ground = unlike_rim(lab) if view.empty is None else unlike_flat(lab)
    if view.empty is not None:
        yield from _changed(ground, scale)
    yield from _near(view, ground, scale)
    yield from _told(quads_of_lines(lab, ground, LEAST_PART, MOST_PART), scale)


Found = tuple[float, float, Quad]
"""How good an outline is, its area and its corners, in px of the whole picture."""
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """A picture, and perhaps the same view of the empty table."""

    picture: Picture
    empty: Picture | None

    def lab(self, box: Box, longest: int) -> tuple[NDArray[np.float32], float]:
        """A part in Lab, at most `longest` px long, and its scale; where the empty table is known, what differs."""
        left, top, right, bottom = box
        scale = min(_LARGEST_SCALE, longest / max(right - left, bottom - top))
        seen = _lab(self.picture[top:bottom, left:right], scale)
        if self.empty is None:
            return seen, scale
        return seen - _lab(self.empty[top:bottom, left:right], scale) + _MIDDLE, scale


def _lab(picture: Picture, scale: float) -> NDArray[np.float32]:
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=how)
    soft = cv2.GaussianBlur(small, (0, 0), _SOFT_PX).astype(np.float32) / 255.0
    return np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2Lab), np.float32)


def _near(view: _View, ground: Unlike, scale: float) -> Iterator[Found]:
    """Outlines about the patches that are unlike the ground, each looked at in more detail."""
    rows, columns = ground.distance.shape
    looked: list[NDArray[np.float64]] = []
    for left, top, right, bottom in ground.patches():
        more = _AROUND * max(right - left, bottom - top) + 6
        low, high = np.array([left - more, top - more]), np.array([right + more, bottom + more])
        box = np.concatenate([np.maximum(low, 0), np.minimum(high, (columns, rows))])
        size = box[2:] - box[:2]
        seen_before = any(np.abs(box - old).max() < _SAME_LOOK * size.max() for old in looked)
        if seen_before or size.prod() > _MOST_LOOK * rows * columns:
            continue
        looked.append(box)
        ends = [int(edge) for edge in box / scale]
        lab, closer = view.lab((ends[0], ends[1], ends[2], ends[3]), _LOOK_PX)
        inside = ground.distance[int(box[1]) : int(np.ceil(box[3])), int(box[0]) : int(np.ceil(box[2]))]
        distance = np.asarray(cv2.resize(inside, (lab.shape[1], lab.shape[0])), np.float32)
        patch = (np.array([left + right, top + bottom]) / 2 - box[:2]) / size * (lab.shape[1], lab.shape[0])
        middle = (float(patch[0]), float(patch[1]))
        quads = quads_of_lines(lab, Unlike(distance, ground.limit), _LEAST_OF_LOOK, MOST_PART)
        for worth, area, quad in _told(quads, closer):
            around = ((quad + 0.5) * closer - 0.5).astype(np.float32)
            if cv2.pointPolygonTest(around, middle, measureDist=False) >= 0:
                yield worth, area, np.add(quad, ends[:2])


def _changed(ground: Unlike, scale: float) -> Iterator[Found]:
    """Outlines of the patches that differ from the empty table, where they have four straight sides."""
    for hull in ground.hulls():
        around = cv2.arcLength(hull, closed=True)
        for part in (0.02, 0.03, 0.045, 0.06):
            corners = cv2.approxPolyDP(hull, part * around, closed=True)
            if len(corners) == 4:
                break
        rectangle = cv2.boxPoints(cv2.minAreaRect(hull))
        for quad in (corners.reshape(-1, 2), rectangle):
            if len(quad) != 4:
                continue
            area = float(cv2.contourArea(quad.astype(np.float32)))
            shared, _shape = cv2.intersectConvexConvex(hull.astype(np.float32), quad.astype(np.float32))
            filled = shared / max(area + float(cv2.contourArea(hull)) - shared, 1.0)
            if filled >= _FILLED:
                yield filled - _ROUGH, area / scale**2, (np.asarray(quad, np.float64) + 0.5) / scale - 0.5


def _told(quads: Quads | None, scale: float) -> Iterator[Found]:
    """Outlines in px of the part of the picture that they were found in."""
    if quads is not None:
        for corners, worth, area in zip(quads.corners, quads.worth, quads.area, strict=True):
            yield float(worth), float(area) / scale**2, (corners + 0.5) / scale - 0.5


def upright(quad: Quad) -> Quad:
    """Corners in order, beginning at the one that is top left when the card's up is the picture's."""
    centre = quad.mean(axis=0)
    turned = np.arctan2(quad[:, 1] - centre[1], quad[:, 0] - centre[0])
    ordered = quad[np.argsort(turned, kind="stable")]
    # the top side is the one whose middle points most nearly up
    middles = (ordered + np.roll(ordered, -1, axis=0)) / 2 - centre
    up = -middles[:, 1] / np.linalg.norm(middles, axis=1)
    return np.roll(ordered, -int(np.argmax(up)), axis=0)
