"""Journals that nobody wrote so: of the first version, crafted to hang a reader, with rows of odd values."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.ui.journal.journals import fill, kept, lines
from tests.ui.journal_damage import alarm
from ui.journal.schema import SCHEMA, TABLES, key, seal
from ui.journal.store import look_at, open_store


def first_version(path: Path, forged: bool = False) -> None:
    """A journal as version 1 wrote it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in TABLES[1]:
            connection.execute(statement)
        connection.execute("PRAGMA application_id = 1517241199")
        connection.execute("PRAGMA user_version = 1")
        for id, ended in ((1, "Ann won"), (2, None)):
            head = (id, "sample", '["Ann", "Bo"]', "2026-01-01T10:00", ended and "2026-01-01T11:00", ended)
            connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?)", (*head, seal(*head)))
            for n, text in enumerate(lines(6)):
                row = (key(id, n), f"at {n}", text)
                connection.execute("INSERT INTO lines VALUES (?, ?, ?, ?)", (*row, seal(*row)))
        if forged:
            connection.execute("UPDATE lines SET line = 'x' WHERE key = ?", (key(2, 4),))


@pytest.mark.parametrize("look", [True, False])
def test_a_journal_of_the_first_version_is_read_and_written_on(tmp_path: Path, look: bool) -> None:
    path = tmp_path / "journal.db"
    first_version(path)
    before = path.read_bytes()
    with closing(look_at(path)) if look else kept(path) as store:
        assert store.repaired is None
        assert [(game.id, game.entries, game.result) for game in store.games()] == [
            (2, 5, None),
            (1, 5, "Ann won"),
        ]
        assert store.lines(1) == store.lines(2) == tuple(lines(6))
        assert store.times(2)[5] == "at 5"
    if look:
        assert path.read_bytes() == before
        return
    with kept(path) as store:
        store.book(2).write(("on",))
        assert store.lines(2) == (*lines(6), "on")
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA,)


def test_a_damaged_journal_of_the_first_version_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    first_version(path, forged=True)
    with kept(path) as store:
        assert store.repaired is not None and "game 2 is lost from entry 4 on" in store.repaired
        assert store.lines(1) == tuple(lines(6)) and store.lines(2) == tuple(lines(4))


def varint(value: int) -> bytes:
    """A number as SQLite writes it: seven bits a byte."""
    found = [value & 0x7F]
    while value := value >> 7:
        found.append(value & 0x7F | 0x80)
    return bytes(reversed(found))


def leaf(cell: bytes, cells: int) -> bytes:
    """A page of a table on which every cell is the same one."""
    at = 4096 - len(cell)
    head = b"\x0d\0\0" + cells.to_bytes(2, "big") + at.to_bytes(2, "big") + b"\0"
    return (head + at.to_bytes(2, "big") * cells).ljust(at, b"\0") + cell


def on_in_itself(length: int) -> bytes:
    """A cell whose row goes on in the second page, of which 489 bytes stand here."""
    return varint(length) + b"\x01" + bytes(489) + (2).to_bytes(4, "big")


ITSELF = (2).to_bytes(4, "big") + bytes(4092)
WIDE = varint(2000) + b"\x01" + bytes((6, 0, 23, 1, 0x9E, 0x10)) + bytes(1994)
CRAFTED = {
    "a row without an end that goes on in itself": [ITSELF, leaf(on_in_itself(489 + 4092 * 2**40), 1)],
    "the same in a file of many pages": [
        ITSELF,
        leaf(on_in_itself(489 + 4092 * 2**40), 1),
        *[bytes(4096)] * 3000,
    ],
    "many long rows that go on in one page": [ITSELF, *[leaf(on_in_itself(489 + 4092 * 400), 1700)] * 100],
    "many cells that are the same one": [ITSELF, *[leaf(WIDE, 1000)] * 2000],
}


@pytest.mark.parametrize("name", CRAFTED)
def test_a_crafted_file_hangs_nothing(name: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(b"SQLite format 3\0" + bytes(4080) + b"".join(CRAFTED[name]))
    with alarm(), kept(path) as store:
        assert store.repaired is not None and store.games() == ()


def test_tables_that_run_a_program_are_not_those_of_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    fill(path, (3,))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("ALTER TABLE games RENAME TO of")
        endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"
        connection.execute(f"CREATE VIEW games AS {endless}")
    with kept(path) as store:
        assert store.repaired is not None and "its tables" in store.repaired
        assert store.lines(1) == tuple(lines(3))


ODD: tuple[tuple[object, ...], ...] = (
    ("sample", '["Ann"]', "at", None, None, "three", "", 1),
    ("sample", '["Ann"]', "at", None, None, 1, "", "often"),
    ("sample", '{"Ann": 1}', "at", None, None, 1, "", 1),
    ("sample", "[" * 5000, "at", None, None, 1, "", 1),
    (b"\xff", "[]", "at", 1, None, 1, "", 1),
)


@pytest.mark.parametrize("odd", ODD, ids=lambda row: str(row)[:40])
def test_a_row_of_odd_values_is_damage_however_well_it_is_sealed(
    tmp_path: Path, odd: tuple[object, ...]
) -> None:
    path = tmp_path / "journal.db"
    fill(path, (3,))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(
            "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (2, *odd, seal(2, *odd))
        )
        row = (key(3, 0), "at", "no number", 7)
        connection.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?)", (*row, seal(*row, "")))
    for opened in (look_at, open_store):
        with closing(opened(path)) as store:
            assert store.repaired is not None
            assert [(game.id, store.lines(game.id)) for game in store.games()] == [(1, tuple(lines(3)))]
