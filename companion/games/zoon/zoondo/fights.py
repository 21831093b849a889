"""What a fight comes to: the numbers in the corners that were touched, stars, and the X of a trump."""

from dataclasses import dataclass
from typing import Literal

from companion.games.zoon.family.sheet import Corner

Won = Literal["attacker", "defender", "nobody"]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fight: the number or sign in the corner that was touched on its card, and what trumps add."""

    corner: Corner
    boosts: tuple[str, ...] = ()

    @property
    def score(self) -> int:
        """What the corner counts; star and X are no numbers, and no trump adds to them."""
        if not isinstance(self.corner, int):
            return 0
        score = self.corner
        for boost in self.boosts:
            score = score * 2 if boost == "double" else score + 1
        return score


@dataclass(frozen=True, slots=True)
class Outcome:
    """A fight decided. `star`: the one side whose star was touched; `broken`: the X of the trump was touched."""

    sides: tuple[Side, Side]
    won: Won
    star: Literal["attacker", "defender"] | None = None
    broken: bool = False


def fought(attacker: Side, defender: Side) -> Outcome:
    """Two Zoons: the higher number wins; one star decides by its effect; two stars, or equal numbers, are a tie."""
    sides = (attacker, defender)
    stars = (attacker.corner == "star", defender.corner == "star")
    if stars == (True, False):
        return Outcome(sides, "nobody", "attacker")
    if stars == (False, True):
        return Outcome(sides, "nobody", "defender")
    if stars == (True, True) or attacker.score == defender.score:
        return Outcome(sides, "nobody")
    return Outcome(sides, "attacker" if attacker.score > defender.score else "defender")


def shot(trump: Side, target: Side, *, beaten_is_lost: bool = False) -> Outcome:
    """A trump shoots: only a higher number strikes; a star is a miss; X breaks the trump, whatever else was touched.

    `beaten_is_lost`: a lower number breaks it, too.
    """
    beaten = target.corner != "star" and trump.score < target.score
    broken = trump.corner == "x" or (beaten_is_lost and beaten)
    struck = not broken and target.corner != "star" and trump.score > target.score
    return Outcome((trump, target), "attacker" if struck else "nobody", broken=broken)
