"""Cards are found by their outlines alone, whatever is on them; what is no card is not."""

from math import cos, radians, sin

import cv2
import numpy as np
import pytest

from vision.loose.outlines import LIKELY, CardOutline, Finder, fitted, same
from vision.workshop.training.painted_grounds import rectangle
from vision.workshop.training.painted_tables import painted_table

LARGE_ENOUGH_PX = 16.0


def found_of(quads: list[np.ndarray], outlines: tuple[CardOutline, ...], least: float = 0.5) -> int:
    return sum(any(same(quad, outline.corners) >= least for outline in outlines) for quad in quads)


def test_painted_cards_are_found() -> None:
    wanted = found = 0
    for seed in range(9000, 9010):
        table = painted_table(np.random.default_rng(seed))
        outlines = Finder(table.picture).outlines(LIKELY)
        large = np.sqrt([abs(cv2.contourArea(quad.astype(np.float32))) for quad in table.quads])
        quads = [
            quad
            for quad, visible, side in zip(table.quads, table.visible, large, strict=True)
            if visible >= 0.7 and side >= LARGE_ENOUGH_PX
        ]
        wanted += len(quads)
        found += found_of(quads, outlines)
    assert wanted > 36
    assert found >= 0.75 * wanted


def test_there_is_more_evidence_where_a_card_lies_than_beside_it() -> None:
    right = pairs = 0
    for seed in range(9100, 9108):
        table = painted_table(np.random.default_rng(seed))
        finder = Finder(table.picture)
        for quad, visible in zip(table.quads, table.visible, strict=True):
            one = quad[1] - quad[0]
            beside = [quad + one, quad - one]
            free = [q for q in beside if all(same(q, other) < 0.02 for other in table.quads)]
            if visible < 0.95 or np.hypot(*one) < LARGE_ENOUGH_PX or not free:
                continue
            pairs += 1
            right += finder.evidence(quad).sure > max(finder.evidence(q).sure for q in free)
    assert pairs > 13
    assert right >= 0.9 * pairs


@pytest.mark.parametrize("turn", [0, 17, 45, 80])
def test_a_card_is_outlined_at_any_angle(turn: int) -> None:
    chance = np.random.default_rng(5)
    picture = np.full((360, 640, 3), (60, 90, 50), np.uint8)
    noisy = picture + chance.normal(size=picture.shape) * 4
    picture = np.clip(noisy, 0, 255).astype(np.uint8)
    quad = rectangle(np.array([320.0, 180.0]), 31.5, 44.0, radians(turn))
    cv2.fillConvexPoly(picture, np.rint(quad).astype(np.int32), (235, 235, 240), cv2.LINE_AA)
    inner = rectangle(np.array([320.0, 180.0]), 20.0, 30.0, radians(turn))
    cv2.fillConvexPoly(picture, np.rint(inner).astype(np.int32), (40, 40, 190), cv2.LINE_AA)
    outlines = Finder(picture).outlines(LIKELY)
    assert len(outlines) == 1
    assert same(outlines[0].corners, quad) > 0.75


def test_a_large_card_is_found_as_well() -> None:
    picture = np.full((720, 960, 3), 70, np.uint8)
    quad = rectangle(np.array([480.0, 360.0]), 200.0, 280.0, 0.1)
    cv2.fillConvexPoly(picture, np.rint(quad).astype(np.int32), (230, 230, 230), cv2.LINE_AA)
    for k in range(5):
        spot = (int(400 + 50 * k * cos(0.1)), int(250 + 55 * k + 40 * sin(k)))
        cv2.circle(picture, spot, 30, (30, 30, 200), -1, cv2.LINE_AA)
    outlines = Finder(picture).outlines(LIKELY)
    assert found_of([quad], outlines, 0.6) == 1


def test_an_outline_for_whose_change_little_speaks_is_left_as_it_is() -> None:
    corners = np.array([[20.0, 20.0], [40.0, 20.0], [40.0, 48.0], [20.0, 48.0]])
    slope = np.linspace(0.3, 0.31, 70, dtype=np.float32)
    edges, cover = np.tile(slope, (70, 1)), np.full((70, 70), 0.5, np.float32)
    assert fitted(corners, edges, cover)[0] == pytest.approx(corners, abs=1e-6)
    edges[:, :] = 0
    cv2.polylines(edges, [np.rint(corners + 1).astype(np.int32)], isClosed=True, color=1.0, thickness=1)
    assert fitted(corners, edges, cover)[0] == pytest.approx(corners + 1, abs=0.6)
