"""What is no journal of this version is left as it is: a newer version's, another program's."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ui.journal.journals import fill
from ui.journal.schema import SCHEMA, StoreFault
from ui.journal.store import Store, look_at, open_store


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


@pytest.mark.parametrize("opened", [open_store, look_at])
def test_a_home_that_is_a_file_is_said(tmp_path: Path, opened: Callable[[Path], Store]) -> None:
    home = tmp_path / "home"
    home.write_text("no folder")
    with pytest.raises(StoreFault, match="home: expected a folder, found a file"):
        opened(home / "journal.db")
    assert home.read_text() == "no folder"


def test_a_damaged_number_beside_damaged_tables_is_damage_and_no_newer_version(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    fill(path, (3,))
    with sqlite3.connect(path) as connection:
        connection.execute("ALTER TABLE games RENAME COLUMN players TO plaxers")
        connection.execute("PRAGMA user_version = 258")
    connection.close()
    store = open_store(path)
    assert store.repaired is not None and [game.entries for game in store.games()] == [2]
    store.close()
