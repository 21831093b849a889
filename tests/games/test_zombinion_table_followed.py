"""Random games, seen through a perfect eye: what happened is accepted or asked for, never refused or lost."""

from random import Random

import pytest

from tests.games.zombinion import setup, ten
from tests.games.zombinion_followed import Followed

SETS = ("first-game", "scontro", "vita-o-morte")


@pytest.mark.parametrize("seats", (2, 3, 4))
@pytest.mark.parametrize("name", SETS)
def test_each_event_on_what_is_known_is_accepted_or_asked_for(seats: int, name: str) -> None:
    found = Followed(told=True)
    found.game(setup(seats, set=name, start="0"), seats, 150)
    assert found.wrong == []
    assert found.verdicts["Accept"] > 10 * found.verdicts["Ask"]


@pytest.mark.parametrize("seed", range(4))
def test_a_game_is_followed_though_nothing_is_told_but_the_answers(seed: int) -> None:
    found = Followed()
    found.game(setup(2 + seed % 3, kinds=ten(Random(seed)), start="0"), seed, 150)
    seen = sum(found.verdicts[name] for name in ("Accept", "Ask", "Same", "Refuse", "Wait", "Lost"))
    assert len(found.wrong) <= seen / 50, found.wrong
    assert found.verdicts["Accept"] > 5 * found.verdicts["Ask"]
