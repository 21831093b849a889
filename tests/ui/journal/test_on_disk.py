"""The files of the journal: harmed while they are open; who may read them; what waits for the disk."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ui.journal.journals import HEADER, ends, file_of, kept, lines
from ui.journal.store import BLOCK, StoreFault, receipt_file


def removed(path: Path) -> None:
    file_of(path, 1).unlink()


def folder_removed(path: Path) -> None:
    shutil.rmtree(path)


def home_removed(path: Path) -> None:
    shutil.rmtree(path.parent)


def cut_at_an_end(path: Path) -> None:
    os.truncate(file_of(path, 1), ends(path, 1)[0])


def cut(path: Path) -> None:
    os.truncate(file_of(path, 1), 100)


def flipped(path: Path) -> None:
    content = bytearray(file_of(path, 1).read_bytes())
    content[70] ^= 4
    file_of(path, 1).write_bytes(content)


def replaced(path: Path) -> None:
    file_of(path, 1).unlink()
    file_of(path, 1).write_text("somebody's own")


HARMS = (removed, folder_removed, home_removed, cut_at_an_end, cut, flipped, replaced)


@pytest.mark.parametrize("is_listed", [True, False])
@pytest.mark.parametrize("harm", HARMS)
def test_a_game_harmed_while_it_is_played_is_put_back(
    tmp_path: Path, harm: Callable[[Path], None], is_listed: bool
) -> None:
    path = tmp_path / "home" / "games"
    with kept(path) as store:
        book = store.begin("sample", ("Ann", "Bo"))
        book.write(tuple(lines(2)))
        book.write(tuple(lines(4)[2:]))
        assert len(store.games()) == 1
        harm(path)
        if is_listed:
            assert [game.entries for game in store.games()] == [3]
        book.write(("acknowledged",))
        book.write(("and on",))
        assert store.repaired is None
        with kept(path) as other:
            assert other.read_only_because == "another window of this program is writing here"
            assert other.kept(1).lines == (*lines(4), "acknowledged", "and on")
    with kept(path) as store:
        assert store.repaired is None
        assert store.kept(1).lines == (*lines(4), "acknowledged", "and on")
    aside = [file.read_text(errors="replace") for file in path.glob("*.damaged")]
    assert aside == (["somebody's own"] if harm is replaced else aside[: harm is flipped])


@pytest.mark.parametrize("harm", [removed, cut_at_an_end, flipped])
def test_a_finished_game_harmed_while_the_app_runs_is_said(
    tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    path = tmp_path / "games"
    with kept(path) as store:
        store.add("sample", (), tuple(lines(4)), "Ann won")
        store.add("sample", (), tuple(lines(4)), "Ann won")
    with kept(path) as store:
        assert len(store.games()) == 2
        harm(path)
        store.games()
        assert store.repaired is not None and "game 1 is lost" in store.repaired
        assert "is lost" in store.told
        store.begin("sample").write((HEADER,))
    with kept(path) as store:
        assert store.repaired is None and len(store.games()) == (3 if harm is cut_at_an_end else 2)


def test_between_look_and_write_the_file_may_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games"
    with kept(path) as store:
        book = store.begin("sample")
        book.write((HEADER,))
        synced = os.fdatasync

        def removed_first(handle: int) -> None:
            file_of(path, 1).unlink()
            monkeypatch.undo()
            synced(handle)

        monkeypatch.setattr(os, "fdatasync", removed_first)
        book.write(("acknowledged",))
        assert json.loads(file_of(path, 1).read_text().splitlines()[1])["lines"] == ["acknowledged"]


def test_the_journal_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "home" / "games"
    before = os.umask(0o022)
    try:
        with kept(path) as store:
            store.begin("sample").write((HEADER,))
            store.begin("sample").write((HEADER,))
            store.delete(2)
    finally:
        os.umask(before)
    modes = {file.name: file.stat().st_mode & 0o777 for file in (path.parent, *path.parent.rglob("*"))}
    assert modes == {
        "home": modes["home"], "games": 0o700, "bin": 0o700,
        "000001.jsonl": 0o600, "000002.jsonl": 0o600, "games.receipt": 0o600,
    }  # fmt: skip


def test_text_that_is_none_is_refused(tmp_path: Path) -> None:
    with kept(tmp_path / "games") as store:
        store.begin("sample").write((HEADER,))
        with pytest.raises(StoreFault, match="expected text"):
            store.book(1).write((json.loads('"\\ud800"'),))
        assert store.kept(1).lines == (HEADER,)


def test_the_receipt_never_claims_what_is_not_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games"
    with kept(path) as store:
        book = store.begin("sample")
        book.write((HEADER,))
        before = receipt_file(path).read_bytes()
        with monkeypatch.context() as patched, pytest.raises(StoreFault):
            patched.setattr(os, "pwrite", lambda *_about: 0)
            book.write(("lost",))
        book.write(("kept",))
        assert receipt_file(path).read_bytes() == before and b'{"1":1}' in before
        book.finish("Ann won")
        assert b'{"1":3}' in receipt_file(path).read_bytes()


def test_what_is_acknowledged_has_waited_for_the_disk_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new game waits for its file and for the name of it, a line for its file; a line costs one block."""
    synced: list[str] = []

    def noted(name: str) -> Callable[[int], None]:
        sync: Callable[[int], None] = getattr(os, name)

        def wait(handle: int) -> None:
            sync(handle)
            synced.append(f"{name} {Path(f'/proc/self/fd/{handle}').readlink().name.split('.jsonl')[0]}")

        return wait

    path = tmp_path / "games"
    with kept(path) as store:
        for name in ("fsync", "fdatasync"):
            monkeypatch.setattr(os, name, noted(name))
        book = store.begin("sample")
        book.write((HEADER,))
        assert synced[:2] == ["fsync .000001", "fsync games"]
        synced.clear()
        book.write(("one",))
        assert synced == ["fdatasync 000001"]
        assert file_of(path, 1).stat().st_size == BLOCK
