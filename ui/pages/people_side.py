"""The pages of the people who play: the kept games are read while people look, a few each time the screen is drawn."""

import time
from typing import Any

from companion.game import nobody
from companion.games import all_games
from ui.faces.page import Page
from ui.journal.store import StoreFault
from ui.owned.tribes_agreed import is_of_tribes, own_choices
from ui.pages.past_side import game_words
from ui.present.desk_touches import ShowPerson
from ui.present.figures import PersonFigures, people
from ui.present.past import same_name
from ui.present.people import people_model, person_model
from ui.present.steps import StepModel
from ui.records.figures_kept import FiguresKept
from ui.words import _

AT_ONCE_SECONDS = 0.02
"""So long games are read each time the screen is drawn."""
MOST_SEATS = 6


class PeoplePage(Page):
    """Everybody, while games are still being read those read so far."""

    name = "players"

    def __init__(self, figures: FiguresKept) -> None:
        self._figures = figures
        self.people: tuple[PersonFigures, ...] = ()
        try:
            figures.look()
        except StoreFault:
            return
        self._count()

    def _count(self) -> None:
        self.people = people(self._figures.games, map(nobody, range(MOST_SEATS)))

    def tick(self) -> bool:
        if not self._figures.left:
            return False
        until = time.monotonic() + AT_ONCE_SECONDS
        while self._figures.read_one() and time.monotonic() < until:
            pass
        if not self._figures.left:
            self._figures.read_one()
        self._count()
        return True

    def model(self) -> StepModel:
        return people_model(self.people, self._figures.left)

    def of(self, touch: ShowPerson) -> "PersonPage | None":
        """The page of somebody; None where nobody has that name."""
        wanted = same_name(touch.person)
        found = next((one for one in self.people if same_name(one.name) == wanted), None)
        return None if found is None else PersonPage(found)


class PersonPage(Page):
    """One of them."""

    name = "player"

    def __init__(self, person: PersonFigures) -> None:
        self._person = person

    def model(self) -> StepModel:
        return person_model(self._person, game_words, tribe_words)


def tribe_words(id: str) -> str:
    """What a tribe is called; its id where this version does not know it."""
    options: list[Any] = [
        option for game in all_games().values() for option in game.options if is_of_tribes(option)
    ]
    choices = (choice for option in options for choice in (*option.choices, *own_choices(option)))
    return next((_(choice.words) for choice in choices if choice.value == id), id)
