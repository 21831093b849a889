"""Face-down cards: what each can still be, by the count of all others and by what it has done.

The rule kept here: a card may be what it claims to be as long as every other face-down card can be something too.
"""

from collections import Counter
from dataclasses import replace
from functools import lru_cache

import msgspec

from companion.games.zoon_alternate.changes import board_with
from companion.games.zoon_alternate.state import NUMBERS, Agreed, Claim, Piece, State
from companion.kits.zoons import Trump

Faces = frozenset[str]


@lru_cache(maxsize=4096)
def able(agreed: Agreed, seat: int, claim: Claim) -> Faces:
    """The cards of an army that can do what a face-down card is said to have done."""
    army = frozenset(agreed.armies[seat])
    trump = agreed.facts.trumps.get(claim.by)
    if trump is not None:
        army = frozenset(card for card in army if may_use(trump, agreed.zoon(card).type))
        if trump.does == "shot":
            return army
    elif claim.by:
        star = agreed.zoon(claim.by)
        army = frozenset(card for card in army if agreed.zoon(card).species in star.partners)
        if star.star == "trade":
            return army
    start, to = NUMBERS[claim.start], NUMBERS[claim.to]
    return frozenset(card for card in army if to in agreed.facts.ways(card, seat, start))


def may_use(trump: Trump, kind: str) -> bool:
    """Whether a Zoon of this type may shoot with, or be moved by, a trump."""
    types = trump.usable_by if trump.does == "shot" else trump.of
    return not types or kind in types


def possible(state: State, square: int) -> tuple[str, ...]:
    """Every card that lies, or may lie, on a square: one for a known card, sorted."""
    piece = state.board[square]
    if piece is None:
        return ()
    if piece.card is not None:
        return (piece.card,)
    seat = piece.seat
    pool = state.unseen[seat]
    others = _needs(state, seat, square)
    if not piece.claims and not others:
        return _distinct(pool)
    return _fitting(pool, _need(state.agreed, piece), others)


def reinforcement_faces(state: State, seat: int) -> tuple[str, ...]:
    """Every card that may be an unknown reinforcement of a seat, sorted."""
    needs = list(_needs(state, seat, -1))
    own = _plain(state.agreed, seat)
    if own in needs:
        needs.remove(own)
    return _fitting(state.unseen[seat], own, tuple(needs))


def credible(state: State) -> State:
    """The state without claims that cannot all be true any more, once the people have let something pass."""
    claimed = [(n, p) for n, p in enumerate(state.board) if p is not None and p.claims]
    doubted = {piece.seat for number, piece in claimed if not possible(state, number)}
    if not doubted:
        return state
    changes: dict[int, Piece | None] = {
        n: msgspec.structs.replace(p, claims=()) for n, p in claimed if p.seat in doubted
    }
    return replace(state, board=board_with(state.board, changes))


def others_claim(state: State, square: int, card: str) -> Claim | None:
    """What another face-down card has done that makes it need this face."""
    here = state.board[square]
    for number, piece in enumerate(state.board):
        if here is None or piece is None or number == square or piece.seat != here.seat:
            continue
        for claim in piece.claims:
            if card in able(state.agreed, piece.seat, claim):
                return claim
    return None


def refuted(state: State, square: int, card: str) -> Claim | None:
    """What a face-down card has done that this card cannot do."""
    piece = state.board[square]
    claims = piece.claims if piece is not None else ()
    return next((c for c in claims if card not in able(state.agreed, piece.seat if piece else 0, c)), None)


def _need(agreed: Agreed, piece: Piece) -> Faces | None:
    """The faces that a face-down card may have by what it did; None = any."""
    found: Faces | None = None
    for claim in piece.claims:
        faces = able(agreed, piece.seat, claim)
        found = faces if found is None else found & faces
    return found


def _needs(state: State, seat: int, but: int) -> tuple[Faces, ...]:
    """What the seat's other unknown cards must be among, where that says anything."""
    claimed = [(n, piece) for n, piece in enumerate(state.board) if piece is not None and piece.claims]
    found = []
    for number, piece in claimed:
        if piece.seat == seat and number != but and piece.card is None:
            need = _need(state.agreed, piece)
            if need is not None:
                found.append(need)
    away = (*state.reinforcements[seat], *state.tomb[seat]).count(None)
    if away:
        found.extend([_plain(state.agreed, seat)] * away)
    return tuple(found)


@lru_cache(maxsize=256)
def _plain(agreed: Agreed, seat: int) -> Faces:
    """An army without its Emblem: what may be in hand or in the tomb."""
    return frozenset(agreed.armies[seat]) - {agreed.emblem(seat)}


@lru_cache(maxsize=4096)
def _distinct(pool: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(set(pool)))


@lru_cache(maxsize=4096)
def _fitting(pool: tuple[str, ...], need: Faces | None, others: tuple[Faces, ...]) -> tuple[str, ...]:
    """The faces of the pool for one card that leave a face for each of the others."""
    found = []
    for face in _distinct(pool):
        if need is None or face in need:
            left = Counter(pool)
            left[face] -= 1
            if _all_served(left, others):
                found.append(face)
    return tuple(found)


def _all_served(pool: Counter[str], needs: tuple[Faces, ...]) -> bool:
    """Whether every need can be met from the pool, each face used as often as it is there (augmenting paths)."""
    given: dict[str, list[int]] = {face: [] for face, count in pool.items() if count}

    def serve(need: int, tried: set[str]) -> bool:
        for face in needs[need]:
            if face not in given or face in tried:
                continue
            tried.add(face)
            if len(given[face]) < pool[face]:
                given[face].append(need)
                return True
            for place, other in enumerate(given[face]):
                if serve(other, tried):
                    given[face][place] = need
                    return True
        return False

    return all(serve(number, set()) for number in range(len(needs)))
