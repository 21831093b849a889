"""Two readings of a die as one, in figures: is it a die, does it stand clear, does it fit, where is it looked for."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from vision.dice import reader as die_finding
from vision.dice.reader import (
    LONGEST_PX,
    LYING_FREE,
    ON_A_MAT,
    STEP,
    STEPS,
    DiePlace,
    DieReading,
    Trust,
    _agreed,
    _clear,
    _fits,
    _is_die,
    _parts,
    _settled,
    _shrinks,
    foreshortening,
)

PICTURE = np.zeros((600, 1000, 3), np.uint8)


def read(*kinds: float, x: float = 0.0, y: float = 0.0, side: float = 20.0, slant: tuple[float, float] = (0.0, 0.0),
         turn: float = 0.0, leans: float = 0.0) -> DieReading:  # fmt: skip
    """A reading; `kinds` are the chances of no die, 1 to 6 and a symbol."""
    return DieReading(
        np.array(kinds or (0.1, 0.9, 0, 0, 0, 0, 0, 0)), DiePlace(x, y, side), slant, turn, leans
    )


def agreed(looks: Sequence[DieReading], heat: float, trust: Trust) -> DieReading:
    return _agreed([replace(look, place=replace(look.place, heat=heat)) for look in looks], trust)


class Flat:
    """A plane on which every mm has so many px."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.asked: list[Any] = []

    def to_mm(self, points: Any, _high: float = 0.0) -> Any:
        self.asked = np.asarray(points).tolist()
        return np.asarray(points, float).reshape(-1, 2) / self.scale

    def px_per_mm(self, _x: float, _y: float) -> float:
        return self.scale


def test_two_readings_agree_in_the_geometric_mean() -> None:
    one = read(0.5, 0.4, 0.1, 0, 0, 0, 0, 0, slant=(0.1, 0.2), leans=0.2)
    other = read(0.5, 0.4, 0.1, 0, 0, 0, 0, 0, x=3.0, slant=(0.3, 0.4), turn=0.7, leans=0.6)
    both = agreed((one, other), 0.5, LYING_FREE)
    assert (both.place, both.turn) == (replace(other.place, heat=0.5), 0.7)
    assert both.slant == (pytest.approx(0.2), pytest.approx(0.3)) and both.leans == pytest.approx(0.4)
    assert both.kinds.sum() == pytest.approx(1.0)
    none = np.log(0.5 + 1e-6) - np.log(0.5 + 7e-6)
    likeliest = float(both.kinds[1:].max() / both.kinds[1:].sum())
    odds = -2.2 - 0.55 * none + 3.7 * likeliest
    assert both.kinds[0] == pytest.approx(1 - 1 / (1 + np.exp(-odds)))
    assert both.kinds[1] / both.kinds[2] == pytest.approx(4**0.8, rel=1e-3)
    warm = agreed((one, other), 0.8, LYING_FREE).kinds[0]
    assert warm == pytest.approx(1 - 1 / (1 + np.exp(-(odds + 1.2 * np.log(4)))))
    cold, hot = (
        agreed((one, other), 0.0, LYING_FREE).kinds[0],
        agreed((one, other), 1.0, LYING_FREE).kinds[0],
    )
    most = 1.2 * np.log(1e4)
    assert cold == pytest.approx(1 / (1 + np.exp(odds - most)), abs=1e-9)
    assert hot == pytest.approx(1 / (1 + np.exp(odds + most)), abs=1e-9)
    on_a_mat = agreed((one, other), 0.5, ON_A_MAT).kinds[0]
    assert on_a_mat == pytest.approx(1 - 1 / (1 + np.exp(-(0.5 - 0.53 * none))))
    apart = agreed((read(0.0, 1, 0, 0, 0, 0, 0, 0), read(0.0, 0, 1, 0, 0, 0, 0, 0)), 0.5, LYING_FREE)
    assert apart.kinds[1] == pytest.approx(apart.kinds[2])


@pytest.mark.parametrize(
    ("kinds", "die"),
    [
        ((0.29, 0.71, 0, 0, 0, 0, 0, 0), True), ((0.31, 0.69, 0, 0, 0, 0, 0, 0), False),
        ((0.29, 0.0, 0, 0, 0, 0, 0.71, 0), True), ((0.29, 0, 0, 0, 0, 0, 0, 0.71), False),
        ((0.07, 0, 0, 0, 0, 0, 0, 0.93), True), ((0.09, 0, 0, 0, 0, 0, 0, 0.91), False),
    ],
)  # fmt: skip
def test_a_symbol_must_be_surer_to_be_on_a_die(kinds: tuple[float, ...], *, die: bool) -> None:
    assert _is_die(read(*kinds)) == die


def test_two_dice_stand_clear_of_each_other_along_the_table() -> None:
    """Four fifths of a side: 16 px of 20; seen aslant, less in the picture."""

    def clear(right: float, down: float, side: float = 20.0, slant: tuple[float, float] = (0.0, 0.0)) -> bool:
        return _clear(read(x=300 + right, y=200 + down, side=side), read(x=300.0, y=200.0, slant=slant))

    assert clear(16.0, 0.0) and not clear(15.9, 0.0)
    assert clear(0.0, -16.0) and not clear(11.2, 11.2)
    assert clear(24.0, 0.0, 40.0) and not clear(23.9, 0.0, 40.0)
    aslant = (0.0, 0.8)
    assert clear(0.0, 9.7, slant=aslant)
    assert not clear(0.0, 9.5, slant=aslant) and not clear(15.9, 0.0, slant=aslant)


def test_a_face_aslant_is_squeezed_by_its_cosine() -> None:
    assert foreshortening((0.0, 0.0)) == pytest.approx(np.eye(2))
    assert foreshortening((0.6, 0.0)) == pytest.approx(np.diag([0.8, 1.0]))
    assert foreshortening((0.0, 0.8)) == pytest.approx(np.diag([1.0, 0.6]))
    assert foreshortening((2.0, 0.0)) == pytest.approx(np.diag([0.0, 1.0]))
    corners = read(x=5.0, y=6.0, side=10.0, slant=(0.6, 0.0)).quad()
    assert corners == pytest.approx(np.array([(1, 1), (9, 1), (9, 11), (1, 11)]))
    turned = read(x=5.0, y=6.0, side=10.0, turn=np.pi / 2).quad()
    assert turned == pytest.approx(np.array([(10, 1), (10, 11), (0, 11), (0, 1)]))


@pytest.mark.parametrize(("side", "fits"), [(13.0, True), (12.9, False), (68.0, True), (68.1, False)])
def test_a_die_is_as_large_as_dice_are(side: float, *, fits: bool) -> None:
    plane: Any = Flat(2.0)
    assert _fits(plane, read(side=side)) == fits


def test_boxes_are_looked_at_with_room_about_them() -> None:
    whole = [(0, 0, 1000, 600)]
    assert _parts(PICTURE, None, [1.0]) == whole
    assert _parts(PICTURE, [(200.0, 300.0, 250.0, 340.0)], [1.0]) == [(136, 236, 314, 404)]
    assert _parts(PICTURE, [(200.0, 300.0, 250.0, 340.0)], [2.0]) == [(72, 172, 378, 468)]
    assert _parts(PICTURE, [(10.0, 20.0, 30.0, 40.0)], [1.0]) == [(0, 0, 94, 104)]
    assert _parts(PICTURE, [(980.0, 590.0, 999.0, 599.0)], [1.0]) == [(916, 526, 1000, 600)]
    assert _parts(PICTURE, [(-300.0, 0.0, -200.0, 50.0), (0.0, 900.0, 50.0, 950.0)], [1.0]) == []
    assert _parts(PICTURE, [(0.0, 0.0, 999.0, 400.0)], [1.0]) == whole
    half = (0.0, 0.0, 435.0, 600.0)
    assert _parts(PICTURE, [half], [1.0]) == [(0, 0, 499, 600)]
    assert _parts(PICTURE, [half, half], [1.0]) == whole, "together more than six tenths"
    spot = (736.0, 336.0, 836.0, 436.0)
    assert _parts(PICTURE, [spot, spot], [1.0]) == [(672, 272, 900, 500)] * 2, "a sixth of it"


def test_the_picture_is_looked_at_so_small_that_dice_are_found() -> None:
    first = max(1.0, 1000 / LONGEST_PX)
    assert _shrinks(PICTURE, None) == [pytest.approx(first * STEP**k) for k in range(STEPS)]
    assert _shrinks(PICTURE[:20, :20], None)[0] == 1.0
    assert _shrinks(np.zeros((600, 2 * LONGEST_PX, 3), np.uint8), None)[0] == 2.0
    assert _shrinks(np.zeros((3 * int(LONGEST_PX), 20, 3), np.uint8), None)[0] == pytest.approx(3.0, rel=0.01)
    near: Any = Flat(die_finding.SMALLEST_PX / 10 * 2)
    assert _shrinks(PICTURE, near)[0] == pytest.approx(2.0)
    assert near.asked == [[500, 300], [500, 0], [500, 600], [0, 300], [1000, 300]], (
        "the middle and the four sides"
    )
    far: Any = Flat(die_finding.SMALLEST_PX / 10 / 2)
    assert _shrinks(PICTURE, far)[0] == 1.0
    both = 26 * near.scale / 2.0 <= die_finding.LARGEST_PX * 1.15
    assert len(_shrinks(PICTURE, near)) == (1 if both else 2)


def test_two_looks_settle_what_is_clearly_one_thing_or_none() -> None:
    assert _settled(read(0.02, 0.95, 0.03, 0, 0, 0, 0, 0))
    assert _settled(read(0.97, 0.01, 0.02, 0, 0, 0, 0, 0))
    assert not _settled(read(0.02, 0.6, 0.38, 0, 0, 0, 0, 0))
    assert not _settled(read(0.6, 0.3, 0.1, 0, 0, 0, 0, 0))
