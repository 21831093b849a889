"""The settings pages: what a touch on them changes, kept at once."""

from shutil import which
from typing import assert_never

from hardware.backlight import find_backlight
from ui.faces.page import Page
from ui.owned.settings import Person, SettingsKept
from ui.pages.about_box import about_model
from ui.places import data_home
from ui.present.front import HomeModel
from ui.present.settings import SettingsModel, language_model, people_model, settings_model
from ui.present.settings_touches import ForgetPerson, SettingsTouch, SetTo, SpeakFirst, UndoForgetting
from ui.present.steps import StepModel
from ui.present.touches import Touch


class SettingsPages(Page):
    """The page of all settings, that of the people who play here, or the first question of all: which language."""

    def __init__(
        self,
        name: str,
        settings: SettingsKept,
        *,
        is_box: bool = False,
        updates: bool = False,
        club: bool = False,
    ) -> None:
        """`name`: settings, people, about or language. `is_box`: the app is all that the machine runs.

        `updates`: the program's version may be changed from here. `club`: the box may be joined to one.
        """
        self.name = name
        self._is_box, self._updates, self._club = is_box, updates, club
        self._settings = settings
        self._dims = name == "settings" and find_backlight() is not None
        self._forgotten: Person | None = None

    def model(self) -> SettingsModel | StepModel | HomeModel:
        settings = self._settings
        match self.name:
            case "language":
                return language_model()
            case "about":
                return about_model(data_home())
            case "people":
                forgotten = "" if self._forgotten is None else self._forgotten.name
                return people_model(settings.now.people, forgotten)
            case _:
                return settings_model(
                    settings.now,
                    settings.told,
                    speaks=which("espeak-ng") is not None,
                    dims=self._dims,
                    is_box=self._is_box,
                    updates=self._updates,
                    club=self._club,
                )

    def take(self, touch: Touch) -> bool:
        if not isinstance(touch, SettingsTouch) or isinstance(touch, SpeakFirst):
            return False
        match touch:
            case SetTo(name, value):
                self._settings.change(**{name: value})
            case ForgetPerson(name):
                self._forgotten = next((one for one in self._settings.now.people if one.name == name), None)
                self._settings.forget(name)
            case UndoForgetting():
                if self._forgotten is not None:
                    self._settings.remember(self._forgotten)
                self._forgotten = None
            case _:
                assert_never(touch)
        return True
