"""The plain pages of the desk and the settings."""

import logging
import re
import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import metadata
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from companion.game import DICE, DIE, Choice, Game, Setup
from companion.kits.options import sheet_in
from companion.language import ENGLISH, number, percent
from companion.luck import Fairness, Fell, fairness
from hardware.machine import CommandFault, Power, find_backlight
from hardware.updates import Change, Progress, Updates
from ui.box.opening import SIMULATED
from ui.checks.machine import installed_version
from ui.faces.face import all_faces
from ui.languages import OWN_NAMES
from ui.owned.settings import FEWEST_FIGURES, Person, SettingsKept, UpdatePin
from ui.pages.agreement import PageFace
from ui.pages.kept import KeptGames, Unseen
from ui.pages.tableside import Tableside
from ui.places import data_home
from ui.present import models, touches
from ui.present.models import Banner, Button, OptionRow, StepModel, Weight, back_button, home_button, notice
from ui.present.moment import Told
from ui.present.touches import SpeakFirst, Touch, Typed, do
from ui.records.beginning import app_version
from ui.words import _, device_words, for_players, several, system_words, word_tables

if TYPE_CHECKING:
    from ui.selftest.side import SelftestSide

_log = logging.getLogger(__name__)
UNLIKELY = 0.01
"""Probability below which thrown dice are called uneven."""


class Lead(msgspec.Struct, frozen=True):
    page: str
    icon: str
    words: str
    more: str = ""
    weight: Weight = "plain"


LEADS = sheet_in("ui.pages", "leads", dict[str, tuple[Lead, ...]])


def leads(page: str, without: Collection[str] = ()) -> tuple[Button, ...]:
    left = (one for one in LEADS[page] if one.page not in without)
    return tuple(
        Button(_(one.words), touches.Goto(one.page), one.weight, one.icon, one.more and _(one.more))
        for one in left
    )


class HomePage(models.Page):
    """The first screen, with the journal's faults. `is_box`: the machine runs this app alone."""

    name = "home"

    is_box = False

    def __init__(self, kept: KeptGames, games: tuple[Game[Any], ...]) -> None:
        self._kept, self._games = kept, games
        self.parts = (kept,)

    def model(self) -> StepModel:
        """The likeliest key first; at the top the faults: one sentence, details small beneath."""
        kept = self._kept
        going_on = list[Button]()
        for game in kept.unfinished:
            detail = " · ".join(filter(None, (_(" and ").join(game.names), game.how, game.when)))
            words, touch = _("Go on: {game}").format(game=game.game), touches.Resume(game.id)
            loud: Weight = "plain" if going_on else "main"
            going_on.append(Button(words, touch, loud, "play", detail, emblem=game.game_id))
        last = next((game for game in self._games if game.id == kept.last), None)
        weight: Weight = "plain" if going_on else "main"
        # The newest game stays the first key; remedies for the journal follow before older games.
        keys = going_on[:1]
        if kept.store.helps == "reopen":
            keys.append(Button(_("Try again to keep games"), do(kept.reopen), "plain", "book"))
        elif kept.store.helps:
            keys.append(Button(_("Begin an empty journal beside it"), do(kept.begin_empty), "plain", "book"))
        keys += going_on[1:]
        if last is not None and len(self._games) > 1:
            words, as_before = _("Play {game}").format(game=_(last.name)), _("As the last time")
            keys.append(Button(words, touches.ChooseGame(last.id), weight, "play", as_before, emblem=last.id))
        to = touches.Goto("games" if len(self._games) > 1 else "seats")
        keys.append(Button(_("New game"), to, weight if last is None else "plain", "plus"))
        tiles = (
            Button(_("Past games"), touches.Goto("past"), "plain", "list"),
            Button(_("Rules"), touches.OpenRules(""), "plain", "book"),
            Button(_("Table and cards"), touches.Goto("eye"), "plain", "eye"),
            Button(_("Settings"), touches.Goto("settings"), "plain", "settings"),
        )
        off = Button(_("Switch off"), touches.Goto("power"), "quiet", "off")
        quits = off if self.is_box else Button(_("Quit"), touches.Quit(), "quiet", "off")
        wrong, _line, more = "\n".join(filter(None, (kept.store.words, kept.notice))).partition("\n")
        return StepModel(
            "Zo Companion",
            banner=notice("trouble", wrong, more),
            keys=tuple(keys),
            tools=(quits,),
            rows=(models.KeyPad(tiles, len(tiles)),),
            cover="title",
        )


def games_model(games: tuple[Game[Any], ...], last: str) -> StepModel:
    """Every game as a tile in a fixed order; `last`: the game played last."""
    tiles = []
    for game in games:
        few, many = min(game.seats), max(game.seats)
        players = _("{few} to {many} players").format(few=few, many=many)
        if few == many:
            players = several("{n} player", "{n} players", few)
        gist = minutes = needs = ""
        if (about := game.about) is not None:
            least, most = about.minutes
            minutes = _("{least}–{most} min").format(least=least, most=most)
            gist, needs = _(about.gist), _(about.needs)
        touch = touches.ChooseGame(game.id)
        tiles.append(
            models.GameTile(game.id, _(game.name), gist, players, minutes, needs, touch, game.id == last)
        )
    return StepModel(_("Which game?"), rows=(tuple(tiles),))


def eye_model(told: str) -> StepModel:
    """Keys for table and cards besides playing."""
    more = _("One file that says what was seen.")
    bundle = Button(_("Support bundle"), touches.MakeBundle(), "plain", "book", more)
    keys, banner = (*leads("eye"), bundle), notice("calm", told)
    return StepModel(_("Table and cards"), banner=banner, keys=keys, tools=(home_button(),))


class PowerPage(models.Page):
    """Asks whether to switch off. `let_go` puts the game away before the machine ends."""

    name = "power"

    def __init__(self, power: Power, kept: KeptGames, let_go: Callable[[], None]) -> None:
        self._power, self._kept, self._let_go = power, kept, let_go
        self._ending = False
        self._trouble = ""

    def model(self) -> StepModel:
        if self._ending:
            return StepModel(_("One moment …"), _("The box is shutting down."), tools=())
        keys = (
            Button(_("Switch off"), do(self.switch_off), "plain", "off"),
            Button(_("Restart"), do(self.start_anew), "plain", "turn"),
        )
        unfinished = self._kept.unfinished
        words = _("{game} has not ended. It is kept, and you can go on next time.")
        headline = words.format(game=unfinished[0].game) if unfinished else ""
        body = (_("Wait until the screen is dark before you pull the plug."),)
        return StepModel(_("Switch off?"), headline, body, notice("trouble", self._trouble), keys)

    def take(self, touch: Touch) -> bool:
        # While the machine ends, touches begin nothing that it would cut off.
        return self._ending or super().take(touch)

    def switch_off(self) -> None:
        self._end(self._power.off)

    def start_anew(self) -> None:
        self._end(self._power.restart)

    def _end(self, end: Callable[[], None]) -> None:
        self._let_go()
        try:
            end()
            self._ending = True
        except CommandFault as fault:
            self._trouble = _("The box cannot be switched off: {why}").format(why=device_words(fault.said))


def history_page(lines: Sequence[Told], times: Sequence[str]) -> models.ShownPage:
    """The record in words, the newest first, and the test of its dice; `times`: of the entries, in words."""
    known = {"camera": _("seen"), "panel": _("button"), "touch": _("screen"), "stdio": _("program")}
    shown: list[models.HistoryLine] = []
    throws: list[str] = []
    for n, line in enumerate(lines):
        entry, at = line.entry, times[n] if n < len(times) else ""
        by, seat = known.get(entry.by, entry.by), entry.event.seat
        shown.append(models.HistoryLine(entry.seq, line.words, by, seat, at, line.note, line.struck))
        dice = msgspec.to_builtins(entry.event).get("dice")
        if not line.struck and isinstance(dice, list | tuple):
            throws += [str(face) for face in dice if str(face) in DIE]
    test = fairness(throws, DIE)
    bars = tuple(Fell(face, count, test.throws / len(DIE)) for face, count in test.counts)
    fell = models.Chart(_("All together"), _(DICE), bars, fairness_words(test), dice=True)
    body = () if shown else (_("Nothing has happened yet."),)
    tools = (Button(_("Step by step"), touches.Goto("replay"), "plain", "play"), back_button(), home_button())
    rows = (*((fell,) if throws else ()), *reversed(shown))
    model = StepModel(_("History"), body=body, tools=tools, rows=rows)
    return models.ShownPage("history", lambda: model)


def fairness_words(test: Fairness) -> tuple[str, ...]:
    """The test of the dice in words; empty without throws."""
    if not test.throws:
        return ()
    count = several("{n} die thrown", "{n} dice thrown", test.throws)
    if test.p is None:
        return (_("{count}: too few to say whether they are fair.").format(count=count),)
    figures = _("chi-square {chi}, p = {p}").format(chi=number(test.chi_square, 1), p=number(test.p, 2))
    verdict = _("unusually uneven") if test.p < UNLIKELY else _("the dice look fair")
    return (_("{count}: {verdict} ({figures}).").format(count=count, verdict=verdict, figures=figures),)


def quit_page(game: str) -> models.ShownPage:
    words = _("{game} has not ended. It is kept, and you can go on next time.").format(game=game)
    keys = (back_button(), Button(_("Quit"), touches.ReallyQuit(), "plain", "off"))
    return models.ShownPage("quit", lambda: StepModel(_("Quit?"), body=(words,), keys=keys, tools=()))


def unseen_page(unseen: Unseen, sources: Sequence[Choice]) -> models.ShownPage:
    """Asks for another source for a kept game whose camera cannot be opened."""
    keys = tuple(
        Button(_(choice.words), touches.ResumeWith(unseen.id, str(choice.value)), "plain", "eye")
        for choice in sources
    )
    body, banner = (_("What should watch the table?"),), Banner("trouble", str(unseen))
    model = StepModel(_(unseen.game.name), body=body, banner=banner, keys=keys)
    return models.ShownPage("unseen", lambda: model)


@cache
def own_pages() -> dict[str, Callable[..., models.StepPage]]:
    faces = (face for face in all_faces() if isinstance(face, PageFace))
    return {page: begin for face in faces for page, begin in face.steps.items()}


class Neighbour(ABC):
    """A desk's neighbour with a page of its own: the phones, or the club."""

    @abstractmethod
    def page(self, played: Tableside | None, /) -> models.Page:
        """Its page; `played`: the game on the table."""

    def tick(self, _side: Tableside | None, /) -> bool:
        """Once a tick, with the game on the table; whether the shared screen may have to change."""
        return False

    def follow(self, _page: str, _played: Tableside | None, _kept: KeptGames, /) -> None:  # noqa: B027
        """Once a tick: the page shown, the game on the table, and the kept games."""

    def turn_off(self) -> None:  # noqa: B027
        """Called when the program ends."""


def begin_selftest(
    game: Game[Any], setup: Setup, source: str, clock: Callable[[], float], seed: int | None = None
) -> "SelftestSide":
    from ui.selftest.course import PlanFault, setting
    from ui.selftest.side import SelftestSide
    from vision.decks.deck import DeckFault
    from vision.sources.frames import SourceFault

    try:
        return SelftestSide(setting(game, setup, painted=source == SIMULATED), source, seed, clock)
    except (PlanFault, DeckFault, SourceFault) as fault:
        _log.warning("%s", fault)
        raise models.StepFault(for_players(fault)) from None


# The settings, each kept at once, and the page of versions.

NOT_EVERYWHERE = frozenset({"club", "update", "power"})
STANDS_ON = ("kivy", "opencv-python-headless", "numpy", "gpiozero", "msgspec", "pillow", "reportlab", "pypdfium2",
             "typer", "rich")  # fmt: skip
MB = 1_000_000


class SettingsPages(models.Page):
    """All settings, the people who play here, or the first question: the language."""

    def __init__(self, name: str, settings: SettingsKept, leads: Collection[str] = ()) -> None:
        """`name`: settings, people, about or language. `leads`: the optional pages of this box."""
        self.name = name
        self._settings, self._leads = settings, leads
        self._dims = name == "settings" and find_backlight() is not None
        self._forgotten: Person | None = None

    def model(self) -> StepModel:
        match self.name:
            case "language":
                # The first page of all: each language in its own words.
                greetings = {"en": "Welcome!", "de": "Willkommen!", "fr": "Bienvenue !", "it": "Benvenuti!"}
                languages = tuple(
                    Button(name, SpeakFirst(code), detail=greetings[code]) for code, name in OWN_NAMES.items()
                )
                return StepModel("Zo Companion", keys=languages, tools=(), cover="title")
            case "about":
                return about_model(data_home())
            case "people":
                # Past players; a touch removes one or puts it back.
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
        """Every setting with its choices; brightness only if the display has it."""
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
    """Versions, licences, and disk space of games, decks and files in a folder."""
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
            # The licence in brief; packages state it in one of two fields.
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
"""Words of setup.sh for a version older than the present one."""


class UpdatePage(models.Page):
    """Begins a change of version and follows it, also one begun earlier. `is_box`: see HomePage."""

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
        # The typed PIN allows a change, or sets or removes the PIN.
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
        """Asks for a new PIN, or an empty one to remove it."""
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
    """The sentence for a failed change, from the last line of its output."""
    reasons = word_tables("ui.pages")["update-reasons"]
    known = (_(reason) for words, reason in reasons.items() if re.search(words, line))
    why = next(known, line.removeprefix("setup.sh: "))
    return _("The version is as it was: {why}").format(why=why)
