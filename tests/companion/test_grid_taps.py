"""A movement grid drawn by taps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.zoon.family.deck import shipped
from companion.games.zoon.family.grids import SQUARES, moves_of, reached, strides_of, tapped
from companion.kits.grid import Offset


def drawn(moves: str, *taps: tuple[Offset, bool]) -> str:
    strides = strides_of(moves)
    for square, green in taps:
        strides = tapped(strides, square, green=green)
    return moves_of(strides)


@pytest.mark.parametrize(
    ("moves", "taps", "after"),
    [
        ("", [((0, 1), False)], "n"),
        ("n", [((0, 1), False)], ""),
        ("n", [((0, 2), False)], "n2"),
        ("", [((0, 2), False)], "n2"),
        ("n2", [((0, 2), False)], "n"),
        ("n2 e", [((0, 1), False)], "e"),
        ("", [((-2, 2), False)], "nw2"),
        ("", [((0, 2), True)], "*0,2"),
        ("*0,2", [((0, 2), True)], ""),
        ("*0,2", [((0, 2), False)], "n2"),
        ("n2", [((0, 2), True)], "n *0,2"),
        ("n", [((0, 1), True)], "*0,1"),
        ("", [((1, 2), False)], "n+ne"),
        ("ne", [((1, 2), False)], "ne+n"),
        ("", [((1, 2), False)] * 2, "n ne+n"),
        ("n", [((1, 2), False)] * 3, "n ne"),
        ("n2", [((1, 2), False)], "n2 n+ne"),
        ("", [((-2, -1), False)], "w+sw"),
        ("n", [((0, 0), False)], "n"),
    ],
)
def test_what_a_tap_makes_of_a_grid(moves: str, taps: list[tuple[Offset, bool]], after: str) -> None:
    assert drawn(moves, *taps) == after


@given(st.lists(st.tuples(st.sampled_from(SQUARES), st.booleans()), max_size=30))
def test_whatever_is_tapped_can_be_written_and_read(taps: list[tuple[Offset, bool]]) -> None:
    strides = strides_of(drawn("", *taps))
    cells = [offset for stride in strides for offset in stride.offsets]
    assert (0, 0) not in cells
    assert set(cells) <= set(SQUARES)
    assert all(reached(strides)[s.offsets[-1]] == s.flown for s in strides)


@pytest.mark.parametrize("moves", sorted({s["moves"] for s in shipped()["zoons"].values()}))
def test_every_printed_grid_can_be_drawn(moves: str) -> None:
    wanted = strides_of(moves)
    taps = [(stride.offsets[-1], stride.flown) for stride in wanted]
    assert set(strides_of(drawn("", *taps))) == set(wanted)
