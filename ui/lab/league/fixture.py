"""One game of a league: what is played, and what came of it. The same fixture has the same result anywhere."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from companion.game import Chance, Event, Over, Seat, Seats, Setup
from companion.games import all_games
from companion.lawful import drawn
from ui.demo.random_play import lots_of
from ui.lab.league.bots import BOTS


class Fixture(msgspec.Struct, frozen=True):
    """One game to play: `bots` and `contestants` (numbers in the league's list) by seat; `seed` is all its chance."""

    number: int
    game: str
    setup: Setup
    variant: int
    contestants: tuple[int, ...]
    bots: tuple[str, ...]
    seed: str
    longest: int


class FixtureResult(msgspec.Struct, frozen=True):
    """What came of a fixture.

    `rule`: by which the game ended; empty where it was given up, after too many events or because nobody could do
    anything. `first`: whose turn was the first. `cards`: by seat, the cards and pieces that its events
    named once the first turn had begun.
    """

    number: int
    winners: tuple[Seat, ...]
    rule: str
    events: int
    first: Seat | None
    cards: tuple[tuple[str, ...], ...]

    def score(self, seat: Seat) -> float:
        """A point shared by the winners; by all where there is none."""
        if not self.winners:
            return 1.0 / len(self.cards)
        return 1.0 / len(self.winners) if seat in self.winners else 0.0


def play(fixture: Fixture) -> FixtureResult:
    """Plays one game to its end, or until it is given up."""
    game, lots = all_games()[fixture.game], lots_of(Random(fixture.seed))
    bots = [BOTS[name] for name in fixture.bots]
    state, events, first = game.start(fixture.setup), 0, None
    used: list[set[str]] = [set() for _ in bots]
    turn = game.turn(state)
    while not isinstance(turn, Over) and events < fixture.longest:
        if first is None:
            first = game.whose_turn(state)
        event: Event | None = None
        if isinstance(turn, Chance):
            event = drawn(game, state, lots)
        elif isinstance(turn, Seats):
            for seat in _in_any_order(turn, lots):
                event = bots[seat].event(game, state, seat, lots)
                if event is not None:
                    break
        if event is None:
            break
        if event.seat is not None and first is not None:
            used[event.seat].update(_named(event))
        state = game.after(state, event)
        turn = game.turn(state)
        events += 1
    cards = tuple(tuple(sorted(names)) for names in used)
    if isinstance(turn, Over):
        return FixtureResult(fixture.number, turn.winners, turn.rule, events, first, cards)
    return FixtureResult(fixture.number, (), "", events, first, cards)


def _in_any_order(turn: Seats, lots: Any) -> Iterator[Seat]:
    left = sorted(turn.seats)
    while left:
        yield left.pop(lots(len(left)) if len(left) > 1 else 0)


def _named(event: Event) -> Iterator[str]:
    """The cards and pieces that an event names."""
    for value in (event.card, event.cards, getattr(event, "piece", None)):
        if isinstance(value, str):
            yield value
        elif isinstance(value, Mapping):
            yield from (name for name in value.values() if isinstance(name, str))
        elif isinstance(value, tuple):
            yield from (name for name in value if isinstance(name, str))
