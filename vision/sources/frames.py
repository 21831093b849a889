"""The interface of cameras: only the newest frame is given out; older ones are dropped, never queued."""

from dataclasses import dataclass
from typing import Protocol

from vision.arrays import Picture


class SourceFault(Exception):
    """A camera, video or picture gives no frames; the message tells people why and what to do.

    `words`: the same without the name of the camera or file, for players.
    """

    def __init__(self, words: str, name: object = None) -> None:
        super().__init__(words if name is None else f"{name}: {words}")
        self.words = words


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table: BGR, H×W×3, 0..255.

    `at`: seconds on the source's own monotonic clock. `number` counts the source's frames from 0, skipped ones
    included. `name`: the file's name, if any. `small`: the same view at the same instant, scaled down by the camera.
    """

    image: Picture
    at: float
    number: int
    name: str | None = None
    small: Picture | None = None


class FrameSource(Protocol):
    """Anything that gives frames of a table.

    `trouble`: words for why there are no new frames at the moment (a camera unplugged, say), None while all is well;
    the source keeps trying by itself. `ended`: no frame will come any more.
    """

    @property
    def trouble(self) -> str | None: ...

    @property
    def ended(self) -> bool: ...

    def newest(self) -> Frame | None:
        """The newest frame, if it was not given out yet; else None."""
        ...

    def close(self) -> None:
        """Releases the device or file; may be called twice. Afterwards newest() gives None."""
        ...
