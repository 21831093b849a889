"""The club at a real Mosquitto: what it takes, acknowledges, leaves alone, and finds again after it was off."""

import logging
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from tests.ui.club.broker.test_publisher import Listener
from tests.ui.club.mosquitto import Mosquitto, needs_mosquitto
from tests.ui.web.told import HEALTH, RESULT, STATE, counted, result
from tests.ui.web.waiting import until
from ui.club import listening
from ui.club.broker.messages import CLUB_TOPIC, Ack, ClubHere, encoded, read
from ui.club.database import MOST_A_DAY, ClubDatabase, Tables
from ui.club.listening import ClubEar
from ui.owned.settings import ClubSettings

pytestmark = needs_mosquitto
HOSTILE = (
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe\x00",
    b'{"v":2}',
    b'{"v":"1"}',
    b'{"v":1,"online":"yes"}',
    encoded(STATE)[:-20],
    encoded(RESULT)[:50],
    b"[" * 50_000,
    b"x" * 200_000,
    b'{"v":1,"run":"00112233445566ff","n":' + b"9" * 4000 + b"}",
    encoded(msgspec.structs.replace(STATE, n=-1)),
    encoded(RESULT).replace(b'"winners":[1]', b'"winners":[7]'),
)


class AtClub:
    """A club's ear, its tables and its database."""

    def __init__(self, port: int, database: ClubDatabase) -> None:
        self.database = database
        self.tables = Tables(database.now)
        self.tables.restore(database.boxes())
        self.changed: list[set[str]] = []
        self.ear = ClubEar(
            ClubSettings(on=True, host="127.0.0.1", port=port), database, self.tables, self.changed.append
        )
        self.ear.start()
        until(lambda: self.ear.connected)


@pytest.fixture
def club(broker: Mosquitto, in_a_file: ClubDatabase) -> Iterator[AtClub]:
    found = AtClub(broker.port, in_a_file)
    yield found
    found.ear.stop()


@pytest.fixture
def box(broker: Mosquitto) -> Iterator[Listener]:
    found = Listener(broker.port)
    yield found
    found.close()


def test_a_result_is_acknowledged_when_it_is_kept(club: AtClub, box: Listener) -> None:
    until(lambda: box.last(CLUB_TOPIC))
    assert read(box.last(CLUB_TOPIC) or b"", ClubHere).online
    for _ in range(3):
        box.say("zo/1/box-0001/result", encoded(RESULT))
    until(lambda: box.count("zo/1/box-0001/ack") == 3)
    assert read(box.last("zo/1/box-0001/ack") or b"", Ack).has == RESULT.digest
    assert counted(club.database) == (1, 1)


@pytest.mark.parametrize("kind", ["state", "health", "result", "other"])
def test_a_hostile_message_is_one_line_and_changes_nothing(
    club: AtClub, box: Listener, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    box.say("zo/1/box-0001/state", encoded(STATE))
    box.say("zo/1/box-0001/health", encoded(HEALTH))
    box.say("zo/1/box-0001/result", encoded(RESULT))
    until(lambda: counted(club.database) == (1, 1) and getattr(club.tables.get("box-0001"), "health", None))
    before = club.tables.get("box-0001")
    with caplog.at_level(logging.WARNING):
        for n, payload in enumerate(HOSTILE):
            heard = club.ear.messages
            box.say(f"zo/1/box-{n % 2 + 1:04}/{kind}", payload)
            if kind != "other":
                until(lambda heard=heard: club.ear.messages > heard)
                until(lambda n=n: len(caplog.records) == n + 1)
        box.say("zo/1/box-0003/health", encoded(HEALTH))
        until(lambda: club.tables.get("box-0003"))
    assert len(caplog.records) == (0 if kind == "other" else len(HOSTILE))
    assert all("\n" not in record.getMessage() for record in caplog.records)
    assert club.tables.get("box-0001") == before and club.tables.get("box-0002") is None
    assert counted(club.database) == (1, 1)


def test_a_flood_of_hostile_messages_is_no_flood_in_the_log(
    club: AtClub, box: Listener, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        for n in range(500):
            box.say(f"zo/1/box-{n:04}/result", b"{")
        until(lambda: club.ear.messages >= 500)
        box.say("zo/1/box-0001/result", encoded(RESULT))
        until(lambda: counted(club.database) == (1, 1))
    assert 0 < len(caplog.records) <= 60


def test_a_box_that_tells_thousands_keeps_no_other_waiting(
    club: AtClub,
    box: Listener,
    broker: Mosquitto,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(listening, "BATCH_S", 0.5)  # as a database that is slow
    other = Listener(broker.port)
    for n in range(800):
        box.say("zo/1/box-evil/result", encoded(result(n)))
    until(lambda: club.ear.messages >= 800)
    other.say("zo/1/box-0001/result", encoded(RESULT))
    until(lambda: other.count("zo/1/box-0001/ack") == 1)
    assert club.ear._results, "not only after all the others"
    until(lambda: not club.ear._results and "more than 300 new ones in a day" in caplog.text)
    evil = "box-evil"
    assert sum(one.box == evil for one in club.database.results()) == MOST_A_DAY
    box.say("zo/1/box-evil/result", encoded(msgspec.structs.replace(result(7), revision=2, winners=(1,))))
    until(lambda: (1,) in [one.told.winners for one in club.database.results() if one.box == evil])
    other.close()


def test_long_results_of_one_box_fill_no_memory_and_keep_no_other_waiting(
    club: AtClub, box: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "BATCH_S", 1.0)  # as a database that is slow
    pad = b',"pad":"' + b"x" * 64_000 + b'"}'  # as a later version might add
    for told in range(50, 451, 50):
        for n in range(told - 50, told):
            box.say("zo/1/box-evil/result", encoded(result(n))[:-1] + pad)
        until(lambda told=told: club.ear.messages >= told)
        with club.ear.news:
            waiting = sum(len(payload) for of_box in club.ear._results.values() for payload in of_box)
        assert waiting < 10 * 2**20
    box.say("zo/1/box-0001/result", encoded(RESULT))
    until(lambda: box.count("zo/1/box-0001/ack") == 1)
    until(lambda: not (club.ear._results or club.ear._waiting))
    again = msgspec.structs.replace(result(0), revision=2, winners=(1,))
    box.say("zo/1/box-evil/result", encoded(again)[:-1] + pad)
    until(lambda: again in [one.told for one in club.database.results()])


def test_nothing_is_taken_of_a_box_that_is_shut_out_until_it_is_let_in_again(
    club: AtClub, box: Listener
) -> None:
    box.say("zo/1/box-evil/state", encoded(STATE), retain=True)
    box.say("zo/1/box-evil/result", encoded(RESULT))
    until(lambda: counted(club.database) == (1, 1) and club.tables.all())
    club.database.rule("box-evil", counts=False)
    assert not any(one.counts for one in club.database.results())
    until(lambda: not club.tables.all())
    acks = box.count("zo/1/box-evil/ack")
    for told in (result(5), msgspec.structs.replace(RESULT, revision=9)):
        box.say("zo/1/box-evil/result", encoded(told))
    box.say("zo/1/box-0001/result", encoded(RESULT))
    until(lambda: box.count("zo/1/box-0001/ack") == 1)
    assert box.count("zo/1/box-evil/ack") == acks and counted(club.database) == (2, 2)
    club.database.rule("box-evil", counts=True)
    until(lambda: club.tables.all())
    box.say("zo/1/box-evil/result", encoded(result(5)))  # as the box does by itself
    until(lambda: sum(one.counts for one in club.database.results()) == 3)


def test_a_box_that_is_lost_and_one_that_leaves(club: AtClub, box: Listener) -> None:
    box.say("zo/1/box-0001/health", encoded(HEALTH), retain=True)
    box.say("zo/1/box-0001/state", encoded(STATE), retain=True)
    until(lambda: (table := club.tables.get("box-0001")) and table.is_online and table.state == STATE)
    box.say("zo/1/box-0001/health", encoded(msgspec.structs.replace(HEALTH, online=False)), retain=True)
    until(lambda: not club.tables.get("box-0001").is_online)  # type: ignore[union-attr]
    box.say("zo/1/box-0001/state", b"", retain=True)
    until(lambda: club.tables.get("box-0001") is None)


def test_after_it_was_off_the_club_knows_what_it_knew(
    broker: Mosquitto, in_a_file: ClubDatabase, box: Listener
) -> None:
    first = AtClub(broker.port, in_a_file)
    box.say("zo/1/box-0001/state", encoded(STATE))  # not retained: only the database can tell of it
    box.say("zo/1/box-0001/result", encoded(RESULT))
    until(lambda: first.tables.get("box-0001") and counted(in_a_file) == (1, 1))
    first.ear.stop()
    until(lambda: not read(box.last(CLUB_TOPIC) or b"", ClubHere).online)
    again = AtClub(broker.port, in_a_file)
    table = again.tables.get("box-0001")
    assert table is not None and table.state == STATE and not table.is_online
    again.ear.stop()


def test_a_database_that_comes_back_has_everything(
    broker: Mosquitto, box: Listener, postgres_of_its_own: Any, caplog: pytest.LogCaptureFixture
) -> None:
    database = ClubDatabase(postgres_of_its_own.url)
    club = AtClub(broker.port, database)
    box.say("zo/1/box-0001/result", encoded(result(1)))
    until(lambda: box.count("zo/1/box-0001/ack") == 1)
    with caplog.at_level(logging.WARNING):
        postgres_of_its_own.stop()
        for n in (2, 3):
            box.say("zo/1/box-0001/result", encoded(result(n)))
        until(lambda: "takes no results now" in caplog.text)
        assert box.count("zo/1/box-0001/ack") == 1, "nothing is acknowledged that is not kept"
        postgres_of_its_own.start()
        until(lambda: box.count("zo/1/box-0001/ack") >= 3)
    assert counted(database) == (3, 3)
    club.ear.stop()
    database.close()


def test_what_no_database_would_keep_is_left_alone_and_the_others_are_kept(
    club: AtClub, box: Listener, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from ui.club.database import UnfitData

    take: Callable[..., Any] = club.database.take

    def refusing(told: Any) -> Any:
        if any(one.key.endswith("2") for _box, one in told):
            raise UnfitData("", {}, ValueError("unfit"))
        return take(told)

    monkeypatch.setattr(club.database, "take", refusing)
    for n in (1, 2, 3):
        box.say("zo/1/box-0001/result", encoded(result(n)))
    until(lambda: counted(club.database) == (2, 2))
    until(lambda: box.count("zo/1/box-0001/ack") == 2)
