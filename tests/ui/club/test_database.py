"""The club's database: each result once, in its newest revision, in SQLite and in PostgreSQL alike."""

from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest
import sqlalchemy as sa

from tests.ui.club.conftest import Clock
from tests.ui.web.told import RESULT, STATE, counted, result
from ui.club.broker.messages import Ack, Result
from ui.club.database import (
    DAY_S,
    MOST_A_DAY,
    ClubDatabase,
    DatabaseFault,
    DatabaseTrouble,
    TableNow,
    Tables,
    UnfitData,
    _boxes,
    results,
    sqlite_url,
)


def told(database: ClubDatabase) -> list[Result]:
    return [one.told for one in database.results()]


def test_a_result_counts_once_however_often_it_is_told(database: ClubDatabase) -> None:
    for _ in range(3):
        acks = database.take([("box-0001", RESULT), ("box-0001", RESULT)])
        assert acks == [("box-0001", Ack(v=1, key=RESULT.key, revision=1, has=RESULT.digest))] * 2
    assert told(database) == [RESULT] and counted(database) == (1, 1)
    database.take([("box-0002", RESULT)])
    assert counted(database) == (2, 2), "another box may have a game of the same key"


def test_a_revision_takes_the_place_and_an_older_one_never(database: ClubDatabase) -> None:
    won = msgspec.structs.replace(RESULT, winners=(0,), revision=3, digest="cd" * 32)
    gone = msgspec.structs.replace(RESULT, withdrawn=True, revision=4)
    database.take([("box-0001", RESULT)])
    first = database.results()[0]
    database.take([("box-0001", won)])
    assert [(one.id, one.arrived, one.told) for one in database.results()] == [(first.id, first.arrived, won)]
    assert database.take([("box-0001", RESULT)])[0][1] == Ack(v=1, key=won.key, revision=3, has=won.digest)
    assert told(database) == [won]
    assert database.take([("box-0001", gone)])[0][1].has == "withdrawn"
    assert told(database) == [] and counted(database) == (1, 0)
    database.take([("box-0001", msgspec.structs.replace(won, revision=5))])
    assert counted(database) == (1, 1)


def test_whatever_order_and_doubling_the_newest_of_each_stays(database: ClubDatabase) -> None:
    rng = Random(4)
    history = [
        (f"box-{box:04}", msgspec.structs.replace(result(key), revision=revision, digest=f"{revision:064x}"))
        for box in range(3)
        for key in range(5)
        for revision in range(1, 5)
    ]
    sent = history * 2
    rng.shuffle(sent)
    while sent:
        size = rng.randrange(1, 9)
        database.take(sent[:size])
        del sent[:size]
    assert Counter((one.box, one.told.key) for one in database.results()).most_common(1)[0][1] == 1
    assert len(told(database)) == 15 and {one.revision for one in told(database)} == {4}


def test_a_row_that_cannot_be_read_keeps_no_other_back(
    database: ClubDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    database.take([("box-0001", result(n)) for n in range(3)])
    with database.connect() as connection, connection.begin():
        second = results.c.key == result(1).key
        connection.execute(sa.update(results).where(second).values(told='{"v":1}'))
    for _time in range(3):
        assert [one.told for one in database.results()] == [result(2), result(0)]
    assert len(caplog.records) == 1


def test_the_database_itself_refuses_a_second_row(database: ClubDatabase) -> None:
    database.take([("box-0001", RESULT)])
    with database.connect() as connection, connection.begin(), pytest.raises(sa.exc.IntegrityError):
        row = dict(connection.execute(sa.select(results)).mappings().one()) | {"id": 99}
        connection.execute(results.insert().values(**row))


def test_a_clock_that_is_wrong_orders_nothing(database: ClubDatabase, clock: Clock) -> None:
    database.take([("box-0001", result(1))])
    clock.at = 5.0  # the club's computer believes it is 1970
    database.take([("box-0001", msgspec.structs.replace(result(1), revision=2)), ("box-0001", result(2))])
    assert [(one.told.key[-1], one.told.revision) for one in database.results()] == [("2", 1), ("1", 2)]


def test_pages_of_results_and_the_stamp(database: ClubDatabase) -> None:
    stamps = {database.stamp()}
    for n in range(5):
        database.take([("box-0001", result(n))])
        stamps.add(database.stamp())
    assert len(stamps) == 6
    newest = database.results(2)
    assert [one.told.key[-1] for one in newest] == ["4", "3"]
    assert [one.told.key[-1] for one in database.results(9, before=newest[-1].id)] == ["2", "1", "0"]


def test_so_many_new_results_of_a_box_are_taken_in_a_day(database: ClubDatabase, clock: Clock) -> None:
    told_ = [("box-0001", result(n)) for n in range(MOST_A_DAY + 3)]
    first = database.take([*told_, ("box-0002", RESULT)])
    assert len(first) == MOST_A_DAY + 1 and first[-1][0] == "box-0002"
    changed = msgspec.structs.replace(result(3), revision=2)
    assert database.take([told_[-1], ("box-0001", changed), told_[0]]) == [
        ("box-0001", Ack(v=1, key=changed.key, revision=2, has=changed.digest)),
        ("box-0001", Ack(v=1, key=result(0).key, revision=1, has=result(0).digest)),
    ], "what the club has already may change"
    clock.at += DAY_S
    assert len(database.take(told_[-3:])) == 3
    clock.at = 5.0
    assert len(database.take([("box-0001", result(9999))])) == 1, "a clock that is put back locks nobody out"


def test_what_the_owner_leaves_out_counts_for_nothing_and_may_count_again(database: ClubDatabase) -> None:
    stamps = [database.stamp()]

    def counting() -> set[tuple[str, str]]:
        stamps.append(database.stamp())
        return {(one.box[-1], one.told.key[-1]) for one in database.results() if one.counts}

    database.take([(f"box-000{box}", result(n)) for box in (1, 2) for n in (1, 2)])
    everything = {("1", "1"), ("1", "2"), ("2", "1"), ("2", "2")}
    assert counting() == everything
    database.rule("box-0001", result(1).key, counts=False)
    assert counting() == everything - {("1", "1")}
    database.take([("box-0001", msgspec.structs.replace(result(1), revision=7))])
    assert counting() == everything - {("1", "1")}, "a higher revision does not bring it back"
    database.rule("box-0002", counts=False)
    assert counting() == {("1", "2")} and database.shut_out() == {"box-0002"}
    assert [one.counts for one in database.results()] == [False, False, True, False]
    assert database.take([("box-0002", RESULT)]) == []
    for _again in range(2):
        database.rule("box-0002", counts=True)
        database.rule("box-0001", result(1).key, counts=True)
    assert counting() == everything and database.shut_out() == frozenset()
    assert all(one != other for one, other in pairwise(stamps))


def test_what_cannot_be_read_in_the_database_is_a_table_without_a_game(database: ClubDatabase) -> None:
    for n, written in enumerate(("{", "", "null", '{"v":1}')):
        database.write(
            _boxes.insert().values(box=f"box-{n}", name="" if n else "Table 1", seen=5.0, state=written)
        )
    tables = Tables(database.now)
    tables.restore(database.boxes())
    assert [(table.name, table.state.play) for table in tables.all()] == [  # type: ignore[union-attr]
        ("box-1", None),
        ("box-2", None),
        ("box-3", None),
        ("Table 1", None),
    ]


def test_boxes_and_settings_are_kept(url: str, clock: Clock) -> None:
    first = ClubDatabase(url, clock)
    named = msgspec.structs.replace(STATE, table="Table ä")
    first.keep_boxes([TableNow("box-0001", STATE, seen=5.0), TableNow("box-0002", seen=6.0)])
    first.keep_boxes([TableNow("box-0001", named, seen=7.0)])
    first.set("scoring", "x")
    first.set("scoring", "y")
    first.forget_box("box-0002")
    first.close()
    again = ClubDatabase(url, clock)
    assert again.boxes() == [TableNow("box-0001", named, seen=7.0)]
    assert again.setting("scoring") == "y" and again.setting("other", "usual") == "usual"
    again.set("schema", "2")
    again.close()
    with pytest.raises(DatabaseFault, match="version 2"):
        ClubDatabase(url, clock)


def test_all_or_nothing_and_a_database_that_is_gone(database: ClubDatabase) -> None:
    unfit = msgspec.structs.replace(result(2), game="x\x00y" * 60)
    if not database._is_sqlite:
        with pytest.raises(UnfitData):
            database.take([("box-0001", result(1)), ("box-0001", unfit)])
        assert counted(database) == (0, 0)
    with database.connect() as connection, connection.begin():
        connection.execute(sa.text("DROP TABLE results"))
    with pytest.raises(DatabaseTrouble):
        database.take([("box-0001", result(1))])


@pytest.mark.parametrize(
    ("url_", "said"),
    [
        ("nonsense", "expected a database URL"),
        ("oracle://x:s3cret@y/z", "found one of oracle"),
        ("postgresql://u:s3cret@127.0.0.1:1/z", "cannot be opened"),
        ("sqlite:////nowhere/at/all.db", "unable to open"),
    ],
)
def test_what_cannot_be_opened_is_said_without_the_password(url_: str, said: str) -> None:
    with pytest.raises(DatabaseFault, match=said) as fault:
        ClubDatabase(url_)
    assert "s3cret" not in str(fault.value) and "\n" not in str(fault.value)


def test_a_file_of_sqlite_survives_a_power_cut(tmp_path: Path) -> None:
    database = ClubDatabase(sqlite_url(tmp_path / "club.db"))
    with database.connect() as connection:
        found = [
            connection.execute(sa.text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")
        ]
    assert found == ["wal", 2]
    database.close()
