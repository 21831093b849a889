"""A write that fails is said, and the next one is as if it had never been tried."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.ui.journal.journals import HEADER, fill, full_disk, kept, lines
from ui.journal.schema import StoreFault
from ui.journal.store import open_store


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
    with pytest.raises(StoreFault, match=r"file: expected a folder, found a file"):
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
