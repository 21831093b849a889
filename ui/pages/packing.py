"""The support bundle made at the desk: the newest pictures kept for it, the thread that writes it, and its page.

Nothing here waits for that thread: the game on the table goes on meanwhile, and writing can be stopped.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ui.box.opening import Opened
from ui.pages.kept import KeptGames
from ui.pages.print_page import Stopped
from ui.pages.tableside import Tableside
from ui.present.models import Banner, Button, Page, StepModel, back_button, home_button
from ui.present.touches import Touch, do
from ui.records.beginning import UsageFault
from ui.words import _, several

if TYPE_CHECKING:
    from ui.bundle.gathering import Gathered, Part
    from vision.eye import Reading
    from vision.sources.frames import Frame

LATELY = 3
"""Most pictures remembered for the support bundle."""
REST = 5
"""Frames after it is written in which touches still count for nothing: they were meant to stop it."""

_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Writing:
    """One bundle that is written in a thread: how many files are packed, and what came of it."""

    files: int = 0
    outcome: tuple[str, str] | None = None
    stopped: bool = False

    def packed(self, _part: "Part") -> None:
        if self.stopped:
            raise Stopped
        self.files += 1


class Packing(Page):
    """Remembers what was seen lately, and packs it; the page says how far that is, and meanwhile takes no touch."""

    name = "packed"

    def __init__(self, kept: KeptGames) -> None:
        self._kept = kept
        self._lately: deque[tuple[Frame, Reading]] = deque(maxlen=LATELY)
        self._outcome = ("", "")
        self._writing: Writing | None = None
        self._files_shown = self._rests = 0

    @property
    def is_writing(self) -> bool:
        return self._writing is not None

    def model(self) -> StepModel:
        said, more = self._outcome
        if self._writing is not None:
            files = self._writing.files
            said = _("Writing the support bundle. This takes some seconds …")
            more = several("{n} file packed so far", "{n} files packed so far", files) if files else ""
        keys = (Button(_("Stop"), do(self.stop), "plain", "wrong"),) if self.is_writing else ()
        words = _("Of a running game it holds only what this screen shows. contents.txt says what is in it.")
        banner = Banner("wait" if self.is_busy else "calm", said, more)
        tools = tuple(replace(tool, enabled=not self.is_busy) for tool in (back_button(), home_button()))
        return StepModel(_("Support bundle"), body=(words,), banner=banner, keys=keys, tools=tools)

    def take(self, touch: Touch) -> bool:
        return super().take(touch) or self.is_busy

    @property
    def is_busy(self) -> bool:
        """Whether it is being written, or was this very moment: nobody is to leave before he can read where it is."""
        return self.is_writing or self._rests > 0

    def ask(self, opened: Opened | None, *, trial: bool) -> None:
        """The bundle is wanted, of the table as it is now. `trial`: no game is played on the table."""
        if self.is_writing:
            return
        # What is on the table is taken down at once: the game goes on while the bundle is written.
        at_table, journal = None, self._kept.store.path
        if opened is not None:
            from ui.bundle.gathering import Gathered, Running, camera

            referee, book = opened.session.referee, opened.session.book
            at_table = Gathered(table=referee.game.table(referee.setup), decks=opened.decks)
            at_table.camera = camera(opened.source)
            at_table.seen = [(frame.image, reading) for frame, reading in self._lately]
            if not trial:
                number, entries = None if book is None else book.id, len(referee.entries)
                at_table.at_table = Running(referee.game, referee.setup, referee.state, number, entries)
        writing = self._writing = Writing()

        def write() -> None:
            try:
                file = write_desk_bundle(at_table, journal, writing.packed)
                writing.outcome = (_("The support bundle is written."), str(file))
            except Stopped:
                return
            except Exception as fault:  # whatever it is, nobody is to wait for a thread that has ended
                why = str(fault)
                if not isinstance(fault, UsageFault):
                    _log.exception("the support bundle could not be written")
                    why = f"{type(fault).__name__}: {fault}"
                writing.outcome = (_("The support bundle could not be written."), why)

        threading.Thread(target=write, name="bundle", daemon=True).start()

    def stop(self) -> None:
        """It is not wanted any more: nobody waits for it, and nothing of it is left once its thread has seen that."""
        if self._writing is not None:
            self._writing.stopped = True
            self._writing, self._outcome = None, (_("Stopped. No support bundle was written."), "")

    def follow(self) -> bool:
        """Once a tick, whichever page is shown; whether the screen may have to change."""
        writing = self._writing
        if self._rests:
            self._rests -= 1
            return not self._rests
        if writing is None:
            return False
        if writing.outcome is not None:
            self._outcome, self._writing, self._rests = writing.outcome, None, REST
            return True
        before, self._files_shown = self._files_shown, writing.files
        return before != writing.files

    def remember(self, side: Tableside, seq: int) -> None:
        """Keeps the newest picture, and those in which something was booked."""
        session = side.session
        if session.veiled:
            self.forget()
            return
        is_known = self._lately and self._lately[-1][0] is session.frame
        if session.frame is None or session.reading is None or is_known:
            return
        if self._lately and session.reply.seq == seq:
            self._lately.pop()
        self._lately.append((session.frame, session.reading))

    def forget(self) -> None:
        self._lately.clear()


def write_desk_bundle(at_table: "Gathered | None", journal: Path, packed: "Callable[[Part], None]") -> Path:
    """Writes the bundle of a table and a journal, in any thread; `packed` hears of each file and may end it."""
    from ui.bundle.gathering import Gathered, default_file, verdicts, write_bundle
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
        write_bundle(file, gathered, packed)
    return file
