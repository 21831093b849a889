"""PettingZoo's own tests of environments, on ours."""

import pytest

from companion.games import all_games

pytest.importorskip("pettingzoo", reason="needs the extra pettingzoo")

from pettingzoo.test import api_test, seed_test

from ui.lab.adapters.pettingzoo import env


@pytest.mark.filterwarnings("default")  # it warns of any observation that is a dictionary
@pytest.mark.parametrize("id", list(all_games()))
def test_its_own_tests(id: str) -> None:
    api_test(env(id, longest=80), num_cycles=40)
    seed_test(lambda: env(id), num_cycles=40)


def test_a_whole_game() -> None:
    game = env("zong", seats=4, options=("cleanup=all",))
    game.reset(seed=4)
    total = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        seen, reward, over, given_up, _ = game.last()
        total[agent] += reward
        game.step(None if over or given_up else game.action_space(agent).sample(seen["action_mask"]))
    assert sorted(total.values()) == [-1.0, -1.0, -1.0, 3.0]
