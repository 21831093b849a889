"""What a booked event may have been instead, and what the people may say lies on a square."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.game import Event
from companion.games.zoon.alternate.events import (
    Fought,
    FrontsUp,
    Moved,
    PlayedTrump,
    Ruled,
    Side,
    Swapped,
    TurnedUp,
)
from companion.games.zoon.alternate.face_up import other_side
from companion.games.zoon.alternate.fronts import front_squares
from companion.games.zoon.alternate.state import Piece, State
from companion.games.zoon.family.board import NUMBERS
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.rulings import breaches, squares_near
from companion.games.zoon.family.turns import other_readings
from companion.games.zoon.family.unseen import possible
from companion.kits.events import Starts


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
    yield from other_readings(state, event, region)


def _fronts(state: State, event: FrontsUp, region: str) -> Iterator[FrontsUp]:
    """The same row with another card on one square: one left in the army, or traded with another square."""
    squares = (*front_squares(state, event.seat), *event.also)
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


def rulings(state: State, region: str) -> Iterator[Ruled]:
    """What the people may say lies on a region, likeliest first."""
    if state.phase in ("deploy", "fronts") or region not in NUMBERS:
        return
    found: list[Ruled] = []
    number = NUMBERS[region]
    piece = state.board[number]
    if piece is not None and piece.up and piece.penny is not None:
        found.append(Ruled(region, piece.seat, piece.card, other_side(piece.penny)))
        found.extend(Ruled(region, piece.seat, twin, piece.penny) for twin in _twins(state, piece))
    if piece is not None and not piece.up:
        found.extend(Ruled(region, piece.seat, card, "heads") for card in possible(state, number))
    if piece is not None or state.wall_at(region) is not None:
        found.append(Ruled(region))
    if piece is not None and piece.up:
        found.append(Ruled(region, piece.seat))
    for seat in (0, 1):
        if (piece is None or piece.seat != seat) and BOARD.depth(seat, number) == 0:
            found.append(Ruled(region, seat))
        found.extend(_others(state, region, seat))
    seen: set[Ruled] = set()
    for event in found:
        if event not in seen and not any(breaches(state, event)):
            seen.add(event)
            yield event


def _twins(state: State, piece: Piece) -> list[str]:
    """The other cards of the same name in the army."""
    species = state.agreed.zoon(piece.card or "").species
    army = sorted(set(state.agreed.armies[piece.seat]))
    return [card for card in army if state.agreed.zoon(card).species == species and card != piece.card]


def _others(state: State, square: str, seat: int) -> Iterator[Ruled]:
    """Each card of an army, taken off by a ruling first, then from nearby, then any other."""
    off = [card for card in state.stock.off[seat] if card is not None]
    beside = (state.board[number] for number in squares_near(NUMBERS[square]))
    near = [piece.card for piece in beside if piece and piece.seat == seat and piece.card and piece.up]
    rest = [card for card in sorted(set(state.agreed.armies[seat])) if card not in off and card not in near]
    for card in (*off, *near, *rest):
        yield Ruled(square, seat, card, _penny(state, seat, card))


def _penny(state: State, seat: int, card: str) -> Side:
    """The side of the penny on a card where it lies now; heads where it lies on none."""
    sides = [p.penny for p in state.board if p is not None and p.seat == seat and p.card == card and p.penny]
    return sides[0] if sides else "heads"
