"""One program at a time writes to a journal; whoever cannot write looks on, and nobody's entries are deleted."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.ui.journal.journals import HEADER, fill, full_disk, kept, lines
from ui.journal.schema import PAGE, StoreFault
from ui.journal.store import Store, look_at, open_store
from ui.journal.writer import AnotherWriter, WriterLock


@contextmanager
def looked_at(path: Path) -> Iterator[Store]:
    store = look_at(path)
    try:
        yield store
    finally:
        store.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "journal.db"
    fill(path, (2,))
    return path


def test_the_second_program_looks_on_and_is_told_who_writes(path: Path) -> None:
    with kept(path) as one, kept(path) as other:
        assert one.read_only_because is None
        assert other.read_only_because == "another window of this program is writing here"
        first, second = one.book(1), other.book(1)
        first.write(("mine", "mine too"))
        for _again in range(3):
            with pytest.raises(StoreFault, match="another window of this program is writing here"):
                second.write(("theirs",))
            with pytest.raises(StoreFault, match="another window of this program is writing here"):
                other.finish(1, "they won")
        assert other.lines(1) == one.lines(1) == (*lines(2), "mine", "mine too")
        first.write(("and on",))
    with kept(path) as later:
        assert later.read_only_because is None and later.repaired is None
        assert later.lines(1) == (*lines(2), "mine", "mine too", "and on")


def test_whoever_only_looks_keeps_nobody_from_writing(path: Path) -> None:
    with looked_at(path) as looking, kept(path) as writing, looked_at(path) as also:
        assert writing.read_only_because is None
        writing.book(1).write(("written meanwhile",))
        assert looking.lines(1)[-1] == also.lines(1)[-1] == "written meanwhile"
        assert [played.entries for played in looking.games()] == [2]
        with pytest.raises(StoreFault, match="for looking only"):
            looking.add("sample", (), (HEADER,), None)


def test_looking_at_nothing_makes_nothing(tmp_path: Path) -> None:
    with looked_at(tmp_path / "deep" / "journal.db") as looking:
        assert looking.games() == () and looking.repaired is None
    assert list(tmp_path.iterdir()) == []


def test_looking_at_a_damaged_journal_shows_what_can_be_read_and_changes_nothing(path: Path) -> None:
    fill(path, (30,))
    whole = path.read_bytes()
    path.write_bytes(bytes(PAGE) + whole[PAGE:])
    with looked_at(path) as looking:
        assert looking.repaired is not None and "the journal is damaged" in looking.repaired
        assert looking.lines(2) == tuple(lines(30))
    assert path.read_bytes() == bytes(PAGE) + whole[PAGE:]


def test_the_lock_dies_with_its_process(path: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from ui.journal.store import open_store\n"
        "store = open_store(Path(sys.argv[1])); print(store.read_only_because, flush=True); time.sleep(60)"
    )
    writer = subprocess.Popen(
        [sys.executable, "-c", code, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    assert writer.stdout is not None and writer.stdout.readline() == "None\n"
    with kept(path) as other:
        assert other.read_only_because == "another window of this program is writing here"
        assert other.lines(1) == tuple(lines(2))
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    writer.stdout.close()
    with kept(path) as store:
        assert store.read_only_because is None


def test_what_a_failed_commit_left_is_taken_out_but_nothing_of_others(path: Path) -> None:
    """As on a disk that gives an error and has written all the same; an older program knows nothing of the lock."""

    class Tired(sqlite3.Connection):
        fails = True

        def execute(self, sql: str, *args: object) -> sqlite3.Cursor:
            cursor = super().execute(sql, *args)  # type: ignore[arg-type]
            if self.fails and sql == "COMMIT":
                raise sqlite3.OperationalError("disk I/O error")
            return cursor

    with kept(path) as store:
        book = store.book(1)
        store._connection.close()
        tired = store._connection = sqlite3.connect(path, isolation_level=None, factory=Tired)
        with pytest.raises(StoreFault, match="disk I/O error"):
            book.write(("told that it failed",))
        with sqlite3.connect(path) as older:
            older.execute("UPDATE lines SET line = 'of another', seal = 'of another' WHERE key & 1048575 = 2")
        older.close()
        tired.fails = False
        for _again in range(2):
            with pytest.raises(StoreFault, match="another program has written to the same game"):
                book.write(("the next",))
        rows = tired.execute("SELECT line FROM lines ORDER BY key").fetchall()
        assert [row[0] for row in rows][2:] == ["of another"]


def test_a_disk_that_cannot_be_written_is_looked_at(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With rights that even root does not have: the folder lies on a read-only bind mount in the field."""
    opened = os.open

    def read_only(name: object, flags: int, *more: object, **named: object) -> int:
        if flags & (os.O_RDWR | os.O_WRONLY):
            raise OSError(30, "Read-only file system")
        return opened(name, flags, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", read_only)
    with kept(path) as store:
        assert store.read_only_because == "the journal's file, its folder or the disk is read-only"
        assert store.lines(1) == tuple(lines(2))
        with pytest.raises(StoreFault, match="read-only"):
            store.book(1).write(("x",))


def test_a_disk_that_is_full_at_the_start_is_looked_at(path: Path) -> None:
    with kept(path) as store:
        store.book(1).write(("in the log",))
        log = path.with_name("journal.db-wal").read_bytes()
        main = path.read_bytes()
    path.write_bytes(main)
    path.with_name("journal.db-wal").write_bytes(log)
    with full_disk(100), kept(path) as store:
        assert store.read_only_because is not None
        assert store.lines(1) == (*lines(2), "in the log")
    with kept(path) as store:
        assert store.read_only_because is None and store.repaired is None
        assert store.lines(1) == (*lines(2), "in the log")


def test_what_is_no_file_is_said_so(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "journal.db")
    for opened in (open_store, look_at):
        with pytest.raises(StoreFault, match="expected a file, found something else"):
            opened(tmp_path / "journal.db")
    (tmp_path / "gone.db").symlink_to(tmp_path / "nowhere" / "journal.db")
    with kept(tmp_path / "gone.db") as store:
        assert store.games() == ()


def test_a_lock_that_was_not_had_leaves_nothing_open(tmp_path: Path) -> None:
    lock = WriterLock(tmp_path / "journal.db")
    free = lowest_free()
    with pytest.raises(AnotherWriter, match="another window of this program is writing here"):
        WriterLock(tmp_path / "journal.db")
    assert lowest_free() == free
    lock.renew()
    (tmp_path / "journal.db.lock").unlink()
    lock.renew()
    assert lowest_free() == free
    with pytest.raises(AnotherWriter):
        WriterLock(tmp_path / "journal.db")
    lock.close()
    lock.close()
    WriterLock(tmp_path / "journal.db").close()
    assert lowest_free() < free


def lowest_free() -> int:
    """The number that the next opened file gets."""
    number = os.open(os.devnull, os.O_RDONLY)
    os.close(number)
    return number
