"""The order of several events that were first seen together, where another order comes to the same.

The rule kept here: what the picture before showed already came before what only this one shows.
"""

from itertools import permutations
from typing import TypeVar

from companion.game import Event, Game
from companion.lawful import led_to
from companion.verdict import Accept

S = TypeVar("S")

MOST_ORDERED = 4
"""Of more events at once nobody can tell."""


def in_order_seen(game: Game[S], state: S, verdict: Accept, before: frozenset[str]) -> Accept:
    """The same events, as many as may be of those first that concern the regions which differed `before`."""
    events = verdict.events
    if not before or not 1 < len(events) <= MOST_ORDERED:
        return verdict
    end = led_to(game, state, events)
    orders = [order for order in permutations(events) if led_to(game, state, order) == end is not None]
    if len(orders) < 2:
        return verdict
    return Accept(min(orders, key=lambda order: _lateness(game, state, order, before)))


def _lateness(game: Game[S], state: S, events: tuple[Event, ...], before: frozenset[str]) -> tuple[bool, ...]:
    """Event by event whether the picture before showed nothing of it."""
    late = []
    for event in events:
        after = game.after(state, event)
        old, new = game.look(state), game.look(after)
        late.append(all(old.of(name) == new.of(name) for name in before))
        state = after
    return tuple(late)
