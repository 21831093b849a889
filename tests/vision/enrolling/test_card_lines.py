"""Outlines made of straight lines: how much of a side is edge."""

import numpy as np
import pytest

from vision.enrolling.card_quad import STEP_PX, _Lines


def test_the_share_of_a_line_that_is_edge_is_told_between_any_two_places_of_it() -> None:
    there = np.array([True, True, False, False, True, True, True, True])
    summed = np.concatenate([[0.0], np.cumsum(there)])
    zero = np.zeros((1, 2))
    lines = _Lines(zero, zero, np.zeros(1), np.ones(1), summed[None], start=-3.0)
    line = np.zeros(1, np.intp)

    def share(low: float, high: float) -> float:
        return float(
            lines.edge_share(line, np.array([-3.0 + low * STEP_PX]), np.array([-3.0 + high * STEP_PX]))[0]
        )

    assert share(0, 8) == pytest.approx(6 / 8)
    assert share(2, 4) == 0 and share(4, 2) == 0 and share(4, 8) == 1
    assert share(0, 0) == 1 and share(2, 2) == 0, "of a point the next step tells"
    assert share(-50, 50) == pytest.approx(6 / 8), "beyond its ends a line has no more edges"
