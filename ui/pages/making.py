"""The pages of the desk, made by their names when they are gone to."""

import logging
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.game import Game, Setup
from hardware.power import Power
from hardware.updates import Updates
from ui.box.opening import SIMULATED
from ui.faces.page import Page
from ui.faces.step_page import StepFault, StepPage
from ui.owned.settings import SettingsKept
from ui.owned.update_pin import UpdatePin
from ui.pages.agreement import Agreement
from ui.pages.club_page import ClubLink, ClubPage
from ui.pages.front import EyePage, GamesPage, history_page
from ui.pages.kept import KeptGames
from ui.pages.looking_back import BackPage, LookedBack, ReplayPage
from ui.pages.luck_page import LuckPage
from ui.pages.past_side import BinPage, OnePage, PastPage, PastSide
from ui.pages.people_side import PeoplePage
from ui.pages.phones_page import Phones, PhonesPage
from ui.pages.power_page import PowerPage
from ui.pages.settings_side import SettingsPages
from ui.pages.step_start import StepStart, own_pages
from ui.pages.table_check import TableCheck
from ui.pages.tableside import Tableside
from ui.pages.timeline import TimelinePage
from ui.pages.update_page import UpdatePage
from ui.present.after import AfterModel, after_model
from ui.present.walk import minutes
from ui.words import for_players

if TYPE_CHECKING:
    from ui.enrolling.taking import Enrolling
    from ui.pages.enrol_side import EnrolSide
    from ui.pages.pins_page import PinsPage
    from ui.selftest.side import SelftestSide
    from vision.sources.frames import FrameSource

_log = logging.getLogger(__name__)
STEPS = frozenset({"selftest", "enrol", "tribes", "pins", "printing", "looks", "which-set"})
"""Pages that lead through something step by step, besides those of games."""


def leads_step_by_step(page: str) -> bool:
    """Whether a page leads through something step by step; games bring pages of their own."""
    return page in STEPS or page in own_pages()


class PageMaker:
    """Makes pages. `clock`: seconds that only grow. `let_go` puts the game on the table away. `club`: that may be told.

    `power`: that of the machine, where the app is all that it runs. `updates`: what changes the program's version.
    `phones`: what lets phones in.
    """

    power: Power | None = None
    updates: Updates | None = None
    club: ClubLink | None = None
    phones: Phones | None = None

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

    def _may_update(self) -> bool:
        """A box always; elsewhere where there is another version to go to."""
        updates = self.updates
        return updates is not None and (self.power is not None or bool(updates.before) or updates.has_stick())

    def made(self, name: str, played: Tableside | None) -> Page | None:
        """A page; None where it cannot be shown, as the page before it says then. `played`: the game on the table."""
        match name:
            case "games":
                return GamesPage(self._agreement.games, self._kept)
            case "seats":
                return self._agreement
            case "settings" | "people" | "about" | "language" | "club":
                return self._of_settings(name)
            case "phones":
                return None if self.phones is None else PhonesPage(self.phones, played)
            case "power" | "update":
                return self._of_machine(name)
            case "eye":
                return EyePage(self._kept)
            case "check":
                return self._checked(played)
            case "players":
                return PeoplePage(self._kept.figures)
            case "past":
                return PastPage(self._kept.past)
            case "bin":
                return BinPage(self._kept.past)
            case "deleting":
                chosen = self._kept.past.chosen
                return None if chosen is None else OnePage(name, self._kept.past, chosen)
            case "after" | "export" | "history" | "luck" | "replay" | "timeline":
                looked = self._looked_back(played)
                return None if looked is None else self._back(name, looked)
            case _ if leads_step_by_step(name):
                return self._begun(name)
            case _:
                raise ValueError(f"there is no page {name!r}")

    def _of_settings(self, name: str) -> Page:
        if name == "club" and self.club is not None:
            return ClubPage(self.club)
        return SettingsPages(
            name,
            self._settings,
            is_box=self.power is not None,
            updates=self._may_update(),
            club=self.club is not None,
        )

    def _of_machine(self, name: str) -> Page:
        """A page about the machine itself. Raises ValueError where there is nothing that it could be about."""
        if name == "power" and self.power is not None:
            return PowerPage(self.power, self._kept, self._let_go)
        if name == "update" and self.updates is not None:
            return UpdatePage(self.updates, self._update_pin, is_box=self.power is not None)
        raise ValueError(f"there is no page {name!r}")

    def kept(self) -> Page:
        past = self._kept.past
        if past.looked is not None:
            return AfterPage("kept", past.looked, past, at_table=False)
        return PastPage(past) if past.chosen is None else OnePage("kept", past, past.chosen)

    def _back(self, name: str, looked: LookedBack) -> Page | None:
        match name:
            case "replay":
                return ReplayPage(looked, self._clock)
            case "export":
                return None if looked.kept is None else OnePage(name, self._kept.past, looked.kept)
            case "luck":
                return LuckPage(looked)
            case "timeline":
                return TimelinePage(looked)
            case "history":
                return history_page(looked.walk.lines, looked.times)
            case _:
                return AfterPage(name, looked, self._kept.past, at_table=True)

    def stands_at(self, played: Tableside | None, place: int) -> None:
        """The game that is looked back on is shown from this place on."""
        looked = self._looked_back(played)
        if looked is not None:
            looked.at = min(max(place, 0), looked.walk.last)

    def _looked_back(self, played: Tableside | None) -> LookedBack | None:
        """The game that is looked back on: the one on the table, else the kept one that was chosen."""
        if played is None:
            looked = self._kept.past.looked
            if looked is not None and looked.kept is not None:
                looked.coached = self._kept.coached(looked.kept.id, looked.setup.seats)
            return looked
        referee, entries = played.session.referee, played.session.referee.entries
        if self._on_table is None or self._on_table.entries != entries or self._on_table.game != referee.game:
            kept, stamps, times = self._kept.stamps(played.opened)
            self._on_table = LookedBack(referee.game, referee.setup, entries, kept, stamps, times)
        self._on_table.pictures = self._kept.pictures(played.opened)
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

    def _begun(self, page: str) -> StepPage | None:
        """What leads through a page of steps, begun, where it can be."""
        agreement = self._agreement
        try:
            step = _step(page, agreement, self._clock)
        except StepFault as fault:
            self._kept.notice = agreement.trouble = for_players(fault)
            return None
        if step is None:
            self._kept.notice = agreement.trouble
        else:
            step.name = page
        return step


# Pages of steps open what they need: vision is imported here, when it is asked for, so that the first screen does not
# wait for it, and faults become one line.


def _step(page: str, agreement: Agreement, clock: Callable[[], float]) -> StepPage | None:
    """A page of steps; None where the set-up cannot be, as the agreement says then. Raises StepFault."""
    if page == "tribes":
        from ui.pages.tribe_side import TribeSide

        return TribeSide()
    if page == "pins":
        return begin_pins()
    if page == "printing":
        from ui.pages.print_page import PrintPage

        return PrintPage(agreement.games)
    if page == "looks":
        from ui.pages.looks_page import LooksPage

        return LooksPage()
    source = agreement.picture_source
    if page in own_pages():
        return own_pages()[page](StepStart(agreement, source, clock))
    setup = agreement.setup()
    if setup is None:
        return None
    begin = begin_selftest if page == "selftest" else begin_enrolling
    step = begin(agreement.game, setup, source, clock)
    step.start()
    return step


def begin_pins() -> "PinsPage":
    """The check of the owner's buttons and lamps, or of the default ones."""
    from hardware.panel import open_panel
    from hardware.pins import PinFault, find_pins
    from ui.pages.pins_page import PinsPage
    from ui.places import pins_file

    try:
        return PinsPage(find_pins(pins_file()), open_panel)
    except PinFault as fault:
        return PinsPage(fault, open_panel)


def begin_selftest(
    game: Game[Any], setup: Setup, source: str, clock: Callable[[], float], seed: int | None = None
) -> "SelftestSide":
    from ui.owned.cameras import open_camera
    from ui.selftest.plan import PlanFault
    from ui.selftest.setting import setting
    from ui.selftest.side import SelftestSide
    from vision.decks.deck import DeckFault
    from vision.sources.frames import SourceFault

    seed = random.randrange(10_000) if seed is None else seed
    try:
        stands = setting(game, setup, painted=source == SIMULATED)
        return SelftestSide(stands, source, lambda name: open_camera(name, clock=clock), seed, clock)
    except (PlanFault, DeckFault, SourceFault) as fault:
        _log.warning("%s", fault)
        raise StepFault(for_players(fault)) from None


def begin_enrolling(game: Game[Any], setup: Setup, source: str, clock: Callable[[], float]) -> "EnrolSide":
    """Learning a deck on a game's mat; the camera is opened once the deck has a name."""
    from ui.box.eyes import disc_decks
    from ui.owned.cameras import open_camera
    from ui.pages.enrol_side import EnrolSide, simulated_frames

    def frames(taking: "Enrolling") -> "FrameSource":
        return simulated_frames(game, taking) if source == SIMULATED else open_camera(source, clock=clock)

    return EnrolSide(game.table(setup), frames, disc_decks(game, setup))


# The page of one game that is looked back on, kept or still on the table.


class AfterPage(BackPage):
    """Who has won and how, or how it stands, and the ways to all else. `at_table`: it is still on the table."""

    def __init__(self, name: str, looked: LookedBack, past: PastSide, *, at_table: bool) -> None:
        super().__init__(looked)
        self.name = name
        self._past, self._at_table = past, at_table

    def model(self) -> AfterModel:
        looked = self.looked
        long = minutes(looked.stamps)
        return after_model(looked.walk, looked.kept, long, self._past.notice, at_table=self._at_table)
