"""A club of simulated boxes on one Mosquitto and one club's computer: what is lost, doubled, and how late it is seen.

    python -m tests.ui.club.many_boxes --boxes 200 --seconds 120 [--gap 10] [--trouble] [--light] [--postgres]

The games are real ones, played by lot beforehand and told again and again: an event of each box a second, ten times as
fast as people play. The club is `companion club` in a process of its own, the pages are read by WebSocket as browsers
do. `--trouble`: the broker is killed and back, and the club's computer too. `--light`: boxes share a few connections
and keep nothing on a disk, so that thousands fit one machine; their results wait and are told again as real ones are.
"""

import argparse
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from threading import Event, Thread
from typing import Any

from websockets.sync.client import connect

from tests.ui.club.mosquitto import Mosquitto, free_port
from tests.ui.club.postgres import Postgres
from tests.ui.club.simulated_boxes import (
    SHARED,
    OwnConnections,
    Script,
    SharedConnections,
    SimulatedBox,
    Told,
)
from ui.club.database import ClubDatabase, sqlite_url

GAP_S = 1.0
"""From one event of a box to the next: people take ten seconds."""
MOST_PAGES = 12


class Club:
    """`companion club` in a process of its own."""

    def __init__(self, port: int, database: str, folder: Path) -> None:
        self.web = free_port()
        self._arguments = [
            "club",
            "--broker",
            f"127.0.0.1:{port}",
            "--database",
            database,
            "--port",
            str(self.web),
        ]
        self._log = (folder / "club.log").open("ab")
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "ui.cli", *self._arguments], stdout=self._log, stderr=self._log
        )
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.web), 1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("the club does not start")

    def stop(self, *, kill: bool = False) -> None:
        """Ends it; `kill`: at once, as a power cut does, to be started again."""
        self._again = kill
        self._process.send_signal(signal.SIGKILL if kill else signal.SIGTERM)
        self._process.wait(30)
        if not self._again:
            self._log.close()

    @property
    def rss_mb(self) -> float:
        text = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(text.partition("VmRSS:")[2].split()[0]) / 1024

    @property
    def cpu_s(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def watch(web: int, page: int, told: Told, stopping: Event) -> None:
    """Reads one page as a browser does: when a state that a box told is seen."""
    address = f"ws://127.0.0.1:{web}/live?tables={page}"
    while not stopping.is_set():
        try:
            with connect(address, origin=f"http://127.0.0.1:{web}", max_size=None, open_timeout=20) as pages:  # type: ignore[arg-type]
                while not stopping.is_set():
                    try:
                        message = json.loads(pages.recv(timeout=0.5))
                    except TimeoutError:
                        continue
                    if message.get("again"):
                        break
                    now = time.monotonic()
                    for table in message.get("tables", ()):
                        at = told.at.get(table["headline"])
                        if at is not None:
                            told.late.append((at, now - at))
        except OSError:
            pass
        except Exception as fault:
            if "close" not in type(fault).__name__.lower():
                sys.stderr.write(f"{type(fault).__name__}: {fault}\n")
        time.sleep(0.3)


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def measured(
    boxes: int,
    seconds: float,
    database: str = "",
    *,
    gap: float = GAP_S,
    trouble: bool = False,
    light: bool = False,
) -> dict[str, Any]:
    """Figures of one club."""
    folder = Path(tempfile.mkdtemp(prefix="zo-club-"))
    broker = Mosquitto(folder / "broker")
    database = database or sqlite_url(folder / "club.db")
    club = Club(broker.port, database, folder)
    told, stopping, script = Told(), Event(), Script(folder)
    rng = random.Random(1)
    simulated = [SimulatedBox(f"box-{n:05}", script, told, rng) for n in range(boxes)]
    link = (
        SharedConnections(simulated, broker.port) if light else OwnConnections(simulated, broker.port, folder)
    )
    for one in simulated:
        link.tell(one.box, *one.event())
    time.sleep(5 + boxes / 400)
    pages = min(MOST_PAGES, -(-boxes // 60))
    watchers = [
        Thread(target=watch, args=(club.web, page + 1, told, stopping), daemon=True) for page in range(pages)
    ]
    for watcher in watchers:
        watcher.start()
    time.sleep(2)
    told.late.clear()
    cpu, mine, begin = club.cpu_s, time.process_time(), time.monotonic()
    memory, events = [], 0
    due = [(begin + rng.random() * gap, n) for n in range(boxes)]
    due.sort()
    plan = [(0.35, "broker off"), (0.45, "broker on"), (0.6, "club off"), (0.7, "club on")] if trouble else []
    behind = 0.0
    while (now := time.monotonic()) < begin + seconds:
        passed = (now - begin) / seconds
        if plan and passed > plan[0][0]:
            _do(plan.pop(0)[1], broker, club)
        if len(memory) <= passed * 20:
            memory.append(round(club.rss_mb if club._process.poll() is None else 0.0, 1))
            link.waiting()
        at, n = due.pop(0)
        if at > now:
            time.sleep(at - now)
        behind = max(behind, time.monotonic() - at)
        link.tell(simulated[n].box, *simulated[n].event())
        events += 1
        due.append((at + gap, n))
    spent, mine = club.cpu_s - cpu, time.process_time() - mine
    took = time.monotonic() - begin
    until = time.monotonic() + 90
    while link.waiting() and time.monotonic() < until:
        time.sleep(0.5)
    waiting = link.waiting()
    time.sleep(1.5)
    stopping.set()
    late = [after for _at, after in told.late]
    link.stop()
    club.stop()
    kept = ClubDatabase(database)
    rows = Counter((one.box, one.told.key) for one in kept.results())
    last = {one.box: one.state.play.view.headline for one in kept.boxes()}
    kept.close()
    figures = {
        "boxes": boxes,
        "connections": SHARED if light else boxes,
        "seconds": round(took),
        "events a second, asked for": round(boxes / gap),
        "events a second": round(events / took),
        "the simulation ran behind, s at most": round(behind, 2),
        "results told": len(told.results),
        "lost": len(told.results - set(rows)),
        "doubled": sum(count - 1 for count in rows.values()),
        "not acknowledged": waiting,
        "tables whose last state is wrong": sum(last.get(box) != token for box, token in told.last.items()),
        "states seen on pages": len(late),
        "event to page, ms: median": round(1000 * statistics.median(late)) if late else None,
        "event to page, ms: p95": round(1000 * percentile(late, 0.95)) if late else None,
        "event to page, ms: most": round(1000 * max(late)) if late else None,
        "club, CPU share of one core": round(spent / took, 2),
        "simulation, CPU share of one core": round(mine / took, 2),
        "club, MiB over time": memory[:: max(1, len(memory) // 6)],
        "broker, MiB": round(broker.rss_kb / 1024, 1),
        "load of the machine": round(os.getloadavg()[0], 1),
    }
    broker.kill()
    return figures


def _do(what: str, broker: Mosquitto, club: Club) -> None:
    match what:
        case "broker off":
            broker.kill()
        case "broker on":
            broker.start()
        case "club off":
            club.stop(kill=True)
        case "club on":
            club.start()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boxes", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--database", default="")
    parser.add_argument("--gap", type=float, default=GAP_S, help="seconds between two events of a box")
    parser.add_argument("--trouble", action="store_true")
    parser.add_argument("--postgres", action="store_true", help="a PostgreSQL of its own keeps the results")
    parser.add_argument("--light", action="store_true")
    given = parser.parse_args()
    server = Postgres() if given.postgres else None
    database = given.database if server is None else server.url
    try:
        found = measured(
            given.boxes, given.seconds, database, gap=given.gap, trouble=given.trouble, light=given.light
        )
    finally:
        if server is not None:
            server.close()
    for name, value in found.items():
        sys.stdout.write(f"{name}: {value}\n")


if __name__ == "__main__":
    main()
