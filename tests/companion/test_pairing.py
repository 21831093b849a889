"""Pairing: the best of all ways, whatever the gains, and equal to trying every one."""

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.weigh import best_pairing

Gains = list[list[float]]


@st.composite
def tables(draw: st.DrawFn, most: int = 6) -> Gains:
    """At least as many columns as rows; few different gains, so that many ways are as good."""
    columns = draw(st.integers(0, most))
    rows = draw(st.integers(0, columns))
    gain = st.one_of(st.sampled_from([0.0, -0.5, -9.21]), st.floats(-30, 5))
    return [draw(st.lists(gain, min_size=columns, max_size=columns)) for _ in range(rows)]


def total(gains: Gains, order: tuple[int, ...]) -> float:
    return sum(gains[row][column] for row, column in enumerate(order))


@given(tables())
@settings(max_examples=400)
def test_no_other_way_is_better(gains: Gains) -> None:
    found = best_pairing(gains)
    columns = len(gains[0]) if gains else 0
    assert len(found) == len(gains) == len(set(found))
    assert all(0 <= column < columns for column in found)
    best = max(total(gains, order) for order in permutations(range(columns), len(gains)))
    assert abs(total(gains, found) - best) < 1e-9


@given(st.permutations(range(20)), st.lists(st.floats(0, 1), min_size=400, max_size=400))
@settings(max_examples=60)
def test_twenty_that_belong_together_are_found(order: list[int], noise: list[float]) -> None:
    gains = [[-2 - noise[20 * row + column] for column in range(20)] for row in range(20)]
    for row, column in enumerate(order):
        gains[row][column] = -0.05
    assert best_pairing(gains) == tuple(order)


@given(st.integers(1, 20), st.integers(0, 5))
def test_where_all_are_as_good_each_gets_one(rows: int, more: int) -> None:
    found = best_pairing([[1.0] * (rows + more)] * rows)
    assert len(set(found)) == rows
