"""The settings pages: what a touch on them changes, kept at once."""

import shutil
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from shutil import which
from typing import Any, assert_never

from companion.language import number
from hardware.backlight import find_backlight
from ui.faces.page import Page
from ui.journal.moment_pictures import FOLDER
from ui.owned.settings import Person, SettingsKept
from ui.places import data_home
from ui.present.front import HomeModel
from ui.present.settings import language_model, people_model, settings_model
from ui.present.settings_touches import ForgetPerson, SettingsTouch, SetTo, SpeakFirst, UndoForgetting
from ui.present.steps import StepModel
from ui.present.touches import Touch
from ui.words import _


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

    def model(self) -> StepModel | HomeModel:
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


# What this box is: versions, licences, and how much room the games, decks and files take.


STANDS_ON = (
    "kivy",
    "opencv-python-headless",
    "numpy",
    "gpiozero",
    "msgspec",
    "pillow",
    "reportlab",
    "pypdfium2",
    "typer",
    "rich",
)
MB = 1_000_000


def about_model(home: Path) -> StepModel:
    """The page; `home`: the folder of games and decks."""
    lines = [
        _("Zo Companion {version}, under the MIT licence.").format(version=_version("zo-companion")),
        _("In use: {used} MB in {folder}. Free: {free} MB.").format(
            used=_used(home), folder=home, free=_free(home)
        ),
        *(
            _("{part}: {used} MB").format(part=part, used=_used(home / name))
            for name, part in (
                ("games", _("Games")),
                (FOLDER, _("Pictures of games")),
                ("decks", _("Enrolled decks")),
                ("bundles", _("Support bundles")),
                ("exports", _("Exported games")),
            )
            if (home / name).exists()
        ),
        _("It builds on the work of others:"),
        *(f"{name} {_version(name)} · {_licence(name)}" for name in STANDS_ON if _version(name)),
    ]
    return StepModel(_("About this box"), body=tuple(lines))


def _version(name: str) -> str:
    try:
        return metadata(name)["Version"]
    except PackageNotFoundError:
        return ""


def _licence(name: str) -> str:
    """The licence in a few words; packages say it in one of two places."""
    told: Any = metadata(name)
    short = next((told[key] for key in ("License-Expression", "License") if told.get(key)), "")
    return short.splitlines()[0][:60] if short.strip() else _("licence: see its page")


def _used(path: Path) -> str:
    files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    return number(sum(file.stat().st_size for file in files) / MB, 1)


def _free(path: Path) -> int:
    there = next(folder for folder in (path, *path.parents) if folder.exists())
    return shutil.disk_usage(there).free // MB
