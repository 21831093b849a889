"""A journal that was cut off or written over: what can be read is saved, and the damaged file is kept aside."""

import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.ui.journal.journals import HEADER, fill, kept, lines
from ui.journal.schema import PAGE, StoreFault


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
