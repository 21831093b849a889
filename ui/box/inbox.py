"""One inbox for everything that happens outside: the newest reading of the camera, and every press in order.

Any thread may post; whoever owns the session drains.
"""

import threading
from collections import deque
from dataclasses import dataclass
from typing import Generic, TypeVar

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed; `by` is `panel` for a real one, `touch` for its like on the screen."""

    button: str
    by: str


@dataclass(frozen=True, slots=True)
class Mail(Generic[R]):
    """What has come since the last drain: the newest reading or None, and the presses in order."""

    reading: R | None
    presses: tuple[Press, ...]


class Inbox(Generic[R]):
    """A box for one reading (a newer one takes its place) and a queue of presses (none is lost)."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reading: R | None = None
        self._presses: deque[Press] = deque()

    def post_reading(self, reading: R) -> None:
        with self._lock:
            self._reading = reading

    def post_press(self, press: Press) -> None:
        with self._lock:
            self._presses.append(press)

    def drain(self) -> Mail[R]:
        """Everything that waits, taken out."""
        with self._lock:
            mail = Mail(self._reading, tuple(self._presses))
            self._reading = None
            self._presses.clear()
            return mail
