"""The pages of the desk: the plain ones, and what makes any page by its name when it is gone to."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import msgspec

from companion.game import DICE, Choice, Game, Setup
from companion.language import number
from companion.luck import Fairness, Fell, fairness
from hardware.power import Power
from hardware.system_command import CommandFault
from hardware.updates import Updates
from ui.box.opening import SIMULATED
from ui.faces.face import all_faces
from ui.faces.page import Page, StepFault, StepPage
from ui.owned.settings import SettingsKept, UpdatePin
from ui.pages.agreement import Agreement, PageFace
from ui.pages.kept import AfterPage, KeptGames, PastPage
from ui.pages.looking_back import LookedBack, LuckPage, ReplayPage, TimelinePage
from ui.pages.looks_page import LooksPage
from ui.pages.people_page import PeoplePage
from ui.pages.pins_page import begin_pins
from ui.pages.print_page import PrintPage
from ui.pages.settings_page import SettingsPages
from ui.pages.table_check import TableCheck
from ui.pages.tableside import Tableside
from ui.pages.tribe_page import TribePages
from ui.pages.update_page import UpdatePage
from ui.present import desk_touches as at_desk
from ui.present.desk_touches import Goto
from ui.present.models import Banner, Button, Played, Weight, notice
from ui.present.moment import Told
from ui.present.steps import Chart, GameTile, HistoryLine, KeyPad, StepModel, back_button, home_button
from ui.present.touches import Touch, do
from ui.words import _, device_words, for_players, marked, several, upper_first

if TYPE_CHECKING:
    from ui.selftest.side import SelftestSide

_log = logging.getLogger(__name__)
DIE_FACES = ("1", "2", "3", "4", "5", "6")
UNLIKELY = 0.01
"""Below this probability thrown dice are called uneven."""
STEPS = frozenset({"selftest", "enrol", "tribes", "pins", "printing", "looks", "which-set"})
"""Pages that lead through something step by step, besides those of games."""
EYE_PAGES = (
    ("selftest", "eye", marked("Self-test"), marked("Ten things are laid and read.")),
    ("enrol", "cards", marked("Enrol a deck"), marked("Card after card, no training.")),
    ("tribes", "cards", marked("Tribes"), marked("Build an army of your own; enter cards, correct numbers.")),
    ("printing", "book", marked("Print and play"), marked("All that a game needs, from a printer.")),
    ("looks", "cards", marked("Printed or old cards"), marked("Which of them lie on your table.")),
)
"""What leads on from the page of table and cards: page, icon, and the words on its key."""


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
        going_on = [_go_on(game, "plain" if n else "main") for n, game in enumerate(kept.unfinished)]
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


def _go_on(game: Played, weight: Weight) -> Button:
    names = _(" and ").join(game.names)
    detail = " · ".join(part for part in (names, game.how, game.when) if part)
    words = _("Go on: {game}").format(game=game.game)
    return Button(words, at_desk.Resume(game.id), weight, "play", detail, emblem=game.game_id)


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
    keys = [Button(_("Check the table"), Goto("check"), "main", "check")]
    keys += [Button(_(words), Goto(page), "plain", icon, _(more)) for page, icon, words, more in EYE_PAGES]
    more = _("One file that says what was seen.")
    keys.append(Button(_("Support bundle"), at_desk.MakeBundle(), "plain", "book", more))
    banner = notice("calm", told)
    return StepModel(_("Table and cards"), banner=banner, keys=tuple(keys), tools=(home_button(),))


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
    """Whether to quit though a game is not finished."""
    words = _("{game} has not ended. It is kept, and you can go on next time.").format(game=game)
    keys = (back_button(), Button(_("Quit"), at_desk.ReallyQuit(), "plain", "off"))
    return ShownPage("quit", lambda: StepModel(_("Quit?"), body=(words,), keys=keys, tools=()))


def unseen_page(id: int, game: str, why: str, sources: Sequence[Choice]) -> ShownPage:
    """A kept game whose camera cannot be opened: what shall look at the table instead?"""
    keys = tuple(
        Button(_(choice.words), at_desk.ResumeWith(id, str(choice.value)), "plain", "eye")
        for choice in sources
    )
    body, banner = (_("What should watch the table?"),), Banner("trouble", upper_first(why))
    return ShownPage("unseen", lambda: StepModel(game, body=body, banner=banner, keys=keys))


# any page by its name


@cache
def own_pages() -> dict[str, Callable[..., StepPage]]:
    faces = (face for face in all_faces() if isinstance(face, PageFace))
    return {page: begin for face in faces for page, begin in face.steps.items()}


def leads_step_by_step(page: str) -> bool:
    """Whether a page leads through something step by step; games bring pages of their own."""
    return page in STEPS or page in own_pages()


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


class PageMaker:
    """Makes pages. `clock`: seconds that only grow. `let_go` puts the game on the table away. `club`: that may be told.

    `power`: that of the machine, where the app is all that it runs. `updates`: what changes the program's version.
    `phones`: what lets phones in.
    """

    power: Power | None = None
    updates: Updates | None = None
    club: Neighbour | None = None
    phones: Neighbour | None = None

    def __init__(
        self,
        agreement: Agreement,
        kept: KeptGames,
        check: TableCheck,
        clock: Callable[[], float],
        settings: SettingsKept,
        let_go: Callable[[], None],
    ) -> None:
        self._agreement, self._kept, self._check, self._clock = agreement, kept, check, clock
        self._settings, self._let_go = settings, let_go
        self._update_pin = UpdatePin(clock)
        self._on_table: LookedBack | None = None

    def made(self, name: str, played: Tableside | None) -> Page | None:
        """A page; None where it cannot be shown, as the page before it says then. `played`: the game on the table."""
        agreement, kept, chosen = self._agreement, self._kept, self._kept.chosen
        power, updates, club, phones = self.power, self.updates, self.club, self.phones

        def settings() -> Page:
            # A box may always change its version, any other machine where there is another one to go to.
            goes_on = updates is not None and (power is not None or updates.before or updates.has_stick())
            may = {"club": club is not None, "update": goes_on, "power": power is not None}
            return SettingsPages(name, self._settings, [page for page, there in may.items() if there])

        pages: dict[str, Callable[[], Page | None]] = {
            "games": lambda: ShownPage(name, lambda: games_model(agreement.games, kept.last)),
            "seats": lambda: agreement,
            **dict.fromkeys(("settings", "people", "about", "language"), settings),
            "club": settings if club is None else lambda: club.page(played),
            "phones": lambda: None if phones is None else phones.page(played),
            "eye": lambda: ShownPage(name, lambda: eye_model(kept.notice)),
            "check": lambda: self._checked(played),
            "players": lambda: PeoplePage(kept.store),
            "past": lambda: PastPage(kept),
            "bin": lambda: ShownPage(name, kept.bin_model, kept),
            "deleting": lambda: (
                None if chosen is None else ShownPage(name, partial(kept.deleting_model, chosen))
            ),
            "tribes": TribePages,
            "pins": begin_pins,
            "printing": lambda: PrintPage(agreement.games),
            "looks": LooksPage,
            **dict.fromkeys(("enrol", "selftest"), lambda: self._with_camera(name)),
            **{own: partial(begin, agreement, self._clock) for own, begin in own_pages().items()},
        }
        if power is not None:
            pages["power"] = lambda: PowerPage(power, kept, self._let_go)
        if updates is not None:
            pages["update"] = lambda: UpdatePage(updates, self._update_pin, is_box=power is not None)
        looking_back: dict[str, Callable[[LookedBack], Page | None]] = {
            "after": lambda looked: AfterPage(name, looked, kept),
            "export": lambda looked: (
                None
                if looked.kept is None
                else ShownPage(name, partial(kept.export_model, looked.kept), kept)
            ),
            "history": lambda looked: history_page(
                looked.walk.lines, tuple(map(kept.when, looked.stamps[1:]))
            ),
            "luck": LuckPage,
            "replay": lambda looked: ReplayPage(looked, self._clock),
            "timeline": TimelinePage,
        }
        if name in looking_back:
            looked = self._looked_back(played)
            return None if looked is None else looking_back[name](looked)
        if name not in pages:
            raise ValueError(f"there is no page {name!r}")
        try:
            page = pages[name]()
        except StepFault as fault:
            agreement.trouble = kept.notice = for_players(fault)
            return None
        if page is not None:
            page.name = name
        return page

    def kept(self) -> Page:
        kept = self._kept
        if kept.looked is not None:
            return AfterPage("kept", kept.looked, kept)
        if kept.chosen is None:
            return PastPage(kept)
        return ShownPage("kept", partial(kept.unplayable_model, kept.chosen), kept)

    def _looked_back(self, played: Tableside | None) -> LookedBack | None:
        """The game that is looked back on: the one on the table, else the kept one that was chosen."""
        if played is None:
            looked = self._kept.looked
            if looked is not None and looked.kept is not None:
                looked.coached = self._kept.coached(looked.kept.id, looked.setup.seats)
            return looked
        referee, entries = played.session.referee, played.session.referee.entries
        if self._on_table is None or self._on_table.entries != entries or self._on_table.game != referee.game:
            kept, stamps = self._kept.stamps(played.opened)
            self._on_table = LookedBack(referee.game, referee.setup, entries, kept, stamps)
        on_disk = self._on_table.kept
        self._on_table.pictures = {} if on_disk is None else self._kept.pictures(on_disk.id)
        self._on_table.coached = played.coach.people if played.coach.agreed else frozenset()
        return self._on_table

    def _checked(self, side: Tableside | None) -> Page:
        """The check of the table with the game on it, or of one with none."""
        agreement = self._agreement
        setup = agreement.setup() if side is None else None
        if setup is not None:
            self._check.open(self._kept.open_trial(agreement.game, setup, agreement.picture_source))
        elif side is not None:
            self._check.begin(side.opened)
        return self._check

    def _with_camera(self, name: str) -> StepPage | None:
        """A page on which a camera looks, begun; None where what is agreed cannot be. Raises StepFault."""
        # Vision is imported when it is asked for, so that the first screen does not wait for it.
        from ui.pages.enrol_page import begin_enrolling

        agreement, setup = self._agreement, self._agreement.setup()
        if setup is None:
            self._kept.notice = agreement.trouble
            return None
        begin = begin_enrolling if name == "enrol" else begin_selftest
        step = begin(agreement.game, setup, agreement.picture_source, self._clock)
        step.start()
        return step


def begin_selftest(
    game: Game[Any], setup: Setup, source: str, clock: Callable[[], float], seed: int | None = None
) -> "SelftestSide":
    from ui.selftest.plan import PlanFault
    from ui.selftest.runs import setting
    from ui.selftest.side import SelftestSide
    from vision.decks.deck import DeckFault
    from vision.sources.frames import SourceFault

    try:
        return SelftestSide(setting(game, setup, painted=source == SIMULATED), source, seed, clock)
    except (PlanFault, DeckFault, SourceFault) as fault:
        _log.warning("%s", fault)
        raise StepFault(for_players(fault)) from None
