"""The support bundle made at the desk: the newest pictures kept for it, and when it is written."""

from collections import deque
from typing import TYPE_CHECKING

from ui.opening import Opened
from ui.store import Store
from ui.tableside import Tableside
from ui.words import _

if TYPE_CHECKING:
    from vision.frames import Frame
    from vision.reading import Reading

LATELY = 3
"""So many pictures are remembered for the support bundle."""
FRAMES = 3
"""So many frames later it is written, so that it is said on the screen meanwhile."""
REST = 5
"""So many frames after that touches still count for nothing: they were made while the screen stood still."""


class Packing:
    """Remembers what was seen lately, and packs it. `notice` says how far it is."""

    def __init__(self, store: Store) -> None:
        self.notice = ""
        self._store = store
        self._lately: deque[tuple[Frame, Reading]] = deque(maxlen=LATELY)
        self._due_in = 0
        self._rests = 0

    @property
    def is_busy(self) -> bool:
        """Whether it is being written, or was this very moment: nobody is to leave before he can read where it is."""
        return self._due_in > 0 or self._rests > 0

    def ask(self) -> None:
        """The bundle is wanted."""
        self.notice, self._due_in = _("Writing the support bundle. This takes some seconds …"), FRAMES

    def tick(self, opened: Opened | None, trial: bool) -> bool:
        """Writes the bundle when its time has come; whether the screen may have to change.

        `trial`: no game is played on the table.
        """
        if self._rests:
            self._rests -= 1
            return not self._rests
        if not self._due_in:
            return False
        self._due_in -= 1
        if self._due_in:
            return False
        self._write(opened, trial)
        self._rests = REST
        return True

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
        """Lets go of all pictures."""
        self._lately.clear()

    def _write(self, opened: Opened | None, trial: bool) -> None:
        from ui.stepping import StepFault, write_desk_bundle

        try:
            file = write_desk_bundle(self._store, opened, trial, tuple(self._lately))
            self.notice = _("The support bundle is {file}").format(file=file)
        except StepFault as fault:
            self.notice = str(fault)
