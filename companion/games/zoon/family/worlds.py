"""What a seat that thinks ahead needs: faces drawn for cards that it cannot see, and how well it stands by them.

Rule kept: every card can be what it is drawn as, by what it has done; all such ways have a chance.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from math import exp
from typing import Any

from msgspec.structs import replace

from companion.game import RandomSource, Seat, shuffled
from companion.games.zoon.family.board import NUMBERS
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.state import ZoonState, sorted_pile
from companion.games.zoon.family.unseen import Faces, all_served, need, plain

TRIES = 12
"""Most draws of all by lot, which is fair, before they are drawn one by one, which is not quite."""


def with_faces(
    state: Any, owner: Seat, lots: RandomSource, *, hidden: bool, due: Collection[tuple[bool, int]] = ()
) -> Any:
    """The state with a face for each unknown Zoon of a seat: on the board, in a fight that waits, in its piles.

    `hidden`: also anew for those that only the seat and the referee know: which are not open to everybody, and those
    in hand or taken off. `due`: what is to be turned up now, by whether it fights and its number; where nobody
    has told what it is it stays covered, or nothing would be left to be turned up.
    """
    agreed, stock = state.agreed, state.stock
    squares = [(False, n, piece) for n, piece in enumerate(state.board) if piece is not None]
    fights = [(True, n, step.piece) for n, step in enumerate(state.todo) if hasattr(step, "piece")]
    own = [one for one in (*squares, *fights) if one[2].seat == owner]
    covered = [one for one in own if one[2].card is None or (hidden and not one[2].is_open)]
    # The faces that are to be given out, and what each card that gets one must be.
    pool = [*stock.unseen[owner], *(piece.card for *_at, piece in covered if piece.card is not None)]
    zoons, piles = agreed.facts.zoons, [stock.reinforcements[owner], stock.tomb[owner], stock.off[owner]]
    if hidden:
        for number in (0, 2):
            pool += [card for card in piles[number] if card is not None and card in zoons]
            piles[number] = tuple(None if card in zoons else card for card in piles[number])
    if not pool:
        return state
    needs: list[Faces | None] = [need(agreed, owner, piece.claims) for *_at, piece in covered]
    for pile, faces_of in zip(piles, (plain(agreed, owner), plain(agreed, owner), None), strict=True):
        needs += [faces_of] * pile.count(None)
    drawn = drawn_faces(pool, needs, lots)
    left, rest = Counter(pool) - Counter(drawn), iter(drawn[len(covered) :])
    whole = [tuple(next(rest) if card is None else card for card in pile) for pile in piles]
    unseen = list(left.elements())
    board, todo = list(state.board), list(state.todo)
    for (fighting, number, piece), face in zip(covered, drawn[: len(covered)], strict=True):
        if (fighting, number) in due and piece.card is None:
            unseen.append(face)
        elif fighting:
            todo[number] = replace(todo[number], piece=replace(piece, card=face))
        else:
            board[number] = replace(piece, card=face)
    changed = {}
    for name, cards in zip(("reinforcements", "tomb", "off", "unseen"), (*whole, unseen), strict=True):
        ordered, both = sorted_pile(cards), getattr(stock, name)
        changed[name] = (ordered, both[1]) if owner == 0 else (both[0], ordered)
    return replace(state, board=tuple(board), todo=tuple(todo), stock=replace(stock, **changed))


def drawn_faces(pool: Sequence[str], needs: Sequence[Faces | None], lots: RandomSource) -> list[str]:
    """A face of the pool for each card, every one among what it must be (None: any); the pool may hold more."""
    faces = sorted(pool)
    tied = [(number, need) for number, need in enumerate(needs) if need is not None]
    for _ in range(TRIES):
        order = shuffled(faces, lots)
        if all(order[number] in need for number, need in tied):
            return order[: len(needs)]
    # The cards that cannot be anything first, each so that the others still can be something.
    left, found = Counter(faces), [""] * len(needs)
    for place, (number, fitting) in enumerate(tied):
        others = tuple(need for _, need in tied[place + 1 :])
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


FOR_VALUE, FOR_ZOON = 0.035, 0.2
"""What a point of a Zoon's printed value counts, and that it is there at all."""
NEAR = (1.5, 0.9, 0.6, 0.4, 0.25, 0.12, 0.0)
"""What the Zoon counts that is nearest to the rival's Emblem, by how many squares it is away from it."""
FOR_ROW, FOR_SQUARE = 0.03, 0.02
"""For every row that a Zoon is away from its own edge, and every square that it is nearer to the rival's Emblem."""
UNKNOWN = 12
"""The value of a card that nobody knows."""


def standing(state: ZoonState, seat: Seat) -> float:
    """What a seat's position is worth, 0 … 1, by what the Zoons of both and those in hand count."""
    both = strengths(state, NEAR)
    return won(both[seat] - both[1 - seat])


def won(lead: float) -> float:
    """The chance to win of whose Zoons count so much more than the rival's."""
    return 1 / (1 + exp(-lead))


def strengths(state: ZoonState, near: tuple[float, ...]) -> tuple[float, float]:
    """What the Zoons of each seat count together; a caged one is none.

    `near`: what the nearest to the rival's Emblem does besides.
    """
    agreed = state.agreed
    free = [(number, one) for number, one in enumerate(state.board) if one is not None and not one.cage]
    free += [(NUMBERS[step.at], step.piece) for step in state.todo if hasattr(step, "piece")]
    found = []
    for seat in (0, 1):
        total, nearest = 0.0, len(near)
        own, rival = agreed.emblems[seat], agreed.emblems[1 - seat]
        aim = next((number for number, one in free if one.seat != seat and one.card == rival), None)
        for number, one in free:
            if one.seat != seat or one.card == own:
                continue
            total += FOR_ZOON + FOR_VALUE * (UNKNOWN if one.card is None else agreed.zoon(one.card).value)
            total += FOR_ROW * BOARD.depth(seat, number)
            if aim is not None:
                (row, column), (to_row, to_column) = divmod(number, BOARD.columns), divmod(aim, BOARD.columns)
                away = max(abs(row - to_row), abs(column - to_column))
                nearest = min(nearest, away)
                total += FOR_SQUARE * (BOARD.rows - away)
        strength = total + (near[nearest] if nearest < len(near) else 0.0)
        found.append(strength + len(state.stock.reinforcements[seat]) * FOR_ZOON * 2)
    return found[0], found[1]
