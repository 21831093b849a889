"""A box at a real Mosquitto: what it tells, keeps, tells again, and lets go of."""

import json
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import pytest
from jinja2 import Environment

from tests.ui.club.mosquitto import Mosquitto, needs_mosquitto
from tests.ui.web.played import begun, ended_game, go_on, key_of, on_table
from tests.ui.web.relay import Relay
from tests.ui.web.told import counted
from tests.ui.web.waiting import PATIENCE_S, until
from ui.club.broker.connection import end, new_client
from ui.club.broker.messages import (
    CLUB_TOPIC,
    Ack,
    ClubHere,
    Health,
    Result,
    TableState,
    encoded,
    read,
    topic,
)
from ui.club.broker.publisher import EndedGame, Outbox, Publisher
from ui.club.database import ClubDatabase, Tables, sqlite_url
from ui.club.listening import ClubEar
from ui.journal.store import open_store
from ui.owned.settings import ClubSettings

pytestmark = needs_mosquitto
BOX = "box-0001"


class Listener:
    """Somebody who hears everything from the making on, and may say something as the club."""

    def __init__(self, port: int, **more: Any) -> None:
        self.heard: list[tuple[str, bytes, bool]] = []
        self._client = new_client(settings(port, **more), "listener")
        self._client.on_message = lambda _c, _d, m: self.heard.append((m.topic, bytes(m.payload), m.retain))
        self._client.on_connect = lambda client, *_more: client.subscribe("#", qos=1)
        hears = Event()
        self._client.on_subscribe = lambda *_more: hears.set()
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        assert hears.wait(PATIENCE_S), "what is told before would not be heard"

    def last(self, name: str) -> bytes | None:
        return next((payload for told, payload, _ in reversed(self.heard) if told == name), None)

    def count(self, name: str) -> int:
        return sum(told == name for told, _payload, _ in self.heard)

    def say(self, name: str, payload: bytes, *, retain: bool = False) -> None:
        self._client.publish(name, payload, qos=1, retain=retain)

    def close(self) -> None:
        end(self._client)


def settings(port: int, **more: Any) -> ClubSettings:
    return msgspec.structs.replace(
        ClubSettings(on=True, host="127.0.0.1", port=port, box=BOX, table="Table 1"), **more
    )


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> EndedGame:
    return ended_game(open_store(tmp_path_factory.mktemp("journal") / "games"))


@pytest.fixture
def joined(broker: Mosquitto, tmp_path: Path) -> Iterator[Callable[..., tuple[Publisher, Outbox, Listener]]]:
    """A box, its outbox, and somebody who hears it."""
    made: list[Any] = []

    def join(**more: Any) -> tuple[Publisher, Outbox, Listener]:
        listener = Listener(broker.port)
        outbox = Outbox(tmp_path / "outbox.db")
        publisher = Publisher(settings(broker.port, **more), outbox, "0.1.0")
        publisher.start()
        made.extend((publisher.stop, listener.close))
        return publisher, outbox, listener

    yield join
    for leave in made:
        leave()


def state_of(listener: Listener) -> TableState:
    payload = listener.last(topic(BOX, "state"))
    assert payload is not None
    return read(payload, TableState)


def test_the_newest_state_is_told_and_stays_with_the_broker(joined: Any, broker: Mosquitto) -> None:
    publisher, _outbox, listener = joined()
    referee, shown = begun(), []
    for _ in range(30):
        go_on(referee, 1, most=1)
        shown.append(on_table(referee))
    for each in shown:  # faster than anything is told
        publisher.show(each)
    until(lambda: listener.last(topic(BOX, "state")) and state_of(listener).play is not None)
    until(lambda: state_of(listener).play.entries == 30)  # type: ignore[union-attr]
    assert listener.count(topic(BOX, "state")) < 15
    late = Listener(broker.port)
    until(lambda: late.last(topic(BOX, "state")))
    assert state_of(late).play.entries == 30  # type: ignore[union-attr]
    assert all(retained for name, _payload, retained in late.heard if name.startswith("zo/"))
    late.close()


def test_two_states_in_quick_succession_are_both_over_in_no_time(joined: Any) -> None:
    publisher, _outbox, listener = joined()
    until(lambda: publisher.connected and listener.last(topic(BOX, "state")))
    referee = begun()
    for entries in (1, 2):
        go_on(referee, 1, most=1)
        publisher.show(on_table(referee))
        begin = time.monotonic()
        until(lambda entries=entries: getattr(state_of(listener).play, "entries", 0) == entries)
        assert time.monotonic() - begin < 9, "not only when the next thing is due"


def test_a_result_is_told_until_the_club_has_it(joined: Any, ended: EndedGame) -> None:
    publisher, outbox, listener = joined()
    publisher.ended(key_of(ended.played), ended)
    until(lambda: listener.last(topic(BOX, "result")))
    assert publisher.waiting == 1 and outbox.waiting()
    first = read(listener.last(topic(BOX, "result")), Result)
    assert (first.players, first.entries, first.winners) == (
        ("Ann", "Bea"),
        ended.played.entries,
        first.winners,
    )
    listener.say(CLUB_TOPIC, encoded(ClubHere(v=1, online=True, run="a")), retain=True)
    until(lambda: listener.count(topic(BOX, "result")) >= 2)
    listener.say(topic(BOX, "ack"), encoded(Ack(v=1, key=first.key, revision=1, has=first.digest)))
    until(lambda: publisher.waiting == 0 and publisher.club)
    told = listener.count(topic(BOX, "result"))
    listener.say(CLUB_TOPIC, encoded(ClubHere(v=1, online=True, run="b")), retain=True)
    time.sleep(0.5)
    assert listener.count(topic(BOX, "result")) == told and outbox.waiting() == []


def test_what_happens_while_the_broker_is_away_is_told_when_it_is_back(
    joined: Any, broker: Mosquitto, ended: EndedGame
) -> None:
    publisher, outbox, listener = joined()
    until(lambda: publisher.connected)
    broker.kill()
    until(lambda: not publisher.connected)
    publisher.ended(key_of(ended.played), ended)
    referee = begun()
    go_on(referee, 2, most=9)
    publisher.show(on_table(referee))
    until(lambda: publisher.waiting == 1)
    assert publisher.trouble and outbox.waiting()
    broker.start()
    # Whoever is back later than the box has missed a result that is told once; the club says that it listens.
    until(lambda: listener.last(topic(BOX, "state")) and state_of(listener).play is not None)
    listener.say(CLUB_TOPIC, encoded(ClubHere(v=1, online=True, run="a")), retain=True)
    until(lambda: listener.last(topic(BOX, "result")))
    until(lambda: state_of(listener).play.entries == 9)  # type: ignore[union-attr]


def test_a_network_that_is_cut_again_and_again_loses_and_doubles_nothing(
    broker: Mosquitto, tmp_path: Path, ended: EndedGame
) -> None:
    database = ClubDatabase(sqlite_url(tmp_path / "club.db"))
    ways = [Relay(broker.port), Relay(broker.port)]
    ports = [int(way.url.rpartition(":")[2]) for way in ways]
    ear = ClubEar(settings(ports[0]), database, Tables(database.now))
    publisher = Publisher(settings(ports[1]), Outbox(tmp_path / "outbox.db"), "0.1.0")
    ear.start()
    publisher.start()
    for n in range(12):
        played = replace(ended.played, id=n)
        publisher.ended(key_of(played), replace(ended, played=played))
        if n % 3 == 0:
            ways[n % 2].cut()
        time.sleep(0.15)
        for way in ways:
            way.mend()
    until(lambda: counted(database) == (12, 12))
    until(lambda: publisher.connected and not publisher.waiting)
    assert counted(database) == (12, 12)
    publisher.stop()
    ear.stop()
    database.close()
    for way in ways:
        way.close()


def test_a_program_that_ends_at_once_tells_the_rest_the_next_time(
    broker: Mosquitto, tmp_path: Path, ended: EndedGame
) -> None:
    outbox = Outbox(tmp_path / "outbox.db")
    publisher = Publisher(settings(1), outbox, "0.1.0")  # nothing listens there
    publisher.start()
    publisher.ended(key_of(ended.played), ended)
    until(outbox.waiting)
    publisher.stop()
    outbox.close()
    listener = Listener(broker.port)
    again = Publisher(settings(broker.port), Outbox(tmp_path / "outbox.db"), "0.1.0")
    again.start()
    until(lambda: listener.last(topic(BOX, "result")))
    assert read(listener.last(topic(BOX, "result")) or b"", Result).key == key_of(ended.played)
    again.stop()
    listener.close()


def test_the_broker_says_that_a_box_is_lost_and_the_box_that_it_goes(joined: Any) -> None:
    publisher, _outbox, listener = joined()
    health = topic(BOX, "health")
    until(lambda: listener.last(health) and read(listener.last(health), Health).online)
    publisher.client._sock_close()  # as a cable that is pulled: nothing is said
    until(
        lambda: any(
            name == health and not read(payload, Health).online for name, payload, _ in listener.heard
        )
    )
    until(lambda: read(listener.last(health), Health).online)
    publisher.stop()
    until(lambda: not read(listener.last(health), Health).online)


def test_a_box_that_leaves_the_club_leaves_nothing_with_the_broker(joined: Any, broker: Mosquitto) -> None:
    publisher, _outbox, listener = joined(home_assistant=True)
    until(lambda: listener.count(topic(BOX, "health")) and listener.count(topic(BOX, "state")))
    publisher.stop(forget=True)
    until(lambda: listener.last(topic(BOX, "state")) == listener.last(topic(BOX, "health")) == b"")
    late = Listener(broker.port)
    time.sleep(0.5)
    assert late.heard == []
    late.close()


def test_home_assistant_learns_whose_turn_it_is(joined: Any) -> None:
    publisher, _outbox, listener = joined(home_assistant=True)
    referee = begun()
    go_on(referee, 3, most=1)
    publisher.show(on_table(referee))
    until(lambda: listener.last(topic(BOX, "state")) and state_of(listener).play is not None)
    until(lambda: listener.last(topic(BOX, "health")))
    configs = {
        name: json.loads(payload) for name, payload, _ in listener.heard if name.startswith("homeassistant/")
    }
    assert sorted(configs) == [
        f"homeassistant/binary_sensor/{BOX}/playing/config",
        f"homeassistant/sensor/{BOX}/turn/config",
    ]
    said = json.loads(listener.last(topic(BOX, "state")) or b"")
    sensor = configs[f"homeassistant/sensor/{BOX}/turn/config"]
    assert sensor["state_topic"] == topic(BOX, "state") and sensor["unique_id"] == f"{BOX}-turn"

    def template(text: str, value: object) -> str:
        return str(Environment().from_string(text).render(value_json=value))

    assert template(sensor["value_template"], said) == ", ".join(said["on_turn"]) != ""
    attributes = json.loads(template(sensor["json_attributes_template"], said))
    assert attributes["players"] == ["Ann", "Bea"]
    assert template(sensor["json_attributes_template"], {"play": None}) == "{}"
    playing = configs[f"homeassistant/binary_sensor/{BOX}/playing/config"]
    assert template(playing["value_template"], said) == "ON"
    assert template(playing["value_template"], {"play": None}) == "OFF"
    health = json.loads(listener.last(topic(BOX, "health")) or b"")
    assert template(sensor["availability_template"], health) == "online"


def test_messages_that_are_not_as_they_should_be_change_nothing(
    joined: Any, ended: EndedGame, caplog: pytest.LogCaptureFixture
) -> None:
    publisher, outbox, listener = joined()
    publisher.ended(key_of(ended.played), ended)
    until(lambda: listener.last(topic(BOX, "result")))
    with caplog.at_level(logging.WARNING):
        for payload in (b"", b"{", b"[]", b'{"v":1}', b'{"v":2,"key":"0"}', b"x" * 100_000, b"\xff\xfe"):
            listener.say(topic(BOX, "ack"), payload)
        until(lambda: len(caplog.records) >= 7)
        for _ in range(100):
            listener.say(CLUB_TOPIC, b"{")
        time.sleep(0.5)
    assert publisher.connected and outbox.waiting() and len(caplog.records) <= 20


def test_no_password_is_ever_logged(
    broker_with: Callable[..., Mosquitto], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broker = broker_with(users={"box": "s3cret-word"})
    with caplog.at_level(logging.DEBUG):
        for password in ("s3cret-word", "s3cret-wrong"):
            kept = settings(broker.port, user="box", password=password)
            publisher = Publisher(kept, Outbox(tmp_path / f"{password}.db"), "0.1.0")
            publisher.start()
            until(lambda p=publisher: p.connected or p.trouble)
            assert publisher.connected == (password == "s3cret-word")
            publisher.stop()
            logging.getLogger("any").info("%r %s", kept, kept)
    assert "s3cret" not in caplog.text


def test_what_the_club_cannot_read_keeps_nothing_else_back(
    joined: Any, ended: EndedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ui.club.broker import publisher as module

    monkeypatch.setattr(module, "AT_ONCE", 2)
    monkeypatch.setattr(module, "AGAIN_S", 0.6)
    publisher, outbox, listener = joined()
    for n in range(6):
        played = replace(ended.played, id=n)
        publisher.ended(key_of(played), replace(ended, played=played))
    until(lambda: len(outbox.waiting()) == 6)

    def told() -> set[str]:
        return {read(payload, Result).key for name, payload, _ in listener.heard if name.endswith("/result")}

    until(lambda: len(told()) == 6)
    assert len(outbox.waiting()) == 6
