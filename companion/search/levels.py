"""How well an opponent plays: how far it looks, and how often it does not do what it holds for best."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """A strength of play.

    `playouts` is the most that are made for one move; `mistakes`: of a hundred moves so many are any lawful ones;
    `seconds`: what one move may take, for whoever holds the clock.
    """

    name: str
    playouts: int
    mistakes: int
    seconds: float


BEGINNER = Level("beginner", 10, 70, 1.0)
EASY = Level("easy", 40, 30, 1.0)
MIDDLE = Level("middle", 1_000, 0, 1.0)
STRONG = Level("strong", 100_000, 0, 5.0)
LEVELS = (BEGINNER, EASY, MIDDLE, STRONG)
"""From the weakest on."""
