"""The support bundle made at the desk: the newest pictures kept for it, and the thread that writes it.

Nothing here waits for that thread: the game on the table goes on meanwhile, and writing can be stopped.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from ui.box.opening import Opened
from ui.pages.kept import KeptGames
from ui.pages.tableside import Tableside
from ui.words import _, several

if TYPE_CHECKING:
    from ui.bundle.gathering import Gathered
    from ui.bundle.packing import Part
    from vision.eye import Reading
    from vision.sources.frames import Frame

LATELY = 3
"""So many pictures are remembered for the support bundle."""
REST = 5
"""So many frames after it is written touches still count for nothing: they were meant to stop it."""

_log = logging.getLogger(__name__)


class Packing:
    """Remembers what was seen lately, and packs it. `run` does work aside, in a thread unless told otherwise."""

    def __init__(self, kept: KeptGames, run: Callable[[Callable[[], None]], None] | None = None) -> None:
        self.is_writing = False
        self._kept = kept
        self._run = run or _in_a_thread
        self._lately: deque[tuple[Frame, Reading]] = deque(maxlen=LATELY)
        self._outcome = ("", "")
        self._written: list[tuple[str, str]] = []
        self._files = self._files_told = 0
        self._stop = threading.Event()
        self._rests = 0

    @property
    def notice(self) -> tuple[str, str]:
        """How far it is, or what came of it; and in small print which file, or what is wrong."""
        if not self.is_writing:
            return self._outcome
        packed = several("{n} file packed so far", "{n} files packed so far", self._files)
        return _("Writing the support bundle. This takes some seconds …"), packed if self._files else ""

    @property
    def is_busy(self) -> bool:
        """Whether it is being written, or was this very moment: nobody is to leave before he can read where it is."""
        return self.is_writing or self._rests > 0

    def ask(self, opened: Opened | None, *, trial: bool) -> None:
        """The bundle is wanted, of the table as it is now. `trial`: no game is played on the table."""
        if self.is_writing:
            return
        from ui.bundle.packing import Stopped
        from ui.records.arguments import UsageFault

        # What is on the table is taken down at once: the game goes on while the bundle is written.
        at_table = None
        if opened is not None:
            at_table = table_for_bundle(opened, trial=trial, lately=tuple(self._lately))
        journal = self._kept.store.path
        self.is_writing, self._files, self._written = True, 0, []
        self._stop = stop = threading.Event()
        written = self._written

        def packed(_part: "Part") -> None:
            if stop.is_set():
                raise Stopped
            self._files += 1

        def write() -> None:
            try:
                file = write_desk_bundle(at_table, journal, packed)
                written.append((_("The support bundle is written."), str(file)))
            except Stopped:
                return
            except Exception as fault:  # whatever it is, nobody is to wait for a thread that has ended
                why = str(fault)
                if not isinstance(fault, UsageFault):
                    _log.exception("the support bundle could not be written")
                    why = f"{type(fault).__name__}: {fault}"
                written.append((_("The support bundle could not be written."), why))

        self._run(write)

    def stop(self) -> None:
        """It is not wanted any more: nobody waits for it, and nothing of it is left once its thread has seen that."""
        self._stop.set()
        if self.is_writing:
            self._outcome = (_("Stopped. No support bundle was written."), "")
            self.is_writing = False

    def tick(self) -> bool:
        if self._rests:
            self._rests -= 1
            return not self._rests
        if not self.is_writing:
            return False
        if self._written:
            self._outcome, self.is_writing, self._rests = self._written[0], False, REST
            return True
        changed = self._files != self._files_told
        self._files_told = self._files
        return changed

    def remember(self, side: Tableside, seq: int) -> None:
        """Keeps the newest picture, and those in which something was booked."""
        session = side.session
        if session.veiled:
            self.forget()
            return
        if session.frame is None or session.reading is None:
            return
        if self._lately and self._lately[-1][0] is session.frame:
            return
        if self._lately and session.reply.seq == seq:
            self._lately.pop()
        self._lately.append((session.frame, session.reading))

    def forget(self) -> None:
        self._lately.clear()


def table_for_bundle(opened: Opened, *, trial: bool, lately: "Sequence[tuple[Frame, Reading]]") -> "Gathered":
    """What a support bundle says of the table just now. `trial`: no game is played on it."""
    from ui.bundle.gathering import Gathered, Running, Seen
    from ui.bundle.machine import camera

    referee = opened.session.referee
    gathered = Gathered(table=referee.game.table(referee.setup), decks=opened.decks)
    gathered.camera = camera(opened.source)
    gathered.seen = [Seen(frame.image, reading) for frame, reading in lately]
    if not trial:
        number = None if opened.book is None else opened.book.id
        gathered.at_table = Running(referee.game, referee.setup, referee.state, number, len(referee.entries))
    return gathered


def write_desk_bundle(at_table: "Gathered | None", journal: Path, packed: "Callable[[Part], None]") -> Path:
    """The support bundle in the data folder, of `at_table` and the games of a journal.

    May run in any thread: it looks at the journal by itself. `packed` hears of every file before it is packed, and what
    it raises ends the writing.
    """
    from ui.bundle.gathering import Gathered, default_file, write_bundle
    from ui.bundle.machine import machine, verdicts, versions
    from ui.checks import machine as checks
    from ui.journal.store import StoreFault, look_at

    gathered = at_table or Gathered()
    # Camera and pins are in use here: what is to be said of them is in the pictures' own readings.
    gathered.checks = verdicts(lambda: (*checks.versions(), *checks.disk(), checks.display()))
    file = default_file()
    with ExitStack() as opened:
        try:
            gathered.store = opened.enter_context(closing(look_at(journal)))
        except StoreFault:
            _log.warning("the support bundle is made without the journal", exc_info=True)
        write_bundle(file, gathered, versions(), machine(), packed)
    return file


def _in_a_thread(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="bundle", daemon=True).start()
