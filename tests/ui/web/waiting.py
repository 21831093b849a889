"""Waits for what threads and other programs do, so long and no longer."""

import time
from collections.abc import Callable


def until(holds: Callable[[], object], seconds: float = 20.0) -> None:
    """Waits until something holds. Raises AssertionError where it does not within so long."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.02)
