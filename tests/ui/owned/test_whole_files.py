"""Who may read a file: its owner alone, or whoever the umask lets, where people share it."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.games.zong.board import own_board
from companion.games.zoon.family.deck import Army
from companion.games.zoon.family.deck import facts as cards
from tests.ui.box.test_secrecy import SHOWN, ZOONDO, header_of, played
from ui.cli import run_command
from ui.games.zong.boards import keep_board
from ui.journal.store import open_store
from ui.owned.settings import SettingsKept
from ui.owned.tribes import keep_army
from ui.owned.whole_files import write_whole
from ui.places import boards_folder, tribes_folder
from ui.records.recount import Form, save_record


@pytest.fixture(params=[0o022, 0o002, 0o077])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def modes(folder: Path) -> set[int]:
    found = {file.stat().st_mode & 0o777 for file in folder.iterdir() if file.is_file()}
    assert found, "nothing was written"
    return found


def league(folder: Path) -> Path:
    words = f"league zong --games 2 --workers 1 --out {folder / 'league'}"
    assert run_command(words.split()) == 0
    return folder / "league"


def sheet(folder: Path) -> Path:
    assert run_command(["print", "tags", "-o", str(folder / "print" / "tags.svg")]) == 0
    return folder / "print"


def wiring(folder: Path) -> Path:
    (folder / "box").mkdir()
    assert run_command(["print", "wiring", "-o", str(folder / "box" / "wiring.svg")]) == 0
    return folder / "box"


def saved(form: Form, folder: Path) -> Path:
    referee = played(ZOONDO, SHOWN, 12)
    store = open_store(folder / "games")
    lines = (header_of(referee), *(entry.line() for entry in referee.entries))
    return save_record(
        store, store.played(store.add(ZOONDO.id, referee.setup.players, lines, None)), form
    ).parent


def record(folder: Path) -> Path:
    return saved("jsonl", folder)


def page(folder: Path) -> Path:
    return saved("html", folder)


def tribe(_folder: Path) -> Path:
    known = cards()
    keep_army("mine", Army(known.own_twelve("warus"), known.own_trumps("warus"), "Mine", "tribal"))
    return tribes_folder()


def board(_folder: Path) -> Path:
    keep_board("mine", own_board())
    return boards_folder()


@pytest.mark.parametrize("made", [league, sheet, wiring, record, page, tribe, board])
def test_what_people_ask_for_is_read_by_whoever_the_umask_lets(
    made: Callable[[Path], Path], umask: int, tmp_path: Path
) -> None:
    assert modes(made(tmp_path)) == {0o666 & ~umask}


def test_settings_and_the_journal_are_their_owners_alone(umask: int, tmp_path: Path) -> None:
    kept = SettingsKept()
    kept.change(volume=0)
    saved("jsonl", tmp_path)
    assert modes(kept._file.parent) == modes(tmp_path / "games") == {0o600}


def test_a_shared_file_that_was_private_is_shared_from_then_on(umask: int, tmp_path: Path) -> None:
    for shared, mode in ((False, 0o600), (True, 0o666 & ~umask), (False, 0o600)):
        write_whole(tmp_path / "file", b"words", shared=shared)
        assert modes(tmp_path) == {mode}
