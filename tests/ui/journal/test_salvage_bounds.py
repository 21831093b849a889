"""Reading a damaged journal row by row: what was made to mislead costs no more than what it seems to hold."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.ui.journal.journals import fill, kept, lines
from tests.ui.journal.test_crafted import ITSELF, leaf, on_in_itself, varint
from ui.journal import salvage
from ui.journal.schema import MOST_LINE_BYTES

HALF = varint(2000) + b"\x01" + bytes(2000)
"""A cell that takes about half of a page."""


def written(path: Path, *pages: bytes) -> Path:
    path.write_bytes(b"SQLite format 3\0" + bytes(4080) + b"".join(pages))
    return path


def test_pages_are_followed_about_as_often_as_there_are_any(tmp_path: Path) -> None:
    long_rows = [leaf(on_in_itself(489 + 4092 * 400), 1)] * 100
    read = list(salvage.rows(written(tmp_path / "journal.db", ITSELF, *long_rows)))
    assert 1 <= len(read) <= 10


def test_cells_that_are_the_same_one_are_read_no_oftener_than_they_have_room(tmp_path: Path) -> None:
    read = list(salvage.rows(written(tmp_path / "journal.db", ITSELF, leaf(HALF, 1000))))
    assert 1 <= len(read) <= 5


def test_a_row_longer_than_any_that_is_written_is_not_put_together(tmp_path: Path) -> None:
    pages = MOST_LINE_BYTES // 4092
    for many, count in ((pages, 1), (2 * pages + 2, 0)):
        cell = leaf(on_in_itself(489 + 4092 * many), 1)
        path = written(tmp_path / "journal.db", ITSELF, cell, *[bytes(4096)] * (many // 16 + 2))
        assert len(list(salvage.rows(path))) == count


def test_a_row_of_more_columns_than_ours_is_cut_off(tmp_path: Path) -> None:
    head = varint(1502) + b"\x08" * 1500
    cell = varint(len(head)) + b"\x01" + head
    ((_id, columns),) = salvage.rows(written(tmp_path / "journal.db", ITSELF, leaf(cell, 1)))
    assert len(columns) <= 11


def test_of_a_file_longer_than_any_journal_only_the_beginning_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "journal.db", ITSELF, leaf(HALF, 1), leaf(HALF, 1))
    assert len(list(salvage.rows(path))) == 2
    monkeypatch.setattr(salvage, "_MOST_BYTES", 3 * 4096)
    assert len(list(salvage.rows(path))) == 1


def test_a_damaged_number_makes_a_journal_with_damaged_tables_no_other_program_s(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    fill(path, (3,))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("ALTER TABLE games RENAME TO plays")
        connection.execute("PRAGMA application_id = 1517241198")
    with kept(path) as store:
        assert store.repaired is not None and "its tables" in store.repaired
        assert store.lines(1) == tuple(lines(3))
