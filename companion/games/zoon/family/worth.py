"""How well a seat stands: what its Zoons count, and how near they are to the rival's Emblem."""

from collections.abc import Iterable
from math import exp

from companion.game import Seat
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.state import Agreed, Stock, ZoonPiece

FOR_VALUE, FOR_ZOON = 0.035, 0.2
"""What a point of a Zoon's printed value counts, and that it is there at all."""
NEAR = (1.5, 0.9, 0.6, 0.4, 0.25, 0.12, 0.0)
"""What the Zoon counts that is nearest to the rival's Emblem, by how many squares it is away from it."""
FOR_ROW, FOR_SQUARE = 0.03, 0.02
"""For every row that a Zoon is away from its own edge, and every square that it is nearer to the rival's Emblem."""
UNKNOWN = 12
"""The value of a card that nobody knows."""


Pieces = list[tuple[int, Seat, str | None]]
"""Squares by number, whose Zoon stands there, and which."""


def standing(agreed: Agreed, board: Iterable[tuple[int, ZoonPiece]], stock: Stock, seat: Seat) -> float:
    """What a seat's position is worth, 0 … 1, by all Zoons with their squares and what each seat keeps in hand."""
    both = strengths(agreed, board, stock, NEAR)
    return 1 / (1 + exp(both[1 - seat] - both[seat]))


def strengths(
    agreed: Agreed, board: Iterable[tuple[int, ZoonPiece]], stock: Stock, near: tuple[float, ...]
) -> tuple[float, float]:
    """What the Zoons of each seat count together; `near`: what the nearest to the rival's Emblem does besides."""
    pieces = [(number, piece.seat, piece.card) for number, piece in board]
    mine, others = (
        _strength(agreed, pieces, seat, near) + len(stock.reinforcements[seat]) * FOR_ZOON * 2
        for seat in (0, 1)
    )
    return mine, others


def _strength(agreed: Agreed, pieces: Pieces, seat: Seat, near: tuple[float, ...]) -> float:
    total, nearest = 0.0, len(near)
    own, rival = agreed.emblem(seat), agreed.emblem(1 - seat)
    aim = next((number for number, by, card in pieces if by != seat and card == rival), None)
    for number, by, card in pieces:
        if by != seat or card == own:
            continue
        total += FOR_ZOON + FOR_VALUE * (agreed.zoon(card).value if card is not None else UNKNOWN)
        total += FOR_ROW * BOARD.depth(seat, number)
        if aim is not None:
            (row, column), (to_row, to_column) = divmod(number, BOARD.columns), divmod(aim, BOARD.columns)
            away = max(abs(row - to_row), abs(column - to_column))
            nearest = min(nearest, away)
            total += FOR_SQUARE * (BOARD.rows - away)
    return total + (near[nearest] if nearest < len(near) else 0.0)
