"""OpenSpiel's own tests of games, on ours: random play, serialization, clones, chance that sums to one."""

from typing import Any

import pytest

from companion.games import all_games

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra openspiel")

from ui.lab.adapters import openspiel  # noqa: E402

NAMES = openspiel.register()


def loaded(name: str) -> Any:
    return pyspiel.load_game(name, {"longest": 120})


@pytest.mark.parametrize("name", NAMES)
def test_random_play(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(loaded(name), num_sims=1, serialize=True, verbose=False)
    capfd.readouterr()


def test_register_again_changes_nothing() -> None:
    assert openspiel.register() == NAMES == tuple(f"zo_{id}" for id in all_games())


def test_parameters_are_heeded() -> None:
    game = pyspiel.load_game("zo_zoondo(options=tribes:monkus/warus)")
    assert dict(game.setup.options)["tribes"] == "monkus,warus"
    game = pyspiel.load_game(str(pyspiel.load_game("zo_zong(players=5,options=cleanup:all;towers:turn)")))
    assert game.num_players() == 5
    assert dict(game.setup.options)["cleanup"] == "all"


def test_who_knows_what() -> None:
    game = pyspiel.load_game("zo_zones")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])
    texts = [state.information_state_string(seat) for seat in (0, 1)]
    assert texts[0] != texts[1]
    assert len(state.observation_tensor(0)) == 4096
    assert state.observation_tensor(0) != state.observation_tensor(1)
