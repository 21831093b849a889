"""The pages of the desk, made by their names when they are gone to."""

import logging
import random
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from companion.game import Game, Setup
from hardware.power import Power
from hardware.updates import Updates
from ui.box.opening import SIMULATED
from ui.faces.page import Page
from ui.faces.registry import all_faces
from ui.faces.step_page import StepFault, StepPage
from ui.owned.settings import SettingsKept
from ui.owned.update_pin import UpdatePin
from ui.pages.agreement import Agreement, StepStart
from ui.pages.club_page import ClubLink, ClubPage
from ui.pages.face import PageFace
from ui.pages.front import EyePage, GamesPage, history_page
from ui.pages.kept import KeptGames
from ui.pages.looking_back import BackPage, LookedBack, ReplayPage, TimelinePage
from ui.pages.luck_page import LuckPage
from ui.pages.past_side import BinPage, OnePage, PastPage, PastSide, keys_after
from ui.pages.people_side import PeoplePage
from ui.pages.phones_page import Phones, PhonesPage
from ui.pages.power_page import PowerPage
from ui.pages.settings_side import SettingsPages
from ui.pages.table_check import TableCheck
from ui.pages.tableside import Tableside
from ui.pages.update_page import UpdatePage
from ui.present.after import how_it_stands
from ui.present.models import notice
from ui.present.steps import StepModel
from ui.present.walk import minutes
from ui.words import _, for_players

if TYPE_CHECKING:
    from ui.selftest.side import SelftestSide

_log = logging.getLogger(__name__)
STEPS = frozenset({"selftest", "enrol", "tribes", "pins", "printing", "looks", "which-set"})
"""Pages that lead through something step by step, besides those of games."""


@cache
def own_pages() -> dict[str, Callable[[StepStart], StepPage]]:
    faces = (face for face in all_faces() if isinstance(face, PageFace))
    return {page: begin for face in faces for page, begin in face.steps.items()}


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

    def made(self, name: str, played: Tableside | None) -> Page | None:
        """A page; None where it cannot be shown, as the page before it says then. `played`: the game on the table."""
        agreement, kept, past = self._agreement, self._kept, self._kept.past
        power, updates, club, phones = self.power, self.updates, self.club, self.phones

        def settings() -> Page:
            # A box may always change its version, any other machine where there is another one to go to.
            goes_on = updates is not None and (power is not None or updates.before or updates.has_stick())
            is_box, in_club = power is not None, club is not None
            return SettingsPages(name, self._settings, is_box=is_box, updates=bool(goes_on), club=in_club)

        pages: dict[str, Callable[[], Page | None]] = {
            "games": lambda: GamesPage(agreement.games, kept),
            "seats": lambda: agreement,
            **dict.fromkeys(("settings", "people", "about", "language"), settings),
            "club": settings if club is None else lambda: ClubPage(club),
            "phones": lambda: None if phones is None else PhonesPage(phones, played),
            "eye": lambda: EyePage(kept),
            "check": lambda: self._checked(played),
            "players": lambda: PeoplePage(kept.figures),
            "past": lambda: PastPage(past),
            "bin": lambda: BinPage(past),
            "deleting": lambda: None if past.chosen is None else OnePage(name, past, past.chosen),
        }
        if power is not None:
            pages["power"] = lambda: PowerPage(power, kept, self._let_go)
        if updates is not None:
            pages["update"] = lambda: UpdatePage(updates, self._update_pin, is_box=power is not None)
        looking_back: dict[str, Callable[[LookedBack], Page | None]] = {
            "after": lambda looked: AfterPage(name, looked, past, at_table=True),
            "export": lambda looked: None if looked.kept is None else OnePage(name, past, looked.kept),
            "history": lambda looked: history_page(looked.walk.lines, looked.times),
            "luck": LuckPage,
            "replay": lambda looked: ReplayPage(looked, self._clock),
            "timeline": TimelinePage,
        }
        if name in pages:
            return pages[name]()
        if name in looking_back:
            looked = self._looked_back(played)
            return None if looked is None else looking_back[name](looked)
        if leads_step_by_step(name):
            return self._begun(name)
        raise ValueError(f"there is no page {name!r}")

    def kept(self) -> Page:
        past = self._kept.past
        if past.looked is not None:
            return AfterPage("kept", past.looked, past, at_table=False)
        return PastPage(past) if past.chosen is None else OnePage("kept", past, past.chosen)

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
            step, agreement.trouble = None, for_players(fault)
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
        from ui.pages.pins_page import begin_pins

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
    if page == "enrol":
        from ui.pages.enrol_side import begin_enrolling

        return begin_enrolling(agreement.game, setup, source, clock)
    step = begin_selftest(agreement.game, setup, source, clock)
    step.start()
    return step


def begin_selftest(
    game: Game[Any], setup: Setup, source: str, clock: Callable[[], float], seed: int | None = None
) -> "SelftestSide":
    from ui.owned.cameras import open_camera
    from ui.selftest.plan import PlanFault
    from ui.selftest.runs import setting
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


# The page of one game that is looked back on, kept or still on the table.


class AfterPage(BackPage):
    """Who has won and how, or how it stands, and the ways to all else. `at_table`: it is still on the table."""

    def __init__(self, name: str, looked: LookedBack, past: PastSide, *, at_table: bool) -> None:
        super().__init__(looked)
        self.name = name
        self._past, self._at_table = past, at_table

    def model(self) -> StepModel:
        walk, kept, at_table = self.looked.walk, self.looked.kept, self._at_table
        title = " · ".join((_(walk.game.name), " – ".join(walk.names)))
        shown = how_it_stands(walk, kept, minutes(self.looked.stamps), at_table=at_table)
        keys = keys_after(walk, kept, at_table=at_table)
        return StepModel(title, banner=notice("calm", self._past.notice), rows=(shown,), aside=(keys,))
