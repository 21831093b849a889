"""The file of the journal: removed, replaced, cut short while it is repaired; who may read it, what it may claim."""

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.ui.journal.journals import HEADER, fill, kept, lines
from ui.journal.book import Store
from ui.journal.receipt import Receipt, read_receipt
from ui.journal.schema import StoreFault

READER = "another window of this program"


@pytest.mark.parametrize("ends", [("",), ("-wal",), ("", "-wal"), None])
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
    assert set(modes.values()) == {0o600} and {"journal.db", "journal.db-wal"} <= set(modes)
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


def test_what_was_committed_waits_for_the_disk_itself(tmp_path: Path) -> None:
    """SQLite's FULL: the log is synced at every commit, so that a power cut takes nothing acknowledged."""
    with kept(tmp_path / "journal.db") as store:
        assert store._connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert store._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
