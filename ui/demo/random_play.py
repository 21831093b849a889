"""Random lawful play, the same for the same seed: for figures, demos and finding what breaks."""

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
"""A game that has not ended after this many events is given up, and counted as such, unless told otherwise."""

KNOWING = "knowing"
"""The option by which a game asks how much the referee is told."""


@dataclass(slots=True)
class Figures:
    """What came of many games. `broken` are the first invariants that did not hold, with game and event.

    `decisions` are the events that somebody chose: all but the outcomes of chance. `not_ended` are the games given up.
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
        """By the processor's time, so that other programs on the machine do not count."""
        return self.events / self.processor_seconds if self.processor_seconds else 0.0

    @property
    def games_per_second(self) -> float:
        """Games that ended or were given up, by the processor's time."""
        return self.games / self.processor_seconds if self.processor_seconds else 0.0


def lots_of(chance: Random) -> RandomSource:
    """The lots that `chance.randrange` draws, the very same ones, in half the time."""
    bits = chance.getrandbits

    def lots(choices: int) -> int:
        if choices < 1:
            raise ValueError("there is nothing to draw from")
        wide = choices.bit_length()
        drawn = bits(wide)
        while drawn >= choices:
            drawn = bits(wide)
        return drawn

    return lots


def told_all(game: Game[Any]) -> tuple[tuple[str, Value], ...]:
    """What is agreed where no table stands between the players: the referee is told everything, the last choice."""
    return tuple((each.name, each.choices[-1].value) for each in game.options if each.name == KNOWING)


def with_random_choices(game: Game[Any], setup: Setup, chance: Random) -> Setup:
    """The set-up with every option of many choices drawn by lot, where nothing but the default was agreed."""

    def value(option: Option) -> Value:
        agreed = setup.option(option.name, option.default)
        if not option.many or agreed != option.default:
            return agreed
        # As many different ones as the option takes, in their order.
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
    """Plays `games` games to their end. Invariants are checked after every `check_every`-th event and at the end.

    `draw` changes the set-up for each game, as in drawing armies. A game is given up after `longest` events.
    """
    figures = Figures()
    start, busy = time.perf_counter(), time.process_time()
    for number in range(games):
        chance = Random(f"{seed}.{number}")
        agreed = setup if draw is None else draw(game, setup, chance)
        state, length, lots = game.start(agreed), 0, lots_of(chance)
        figures.games += 1
        turn = game.turn(state)
        while not isinstance(turn, Over) and length < longest:
            event = drawn(game, state, lots)
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
