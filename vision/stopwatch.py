"""Counts the milliseconds of a reading's parts."""

import time


class Stopwatch:
    """Runs from its making; each `lap` gives the time since the lap before a name."""

    def __init__(self) -> None:
        self._begun = self._last = time.perf_counter()
        self._laps: dict[str, float] = {}

    def lap(self, name: str) -> None:
        """Ends a part; the same name twice adds up."""
        now = time.perf_counter()
        self._laps[name] = self._laps.get(name, 0.0) + (now - self._last) * 1000
        self._last = now

    def total(self) -> dict[str, float]:
        """All parts and `total`, in ms."""
        whole = (time.perf_counter() - self._begun) * 1000
        return {name: round(ms, 3) for name, ms in {**self._laps, "total": whole}.items()}
