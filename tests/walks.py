"""Random lawful play: the walks that contract tests, counts and properties are made of."""

import random
from collections.abc import Iterator
from typing import Any

from companion.game import Event, Game, Over, Setup, Value, checked, legal


def walk(game: Game[Any], setup: Setup, seed: int, limit: int = 60) -> Iterator[tuple[Any, Event, Any]]:
    """State, a lawful event drawn at random, and the state after it, until the end or `limit` events."""
    rng, state = random.Random(seed), game.start(setup)
    for _ in range(limit):
        if isinstance(game.turn(state), Over):
            return
        options = legal(game, state)
        assert options, f"no way on from {state}"
        event = rng.choice(options)
        after = game.after(state, event)
        yield state, event, after
        state = after


def option_sets(game: Game[Any]) -> list[Setup]:
    """What was agreed by default, and with each option flipped once to each of its other values."""
    sets: list[tuple[tuple[str, Value], ...]] = [()]
    for option in game.options:
        for choice in option.choices:
            value: Value = choice.value
            if option.each_seat:
                value = ",".join([str(choice.value)] * game.seats[0])
            if value != option.default:
                sets.append(((option.name, value),))
    return [checked(game, Setup(game.seats[0], options)) for options in sets]
