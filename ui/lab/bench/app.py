"""Starts the app, lets a game play itself for a while, and prints the time to its first screen and its memory."""

import json
import os
import resource
import sys
import time
from collections.abc import Generator
from pathlib import Path
from statistics import median
from typing import Any

PLAY_SECONDS = 20.0
SAMPLE_SECONDS = 0.5


def measured(figures: dict[str, float | int]) -> Generator[None, Any, None]:
    """Receives the app once a frame, and stops it when all figures are taken."""
    started, frames = float(os.environ.get("ZO_STARTED", time.time())), 3
    yield
    yield  # the first frame has been drawn
    figures["first_screen_s"] = round(time.time() - started, 2)
    figures["first_screen_mb"] = resident_mb()
    app = yield
    from ui.demo.playing import Player

    app.desk.settings.change(language="en")
    play, samples = Player(app.desk), list[int]()
    now = next_sample = time.monotonic()
    until = now + PLAY_SECONDS
    while now <= until:
        play(app)
        now = time.monotonic()
        if now >= next_sample:
            samples.append(resident_mb())
            next_sample = now + SAMPLE_SECONDS
        yield
        frames += 1
    opened, played = app.desk.opened, samples[len(samples) // 2 :]
    figures["entries_played"] = len(opened.session.referee.entries) if opened is not None else 0
    figures["playing_mb"] = round(median(played))
    figures["playing_most_mb"] = max(played)
    figures["most_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    figures["frames_per_second"] = round(frames / (time.time() - started), 1)
    app.stop()
    while True:
        yield


def resident_mb() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() // 2**20


if __name__ == "__main__":
    from ui.touch.main import run

    found: dict[str, float | int] = {}
    frame = measured(found)
    next(frame)
    run(next(iter(sys.argv[1:]), None), source="simulated", size=(1280, 720), each_tick=frame.send)
    print(json.dumps(found))
    sys.exit(0)
