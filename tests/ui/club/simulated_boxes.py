"""Boxes of a club that nobody plays at: real games, played by lot beforehand, are told again and again.

Each is a publisher of its own with an outbox on the disk, or many share a few connections and keep nothing on a disk.
"""

import random
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec
import paho.mqtt.client as mqtt

from companion.games import all_games
from companion.journal import header, read_record
from tests.ui.web.played import begun, ended_game, go_on, on_table
from ui.club.broker.connection import end, new_client
from ui.club.broker.messages import Ack, Health, Result, encoded, read, topic
from ui.club.broker.publisher import EndedGame, Outbox, Publisher, key_of, result_of, state_json
from ui.journal.store import open_store
from ui.line.shapes import Json
from ui.owned.settings import ClubSettings

EVENTS = 60
"""A game has so many."""
SHARED = 8


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
        self.states: list[list[Json]] = []
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

    def event(self) -> tuple[Json, EndedGame | None]:
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
        view = shown["play"]["view"] | {"headline": token}
        return shown | {"play": shown["play"] | {"view": view}}, ended


class OwnConnections:
    """Every box is a real publisher with its own outbox."""

    def __init__(self, boxes: list[SimulatedBox], port: int, folder: Path) -> None:
        self._outboxes = {one.box: Outbox(folder / f"{one.box}.db") for one in boxes}
        self._publishers = {
            one.box: Publisher(_settings(port, one.box), self._outboxes[one.box], "0") for one in boxes
        }
        for publisher in self._publishers.values():
            publisher.start()

    def tell(self, box: str, shown: Json, ended: EndedGame | None) -> None:
        self._publishers[box].show(shown)
        if ended is not None:
            self._publishers[box].ended(key_of(ended.played), ended)

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

    def tell(self, box: str, shown: Json, ended: EndedGame | None) -> None:
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
            end(client)


def _settings(port: int, box: str) -> ClubSettings:
    return ClubSettings(on=True, host="127.0.0.1", port=port, box=box, table=_name(box))


def _name(box: str) -> str:
    return f"Table {int(box[4:])}" if box[4:].isdecimal() else box
