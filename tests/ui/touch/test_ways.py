"""Which box is next in a direction, and the order in which boxes are read."""

import pytest

from ui.touch.focus import Oblong, Way, in_reading_order, next_in

GRID = [Oblong(x * 60, y * 60, 50, 50) for y in (2, 1, 0) for x in range(3)]
"""Nine keys, numbered as they are read."""


@pytest.mark.parametrize(
    ("start", "way", "there"),
    [
        (4, "left", 3), (4, "right", 5), (4, "up", 1), (4, "down", 7),
        (0, "left", None), (0, "up", None), (8, "right", None), (8, "down", None), (2, "down", 5),
    ],
)  # fmt: skip
def test_the_neighbour_is_next(start: int, way: Way, there: int | None) -> None:
    assert next_in(way, GRID[start], GRID) == there


def test_what_lies_straight_on_comes_before_what_is_nearer_aside() -> None:
    start, on, aside = Oblong(0, 0, 50, 50), Oblong(200, 0, 50, 50), Oblong(60, 120, 50, 50)
    assert next_in("right", start, [aside, on]) == 1


def test_a_wide_key_is_left_to_the_keys_below_it_and_come_back_to() -> None:
    wide, low = Oblong(0, 100, 300, 50), [Oblong(x, 0, 90, 50) for x in (0, 100, 200)]
    assert next_in("down", wide, low) == 1
    assert all(next_in("up", each, [wide]) == 0 for each in low)


def test_what_overlaps_a_little_is_beside() -> None:
    assert next_in("right", Oblong(0, 0, 50, 50), [Oblong(49, 0, 50, 50)]) == 0
    assert next_in("right", Oblong(0, 0, 50, 50), [Oblong(0, 0, 50, 50)]) is None


def test_lines_are_read_from_the_top_and_from_the_left() -> None:
    assert in_reading_order(GRID[::-1]) == list(range(8, -1, -1))
    beside = [Oblong(200, 0, 50, 300), Oblong(0, 250, 50, 50), Oblong(0, 100, 50, 50)]
    assert in_reading_order(beside) == [1, 0, 2]


def test_a_box_out_of_view_lies_on_the_edge() -> None:
    view = Oblong(0, 100, 100, 100)
    assert Oblong(10, 150, 50, 100).within(view) == Oblong(10, 150, 50, 50)
    assert Oblong(10, 0, 50, 50).within(view) == Oblong(10, 100, 50, 0)
