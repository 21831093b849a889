"""The plain pages of the desk: the first screen, games to choose from, tools for the table, and what is only shown."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from companion.game import DICE, Choice, Game
from companion.language import number
from companion.luck import Fairness, Fell, fairness
from ui.faces.page import Page
from ui.pages.kept import KeptGames
from ui.pages.packing import Packing
from ui.present.desk_touches import (
    ChooseGame,
    Goto,
    MakeBundle,
    OpenRules,
    PageBack,
    Quit,
    ReallyQuit,
    Resume,
    ResumeWith,
)
from ui.present.models import Banner, Button, Played, Weight, notice
from ui.present.moment import Told
from ui.present.steps import Chart, GameTile, HistoryLine, KeyPad, StepModel, back_button, home_button
from ui.present.touches import Touch, do
from ui.words import _, marked, several, upper_first

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
        quits: tuple[str, Touch] = (_("Quit"), Quit())
        if self.is_box:
            quits = _("Switch off"), Goto("power")
        wrong, _line, more = "\n".join(filter(None, (kept.store.words, kept.notice))).partition("\n")
        return StepModel(
            "Zo Companion",
            banner=notice("trouble", wrong, more),
            keys=tuple(keys),
            tools=(Button(*quits, "quiet", "off"),),
            rows=(KeyPad(tiles, len(tiles)),),
            cover="title",
        )


def _go_on(game: Played, weight: Weight) -> Button:
    names = _(" and ").join(game.names)
    detail = " · ".join(part for part in (names, game.how, game.when) if part)
    words = _("Go on: {game}").format(game=game.game)
    return Button(words, Resume(game.id), weight, "play", detail, emblem=game.game_id)


class GamesPage(Page):
    name = "games"

    def __init__(self, games: tuple[Game[Any], ...], kept: KeptGames) -> None:
        self._games, self._kept = games, kept

    def model(self) -> StepModel:
        """Every game as a tile, always in the same order."""
        return StepModel(_("Which game?"), rows=(tuple(map(self._tile, self._games)),))

    def _tile(self, game: Game[Any]) -> GameTile:
        few, many = min(game.seats), max(game.seats)
        players = _("{few} to {many} players").format(few=few, many=many)
        if few == many:
            players = several("{n} player", "{n} players", few)
        gist = minutes = needs = ""
        if (about := game.about) is not None:
            least, most = about.minutes
            minutes = _("{least}–{most} min").format(least=least, most=most)
            gist, needs = _(about.gist), _(about.needs)
        touch, is_last = ChooseGame(game.id), game.id == self._kept.past.last
        return GameTile(game.id, _(game.name), gist, players, minutes, needs, touch, is_last)


EYE_PAGES = (
    ("selftest", "eye", marked("Self-test"), marked("Ten things are laid and read.")),
    ("enrol", "cards", marked("Enrol a deck"), marked("Card after card, no training.")),
    ("tribes", "cards", marked("Tribes"), marked("Build an army of your own; enter cards, correct numbers.")),
    ("printing", "book", marked("Print and play"), marked("All that a game needs, from a printer.")),
    ("looks", "cards", marked("Printed or old cards"), marked("Which of them lie on your table.")),
)
"""What leads on from the page of table and cards: page, icon, and the words on its key."""


class EyePage(Page):
    """What may be done with the table and with cards besides playing."""

    name = "eye"

    def __init__(self, kept: KeptGames) -> None:
        self._kept = kept

    def model(self) -> StepModel:
        keys = [Button(_("Check the table"), Goto("check"), "main", "check")]
        keys += [
            Button(_(words), Goto(page), "plain", icon, _(more)) for page, icon, words, more in EYE_PAGES
        ]
        more = _("One file that says what was seen.")
        keys.append(Button(_("Support bundle"), MakeBundle(), "plain", "book", more))
        banner = notice("calm", self._kept.notice)
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


class ShownPage(Page):
    """A page that only asks or tells something, and is the same until it is left."""

    def __init__(self, name: str, model: StepModel) -> None:
        self.name = name
        self._model = model

    def model(self) -> StepModel:
        return self._model


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
    return ShownPage("history", model)


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
    keys = (
        Button(_("Back"), PageBack(), "quiet", "back"),
        Button(_("Quit"), ReallyQuit(), "plain", "off"),
    )
    words = _("{game} has not ended. It is kept, and you can go on next time.").format(game=game)
    return ShownPage("quit", StepModel(_("Quit?"), body=(words,), keys=keys, tools=()))


def unseen_page(id: int, game: str, why: str, sources: Sequence[Choice]) -> ShownPage:
    """A kept game whose camera cannot be opened: what shall look at the table instead?"""
    keys = tuple(
        Button(_(choice.words), ResumeWith(id, str(choice.value)), "plain", "eye") for choice in sources
    )
    body, banner = (_("What should watch the table?"),), Banner("trouble", upper_first(why))
    return ShownPage("unseen", StepModel(game, body=body, banner=banner, keys=keys))
