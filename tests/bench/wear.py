"""Plays a game in the app, then leaves it alone, and prints how many bytes went to the disk meanwhile.

An hour of play is one of `ENTRIES_AN_HOUR`. Where the machine is too slow for that in hurried time, the same entries
take longer, and what is written by the clock counts more often: the figure is never too small, and `played_s` says so.

Counted is what the system says this program had written to storage (`write_bytes`): whole blocks, each anew after every
fsync, and nothing that was overwritten in memory first. Time is compressed as in `hours.py`; the system writes what
nobody synced after half a minute, so that is done here by the clock that runs faster.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.bench.hours import FASTER, hurry

ENTRIES_AN_HOUR = 120
"""One every half minute: a game of Zoon has about 120, and takes half an hour to an hour."""
ENTRIES = 30
"""So many are played: a quarter of an hour, with the beginning of a game in it."""
PLAY_FASTER = 4
"""While it is played the clocks go so many times as fast: the eye reads as it would, only its pictures are fewer."""
LONGEST_PLAY_S = 2 * 3600.0 * ENTRIES / ENTRIES_AN_HOUR
"""Simulated seconds after which play is given up."""
SETTLE_S = 60.0
"""So long after the last entry what was played is still being written."""
REST_S = 600.0
"""Simulated seconds of rest, at the table and on the first page each."""
SYSTEM_WRITES_S = 30.0
"""Linux writes to the disk what has lain in memory for so long."""


class Wear:
    """Called once a frame of the app: plays, rests at the table, rests on the first page, and ends it."""

    def __init__(self, home: Path, turn_clocks_to: Callable[[float], None]) -> None:
        self._home, self._turn_clocks_to = home, turn_clocks_to
        self._play: Any = None
        self._steps: Iterator[float] = iter(())
        self._began = self._until = self._written = self._system_writes = self._played_s = 0.0
        self._games = self._entries = self._before = 0
        self._bytes: list[float] = []

    def __call__(self, app: Any) -> None:
        now = time.monotonic()
        if self._began == 0.0:
            app.desk.settings.change(language="en")
            self._began, self._written = now, written_bytes()
            self._steps = self._parts(app)
        if now >= self._system_writes:
            # What Linux does with what has been written and not synced.
            for file in self._home.rglob("*"):
                with suppress(OSError):
                    handle = os.open(file, os.O_RDONLY)
                    try:
                        os.fsync(handle)
                    finally:
                        os.close(handle)
            self._system_writes = now + SYSTEM_WRITES_S
        if now >= self._until:
            self._until = now + next(self._steps)

    def _parts(self, app: Any) -> Iterator[float]:
        """Does one thing after the other, and gives how many simulated seconds to wait before the next."""
        from ui.present.touches import Goto

        while self._entries < ENTRIES and time.monotonic() - self._began < LONGEST_PLAY_S:
            self._go_on(app)
            yield 0.0
        self._played_s = time.monotonic() - self._began
        self._turn_clocks_to(FASTER)
        yield SETTLE_S
        self._note()
        yield REST_S
        self._note()
        app.desk.send(Goto("home"))
        yield SETTLE_S
        self._note()
        self._bytes[0] += self._bytes.pop()
        yield REST_S
        self._note()
        app.stop()
        yield REST_S

    def _go_on(self, app: Any) -> None:
        """Plays no faster than people; after a game the next one."""
        from companion.game import Over
        from ui.demo.playing import Player
        from ui.present.touches import Goto

        opened = app.desk.opened
        if opened is not None:
            self._entries = self._before + len(opened.session.referee.entries)
            if isinstance(opened.session.reply.turn, Over):
                app.desk.send(Goto("home"))
                self._play = None
        if self._play is None:
            self._before = self._entries
            self._play = Player(app.desk, seed=self._games)
            self._games += 1
        if self._entries <= (time.monotonic() - self._began) * ENTRIES_AN_HOUR / 3600:
            self._play(app)

    def _note(self) -> None:
        """What has been written since the last time."""
        self._bytes.append(written_bytes() - self._written)
        self._written = written_bytes()

    def figures(self) -> dict[str, object]:
        played, at_table, at_home = self._bytes
        an_entry = played / max(1, self._entries)
        return {
            "entries": self._entries,
            "played_s": round(self._played_s),
            "bytes_an_entry": round(an_entry),
            "mb_an_hour_of_play": round(an_entry * ENTRIES_AN_HOUR / 1e6, 2),
            "bytes_an_hour_at_the_table": round(at_table / REST_S * 3600),
            "bytes_an_hour_on_the_first_page": round(at_home / REST_S * 3600),
            "files": {
                str(file.relative_to(self._home)): file.stat().st_size
                for file in sorted(self._home.rglob("*"))
                if file.is_file() and file.stat().st_size
            },
        }


def written_bytes() -> int:
    """What this process had written to storage so far."""
    lines = Path("/proc/self/io").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes:"))


if __name__ == "__main__":
    turn_clocks_to = hurry(PLAY_FASTER)
    from ui.places import data_home
    from ui.touch.main import run

    each_tick = Wear(data_home(), turn_clocks_to)
    run(sys.argv[1], source="simulated", size=(800, 480), each_tick=each_tick)
    print(json.dumps(each_tick.figures()))
    sys.exit(0)
