"""People lay what they like: no event of any kind, by any seat, at any moment is too odd for the referee."""

from random import Random
from typing import get_args

import pytest

from companion.game import Event, Over
from companion.games.zombinion.cards import cards
from companion.games.zombinion.events import (
    Chose,
    Ended,
    Played,
    Revealed,
    Ruled,
    Shot,
    Shuffled,
    Starts,
    Took,
    What,
)
from companion.games.zombinion.rules import PLACES
from companion.games.zombinion.state import State
from companion.lawful import drawn
from tests.games.zombinion import GAME, setup, ten

CARDS = (*cards(), "", "no-card")
WHATS: tuple[What, ...] = get_args(What)


def _seat(rng: Random, state: State) -> int:
    due = state.todo[-1].seat if state.todo else state.turn
    return rng.choice((due, due, due, 0, 1, state.agreed.seats, -1))


def _slots(rng: Random, state: State) -> tuple[str | None, ...]:
    """Mostly cards of some hand, and cards that nobody shows."""
    held = [card for player in state.players for card in (*player.hand, *player.unseen) if card is not None]
    return tuple(rng.choice((None, rng.choice(CARDS), *held)) for _ in range(rng.choice((0, 1, 1, 2, 5, 12))))


def _place(rng: Random, seats: int) -> str | None:
    name = rng.choice((*PLACES, "lap"))
    return rng.choice((None, "supply", "trash", name, f"{name}.{rng.randrange(seats + 1)}", f"{name}.x"))


def _odd(rng: Random, state: State) -> Event:
    """An event that mostly is against the rules."""
    seat, slots = _seat(rng, state), _slots(rng, state)
    shown = tuple(card for card in slots if card is not None)
    card = shown[0] if shown else rng.choice(CARDS)
    number = rng.choice((None, -1, 0, 3, 1000))
    due = [what for what in WHATS if state.todo and what == state.todo[-1].do]
    what = due[0] if due and rng.random() < 0.6 else rng.choice(WHATS)
    seats = state.agreed.seats
    return rng.choice(
        (
            Starts(seat),
            Played(seat, card),
            Shot(seat, shown),
            Took(seat, card),
            Chose(seat, what, slots, rng.choice((None, card)), rng.choice((None, True, False))),
            Chose(seat, what, yes=rng.choice((True, False))),
            Shuffled(seat, rng.choice((None, shown))),
            Revealed(seat, card),
            Ended(seat, rng.choice((None, card))),
            Ruled(
                rng.choice((None, card)), _place(rng, seats), _place(rng, seats), count=number, dropped=True
            ),
            Ruled(actions=number, shots=number, phase=rng.choice(("action", "hunt", None)), turn=seat),
        )
    )


@pytest.mark.parametrize("knowing", ["known", "table"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_that_is_laid_is_too_odd(seats: int, knowing: str) -> None:
    """Every state that comes of it is one without a fault, and can be written down and read again."""
    rng = Random(seats)
    kept = 0
    for _ in range(5):
        state = GAME.start(setup(seats, kinds=ten(rng), knowing=knowing))
        for _ in range(90):
            event = _odd(rng, state)
            after = GAME.after(state, event)
            assert GAME.faults(after) == (), (state, event)
            assert GAME.load_position(state.agreed.setup, GAME.dump_position(after)) == after, (state, event)
            assert GAME.words(state, event)
            GAME.public(state, event)
            GAME.reveals(state, event)
            GAME.view(after, rng.choice((None, *range(seats))))
            if rng.random() < 0.2 and not isinstance(GAME.turn(after), Over):
                kept += after != state
                state = after
            lawful = drawn(GAME, state, rng.randrange)
            if lawful is None:
                break
            assert GAME.violation(state, lawful) is None, (state, lawful)
            state = GAME.after(state, lawful)
    assert kept, "odd events have changed states"
