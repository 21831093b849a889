"""A game of piles on the screen: every pile as a tile with name, cost and number, and large numbers of what is left.

A pile on the table is a few letters wide on a small screen; a tile is read from across the table.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.game import Event, Game, Seat, View
from companion.sight import Lying, place_of

FEWEST = 4
"""A game with this many shared piles is a game of piles."""


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


def deck_of_faces(lying: Mapping[str, Lying], seat: Seat | None = None) -> str | None:
    """The deck whose faces cards show, of a seat or of any, as far as one that lies there tells."""
    cards = (thing for things in lying.values() for thing in things if seat in (None, thing.seat))
    return next((thing.deck for thing in cards if thing.deck), None)


# A seat's whole deck counted before the camera when a game is over: batch by batch, held against the book. Nothing of
# it is in the record: the book stays as it is, and people see which card is missing or too many.


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """How far counting has come.

    `owned`: by card, how many the book says the seat owns. `counted`: how many have been counted, batches before this
    one and corrections by hand. `lying`: what the camera reads before the seat now, `unread` how many more it cannot.
    """

    seat: Seat
    owned: Mapping[str, int]
    counted: Mapping[str, int] = field(default_factory=dict)
    lying: tuple[str, ...] = ()
    unread: int = 0

    @property
    def missing(self) -> dict[str, int]:
        """By card, how many the book has and nobody has counted."""
        return dict(Counter(self.owned) - Counter(self.counted))

    @property
    def beyond(self) -> dict[str, int]:
        """By card, how many were counted that the book does not have."""
        return dict(Counter(self.counted) - Counter(self.owned))

    def taken(self) -> "DeckCheck":
        return replace(self, counted=dict(Counter(self.counted) + Counter(self.lying)))


def owned(game: Game[Any], state: Any, seat: Seat) -> dict[str, int]:
    """By card, how many the book says a seat owns; empty in a game whose seats own no cards."""
    seats = game.dump_position(state).get("seats", ())
    body = seats[seat] if seat < len(seats) else {}
    found: Counter[str] = Counter()
    for value in body.values():
        if isinstance(value, Mapping):
            found.update({card: count for card, count in value.items() if isinstance(count, int)})
        elif isinstance(value, list | tuple):
            found.update(card for card in value if isinstance(card, str))
    return dict(found)
