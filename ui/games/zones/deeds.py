"""ZoneS played in a demo: its halves are laid behind the screen before anything can be judged.

Both halves are laid where the camera sees them, and read when a seat says "ready". Rule kept: a half is told only by
its seat's event, with what the camera has read.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.game import Event, Seen
from companion.games.zones import GAME
from companion.games.zones.events import Laid, Lifted
from companion.lawful import drawn
from companion.sight import Look, Scene
from ui.demo.playing import Deeds, Misread, Screened, after_all


@dataclass
class OwnDeeds(Deeds):
    """What happens next in ZoneS, and how it is done on a simulated table; `laid`: two halves laid by lot."""

    laid: Any = None

    def screened(self, state: Any) -> Screened | None:
        if state.phase != "set-up":
            return None
        if self.laid is None:
            self.laid = state
            while not all(self.laid.screen.ready):
                event = drawn(GAME, self.laid, self.chance.randrange)
                assert event is not None, "behind the screen there is always something to lay"
                self.laid = GAME.after(self.laid, event)
        near, far = (GAME.half_look(self.laid, seat).regions for seat in (0, 1))
        return Look({**near, **far}), partial(self._ready, state)

    def _ready(self, state: Any, scene: Scene) -> Event:
        """The next seat says "ready" and its half is read; once both are, the screen is lifted. Raises Misread."""
        seat = next((seat for seat in (0, 1) if not state.screen.ready[seat]), None)
        if seat is None:
            return Lifted()
        seen = Seen(scene.by_region(), frozenset())
        event: Laid = GAME.half_seen(state, seat, seen)
        read, lies = GAME.after(state, event).screen.halves[seat], self.laid.screen.halves[seat]
        same = read.base == lies.base and all(
            sorted(one) == sorted(other)
            for one, other in ((read.tiles, lies.tiles), (read.pieces, lies.pieces))
        )
        if not same:
            unread = GAME.half_unread(state, seat, seen)
            raise Misread(f"seat {seat}: expected {lies}, read {read}; not sure of {unread}")
        return event

    def is_wrong(self, state: Any, events: tuple[Event, ...], booked: Any) -> bool:
        return bool(booked != after_all(self.game, state, events))
