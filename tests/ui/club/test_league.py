"""League tables from results: points, shared ranks, names however written, and Elo."""

import pytest

from tests.ui.web.told import result
from ui.club.broker.messages import Result
from ui.club.tournaments import LeagueRow, Scoring, standings


def table(*results: Result, scoring: Scoring | None = None) -> dict[str, LeagueRow]:
    found = standings(results, scoring or Scoring())
    return {one.name: one for one in found}


def test_points_and_what_came_of_each_game() -> None:
    found = table(
        result(1, ("Ann", "Bea"), (0,)), result(2, ("Bea", "Ann"), ()), result(3, ("Cai", "Bea"), (0,))
    )
    told = {name: (one.points, one.games, one.won, one.drawn, one.lost) for name, one in found.items()}
    assert told == {"Ann": (4, 2, 1, 1, 0), "Cai": (3, 1, 1, 0, 0), "Bea": (1, 3, 0, 1, 2)}
    assert list(found) == ["Ann", "Cai", "Bea"] and [one.rank for one in found.values()] == [1, 2, 3]
    doubled = table(result(1, ("Ann", "Bea"), (0,)), scoring=Scoring(won=10, drawn=5, lost=2))
    assert (doubled["Ann"].points, doubled["Bea"].points) == (10, 2)


def test_a_game_against_the_box_counts_for_nobody() -> None:
    played = [result(1, ("Ann", "Bea"), (0,)), result(2, ("Ann", "Umbra"), (1,), by_box=(1,))]
    found = table(*played)
    assert {name: (one.games, one.points) for name, one in found.items()} == {"Ann": (1, 3), "Bea": (1, 0)}
    assert found["Ann"].rating == table(played[0])["Ann"].rating


def test_a_name_is_the_same_however_it_is_written_and_nobody_is_nobody() -> None:
    found = table(result(1, ("ann ", "BEA"), (0,)), result(2, ("Ann", ""), (1,)), result(3, ("", ""), (0,)))
    assert {name: one.games for name, one in found.items()} == {"Ann": 2, "BEA": 1}
    assert found["Ann"].rating == pytest.approx(1512), "a game against nobody moves no rating"


def test_equals_share_a_rank() -> None:
    found = table(result(1, ("Ann", "Bea"), (0,)), result(2, ("Cai", "Dan"), (0,)))
    assert sorted(one.rank for one in found.values()) == [1, 1, 3, 3]


def test_ratings_by_the_formula() -> None:
    one = table(result(1, ("Ann", "Bea"), (0,)))
    assert (one["Ann"].rating, one["Bea"].rating) == (1512, 1488)
    two = table(result(1, ("Ann", "Bea"), (0,)), result(2, ("Ann", "Bea"), (1,)))
    expected = 1 / (1 + 10 ** ((1488 - 1512) / 400))
    assert two["Ann"].rating == pytest.approx(1512 - 24 * expected)
    assert two["Ann"].rating + two["Bea"].rating == pytest.approx(3000)
    several = table(result(1, ("Ann", "Bea", "Cai", "Dan"), (1, 2)))
    assert sum(one.rating for one in several.values()) == pytest.approx(6000)
    assert several["Bea"].rating == several["Cai"].rating == 1508
    twice = table(result(1, ("Ann", "Ann"), (0,)))
    assert twice["Ann"].rating == 1500
