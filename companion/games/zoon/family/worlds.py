"""Faces drawn for face-down cards, for a seat that cannot see them.

Rule kept: every card can be what it is drawn as, by what it has done; all such ways have a chance.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from msgspec.structs import replace

from companion.game import RandomSource, Seat, shuffled
from companion.games.zoon.family.board import Claim
from companion.games.zoon.family.state import Agreed, P, Pile, Stock, sorted_pile, with_hand, with_pile
from companion.games.zoon.family.unseen import Faces, all_served, need, plain

TRIES = 12
"""So often all are drawn by lot, which is fair, before they are drawn one by one, which is not quite."""


@dataclass(frozen=True, slots=True)
class Covered(Generic[P]):
    """The pieces of a board that have no face: those on squares, then those of fights that wait, by their places."""

    squares: tuple[int, ...]
    fights: tuple[int, ...]
    pieces: tuple[P, ...]

    @classmethod
    def of(
        cls, board: Sequence[P | None], todo: Sequence[Any], fight: type[Any], is_unknown: Callable[[P], bool]
    ) -> "Covered[P]":
        """Those on a board and in the `fight` steps that are still to do of which `is_unknown` is true."""
        squares = [(n, piece) for n, piece in enumerate(board) if piece is not None and is_unknown(piece)]
        fights = [
            (n, step.piece)
            for n, step in enumerate(todo)
            if isinstance(step, fight) and is_unknown(step.piece)
        ]
        return cls(
            tuple(n for n, _ in squares),
            tuple(n for n, _ in fights),
            tuple(piece for _, piece in (*squares, *fights)),
        )

    @property
    def cards(self) -> list[tuple[str | None, tuple[Claim, ...]]]:
        """Of each, what it is known to be and what it has done."""
        return [(piece.card, piece.claims) for piece in self.pieces]

    def with_faces(
        self, board: Sequence[P | None], todo: Sequence[Any], faces: Sequence[str | None]
    ) -> tuple[tuple[P | None, ...], tuple[Any, ...]]:
        """The board and what is to do with a face for each of these pieces; where that is None it stays as it is."""
        named = [
            piece if face is None else replace(piece, card=face)
            for piece, face in zip(self.pieces, faces, strict=True)
        ]
        lying, left = list(board), list(todo)
        for number, piece in zip(self.squares, named, strict=False):
            lying[number] = piece
        for number, piece in zip(self.fights, named[len(self.squares) :], strict=True):
            left[number] = replace(left[number], piece=piece)
        return tuple(lying), tuple(left)


def dealt(
    agreed: Agreed,
    stock: Stock,
    owner: Seat,
    cards: Sequence[tuple[str | None, tuple[Claim, ...]]],
    lots: RandomSource,
    *,
    hidden: bool,
) -> tuple[list[str], Stock]:
    """A face for each of these cards of a seat on the board, and the piles beside it with a face for every Zoon.

    Each card is its face, where the referee knows it, and what it has done. `hidden`: reinforcements, and what was
    taken off, are drawn anew too, as who does not own them cannot see them.
    """
    piles = [stock.reinforcements[owner], stock.tomb[owner], stock.off[owner]]
    pool = [*stock.unseen[owner], *(card for card, _ in cards if card is not None)]
    if hidden:
        for number in (0, 2):
            piles[number], faces = _covered(agreed, piles[number])
            pool += faces
    if not pool:
        return [], stock
    needs: list[Faces | None] = [need(agreed, owner, claims) for _, claims in cards]
    for pile, faces_of in zip(piles, (plain(agreed, owner), plain(agreed, owner), None), strict=True):
        needs += [faces_of] * pile.count(None)
    drawn = drawn_faces(pool, needs, lots)
    left = Counter(pool) - Counter(drawn)
    rest = iter(drawn[len(cards) :])
    whole = [sorted_pile(tuple(next(rest) if card is None else card for card in pile)) for pile in piles]
    filled = replace(
        stock,
        unseen=with_hand(stock.unseen, owner, tuple(left.elements())),
        reinforcements=with_pile(stock.reinforcements, owner, whole[0]),
        tomb=with_pile(stock.tomb, owner, whole[1]),
        off=with_pile(stock.off, owner, whole[2]),
    )
    return drawn[: len(cards)], filled


def _covered(agreed: Agreed, pile: Pile) -> tuple[Pile, list[str]]:
    """A pile as who does not see its Zoons knows it, and their faces."""
    zoons = agreed.facts.zoons
    faces = [card for card in pile if card is not None and card in zoons]
    return tuple(None if card in zoons else card for card in pile), faces


def drawn_faces(pool: Sequence[str], needs: Sequence[Faces | None], lots: RandomSource) -> list[str]:
    """A face of the pool for each card, every one among what it must be (None: any); the pool may hold more."""
    faces = sorted(pool)
    tied = [(number, need) for number, need in enumerate(needs) if need is not None]
    for _ in range(TRIES):
        order = shuffled(faces, lots)
        if all(order[number] in need for number, need in tied):
            return order[: len(needs)]
    return _one_by_one(faces, needs, lots)


def _one_by_one(faces: Sequence[str], needs: Sequence[Faces | None], lots: RandomSource) -> list[str]:
    """The cards that cannot be anything first, each so that the others still can be something."""
    left, found = Counter(faces), [""] * len(needs)
    tied = [number for number, need in enumerate(needs) if need is not None]
    for place, number in enumerate(tied):
        others = tuple(need for other in tied[place + 1 :] if (need := needs[other]) is not None)
        fitting = needs[number] or frozenset()
        for face in shuffled(sorted(left.elements()), lots):
            left[face] -= 1
            if face in fitting and all_served(+left, others):
                found[number] = face
                break
            left[face] += 1
        else:
            # What people let pass may fit nothing: then any card will do.
            found[number] = shuffled(sorted(left.elements()), lots)[0]
            left[found[number]] -= 1
    free = shuffled(sorted(left.elements()), lots)
    return [face or free.pop() for face in found]
