"""The plain pages of the desk: the first screen, games to choose from, tools for the table, and what is only shown."""

from typing import Any, assert_never

from companion.game import Game
from ui.faces.page import Page
from ui.pages.kept import KeptGames
from ui.pages.packing import Packing
from ui.present import pages, past
from ui.present.after import AfterModel
from ui.present.chronicle import Told
from ui.present.desk_touches import BeginEmpty, JournalTouch, KeptTouch, Reopen, StopBundle
from ui.present.front import GamesModel, HomeModel, games_model, home_model
from ui.present.steps import StepModel
from ui.present.touches import Touch


class HomePage(Page):
    """The first screen, with what is the matter with the journal.

    `games`: among these one may choose. `is_box`: the app is all that the machine runs, so nothing is quit.
    """

    name = "home"

    is_box = False

    def __init__(self, kept: KeptGames, games: tuple[Game[Any], ...]) -> None:
        self._kept, self._games = kept, games

    def model(self) -> HomeModel:
        kept = self._kept
        last = next((game for game in self._games if game.id == kept.past.last), None)
        notices = (kept.words, kept.notice)
        return home_model(kept.unfinished, notices, len(self._games), kept.helps, last, is_box=self.is_box)

    def take(self, touch: Touch) -> bool:
        if not isinstance(touch, JournalTouch):
            return False
        match touch:
            case Reopen():
                self._kept.reopen()
            case BeginEmpty():
                self._kept.begin_empty()
            case _:
                assert_never(touch)
        return True


class GamesPage(Page):
    """Which game is to be agreed on."""

    name = "games"

    def __init__(self, games: tuple[Game[Any], ...], kept: KeptGames) -> None:
        self._games, self._kept = games, kept

    def model(self) -> GamesModel:
        return games_model(self._games, self._kept.past.last)


class EyePage(Page):
    """What may be done with the table and with cards besides playing."""

    name = "eye"

    def __init__(self, kept: KeptGames) -> None:
        self._kept = kept

    def model(self) -> StepModel:
        return pages.eye_model(self._kept.notice)


class PastPage(Page):
    """The kept games, one of them, or the deleted ones: `past`, `kept` or `bin`."""

    def __init__(self, name: str, kept: KeptGames) -> None:
        self.name = name
        self._past = kept.past

    def model(self) -> StepModel | AfterModel:
        return self._past.model(self.name)

    def take(self, touch: Touch) -> bool:
        if not isinstance(touch, KeptTouch):
            return False
        self._past.take(touch)
        return True


class PackedPage(Page):
    """How far the support bundle is. While it is written nobody leaves: touches count for nothing."""

    name = "packed"

    def __init__(self, packing: Packing) -> None:
        self._packing = packing

    def model(self) -> StepModel:
        packing = self._packing
        return pages.packed_model(packing.notice, busy=packing.is_busy, writing=packing.is_writing)

    def take(self, touch: Touch) -> bool:
        if isinstance(touch, StopBundle):
            self._packing.stop()
            return True
        return self._packing.is_busy


class ShownPage(Page):
    """A page that only asks or tells something, and is the same until it is left."""

    def __init__(self, name: str, model: StepModel) -> None:
        self.name = name
        self._model = model

    def model(self) -> StepModel:
        return self._model


def history_page(lines: tuple[Told, ...], times: tuple[str, ...]) -> ShownPage:
    """The record of a game."""
    return ShownPage("history", pages.history_model(lines, times))


def quit_page(game: str) -> ShownPage:
    """Whether to quit though a game is not finished."""
    return ShownPage("quit", past.quit_model(game))
