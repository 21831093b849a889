"""pyminion's bots on a seat of our table do what pyminion's code says, by our rules; where it is installed."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.zombinion.events import Chose, Ended, Played, Shot, Took
from companion.games.zombinion.state import Step
from companion.search import Level
from tests.games import zombinion
from tests.peers.deck_bots import BOTS, Bot, kingdom, winners

pytest.importorskip("pyminion", reason="pip install pyminion==0.4.0")
KINDS = kingdom(1)
AGREED = zombinion.setup(2, kinds=",".join(KINDS), knowing="known", start="0")


def state(hand: str, **more: Any) -> Any:
    given = {"phase": "action", "actions": 1, "targets": 1, "shots": 0} | more
    return zombinion.at(
        f"{hand} / pallottola*5", "zombi*3 pallottola*2 / pallottola*5", agreed=AGREED, **given
    )


def test_a_bot_plays_its_action_lays_its_mirare_and_takes_the_best_pile() -> None:
    bot = Bot("BigMoneySmithy", KINDS)
    assert bot.event(state("furbizia pallottola*4"), 0) == Played(0, "furbizia")
    assert bot.event(state("pallottola*3 zombi*2", phase="hunt"), 0) == Shot(0, ("pallottola",) * 3)
    assert bot.event(state("zombi*2", phase="hunt", shots=8), 0) == Took(0, "molti-piu-zombi")
    assert bot.event(state("zombi*2", phase="hunt", shots=4), 0) == Took(0, "furbizia")
    assert bot.event(state("zombi*2", phase="hunt", shots=2), 0) == Ended(0)


def test_a_bot_that_trashes_and_one_that_is_attacked_answer() -> None:
    asked = state("zombi*2 pallottola infezione furbizia")
    trash = replace(asked, todo=(Step("trash", 0, "sacrificio", 4),))
    answer = Bot("ChapelBot", KINDS).event(trash, 0)
    assert isinstance(answer, Chose)
    assert {"infezione", "zombi"} <= set(answer.cards)
    assert "furbizia" not in answer.cards


@pytest.mark.parametrize("name", BOTS)
def test_a_whole_game_against_each_bot_comes_to_its_end(name: str) -> None:
    thought: list[float] = []
    found = winners(name, Level("test", 6, 0, 1.0), 3, thought)
    assert found
    assert len(thought) > 20
