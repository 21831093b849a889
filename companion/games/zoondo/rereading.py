"""What cannot be made unseen, and what a booked event may have been instead."""

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.game import Event
from companion.games.zoondo import listing
from companion.games.zoondo.events import (
    Deployed,
    Moved,
    PlayedTrump,
    Reinforced,
    Starts,
    Swapped,
    Touched,
    TurnedUp,
)
from companion.games.zoondo.state import State

LIKE = (Moved, PlayedTrump, Reinforced, Swapped, TurnedUp)


def reveals(state: State, event: Any) -> bool:
    """Whether an event shows a card, or settles a fight or a lot."""
    if isinstance(event, Touched):
        return state.duel is not None and state.duel.defender is not None
    return isinstance(event, Starts | TurnedUp)


def rereadings(state: State, event: Any, region: str) -> Iterator[Event]:
    """Other lawful events that could have been meant, those nearest to the booked one first."""
    if isinstance(event, Deployed):
        yield from _other_cards(event, region)
        return
    if not isinstance(event, LIKE) or region not in _squares(event):
        return
    others = [
        other
        for other in listing.lawful(state)
        if isinstance(other, LIKE) and other != event and region in _squares(other)
    ]
    yield from sorted(others, key=lambda other: _distance(event, other))


def _other_cards(event: Deployed, region: str) -> Iterator[Deployed]:
    """The same army with the cards of two squares the other way about."""
    cards = dict(event.cards or {})
    if region not in cards:
        return
    for square, card in sorted(cards.items()):
        if card != cards[region]:
            traded = {**cards, square: cards[region], region: card}
            yield msgspec.structs.replace(event, cards=traded)


def _squares(event: Any) -> tuple[str | None, ...]:
    """The squares that an event touches."""
    if isinstance(event, Moved | Swapped):
        return (event.start, event.to)
    return (event.at, event.by) if isinstance(event, PlayedTrump) else (event.at,)


def _distance(event: Any, other: Any) -> int:
    """How much two readings differ: the number of fields, or all of them for another kind of event."""
    if type(event) is not type(other):
        return 10
    return sum(getattr(event, name) != getattr(other, name) for name in event.__struct_fields__)
