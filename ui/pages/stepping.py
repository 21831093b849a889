"""Opens what the step-by-step pages need, and writes the support bundle of the table: faults become one line.

Vision is imported here, when it is asked for, so that the first screen does not wait for it.
"""

import logging
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.game import Game, Setup
from ui.box.opening import SIMULATED, Opened
from ui.faces.step_page import StepFault, StepPage
from ui.pages.agreement import Agreement
from ui.pages.print_page import PrintPage
from ui.pages.step_start import StepStart, own_pages
from ui.pages.tribe_side import TribeSide
from ui.words import for_players

if TYPE_CHECKING:
    from ui.bundle.gathering import Gathered
    from ui.bundle.packing import Part
    from ui.enrolling.taking import Enrolling
    from ui.pages.enrol_side import EnrolSide
    from ui.pages.pins_page import PinsPage
    from ui.selftest.side import SelftestSide
    from vision.eye import Reading
    from vision.sources.frames import Frame, FrameSource

_log = logging.getLogger(__name__)


def begun(page: str, agreement: Agreement, clock: Callable[[], float]) -> StepPage | None:
    """What leads through a page of steps, begun; None where the set-up cannot be, as the agreement says then.

    Raises StepFault.
    """
    step = _made(page, agreement, clock)
    if step is not None:
        step.name = page
    return step


def _made(page: str, agreement: Agreement, clock: Callable[[], float]) -> StepPage | None:
    if page == "tribes":
        return TribeSide()
    if page == "pins":
        return begin_pins()
    if page == "printing":
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
    """A self-test of a game's table. Raises StepFault."""
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


def table_for_bundle(opened: Opened, *, trial: bool, lately: "Sequence[tuple[Frame, Reading]]") -> "Gathered":
    """What a support bundle says of the table just now. `trial`: no game is played on it."""
    from ui.bundle.gathering import Gathered, Running, Seen
    from ui.bundle.machine import camera

    referee = opened.session.referee
    gathered = Gathered(table=referee.game.table(referee.setup), decks=opened.decks)
    gathered.camera = camera(opened.source)
    gathered.seen = [Seen(frame.image, reading, frame.at) for frame, reading in lately]
    if not trial:
        number = None if opened.book is None else opened.book.id
        gathered.at_table = Running(referee.game, referee.setup, referee.state, number, len(referee.entries))
    return gathered


def write_desk_bundle(at_table: "Gathered | None", journal: Path, packed: "Callable[[Part], None]") -> Path:
    """The support bundle in the data folder, of `at_table` and the games of a journal.

    May run in any thread: it looks at the journal by itself. `packed` hears of every file before it is packed, and what
    it raises ends the writing. Raises StepFault.
    """
    from ui.bundle.gathering import Gathered, default_file, write_bundle
    from ui.bundle.machine import machine, verdicts, versions
    from ui.bundle.packing import Stopped
    from ui.checks import machine as checks
    from ui.journal.store import StoreFault, look_at
    from ui.records.arguments import UsageFault

    gathered = at_table or Gathered()
    # Camera and pins are in use here: what is to be said of them is in the pictures' own readings.
    gathered.checks = verdicts(lambda: (*checks.versions(), *checks.disk(), checks.display()))
    file = default_file()
    try:
        gathered.store = look_at(journal)
    except StoreFault:
        _log.warning("the support bundle is made without the journal", exc_info=True)
    try:
        write_bundle(file, gathered, versions(), machine(), packed)
    except Stopped:
        raise
    except UsageFault as fault:
        raise StepFault(str(fault)) from None
    except Exception as fault:
        _log.warning("the support bundle could not be made", exc_info=True)
        raise StepFault(f"{type(fault).__name__}: {fault}") from None
    finally:
        if gathered.store is not None:
            gathered.store.close()
    return file
