"""The places of one row, in figures: how many, where, which is taken next, and which way its cards lie."""

from math import cos, radians, sin

import pytest

from companion.sight import Region, Table
from vision.painted.laying import Row, row_of

ROW = Row(10.0, 20.0, 200.0, 90.0, 60.0)
"""Of places 33.5 mm apart (half a card and 3.5 mm), the first 1.5 + 30 mm from the row's end."""
PLACES = (-68.5, -35.0, -1.5, 32.0, 65.5)
TABLE = Table(400.0, 300.0)


def test_a_row_has_places_a_little_more_than_half_a_card_apart() -> None:
    assert ROW.room == 5
    assert ROW.places(0) == ROW.places(5) == PLACES
    assert ROW.places(6) == pytest.approx((-68.5, -41.1, -13.7, 13.7, 41.1, 68.5))
    assert len(ROW.places(8)) == 8
    just = 60 + 4 * 33.5 + 3
    assert [Row(0.0, 0.0, length, 0.0, 60.0).room for length in (just - 0.1, just)] == [4, 5]


def test_without_room_for_a_second_card_all_lie_in_the_middle() -> None:
    assert Row(0.0, 0.0, 120.0, 0.0, 60.0).room == 2
    single = Row(0.0, 0.0, 119.9, 0.0, 60.0)
    assert single.is_single and single.room == 1
    assert single.places(3) == (0.0,)
    assert single.free((0.0, 0.0), 3) == 0.0


def test_how_far_along_the_row_a_point_lies() -> None:
    assert ROW.along(13.0, 27.0) == pytest.approx(7.0)
    assert ROW.at(7.0) == pytest.approx((10.0, 27.0))
    aslant = Row(10.0, 20.0, 200.0, 30.0, 60.0)
    turn = radians(30.0)
    assert aslant.along(12.0, 23.0) == pytest.approx(2 * cos(turn) + 3 * sin(turn))
    assert aslant.at(8.0) == pytest.approx((10.0 + 8 * cos(turn), 20.0 + 8 * sin(turn)))


def test_every_second_place_is_taken_first_then_those_between() -> None:
    taken: list[float] = []
    for place in (-68.5, -1.5, 65.5, -35.0, 32.0):
        assert ROW.free(taken, 5) == place
        taken.append(place)
    assert ROW.free(taken, 5) is None


def test_half_a_step_beside_a_card_is_free() -> None:
    assert ROW.free([-68.5 + 16.75], 1) == -68.5
    assert ROW.free([-68.5 + 16.5], 1) == -1.5


@pytest.mark.parametrize(
    ("w", "h", "turned"),
    [
        (70.0, 89.0, True),  # too low for a card upright
        (70.0, 90.0, False),
        (90.0, 120.0, True),  # high enough for two cards on their sides
        (90.0, 119.0, False),
        (89.0, 200.0, False),  # too narrow for a card on its side
        (120.0, 120.0, False),
    ],
)
def test_cards_lie_across_the_row(w: float, h: float, *, turned: bool) -> None:
    row = row_of(Region("row", 20.0, 30.0, w, h), TABLE, 60.0, 90.0)
    assert (row.angle == 270.0) == turned
    assert (row.angle == 0.0) != turned
    assert (row.x, row.y) == (20.0 + w / 2, 30.0 + h / 2)
    assert (row.length, row.card_mm) == (h if turned else w, 60.0)


@pytest.mark.parametrize(("x", "angle"), [(164.0, 270.0), (165.0, 90.0), (330.0, 90.0)])
def test_a_turned_row_is_upright_for_whoever_sits_beside_it(x: float, angle: float) -> None:
    assert row_of(Region("row", x, 30.0, 70.0, 80.0), TABLE, 60.0, 90.0).angle == angle


@pytest.mark.parametrize(
    ("y", "far", "angle"),
    [(150.0, 300.0, 180.0), (150.0, 299.0, 180.0), (150.0, 298.5, 0.0), (1.0, 300.0, 0.0), (1.5, 300.0, 180.0),
     (0.0, 300.0, 0.0)],
)  # fmt: skip
def test_a_row_at_the_far_edge_is_upright_for_who_sits_there(y: float, far: float, angle: float) -> None:
    """One that reaches from edge to edge is seat 0's."""
    assert row_of(Region("row", 20.0, y, 320.0, far - y), TABLE, 60.0, 90.0).angle == angle
