"""All games as environments of PettingZoo (AEC, with action masks): `env("zoondo")`. Needs the extra `pettingzoo`.

Chance falls within a step, by a random source seeded by `reset(seed=…)`. Actions and observations are those of
`ui.lab.adapters.episode`.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from companion.game import Over
from ui.lab.adapters.episode import ACTIONS, FEATURES, LONGEST, Episode, features, setup_of
from ui.records.beginning import game_named


def env(game: str, seats: int | None = None, options: Sequence[str] = (), longest: int = LONGEST) -> Any:
    """A game by its id, `options` as NAME=VALUE, with PettingZoo's usual checks around it. Raises GameFault."""
    return wrappers.OrderEnforcingWrapper(GameEnvironment(game, seats, options, longest))


class GameEnvironment(AECEnv[str, Any, int]):  # type: ignore[misc]
    """One game after another, seat by seat."""

    def __init__(
        self, game: str, seats: int | None = None, options: Sequence[str] = (), longest: int = LONGEST
    ) -> None:
        super().__init__()
        self._game = game_named(game)
        self._setup = setup_of(self._game, self._game.seats[0] if seats is None else seats, options)
        self._longest = longest
        self._chance = Random()
        self.metadata = {"render_modes": ["ansi"], "name": f"zo_{game}_v0", "is_parallelizable": False}
        self.render_mode = "ansi"
        self.possible_agents = [f"seat_{seat}" for seat in range(self._setup.seats)]
        space = Dict(
            {
                "observation": Box(0.0, 1.0, (FEATURES,), np.float32),
                "action_mask": Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:  # noqa: ARG002
        """Begins anew; the same seed has the same chance."""
        if seed is not None:
            self._chance = Random(seed)
        self._episode = Episode(self._game, self._setup, self._longest)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What a seat sees, and what it may do now: nothing unless it is to act."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(ACTIONS, np.int8)
        if seat == self._episode.acting and not self._episode.is_over:
            mask[list(self._episode.actions)] = 1
        return {"observation": features(self._game, self._episode.state, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Lets the seat to act do this. Raises KeyError for a masked action."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._episode.act(int(action))  # type: ignore[arg-type]
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> str:
        return self._episode.observation(None)

    def _go_on(self) -> None:
        """Lets chance fall until a seat is to act or the game is over."""
        episode = self._episode
        while episode.outcomes:
            episode.fall(self._chance.randrange(episode.outcomes))
        if not episode.is_over:
            self.agent_selection = self.possible_agents[episode.acting or 0]
            return
        self.rewards = dict(zip(self.possible_agents, episode.returns(), strict=True))
        ended = dict.fromkeys(self.agents, True)
        if isinstance(episode.turn, Over):
            self.terminations = ended
        else:  # it went on for too long
            self.truncations = ended
