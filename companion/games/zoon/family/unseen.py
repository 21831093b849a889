"""What face-down cards can be: by what is left of an army, and by what each of them has done.

Rule kept: a card may be what it claims to be as long as every other face-down card can be something too.
"""

from collections import Counter
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from companion.games.zoon.family.board import NUMBERS, Claim
from companion.games.zoon.family.deck import Facts, Trump
from companion.games.zoon.family.state import Agreed, S, ZoonPiece, ZoonState, laid

Faces = frozenset[str]


def can_do(facts: Facts, army: Faces, seat: int, claim: Claim) -> Faces:
    """The cards of an army that can do what a face-down card of this seat is said to have done."""
    reader = seat
    trump = facts.trumps.get(claim.by)
    if trump is not None:
        army = frozenset(card for card in army if may_use(trump, facts.zoon(card).type))
        if trump.does in ("shot", "gear"):
            return army
        if trump.does == "control":
            reader = 1 - seat
    elif claim.by:
        star = facts.zoon(claim.by)
        army = frozenset(card for card in army if facts.zoon(card).species in star.partners)
        if star.star == "trade":
            return army
    start, to = NUMBERS[claim.start], NUMBERS[claim.to]
    return frozenset(card for card in army if to in facts.ways(card, reader, start))


def may_use(trump: Trump, kind: str) -> bool:
    """Whether a Zoon of this type may shoot with, or be moved by, a trump."""
    types = trump.usable_by if trump.does == "shot" else trump.of
    return not types or kind in types


@lru_cache(maxsize=8192)
def able(agreed: Agreed, seat: int, claim: Claim) -> Faces:
    """The cards of a seat's army that can do what one of its face-down cards is said to have done."""
    return can_do(agreed.facts, everything(agreed, seat), seat, claim)


@lru_cache(maxsize=256)
def everything(agreed: Agreed, seat: int) -> Faces:
    return frozenset(agreed.armies[seat])


def need(agreed: Agreed, seat: int, claims: tuple[Claim, ...]) -> Faces | None:
    """The faces that a card may have by all that it did; None = any."""
    if not claims:
        return None
    known = agreed.needs.get((seat, claims))
    if known is None:
        first, *further = (able(agreed, seat, claim) for claim in claims)
        known = agreed.needs[seat, claims] = first.intersection(*further)
    return known


@lru_cache(maxsize=256)
def plain(agreed: Agreed, seat: int) -> Faces:
    """An army without its Emblem: what may be in hand or in the tomb."""
    return frozenset(agreed.armies[seat]) - {agreed.emblem(seat)}


@lru_cache(maxsize=4096)
def distinct(pool: tuple[str, ...]) -> tuple[str, ...]:
    """The faces of a pool, each once, sorted."""
    return tuple(sorted(set(pool)))


@lru_cache(maxsize=4096)
def fitting(pool: tuple[str, ...], need: Faces | None, others: tuple[Faces, ...]) -> tuple[str, ...]:
    """The faces of the pool for one card that leave a face for each of the others."""
    found = []
    if _is_plenty(pool, others, len(others) + 1):
        # Whatever is taken for this card and the others before it, each of the others still finds a face of its own.
        return tuple(face for face in distinct(pool) if need is None or face in need)
    for face in distinct(pool):
        if need is None or face in need:
            left = Counter(pool)
            left[face] -= 1
            if all_served(left, others):
                found.append(face)
    return tuple(found)


@lru_cache(maxsize=4096)
def can_all_be(pool: tuple[str, ...], needs: tuple[Faces, ...]) -> bool:
    """Whether the pool holds a face for each of these at one time."""
    return _is_plenty(pool, needs, len(needs)) or all_served(Counter(pool), needs)


def _is_plenty(pool: tuple[str, ...], needs: tuple[Faces, ...], count: int) -> bool:
    """Whether so many cards of the pool are of use to each of these."""
    return all(sum([face in need for face in pool]) >= count for need in needs)


def all_served(pool: Counter[str], needs: tuple[Faces, ...]) -> bool:
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


def possible(state: ZoonState, square: int) -> tuple[str, ...]:
    """Every card that lies, or may lie, on a square: one for a known card, sorted."""
    piece = state.board[square]
    return () if piece is None else faces_of(state, piece)


def faces_of(state: ZoonState, piece: ZoonPiece) -> tuple[str, ...]:
    """Every card that a Zoon on the board, or in a fight, may be."""
    if piece.card is not None:
        return (piece.card,)
    return _faces(state, piece, _needs(state, piece.seat))


def _faces(state: ZoonState, piece: ZoonPiece, needs: tuple[Faces, ...]) -> tuple[str, ...]:
    """The same of an unknown card, where its seat's unknown cards must be among `needs`."""
    pool = state.stock.unseen[piece.seat]
    own: Faces | None = need(state.agreed, piece.seat, piece.claims)
    if own is None:
        return fitting(pool, own, needs) if needs else distinct(pool)
    if own not in needs:
        return fitting(pool, own, needs)
    at = needs.index(own)
    return fitting(pool, own, needs[:at] + needs[at + 1 :])


def all_faces(state: ZoonState, seat: int) -> dict[int, tuple[str, ...]]:
    """`possible` for every Zoon of a seat on the board that is not caged."""
    needs = _needs(state, seat)
    found: dict[int, tuple[str, ...]] = {}
    unclaimed: tuple[str, ...] | None = None
    for number, piece in enumerate(state.board):
        if piece is None or piece.seat != seat or piece.cage:
            continue
        if piece.card is not None:
            found[number] = (piece.card,)
        elif piece.claims:
            found[number] = _faces(state, piece, needs)
        else:
            unclaimed = found[number] = _faces(state, piece, needs) if unclaimed is None else unclaimed
    return found


def reinforcement_faces(state: ZoonState, seat: int) -> tuple[str, ...]:
    """Every card that may be an unknown reinforcement of a seat, sorted."""
    needs = list(_needs(state, seat))
    own = plain(state.agreed, seat)
    if own in needs:
        needs.remove(own)
    return fitting(state.stock.unseen[seat], own, tuple(needs))


def credible(state: S) -> S:
    """The state without claims that cannot all be true any more, once the people have let something pass."""
    if not any(piece.claims for piece in _standing(state)):
        return state
    public = state.agreed.kind.public(state)
    known = (state, public) if public is not state else (state,)
    doubted = {seat for one in known for seat in (0, 1) if _is_doubted(one, seat)}
    return _believed(state, doubted) if doubted else state


def _is_doubted(state: ZoonState, seat: int) -> bool:
    """Whether a card of a seat cannot be anything by all that the seat's cards did."""
    claims = any(p.claims and p.card is None and p.seat == seat for p in _standing(state))
    return claims and not can_all_be(state.stock.unseen[seat], _needs(state, seat))


def _believed(state: S, seats: set[int]) -> S:
    """The state in which nothing that cards of these seats did is held against them."""

    def freed(piece: Any) -> Any:
        return replace(piece, claims=()) if piece.seat in seats and piece.claims else piece

    todo = state.todo
    if state.agreed.kind.hidden:
        todo = tuple(
            replace(step, piece=freed(step.piece)) if hasattr(step, "piece") else step for step in todo
        )
    return replace(state, board=tuple(piece and freed(piece) for piece in state.board), todo=todo)


def refuted(state: ZoonState, piece: ZoonPiece, card: str) -> Claim | None:
    """What a face-down card has done that this card cannot do, or another card that then would need this face."""
    own = next((c for c in piece.claims if card not in able(state.agreed, piece.seat, c)), None)
    if own is not None:
        return own
    others = (other for other in _unknown(state, piece.seat) if other is not piece)
    return next(
        (
            claim
            for other in others
            for claim in other.claims
            if card in able(state.agreed, piece.seat, claim)
        ),
        None,
    )


def _standing(state: ZoonState) -> list[Any]:
    """The Zoons of which it counts what they did: those on the board and, where all lie hidden, those in fights."""
    return laid(state) if state.agreed.kind.hidden else [piece for piece in state.board if piece is not None]


def _unknown(state: ZoonState, seat: int) -> list[Any]:
    """Those of a seat that the referee does not know."""
    return [piece for piece in _standing(state) if piece.card is None and piece.seat == seat]


def _needs(state: ZoonState, seat: int) -> tuple[Faces, ...]:
    """What the seat's unknown cards must be among, where that says anything."""
    claims = [
        p.claims for p in state.board if p is not None and p.claims and p.card is None and p.seat == seat
    ]
    if state.agreed.kind.hidden and state.todo:
        claims = [p.claims for p in _unknown(state, seat) if p.claims]
    found = tuple([faces for done in claims if (faces := need(state.agreed, seat, done)) is not None])
    away = state.stock.reinforcements[seat].count(None) + state.stock.tomb[seat].count(None)
    return (*found, *(plain(state.agreed, seat),) * away) if away else found
