"""What the picture before tells: of the order of events first seen together, and of the answers to a question.

The rule kept here: what the picture before showed already came before what only this one shows.
"""

from itertools import accumulate, pairwise, permutations
from typing import TypeVar

from companion.explanations import Observation, unchanged
from companion.game import Event, Game
from companion.lawful import led_to
from companion.missing import missing
from companion.sight import Scene
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
    looks = map(game.look, _way(game, state, events))
    return tuple(all(old.of(name) == new.of(name) for name in before) for old, new in pairwise(looks))


def likeliest_before(
    game: Game[S], state: S, options: tuple[tuple[Event, ...], ...], scene: Scene, puzzling: frozenset[str]
) -> tuple[tuple[Event, ...], ...]:
    """The options, those first on whose way the table looked like the picture before; the others as they were.

    Where that picture tells no more, those that changed something on their way in the regions that were `puzzling`
    come before those that did not: a turn that ends without it explains less.
    """
    case = Observation(game, scene, scene.by_region())

    def key(option: tuple[Event, ...]) -> tuple[float, bool]:
        way = _way(game, state, option[:-1])
        looks = [game.look(each) for each in way]
        best = max(
            unchanged(case, each, look, game.chores(each)).likelihood
            for each, look in zip(way, looks, strict=True)
        )
        return -round(best, 2), all(look.of(name) == looks[0].of(name) for look in looks for name in puzzling)

    return tuple(sorted(options, key=key))


def holds_before(game: Game[S], state: S, events: tuple[Event, ...], scene: Scene) -> bool:
    """Whether the picture before shows the table somewhere on the way of these events, but for things missing."""
    case = Observation(game, scene, scene.by_region())
    return any(
        unchanged(case, each, game.look(each), game.chores(each)).unexplained
        <= missing(game.look(each), scene).keys()
        for each in _way(game, state, events)
    )


def _way(game: Game[S], state: S, events: tuple[Event, ...]) -> list[S]:
    """The state, and those that the events lead to one after the other."""
    return list(accumulate(events, game.after, initial=state))
