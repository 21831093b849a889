"""Who wants to win soon: of many games played on in the head, the first event of the shortest."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

from companion.game import Event, Game, Over, legal
from companion.lawful import drawn
from ui.demo.playing import Dealt

THINKING_SECONDS = 0.4
DEALING_SECONDS = 2.0
"""Where hands are hidden one line lasts to the end of the game: dice disturb it rarely."""
LONGEST = 1200


class Ambition:
    """Chooses what happens next."""

    def __init__(self, game: Game[Any], chance: Random) -> None:
        self._game, self._chance = game, chance
        self._line: list[tuple[Any, Event]] = []

    def choose(self, state: Any, is_real: Callable[[Event], bool]) -> Event | None:
        """The next event of the shortest game in mind, if it can really be carried out; else another that can."""
        while self._line and self._line[0][0] != state:
            self._line.pop(0)
        if not self._line:
            self._line = self._shortest(state)
        event = self._line[0][1] if self._line else None
        if event is None or is_real(event):
            return event
        self._line = []
        real = [each for each in legal(self._game, state) if is_real(each)]
        alike = [e for e in real if (e.start, e.to, e.at) == (event.start, event.to, event.at)]
        return self._chance.choice(alike or real) if real else None

    def _shortest(self, state: Any) -> list[tuple[Any, Event]]:
        """The shortest of the games that come to mind in time, event by event with the state before each."""
        best: list[tuple[Any, Event]] = []
        end = time.monotonic() + (DEALING_SECONDS if self._game.determinize is not None else THINKING_SECONDS)
        while time.monotonic() < end or not best:
            line, now = [], state
            following = self._at_random()
            while not isinstance(self._game.turn(now), Over) and len(line) < (len(best) or LONGEST):
                event = following(now)
                if event is None:
                    break
                line.append((now, event))
                now = self._game.after(now, event)
            if not best or (isinstance(self._game.turn(now), Over) and len(line) < len(best)):
                best = line
        return best

    def _at_random(self) -> Callable[[Any], Event | None]:
        """What happens next, by lot; where hands are hidden somebody deals them first, and must know them."""
        if self._game.determinize is None:
            return lambda state: drawn(self._game, state, self._chance.randrange)
        return Dealt(self._game, self._chance).next
