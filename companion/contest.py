"""What an event has just decided between two sides, for a screen to show large: a fight, a shot, a capture, a vote.

Told by games that can decide contests (`companion.abilities.DecidesContests`); it names nothing hidden.
"""

from dataclasses import dataclass

from companion.game import Seat


@dataclass(frozen=True, slots=True)
class Side:
    """One side: whose it is, its name, and how it came to its number; `die` is what it threw."""

    seat: Seat
    name: str
    score: str = ""
    die: int | None = None


@dataclass(frozen=True, slots=True)
class Contest:
    """Who beats whom, in a few words; the sides with their numbers; `winner` is the place of one of the sides.

    `more`: what else has to be known to understand it, or what follows.
    """

    words: str
    sides: tuple[Side, ...] = ()
    winner: int | None = None
    more: str = ""
