"""How a table slopes under dice, and how likely one leans: in figures worked out by hand, with no picture read."""

from math import atan2, cos, pi, sin

import numpy as np
import pytest

from companion.sight import Table
from vision.dice import reader as die_leaning
from vision.dice.reader import (
    ALONE_ODDS,
    DiePlace,
    DieReading,
    _view,
    chance,
    judgements,
    leaning,
    levels,
    square_on,
    table_slant,
)
from vision.painted.standpoint import CameraPose

CORNERS = np.array([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)])
KINDS = np.zeros(8)


def read(x: float, y: float, slant: tuple[float, float], leans: float = 0.5) -> DieReading:
    return DieReading(KINDS, DiePlace(x, y, 20.0), slant, 0.0, leans)


def test_the_view_is_between_the_usual_one_and_what_the_dice_say() -> None:
    """The usual 1 / 0.85 counts as much as 0.3 squared; of these places the squares about their mean add up to 2."""
    usual = 0.09 / 0.85
    assert _view(CORNERS, 0.5 * CORNERS) == pytest.approx((1 + usual) / 2.09)
    assert _view(CORNERS, 0.5 * CORNERS + 7) == pytest.approx((1 + usual) / 2.09)
    assert _view(CORNERS + 3, 0.5 * CORNERS - 7) == pytest.approx((1 + usual) / 2.09)
    assert _view(CORNERS + 3, np.zeros((4, 2))) == pytest.approx(usual / 2.09)
    assert _view(CORNERS, 5 * CORNERS) == 2.0
    assert _view(CORNERS, -CORNERS) == 0.0


def test_without_a_mat_three_dice_tell_how_the_table_lies() -> None:
    size = (200, 100)
    same = [read(x, y, (0.1, -0.2)) for x, y in ((100.0, 50.0), (100.0, 50.0), (100.0, 50.0))]
    assert levels(same[:2], None, size) is None
    told = levels(same, None, size)
    assert told == [pytest.approx((0.1, -0.2))] * 3, "all lie in the middle of the picture"
    spread = [read(x, 90.0, (0.0, 0.3)) for x in (0.0, 40.0, 200.0)]
    left, middle, right = levels(spread, None, size) or []
    view = _view(np.array([(0.0, 0.45), (0.2, 0.45), (1.0, 0.45)]), np.zeros((3, 2)))
    assert view > 0.1
    assert left == pytest.approx((-0.2 * view, 0.3)), "the middle one of three, at -0.3, is held to lie level"
    assert middle == pytest.approx((0.0, 0.3))
    assert right == pytest.approx((0.8 * view, 0.3))


def test_with_a_mat_the_camera_tells_how_the_table_lies() -> None:
    """The middle of the picture looks at the table from 350 mm aside and 700 mm above: down by atan(1 / 2)."""
    table = Table(600.0, 300.0)
    slanted = CameraPose((300.0, -200.0, 700.0), (300.0, 150.0)).plane(table)
    wide, high = slanted.picture_size
    middle = DiePlace((wide - 1) / 2, (high - 1) / 2, 20.0)
    x, y = table_slant(slanted, middle)
    assert x == pytest.approx(0.0, abs=2e-3)
    assert y == pytest.approx(-sin(atan2(350.0, 700.0)), abs=2e-3)
    above = CameraPose((300.0, 149.9, 700.0), (300.0, 150.0)).plane(table)
    assert table_slant(above, middle) == pytest.approx((0.0, 0.0), abs=2e-3)
    right = above.to_px([(500.0, 150.0)], 15.0)[0]
    x, y = table_slant(above, DiePlace(float(right[0]), float(right[1]), 20.0))
    assert x == pytest.approx(sin(atan2(200.0, 685.0)), abs=2e-3)
    assert y == pytest.approx(0.0, abs=2e-3)
    assert levels([read(middle.x, middle.y, (0.0, 0.0))], above, (wide, high)) == [table_slant(above, middle)]


def test_the_odds_of_a_lean_add_up() -> None:
    odds = (-1.0, 2.0, 0.5)
    even = read(0.0, 0.0, (0.0, 0.0))
    assert chance(even, 0.0, odds) == pytest.approx(1 / (1 + np.exp(1)))
    assert chance(even, 3.0, odds) == pytest.approx(1 / (1 + np.exp(-0.5)))
    sure = read(0.0, 0.0, (0.0, 0.0), 0.8)
    assert chance(sure, 0.0, odds) == pytest.approx(1 / (1 + np.exp(1 - 2 * np.log(4))))
    for certain in (0.0, 1.0):
        assert 0.0 < chance(read(0.0, 0.0, (0.0, 0.0), certain), 0.0, ALONE_ODDS) < 1.0


def test_a_die_is_shown_with_the_tables_far_side_above(monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[float] = []
    monkeypatch.setattr(die_leaning, "crop_at", lambda _image, _place, turn: turns.append(turn))
    image, place = np.zeros((9, 9, 3), np.uint8), DiePlace(4.0, 4.0, 5.0)
    steep = [
        square_on(image, place, slope)[1] for slope in ((0.0, -0.5), (0.3, 0.0), (0.0, 0.4), (0.8, -0.8))
    ]
    assert turns == pytest.approx([0.0, pi / 2, pi, pi / 4])
    assert steep == pytest.approx([0.5, 0.3, 0.4, 0.9])
    assert cos(turns[0]) == 1.0


def test_where_nothing_tells_what_level_is_looks_alone_count() -> None:
    image = np.zeros((100, 200, 3), np.uint8)
    assert leaning(image, [], None) == []
    two = [read(10.0, 10.0, (0.9, 0.0), 0.5), read(50.0, 50.0, (0.0, 0.0), 0.999)]
    assert leaning(image, two, None) == [
        pytest.approx(1 / (1 + np.exp(5))),
        pytest.approx(1 / (1 + np.exp(5 - np.log(999)))),
    ]


def test_the_judge_is_shown_each_die_and_its_mirror_image_with_the_slope(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[np.ndarray] = []

    def judged(_name: str, batch: np.ndarray) -> np.ndarray:
        given.append(batch)
        return np.array([[1.0], [2.0], [3.0], [8.0]])

    crop = np.zeros((6, 6, 3), np.uint8)
    crop[1, 2] = (10, 20, 30)
    monkeypatch.setattr(die_leaning, "answers", judged)
    monkeypatch.setattr(die_leaning, "square_on", lambda _image, _place, slope: (crop, slope[0]))
    monkeypatch.setattr(die_leaning, "levelled", lambda batch: batch)
    image, places = np.zeros((9, 9, 3), np.uint8), [DiePlace(1.0, 1.0, 5.0), DiePlace(3.0, 3.0, 5.0)]
    assert judgements(image, places, [(0.25, 0.0), (0.5, 0.0)]) == [2.0, 5.0]
    (batch,) = given
    assert batch.shape == (4, 4, 6, 6)
    assert batch[:, 3, 0, 0].tolist() == batch[:, 3, 5, 5].tolist() == [0.5, 1.0, 0.5, 1.0]
    assert batch[0, :3, 1, 2].tolist() == batch[1, :3, 1, 2].tolist() == [10, 20, 30]
    assert batch[2, :3, 1, 3].tolist() == batch[3, :3, 1, 3].tolist() == [10, 20, 30]


def test_with_a_mat_the_judge_counts_more(monkeypatch: pytest.MonkeyPatch) -> None:
    image = np.zeros((100, 200, 3), np.uint8)
    plane = CameraPose((300.0, 149.9, 700.0), (300.0, 150.0)).plane(Table(600.0, 300.0))
    flat = [read(10.0, 10.0, (0.0, 0.0))] * 3
    asked: list[object] = []

    def known(_readings: object, _plane: object, size: object) -> list[tuple[float, float]]:
        asked.append(size)
        return [(0.0, 0.0)] * 3

    monkeypatch.setattr(die_leaning, "levels", known)
    monkeypatch.setattr(die_leaning, "judgements", lambda _image, _places, _known: [2.0] * 3)
    assert leaning(image, flat, plane) == [pytest.approx(1 / (1 + np.exp(-(0.15 + 0.83 * 2))))] * 3
    assert leaning(image, flat, None) == [pytest.approx(1 / (1 + np.exp(-(-1.25 + 0.58 * 2))))] * 3
    assert asked == [(200, 100)] * 2
