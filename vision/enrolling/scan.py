"""Several cards on one flat scan: each found on the lid's even ground and cut out, in reading order.

Rule kept: all cards of a scan are of one size; a scan on which that is not so is not taken for one of several cards.
"""

from typing import Final

import cv2
import numpy as np

from vision.arrays import Picture
from vision.enrolling.card_edges import Quad, refined
from vision.enrolling.card_quad import cut_out, upright
from vision.light.unlike_ground import unlike_rim

WORK_PX: Final = 900
LEAST_PART: Final = 0.03
FULL: Final = 0.88
"""So much of its own rectangle a card fills: corners are round, but nothing sticks out."""
ONE_SIZE: Final = 0.1
"""Sides of cards on one scan differ by no more than this part."""
CUTS: Final = (1.2, 2.0, 4.0)


def cards_on_scan(picture: Picture) -> tuple[Picture, ...]:
    """The cards of a scan, straightened, row by row; empty where there are not at least two of one size."""
    scale = min(1.0, WORK_PX / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = np.asarray(cv2.cvtColor(small.astype(np.float32) / 255.0, cv2.COLOR_BGR2Lab), np.float32)
    ground = unlike_rim(lab)
    best: list[Quad] = []
    for cut in CUTS:
        found = _rectangles(np.asarray(ground.distance > ground.limit * cut, np.uint8))
        if len(found) > len(best) and _of_one_size(found):
            best = found
    if len(best) < 2:
        return ()
    quads = []
    for quad in best:
        better = refined(quad, lab)
        moved = np.inf if better is None else float(np.abs(better - quad).max())
        fine = quad if better is None or moved > 0.03 * _longer(quad) else better
        quads.append(upright((fine + 0.5) / scale - 0.5))
    return tuple(cut_out(picture, quad) for quad in _in_rows(quads))


def _rectangles(mask: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> list[Quad]:
    """The outlines of a mask that are rectangles, whatever holes they have."""
    clean = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    outlines, _ = cv2.findContours(clean, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found: list[Quad] = []
    for outline in outlines:
        rectangle = cv2.minAreaRect(outline)
        area = float(rectangle[1][0] * rectangle[1][1])
        if area >= LEAST_PART * mask.size and float(cv2.contourArea(outline)) >= FULL * area:
            found.append(upright(np.asarray(cv2.boxPoints(rectangle), np.float64)))
    return found


def _of_one_size(quads: list[Quad]) -> bool:
    sides = np.array([sorted(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)[:2]) for quad in quads])
    middle = np.median(sides, axis=0)
    return bool((np.abs(sides / middle - 1.0) <= ONE_SIZE).all())


def _longer(quad: Quad) -> float:
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).max())


def _in_rows(quads: list[Quad]) -> list[Quad]:
    """From top to bottom, and within a row from left to right."""
    high = float(np.median([np.ptp(quad[:, 1]) for quad in quads]))
    ordered: list[Quad] = []
    left = sorted(quads, key=lambda quad: float(quad[:, 1].mean()))
    while left:
        top = float(left[0][:, 1].mean())
        row = [quad for quad in left if float(quad[:, 1].mean()) - top < high / 2]
        ordered += sorted(row, key=lambda quad: float(quad[:, 0].mean()))
        left = left[len(row) :]
    return ordered
