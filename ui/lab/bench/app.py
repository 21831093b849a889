"""Starts the app, lets a game play itself a while, and prints when its first screen stood and what memory it took."""

import json
import os
import resource
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

PLAY_SECONDS = 20.0
SAMPLE_SECONDS = 0.5


class Stopwatch:
    """Called once a frame of the app."""

    def __init__(self) -> None:
        self._started = float(os.environ.get("ZO_STARTED", time.time()))
        self._frames = 0
        self._play: Any = None
        self._until = self._next_sample = 0.0
        self._samples: list[int] = []
        self.figures: dict[str, float | int] = {}

    def __call__(self, app: Any) -> None:
        self._frames += 1
        if self._frames == 2:  # the first frame has been drawn
            self.figures["first_screen_s"] = round(time.time() - self._started, 2)
            self.figures["first_screen_mb"] = resident_mb()
        if self._frames <= 2:
            return
        if self._play is None:
            from ui.demo.player import Player

            app.desk.settings.change(language="en")
            self._play = Player(app.desk)
            self._until = time.monotonic() + PLAY_SECONDS
        self._play(app)
        now = time.monotonic()
        if now >= self._next_sample:
            self._samples.append(resident_mb())
            self._next_sample = now + SAMPLE_SECONDS
        if now > self._until:
            opened = app.desk.opened
            self.figures["entries_played"] = len(opened.session.referee.entries) if opened is not None else 0
            played = self._samples[len(self._samples) // 2 :]
            self.figures["playing_mb"] = round(median(played))
            self.figures["playing_most_mb"] = max(played)
            self.figures["most_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            self.figures["frames_per_second"] = round(self._frames / (time.time() - self._started), 1)
            app.stop()


def resident_mb() -> int:
    """Resident memory of this process in MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() // 2**20


if __name__ == "__main__":
    from ui.touch.main import run

    watch = Stopwatch()
    run(next(iter(sys.argv[1:]), None), source="simulated", size=(1280, 720), each_tick=watch)
    print(json.dumps(watch.figures))
    sys.exit(0)
