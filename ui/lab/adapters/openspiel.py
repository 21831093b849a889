"""All games as games of OpenSpiel: `register()`, then `pyspiel.load_game("zo_zong(players=4)")`.

Needs the extra `openspiel`. Parameters: `players`; `options`, as `tribes:monkus/warus;za-04:lax`, since OpenSpiel
reserves `=` and commas; `longest`, the maximum events of a game. Actions, chance, observations and tensors are those
of `ui.lab.adapters.episode`.
"""

import copy
from typing import Any

import numpy as np
import pyspiel

from companion.game import Game
from companion.games import all_games
from ui.lab.adapters.episode import ACTIONS, DRAWS, FEATURES, LONGEST, Episode, canonical, features, setup_of

PREFIX = "zo_"
"""Prefix of a game's id, so that no other game of OpenSpiel has the same name."""
MOST_CHANCE = 3
"""Maximum chance outcomes with one event, apart from a die thrown by every seat."""


def register() -> tuple[str, ...]:
    """Makes all games known to OpenSpiel, and returns their names; known ones are left alone."""
    known = set(pyspiel.registered_names())
    names = []
    for id, game in all_games().items():
        names.append(PREFIX + id)
        if names[-1] not in known:
            pyspiel.register_game(_game_type(id, game), _game_class(id, game))
    return tuple(names)


def _game_type(id: str, game: Game[Any]) -> Any:
    return pyspiel.GameType(
        short_name=PREFIX + id,
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.seats[0], "options": "", "longest": LONGEST},
    )


def _game_class(id: str, game: Game[Any]) -> type:
    """A class from which OpenSpiel makes a game by its parameters alone."""

    class Loaded(_Loaded):
        def __init__(self, params: Any = None) -> None:
            super().__init__(id, game, params)

    return Loaded


class _Loaded(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, id: str, game: Game[Any], params: Any) -> None:
        kind = _game_type(id, game)
        given: dict[str, Any] = kind.parameter_specification | dict(params or {})
        seats, self.longest = int(given["players"]), int(given["longest"])
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=DRAWS,
            num_players=seats,
            min_utility=-1.0,
            max_utility=seats - 1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(kind, info, given)
        self.game = game
        texts = [text for text in str(given["options"]).split(";") if text]
        self.setup = setup_of(game, seats, (text.replace(":", "=", 1).replace("/", ",") for text in texts))

    def new_initial_state(self) -> "_State":
        return _State(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.longest * (MOST_CHANCE + int(self.num_players()))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "_Observer":
        if params:
            raise ValueError(f"observer: expected no parameters, found {params}")
        return _Observer(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class _State(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: _Loaded) -> None:
        super().__init__(game)
        self.episode = Episode(game.game, game.setup, game.longest)

    def current_player(self) -> int:
        if self.episode.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.episode.outcomes:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.episode.acting is not None, "somebody is to act"
        return int(self.episode.acting)

    def is_terminal(self) -> bool:
        return self.episode.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.episode.actions) if player == self.episode.acting else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        count = self.episode.outcomes
        return [(outcome, 1 / count) for outcome in range(count)]

    def _apply_action(self, action: int) -> None:
        if self.episode.outcomes:
            self.episode.fall(action)
        else:
            self.episode.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"falls {action}"
        return canonical(self.episode.actions[action])

    def returns(self) -> list[float]:
        return self.episode.returns() if self.episode.is_over else [0.0] * self.episode.seats

    def __str__(self) -> str:
        return f"{self.episode.length}: {self.episode.observation(None)}"

    def __deepcopy__(self, memo: Any) -> Any:
        state = super().__deepcopy__(memo)
        state.episode = copy.deepcopy(self.episode)
        return state


class _Observer:
    """What a seat, or the public, knows of a state: with perfect recall all it has seen, else what it sees."""

    def __init__(self, kind: Any) -> None:
        self.recalls = bool(kind.perfect_recall)
        self.is_private = kind.private_info != pyspiel.PrivateInfoType.NONE
        self.tensor = np.zeros(FEATURES, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: _State, player: int) -> None:
        episode = state.episode
        self.tensor[:] = features(episode.game, episode.state, player if self.is_private else None)

    def string_from(self, state: _State, player: int) -> str:
        seat = player if self.is_private else None
        return state.episode.history(seat) if self.recalls else state.episode.observation(seat)
