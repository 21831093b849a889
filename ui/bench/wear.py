"""Plays a game in the app, then leaves it alone, and prints how many bytes went to the disk meanwhile.

Counted is what the system says this program had written to storage (`write_bytes`): whole blocks, each anew after every
fsync, and nothing that was overwritten in memory first. Time is compressed as in `ui.bench.hours`; the system writes
what nobody synced after half a minute, so that is done here by the clock that runs faster.
"""

import json
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from ui.bench.hours import hurry

PLAY_S = 900.0
"""Simulated seconds of play …"""
REST_S = 900.0
"""… and of rest, at the table and on the first page each."""
SYSTEM_WRITES_S = 30.0
"""Linux writes to the disk what has lain in memory for so long."""


class Wear:
    """Called once a frame of the app: plays, rests at the table, rests on the first page, and ends it."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._play: Any = None
        self._until = self._written = self._system_writes = 0.0
        self._phase = 0
        self._entries = 0
        self._bytes: list[float] = []

    def __call__(self, app: Any) -> None:
        from ui.present.desk_touches import Goto

        now = time.monotonic()
        if self._play is None:
            self._begin(app, now)
        if self._phase == 0:
            self._play(app)
        if now >= self._system_writes:
            self._write_all()
            self._system_writes = now + SYSTEM_WRITES_S
        if now < self._until:
            return
        self._bytes.append(written_bytes() - self._written)
        self._written = written_bytes()
        if self._phase == 0:
            self._entries = len(app.desk.session.referee.entries)
        elif self._phase == 1:
            app.desk.send(Goto("home"))
        else:
            app.stop()
        self._phase += 1
        self._until = now + REST_S

    def _begin(self, app: Any, now: float) -> None:
        from ui.demo.player import player

        app.desk.settings.change(language="en")
        self._play = player(app.desk)
        self._written = written_bytes()
        self._until = now + PLAY_S

    def _write_all(self) -> None:
        """What Linux does with what has been written and not synced."""
        for file in self._home.rglob("*"):
            with suppress(OSError):
                handle = os.open(file, os.O_RDONLY)
                try:
                    os.fsync(handle)
                finally:
                    os.close(handle)

    def figures(self) -> dict[str, object]:
        """What was measured."""
        played, at_table, at_home = self._bytes
        return {
            "entries_an_hour": round(self._entries / PLAY_S * 3600),
            "bytes_an_entry": round(played / max(1, self._entries)),
            "mb_an_hour_of_play": round(played / PLAY_S * 3600 / 1e6, 2),
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
    hurry()
    from ui.places import data_home
    from ui.touch.main import run

    each_tick = Wear(data_home())
    run(sys.argv[1], source="simulated", size=(800, 480), each_tick=each_tick)
    print(json.dumps(each_tick.figures()))
    sys.exit(0)
