"""A short evening with every kind of trouble; the long ones are lived through by `python -m tests.evening`."""

from itertools import pairwise
from pathlib import Path

import pytest

from companion.games import all_games
from tests.evening.evening import Evening
from tests.evening.plan import KINDS, LASTS_S, plan


def test_a_plan_is_the_same_for_a_seed_and_leaves_the_last_minute_in_peace() -> None:
    assert plan(7, 600) == plan(7, 600) != plan(8, 600)
    for seed in range(20):
        troubles = plan(seed, 600)
        assert all(one.until < other.at for one, other in pairwise(troubles))
        assert troubles[-1].until < 600 - 60
        assert all(LASTS_S[0] <= one.until - one.at <= LASTS_S[1] for one in troubles)
    assert {one.kind for seed in range(20) for one in plan(seed, 600)} == set(KINDS)


@pytest.mark.slow
def test_an_evening_of_troubles_leaves_the_game_whole_and_says_each(tmp_path: Path) -> None:
    found = Evening(tmp_path, all_games()["zoon_alternate"], seed=3, seconds=300.0).live()
    assert found.wrong == []
    assert found.troubles >= 2 and found.entries > 5
    assert {"lamp", "pins"} <= found.said_s.keys()
