"""What the people may say lies on a square, likeliest first."""

from collections.abc import Iterator

from companion.games.zoon.alternate.changes import other_side
from companion.games.zoon.alternate.events import Ruled, Side
from companion.games.zoon.alternate.state import Piece, State
from companion.games.zoon.family.board import NUMBERS
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.rulings import breaches, nearest
from companion.games.zoon.family.unseen import possible


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
    beside = (state.board[number] for number in nearest(NUMBERS[square]))
    near = [piece.card for piece in beside if piece and piece.seat == seat and piece.card and piece.up]
    rest = [card for card in sorted(set(state.agreed.armies[seat])) if card not in off and card not in near]
    for card in (*off, *near, *rest):
        yield Ruled(square, seat, card, _penny(state, seat, card))


def _penny(state: State, seat: int, card: str) -> Side:
    """The side of the penny on a card where it lies now; heads where it lies on none."""
    sides = [p.penny for p in state.board if p is not None and p.seat == seat and p.card == card and p.penny]
    return sides[0] if sides else "heads"
