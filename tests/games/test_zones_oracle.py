"""Lawful plays held against a second reading of the ledger, and against what is refused."""

import random
from itertools import product
from typing import Any

import pytest

from companion.game import Event, Over
from companion.games.zones import rules
from companion.games.zones.events import Moved, Shot, Summoned
from companion.games.zones.pieces import TERRAINS, facts
from companion.games.zones.state import State
from tests.games.zones import GAME, SIDES, agreed
from tests.games.zones_balance import set_up
from tests.games.zones_oracle import Board


def drawn_facts(seed: int) -> tuple[tuple[str, Any], ...]:
    """A roster drawn by lot, as an owner might enter one: every movement, up to two terrains of a sort."""
    rng = random.Random(seed)
    found: list[tuple[str, Any]] = []
    for piece in SIDES:
        found.append((f"{piece}.movement", rng.choice(("orthogonal", "diagonal", "any"))))
        kinds = rng.sample(TERRAINS, 4)
        for key in ("preferred", "difficult", "restricted"):
            found.append((f"{piece}.{key}", ",".join(kinds.pop() for _ in range(rng.randrange(2)))))
    return tuple(found)


def states(seed: int, turns: int) -> list[State]:
    """States of one random game with pieces and terrain drawn by lot."""
    rng = random.Random(seed)
    setup = agreed(facts=drawn_facts(seed) if seed % 2 else ())
    state = set_up(setup, rng, seed % 2)
    found = []
    while len(found) < turns and not isinstance(rules.turn(state), Over):
        if not state.choosing:
            found.append(state)
        state = rules.after(state, rules.sample(state, rng.randrange))
    return found


def told(event: Event) -> tuple[str, ...]:
    match event:
        case Moved(_, start, to):
            return ("Moved", start, to)
        case Shot(_, start, at):
            return ("Shot", start, at)
        case Summoned(_, piece, at):
            return ("Summoned", piece, at)
    raise TypeError(event)


@pytest.mark.parametrize("seed", range(24))
def test_a_second_reading_of_the_ledger_finds_the_same_plays(seed: int) -> None:
    for state in states(seed, 30):
        board = Board(GAME.dump_position(state), facts(state.agreed.setup.facts))
        assert {told(event) for event in rules.plays(state)} == set(board.plays()), GAME.dump_position(state)


@pytest.mark.parametrize("seed", range(6))
def test_all_that_is_not_listed_is_refused_and_all_that_is_listed_is_not(seed: int) -> None:
    for state in states(seed, 40)[::4]:
        names, seat = state.agreed.board.names, state.turn
        pairs = list(product(names, names))
        events: list[Event] = [Moved(seat, start, to) for start, to in pairs]
        events += [Shot(seat, start, at) for start, at in pairs]
        events += [Summoned(seat, piece, at) for piece in SIDES for at in names]
        lawful = {event for event in events if GAME.violation(state, event) is None}
        assert lawful == set(rules.plays(state))
        assert all(
            GAME.violation(state, event) is not None for event in (Moved(1 - seat, *pair) for pair in pairs)
        )


@pytest.mark.parametrize("seed", range(4))
def test_a_drawn_event_is_lawful_and_listed(seed: int) -> None:
    rng = random.Random(seed)
    for state in states(seed, 40):
        event = GAME.sample(state, rng.randrange)
        assert GAME.violation(state, event) is None
        assert event in set(GAME.candidates(state, None))
