"""Chance of the box: every outcome, evenly enough, and lamps that show what fell."""

from collections import Counter
from itertools import pairwise

import pytest

from hardware.dice import FACES, RUN_SECONDS, die_lamps, draw, flip, roll, running_die, running_penny

THROWS = 6000


def test_a_die_falls_on_every_face_about_as_often() -> None:
    counts = Counter(roll() for _ in range(THROWS))
    assert set(counts) == set(range(1, 7))
    chi_square = sum((seen - THROWS / 6) ** 2 / (THROWS / 6) for seen in counts.values())
    assert chi_square < 40  # 5 degrees of freedom: a fair die is beyond this once in five million runs


def test_a_penny_and_a_lot_have_all_their_outcomes() -> None:
    sides = Counter(flip() for _ in range(THROWS))
    assert set(sides) == {"heads", "tails"}
    assert abs(sides["heads"] - THROWS / 2) < 220  # beyond 5.6 standard deviations
    assert {draw((0, 3, 5)) for _ in range(200)} == {0, 3, 5}


def test_a_lot_needs_seats() -> None:
    with pytest.raises(ValueError, match="found none"):
        draw(())


def test_each_face_lights_as_many_lamps_as_it_has_pips_and_is_symmetrical() -> None:
    assert set(FACES) == {1, 2, 3, 4, 5, 6}
    across = {"tl": "br", "ml": "mr", "bl": "tr", "c": "c", "tr": "bl", "mr": "ml", "br": "tl"}
    for face, pips in FACES.items():
        assert len(pips) == face
        assert {across[pip] for pip in pips} == pips
    assert die_lamps(1, 1) == {"die1.c"}


def test_the_run_changes_and_ends_in_no_particular_face() -> None:
    times = [step * RUN_SECONDS / 10 + 0.001 for step in range(10)]
    shown = [running_die(0, since) for since in times]
    assert all(before != after for before, after in pairwise(shown))
    assert {running_penny(since) for since in times} == {frozenset({"heads"}), frozenset({"tails"})}
