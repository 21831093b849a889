"""The pages of the desk: the plain ones, and what makes any page by its name when it is gone to."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from companion.game import DICE, DIE, Choice, Game, Setup
from companion.kits.options import sheet_in
from companion.language import number
from companion.luck import Fairness, Fell, fairness
from hardware.power import Power
from hardware.system_command import CommandFault
from ui.box.opening import SIMULATED
from ui.faces.face import all_faces
from ui.faces.page import Page, StepFault, StepPage
from ui.pages.agreement import PageFace
from ui.pages.kept import KeptGames, Unseen
from ui.pages.tableside import Tableside
from ui.present import desk_touches as at_desk
from ui.present.desk_touches import Goto
from ui.present.models import Banner, Button, Weight, notice
from ui.present.moment import Told
from ui.present.steps import Chart, GameTile, HistoryLine, KeyPad, StepModel, back_button, home_button
from ui.present.touches import Touch, do
from ui.words import _, device_words, for_players, several

if TYPE_CHECKING:
    from ui.selftest.side import SelftestSide

_log = logging.getLogger(__name__)
UNLIKELY = 0.01
"""Below this probability thrown dice are called uneven."""


class Lead(msgspec.Struct, frozen=True):
    """What leads on from a page to another one: the words on its key, and more of them beside it."""

    page: str
    icon: str
    words: str
    more: str = ""
    weight: Weight = "plain"


LEADS = sheet_in("ui.pages", "leads", dict[str, tuple[Lead, ...]])


def leads(page: str, without: Collection[str] = ()) -> tuple[Button, ...]:
    left = (one for one in LEADS[page] if one.page not in without)
    return tuple(
        Button(_(one.words), Goto(one.page), one.weight, one.icon, one.more and _(one.more)) for one in left
    )


class HomePage(Page):
    """The first screen, and what is wrong with the journal. `is_box`: the machine runs the app alone."""

    name = "home"

    is_box = False

    def __init__(self, kept: KeptGames, games: tuple[Game[Any], ...]) -> None:
        self._kept, self._games = kept, games
        self.parts = (kept,)

    def model(self) -> StepModel:
        """The likeliest first; at its top what is wrong, the first line as a sentence, what follows small beneath."""
        kept = self._kept
        going_on = list[Button]()
        for game in kept.unfinished:
            detail = " · ".join(filter(None, (_(" and ").join(game.names), game.how, game.when)))
            words, touch = _("Go on: {game}").format(game=game.game), at_desk.Resume(game.id)
            loud: Weight = "plain" if going_on else "main"
            going_on.append(Button(words, touch, loud, "play", detail, emblem=game.game_id))
        last = next((game for game in self._games if game.id == kept.last), None)
        weight: Weight = "plain" if going_on else "main"
        keys = going_on[:1]
        if kept.store.helps == "reopen":
            keys.append(Button(_("Try again to keep games"), do(kept.reopen), "plain", "book"))
        elif kept.store.helps:
            keys.append(Button(_("Begin an empty journal beside it"), do(kept.begin_empty), "plain", "book"))
        keys += going_on[1:]
        if last is not None and len(self._games) > 1:
            words, as_before = _("Play {game}").format(game=_(last.name)), _("As the last time")
            keys.append(Button(words, at_desk.ChooseGame(last.id), weight, "play", as_before, emblem=last.id))
        to = Goto("games" if len(self._games) > 1 else "seats")
        keys.append(Button(_("New game"), to, weight if last is None else "plain", "plus"))
        tiles = (
            Button(_("Past games"), Goto("past"), "plain", "list"),
            Button(_("Rules"), at_desk.OpenRules(""), "plain", "book"),
            Button(_("Table and cards"), Goto("eye"), "plain", "eye"),
            Button(_("Settings"), Goto("settings"), "plain", "settings"),
        )
        off = Button(_("Switch off"), Goto("power"), "quiet", "off")
        quits = off if self.is_box else Button(_("Quit"), at_desk.Quit(), "quiet", "off")
        wrong, _line, more = "\n".join(filter(None, (kept.store.words, kept.notice))).partition("\n")
        return StepModel(
            "Zo Companion",
            banner=notice("trouble", wrong, more),
            keys=tuple(keys),
            tools=(quits,),
            rows=(KeyPad(tiles, len(tiles)),),
            cover="title",
        )


class ShownPage(Page):
    """A page without touches of its own; on it stand those of its `parts`."""

    def __init__(self, name: str, shown: Callable[[], StepModel], *parts: object) -> None:
        self.name, self._shown, self.parts = name, shown, parts

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
        touch = at_desk.ChooseGame(game.id)
        tiles.append(GameTile(game.id, _(game.name), gist, players, minutes, needs, touch, game.id == last))
    return StepModel(_("Which game?"), rows=(tuple(tiles),))


def eye_model(told: str) -> StepModel:
    """What may be done with the table and with cards besides playing."""
    more = _("One file that says what was seen.")
    bundle = Button(_("Support bundle"), at_desk.MakeBundle(), "plain", "book", more)
    keys, banner = (*leads("eye"), bundle), notice("calm", told)
    return StepModel(_("Table and cards"), banner=banner, keys=keys, tools=(home_button(),))


class PowerPage(Page):
    """Asks whether to switch off. `let_go` puts away the game on the table before the machine ends."""

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
            throws += [str(face) for face in dice if str(face) in DIE]
    test = fairness(throws, DIE)
    bars = tuple(Fell(face, count, test.throws / len(DIE)) for face, count in test.counts)
    fell = Chart(_("All together"), _(DICE), bars, fairness_words(test), dice=True)
    body = () if shown else (_("Nothing has happened yet."),)
    tools = (Button(_("Step by step"), Goto("replay"), "plain", "play"), back_button(), home_button())
    rows = (*((fell,) if throws else ()), *reversed(shown))
    model = StepModel(_("History"), body=body, tools=tools, rows=rows)
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
    words = _("{game} has not ended. It is kept, and you can go on next time.").format(game=game)
    keys = (back_button(), Button(_("Quit"), at_desk.ReallyQuit(), "plain", "off"))
    return ShownPage("quit", lambda: StepModel(_("Quit?"), body=(words,), keys=keys, tools=()))


def unseen_page(unseen: Unseen, sources: Sequence[Choice]) -> ShownPage:
    """A kept game whose camera cannot be opened: what shall look at the table instead?"""
    keys = tuple(
        Button(_(choice.words), at_desk.ResumeWith(unseen.id, str(choice.value)), "plain", "eye")
        for choice in sources
    )
    body, banner = (_("What should watch the table?"),), Banner("trouble", str(unseen))
    model = StepModel(_(unseen.game.name), body=body, banner=banner, keys=keys)
    return ShownPage("unseen", lambda: model)


@cache
def own_pages() -> dict[str, Callable[..., StepPage]]:
    faces = (face for face in all_faces() if isinstance(face, PageFace))
    return {page: begin for face in faces for page, begin in face.steps.items()}


class Neighbour(ABC):
    """What a desk has beside its games, with a page of its own: phones that are let in, a club that is told."""

    @abstractmethod
    def page(self, played: Tableside | None, /) -> Page:
        """Its page; `played`: the game on the table."""

    def tick(self, _side: Tableside | None, /) -> bool:
        """Once a tick, with the game on the table; whether the shared screen may have to change."""
        return False

    def follow(self, _page: str, _played: Tableside | None, _kept: KeptGames, /) -> None:  # noqa: B027
        """Once a tick: the page that is shown, the game on the table, and the games that are kept."""

    def turn_off(self) -> None:  # noqa: B027
        """The program ends."""


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
        raise StepFault(for_players(fault)) from None
