"""One game from start to end with numbered events, in the form that learning programs need.

Events are open-ended, so an action's number is a hash of its canonical JSON: the same event has the same number in
every state of every game, except in the rare states where two lawful events would share one (the later in order takes
the next free number). A seat's actions are its events of `Game.candidates` without a violation, as far as it decides
them: what a game leaves to chance falls afterwards, by the game's odds.
"""

from collections.abc import Iterable, Iterator
from copy import copy
from hashlib import blake2b
from random import Random
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from companion.game import PENNY, Chance, Event, Game, Over, RandomSource, Seat, Seats, Setup, legal
from companion.lawful import drawn
from ui.demo.random_play import told_all
from ui.lab.league.play import MOST_DRAWN, own_events
from ui.records.beginning import agreed, option_value

ACTIONS = 1 << 16
DRAWS = 256
"""Number of equally likely draws standing for what cannot be listed, such as a shuffle."""
LONGEST = 2000
"""A game of this many events is a draw."""


def setup_of(game: Game[Any], seats: int, options: Iterable[str]) -> Setup:
    """A set-up for learning programs, `options` as NAME=VALUE: the referee is told everything. Raises GameFault."""
    given = [option_value(game, text) for text in options]
    return agreed(game, seats, tuple(dict((*told_all(game), *given)).items()))


class Episode:
    """A game under way. Copies share its values, which are replaced and never changed."""

    def __init__(self, game: Game[Any], setup: Setup, longest: int = LONGEST) -> None:
        self.game, self.longest = game, longest
        self.state: Any = game.start(setup)
        self.seats, self.length = setup.seats, 0
        self._dice: tuple[int | str, ...] = ()
        self._public: tuple[str, ...] = ()
        self._told: tuple[tuple[str, ...], ...] = ((),) * setup.seats
        self._look_at()

    def __deepcopy__(self, _memo: object) -> "Episode":
        return copy(self)

    def _look_at(self) -> None:
        """Works out once per state who is to act and with which actions, or what falls.

        `outcomes`: number of equally likely outcomes of the chance awaited now; 0: a seat is to act.
        """
        self.turn, self.outcomes = self.game.turn(self.state), 0
        self.acting: Seat | None = None
        self.actions: dict[int, Event] = {}
        self._decided: Event | None = None
        self._lawful: list[Event] = []
        if self.is_over:
            return
        if isinstance(self.turn, Chance):
            self.outcomes = {"dice": 6, "penny": 2}.get(self.turn.what, len(self.turn.seats))
        elif isinstance(self.turn, Seats):
            lawful = legal(self.game, self.state)
            of_seats = ((seat, own_events(lawful, seat)) for seat in sorted(self.turn.seats))
            self.acting, self._lawful = next((each for each in of_seats if each[1]), (None, []))
            if all(event.blind for event in self._lawful):
                self._await(self._lawful, drawn=not self._lawful or self.game.sample is not None)
            else:
                self.actions = numbered(self.game.decided(self.state, event) for event in self._lawful)

    def _await(self, ways: list[Event], *, drawn: bool) -> None:
        """One of several ways falls next: by lot, or `drawn` by the game's own odds."""
        self._ways, self._is_drawn = ways, drawn
        self.outcomes = DRAWS if drawn else len(ways)

    @property
    def is_over(self) -> bool:
        return isinstance(self.turn, Over) or self.length >= self.longest

    def act(self, action: int) -> None:
        """Lets the seat to act do this; its chance falls next. Raises KeyError for a forbidden action."""
        decided = self.actions[action]
        ways = [event for event in self._lawful if self.game.decided(self.state, event) == decided]
        is_drawn = self._fallen_from(decided, 0) is not None
        if ways == [decided] and not is_drawn:
            self._after(decided)
            return
        self._decided, self.actions = decided, {}
        self._await(ways, drawn=is_drawn)

    def fall(self, outcome: int) -> None:
        """Lets chance fall so. Dice fall one by one."""
        if not isinstance(self.turn, Chance):
            self._after(self._draw(outcome) if self._is_drawn else self._ways[outcome])
            return
        values: tuple[int | str, ...]
        if self.turn.what == "dice":
            self._dice = values = (*self._dice, outcome + 1)
            if len(values) < len(self.turn.seats):
                return
        else:
            values = (PENNY[outcome] if self.turn.what == "penny" else self.turn.seats[outcome],)
        self._dice = ()
        self._after(self.game.chance_event(self.state, values))

    def returns(self) -> list[float]:
        """The payoff of each seat: losers lose 1, which the winners share; 0 for a draw."""
        winners = self.turn.winners if isinstance(self.turn, Over) else ()
        if not winners:
            return [0.0] * self.seats
        won = (self.seats - len(winners)) / len(winners)
        return [won if seat in winners else -1.0 for seat in range(self.seats)]

    def observation(self, seat: Seat | None) -> str:
        """What a seat sees now (None: the public), as JSON."""
        return msgspec.json.encode(self.game.view(self.state, seat), order="deterministic").decode()

    def history(self, seat: Seat | None) -> str:
        """What a seat has seen: its own events as it did them, others' as public, and what it sees now."""
        told = self._public if seat is None else self._told[seat]
        return "\n".join((*told, self.observation(seat)))

    def _fallen_from(self, decided: Event, outcome: int) -> Event | None:
        return self.game.fallen(self.state, decided, self._rng(outcome))

    def _rng(self, outcome: int) -> RandomSource:
        """The random source behind an outcome, the same wherever the game is played again."""
        return Random(f"{self.length}.{outcome}").randrange

    def _draw(self, outcome: int) -> Event:
        if self._decided is not None and (event := self._fallen_from(self._decided, outcome)) is not None:
            return event
        rng = self._rng(outcome)
        for _ in range(MOST_DRAWN):
            event = drawn(self.game, self.state, rng)
            if event is not None and (self.acting is None or event.seat in (self.acting, None)):
                return event
        return self._ways[outcome % len(self._ways)]

    def _after(self, event: Event) -> None:
        public = canonical(self.game.public(self.state, event))
        self._public += (public,)
        self._told = tuple(
            (*lines, canonical(event) if event.seat == seat and not event.blind else public)
            for seat, lines in enumerate(self._told)
        )
        self.state = self.game.after(self.state, event)
        self.length += 1
        self._look_at()


def canonical(event: Event) -> str:
    """An event as JSON with sorted keys: the same for the same event, anywhere."""
    return msgspec.json.encode(event, order="sorted").decode()


def numbered(events: Iterable[Event]) -> dict[int, Event]:
    """Events by the numbers of their actions, in order."""
    found: dict[int, Event] = {}
    for text, event in sorted({canonical(event): event for event in events}.items()):
        number = hashed(text, ACTIONS)
        while number in found:
            number = (number + 1) % ACTIONS
        found[number] = event
    return dict(sorted(found.items()))


def hashed(text: str, most: int) -> int:
    """A number below `most`, the same for the same text on every machine."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") % most


# What a seat sees as numbers: each part of its view sets one place of a row of zeros, found by a hash. Feature
# hashing (Weinberger and others, "Feature Hashing for Large Scale Multitask Learning", ICML 2009): no table of
# everything a game may show is needed, and the row has the same length for every game.


FEATURES = 4096
"""Length of the row. A view has some hundred parts, so that few share a place."""


def features(game: Game[Any], state: Any, seat: Seat | None) -> npt.NDArray[np.float32]:
    row = np.zeros(FEATURES, np.float32)
    for part in _parts(msgspec.to_builtins(game.view(state, seat)), "view"):
        row[hashed(part, FEATURES)] = 1.0
    return row


def _parts(value: Any, path: str) -> Iterator[str]:
    """Every leaf of a plain value, with the path to it."""
    if isinstance(value, dict | list | tuple):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _parts(inner, f"{path}.{name}")
    elif value is not None and value != "":
        yield f"{path}={value}"
