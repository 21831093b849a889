"""The journal on disk: kept through kills, cuts, garbage, a full disk and newer versions."""

import json
import resource
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.ui.journal_damage import told_until_killed
from ui.journal.schema import PAGE, SCHEMA, StoreFault
from ui.journal.store import Store, look_at, open_store

HEADER = json.dumps({"game": "sample", "setup": {"players": ["Ann", "Bo"]}})


def lines(count: int) -> list[str]:
    return [
        HEADER,
        *(json.dumps({"seq": n, "kind": "Played", "words": "é" * (n % 40)}) for n in range(1, count)),
    ]


@contextmanager
def kept(path: Path) -> Iterator[Store]:
    store = open_store(path)
    try:
        yield store
    finally:
        store.close()


def fill(path: Path, counts: tuple[int, ...], finished: int = 0) -> None:
    with kept(path) as store:
        for index, count in enumerate(counts):
            book = store.begin("sample", ("Ann", "Bo"))
            for line in lines(count):
                book.write((line,))
            if index < finished:
                book.finish("Ann won")


def test_a_game_is_written_line_by_line_listed_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "journal.db"
    fill(path, (4, 3), finished=1)
    with kept(path) as store:
        newest, oldest = store.games()
        assert (oldest.game, oldest.players, oldest.result, oldest.entries) == (
            "sample",
            ("Ann", "Bo"),
            "Ann won",
            3,
        )
        assert oldest.finished is not None and oldest.started <= oldest.finished
        assert store.unfinished() == newest
        book = store.book(newest.id)
        book.write(("one more",))
        assert store.lines(newest.id) == (*lines(3), "one more")
        assert len(store.times(newest.id)) == 4
        book.finish("Bo won")
        assert store.unfinished() is None
        book.finish(None)
        assert store.unfinished() is not None


def test_times_are_stamped_here(tmp_path: Path) -> None:
    stamps = iter(["1", "2"])
    store = open_store(tmp_path / "journal.db", lambda: next(stamps))
    book = store.begin("sample")
    book.write((HEADER,))
    book.write(("x",))
    assert store.times(1) == ("1", "2")
    store.close()


def test_no_line_no_game(tmp_path: Path) -> None:
    with kept(tmp_path / "journal.db") as store:
        book = store.begin("sample")
        book.finish("nobody won")
        assert store.games() == ()
        with pytest.raises(StoreFault, match="expected the number of a game that was played, found 7"):
            store.book(7)


def test_a_record_from_elsewhere_is_kept_whole(tmp_path: Path) -> None:
    with kept(tmp_path / "journal.db") as store:
        id = store.add("sample", (), tuple(lines(5)), "a draw")
        assert store.lines(id) == tuple(lines(5))
        assert store.played(id).result == "a draw"


WRITER = """
import sys
from pathlib import Path
from ui.journal.store import open_store
store = open_store(Path(sys.argv[1]))
found = store.unfinished()
book = store.book(found.id) if found else store.begin("sample")
n = len(store.lines(found.id)) if found else 0
print("ready", flush=True)
while True:
    book.write((f"line {n} " + "x" * (n % 300),))
    print(n, flush=True)
    n += 1
"""


def test_every_acknowledged_entry_outlives_kill_9_at_any_moment(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    chance = Random(20)
    known = 0
    for _ in range(8):
        told = told_until_killed(WRITER, path, chance.uniform(0.0, 0.08))
        known = max([known, *(int(line) + 1 for line in told)])
        with kept(path) as store:
            assert store.repaired is None
            found = store.lines(1) if store.games() else ()
            assert known <= len(found) <= known + 1
            assert all(line.startswith(f"line {n} ") for n, line in enumerate(found))
            known = len(found)
    assert known > 8


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "journal.db"
    fill(path, (40, 60, 25), finished=1)
    return path


def saved_is_true(path: Path, before: int) -> None:
    """What is left after a repair is the start of what was written, and can be written on."""
    with kept(path) as store:
        if store.repaired is None:
            assert [played.entries for played in store.games()] == [24, 59, 39]
        else:
            asides = [file for file in path.parent.iterdir() if ".damaged" in file.name]
            assert [file.stat().st_size for file in asides] == [before]
            assert str(asides[0]) in store.repaired
        for played in store.games():
            found = store.lines(played.id)
            assert list(found) == lines(60)[: len(found)]
            assert played.players == ("Ann", "Bo")
        book = store.begin("sample")
        book.write((HEADER,))
        assert book.id is not None
    with kept(path) as store:
        assert store.repaired is None
        assert store.lines(book.id) == (HEADER,)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(part=st.floats(0, 1))
def test_a_file_cut_off_anywhere_keeps_what_can_be_read(
    written: Path, tmp_path_factory: pytest.TempPathFactory, part: float
) -> None:
    whole = written.read_bytes()
    path = tmp_path_factory.mktemp("cut") / "journal.db"
    cut = int(part * len(whole))
    path.write_bytes(whole[:cut])
    saved_is_true(path, cut)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(part=st.floats(0, 0.999), rubbish=st.binary(min_size=1, max_size=600))
def test_a_file_with_garbage_in_it_keeps_what_can_be_read(
    written: Path, tmp_path_factory: pytest.TempPathFactory, part: float, rubbish: bytes
) -> None:
    whole = written.read_bytes()
    path = tmp_path_factory.mktemp("garbage") / "journal.db"
    at = 100 + int(part * (len(whole) - 100))
    content = (whole[:at] + rubbish + whole[at + len(rubbish) :])[: len(whole)]
    path.write_bytes(content)
    try:
        saved_is_true(path, len(content))
    except StoreFault as fault:
        # A finished game is read only when it is asked for: then its wrong checksum is said so.
        assert "checksum is wrong" in str(fault) or "is damaged" in str(fault)


def test_a_cut_in_the_middle_loses_no_more_than_the_pages_that_are_gone(
    written: Path, tmp_path: Path
) -> None:
    whole = written.read_bytes()
    path = tmp_path / "journal.db"
    path.write_bytes(whole[: len(whole) - PAGE])
    with kept(path) as store:
        assert store.repaired is not None
        assert "3 games with" in store.repaired or "2 games with" in store.repaired
        assert sum(played.entries for played in store.games()) > 60


def test_a_missing_index_or_root_page_loses_nothing(written: Path, tmp_path: Path) -> None:
    whole = written.read_bytes()
    path = tmp_path / "journal.db"
    path.write_bytes(b"\0" * PAGE + whole[PAGE:])
    with kept(path) as store:
        assert store.repaired is not None
        assert [played.entries for played in store.games()] == [24, 59, 39]
        assert [played.result for played in store.games()] == [None, None, "Ann won"]


def test_rows_in_the_write_ahead_log_are_saved_too(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    long = "y" * 9000
    with kept(path) as store:
        book = store.begin("sample", ("Ann", "Bo"))
        for line in (HEADER, long, "z"):
            book.write((line,))
        log = (tmp_path / "journal.db-wal").read_bytes()
    log = log[:24] + bytes(8) + log[32:]  # a wrong checksum: SQLite itself no longer goes by this log
    (tmp_path / "journal.db").write_bytes(b"no database at all" * 9)
    (tmp_path / "journal.db-wal").write_bytes(log)
    with kept(path) as store:
        assert store.repaired is not None
        assert store.lines(1) == (HEADER, long, "z")


def test_a_file_of_pure_garbage_is_kept_aside(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    for n in range(2):
        path.write_bytes(bytes(range(256)) * 40)
        with kept(path) as store:
            assert store.games() == ()
            assert store.repaired is not None and "no game could be saved" in store.repaired
        assert (tmp_path / f"journal.db.damaged{'-2' if n else ''}").read_bytes() == bytes(range(256)) * 40


def test_a_changed_line_of_an_unfinished_game_is_found_at_once(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    fill(path, (10, 10), finished=1)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE lines SET line = 'forged' WHERE key & 1048575 = 6")
    connection.close()
    with kept(path) as store:
        assert store.repaired is not None
        assert "game 2 is lost from entry 6 on" in store.repaired
        assert [store.lines(played.id) for played in store.games()] == [tuple(lines(6)), tuple(lines(6))]


def test_a_changed_line_of_a_finished_game_is_found_at_once(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    fill(path, (10,), finished=1)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE lines SET line = 'forged' WHERE key & 1048575 = 6")
    connection.close()
    with kept(path) as store:
        assert store.repaired is not None
        assert "line 6 is not what was written" in store.repaired
        assert "game 1 is lost from entry 6 on" in store.repaired
        assert [(played.result, store.lines(1)) for played in store.games()] == [(None, tuple(lines(6)))]


def test_a_line_changed_meanwhile_is_found_when_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    fill(path, (10,), finished=1)
    with kept(path) as store:
        store._connection.execute("UPDATE lines SET line = 'forged' WHERE key & 1048575 = 6")
        with pytest.raises(StoreFault, match="game 1: line 6 is not what was written"):
            store.lines(1)


def test_a_repair_that_was_cut_short_is_ended_by_the_next_start(written: Path, tmp_path: Path) -> None:
    whole = written.read_bytes()
    path = tmp_path / "journal.db"
    (tmp_path / "journal.db.rebuilt").write_bytes(whole)
    path.write_bytes(b"garbage")
    (tmp_path / "journal.db-wal").write_bytes(b"old log")
    with kept(path) as store:
        assert store.repaired is None
        assert len(store.games()) == 3


def test_a_journal_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    fill(path, (3,))
    with sqlite3.connect(path) as connection:
        connection.execute("ALTER TABLE games ADD COLUMN table_name TEXT")
        connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreFault, match=f"newer version.*version {SCHEMA} at most, found {SCHEMA + 1}"):
        open_store(path)
    assert path.read_bytes() == before


def test_a_newer_version_that_was_cut_off_in_the_midst_loses_nothing_to_an_older_one(tmp_path: Path) -> None:
    """Whoever went back to an older version, and then on again, finds what the newer one had written last."""
    path, cut = tmp_path / "journal.db", tmp_path / "cut" / "journal.db"
    fill(path, (3,))
    cut.parent.mkdir()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("ALTER TABLE games ADD COLUMN table_name TEXT")
        connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("UPDATE games SET table_name = 'kitchen'")
        connection.commit()
        for end in ("", "-wal", ".receipt"):
            if (file := path.with_name(path.name + end)).exists():
                cut.with_name(cut.name + end).write_bytes(file.read_bytes())
    connection.close()
    assert cut.with_name("journal.db-wal").stat().st_size
    before = {file.name: file.read_bytes() for file in cut.parent.iterdir()}
    for opened in (open_store, look_at, open_store):
        with pytest.raises(StoreFault, match="newer version"):
            opened(cut)
    assert {name: cut.with_name(name).read_bytes() for name in before} == before


def test_another_programs_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes(name)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreFault, match="database of another program"):
        open_store(path)
    assert path.read_bytes() == before


@contextmanager
def full_disk(room: int) -> Iterator[None]:
    """No file may grow beyond `room` bytes, as on a disk with no more space."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


def test_a_full_disk_is_said_so_and_writing_goes_on_when_there_is_room_again(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with kept(path) as store:
        book = store.begin("sample")
        book.write((HEADER,))
        size = (tmp_path / "journal.db-wal").stat().st_size
        with full_disk(size + 100), pytest.raises(StoreFault, match=r"journal.db: .*(full|does not answer)"):
            book.write(("lost",))
        assert store.lines(1) == (HEADER,)
        book.write(("kept",))
        assert store.lines(1) == (HEADER, "kept")
    with kept(path) as store:
        assert store.repaired is None
        assert store.lines(1) == (HEADER, "kept")


def test_a_failed_commit_that_reached_the_disk_is_written_over(tmp_path: Path) -> None:
    class Tired(sqlite3.Connection):
        fails = False

        def execute(self, sql: str, *args: object) -> sqlite3.Cursor:
            cursor = super().execute(sql, *args)  # type: ignore[arg-type]
            if self.fails and sql == "COMMIT":
                raise sqlite3.OperationalError("disk I/O error")
            return cursor

    path = tmp_path / "journal.db"
    with kept(path) as store:
        book = store.begin("sample")
        book.write((HEADER,))
        store._connection.close()
        tired = store._connection = sqlite3.connect(path, isolation_level=None, factory=Tired)
        tired.fails = True
        with pytest.raises(StoreFault, match="disk I/O error"):
            book.write(("told that it failed",))
        tired.fails = False
        book.write(("the next",))
        assert store.lines(1) == (HEADER, "the next")


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreFault, match=r"in the way|Not a directory|File exists"):
        open_store(tmp_path / "file" / "journal.db")
    (tmp_path / "journal.db").mkdir()
    with pytest.raises(StoreFault, match=r"journal\.db: "):
        open_store(tmp_path / "journal.db")


def test_a_locked_journal_is_said_so(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    fill(path, (3,))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with kept(path) as store:
            assert store.read_only_because == "another program is using it"
            assert store.lines(1) == tuple(lines(3))
    with kept(path) as store:
        store.begin("sample").write((HEADER,))
        assert len(store.games()) == 2
