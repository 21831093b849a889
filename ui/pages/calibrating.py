"""The calibration screen's mind: gathers pictures while it is looked at, has them judged, locks a camera that passes.

Rule kept: the screen never waits: judging and locking are done in threads of their own, and only their results are
taken over, by `tick`, in the thread of the screen.
"""

import threading
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ui.words import _, for_players

if TYPE_CHECKING:
    from companion.sight import Table
    from ui.box.opening import Opened
    from vision.calibration.judging import Calibration
    from vision.sources.frames import Frame

Run = Callable[[Callable[[], None]], None]
"""Does a piece of work; not before it returns, if it likes."""
EVERY_S = 1.5
"""The pictures are judged anew after so many seconds."""
TOGETHER_S = 6.0
"""Pictures older than this no longer count."""
MOST_PICTURES = 6


class Calibrating:
    """The calibration of one table's camera while people look at it.

    `calibration` is the newest, None before the first. `locks` says in words what is locked; `is_locking` while the
    camera finds its settings.
    """

    def __init__(self, opened: "Opened", table: "Table", run: Run | None = None) -> None:
        self.calibration: Calibration | None = None
        held = getattr(opened.source, "locked", None)
        self.locks = "" if held is None else held.words
        self._opened, self._table = opened, table
        self._run = run or _in_a_thread
        self._pictures: deque[Frame] = deque(maxlen=MOST_PICTURES)
        self._judged_at: float | None = None
        self._done: deque[Callable[[], None]] = deque()
        self._judging = False
        self._left_to_people = False
        self.is_locking = False

    @property
    def can_lock(self) -> bool:
        from vision.sources.locks import Lockable

        return isinstance(self._opened.source, Lockable)

    @property
    def is_locked(self) -> bool:
        return getattr(self._opened.source, "locked", None) is not None

    def tick(self) -> bool:
        """Takes in the newest picture and what was found out; whether the screen has to change."""
        session = self._opened.session
        frame, reading = session.frame, session.reading
        if frame is not None and reading is not None and not reading.scene.hand:
            self._take(frame)
        changed = bool(self._done)
        while self._done:
            self._done.popleft()()
        return changed

    def lock(self) -> None:
        """Has the camera find its settings and hold them, or let them go where it holds them.

        A calibration that passes does so by itself, once; after that it is for people to say.
        """
        source: Any = self._opened.source
        if not self.can_lock or self.is_locking:
            return
        self._left_to_people = True
        if self.is_locked:
            try:
                source.unlock()
                self.locks = _("The camera sets itself.")
            except Exception as fault:  # whatever a driver raises: the screen says it
                self.locks = for_players(fault)
            return
        self.is_locking = True
        self.locks = _("The camera finds its settings …")

        def find() -> None:
            try:
                words = source.calibrate().words
            except Exception as fault:  # whatever a driver raises: the screen says it
                words = for_players(fault)
            self._done.append(lambda: self._locked(words))

        self._run(find)

    def _locked(self, words: str) -> None:
        self.is_locking, self.locks = False, words

    def _take(self, frame: "Frame") -> None:
        held = self._pictures
        if held and (frame is held[-1] or frame.at < held[-1].at):
            return
        while held and frame.at - held[0].at > TOGETHER_S:
            held.popleft()
        held.append(frame)
        due = self._judged_at is None or not 0 <= frame.at - self._judged_at < EVERY_S
        if due and not self._judging:
            self._judged_at, self._judging = frame.at, True
            pictures = [one.image for one in held]
            tell = getattr(self._opened.source, "readings", None)
            readings: dict[str, float] = {} if tell is None else tell()

            def judge() -> None:
                from vision.calibration.judging import calibrate

                found = calibrate(pictures, self._table, readings=readings)
                self._done.append(lambda: self._found(found))

            self._run(judge)

    def _found(self, calibration: "Calibration") -> None:
        self.calibration, self._judging = calibration, False
        if calibration.ok and not self.is_locked and not self._left_to_people:
            self.lock()


def _in_a_thread(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="calibration", daemon=True).start()
