"""ZoneS played in a demo: its halves are laid behind the screen before anything can be judged."""

from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from companion.game import Event, Seen
from companion.games.zones import GAME
from companion.games.zones.events import Laid, Lifted
from companion.games.zones.play import Zones
from companion.lawful import drawn
from companion.sight import Look, Scene
from ui.demo.deeds import Deeds, Misread, Screened, after_all

# The screened set-up of a demo: both halves are laid where the camera sees them, and read when a seat says
# "ready". Rule kept: nothing of a half is told but by the event of its seat, and that holds what the camera
# has read.


@dataclass(slots=True)
class Halves:
    """Two halves laid at random, by the rules."""

    game: Zones
    chance: Random
    truth: Any = None

    def look(self, state: Any) -> Look:
        if self.truth is None:
            self.truth = state
            while not all(self.truth.screen.ready):
                event = drawn(self.game, self.truth, self.chance.randrange)
                assert event is not None, "behind the screen there is always something to lay"
                self.truth = self.game.after(self.truth, event)
        return Look(
            {
                at: lying
                for seat in (0, 1)
                for at, lying in self.game.half_look(self.truth, seat).regions.items()
            }
        )

    def following(self, state: Any, scene: Scene) -> Event:
        """The next seat says "ready", and its half is read; or both are, and the screen is lifted. Raises Misread."""
        seat = next((seat for seat in (0, 1) if not state.screen.ready[seat]), None)
        if seat is None:
            return Lifted()
        seen = Seen(scene.by_region(), frozenset())
        event: Laid = self.game.half_seen(state, seat, seen)
        read, lies = self.game.after(state, event).screen.halves[seat], self.truth.screen.halves[seat]
        same = read.base == lies.base and all(
            sorted(one) == sorted(other)
            for one, other in ((read.tiles, lies.tiles), (read.pieces, lies.pieces))
        )
        if not same:
            raise Misread(
                f"seat {seat}: expected {lies}, read {read}; not sure of {self.game.half_unread(state, seat, seen)}"
            )
        return event


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
        return self.halves.look(state), partial(self.halves.following, state)

    def is_wrong(self, state: Any, events: tuple[Event, ...], booked: Any) -> bool:
        return bool(booked != after_all(self.game, state, events))
