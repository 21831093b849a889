"""Who plays when the box does: a name and a temper for each game, and what the levels are called."""

from dataclasses import dataclass
from functools import cache

from companion.kits.options import sheet_in
from companion.search import BEGINNER, EASY, MIDDLE, STRONG, Level
from ui.words import _, marked


@dataclass(frozen=True, slots=True)
class Persona:
    """Somebody whom the box plays.

    `temper` is one line of how they play; `ahead`, `behind`, `won` and `lost` are what they say then; `guesses`: ahead,
    of a face-down card of another player that the move touches. The words are marked for translation, not translated.
    """

    name: str
    temper: str = marked("Plays whatever looks best.")
    ahead: str = marked("I like where this is going.")
    behind: str = marked("You have me in a corner.")
    guesses: str = ""
    won: str = marked("Well played. Once more?")
    lost: str = marked("You were better today.")


USUAL = Persona("Pip")


@cache
def persona_of(game: str) -> Persona:
    """Whom the box plays in a game, by its id: from the `persona.toml` beside its face, else the usual one."""
    try:
        return sheet_in(f"ui.games.{game}", "persona", Persona)
    except (FileNotFoundError, ModuleNotFoundError):
        return USUAL


LEVEL_WORDS = {
    BEGINNER: (marked("Beginner"), marked("for a first game: often plays anything")),
    EASY: (marked("Easy"), marked("for children and beginners: slips now and then")),
    MIDDLE: (marked("Good"), marked("for players who know the game")),
    STRONG: (marked("Strong"), marked("the best that it can; takes five seconds a move")),
}


def level_words(level: Level) -> tuple[str, str]:
    name, detail = LEVEL_WORDS[level]
    return _(name), _(detail)
