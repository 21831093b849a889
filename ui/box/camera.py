"""The camera thread: newest frame, read by the eye, posted. What devices do wrong ends here, in words."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ui.words import _, for_players
from vision.sources.locks import LightWatch, Lockable

if TYPE_CHECKING:
    from vision.eye import Reading
    from vision.sources.frames import Frame, FrameSource

_IDLE_SECONDS = 0.01
_FAULT_SECONDS = 0.5
_log = logging.getLogger(__name__)


class Reads(Protocol):
    """An eye: `vision.eye.Eye`, or its like in a test."""

    def read(self, frame: "Frame") -> "Reading": ...


@dataclass(frozen=True, slots=True, eq=False)
class Observer:
    """Where frames come from, and the eye that reads them."""

    source: "FrameSource"
    eye: Reads


@dataclass(frozen=True, slots=True, eq=False)
class Observed:
    """A frame and what the eye read in it."""

    frame: "Frame"
    reading: "Reading"


class Camera:
    """Looks and reads in a thread of its own, and posts the newest only.

    `trouble` says in words why nothing new comes, None while all is well. The source is whoever's made it: it is
    not closed here.
    """

    def __init__(self, observer: Observer, post: Callable[[Observed], None]) -> None:
        self.trouble: str | None = None
        self._source, self._eye, self._post = observer.source, observer.eye, post
        self._light = LightWatch()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Ends the thread; returns when it has ended, or after two seconds with a device that hangs."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(2.0)

    def look(self) -> bool:
        """One round: whether a frame was there."""
        try:
            frame = self._source.newest()
            trouble = self._source.trouble
            at_end = frame is None and self._source.ended
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
            reading = self._eye.read(frame)
        except Exception as fault:  # one picture that cannot be read must not end the game
            self._say(_("A picture could not be read: {why}").format(why=fault), log=True)
            return False
        self._post(Observed(frame, reading))
        self._keep_locked(frame, reading)
        return True

    def _keep_locked(self, frame: "Frame", reading: "Reading") -> None:
        """A camera whose settings are held finds exposure and white balance anew when the light changed for good."""
        source = self._source
        if not isinstance(source, Lockable) or source.locked is None:
            return
        if not self._light.is_due(light_ok=reading.light.ok or not reading.light.sharp, at=frame.at):
            return
        try:
            source.calibrate(focus=False)
        except Exception as fault:  # the camera may be gone in the same moment
            words = _("The camera could not be set to the new light: {why}")
            self._say(words.format(why=for_players(fault)))

    def _say(self, trouble: str, *, log: bool = False) -> None:
        if self.trouble != trouble:
            _log.warning(trouble, exc_info=log)
        self.trouble = trouble

    def _run(self) -> None:
        while not self._stop.is_set():
            if not self.look():
                self._stop.wait(_FAULT_SECONDS if self.trouble else _IDLE_SECONDS)
