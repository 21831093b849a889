"""Random legal play from a seed: for figures, demos and finding faults."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from companion.game import Chance, Game, Option, Over, RandomSource, Setup, Value
from companion.lawful import drawn
from ui.outcome import seat_name

LONGEST = 2000
"""Default number of events after which a game is given up and counted so."""

KNOWING = "knowing"
"""Name of the option by which a game asks how much the referee is told."""


@dataclass(slots=True)
class Figures:
    """Totals of many games. `broken`: the first violated invariants, with game and event.

    `decisions`: events that somebody chose, without chance; `not_ended`: games given up.
    """

    games: int = 0
    not_ended: int = 0
    events: int = 0
    decisions: int = 0
    seconds: float = 0.0
    processor_seconds: float = 0.0
    checked: int = 0
    winners: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    @property
    def events_per_second(self) -> float:
        """By processor time, so that other programs on the machine do not count."""
        return self.events / self.processor_seconds if self.processor_seconds else 0.0

    @property
    def games_per_second(self) -> float:
        """Finished and given up games, by processor time."""
        return self.games / self.processor_seconds if self.processor_seconds else 0.0


def rng_of(chance: Random) -> RandomSource:
    """The same numbers as `chance.randrange`, in half the time."""
    bits = chance.getrandbits

    def rng(choices: int) -> int:
        if choices < 1:
            raise ValueError("there is nothing to draw from")
        wide = choices.bit_length()
        drawn = bits(wide)
        while drawn >= choices:
            drawn = bits(wide)
        return drawn

    return rng


def told_all(game: Game[Any]) -> tuple[tuple[str, Value], ...]:
    """The option with which the referee is told everything (the last choice), for play without a table."""
    return tuple((each.name, each.choices[-1].value) for each in game.options if each.name == KNOWING)


def with_random_choices(game: Game[Any], setup: Setup, chance: Random) -> Setup:
    """The set-up with random picks for every option of many choices that is still at its default."""

    def value(option: Option) -> Value:
        agreed = setup.option(option.name, option.default)
        if not option.many or agreed != option.default:
            return agreed
        # As many different choices as the option takes, in their order.
        picked = sorted(chance.sample(range(len(option.choices)), option.many))
        return ",".join(str(option.choices[at].value) for at in picked)

    return msgspec.structs.replace(setup, options=tuple((opt.name, value(opt)) for opt in game.options))


def play_games(
    game: Game[Any],
    setup: Setup,
    games: int,
    seed: int,
    check_every: int = 1,
    draw: Callable[[Game[Any], Setup, Random], Setup] | None = None,
    longest: int = LONGEST,
) -> Figures:
    """Plays `games` games; checks the invariants after every `check_every`-th event and at the end.

    `draw` changes the set-up of each game, such as its armies. A game is given up after `longest` events.
    """
    figures = Figures()
    start, busy = time.perf_counter(), time.process_time()
    for number in range(games):
        # One random source per game: any game can be repeated without those before it.
        chance = Random(f"{seed}.{number}")
        agreed = setup if draw is None else draw(game, setup, chance)
        state, length, rng = game.start(agreed), 0, rng_of(chance)
        figures.games += 1
        turn = game.turn(state)
        while not isinstance(turn, Over) and length < longest:
            event = drawn(game, state, rng)
            if event is None:
                figures.broken.append(
                    f"game {number}, event {length}: nobody can do anything and it is not over"
                )
                break
            state = game.after(state, event)
            length += 1
            figures.decisions += not isinstance(turn, Chance)
            figures.kinds[type(event).__name__] += 1
            turn = game.turn(state)
            if length % check_every == 0 or isinstance(turn, Over):
                figures.checked += 1
                broken = [f"game {number}, event {length}: {fault}" for fault in game.faults(state)]
                figures.broken += broken
                # A broken state would only break more: the next game tells more.
                if broken:
                    break
        figures.events += length
        figures.lengths.append(length)
        if isinstance(turn, Over):
            names = " and ".join(seat_name(seat, agreed.players) for seat in turn.winners)
            figures.winners[names or "a draw"] += 1
            figures.endings[turn.rule] += 1
        else:
            figures.not_ended += 1
            figures.winners["not ended"] += 1
    figures.seconds, figures.processor_seconds = time.perf_counter() - start, time.process_time() - busy
    return figures
