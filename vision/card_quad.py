"""Finds the one card in a picture and shows it straight: for learning a deck, not for play.

The card must lie alone on an even table top, its up towards the top of the picture. The table's colours are taken
from the picture's rim; what differs from them and has four straight sides is the card.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.card_edges import Quad, edge_clarity, length, meeting, refined
from vision.pictures import Picture

LEAST_PART, MOST_PART = 0.012, 0.92
"""How much of the picture a card may fill to be found."""
LEAST_SIDE_PX = 80
MOST_PX_PER_MM = 8.0

_WORK_PX = 800
_RIM = 0.03
_GROWTHS = (1.0, 1.08, 1.16, 1.24)
"""Outlines are also tried larger: what was found may be a frame printed on the card."""
_MOST_OUTLINES = 3
_CLEAR = 3.0


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
    picture: Picture, width_mm: float | None = None, height_mm: float | None = None
) -> Straightened:
    """The card of a picture seen from straight above. Its shape is measured where no size is given.

    Raises NoCard with the reason.
    """
    quad = find_quad(picture)
    across = (length(quad[0], quad[1]) + length(quad[3], quad[2])) / 2
    down = (length(quad[1], quad[2]) + length(quad[0], quad[3])) / 2
    if min(across, down) < LEAST_SIDE_PX:
        raise NoCard(
            f"the card is only {min(across, down):.0f} px wide, at least {LEAST_SIDE_PX} are needed: come closer"
        )
    if width_mm is not None and height_mm is not None:
        lies = across > 1.15 * down and height_mm > 1.15 * width_mm
        stands = down > 1.15 * across and width_mm > 1.15 * height_mm
        if lies or stands:
            raise NoCard("the card lies across: lay it with its up towards the top of the picture")
        shape = width_mm / height_mm
        if not 0.86 <= (across / down) / shape <= 1.16:
            raise NoCard(
                f"a card of {width_mm:g} × {height_mm:g} mm was expected, found sides of {across:.0f} × {down:.0f} px"
            )
        scale = min(max(across / width_mm, down / height_mm), MOST_PX_PER_MM)
        size = (round(width_mm * scale), round(height_mm * scale))
    else:
        size = (round(across), round(down))
    target = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float64) - 0.5
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target.astype(np.float32))
    image = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return Straightened(np.asarray(image, np.uint8), quad, (across, down))


def find_quad(picture: Picture) -> Quad:
    """The corners of the card in a picture. Raises NoCard."""
    scale = min(1.0, _WORK_PX / max(picture.shape[:2]))
    small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    soft = cv2.GaussianBlur(small, (0, 0), 1.2).astype(np.float32) / 255.0
    lab: NDArray[np.float32] = np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2Lab), np.float32)
    best: Quad | None = None
    clearest = _CLEAR
    for mask in _masks(_strangeness(lab)):
        for rough in _quads(mask):
            for grown in _GROWTHS:
                quad = refined(_scaled(rough, grown), lab)
                if quad is None or not _fits(quad, lab.shape):
                    continue
                clarity = edge_clarity(quad, lab)
                if clarity > clearest:
                    best, clearest = quad, clarity
    if best is None:
        raise NoCard("no card was found: lay one card alone on an even table top, all of it in view")
    return _upright((best + 0.5) / scale - 0.5)


def _strangeness(lab: NDArray[np.float32]) -> NDArray[np.float32]:
    """How unlike the picture's rim each pixel is, in standard deviations of the rim's own colours."""
    rows, columns = lab.shape[:2]
    rim = max(3, round(_RIM * max(rows, columns)))
    edge = np.ones((rows, columns), bool)
    edge[rim:-rim, rim:-rim] = False
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    terms = np.dstack([np.ones_like(x), x / columns - 0.5, y / rows - 0.5])
    # the light falls off across the table: a plane through each channel, fitted to the rim
    flat, *_ = np.linalg.lstsq(terms[edge].astype(np.float64), lab[edge].astype(np.float64), rcond=None)
    rest = lab - (terms @ flat.astype(np.float32))
    spread = np.maximum(1.4826 * np.median(np.abs(rest[edge]), axis=0), (1.5, 1.0, 1.0))
    return np.asarray(np.sqrt(((rest / spread) ** 2).sum(axis=2)), np.float32)


def _masks(strange: NDArray[np.float32]) -> Iterator[NDArray[np.uint8]]:
    """What may be card, from the most careful cut to the boldest, then from edges alone."""
    capped = np.minimum(strange * 4.0, 255.0).astype(np.uint8)
    otsu, _ = cv2.threshold(capped, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    close = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))
    for cut in (24.0, min(float(otsu), 60.0), 16.0, 40.0):
        mask = np.asarray(capped > cut, np.uint8) * np.uint8(255)
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
        yield np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, close), np.uint8)
    edges = cv2.Canny(capped, 30, 90)
    yield np.asarray(
        cv2.morphologyEx(cv2.dilate(edges, np.ones((3, 3), np.uint8)), cv2.MORPH_CLOSE, close), np.uint8
    )


def _quads(mask: NDArray[np.uint8]) -> list[Quad]:
    """The four-sided outlines of a mask, as they are and pushed out until they hold all of it."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found: list[Quad] = []
    for outline in sorted(outlines, key=cv2.contourArea, reverse=True)[:_MOST_OUTLINES]:
        hull = cv2.convexHull(outline)
        if float(cv2.contourArea(hull)) < 0.5 * LEAST_PART * mask.size:
            continue
        quad = _four_corners(hull)
        if quad is not None:
            found.append(quad)
            around = _around(quad, np.asarray(hull, np.float64).reshape(-1, 2))
            if around is not None:
                found.append(around)
    return found


def _fits(quad: Quad, shape: tuple[int, ...]) -> bool:
    rows, columns = shape[:2]
    inside = bool((quad > 1).all() and (quad < (columns - 2, rows - 2)).all())
    return inside and LEAST_PART <= _area(quad) / (rows * columns) <= MOST_PART and _corners_are_right(quad)


def _scaled(quad: Quad, by: float) -> Quad:
    centre = quad.mean(axis=0)
    return np.asarray(centre + (quad - centre) * by)


def _area(quad: Quad) -> float:
    return float(cv2.contourArea(quad.astype(np.float32)))


def _four_corners(hull: NDArray[np.generic]) -> Quad | None:
    around = cv2.arcLength(np.asarray(hull, np.int32), True)
    for part in (0.02, 0.03, 0.045, 0.06):
        corners = cv2.approxPolyDP(np.asarray(hull, np.int32), part * around, True)
        if len(corners) == 4:
            quad = np.asarray(corners, np.float64).reshape(4, 2)
            sides = [length(quad[n], quad[n - 1]) for n in range(4)]
            return quad if min(sides) > 0.25 * max(sides) and _corners_are_right(quad) else None
    return None


def _around(quad: Quad, hull: NDArray[np.float64]) -> Quad | None:
    """The quad with its sides pushed out until they hold the whole hull: corners of a card may stand out alone."""
    centre = quad.mean(axis=0)
    lines = []
    for n in range(4):
        start, along = quad[n], quad[(n + 1) % 4] - quad[n]
        out = np.array([along[1], -along[0]]) / np.linalg.norm(along)
        if out @ (start - centre) < 0:
            out = -out
        lines.append(
            (start + out * max(0.0, float(((hull - start) @ out).max())), along / np.linalg.norm(along))
        )
    corners = [meeting(lines[n - 1], lines[n]) for n in range(4)]
    return None if any(corner is None for corner in corners) else np.array(corners, np.float64)


def _corners_are_right(quad: Quad) -> bool:
    """Whether each corner has between 60 and 120 deg: a card seen not too much aslant."""
    for n in range(4):
        one, other = quad[n - 1] - quad[n], quad[(n + 1) % 4] - quad[n]
        cosine = float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))
        if abs(cosine) > 0.5:
            return False
    return True


def _upright(quad: Quad) -> Quad:
    """Corners in order, beginning at the one that is top left when the card's up is the picture's."""
    centre = quad.mean(axis=0)
    turned = np.arctan2(quad[:, 1] - centre[1], quad[:, 0] - centre[0])
    ordered = quad[np.argsort(turned)]
    # the top side is the one whose middle points most nearly up
    middles = (ordered + np.roll(ordered, -1, axis=0)) / 2 - centre
    up = -middles[:, 1] / np.linalg.norm(middles, axis=1)
    return np.roll(ordered, -int(np.argmax(up)), axis=0)
