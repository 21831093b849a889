"""The plain pages of the desk: the first screen, games, tools for the table, switching off, what is only shown."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from companion.game import DICE, Choice, Game
from companion.language import number
from companion.luck import Fairness, Fell, fairness
from hardware.power import Power
from hardware.system_command import CommandFault
from ui.faces.page import Page
from ui.pages.kept import KeptGames
from ui.pages.packing import Packing
from ui.present.desk_touches import (
    ChooseGame,
    Goto,
    MakeBundle,
    OpenRules,
    Quit,
    ReallyQuit,
    Resume,
    ResumeWith,
)
from ui.present.models import Banner, Button, Played, Weight, notice
from ui.present.moment import Told
from ui.present.steps import Chart, GameTile, HistoryLine, KeyPad, StepModel, back_button, home_button
from ui.present.touches import Touch, do
from ui.words import _, device_words, marked, several, upper_first

DIE_FACES = ("1", "2", "3", "4", "5", "6")
UNLIKELY = 0.01
"""Below this probability thrown dice are called uneven."""


class HomePage(Page):
    """The first screen, with what is the matter with the journal.

    `games`: among these one may choose. `is_box`: the app is all that the machine runs, so nothing is quit.
    """

    name = "home"

    is_box = False

    def __init__(self, kept: KeptGames, games: tuple[Game[Any], ...]) -> None:
        self._kept, self._games = kept, games
        self.parts = (kept,)

    def model(self) -> StepModel:
        """The likeliest first; at its top what is wrong, the first line as a sentence, what follows small beneath."""
        kept = self._kept
        going_on = [_go_on(game, "plain" if n else "main") for n, game in enumerate(kept.unfinished)]
        last = next((game for game in self._games if game.id == kept.past.last), None)
        weight: Weight = "plain" if going_on else "main"
        keys = going_on[:1]
        if kept.store.helps == "reopen":
            keys.append(Button(_("Try again to keep games"), do(kept.reopen), "plain", "book"))
        elif kept.store.helps:
            keys.append(Button(_("Begin an empty journal beside it"), do(kept.begin_empty), "plain", "book"))
        keys += going_on[1:]
        if last is not None and len(self._games) > 1:
            words, as_before = _("Play {game}").format(game=_(last.name)), _("As the last time")
            keys.append(Button(words, ChooseGame(last.id), weight, "play", as_before, emblem=last.id))
        to = Goto("games" if len(self._games) > 1 else "seats")
        keys.append(Button(_("New game"), to, weight if last is None else "plain", "plus"))
        tiles = (
            Button(_("Past games"), Goto("past"), "plain", "list"),
            Button(_("Rules"), OpenRules(""), "plain", "book"),
            Button(_("Table and cards"), Goto("eye"), "plain", "eye"),
            Button(_("Settings"), Goto("settings"), "plain", "settings"),
        )
        off = Button(_("Switch off"), Goto("power"), "quiet", "off")
        quits = off if self.is_box else Button(_("Quit"), Quit(), "quiet", "off")
        wrong, _line, more = "\n".join(filter(None, (kept.store.words, kept.notice))).partition("\n")
        return StepModel(
            "Zo Companion",
            banner=notice("trouble", wrong, more),
            keys=tuple(keys),
            tools=(quits,),
            rows=(KeyPad(tiles, len(tiles)),),
            cover="title",
        )


def _go_on(game: Played, weight: Weight) -> Button:
    names = _(" and ").join(game.names)
    detail = " · ".join(part for part in (names, game.how, game.when) if part)
    words = _("Go on: {game}").format(game=game.game)
    return Button(words, Resume(game.id), weight, "play", detail, emblem=game.game_id)


class ShownPage(Page):
    """A page without touches of its own."""

    def __init__(self, name: str, shown: Callable[[], StepModel]) -> None:
        self.name, self._shown = name, shown

    def model(self) -> StepModel:
        return self._shown()


def games_model(games: tuple[Game[Any], ...], last: str) -> StepModel:
    """Every game as a tile, always in the same order; `last`: the one that was played last."""
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
        touch = ChooseGame(game.id)
        tiles.append(GameTile(game.id, _(game.name), gist, players, minutes, needs, touch, game.id == last))
    return StepModel(_("Which game?"), rows=(tuple(tiles),))


EYE_PAGES = (
    ("selftest", "eye", marked("Self-test"), marked("Ten things are laid and read.")),
    ("enrol", "cards", marked("Enrol a deck"), marked("Card after card, no training.")),
    ("tribes", "cards", marked("Tribes"), marked("Build an army of your own; enter cards, correct numbers.")),
    ("printing", "book", marked("Print and play"), marked("All that a game needs, from a printer.")),
    ("looks", "cards", marked("Printed or old cards"), marked("Which of them lie on your table.")),
)
"""What leads on from the page of table and cards: page, icon, and the words on its key."""


def eye_model(told: str) -> StepModel:
    """What may be done with the table and with cards besides playing."""
    keys = [Button(_("Check the table"), Goto("check"), "main", "check")]
    keys += [Button(_(words), Goto(page), "plain", icon, _(more)) for page, icon, words, more in EYE_PAGES]
    more = _("One file that says what was seen.")
    keys.append(Button(_("Support bundle"), MakeBundle(), "plain", "book", more))
    banner = notice("calm", told)
    return StepModel(_("Table and cards"), banner=banner, keys=tuple(keys), tools=(home_button(),))


class PackedPage(Page):
    """How far the support bundle is, and what it does not hold. While it is written nobody leaves: no touch counts."""

    name = "packed"

    def __init__(self, packing: Packing) -> None:
        self._packing = packing
        self.parts = (packing,)

    def model(self) -> StepModel:
        packing = self._packing
        stop = Button(_("Stop"), do(packing.stop), "plain", "wrong")
        keys = (stop,) if packing.is_writing else ()
        said, more = packing.notice
        words = _("Of a running game it holds only what this screen shows. contents.txt says what is in it.")
        banner = Banner("wait" if packing.is_busy else "calm", said, more)
        tools = tuple(replace(tool, enabled=not packing.is_busy) for tool in (back_button(), home_button()))
        return StepModel(_("Support bundle"), body=(words,), banner=banner, keys=keys, tools=tools)

    def take(self, touch: Touch) -> bool:
        return super().take(touch) or self._packing.is_busy


class PowerPage(Page):
    """Asks whether to switch off. `let_go` puts away the game on the table before the machine ends."""

    name = "power"

    def __init__(self, power: Power, kept: KeptGames, let_go: Callable[[], None]) -> None:
        self._power, self._kept, self._let_go = power, kept, let_go
        self._ending = False
        self._trouble = ""

    def model(self) -> StepModel:
        """Asked once, with the game that has not ended, and why the machine could not be switched off."""
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
        # A touch meanwhile begins nothing that would be cut off.
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


def history_page(lines: Sequence[Told], times: Sequence[str]) -> ShownPage:
    """The record in words, the newest first, and what its dice say; `times`: when each entry was, in words."""
    known = {"camera": _("seen"), "panel": _("button"), "touch": _("screen"), "stdio": _("program")}
    shown: list[HistoryLine] = []
    throws: list[str] = []
    for n, line in enumerate(lines):
        entry, at = line.entry, times[n] if n < len(times) else ""
        by, seat = known.get(entry.by, entry.by), entry.event.seat
        shown.append(HistoryLine(entry.seq, line.words, by, seat, at, line.note, line.struck))
        dice = msgspec.to_builtins(entry.event).get("dice")
        if not line.struck and isinstance(dice, list | tuple):
            throws += [str(face) for face in dice if str(face) in DIE_FACES]
    test = fairness(throws, DIE_FACES)
    bars = tuple(Fell(face, count, test.throws / len(DIE_FACES)) for face, count in test.counts)
    fell = Chart(_("All together"), _(DICE), bars, fairness_words(test), dice=True)
    model = StepModel(
        _("History"),
        body=() if shown else (_("Nothing has happened yet."),),
        tools=(Button(_("Step by step"), Goto("replay"), "plain", "play"), back_button(), home_button()),
        rows=(*((fell,) if throws else ()), *reversed(shown)),
    )
    return ShownPage("history", lambda: model)


def fairness_words(test: Fairness) -> tuple[str, ...]:
    """What the throws say about the dice, in words; nothing while there were none."""
    if not test.throws:
        return ()
    count = several("{n} die thrown", "{n} dice thrown", test.throws)
    if test.p is None:
        return (_("{count}: too few to say whether they are fair.").format(count=count),)
    figures = _("chi-square {chi}, p = {p}").format(chi=number(test.chi_square, 1), p=number(test.p, 2))
    verdict = _("unusually uneven") if test.p < UNLIKELY else _("the dice look fair")
    return (_("{count}: {verdict} ({figures}).").format(count=count, verdict=verdict, figures=figures),)


def quit_page(game: str) -> ShownPage:
    """Whether to quit though a game is not finished."""
    words = _("{game} has not ended. It is kept, and you can go on next time.").format(game=game)
    keys = (back_button(), Button(_("Quit"), ReallyQuit(), "plain", "off"))
    return ShownPage("quit", lambda: StepModel(_("Quit?"), body=(words,), keys=keys, tools=()))


def unseen_page(id: int, game: str, why: str, sources: Sequence[Choice]) -> ShownPage:
    """A kept game whose camera cannot be opened: what shall look at the table instead?"""
    keys = tuple(
        Button(_(choice.words), ResumeWith(id, str(choice.value)), "plain", "eye") for choice in sources
    )
    body, banner = (_("What should watch the table?"),), Banner("trouble", upper_first(why))
    return ShownPage("unseen", lambda: StepModel(game, body=body, banner=banner, keys=keys))
