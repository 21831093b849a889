"""What an evening costs from one stretch of it to the next: memory, and the times of a step, without the painting."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from statistics import mean, median
from typing import Final

from ui.lab.bench.app import resident_mb

HOUR_S: Final = 3600.0
LATE_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of an evening up to `until` (s). What is counted is counted from the beginning of the evening on.

    Times in ms of the processor: `eye_ms`: a picture read, the median; `screen_ms`: what the screen shows, made anew,
    the median; `step_ms` and `worst_ms`: a step with all that it does, the median and the longest.
    """

    until: float
    mb: int
    eye_ms: float
    screen_ms: float
    step_ms: float
    worst_ms: float
    entries: int
    games: int
    troubles: int
    wrong: int

    def __str__(self) -> str:
        at = f"{int(self.until // HOUR_S)}:{int(self.until % HOUR_S // 60):02d}"
        return (
            f"{at}: {self.mb} MB; a step {self.step_ms:.1f} ms, worst {self.worst_ms:.0f} (eye {self.eye_ms:.1f}, "
            f"screen {self.screen_ms:.1f}); {self.entries} entries, {self.games} games ended, "
            f"{self.troubles} troubles, {self.wrong} wrong"
        )


@dataclass(slots=True)
class Times:
    """The times of the steps since the last stretch, in s of this thread: what others do meanwhile does not count."""

    eye: list[float] = field(default_factory=list)
    screen: list[float] = field(default_factory=list)
    step: list[float] = field(default_factory=list)

    def clear(self) -> None:
        """A new stretch begins."""
        self.eye, self.screen, self.step = [], [], []

    @contextmanager
    def timed(self, kept: list[float]) -> Iterator[None]:
        """Keeps how long something takes."""
        began = time.thread_time()
        yield
        kept.append(time.thread_time() - began)

    def stretch(self, until: float, **counted: int) -> Stretch:
        """What came of them, with what was counted."""
        eye, screen, step = (1000 * median(kept or [0.0]) for kept in (self.eye, self.screen, self.step))
        worst = 1000 * max(self.step, default=0.0)
        return Stretch(until, resident_mb(), eye, screen, step, worst, **counted)


def by_hour(stretches: list[Stretch]) -> list[str]:
    """The hours of an evening in a line each: memory at its end, the usual step and the longest, what was booked."""
    lines, entries = [], 0
    # A stretch ends with a step, a little after its time.
    for hour, grouped in groupby(stretches, lambda stretch: int((stretch.until - LATE_S) // HOUR_S)):
        parts = list(grouped)
        last = parts[-1]
        lines.append(
            f"hour {hour + 1}: {last.mb} MB; a step {mean(s.step_ms for s in parts):.1f} ms, "
            f"worst {max(s.worst_ms for s in parts):.0f} (eye {mean(s.eye_ms for s in parts):.1f}, "
            f"screen {mean(s.screen_ms for s in parts):.1f}); {last.entries - entries} entries"
        )
        entries = last.entries
    return lines
