"""A damaged journal: nothing crashes, every loss is said, what is saved is right."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.ui.journal.journals import HEADER, fill, kept, lines
from tests.ui.journal_damage import killed, tried
from ui.journal import salvage
from ui.journal.receipt import Receipt, read_receipt
from ui.journal.schema import PAGE, Line, key, seal, sealed_lines
from ui.journal.store import look_at


def test_cuts_flips_and_lost_blocks_cost_nothing_that_is_not_said() -> None:
    figures = tried(40, 7)
    assert (figures.crashes, figures.silent, figures.wrong, figures.refused) == ([], [], [], [])
    assert figures.repaired > 10


def test_kills_lose_no_acknowledged_entry() -> None:
    entries, lost = killed(6, 7)
    assert lost == 0 and entries > 0


# the log is folded into the journal


def left_unfolded(folder: Path) -> Path:
    """A journal of nine lines as a power cut leaves it: most of it stands in the log alone."""
    path, left = folder / "journal.db", folder / "left" / "journal.db"
    with kept(path) as store:
        book = store.begin("sample", ("Ann", "Bo"))
        for text in lines(9):
            book.write((text,))
        left.parent.mkdir()
        for end in ("", "-wal", ".receipt"):
            shutil.copy2(f"{path}{end}", f"{left}{end}")
    return left


def test_a_lost_log_is_noticed_though_sqlite_finds_nothing_wrong(tmp_path: Path) -> None:
    left = left_unfolded(tmp_path)
    log = left.with_name("journal.db-wal")
    with log.open("r+b") as file:
        file.truncate(32 + 3 * (24 + PAGE))
    with kept(left) as store:
        assert store.repaired is not None and "game 1" in store.repaired and "lost" in store.repaired
    with kept(left) as store:
        assert store.repaired is None


def test_rows_behind_a_bad_one_in_the_log_are_saved(tmp_path: Path) -> None:
    left = left_unfolded(tmp_path)
    log = left.with_name("journal.db-wal")
    content = bytearray(log.read_bytes())
    content[32 + 24 + 4000] ^= 1
    log.write_bytes(content)
    with kept(left) as store:
        assert store.repaired is not None and "lost" not in store.repaired
        assert store.lines(1) == tuple(lines(9))


def test_a_journal_that_is_gone_is_said_with_its_games(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    fill(path, (3, 4), finished=1)
    path.unlink()
    with closing(look_at(path)) as store:
        assert store.repaired is not None and "the file is gone" in store.repaired
    with kept(path) as store:
        assert store.repaired is not None
        assert "game 1 is lost" in store.repaired and "game 2 is lost" in store.repaired
    with kept(path) as store:
        assert store.repaired is None and store.games() == ()


def test_a_receipt_that_is_damaged_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    fill(path, (3, 4), finished=1)
    assert read_receipt(path) == Receipt(frozenset({1, 2}), {1: (4, 3), 2: (4, 4)})
    note = tmp_path / "journal.db.receipt"
    whole = note.read_bytes()
    for content in (
        whole.replace(b"4", b"7"),
        whole[:20],
        b"",
        b"{}\n" + seal("{}").encode() + b"\n",
        b"\xff" * 99,
    ):
        note.write_bytes(content)
        assert read_receipt(path) == Receipt()
        with kept(path) as store:
            assert store.repaired is None


# what a salvage believes


def test_of_a_half_written_verdict_nothing_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with kept(path) as store:
        store.begin("sample").write((HEADER,))
        store.book(1).write(("took back", "better"))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM lines WHERE key = ?", (key(1, 2),))
    with kept(path) as store:
        assert store.repaired is not None and "game 1 is lost from entry 1 on" in store.repaired
        assert store.lines(1) == (HEADER,)


def test_what_was_taken_back_from_the_disk_does_not_come_back_in_a_salvage(tmp_path: Path) -> None:
    """Two rows for one line, each sealed right: the one counts on which the next was sealed."""
    path = tmp_path / "journal.db"
    fill(path, (4,))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        (before,) = connection.execute("SELECT seal FROM lines WHERE key = ?", (key(1, 2),)).fetchone()
        false = sealed_lines(1, (Line("later", 0, "failed"),), 3, before)[0]
        connection.execute("CREATE TABLE old(id INTEGER PRIMARY KEY, at, rest, line, seal)")
        connection.execute("INSERT INTO old VALUES (?, ?, ?, ?, ?)", false)
    with kept(path) as store:
        assert store.repaired is not None
        book = store.book(1)
        assert store.lines(1) == tuple(lines(4))
        book.write(("on",))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE old(id INTEGER PRIMARY KEY, at, rest, line, seal)")
        false = sealed_lines(1, (Line("later", 0, "failed"),), 3, before)[0]
        connection.execute("INSERT INTO old VALUES (?, ?, ?, ?, ?)", false)
    with kept(path) as store:
        assert store.repaired is not None and "lost" not in store.repaired
        assert store.lines(1)[-1] == "on" and "failed" not in store.lines(1)


def test_a_deleted_game_does_not_come_back_in_a_salvage(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    fill(path, (40, 40, 40))
    with kept(path) as store:
        store.remove(2)
        store.remove(3)
    content = path.read_bytes()
    assert content.count(b'"kind": "Played"') == 39
    path.write_bytes(bytes(PAGE) + content[PAGE:])
    with kept(path) as store:
        assert store.repaired is not None and "lost" not in store.repaired
        assert [played.id for played in store.games()] == [1]


def test_in_the_log_what_was_written_last_counts_by_its_salt(tmp_path: Path) -> None:
    """After a restart of the log old pages lie behind the new ones; they are older, though they stand later."""
    path, left = tmp_path / "journal.db", tmp_path / "left.db"
    with kept(path) as store:
        book = store.begin("sample", ("Ann", "Bo"))
        for text in lines(30):
            book.write((text,))
        store._connection.execute("PRAGMA wal_checkpoint(RESTART)")
        store._connection.execute("UPDATE games SET result = 'newest' WHERE id = 1")
        shutil.copy2(tmp_path / "journal.db-wal", tmp_path / "left.db-wal")
    left.write_bytes(b"")
    found = [columns[5] for row_id, columns in salvage.rows(left) if row_id == 1 and len(columns) == 10]
    assert found[-1] == "newest" and None in found


# headers, versions, crafted files


@pytest.mark.parametrize("at", [16, 17, 18, 19, 20, 21, 22, 23, 47, 56, 59, 60, 61, 62, 63, 68, 71])
@pytest.mark.parametrize("bit", [0, 1, 7])
def test_one_bit_in_the_header_is_mended_as_damage(tmp_path: Path, at: int, bit: int) -> None:
    path = tmp_path / "journal.db"
    fill(path, (5, 9), finished=1)
    content = bytearray(path.read_bytes())
    content[at] ^= 1 << bit
    path.write_bytes(content)
    with kept(path) as store:
        assert store.read_only_because is None
        said = store.repaired or ""
        assert "newer" not in said and "lost" not in said
        assert "its header" in said or (not 18 <= at <= 23 and not 60 <= at <= 71)
        assert [(played.entries, played.result) for played in store.games()] == [(8, None), (4, "Ann won")]


def test_text_that_is_none_in_sqlites_own_messages_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    fill(path, (5,))
    content = bytearray(path.read_bytes())
    at = content.index(b"CREATE TABLE lines")
    content[at + 9] ^= 255
    path.write_bytes(content)
    for opened in (look_at, None):
        with closing(look_at(path)) if opened else kept(path) as store:
            assert store.repaired is not None and "lost" not in store.repaired
            assert store.lines(1) == tuple(lines(5))


def test_a_receipt_of_more_games_than_can_be_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    fill(path, (3,))
    body = json.dumps({"ids": [[1, 10**15]], "last": []})
    (tmp_path / "journal.db.receipt").write_text(f"{body}\n{seal(body)}\n")
    with kept(path) as store:
        assert store.repaired is None


def test_players_are_told_in_sentences_without_files_and_numbers(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    fill(path, (3, 40, 3), finished=1)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM lines WHERE key IN (?, ?)", (key(2, 30), key(3, 0)))
    cost = "2 games were saved. One game is lost. The end of one game is lost."
    with closing(look_at(path)) as store:
        assert store.told == f"The games kept here are damaged. {cost}"
    with kept(path) as store:
        assert store.told == f"The games kept here were damaged. {cost} The damaged file is kept."
    with kept(path) as store:
        assert store.told == ""


# files that go while they are open
