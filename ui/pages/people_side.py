"""The pages of the people who play: the kept games are read while people look, a few each time the screen is drawn."""

import time
from typing import Any

from companion.game import nobody
from companion.games import all_games
from ui.faces.page import Page
from ui.journal.store import StoreFault
from ui.owned.tribes_agreed import is_of_tribes, own_choices
from ui.pages.past_side import game_words
from ui.present.desk_touches import GamesOf, ShowPerson
from ui.present.figures import PersonFigures, people, same_name
from ui.present.luck import luck_lines
from ui.present.models import Button
from ui.present.steps import Numbers, StepModel, WonOf
from ui.records.figures_kept import FiguresKept
from ui.words import _, several

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
        left = self._figures.left
        keys = tuple(
            Button(one.name, ShowPerson(one.name), "plain", "list", _summary(one)) for one in self.people
        )
        body: tuple[str, ...] = ()
        if left:
            body = (several("{n} game is still being read …", "{n} games are still being read …", left),)
        elif not keys:
            body = (_("Nobody is here yet: whoever finishes a game under a name is listed here."),)
        return StepModel(_("Players"), body=body, keys=keys)

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
        one = self._person
        numbers = (
            (_("games"), one.games),
            (_("won"), one.won),
            (_("in a row now"), one.run),
            (_("longest run"), one.longest),
        )
        lines = [_("Favourite tribe: {tribe}").format(tribe=tribe_words(one.tribe))] if one.tribe else []
        for each in one.luck:
            lines.append(_("{kind}: {luck}").format(kind=_(each.kind), luck=" · ".join(luck_lines(each))))
        won = (WonOf(game_words(of.game), of.games, of.won) for of in one.by_game)
        games = Button(_("Games with {name}").format(name=one.name), GamesOf(one.name), "plain", "list")
        return StepModel(one.name, rows=(Numbers(numbers), *won, *lines, games))


def _summary(one: PersonFigures) -> str:
    """Games and wins in a line, and a run of wins where one goes on."""
    said = [several("{n} game", "{n} games", one.games), several("{n} won", "{n} won", one.won)]
    if one.run > 1:
        said.append(_("{n} in a row").format(n=one.run))
    return " · ".join(said)


def tribe_words(id: str) -> str:
    """What a tribe is called; its id where this version does not know it."""
    options: list[Any] = [
        option for game in all_games().values() for option in game.options if is_of_tribes(option)
    ]
    choices = (choice for option in options for choice in (*option.choices, *own_choices(option)))
    return next((_(choice.words) for choice in choices if choice.value == id), id)
