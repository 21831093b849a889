"""What cannot be made unseen, and what a booked event may have been instead."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.game import Event
from companion.games.zoon.alternate import laying
from companion.games.zoon.alternate.events import Fought, FrontsUp, Moved, PlayedTrump, Swapped, TurnedUp
from companion.games.zoon.alternate.state import State
from companion.games.zoon.family.board import NUMBERS
from companion.games.zoon.family.laying import Reinforced
from companion.games.zoon.family.turns import lawful
from companion.kits.events import Starts, nearest, squares_of

LIKE = (Moved, PlayedTrump, Reinforced, Swapped, TurnedUp)


def reveals(state: State, event: Any) -> bool:
    """Whether an event shows a card, or settles a fight or a lot."""
    if isinstance(event, Fought | FrontsUp | TurnedUp | Starts):
        return True
    if isinstance(event, Moved | Swapped):
        piece = state.at(event.start if isinstance(event, Moved) else event.to)
        shows = event.card is not None and piece is not None and not piece.up
        return shows or (isinstance(event, Moved) and event.met is not None)
    return isinstance(event, PlayedTrump) and event.met is not None


def rereadings(state: State, event: Any, region: str) -> Iterator[Event]:
    """Other lawful events that could have been meant, those nearest to the booked one first."""
    if isinstance(event, FrontsUp):
        yield from _fronts(state, event, region)
        return
    if isinstance(event, LIKE) and region in squares_of(event):
        others = (other for other in lawful(state) if isinstance(other, LIKE))
        yield from nearest(event, (other for other in others if region in squares_of(other)))


def _fronts(state: State, event: FrontsUp, region: str) -> Iterator[FrontsUp]:
    """The same row with another card on one square: one left in the army, or traded with another square."""
    squares = (*laying.front_squares(state, event.seat), *event.also)
    if region not in squares or region not in NUMBERS:
        return
    place, cards = squares.index(region), event.cards
    left = Counter(state.stock.unseen[event.seat]) - Counter(cards)
    species = state.agreed.facts.zoons
    here = cards[place]
    names = sorted(set(state.stock.unseen[event.seat]) - {here})
    names.sort(key=lambda card: species[card].species != species[here].species)
    for card in names:
        row = list(cards)
        row[place] = card
        if left[card]:
            yield FrontsUp(event.seat, tuple(row), event.also)
        for other, there in enumerate(cards):
            if there == card and other != place:
                swapped = list(row)
                swapped[other] = here
                yield FrontsUp(event.seat, tuple(swapped), event.also)
