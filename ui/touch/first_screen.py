"""Draws the app's first screen and ends: `companion check --quick` runs this in a process and a folder of its own."""

import sys
from typing import Any

from ui.checks.machine import NO_WINDOW

SIZE = (800, 480)


def main() -> int:
    """Opens the app until its first screen was drawn: the exit code."""
    from ui.places import data_home
    from ui.touch.main import configure, run

    configure(data_home(), SIZE)
    from kivy.core.window import Window

    if Window is None:
        return NO_WINDOW
    frames = 0

    def each_tick(app: Any) -> None:
        nonlocal frames
        frames += 1
        if frames == 2:  # the first one has been drawn
            app.stop()

    return run(source="simulated", size=SIZE, fullscreen=False, each_tick=each_tick)


if __name__ == "__main__":
    sys.exit(main())
