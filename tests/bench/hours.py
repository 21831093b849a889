"""Plays in the app for simulated hours, and prints the memory after ten minutes and at the end.

Time is compressed: before anything else is imported all clocks of the program are made to run `FASTER` times as fast,
so that nobody waits. Games are played one after the other, each by itself on the simulated table.
"""

import json
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

FASTER = 20
EARLY = (300.0, 900.0)
"""Simulated seconds about ten minutes, from which the first figure is taken."""
LATE = 1800.0
"""Simulated seconds at the end, from which the second is."""


class Hurried:
    """A clock that goes so many times as fast as another one."""

    def __init__(self, clock: Callable[[], float], faster: float) -> None:
        self._clock = clock
        self._since = clock(), clock(), faster

    def __call__(self) -> float:
        began, shown, faster = self._since
        return shown + (self._clock() - began) * faster

    def turn_to(self, faster: float) -> None:
        """From now on it goes so fast."""
        self._since = self._clock(), self(), faster


def hurry(faster: float = FASTER) -> Callable[[float], None]:
    """Makes the clocks go faster; Python's threads wait by clocks of their own, which do not.

    What is given makes them go at another speed from then on.
    """
    names = ("monotonic", "perf_counter")
    clocks = [Hurried(getattr(time, name), faster) for name in names]
    for name, clock in zip(names, clocks, strict=True):
        setattr(time, name, clock)

    def turn_to(faster: float) -> None:
        for clock in clocks:
            clock.turn_to(faster)

    return turn_to


class Hours:
    """Called once a frame of the app: plays, and ends it when the time has passed."""

    def __init__(self, hours: float) -> None:
        self._hours, self._began, self._next = hours, 0.0, 0.0
        self._play: Any = None
        self._samples: list[tuple[float, int]] = []
        self._games = self._entries = self._frames = 0

    def __call__(self, app: Any) -> None:
        from companion.game import Over
        from ui.lab.bench.app import resident_mb
        from ui.present.touches import Goto

        now = time.monotonic()
        self._frames += 1
        if self._play is None:
            app.desk.settings.change(language="en", saver=0)
            self._began = now
            self._begin(app)
        self._play(app)
        opened = app.desk.opened
        if opened is not None and isinstance(opened.session.reply.turn, Over):
            self._entries += len(app.desk.session.referee.entries)
            app.desk.send(Goto("home"))
            self._begin(app)
        if now >= self._next:
            self._samples.append((now - self._began, resident_mb()))
            self._next = now + 10.0
        if now - self._began > self._hours * 3600:
            app.stop()

    def _begin(self, app: Any) -> None:
        from ui.demo.playing import Player

        self._play = Player(app.desk, seed=self._games)
        self._games += 1

    def figures(self) -> dict[str, float | int]:
        end = self._samples[-1][0]
        early = median([mb for at, mb in self._samples if EARLY[0] <= at <= EARLY[1]] or [0])
        late = median(mb for at, mb in self._samples if at > end - LATE)
        return {
            "simulated_hours": round(end / 3600, 2),
            "games": self._games,
            "entries_of_games_ended": self._entries,
            "frames": self._frames,
            "after_ten_minutes_mb": round(early),
            "at_the_end_mb": round(late),
            "more_percent": round(100 * (late / max(early, 1) - 1), 1),
            "most_mb": max(mb for _at, mb in self._samples),
        }


if __name__ == "__main__":
    hurry()
    from ui.touch.main import run

    game, hours = sys.argv[1], float(sys.argv[2])
    each_tick = Hours(hours)
    run(game, source="simulated", size=(1280, 720), each_tick=each_tick)
    print(json.dumps(each_tick.figures()))
    sys.exit(0)
