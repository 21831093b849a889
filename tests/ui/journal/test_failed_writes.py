"""A write that fails is said, and the next one is as if it had never been tried."""

import errno
import os
from pathlib import Path

import pytest

from tests.evening.disk import small_disk
from tests.ui.journal.journals import HEADER, file_of, full_disk, kept, lines, unwritable_disk
from ui.journal.store import BLOCK, StoreFault, open_store


def test_a_file_that_may_not_grow_is_said_and_writing_goes_on_when_it_may(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with kept(path) as store:
        book = store.begin("sample")
        book.write((HEADER,))
        with full_disk(BLOCK), pytest.raises(StoreFault, match=r"games: "):
            book.write(("x" * BLOCK,))
        assert store.kept(1).lines == (HEADER,)
        book.write(("kept",))
        assert store.kept(1).lines == (HEADER, "kept")
    with kept(path) as store:
        assert store.repaired is None
        assert store.kept(1).lines == (HEADER, "kept")


def test_a_disk_without_a_free_byte_takes_nothing_and_loses_nothing(tmp_path: Path) -> None:
    with small_disk(tmp_path) as disk:
        if not disk.mounted:
            pytest.skip("no disk can be mounted here, which only root may")
        path, told = tmp_path / "games", 0
        with kept(path) as store:
            book = store.begin("sample")
            book.write((HEADER,))
            disk.fill()
            for _again in range(30):
                # What the block of the file has room for is taken; then it is said that there is none.
                try:
                    book.write(("x" * 300,))
                except StoreFault as fault:
                    assert fault.words == "the disk is full: free some space and try again"
                    told += 1
            with pytest.raises(StoreFault, match="the disk is full"):
                store.begin("sample").write((HEADER,))
            taken = len(store.kept(1).lines)
            with kept(path) as looking:
                assert len(looking.kept(1).lines) == taken and looking.repaired is None
            disk.free()
            book.write(("kept",))
        assert told > 10 and taken > 5
        disk.fill()
        with kept(path) as store:
            assert store.read_only_because == "the disk is full: free some space and try again"
            assert store.kept(1).lines == (HEADER, *["x" * 300] * (taken - 1), "kept")
        disk.free()
        with kept(path) as store:
            assert store.read_only_because is None and store.repaired is None
            assert store.kept(1).lines[-1] == "kept" and len(store.games()) == 1


@pytest.mark.parametrize("fails", ["fdatasync", "pwrite"])
def test_a_failed_write_that_reached_the_disk_is_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    path = tmp_path / "games"
    with kept(path) as store:
        book = store.begin("sample")
        book.write((HEADER,))
        act = getattr(os, fails)

        def tired(*given: object) -> None:
            act(*given)
            raise OSError(errno.EIO, os.strerror(errno.EIO))

        with monkeypatch.context() as patched, pytest.raises(StoreFault, match="Input/output error"):
            patched.setattr(os, fails, tired)
            book.write(("told that it failed",))
        assert b"told that it failed" not in file_of(path, 1).read_bytes()
        book.write(("the next",))
        assert store.kept(1).lines == (HEADER, "the next")
    with kept(path) as store:
        assert store.repaired is None and store.kept(1).lines == (HEADER, "the next")


def test_a_new_game_that_cannot_be_written_is_none(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with kept(path) as store:
        book = store.begin("sample")
        with unwritable_disk(errno.ENOSPC), pytest.raises(StoreFault, match="the disk is full"):
            book.write((HEADER,))
        assert store.games() == () and book.id is None
        book.write(tuple(lines(3)))
        assert [game.entries for game in store.games()] == [2]


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreFault, match=r"file: expected a folder, found a file"):
        open_store(tmp_path / "file" / "games")
    with pytest.raises(StoreFault, match=r"file: expected a folder, found a file"):
        open_store(tmp_path / "file")
