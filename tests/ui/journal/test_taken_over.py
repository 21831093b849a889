"""Journals of versions before, which lay in SQLite: taken over once, and left as they are.

`before/` was written by such a version, which was killed: one game that ended, one that went on after its end and
stands partly in the log, and one in the bin.
"""

import hashlib
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.ui.journal.journals import HEADER, kept, lines, looked_at
from ui.journal.store import Store, read_before

BEFORE = Path(__file__).parent / "before"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    shutil.copytree(BEFORE, tmp_path / "home")
    return tmp_path / "home" / "games"


def is_taken_over(store: Store) -> None:
    assert store.repaired is None
    newest, oldest = store.games()
    assert (newest.id, newest.entries, newest.finished) == (2, 8, None)
    assert (oldest.id, oldest.entries, oldest.result) == (1, 7, "Ann won")
    assert (oldest.started, oldest.finished) == (
        "2026-11-20T10:00:00.000+00:00",
        "2026-11-20T10:04:00.000+00:00",
    )
    assert store.kept(1).lines == tuple(lines(8)) and store.kept(2).lines == tuple(lines(9))
    assert [at[14:16] for at in store.kept(1).times] == ["00", "00", "01", "01", "02", "02", "03", "03"]
    (deleted,) = store.deleted()
    assert (deleted.id, deleted.players, deleted.result) == (3, ("Cid",), "Cid won")


def test_games_of_before_are_taken_over_once_and_their_files_stay_as_they_are(path: Path) -> None:
    with kept(path) as store:
        is_taken_over(store)
        store.book(2).write(("on",))
        store.delete(1)
        store.restore(3)
    with kept(path) as store:
        assert [(game.id, game.entries) for game in store.games()] == [(3, 2), (2, 9)]
        assert [game.id for game in store.deleted()] == [1]
    for file in BEFORE.iterdir():
        assert path.with_name(file.name).read_bytes() == file.read_bytes()


def test_whoever_only_looks_sees_them_and_changes_nothing(path: Path) -> None:
    with looked_at(path) as store:
        is_taken_over(store)
    assert sorted(file.name for file in path.parent.iterdir()) == sorted(
        file.name for file in BEFORE.iterdir()
    )


def test_cut_short_it_is_done_by_the_next_start(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moved, left = Path.replace, [2]

    def counted(file: Path, target: Path) -> Path:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return moved(file, target)

    monkeypatch.setattr(Path, "replace", counted)
    with pytest.raises(KeyboardInterrupt), kept(path):
        pass
    monkeypatch.undo()
    with kept(path) as store:
        is_taken_over(store)


def test_games_played_after_going_back_to_a_version_before_are_taken_over_too(path: Path) -> None:
    with kept(path) as store:
        store.begin("sample").write((HEADER,))
    with closing(sqlite3.connect(path.with_name("journal.db"))) as before:
        add_game(before, 4, 2)
    with kept(path) as store:
        assert [game.id for game in store.games()] == [5, 4, 2, 1] and len(store.deleted()) == 1


def test_what_is_damaged_there_is_said_and_the_rest_is_taken_over(path: Path) -> None:
    with closing(sqlite3.connect(path.with_name("journal.db"), isolation_level=None)) as before:
        before.execute("UPDATE lines SET line = 'forged' WHERE key = ?", (2 << 20 | 6,))
    with kept(path) as store:
        assert store.repaired is not None and "journal.db could not be read to its end" not in store.repaired
        assert "what journal.db holds could not be read to its end" in store.repaired
        assert store.kept(1).lines == tuple(lines(8)) and store.kept(2).lines == tuple(lines(5))
        store.book(2).write(("on",))
    for _start in range(2):
        with kept(path) as store:
            assert store.repaired is not None and "what journal.db holds could not" in store.repaired
            assert [(game.id, game.entries) for game in store.games()] == [(2, 5), (1, 7)]
            assert store.kept(2).lines == (*lines(5), "on")
    path.with_name("journal.db").rename(path.with_name("aside.db"))
    with kept(path) as store:
        assert store.repaired is None and len(store.games()) == 2


def flipped(file: Path, bit: int) -> None:
    content = bytearray(file.read_bytes())
    content[bit // 8] ^= 1 << bit % 8
    file.write_bytes(content)


def with_its_log_folded_in(home: Path) -> None:
    with closing(sqlite3.connect(home / "journal.db")) as before:
        before.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.parametrize("byte", [*range(16, 32), *range(40, 100)])
def test_a_header_with_a_damaged_bit_costs_no_game(path: Path, byte: int) -> None:
    with_its_log_folded_in(path.parent)
    flipped(path.with_name("journal.db"), 8 * byte + byte % 8)
    with kept(path) as store:
        is_taken_over(store)


def test_a_damaged_bit_anywhere_costs_no_game_in_silence(path: Path, tmp_path: Path) -> None:
    with_its_log_folded_in(path.parent)
    content = path.with_name("journal.db").read_bytes()
    whole, _is_all = read_before(path.with_name("journal.db"))
    lost = 0
    for bit in range(800, 8 * len(content), 61):
        file = tmp_path / "journal.db"
        file.write_bytes(content)
        flipped(file, bit)
        games, is_all = read_before(file)
        lost += games != whole
        assert games == whole or not is_all, bit
    assert lost > 99


def test_one_damaged_text_costs_its_own_game_alone(path: Path) -> None:
    with_its_log_folded_in(path.parent)
    file = path.with_name("journal.db")
    content = file.read_bytes()
    at = content.rindex(b'["Ann')
    file.write_bytes(content[:at] + b"\xff" + content[at + 1 :])
    with kept(path) as store:
        assert store.repaired is not None and len(store.games()) == 1


def test_a_log_whose_frames_do_not_check_is_said(path: Path) -> None:
    log = path.with_name("journal.db-wal")
    content = log.read_bytes()
    for bit in (*range(0, 56 * 8, 5), *range(56 * 8, 8 * len(content), 997)):
        log.write_bytes(content)
        flipped(log, bit)
        assert not read_before(path.with_name("journal.db"))[1], bit
    for length in (1, 31, 33, 55, 56, 1080, len(content) - 1):
        log.write_bytes(content[:length])
        assert not read_before(path.with_name("journal.db"))[1], length


def test_what_a_log_holds_from_before_it_was_begun_anew_is_no_loss(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as before:
        before.execute("PRAGMA page_size = 1024")
        before.execute("PRAGMA journal_mode = WAL")
        before.execute(
            "CREATE TABLE games(id INTEGER PRIMARY KEY, game, players, started, finished, result, lines, last,"
            " writes, seal)"
        )
        before.execute("CREATE TABLE lines(key INTEGER PRIMARY KEY, at, rest, line, seal)")
        for id in range(1, 20):
            add_game(before, id, 9)
        before.execute("DELETE FROM lines WHERE key < ?", (10 << 20,))
        before.execute("DELETE FROM games WHERE id < 10")  # which leaves free pages
        assert before.execute("PRAGMA wal_checkpoint").fetchone()[0] == 0
        add_game(before, 20, 1)
        assert before.execute("PRAGMA wal_checkpoint").fetchone()[1] * 9 < (
            file.with_name("journal.db-wal").stat().st_size // 1048
        )
        games, is_all = read_before(file)
    assert is_all and [id for id, _game in games] == [*range(10, 21)]


@pytest.mark.parametrize("content", [b"", b"no database at all" * 99])
def test_what_is_no_journal_is_said(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "journal.db").write_bytes(content)
    with kept(tmp_path / "games") as store:
        assert store.repaired is not None and store.games() == ()
        store.begin("sample").write((HEADER,))
    with kept(tmp_path / "games") as store:
        assert store.repaired is not None and len(store.games()) == 1
    assert (tmp_path / "journal.db").read_bytes() == content


def test_a_journal_of_the_first_version_is_taken_over(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "journal.db", isolation_level=None)) as before:
        before.execute(
            "CREATE TABLE games(id INTEGER PRIMARY KEY, game, players, started, finished, result, seal)"
        )
        before.execute("CREATE TABLE lines(key INTEGER PRIMARY KEY, at, line, seal)")
        before.execute("PRAGMA user_version = 1")
        for id, ended in ((1, "Ann won"), (2, None)):
            head = (id, "sample", '["Ann", "Bo"]', "2026-01-01T10:00", ended and "2026-01-01T11:00", ended)
            before.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?)", (*head, seal(*head)))
            for n, text in enumerate(lines(6)):
                row = (id << 20 | n, f"at {n}", text)
                before.execute("INSERT INTO lines VALUES (?, ?, ?, ?)", (*row, seal(*row)))
    with kept(tmp_path / "games") as store:
        assert store.repaired is None
        assert [(game.id, game.entries, game.result) for game in store.games()] == [
            (2, 5, None),
            (1, 5, "Ann won"),
        ]
        assert store.kept(1).lines == store.kept(2).lines == tuple(lines(6))
        assert store.kept(2).times[5] == "at 5"


def add_game(before: sqlite3.Connection, id: int, count: int) -> None:
    """A game as the version before wrote it."""
    last = ""
    for n, text in enumerate(lines(count)):
        row = (id << 20 | n, "later", 0, text)
        before.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?)", (*row, last := seal(*row, last)))
    head = (id, "sample", '["Eve"]', "later", None, None, count, last, count)
    before.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*head, seal(*head)))
    before.commit()


def seal(*values: object) -> str:
    content = json.dumps(values, ensure_ascii=False).encode()
    return hashlib.blake2b(content, digest_size=8).hexdigest()
