"""What may be otherwise: another reading of an event, a ruling, a world in which a seat sees what it sees now."""

from collections import Counter
from collections.abc import Iterator
from math import exp
from operator import attrgetter
from typing import Any

from companion.game import Event, RandomSource, Seat
from companion.games.zoon.alternate import fights
from companion.games.zoon.alternate.events import FrontsUp, Ruled
from companion.games.zoon.alternate.state import Piece, State, other_side
from companion.games.zoon.family.board import NUMBERS, blocked, is_any_open
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.rulings import squares_near
from companion.games.zoon.family.turns import other_readings
from companion.games.zoon.family.worlds import strengths, with_faces


def rereadings(state: State, event: Any, region: str) -> Iterator[Event]:
    if not isinstance(event, FrontsUp):
        yield from other_readings(state, event, region)
        return
    # The same row with another card on one square: one left in the army, or traded with another square.
    squares = (*state.front_squares(event.seat), *event.also)
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
    if state.phase in ("deploy", "fronts") or region not in NUMBERS:
        return
    found: list[Ruled] = []
    number = NUMBERS[region]
    piece = state.board[number]
    if piece is not None and piece.up and piece.penny is not None:
        found.append(Ruled(region, piece.seat, piece.card, other_side(piece.penny)))
        found.extend(Ruled(region, piece.seat, twin, piece.penny) for twin in _twins(state, piece))
    if piece is not None and not piece.up:
        found.extend(Ruled(region, piece.seat, card, "heads") for card in state.possible(number))
    if piece is not None or state.wall_at(region) is not None:
        found.append(Ruled(region))
    if piece is not None and piece.up:
        found.append(Ruled(region, piece.seat))
    for seat in (0, 1):
        if (piece is None or piece.seat != seat) and BOARD.depth(seat, number) == 0:
            found.append(Ruled(region, seat))
        found.extend(_others(state, region, seat))
    yield from (event for event in dict.fromkeys(found) if not any(event.breaches(state)))


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
        # The penny as it lies on the card now; heads where it lies on none.
        sides = [
            p.penny for p in state.board if p is not None and p.seat == seat and p.card == card and p.penny
        ]
        yield Ruled(square, seat, card, sides[0] if sides else "heads")


def world_for(state: State, seat: Seat | None, lots: RandomSource) -> State:
    """A state drawn from all that this seat cannot tell from the real one: what the rival's face-down cards are.

    What nobody has told the referee is drawn for both seats, once both have turned up their front rows.
    """
    if state.phase in ("deploy", "fronts"):
        return state
    for owner in (0, 1):
        hidden = seat not in (None, owner)
        state = with_faces(state, owner, lots, attrgetter("up"), hidden=hidden)
    return state


NEAR = (0.9, 0.9, 0.6, 0.4, 0.25, 0.12, 0.0)
"""What the Zoon counts that is nearest to the rival's Emblem, by how many squares it is away from it."""
STRIKE, THREAT, LOST = 1.0, 1.5, 0.6
"""What a sure strike counts that is kept for later, one of the rival's in its next turn, and the Zoon that strikes."""


def worth(state: State, seat: Seat) -> float:
    """The chance to win, by what Zoons count and by strikes at the Emblems. A caged Zoon is none.

    Who is to move strikes, or keeps that for later; the rival may strike only after that.
    """
    strong = strengths(state, NEAR)
    mover = state.turn
    lead = strong[mover] - strong[1 - mover] - THREAT * _falls(state, mover)
    falls = _falls(state, 1 - mover)
    found = max(_won(lead + STRIKE * falls), falls + (1 - falls) * _won(lead - LOST))
    return found if seat == mover else 1 - found


def _won(lead: float) -> float:
    return 1 / (1 + exp(-lead))


def odds(state: State, attacker: Piece, defender: Piece) -> float:
    """How many of all throws of both dice an attacker wins."""
    stars, numbers = state.agreed.chose("za-16", "each"), state.agreed.chose("za-29", "each")
    return fights.odds(state.side_of(attacker), state.side_of(defender), each_star=stars, each_number=numbers)


def _falls(state: State, seat: Seat) -> float:
    """How likely a seat's Emblem is beaten by the best strike that the rival could make at it now."""
    agreed, board, walls, best = state.agreed, state.board, blocked(state.walls), 0.0
    emblem = agreed.emblem(seat)
    own = ((number, one) for number, one in enumerate(board) if one is not None and one.seat == seat)
    at, target = next((found for found in own if found[1].card == emblem), (None, None))
    if target is None or target.cage:
        return 0.0
    for number, one in enumerate(board):
        if one is None or one.seat == seat or one.cage or one.card is None:
            continue
        for to, betweens in agreed.facts.spans(one.card, one.seat, number, one.gear or None):
            if to == at and (not betweens or is_any_open(board, walls, betweens)):
                best = max(best, odds(state, one, target))
    return best
