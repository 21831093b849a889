"""What pieces stand on and are made of in painted scenes: fields their size, relief under the lamp, turned forms."""

import numpy as np
import pytest

from vision.workshop.training.painted_prints import TEXTURE, Printer
from vision.workshop.training.piece_boards import chequered, track
from vision.workshop.training.piece_brush import Canvas, View
from vision.workshop.training.piece_relief import badge, press
from vision.workshop.training.piece_turned import draw_pawn, some_profile

RADIUS_MM = 13.0


def view(chance: np.random.Generator) -> View:
    return View.some(1.6, chance)


@pytest.mark.parametrize("seed", range(6))
def test_fields_of_a_board_lie_a_piece_apart_at_least(seed: int) -> None:
    chance = np.random.default_rng(seed)
    light, seen = np.full((576, 576, 3), 128, np.float32), view(chance)
    for places in (
        chequered(light, RADIUS_MM, seen, chance),
        track(light, RADIUS_MM, seen, Printer(), chance)[:2],
    ):
        assert places
        on_table = np.array(places) @ np.linalg.inv(seen.flat).T
        gaps = np.hypot(*(on_table[:, None] - on_table[None]).transpose(2, 0, 1))
        gaps[np.diag_indices(len(gaps))] = np.inf
        assert gaps.min() >= 1.9 * RADIUS_MM
    assert np.ptp(light) > 5


@pytest.mark.parametrize("seed", range(12))
def test_a_pawn_has_a_foot_of_its_size_and_a_head_above_it(seed: int) -> None:
    heights, radii, head = some_profile(RADIUS_MM, np.random.default_rng(seed))
    assert heights[0] == 0.0 and (np.diff(heights) > 0).all()
    assert 0.45 * RADIUS_MM < radii[0] <= 1.05 * RADIUS_MM
    assert radii.max() <= 1.3 * RADIUS_MM
    assert 0.5 * heights[-1] < head < heights[-1]


def test_a_pawn_is_drawn_about_its_foot_and_head() -> None:
    chance = np.random.default_rng(4)
    for _ in range(8):
        canvas = Canvas(np.full((576, 576, 3), 128, np.float32), np.full((576, 576), -1, np.int16))
        at = np.array([288.0, 288.0])
        head = draw_pawn(
            canvas, 7, at, RADIUS_MM, np.array([40.0, 60.0, 200.0], np.float32), view(chance), chance
        )
        for x, y in (np.round(head).astype(int), np.round(at).astype(int)):
            assert canvas.owner[y, x] == 7
        rows, columns = np.nonzero(canvas.owner == 7)
        assert abs(columns.mean() - (at + head)[0] / 2) < 20 and abs(rows.mean() - (at + head)[1] / 2) < 20


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_pawn_is_lit_where_it_faces_the_lamp(side: float) -> None:
    canvas = Canvas(np.full((200, 200, 3), 128, np.float32), np.full((200, 200), -1, np.int16))
    lit = View(np.array([0.0, -0.8]), np.eye(2) * 1.6, np.array([0.8 * side, 0.0]), 0.5, 0.3)
    draw_pawn(
        canvas,
        7,
        np.array([100.0, 120.0]),
        RADIUS_MM,
        np.full(3, 120.0, np.float32),
        lit,
        np.random.default_rng(5),
    )
    rows, columns = np.nonzero(canvas.owner == 7)
    light = canvas.light[rows, columns].mean(axis=1)
    left, right = light[columns < 95].mean(), light[columns > 105].mean()
    assert (left - right) * side > 10


def test_relief_is_lit_by_the_scenes_lamp_and_has_no_ink() -> None:
    lamps = []
    for side in (1.0, -1.0):
        face = np.full((TEXTURE, TEXTURE, 3), 120.0, np.float32)
        lit = View(np.zeros(2), np.eye(2), np.array([side, 0.0]), 0.6, 0.5)
        press(face, Printer(), lit, np.random.default_rng(11))
        assert np.ptp(face) > 10
        assert np.allclose(face[..., 0], face[..., 2])
        lamps.append(face[..., 0] - 120)
    assert np.corrcoef(lamps[0].ravel(), lamps[1].ravel())[0, 1] < 0.5


def test_a_badge_has_several_colours() -> None:
    face = np.full((TEXTURE, TEXTURE, 3), 120.0, np.float32)
    badge(face, Printer(), np.random.default_rng(3))
    assert len(np.unique(np.round(face.reshape(-1, 3) / 20), axis=0)) > 3
