"""A whole box in a club: a desk with a real game, a real Mosquitto, and the club's own ear and database."""

import gc
import logging
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.game import Over
from companion.games import all_games
from companion.lawful import drawn
from tests.own_touches import own, send
from tests.situations.maker import Maker
from tests.ui.club.broker.test_publisher import Listener
from tests.ui.club.mosquitto import Mosquitto, documented, needs_mosquitto
from tests.ui.web.told import counted
from tests.ui.web.waiting import PATIENCE_S, until
from ui.club.broker.connection import end, new_client
from ui.club.broker.link import BoxInClub
from ui.club.broker.messages import CLUB_TOPIC, Health, read, topic
from ui.club.database import ClubDatabase, Tables, sqlite_url
from ui.club.listening import ClubEar
from ui.owned.settings import ClubKept, ClubSettings
from ui.pages.agreement import Draft, agree
from ui.pages.desk import Desk
from ui.places import club_file, outbox_file
from ui.present.touches import Goto, OpenKept, ReallyDeleteGame, Start, Touch, Typed, do

pytestmark = needs_mosquitto


class Evening:
    """A desk joined to a club, and the club."""

    def __init__(self, folder: Path, broker: Mosquitto, **more: Any) -> None:
        self.broker = broker
        self.database = ClubDatabase(sqlite_url(folder / "club.db"))
        self.tables = Tables(self.database.now)
        at = ClubSettings(host="127.0.0.1", port=broker.port, **more)
        self.ear = ClubEar(at, self.database, self.tables)
        self.ear.start()
        self.maker = Maker(folder, all_games()["zoon_alternate"])
        self.desk: Desk = self.maker.desk()
        self.link = BoxInClub()
        self.desk.club = self.link
        self._chance = Random(5)

    def join(self, **more: Any) -> None:
        for touch in (
            Goto("settings"),
            Goto("club"),
            own("type_for_club", "host"),
            Typed("127.0.0.1"),
            own("type_for_club", "port"),
            Typed(str(self.broker.port)),
            own("type_for_club", "table"),
            Typed("By the window"),
            own("switch_club", "on", True),
            Goto("home"),
        ):
            send(self.desk, touch)
            self.desk.tick()

    def ticked(self, holds: Callable[[], object], seconds: float = PATIENCE_S) -> None:
        def ticks_and_holds() -> object:
            self.desk.tick()
            return holds()

        until(ticks_and_holds, seconds)

    def play(self, most: int = 3000) -> None:
        session = self.desk.session
        for _ in range(most):
            if isinstance(session.reply.turn, Over):
                break
            event = drawn(session.referee.game, session.referee.state, self._chance.randrange)
            assert event is not None
            session.tell(event)
        self.desk.tick()

    def game(self) -> None:
        for touch in (Goto("home"), Goto("seats"), Start()):
            self.desk.send(touch)
        self.play()

    def play_on(self) -> Any:
        table = self.tables.get(self.link.kept.now.box)
        return None if table is None or table.state is None else table.state.play

    @property
    def results(self) -> list[Any]:
        return [one.told for one in self.database.results()]

    def close(self) -> None:
        self.desk.close()
        self.link.close()
        self.ear.stop()
        self.database.close()
        gc.collect()


@pytest.fixture
def evening(tmp_path: Path, broker: Mosquitto) -> Iterator[Evening]:
    found = Evening(tmp_path, broker)
    yield found
    found.close()


def test_nothing_is_loaded_or_told_until_it_is_turned_on(evening: Evening) -> None:
    evening.game()
    evening.ticked(lambda: evening.ear.connected)
    time.sleep(0.3)
    assert not outbox_file().exists() and not club_file().exists()
    assert evening.link._following is None and evening.tables.all() == []
    evening.join()
    evening.ticked(lambda: evening.tables.get(evening.link.kept.now.box))
    assert club_file().stat().st_mode & 0o777 == 0o600
    evening.ticked(lambda: evening.link.said[0] == "Connected: the club has everything.")
    assert evening.results == [], "what ended before is not told"


def test_a_game_from_its_begin_to_its_end_and_back(evening: Evening) -> None:
    evening.join()
    desk = evening.desk
    for touch in (Goto("seats"), Start()):
        desk.send(touch)
    evening.play(most=12)
    evening.ticked(lambda: (play := evening.play_on()) and play.entries == 12)
    seen = evening.play_on()
    assert seen.view.headline == desk.session.reply.view.headline and len(seen.players) == 2
    assert evening.tables.get(evening.link.kept.now.box).name == "By the window"  # type: ignore[union-attr]
    evening.play()
    evening.ticked(lambda: evening.results)
    (told,) = evening.results
    over = desk.session.reply.turn
    assert isinstance(over, Over) and told.winners == over.winners and told.key == seen.key
    desk.session.take_back(agreed=frozenset({0, 1}))
    evening.ticked(lambda: not evening.results)
    evening.play()
    evening.ticked(lambda: evening.results)
    (again,) = evening.results
    assert again.key == told.key and again.revision == 3 and counted(evening.database) == (1, 1)
    desk.send(Goto("home"))
    evening.ticked(lambda: evening.play_on() is None)


def test_the_club_is_told_which_seats_the_box_played(evening: Evening) -> None:
    evening.join()
    evening.maker.then(evening.desk, Goto("seats"), agree(Draft.played_by_box, 1, "beginner"), Start())
    evening.play()
    evening.ticked(lambda: evening.results)
    (told,) = evening.results
    assert told.by_box == (1,) and told.players[1]


def test_a_game_that_is_deleted_is_withdrawn_and_one_put_back_counts_again(evening: Evening) -> None:
    evening.join()
    evening.game()
    evening.ticked(lambda: evening.results)
    desk = evening.desk
    (id,) = [game.id for game in desk.kept.store.games()]
    for touch in (Goto("home"), Goto("past"), OpenKept(id), Goto("deleting"), ReallyDeleteGame(id)):
        desk.send(touch)
    evening.ticked(lambda: not evening.results)
    send(desk, Goto("bin"), do(desk.kept.restore, 1), Goto("home"))
    evening.ticked(lambda: evening.results)
    assert counted(evening.database) == (1, 1)


def test_a_box_that_is_offline_keeps_its_results_and_tells_each_once(evening: Evening) -> None:
    evening.join()
    evening.ticked(lambda: evening.link.said[0].startswith("Connected"))
    evening.broker.kill()
    for _ in range(3):
        evening.game()
        time.sleep(0.01)
    evening.ticked(lambda: "3 results are kept until the club has them." in evening.link.said[0])
    evening.link.close()  # the box is switched off and on again meanwhile
    evening.link = BoxInClub()
    evening.desk.club = evening.link
    evening.desk.tick()
    evening.broker.start()
    evening.ticked(lambda: len(evening.results) == 3)
    evening.ticked(lambda: evening.link.said[0] == "Connected: the club has everything.")
    assert counted(evening.database) == (3, 3)


def test_an_outbox_that_is_lost_loses_and_doubles_nothing(evening: Evening) -> None:
    evening.join()
    evening.game()
    evening.ticked(lambda: evening.results)
    evening.link.close()
    outbox_file().unlink()
    evening.link = BoxInClub()
    evening.desk.club = evening.link
    evening.game()
    evening.ticked(lambda: len(evening.results) == 2)
    evening.ticked(lambda: evening.link.said[0] == "Connected: the club has everything.")
    assert counted(evening.database) == (2, 2)


def test_a_journal_that_is_gone_withdraws_nothing(evening: Evening) -> None:
    evening.join()
    evening.game()
    evening.ticked(lambda: evening.results)
    evening.desk.send(Goto("home"))
    other = evening.maker.desk()
    other.club = evening.link
    other.tick()
    other.send(Goto("settings"))
    other.tick()
    time.sleep(0.5)
    assert len(evening.results) == 1
    other.close()


def test_turned_off_it_tells_nothing_more_and_leaves_the_list(evening: Evening) -> None:
    evening.join()
    box = evening.link.kept.now.box
    evening.ticked(lambda: evening.tables.get(box))
    evening.link.kept.change(on=False)
    evening.link.renew()
    evening.ticked(lambda: evening.tables.get(box) is None)
    evening.game()
    time.sleep(0.3)
    assert evening.results == [] and evening.link.said == ("", True)
    evening.link.kept.change(on=True)
    evening.link.renew()
    evening.ticked(lambda: evening.tables.get(box))
    evening.game()
    evening.ticked(lambda: evening.results)
    assert len(evening.results) == 1 and evening.link.kept.now.box == box


def test_the_desk_never_waits_for_a_broker_that_is_silent(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as silent, caplog.at_level(logging.WARNING):
        evening.link.kept.change(host="127.0.0.1", port=silent.getsockname()[1], on=True)
        evening.link.renew()
        evening.game()
        slowest = 0.0
        for _ in range(50):
            begin = time.monotonic()
            evening.desk.tick()
            slowest = max(slowest, time.monotonic() - begin)
            time.sleep(0.005)
        evening.desk.send(Goto("home"))
        evening.desk.send(Goto("club"))
        send(evening.desk, own("try_club"))
        evening.desk.tick()
        assert evening.desk.model().banner.words == "One moment …"
    assert slowest < 4, "who waits for an answer waits for 5 s"


def announced(port: int) -> set[str]:
    """Of what the broker keeps, the kinds that are this box's own."""
    late = Listener(port)
    time.sleep(0.4)
    late.close()
    return {name.split("/")[0] for name, payload, _ in late.heard if payload and name != CLUB_TOPIC}


def test_home_assistant_forgets_a_box_that_is_announced_no_longer(evening: Evening) -> None:
    evening.join()
    port = evening.broker.port
    set_to = evening.maker.then
    set_to(evening.desk, Goto("settings"), Goto("club"), own("switch_club", "home_assistant", True))
    evening.ticked(lambda: announced(port) == {"zo", "homeassistant"})
    set_to(evening.desk, own("switch_club", "home_assistant", False))
    evening.ticked(lambda: announced(port) == {"zo"})


def test_what_was_announced_is_taken_back_after_a_restart_too(evening: Evening) -> None:
    evening.join()
    port = evening.broker.port
    evening.maker.then(evening.desk, Goto("club"), own("switch_club", "home_assistant", True))
    evening.ticked(lambda: announced(port) == {"zo", "homeassistant"})
    evening.link.close()
    ClubKept().change(home_assistant=False)  # as it was left while the broker was out of reach
    evening.link = BoxInClub()
    evening.desk.club = evening.link
    evening.ticked(lambda: announced(port) == {"zo"})


@pytest.mark.parametrize("leaves", [own("switch_club", "on", False), own("type_for_club", "port")])
def test_a_box_that_leaves_a_broker_leaves_nothing_there(
    evening: Evening, broker_with: Callable[..., Mosquitto], leaves: Any
) -> None:
    other = broker_with()
    evening.join()
    port = evening.broker.port
    evening.maker.then(evening.desk, Goto("club"), own("switch_club", "home_assistant", True))
    evening.ticked(lambda: announced(port) == {"zo", "homeassistant"})
    evening.maker.then(evening.desk, leaves)
    if leaves == own("type_for_club", "port"):
        evening.maker.then(evening.desk, Typed(str(other.port)))
        evening.ticked(lambda: announced(other.port) == {"zo", "homeassistant"})
    evening.ticked(lambda: announced(port) == set())


def test_home_assistant_that_starts_again_is_told_again(evening: Evening) -> None:
    evening.join()
    evening.maker.then(evening.desk, Goto("club"), own("switch_club", "home_assistant", True))
    evening.ticked(lambda: announced(evening.broker.port) == {"zo", "homeassistant"})
    listener = Listener(evening.broker.port)
    config = f"homeassistant/sensor/{evening.link.kept.now.box}/turn/config"
    until(lambda: listener.count(config) == 1)
    listener.say("homeassistant/status", b"offline")
    listener.say("homeassistant/status", b"online")
    until(lambda: listener.count(config) == 2)
    listener.close()


def test_with_the_configuration_of_the_docs_nobody_throws_a_box_off(
    tmp_path: Path, broker_with: Callable[..., Mosquitto]
) -> None:
    lines, acl = documented()
    users = {"club": "c", "box-1a2b3c4d5e": "b", "box-evil": "e", "hears": "h"}
    acl += "user hears\ntopic read zo/#\n"
    evening = Evening(tmp_path, broker_with(users=users, acl=acl, more=lines), user="club", password="c")
    listener = Listener(evening.broker.port, user="hears", password="h")
    try:
        evening.link.kept.change(box="box-1a2b3c4d5e", user="box-1a2b3c4d5e", password="b")
        evening.join()
        connected = "Connected: the club has everything."
        evening.ticked(lambda: evening.link.said[0] == connected)
        evening.maker.then(evening.desk, Goto("club"), own("switch_club", "home_assistant", True))
        evening.ticked(lambda: evening.link.said[0] == connected)
        health = topic("box-1a2b3c4d5e", "health")
        evening.ticked(lambda: read(listener.last(health) or b"", Health).online)
        before = listener.count(health)
        here = ClubSettings(host="127.0.0.1", port=evening.broker.port, user="box-evil", password="e")
        for name in ("zo-box-1a2b3c4d5e", "box-1a2b3c4d5e"):
            evil = new_client(here, name)
            evil.connect("127.0.0.1", evening.broker.port)
            evil.loop_start()
            until(evil.is_connected)
            time.sleep(0.5)
            end(evil)
        assert evening.link.said[0] == connected
        later = [payload for name, payload, _ in listener.heard if name == health][before:]
        assert all(read(payload, Health).online for payload in later), "it was never off"
        send(evening.desk, own("try_club"))
        evening.ticked(lambda: evening.link._trial is not None and evening.link._trial.done())
        assert evening.link.said[1], "nor does a try, by the same user"
        evening.ticked(lambda: evening.link._following and evening.link._following.connected)
        evening.game()
        evening.ticked(lambda: evening.results)
    finally:
        listener.close()
        evening.close()


def test_no_picture_and_no_record_leaves_the_box(evening: Evening) -> None:
    listener = Listener(evening.broker.port)
    evening.join()
    evening.game()
    evening.ticked(lambda: evening.link.said[0] == "Connected: the club has everything." and evening.results)

    def kinds() -> set[str]:
        return {name.split("/")[3] for name, _payload, _ in listener.heard if name.count("/") == 3}

    until(lambda: "ack" in kinds())
    assert kinds() == {"state", "health", "result", "ack"}
    assert max(len(payload) for _name, payload, _ in listener.heard) < 16_000
    listener.close()


@pytest.mark.parametrize("touch", [own("switch_club", "on", True), own("try_club")])
def test_a_box_without_the_extra_says_what_installs_it(
    touch: Touch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("connection", "following", "trying"):
        monkeypatch.delitem(sys.modules, f"ui.club.broker.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "paho.mqtt.client", None)
    desk = Maker(tmp_path, all_games()["zoon_alternate"]).desk()
    link = BoxInClub()
    desk.club = link
    for one in (Goto("settings"), Goto("club"), own("type_for_club", "host"), Typed("127.0.0.1"), touch):
        send(desk, one)
    desk.tick()
    assert 'pip install -e ".[broker]"' in link.said[0] and not link.said[1]
