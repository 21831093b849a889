"""How well an opponent plays: how far it looks, and how often it does not do what it holds for best."""

from dataclasses import dataclass

from companion.language import marked


@dataclass(frozen=True, slots=True)
class Level:
    """A strength of play. `words` are marked for translation, not translated.

    `playouts` is the most that are made for one move; `mistakes`: of a hundred moves so many are any lawful ones;
    `seconds`: what one move may take, for whoever holds the clock.
    """

    name: str
    words: str
    playouts: int
    mistakes: int
    seconds: float


BEGINNER = Level(
    "beginner", marked("beginner: looks one move ahead and makes friendly mistakes"), 24, 50, 1.0
)
EASY = Level("easy", marked("easy: sees what is near and overlooks the rest"), 60, 15, 1.0)
MIDDLE = Level("middle", marked("middle: thinks for a second at most"), 400, 0, 1.0)
STRONG = Level("strong", marked("strong: thinks for five seconds"), 100_000, 0, 5.0)
LEVELS = (BEGINNER, EASY, MIDDLE, STRONG)
"""From the weakest on."""
