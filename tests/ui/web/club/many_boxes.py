"""A club of simulated boxes on one Mosquitto and one club's computer: what is lost, doubled, and how late it is seen.

    python -m tests.ui.web.club.many_boxes --boxes 200 --seconds 120 [--gap 10] [--trouble] [--light] [--postgres]

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
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

import msgspec
import paho.mqtt.client as mqtt
from websockets.sync.client import connect

from companion.games import all_games
from companion.journal import header, read_record
from tests.ui.web.mosquitto import Mosquitto, free_port
from tests.ui.web.played import begun, ended_game, go_on, on_table
from tests.ui.web.postgres import Postgres
from ui.journal.store import open_store
from ui.owned.club import ClubSettings
from ui.web.broker.connection import new_client
from ui.web.broker.messages import Ack, Health, Result, encoded, read, topic
from ui.web.broker.outbox import Outbox
from ui.web.broker.publisher import Publisher
from ui.web.broker.telling import EndedGame, GameOnTable, key_of, result_of, state_json
from ui.web.club.database import ClubDatabase, sqlite_url

GAP_S = 1.0
"""From one event of a box to the next: people take ten seconds."""
EVENTS = 60
"""A game has so many."""
SHARED = 8
MOST_PAGES = 12


@dataclass
class Told:
    """What the boxes told, and when."""

    at: dict[str, float] = field(default_factory=dict)
    seen: list[float] = field(default_factory=list)
    late: list[tuple[float, float]] = field(default_factory=list)
    last: dict[str, str] = field(default_factory=dict)
    results: set[tuple[str, str]] = field(default_factory=set)
    lock: Lock = field(default_factory=Lock)


class Script:
    """Games that were played beforehand: their states as all may know them, and records that ended."""

    def __init__(self, folder: Path, games: int = 4) -> None:
        self.states: list[list[GameOnTable]] = []
        self.records: list[EndedGame] = []
        store = open_store(folder / "script.db")
        for seed in range(games):
            self.records.append(ended_game(store, seed))
            referee, states = begun(), []
            for _ in range(EVENTS):
                go_on(referee, seed * 1000 + len(states), most=1)
                states.append(on_table(referee))
            self.states.append(states)
        store.close()

    def ended(self, box: str, number: int) -> EndedGame:
        """A record as one of this box and no other."""
        told = self.records[number % len(self.records)]
        record = read_record(told.lines, all_games())
        players = (f"{box} A", f"{box} B")
        setup = msgspec.structs.replace(record.setup, players=players)
        lines = (header(record.game, setup), *told.lines[1:])
        played = replace(told.played, players=players, started=f"{number}", finished=f"{number}")
        return EndedGame(played, lines, told.times)


class SimulatedBox:
    """One box: an event now and then, at its end a result."""

    def __init__(self, box: str, script: Script, told: Told, rng: random.Random) -> None:
        self.box, self._script, self._told = box, script, told
        self._at, self._number = rng.randrange(EVENTS), 0
        self._game = rng.randrange(len(script.states))
        self._events = 0

    def event(self) -> tuple[GameOnTable, EndedGame | None]:
        """The next thing that happens."""
        ended = None
        self._at += 1
        if self._at >= EVENTS:
            self._number += 1
            ended = self._script.ended(self.box, self._number)
            self._told.results.add((self.box, key_of(ended.played)))
            self._at = 0
        self._events += 1
        token = f"{self.box} {self._events}"
        shown = self._script.states[self._game][self._at]
        with self._told.lock:
            self._told.at[token] = time.monotonic()
            self._told.last[self.box] = token
        return replace(shown, view=replace(shown.view, headline=token)), ended


class OwnConnections:
    """Every box is a real publisher with its own outbox."""

    def __init__(self, boxes: list[SimulatedBox], port: int, folder: Path) -> None:
        self._outboxes = {one.box: Outbox(folder / f"{one.box}.db") for one in boxes}
        self._publishers = {
            one.box: Publisher(_settings(port, one.box), self._outboxes[one.box], "0") for one in boxes
        }
        for publisher in self._publishers.values():
            publisher.start()

    def tell(self, box: str, shown: GameOnTable, ended: EndedGame | None) -> None:
        self._publishers[box].show(shown)
        if ended is not None:
            self._publishers[box].ended(ended)

    def waiting(self) -> int:
        return sum(len(outbox.waiting()) for outbox in self._outboxes.values())

    def stop(self) -> None:
        for publisher in self._publishers.values():
            publisher.stop()
        for outbox in self._outboxes.values():
            outbox.close()


class SharedConnections:
    """Many boxes by a few connections; results are kept in memory until they are acknowledged."""

    def __init__(self, boxes: list[SimulatedBox], port: int) -> None:
        self._waiting: dict[tuple[str, str], tuple[bytes, float]] = {}
        self._lock = Lock()
        self._n = 0
        self._known: dict[int, Result] = {}
        self._clients = [self._client(port, n) for n in range(SHARED)]
        for one in boxes:
            health = Health(v=1, online=True, run="0" * 16, table=_name(one.box))
            self._of(one.box).publish(topic(one.box, "health"), encoded(health), qos=1, retain=True)

    def _client(self, port: int, n: int) -> mqtt.Client:
        client = new_client(_settings(port, f"shared-{n}"), f"shared-{n}")
        client.max_queued_messages_set(0)
        client.max_inflight_messages_set(2000)
        if n == 0:
            client.on_message = self._acknowledged
            client.on_connect = lambda one, *_more: one.subscribe("zo/1/+/ack", qos=1)
        client.connect("127.0.0.1", port)
        client.loop_start()
        return client

    def _of(self, box: str) -> mqtt.Client:
        return self._clients[int(box[4:]) % SHARED]

    def _acknowledged(self, _client: Any, _data: object, packet: Any) -> None:
        ack = read(packet.payload, Ack)
        with self._lock:
            self._waiting.pop((packet.topic.split("/")[2], ack.key), None)

    def tell(self, box: str, shown: GameOnTable, ended: EndedGame | None) -> None:
        self._n += 1
        body = state_json(shown, _name(box), "0" * 16, self._n)
        self._of(box).publish(topic(box, "state"), msgspec.json.encode(body), qos=1, retain=True)
        if ended is not None:
            result = msgspec.structs.replace(
                self._result(ended), key=key_of(ended.played), players=ended.played.players
            )
            with self._lock:
                self._waiting[box, result.key] = (encoded(result), time.monotonic())
            self._of(box).publish(topic(box, "result"), encoded(result), qos=1)

    def _result(self, ended: EndedGame) -> Result:
        """Read only once of each record: thousands of boxes are not to be slowed by their own arithmetic."""
        key = len(ended.lines)
        if key not in self._known:
            self._known[key] = result_of(ended, 1)
        return self._known[key]

    def waiting(self) -> int:
        now = time.monotonic()
        with self._lock:
            for (box, key), (body, at) in self._waiting.items():
                if now - at > 30:
                    self._waiting[box, key] = (body, now)
                    self._of(box).publish(topic(box, "result"), body, qos=1)
            return len(self._waiting)

    def stop(self) -> None:
        for client in self._clients:
            client.disconnect()
            client.loop_stop()


def _settings(port: int, box: str) -> ClubSettings:
    return ClubSettings(on=True, host="127.0.0.1", port=port, box=box, table=_name(box))


def _name(box: str) -> str:
    return f"Table {int(box[4:])}" if box[4:].isdecimal() else box


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
        self._process.send_signal(signal.SIGKILL if kill else signal.SIGINT)
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
    last = {one.box: json.loads(one.state)["play"]["view"]["headline"] for one in kept.boxes()}
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
