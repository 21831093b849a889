"""Random lawful play: the walks that contract tests, counts and properties are made of."""

import random
from collections.abc import Iterator
from typing import Any

from companion.game import Event, Game, Option, Over, Setup, Value, checked, drawn


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
