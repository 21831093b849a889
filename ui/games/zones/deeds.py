"""ZoneS played in a demo: its halves are laid behind the screen before anything can be judged."""

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from companion.game import Event
from companion.games.zones import GAME
from ui.demo.deeds import Deeds, Screened, after_all
from ui.games.zones.demo_halves import Halves


@dataclass
class ScreenedDeeds(Deeds):
    """What happens next in ZoneS, and how it is done on a simulated table."""

    halves: Halves = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.halves = Halves(GAME, self.chance)

    def screened(self, state: Any) -> Screened | None:
        if state.phase != "set-up":
            return None
        return Screened(self.halves.look(state), partial(self.halves.following, state))

    def is_wrong(self, state: Any, events: tuple[Event, ...], booked: Any) -> bool:
        return bool(booked != after_all(self.game, state, events))
