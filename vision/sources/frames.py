"""What a camera gives: frames, newest first and only; older ones are dropped, never queued."""

from dataclasses import dataclass
from typing import Protocol

from vision.arrays import Picture


class SourceFault(Exception):
    """A camera, video or picture that gives no frames; the message tells people why and what to do.

    `words`: the same without the name of the camera or file, for players.
    """

    def __init__(self, words: str, name: object = None) -> None:
        super().__init__(words if name is None else f"{name}: {words}")
        self.words = words


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table: BGR, H×W×3, 0..255.

    `at`: seconds on the source's own clock, never going back. `number` counts the source's frames from 0, skipped
    ones included. `name`: the file's name, for pictures that have one. `small`: the same view
    at the same instant, brought down by the camera itself, where it does so.
    """

    image: Picture
    at: float
    number: int
    name: str | None = None
    small: Picture | None = None


class FrameSource(Protocol):
    """Anything that looks at a table.

    `trouble` says in words why there are no new frames at the moment (a camera unplugged, say), None while all is
    well; the source goes on trying by itself. `ended`: no frame will come any more.
    """

    @property
    def trouble(self) -> str | None: ...

    @property
    def ended(self) -> bool: ...

    def newest(self) -> Frame | None:
        """The newest frame that has not been given out yet; None when there is none."""
        ...

    def close(self) -> None:
        """Lets go of the device or file; may be called twice. Afterwards newest() gives None."""
        ...
