"""Squares by name, neighbours, and the ways along printed paths."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.zoon.family.grids import Stride, Way, ways
from companion.games.zoon.family.state import NAMES
from companion.kits.grid import EIGHT, Grid

SIX = Grid(6, 6)
SQUARES = st.integers(0, 35)


def test_squares_are_named_from_the_left_of_seat_0() -> None:
    assert SIX.names[0] == "a1"
    assert SIX.names[5] == "f1"
    assert SIX.names[35] == "f6"
    assert SIX.numbers["c4"] == 20


def test_regions_cover_the_board_row_by_row() -> None:
    regions = SIX.regions(66.0)
    assert [region.name for region in regions] == list(SIX.names)
    assert (regions[8].name, regions[8].x, regions[8].y, regions[8].w) == ("c2", 132.0, 66.0, 66.0)


def test_rows_and_depth_count_from_each_players_own_edge() -> None:
    assert [SIX.names[n] for n in SIX.row(0, 1)] == ["a2", "b2", "c2", "d2", "e2", "f2"]
    assert [SIX.names[n] for n in SIX.row(1)] == ["a6", "b6", "c6", "d6", "e6", "f6"]
    assert SIX.depth(0, SIX.numbers["b3"]) == 2
    assert SIX.depth(1, SIX.numbers["b3"]) == 3


@pytest.mark.parametrize(
    ("seat", "offset", "to"),
    [(0, (1, 1), "d4"), (1, (1, 1), "b2"), (0, (0, -2), "c1"), (0, (0, -3), None), (1, (3, 0), None)],
)
def test_a_step_is_seen_from_the_seat(seat: int, offset: tuple[int, int], to: str | None) -> None:
    found = SIX.step(seat, SIX.numbers["c3"], offset)
    assert (None if found is None else SIX.names[found]) == to


@given(SQUARES, st.sampled_from(EIGHT), st.sampled_from([0, 1]))
def test_a_step_and_its_opposite_lead_home(square: int, offset: tuple[int, int], seat: int) -> None:
    to = SIX.step(seat, square, offset)
    if to is not None:
        assert SIX.step(seat, to, (-offset[0], -offset[1])) == square
        assert SIX.step(1 - seat, to, offset) == square


def test_a_path_may_be_left_at_each_of_its_squares() -> None:
    found = ways(SIX, 0, SIX.numbers["c3"], [Stride(((0, 1), (0, 2)))])
    c4, c5 = SIX.numbers["c4"], SIX.numbers["c5"]
    assert found == {
        c4: (Way(c4, (), SIX.numbers["c3"]),),
        c5: (Way(c5, (c4,), c4),),
    }
    assert tuple(NAMES[n] for n in found[c5][0].path) == ("c4", "c5")


def test_a_path_ends_where_the_board_does() -> None:
    found = ways(SIX, 0, SIX.numbers["c5"], [Stride(((0, 1), (0, 2)))])
    assert [SIX.names[to] for to in found] == ["c6"]


def test_a_bent_path_goes_back_the_way_it_came() -> None:
    found = ways(SIX, 0, SIX.numbers["a1"], [Stride(((0, 1), (1, 1)))])
    b2 = SIX.numbers["b2"]
    assert found[b2] == (Way(b2, (SIX.numbers["a2"],), SIX.numbers["a2"]),)


def test_a_green_square_is_reached_over_anything_and_goes_back_to_the_start() -> None:
    c3, c5 = SIX.numbers["c3"], SIX.numbers["c5"]
    assert ways(SIX, 0, c3, [Stride(((0, 2),), flown=True)]) == {c5: (Way(c5, (), c3, flown=True),)}


def test_two_ways_to_one_square_are_both_kept() -> None:
    found = ways(SIX, 0, 0, [Stride(((0, 1), (0, 2))), Stride(((0, 2),), flown=True)])
    assert [way.flown for way in found[SIX.numbers["a3"]]] == [False, True]
