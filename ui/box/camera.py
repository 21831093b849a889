"""The camera of a game: each frame read by the eye, and posted."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ui.box.onlooker import Looker
from ui.words import _, for_players, marked
from vision.sources.locks import FlickerWatch, LightWatch, Lockable

if TYPE_CHECKING:
    from vision.eye import Reading
    from vision.sources.frames import Frame, FrameSource


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


class Camera(Looker):
    """Reads each frame and posts it, and keeps the camera set as the light wants it."""

    unread = marked("A picture could not be read: {why}")
    tells_end = True

    def __init__(self, observer: Observer, post: Callable[[Observed], None]) -> None:
        super().__init__(observer.source)
        self._eye, self._post = observer.eye, post
        self._light, self._flicker = LightWatch(), FlickerWatch()

    def take(self, frame: "Frame") -> None:
        reading = self._eye.read(frame)
        self._post(Observed(frame, reading))
        # A lamp that flickers tells of the mains; held settings are found anew when the light changed for good.
        source = self._source
        if not isinstance(source, Lockable):
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
