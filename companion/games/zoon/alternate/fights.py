"""What a fight comes to: combat values, stars and X, the dice, the underdog."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from companion.games.zoon.family.sheet import Boost, Corner, Corners

Won = Literal["attacker", "defender", "draw"]
DICE = tuple((one, two) for one in range(1, 7) for two in range(1, 7))


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fight: the pair of its card that its penny makes count, and what trumps do to it."""

    pair: tuple[Corner, Corner]
    boosts: tuple[Boost, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers printed in the pair; star and X are none."""
        return tuple(corner for corner in self.pair if isinstance(corner, int))


@dataclass(frozen=True, slots=True)
class Outcome:
    """A fight decided. `star`: a draw, and the one side whose star then does its work; None where there is none."""

    values: tuple[int, int]
    totals: tuple[int, int]
    won: Won
    underdog: bool = False
    star: Literal["attacker", "defender"] | None = None

    @property
    def sums(self) -> tuple[str, ...]:
        """Each side's combat value with its die, as it is added."""
        both = zip(self.values, self.totals, strict=True)
        return tuple(f"{value} + {total - value} = {total}" for value, total in both)


def pair(corners: Corners, penny: str | None) -> tuple[Corner, Corner]:
    """The corners that count: top while the penny shows heads (or none lies there), bottom under tails."""
    return corners.bottom if penny == "tails" else corners.top


@lru_cache(maxsize=4096)
def values(
    attacker: Side, defender: Side, *, each_star: bool = True, one_for_each_number: bool = True
) -> tuple[int, int]:
    """The combat values of both sides, stars and X replaced and trumps counted in.

    `each_star`: two stars in a pair copy the number twice. `one_for_each_number`: "plus-one" adds one for each
    printed number of the pair rather than one in all.
    """

    def of(side: Side, other: Side) -> int:
        stars, crosses = side.pair.count("star"), side.pair.count("x")
        value = sum(side.numbers)
        if stars and not other.pair.count("star"):
            value += max(other.numbers, default=0) * (stars if each_star else 1)
        if crosses and not other.pair.count("x"):
            value += min(other.numbers, default=0) * crosses
        for boost in sorted(side.boosts):
            if boost == "double":
                value *= 2
            else:
                value += len(side.numbers) if one_for_each_number else 1
        return value

    return of(attacker, defender), of(defender, attacker)


def outcome(
    attacker: Side,
    defender: Side,
    dice: tuple[int, int],
    worth: tuple[int, int],
    *,
    attackers_star: bool = False,
) -> Outcome:
    """Who wins with these dice: the higher total; with equal totals the lower value; with equal values nobody.

    `worth`: the combat values of both sides. `attackers_star`: of two stars on a draw the attacker's works.
    """
    totals = (worth[0] + dice[0], worth[1] + dice[1])
    if totals[0] != totals[1]:
        return Outcome(worth, totals, "attacker" if totals[0] > totals[1] else "defender")
    if worth[0] != worth[1]:
        return Outcome(worth, totals, "attacker" if worth[0] < worth[1] else "defender", underdog=True)
    stars = (bool(attacker.pair.count("star")), bool(defender.pair.count("star")))
    star: Literal["attacker", "defender"] | None = None
    if stars == (True, False) or (attackers_star and stars == (True, True)):
        star = "attacker"
    elif stars == (False, True):
        star = "defender"
    return Outcome(worth, totals, "draw", star=star)


@lru_cache(maxsize=4096)
def odds(worth: tuple[int, int]) -> float:
    """How many of all throws of both dice an attacker wins, by the combat values of both sides."""
    plain = Side((0, 0))
    return sum(outcome(plain, plain, dice, worth).won == "attacker" for dice in DICE) / len(DICE)
