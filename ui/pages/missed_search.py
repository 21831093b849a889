"""The coach goes through a game that is over: one decision of the people after the other, each weighed in the process
that thinks, by what its seat knew then."""

import logging
from collections.abc import Iterator
from typing import Any

from companion.abilities import decided_of
from companion.game import Event, Seat, Seats
from companion.journal import TookBack
from ui.opponents.thinker import Thinker
from ui.pages.coach import advice_of
from ui.present.coaching import what_it_lacks
from ui.present.missed import LookedFor, MissedChance, missed_at
from ui.present.story import turns
from ui.present.walk import Walk

_log = logging.getLogger(__name__)
MOST = 40
"""Of more decisions than this so many are looked at, spread over the game."""


class MissedSearch:
    """Looks for what people missed. `people`: the seats whose decisions are looked at.

    `advice`: how the game tells of what might have been done.
    """

    def __init__(self, walk: Walk, people: frozenset[Seat], thinker: Thinker | None = None) -> None:
        self._walk, self._people = walk, people
        self.advice = advice_of(walk.game)
        self._thinker = thinker or Thinker()
        self._places: Iterator[int] | None = None
        self._at: int | None = None
        self._known = LookedFor()
        self._found: dict[int, MissedChance] = {}
        self._done = self._all = self._left = 0
        self._running = self._troubled = False

    @property
    def looked(self) -> LookedFor:
        """How far it is."""
        found = tuple(self._found[place] for place in sorted(self._found))
        begun = self._places is not None
        return LookedFor(
            self._done,
            self._all,
            self._left,
            found,
            begun=begun,
            running=self._running,
            troubled=self._troubled,
        )

    def go_on(self) -> None:
        """Begins, or goes on where it was stopped."""
        if self._places is None:
            judged, self._left = self._decisions()
            self._all = min(len(judged), MOST)
            self._places = iter(spread(judged, MOST))
        self._running, self._troubled = True, False

    def stop(self) -> None:
        """Stops; what was found stays. The process that thinks ends."""
        if self._at is not None:
            self._thinker.forget()
        self._running = False
        self._thinker.close()

    def tick(self) -> bool:
        """Takes in what was thought and asks about the next; whether a screen has to change."""
        if not self._running:
            return False
        before = self._done
        if self._at is not None and self._thinker.is_thinking:
            thought = self._thinker.answered()
            if thought is None:
                return False
            self._troubled = bool(thought.fault)
            if thought.fault:
                _log.warning("the coach cannot think: %s", thought.fault)
                self.stop()
                return True
            self._done += 1
            found = thought.chosen and missed_at(self._at, self._decided(self._at), thought.chosen)
            if found and not isinstance(found.better, self.advice.aimed):
                self._found[self._at] = found
            self._at = None
        self._next()
        return self._done != before or not self._running

    def _next(self) -> None:
        """Asks about the next decision; after a stop about the same once more."""
        assert self._places is not None
        self._at = self._at if self._at is not None else next(self._places, None)
        if self._at is None:
            self.stop()
            return
        walk, at = self._walk, self._at
        event, state = walk.lines[at - 1].entry.event, walk.states[at - 1]
        assert event.seat is not None
        self._thinker.weigh(walk.game, walk.setup, state, event.seat, event, at)

    def _decided(self, place: int) -> Event:
        """What was played, as far as its seat decided it."""
        game, state = self._walk.game, self._walk.states[place - 1]
        return decided_of(game, state, self._walk.lines[place - 1].entry.event)

    def _decisions(self) -> tuple[list[int], int]:
        """The places after what people decided in turns, and how many more hang on cards that nobody told."""
        found, left, walk = [], 0, self._walk
        places = (place for turn in turns(walk) for place in range(turn.first, turn.last + 1))
        for place in places:
            line, state = walk.lines[place - 1], walk.states[place - 1]
            event, turn = line.entry.event, walk.game.turn(state)
            judged = not isinstance(event, self.advice.aimed)
            counts = judged and not (
                line.struck or isinstance(event, TookBack) or line.entry.corrects is not None
            )
            if not counts or not isinstance(turn, Seats) or event.seat not in self._people & turn.seats:
                continue
            if walk.game.layout(state) is not None or line.entry.waived or not self._is_choice(state, event):
                continue
            if what_it_lacks(walk.game, walk.setup, state, event.seat)[0]:
                left += 1
            else:
                found.append(place)
        return found, left

    def _is_choice(self, state: Any, event: Event) -> bool:
        """Whether its seat could have done something else."""
        own = (one for one in self._walk.game.candidates(state, None) if one.seat == event.seat)
        return any(one != event for one in own)


def spread(places: list[int], most: int) -> list[int]:
    """At most so many of these, evenly over all of them."""
    if len(places) <= most:
        return places
    return [places[n * len(places) // most] for n in range(most)]
