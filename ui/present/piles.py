"""A game of piles on the screen: every pile as a tile with name, cost and number, and large numbers of what is left.

A pile on the table is a few letters wide on a small screen; a tile is read from across the table.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.game import Event, Game, View
from companion.sight import place_of

FEWEST = 4
"""So many piles that all share, and a game is one of piles."""


def shared_piles(view: View) -> tuple[str, ...]:
    return tuple(region for region in view.counts if place_of(region).seat is None)


def is_piled(view: View) -> bool:
    return len(shared_piles(view)) >= FEWEST


def takeable(game: Game[Any], state: Any, acts: Iterable[Event], counts: Mapping[str, int]) -> frozenset[str]:
    """The piles from which one of these events would take a card."""
    found: set[str] = set()
    for event in acts:
        pile = one_card(event)
        if pile is None or pile not in counts or pile in found or place_of(pile).seat is not None:
            continue
        after = game.view(game.after(state, event), None).counts
        if after.get(pile, 0) < counts[pile]:
            found.add(pile)
    return frozenset(found)


def one_card(event: Event) -> str | None:
    cards: tuple[Any, ...] = tuple(event.cards or ())
    named = cards[0] if len(cards) == 1 else event.card
    return named if isinstance(named, str) else None


def changed(before: View, after: View) -> tuple[str, ...]:
    """The places that look otherwise, or hold another number, after than before."""
    names = dict.fromkeys((*before.board, *after.board, *before.counts, *after.counts))
    return tuple(
        name
        for name in names
        if before.board.get(name, ()) != after.board.get(name, ())
        or before.counts.get(name) != after.counts.get(name)
    )


def deck_of_faces(view: View) -> str | None:
    """The deck whose faces the piles show, as far as a card on the table tells."""
    lying = (thing for things in view.board.values() for thing in things)
    return next((thing.deck for thing in lying if thing.deck), None)
