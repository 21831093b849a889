"""A damaged journal: nothing crashes, every loss is said, what is saved is right; old and crafted files."""

import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.ui.journal_damage import alarm, killed, tried
from tests.ui.test_store import HEADER, fill, kept, lines
from ui import salvage
from ui.book import FOLD_SECONDS, Store
from ui.receipt import Receipt, read_receipt
from ui.schema import SCHEMA, TABLES, Line, StoreFault, key, seal, sealed_lines
from ui.situations import situations
from ui.store import look_at, open_store

READER = "another Zo Companion"


def test_cuts_flips_and_lost_blocks_cost_nothing_that_is_not_said() -> None:
    figures = tried(40, 7)
    assert (figures.crashes, figures.silent, figures.wrong, figures.refused) == ([], [], [], [])
    assert figures.repaired > 10


def test_kills_lose_no_acknowledged_entry() -> None:
    entries, lost = killed(6, 7)
    assert lost == 0 and entries > 0


# the log is folded into the journal


def in_file_alone(path: Path) -> tuple[int, ...]:
    """How many entries stand in the file itself, whatever its log holds."""
    alone = path.with_name("alone.db")
    shutil.copy2(path, alone)
    with closing(look_at(alone)) as store:
        found = tuple(played.entries for played in reversed(store.games()))
    alone.unlink()
    return found


def test_the_log_is_folded_at_the_start_at_a_games_end_and_every_minute(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with kept(path) as store:
        now = 100.0
        store._clock = lambda: now
        book = store.begin("sample")
        book.write((HEADER, "one"))
        assert in_file_alone(path) == ()
        now += FOLD_SECONDS - 1
        store.tick()
        assert in_file_alone(path) == ()
        now += 1
        store.tick()
        assert in_file_alone(path) == (1,)
        book.write(("two",))
        assert in_file_alone(path) == (1,)
        now += FOLD_SECONDS
        book.write(("three",))
        assert in_file_alone(path) == (3,)
        book.write(("four",))
        book.finish("Ann won")
        assert in_file_alone(path) == (4,)
        book.write(("five",))
        shutil.copytree(tmp_path, tmp_path.with_name("killed"))
    left = tmp_path.with_name("killed") / "journal.db"
    assert in_file_alone(left) == (4,)
    with kept(left):
        assert in_file_alone(left) == (5,)


def test_while_a_game_waits_the_desk_folds_the_log(tmp_path: Path) -> None:
    desk = situations(tmp_path)["play"]()
    (entries,) = (game.entries for game in desk._store.games())
    assert in_file_alone(desk._store.path) != (entries,)
    now = desk._store._clock() + FOLD_SECONDS
    desk._store._clock = lambda: now
    desk.tick()
    assert in_file_alone(desk._store.path) == (entries,)


def test_whoever_reads_meanwhile_does_not_keep_the_log_from_being_folded_later(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    fill(path, (3,))
    with kept(path) as store, closing(sqlite3.connect(path, isolation_level=None)) as reader:
        now = 0.0
        store._clock = lambda: now
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM lines").fetchone()
        store.book(1).write(("on",))
        store.fold()
        assert in_file_alone(path) == (2,)
        reader.execute("COMMIT")
        now = FOLD_SECONDS
        store.tick()
        assert in_file_alone(path) == (3,)


# what is missing is noticed


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
        file.truncate(32 + 3 * (24 + 4096))
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
    path.write_bytes(bytes(4096) + content[4096:])
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


@pytest.mark.parametrize("ends", [("",), ("-wal",), ("", "-wal", "-shm"), None])
def test_a_journal_removed_while_it_is_open_is_put_back(tmp_path: Path, ends: tuple[str, ...] | None) -> None:
    path = tmp_path / "home" / "journal.db"
    with kept(path) as store:
        book = store.begin("sample", ("Ann", "Bo"))
        book.write(tuple(lines(4)))
        if ends is None:
            shutil.rmtree(path.parent)
        for end in ends or ():
            Path(f"{path}{end}").unlink()
        book.write(("acknowledged",))
        book.write(("and on",))
        with kept(path) as other:
            assert other.read_only_because is not None and READER in other.read_only_because
            assert other.lines(1) == (*lines(4), "acknowledged", "and on")
    with kept(path) as store:
        assert store.repaired is None
        assert store.lines(1) == (*lines(4), "acknowledged", "and on")


def test_another_file_in_the_journals_place_is_left_alone_and_nothing_is_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with kept(path) as store:
        book = store.begin("sample")
        book.write((HEADER,))
        path.unlink()
        path.write_text("somebody's own")
        for _again in range(2):
            with pytest.raises(StoreFault, match="another file was put in its place"):
                book.write(("lost",))
        assert path.read_text() == "somebody's own"


# nobody else reads it


def test_the_journal_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    home = tmp_path / "home"
    path = home / "journal.db"
    before = os.umask(0o022)
    try:
        with kept(path) as store:
            store.begin("sample").write((HEADER,))
            modes = {file.name: file.stat().st_mode & 0o777 for file in home.iterdir()}
    finally:
        os.umask(before)
    assert set(modes.values()) == {0o600} and {"journal.db", "journal.db-wal", "journal.db-shm"} <= set(modes)
    assert home.stat().st_mode & 0o777 == 0o700
    path.chmod(0o644)
    with kept(path):
        assert path.stat().st_mode & 0o777 == 0o600


def test_an_entry_longer_than_any_is_refused(tmp_path: Path) -> None:
    with kept(tmp_path / "journal.db") as store:
        store.begin("sample").write((HEADER,))
        with pytest.raises(StoreFault, match="letters at most"):
            store.book(1).write(("x" * 300_000,))
        with pytest.raises(StoreFault, match="expected text"):
            store.book(1).write((json.loads('"\\ud800"'),))
        assert store.lines(1) == (HEADER,)
        assert isinstance(store, Store)


# cut short


def test_a_repair_cut_short_anywhere_is_done_by_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = tmp_path / "whole" / "journal.db"
    fill(whole, (20, 30), finished=1)
    content = bytearray(whole.read_bytes())
    content[61] ^= 1
    seen = 0
    for stop in range(1, 40):
        home = tmp_path / f"stop{stop}"
        shutil.copytree(whole.parent, home)
        path = home / "journal.db"
        path.write_bytes(content)
        left = stop

        def counted(what: object) -> object:
            def act(*given: object, **named: object) -> object:
                nonlocal left
                left -= 1
                if left == 0:
                    raise KeyboardInterrupt
                return what(*given, **named)  # type: ignore[operator]

            return act

        with monkeypatch.context() as patched:
            for holder, name in (
                (Path, "replace"),
                (Path, "unlink"),
                (os, "open"),
                (os, "fsync"),
                (shutil, "copy2"),
            ):
                patched.setattr(holder, name, counted(getattr(holder, name)))
            try:
                with kept(path):
                    pass
            except KeyboardInterrupt:
                seen += 1
        with kept(path) as store:
            assert [(game.entries, game.result) for game in store.games()] == [(29, None), (19, "Ann won")]
            assert store.lines(2) == tuple(lines(30))
        asides = [file for file in home.iterdir() if ".damaged" in file.name]
        assert any(file.read_bytes() == content for file in asides), "the damaged file is kept"
        assert not [file for file in home.iterdir() if "rebuil" in file.name or file.name.endswith(".log")]
    assert seen > 5


def test_the_receipt_never_claims_what_is_not_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.db"
    with kept(path) as store:
        book = store.begin("sample")
        book.write((HEADER,))
        before = read_receipt(path)
        store._connection.execute(
            "CREATE TEMP TRIGGER bad BEFORE INSERT ON lines BEGIN SELECT RAISE(FAIL, 'no room'); END"
        )
        with pytest.raises(StoreFault):
            book.write(("lost",))
        assert read_receipt(path) == before == Receipt(frozenset({1}), {1: (1, 1)})
        store._connection.execute("DROP TRIGGER bad")
        book.write(("kept",))
        assert read_receipt(path) == Receipt(frozenset({1}), {1: (2, 2)})
        store.remove(1)
        assert read_receipt(path) == Receipt()
