"""The board: its zones, and what lies on its squares beside the Zoons.

Squares are numbers inside a game and names (`a1` … `f6`) in events and records.
"""

from functools import cache, lru_cache

import msgspec

from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.sheet import ZONES

NAMES = BOARD.names
NUMBERS = BOARD.numbers
steps = cache(BOARD.steps)
ROOM = 12
"""The squares of a deployment zone."""


class Claim(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that a face-down card has done, and so must be able to do: it went `from` → `to`, or shot at `to`.

    `by` is the trump or star that let it, empty for a plain move.
    """

    start: str = msgspec.field(name="from")
    to: str
    by: str = ""


class Wall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies on a square for good: the trump that it is, if any, and whose. An Obstacle `blocks` the square."""

    at: str
    seat: int | None = None
    trump: str | None = None
    blocks: bool = True


@lru_cache(maxsize=2)
def zone(seat: int) -> tuple[str, ...]:
    """A seat's deployment zone: its back row, then its front row."""
    return back(seat) + front(seat)


@lru_cache(maxsize=2)
def front(seat: int) -> tuple[str, ...]:
    """The row of the deployment zone that faces the enemy, a → f."""
    return tuple(NAMES[number] for number in BOARD.row(seat, 1))


@lru_cache(maxsize=2)
def back(seat: int) -> tuple[str, ...]:
    """The row nearest to the player, a → f."""
    return tuple(NAMES[number] for number in BOARD.row(seat, 0))


@lru_cache(maxsize=512)
def in_zone(seat: int, square: str, aim: str) -> bool:
    """Whether a square lies in a zone of a seat; what is no zone is anywhere."""
    return BOARD.depth(seat, NUMBERS[square]) < ZONES.get(aim, BOARD.rows)


@lru_cache(maxsize=1024)
def shuffled(pool: tuple[str, ...], sample: int) -> tuple[str, ...]:
    """The pool in one of many orders: always the same one for the same number."""
    left, found, number = list(pool), [], (sample + 1) * 2654435761
    while left:
        number = (number * 6364136223846793005 + 1442695040888963407) % 2**64
        found.append(left.pop((number >> 33) % len(left)))
    return tuple(found)


@lru_cache(maxsize=512)
def walled(walls: tuple[Wall, ...]) -> frozenset[int]:
    """The squares on which something lies for good."""
    return frozenset(NUMBERS[wall.at] for wall in walls)


@lru_cache(maxsize=512)
def blocked(walls: tuple[Wall, ...]) -> frozenset[int]:
    return frozenset(NUMBERS[wall.at] for wall in walls if wall.blocks)
