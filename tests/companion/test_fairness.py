"""The fairness of dice, against published quantiles of the chi-square distribution."""

import pytest

from companion.luck import _tail, fairness

FACES = ("1", "2", "3", "4", "5", "6")


@pytest.mark.parametrize(
    ("chi", "freedom", "p"),
    [(11.070, 5, 0.05), (15.086, 5, 0.01), (3.841, 1, 0.05), (0.016, 1, 0.90), (1.610, 5, 0.90)],
)
def test_the_tail_agrees_with_the_tables(chi: float, freedom: int, p: float) -> None:
    assert _tail(chi, freedom) == pytest.approx(p, abs=2e-3)


def test_too_few_throws_say_nothing() -> None:
    few = fairness(["6"] * 29, FACES)
    assert few.p is None
    assert dict(few.counts)["6"] == 29


def test_a_die_that_always_falls_on_six_is_found_out() -> None:
    found = fairness(["6"] * 30, FACES)
    assert found.p is not None
    assert found.p < 1e-9


def test_even_throws_are_as_fair_as_can_be() -> None:
    found = fairness(list(FACES) * 10, FACES)
    assert found.chi_square == 0
    assert found.p == 1


def test_no_throws_are_no_fault() -> None:
    assert fairness([], FACES).throws == 0


def test_a_face_that_is_none_is_named() -> None:
    with pytest.raises(ValueError, match="'7'"):
        fairness(["7"], FACES)
