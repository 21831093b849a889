"""Waits for what threads and other programs do, so long and no longer."""

import time
from collections.abc import Callable

PATIENCE_S = 60.0
"""So long a machine that has much else to do may take; a wait ends as soon as what it is for has come about."""


def until(holds: Callable[[], object], seconds: float = PATIENCE_S) -> None:
    """Waits until something holds. Raises AssertionError where it does not within so long."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.02)
