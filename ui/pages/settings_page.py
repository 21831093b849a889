"""The settings pages: what a touch on them changes, kept at once; and the page that changes the program's version."""

import re
import shutil
from collections.abc import Collection, Iterator, Mapping
from importlib.metadata import metadata
from pathlib import Path
from shutil import which
from typing import Any, Literal

from companion.language import ENGLISH, number, percent
from hardware.backlight import find_backlight
from hardware.updates import Change, Progress, Updates
from ui.checks.machine import installed_version
from ui.languages import OWN_NAMES
from ui.owned.settings import FEWEST_FIGURES, Person, SettingsKept, UpdatePin
from ui.pages.front import leads
from ui.places import data_home
from ui.present.models import Banner, Button, OptionRow, Page, StepModel, notice
from ui.present.touches import SpeakFirst, Touch, Typed, do
from ui.records.beginning import app_version
from ui.words import _, several, system_words, word_tables

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


OLDER = "is older than"
"""What setup.sh says of a version that comes before the one that is used."""


class UpdatePage(Page):
    """Begins a change and follows it, also one begun before. `is_box`: the machine runs the app alone."""

    name = "update"

    def __init__(self, updates: Updates, pin: UpdatePin, *, is_box: bool) -> None:
        self._updates, self._pin, self._is_box = updates, pin, is_box
        self._asked_pin_for: Change | Literal["lock"] | None = None
        self._is_older = False
        going_on = updates.progress()
        self._progress = going_on if going_on.line and not going_on.ended else None
        self._stage = self._trouble = ""
        self._has_stick = updates.has_stick()

    def tick(self) -> bool:
        if self._progress is None:
            had, self._has_stick = self._has_stick, self._updates.has_stick()
            return had != self._has_stick
        if self._progress.ended:
            return False
        before, self._progress = self._progress, self._updates.progress()
        line = self._progress.line
        stages = word_tables("ui.pages")["update-stages"]
        self._stage = next((words for begin, words in stages.items() if line.startswith(begin)), self._stage)
        if self._progress.ended and not self._progress.well:
            self._trouble = not_changed(self._progress.line)
            self._is_older = OLDER in self._progress.line
            self._progress = None
        return self._progress != before

    def model(self) -> StepModel:
        if self._asked_pin_for is not None:
            new = _("A new PIN, at least {n} signs").format(n=FEWEST_FIGURES)
            return StepModel(_("Update"), editing=(_("PIN") if self._pin.is_set else new, ""))
        if self._progress is not None and self._progress.ended:
            anew = _("The box now starts anew by itself.")
            then = anew if self._is_box else _("Quit, and start the app again.")
            return StepModel(_("Update"), _("The other version is ready."), (then,))
        if self._progress is not None:
            going_on = _(self._stage) if self._stage else _("One moment …")
            return StepModel(_("Update"), going_on, (_("Leave the stick in, and the power on."),))
        has_stick, before = self._has_stick, self._updates.before
        trouble = self._trouble or self._pin.told
        keys = [Button(_("Update from the stick"), do(self.install_update), "main", "down")]
        if self._is_older:
            keys = [Button(_("Install the older version"), do(self.install_older), "plain", "down")]
        keys = keys if has_stick else []
        if before:
            words = _("Back to version {version}").format(version=before)
            keys.append(Button(words, do(self.return_to_before), "plain", "back"))
        lock = _("Ask for the PIN no more") if self._pin.is_set else _("Ask for a PIN before a change")
        keys.append(Button(lock, do(self.type_update_pin), "plain", "lock"))
        body = () if has_stick else (_("For a newer version plug in a USB stick that holds one."),)
        tried = _("A new version is tried first. If it does not start, this one stays. Your games are kept.")
        changed = self._updates.just_changed and not self._trouble
        words = _("Version {version} is used now.") if changed else _("This is version {version}.")
        headline, banner = words.format(version=app_version()), notice("trouble", trouble)
        return StepModel(_("Update"), headline, (*body, tried), banner, tuple(keys))

    def take(self, touch: Touch) -> bool:
        what = self._asked_pin_for
        if not isinstance(touch, Typed) or what is None:
            return super().take(touch)
        # A PIN was typed, for a change, or to set it or ask for it no more.
        self._asked_pin_for, text, pin = None, touch.text, self._pin
        if text is None:
            return True
        if not pin.is_set and len(text) < FEWEST_FIGURES:
            self._trouble = _("That is too short.")
        elif not pin.is_set:
            pin.choose(text)
        elif not pin.fits(text):
            wait = pin.wait_s
            words = several("Wrong too often. Wait {n} second.", "Wrong too often. Wait {n} seconds.", wait)
            self._trouble = words if wait else _("That is not the PIN.")
        elif what == "lock":
            pin.choose("")
        else:
            self._begin(what)
        return True

    def install_update(self) -> None:
        self._ask_or_begin("update")

    def install_older(self) -> None:
        self._ask_or_begin("older")

    def return_to_before(self) -> None:
        self._ask_or_begin("back")

    def type_update_pin(self) -> None:
        """The PIN is to be typed that is asked for before a change: a new one, or to ask no more."""
        self._trouble, self._asked_pin_for = "", "lock"

    def _ask_or_begin(self, change: Change) -> None:
        if self._pin.is_set:
            self._trouble, self._asked_pin_for = "", change
        else:
            self._begin(change)

    def _begin(self, change: Change) -> None:
        self._trouble, self._stage, self._is_older = "", "", False
        try:
            self._updates.begin(change)
        except OSError as fault:
            self._trouble = not_changed(system_words(fault))
        else:
            self._progress = Progress()


def not_changed(line: str) -> str:
    """The sentence that a change did not come about, from the last line that was said."""
    reasons = word_tables("ui.pages")["update-reasons"]
    known = (_(reason) for words, reason in reasons.items() if re.search(words, line))
    why = next(known, line.removeprefix("setup.sh: "))
    return _("The version is as it was: {why}").format(why=why)
