"""A place that looks like a sure die of the same table is likelier to be one; other places stay as they were."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.reader import KINDS, SURE, DiePlace, DieReading, as_sets

Picture = NDArray[np.uint8]
BLUE, RED = (200, 90, 30), (40, 40, 200)


def table() -> Picture:
    """Two blue squares and a red one, and a large blue one, on grey."""
    picture = np.full((200, 400, 3), 128, np.uint8)
    for middle, colour, half in ((50, BLUE, 15), (120, BLUE, 15), (190, RED, 15), (310, BLUE, 40)):
        cv2.rectangle(picture, (middle - half, 100 - half), (middle + half, 100 + half), colour, -1)
    return picture


def reading(x: float, side: float, die: float, top: int = 1) -> DieReading:
    kinds = np.full(KINDS, die * 0.1 / (KINDS - 2))
    kinds[0], kinds[top] = 1 - die, die * 0.9
    return DieReading(kinds / kinds.sum(), DiePlace(x, 100.0, side), (0.0, 0.0), 0.0, 0.1)


def test_a_set_speaks_for_its_own_size_and_colour_only() -> None:
    told = [reading(50, 30, 0.99), reading(120, 31, 0.4), reading(190, 30, 0.4), reading(310, 80, 0.4)]
    sure, same, other_colour, other_size = (1 - r.kinds[0] for r in as_sets(table(), told))
    assert sure == 1 - told[0].kinds[0]
    assert same > 0.75
    assert abs(other_colour - 0.4) < 0.05
    assert abs(other_size - 0.4) < 0.05


def test_the_face_is_not_the_sets_affair() -> None:
    told = [reading(50, 30, 0.99), reading(120, 30, 0.3, top=4)]
    before, after = told[1].kinds[1:], as_sets(table(), told)[1].kinds
    assert np.isclose(after.sum(), 1)
    assert np.allclose(after[1:] / after[1:].sum(), before / before.sum())


def test_what_is_surely_none_stays_none() -> None:
    told = [reading(50, 30, 0.99), reading(120, 30, 0.02)]
    assert 1 - as_sets(table(), told)[1].kinds[0] < 0.2


def test_symbols_speak_for_nothing_for_backs_of_cards_are_alike_too() -> None:
    told = [reading(50, 30, 0.99, top=KINDS - 1), reading(120, 30, 0.4)]
    assert as_sets(table(), told) == told


def test_without_a_sure_die_nothing_changes() -> None:
    told = [reading(50, 30, SURE - 0.05), reading(120, 30, 0.5)]
    assert as_sets(table(), told) == told
    assert as_sets(table(), []) == []
