"""What no game of this version is stays as it is: a newer version's game, what somebody else laid into the folder."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ui.journal.journals import file_of, fill, kept, lines
from ui.journal.store import VERSION, Store, StoreFault, Write, look_at, open_store, sealed


@pytest.mark.parametrize("opened", [open_store, look_at])
def test_a_game_of_a_newer_version_is_left_alone_and_so_are_the_others(
    tmp_path: Path, opened: Callable[[Path], Store]
) -> None:
    path = tmp_path / "games"
    fill(path, (3,))
    newer = sealed(Write("at", VERSION + 1, "sample", (), ("{}",))) + b"what only that version can read"
    file_of(path, 2).write_bytes(newer)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    for _again in range(2):
        with pytest.raises(
            StoreFault, match=f"newer version.*version {VERSION} at most, found {VERSION + 1}"
        ):
            opened(path)
    assert {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()} == before
    file_of(path, 2).unlink()
    with kept(path) as store:
        assert store.read_only_because is None and store.kept(1).lines == tuple(lines(3))


def test_a_number_of_a_version_that_nobody_sealed_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "games"
    fill(path, (3,))
    content = file_of(path, 1).read_bytes()
    file_of(path, 1).write_bytes(content.replace(b'"v":1', b'"v":2'))
    with kept(path) as store:
        assert store.repaired is not None and "game 1 is lost" in store.repaired


@pytest.mark.parametrize("opened", [open_store, look_at])
def test_a_home_or_a_journal_that_is_no_folder_is_said(
    tmp_path: Path, opened: Callable[[Path], Store]
) -> None:
    home = tmp_path / "home"
    home.write_text("no folder")
    with pytest.raises(StoreFault, match="home: expected a folder, found a file"):
        opened(home / "games")
    assert home.read_text() == "no folder"
    os.mkfifo(tmp_path / "games")
    with pytest.raises(StoreFault, match="games: expected a folder, found a file"):
        opened(tmp_path / "games")


def test_what_somebody_laid_into_the_folder_is_let_alone(tmp_path: Path) -> None:
    path = tmp_path / "games"
    fill(path, (3,))
    for name in ("holiday.jsonl", "notes.txt", ".hidden"):
        (path / name).write_text("mine")
    (path / "000002.jsonl").symlink_to(tmp_path / "nowhere")
    (path / "000003.jsonl").mkdir()
    with kept(path) as store:
        assert [game.id for game in store.games()] == [1] and store.repaired is None
    for name in ("holiday.jsonl", "notes.txt", ".hidden"):
        assert (path / name).read_text() == "mine"


def test_a_copied_file_is_a_game(tmp_path: Path) -> None:
    path, other = tmp_path / "games", tmp_path / "other" / "games"
    fill(path, (3,), finished=1)
    fill(other, (5,))
    file_of(other, 7).write_bytes(file_of(path, 1).read_bytes())
    with kept(other) as store:
        assert [(game.id, game.result) for game in store.games()] == [(7, "Ann won"), (1, None)]
        assert store.kept(7).lines == tuple(lines(3)) and store.repaired is None
        store.begin("sample").write(("{}",))
        assert store.games()[0].id == 8
