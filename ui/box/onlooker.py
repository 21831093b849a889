"""Looks at a camera's frames in a thread of its own and posts what came of each: for screens that must not wait."""

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from ui.words import _, for_players

if TYPE_CHECKING:
    from vision.sources.frames import Frame, FrameSource

T = TypeVar("T")
_IDLE_SECONDS = 0.01
_FAULT_SECONDS = 0.5
_log = logging.getLogger(__name__)


class Onlooker(Generic[T]):
    """Runs `look` on the newest frame over and over. `frame` is the last one; `results` come in order.

    `trouble` says why nothing comes. The source is closed with it. `look` runs in this thread only, and only while
    not `paused`.
    """

    def __init__(self, source: "FrameSource", look: Callable[["Frame"], T | None]) -> None:
        self.trouble: str | None = None
        self.frame: Frame | None = None
        self.paused = False
        self._source, self._look = source, look
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._results: list[T] = []
        self._thread = threading.Thread(target=self._run, name="onlooker", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Ends the thread and lets go of the camera."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(2.0)
        self._source.close()

    def drain(self) -> list[T]:
        """What came of the frames since the last time, in order."""
        with self._lock:
            found, self._results = self._results, []
            return found

    def step(self) -> bool:
        """One round: whether a frame was there."""
        try:
            frame = self._source.newest()
            self.trouble = self._source.trouble
        except Exception as fault:  # SourceFault, and whatever a driver raises when a cable is pulled
            self.trouble = _("The camera gives no picture: {why}").format(why=for_players(fault))
            return False
        if frame is None:
            return False
        self.frame = frame
        if self.paused:
            return True
        try:
            found = self._look(frame)
        except Exception as fault:  # one picture must not end it
            _log.warning("a picture could not be looked at", exc_info=True)
            self.trouble = _("A picture could not be looked at: {why}").format(why=fault)
            return False
        if found is not None:
            with self._lock:
                self._results.append(found)
        return True

    def _run(self) -> None:
        while not self._stop.is_set():
            if not self.step():
                self._stop.wait(_FAULT_SECONDS if self.trouble else _IDLE_SECONDS)
