"""What face-down cards can be: by what is left of an army, and by what each of them has done.

Rule kept: a card may be what it claims to be as long as every other face-down card can be something too.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from companion.games.zoon.family.board import NUMBERS, Claim
from companion.games.zoon.family.options import Agreed

Faces = frozenset[str]


@lru_cache(maxsize=8192)
def able(agreed: Agreed, seat: int, claim: Claim) -> Faces:
    """The cards of a seat's army that can do what one of its face-down cards is said to have done."""
    facts, army, reader = agreed.facts, frozenset(agreed.armies[seat]), seat
    trump = facts.trumps.get(claim.by)
    if trump is not None:
        types = trump.usable_by if trump.does == "shot" else trump.of
        army = frozenset(card for card in army if not types or facts.zoon(card).type in types)
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


@lru_cache(maxsize=65536)
def need(agreed: Agreed, seat: int, claims: tuple[Claim, ...]) -> Faces | None:
    """The faces that a card may have by all that it did; None = any."""
    return frozenset.intersection(*(able(agreed, seat, claim) for claim in claims)) if claims else None


@lru_cache(maxsize=256)
def plain(agreed: Agreed, seat: int) -> Faces:
    """An army without its Emblem: what may be in hand or in the tomb."""
    return frozenset(agreed.armies[seat]) - {agreed.emblems[seat]}


@lru_cache(maxsize=4096)
def fitting(pool: tuple[str, ...], own: Faces | None, needs: tuple[Faces, ...]) -> tuple[str, ...]:
    """The faces of the pool for one card, by its `own` need, that leave a face for each other of the `needs`."""
    at = needs.index(own) if own in needs else len(needs)
    others, count = needs[:at] + needs[at + 1 :], Counter(pool)
    faces = [face for face in sorted(count) if own is None or face in own]
    if _is_plenty(pool, others, len(others) + 1):
        # Whatever is taken for this card and the others before it, each of the others still finds a face of its own.
        return tuple(faces)
    return tuple(face for face in faces if all_served({**count, face: count[face] - 1}, others))


Known = tuple[Agreed, tuple[Any, ...], tuple[Any, ...], Any]
"""What is agreed, the board, the steps of which the Zoons in fights count too, and what lies beside the board."""


def unknown(known: Known, seat: int) -> list[Any]:
    """The Zoons of a seat whose face the referee does not know, and that have done something."""
    _agreed, board, fights, _stock = known
    standing = (*board, *[step.piece for step in fights if hasattr(step, "piece")]) if fights else board
    return [p for p in standing if p is not None and p.claims and p.card is None and p.seat == seat]


@lru_cache(maxsize=8)
def needs(known: Known, seat: int) -> tuple[Faces, ...]:
    """What the seat's unknown cards must be among, where that says anything."""
    agreed, _board, _fights, stock = known
    found = [need(agreed, seat, piece.claims) or frozenset() for piece in unknown(known, seat)]
    away = stock.reinforcements[seat].count(None) + stock.tomb[seat].count(None)
    return (*found, *(plain(agreed, seat),) * away)


@lru_cache(maxsize=8)
def all_faces(known: Known, seat: int) -> Mapping[int, tuple[str, ...]]:
    """Every card that each Zoon of a seat on the board that is not caged may be, by square."""
    agreed, board, _fights, stock = known
    pool = stock.unseen[seat]
    others = needs(known, seat) if pool else ()
    return {
        number: (piece.card,)
        if piece.card is not None
        else fitting(pool, need(agreed, seat, piece.claims), others)
        for number, piece in enumerate(board)
        if piece is not None and piece.seat == seat and not piece.cage
    }


@lru_cache(maxsize=4096)
def can_all_be(pool: tuple[str, ...], needs: tuple[Faces, ...]) -> bool:
    """Whether the pool holds a face for each of these at one time."""
    return _is_plenty(pool, needs, len(needs)) or all_served(Counter(pool), needs)


def _is_plenty(pool: tuple[str, ...], needs: tuple[Faces, ...], count: int) -> bool:
    """Whether this many cards of the pool are of use to each of these."""
    return all(sum([face in need for face in pool]) >= count for need in needs)


def all_served(pool: Mapping[str, int], needs: tuple[Faces, ...]) -> bool:
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


def only(faces: tuple[str, ...]) -> str | None:
    """The card that something can be, where it can be but one."""
    return faces[0] if len(faces) == 1 else None
