"""The settings pages: what a touch on them changes, kept at once."""

import shutil
from collections.abc import Collection, Iterator, Mapping
from importlib.metadata import metadata
from pathlib import Path
from shutil import which
from typing import Any

from companion.language import ENGLISH, number, percent
from hardware.machine import find_backlight
from ui.checks.machine import installed_version
from ui.faces.page import Page
from ui.languages import OWN_NAMES
from ui.owned.settings import Person, SettingsKept
from ui.pages.front import leads
from ui.places import data_home
from ui.present.desk_touches import SpeakFirst
from ui.present.models import Banner, Button, OptionRow, notice
from ui.present.steps import StepModel
from ui.present.touches import do
from ui.records.beginning import app_version
from ui.words import _, word_tables

NOT_EVERYWHERE = frozenset({"club", "update", "power"})
STANDS_ON = ("kivy", "opencv-python-headless", "numpy", "gpiozero", "msgspec", "pillow", "reportlab", "pypdfium2",
             "typer", "rich")  # fmt: skip
MB = 1_000_000


class SettingsPages(Page):
    """The page of all settings, that of the people who play here, or the first question of all: which language."""

    def __init__(self, name: str, settings: SettingsKept, leads: Collection[str] = ()) -> None:
        """`name`: settings, people, about or language. `leads`: to which of the pages that not every box has."""
        self.name = name
        self._settings, self._leads = settings, leads
        self._dims = name == "settings" and find_backlight() is not None
        self._forgotten: Person | None = None

    def model(self) -> StepModel:
        match self.name:
            case "language":
                # The first page of all: which language, each in its own words.
                greetings = {"en": "Welcome!", "de": "Willkommen!", "fr": "Bienvenue !", "it": "Benvenuti!"}
                languages = tuple(
                    Button(name, SpeakFirst(code), detail=greetings[code]) for code, name in OWN_NAMES.items()
                )
                return StepModel("Zo Companion", keys=languages, tools=(), cover="title")
            case "about":
                return about_model(data_home())
            case "people":
                # Who played here; a touch takes somebody out, and back again.
                touch, people = _("Touch to remove this name."), self._settings.now.people
                keys = [
                    Button(one.name, do(self.forget_person, one.name), "plain", "wrong", touch)
                    for one in people
                ]
                banner = None
                if self._forgotten is not None:
                    banner = Banner("calm", _("{name} was removed.").format(name=self._forgotten.name))
                    keys.insert(0, Button(_("Undo"), do(self.undo_forgetting), "main", "back"))
                body = () if people else (_("Nobody yet: names are kept when a game begins."),)
                return StepModel(_("People who play here"), body=body, banner=banner, keys=tuple(keys))
            case _:
                banner = notice("trouble", self._settings.told)
                on = leads("settings", NOT_EVERYWHERE.difference(self._leads))
                return StepModel(_("Settings"), banner=banner, rows=(*self._rows(), on))

    def _rows(self) -> Iterator[OptionRow]:
        """Every setting with its choices; the display's light only where it can be set."""
        yield self._row("language", _("Language"), OWN_NAMES)
        themes = {"dark": _("Dark"), "light": _("Light"), "contrast": _("High contrast")}
        yield self._row("theme", _("Colours"), themes)
        yield self._row("text", _("Text size"), {size: percent(size / 100) for size in (100, 120, 140, 160)})
        yield self._row("still", _("Motion"), {False: _("Full"), True: _("Reduced")})
        yield self._row("left_handed", _("Keys for"), {False: _("right hand"), True: _("left hand")})
        yield self._row("muted", _("Sound"), {False: _("On"), True: _("Off")})
        yield self._row("volume", _("How loud"), {3: _("quiet"), 6: _("medium"), 10: _("loud")})
        speaks = which("espeak-ng") is not None
        yield self._row("voice", _("Voice"), {False: _("Off"), True: _("Speaks")}, enabled=speaks)
        rests = {0: _("never")} | {n: _("{n} min").format(n=n) for n in (5, 10, 30)}
        yield self._row("saver", _("Screen rests after"), rests)
        if self._dims:
            light = {size: percent(size / 100) for size in (25, 50, 75, 100)}
            yield self._row("brightness", _("Brightness"), light)
        if "power" in self._leads:
            yield self._row("turned", _("Picture turned"), {turn: f"{turn}°" for turn in (0, 90, 180, 270)})

    def _row(self, name: str, words: str, choices: Mapping[Any, str], *, enabled: bool = True) -> OptionRow:
        now = getattr(self._settings.now, name)
        now = now or ENGLISH.code if name == "language" else now
        keys = tuple(
            Button(said, do(self.set_to, name, value), "chosen" if value == now else "plain", enabled=enabled)
            for value, said in choices.items()
        )
        return OptionRow(words, keys)

    def set_to(self, name: str, value: str | int) -> None:
        self._settings.change(**{name: value})

    def forget_person(self, name: str) -> None:
        self._forgotten = next((one for one in self._settings.now.people if one.name == name), None)
        self._settings.forget(name)

    def undo_forgetting(self) -> None:
        if self._forgotten is not None:
            self._settings.remember(self._forgotten)
        self._forgotten = None


def about_model(home: Path) -> StepModel:
    """What this box is: versions, licences, and how much room the games, decks and files of a folder take."""
    there = next(folder for folder in (home, *home.parents) if folder.exists())
    free, room = shutil.disk_usage(there).free // MB, _("In use: {used} MB in {folder}. Free: {free} MB.")
    lines = [
        _("Zo Companion {version}, under the MIT licence.").format(version=app_version()),
        room.format(used=_used(home), folder=home, free=free),
        *(
            _("{part}: {used} MB").format(part=_(part), used=_used(home / name))
            for name, part in word_tables("ui.pages")["folders"].items()
            if (home / name).exists()
        ),
        _("It builds on the work of others:"),
    ]
    for name in STANDS_ON:
        if found := installed_version(name):
            # The licence in a few words; packages say it in one of two places.
            told: Any = metadata(name)
            licence = next(
                (told[key] for key in ("License-Expression", "License") if told.get(key)), ""
            ).strip()
            short = licence.splitlines()[0][:60] if licence else _("licence: see its page")
            lines.append(f"{name} {found} · {short}")
    return StepModel(_("About this box"), body=tuple(lines))


def _used(path: Path) -> str:
    files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    return number(sum(file.stat().st_size for file in files) / MB, 1)
