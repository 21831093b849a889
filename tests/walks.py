"""Random lawful play: the walks that contract tests, counts and properties are made of."""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from companion.game import Event, Game, Option, Over, Setup, Value, checked
from companion.games import all_games
from companion.lawful import drawn


def walk(game: Game[Any], setup: Setup, seed: int, limit: int = 60) -> Iterator[tuple[Any, Event, Any]]:
    """State, a lawful event drawn at random, and the state after it, until the end or `limit` events."""
    rng, state = random.Random(seed), game.start(setup)
    for _ in range(limit):
        if isinstance(game.turn(state), Over):
            return
        event = drawn(game, state, rng.randrange)
        assert event is not None, f"no way on from {state}"
        after = game.after(state, event)
        yield state, event, after
        state = after


def option_sets(game: Game[Any]) -> list[Setup]:
    """What was agreed by default, and with each option flipped once to each of its other values.

    Of an option that takes many of its choices every choice is taken once.
    """
    sets: list[tuple[tuple[str, Value], ...]] = [()]
    agreed = checked(game, Setup(game.seats[0]))
    for option in game.options:
        if option.many:
            names = [str(choice.value) for choice in option.choices]
            starts = {min(at, len(names) - option.many) for at in range(0, len(names), option.many)}
            sets += [((option.name, ",".join(names[at : at + option.many])),) for at in sorted(starts)]
            continue
        for choice in option.choices:
            value: Value = choice.value
            if option.apart:
                value = ",".join(_from(option, choice.value, game.seats[0]))
            elif option.each_seat:
                value = ",".join([str(choice.value)] * game.seats[0])
            if value != option.default and value != agreed.option(option.name, option.default):
                sets.append(((option.name, value),))
    return [checked(game, Setup(game.seats[0], options)) for options in sets]


def _from(option: Option, first: Value, seats: int) -> list[str]:
    """Different choices for so many seats, from one of them on."""
    names = [str(choice.value) for choice in option.choices]
    at = names.index(str(first))
    return [*names[at:], *names[:at]][:seats]


def by_game(
    about: str,
    count: tuple[str, int, str],
    play: Callable[[Game[Any], Setup, int], Counter[str]],
    part: int = 1,
) -> None:
    """A figure on the command line: plays every game so often, `part` at a time, and prints what came of it.

    `count` is the option that says how often, its default and its help. The first failure ends it with its seed.
    """
    option, usual, help_text = count
    reader = argparse.ArgumentParser(description=about)
    reader.add_argument(option, dest="count", type=int, default=usual, help=help_text)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--game", choices=sorted(all_games()), help="only this one")
    asked = reader.parse_args()
    for name, game in sorted(all_games().items()):
        if asked.game in (None, name):
            setups, found = option_sets(game), Counter[str]()
            for number in range(asked.count // part):
                seed = asked.seed * 100_000 + number
                try:
                    found += play(game, setups[seed % len(setups)], seed)
                except Exception as fault:
                    raise SystemExit(f"{name}: game {seed}: {type(fault).__name__}: {fault}") from fault
            print(f"{name}: {asked.count} {help_text.split()[0]}, {dict(found)}, 0 broken", flush=True)
