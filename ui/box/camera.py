"""Threads that look at cameras: a game's, whose frames the eye reads, and a page's.

Faults end here, in words.
"""

import logging
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from ui.words import _, for_players, marked
from vision.sources.locks import FlickerWatch, LightWatch

if TYPE_CHECKING:
    from vision.eye import Eye, Reading
    from vision.sources.frames import Frame, FrameSource

T = TypeVar("T")
_IDLE_SECONDS = 0.01
_FAULT_SECONDS = 0.5
_log = logging.getLogger(__name__)


class Looker(ABC):
    """Takes the newest frame over and over.

    `trouble`: why none comes, None while all is well. Closes no source.
    """

    unread = marked("A picture could not be looked at: {why}")
    tells_end = False

    def __init__(self, source: "FrameSource") -> None:
        self.trouble: str | None = None
        self._source = source
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    @abstractmethod
    def take(self, frame: "Frame") -> None:
        """Looks at a frame; called in this thread only."""

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Ends the thread: waits for it for a maximum of 2 s, as a device may hang."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(2.0)

    def look(self) -> bool:
        """One round; returns whether a frame was there."""
        try:
            frame = self._source.newest()
            trouble = self._source.trouble
            at_end = self.tells_end and frame is None and self._source.ended
        except Exception as fault:  # SourceFault, and whatever a driver raises when a cable is pulled
            self._say(_("The camera gives no picture: {why}").format(why=for_players(fault)))
            return False
        if at_end and trouble is None:
            self._say(_("No more pictures come: all of the recording have been shown."))
            return False
        self.trouble = trouble
        if frame is None:
            return False
        try:
            self.take(frame)
        except Exception as fault:  # one picture must not end it
            self._say(_(self.unread).format(why=fault), log=True)
            return False
        return True

    def _say(self, trouble: str, *, log: bool = False) -> None:
        if self.trouble != trouble:
            _log.warning(trouble, exc_info=log)
        self.trouble = trouble

    def _run(self) -> None:
        while not self._stop.is_set():
            if not self.look():
                self._stop.wait(_FAULT_SECONDS if self.trouble else _IDLE_SECONDS)


class Onlooker(Looker, Generic[T]):
    """Runs `look_at` on each frame while not `paused`, for screens that must not wait.

    `frame` is the last one; the results are drained in order. Closing it closes the source too.
    """

    def __init__(self, source: "FrameSource", look_at: Callable[["Frame"], T | None]) -> None:
        super().__init__(source)
        self.frame: Frame | None = None
        self.paused = False
        self._look_at = look_at
        self._results = deque[T]()

    def close(self) -> None:
        super().close()
        self._source.close()

    def drain(self) -> list[T]:
        return [self._results.popleft() for _ in range(len(self._results))]

    def take(self, frame: "Frame") -> None:
        self.frame = frame
        found = None if self.paused else self._look_at(frame)
        if found is not None:
            self._results.append(found)


class Camera(Looker):
    """Reads each frame, posts the reading, and adapts the camera's settings to the light."""

    unread = marked("A picture could not be read: {why}")
    tells_end = True

    def __init__(
        self, source: "FrameSource", eye: "Eye", post: "Callable[[tuple[Frame, Reading]], None]"
    ) -> None:
        super().__init__(source)
        self._eye, self._post = eye, post
        self._light, self._flicker = LightWatch(), FlickerWatch()

    def take(self, frame: "Frame") -> None:
        from vision.sources.device import Device

        reading = self._eye.read(frame)
        self._post((frame, reading))
        # Flicker gives the mains frequency; locked settings are found anew after a lasting change of light.
        source = self._source
        if not isinstance(source, Device):
            return
        light, at = reading.light, frame.at
        try:
            mains_hz = self._flicker.due(flickers=light.flickers, at=at, told=source.mains_hz)
            if mains_hz is not None:
                source.steady(mains_hz)
            elif source.locked and self._light.is_due(
                light_ok=light.ok or light.flickers or not light.sharp, at=at
            ):
                source.calibrate(focus=False)
        except Exception as fault:  # the camera may be gone in the same moment
            words = _("The camera could not be set to the new light: {why}")
            self._say(words.format(why=for_players(fault)))
