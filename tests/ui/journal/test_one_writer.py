"""One program at a time writes to a journal; whoever cannot write looks on, and nobody's entries are deleted."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ui.journal.journals import HEADER, fill, kept, lines, looked_at, unfinished
from tests.ui.journal.test_taken_over import BEFORE
from ui.journal.store import StoreFault, open_store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "games"
    fill(path, (2,))
    return path


def test_the_second_program_looks_on_and_is_told_who_writes(path: Path) -> None:
    with kept(path) as one, kept(path) as other:
        assert one.read_only_because is None
        assert other.read_only_because == "another window of this program is writing here"
        first, second = one.book(1), other.book(1)
        first.write(("mine", "mine too"))
        for _again in range(3):
            with pytest.raises(StoreFault, match="another window of this program is writing here"):
                second.write(("theirs",))
            with pytest.raises(StoreFault, match="another window of this program is writing here"):
                second.finish("they won")
        assert other.kept(1).lines == one.kept(1).lines == (*lines(2), "mine", "mine too")
        first.write(("and on",))
    with kept(path) as later:
        assert later.read_only_because is None and later.repaired is None
        assert later.kept(1).lines == (*lines(2), "mine", "mine too", "and on")


def test_whoever_only_looks_keeps_nobody_from_writing(path: Path) -> None:
    with looked_at(path) as looking, kept(path) as writing, looked_at(path) as also:
        assert writing.read_only_because is None
        writing.book(1).write(("written meanwhile",))
        assert looking.kept(1).lines[-1] == also.kept(1).lines[-1] == "written meanwhile"
        assert [played.entries for played in looking.games()] == [2]
        with pytest.raises(StoreFault, match="for looking only"):
            looking.add("sample", (), (HEADER,), None)


def test_looking_at_nothing_makes_nothing(tmp_path: Path) -> None:
    with looked_at(tmp_path / "deep" / "games") as looking:
        assert looking.games() == () and looking.repaired is None
    assert list(tmp_path.iterdir()) == []


def test_the_lock_dies_with_its_process(path: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from ui.journal.store import open_store\n"
        "store = open_store(Path(sys.argv[1])); print(store.read_only_because, flush=True); time.sleep(60)"
    )
    writer = subprocess.Popen(
        [sys.executable, "-c", code, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    assert writer.stdout is not None and writer.stdout.readline() == "None\n"
    with kept(path) as other:
        assert other.read_only_because == "another window of this program is writing here"
        assert other.kept(1).lines == tuple(lines(2))
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    writer.stdout.close()
    with kept(path) as store:
        assert store.read_only_because is None


def test_a_disk_that_cannot_be_written_is_looked_at(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With rights that even root does not have: the folder lies on a read-only bind mount in the field."""
    opened = os.open

    def read_only(name: object, flags: int, *more: object, **named: object) -> int:
        if flags & (os.O_RDWR | os.O_WRONLY):
            raise OSError(30, "Read-only file system")
        return opened(name, flags, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", read_only)
    with kept(path) as store:
        assert store.read_only_because == "the journal's file, its folder or the disk is read-only"
        assert store.kept(1).lines == tuple(lines(2))
        with pytest.raises(StoreFault, match="read-only"):
            store.book(1).write(("x",))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount")
def test_a_read_only_home_is_looked_at_with_games_of_before_too(tmp_path: Path) -> None:
    for name, entries in (("now", 1), ("before", 8)):
        home = tmp_path / name
        home.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(home)]
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            pytest.skip("no disk can be mounted here")
        try:
            if name == "now":
                fill(home / "games", (2,))
            else:
                shutil.copytree(BEFORE, home, dirs_exist_ok=True)
            subprocess.run(["mount", "-o", "remount,ro", str(home)], check=True)
            with kept(home / "games") as store:
                assert store.read_only_because == "the journal's file, its folder or the disk is read-only"
                assert store.games()[0].entries == entries and store.repaired is None
                with pytest.raises(StoreFault, match="read-only"):
                    store.begin("sample").write((HEADER,))
        finally:
            subprocess.run(["umount", "--lazy", str(home)], check=True)


def test_of_two_books_of_one_game_the_later_one_is_refused(path: Path) -> None:
    with kept(path) as store:
        one, other = store.book(1), store.book(1)
        one.write(("mine",))
        for _again in range(2):
            with pytest.raises(StoreFault, match="another program has written to the same game"):
                other.write(("theirs",))
        assert store.kept(1).lines == (*lines(2), "mine")


def test_whoever_puts_the_folder_in_its_place_meanwhile_writes(path: Path) -> None:
    """A folder that was removed takes its lock with it: who makes it anew first has the lock."""
    with kept(path) as one:
        one.book(1).write(("mine",))
        shutil.rmtree(path)
        with kept(path) as other:
            assert other.read_only_because is None
            other.begin("sample").write((HEADER, "theirs"))
            (theirs,) = path.iterdir()
            before = theirs.read_bytes()
            for act in (lambda: one.book(1).write(("too late",)), one.games, lambda: one.kept(1).lines):
                with pytest.raises(StoreFault, match="another window of this program is writing here"):
                    act()
            assert list(path.iterdir()) == [theirs] and theirs.read_bytes() == before


LOOKS = 60
WRITER = """
import sys, time
from pathlib import Path
from ui.journal.store import open_store
store = open_store(Path(sys.argv[1]))
while True:
    book = store.begin("sample")
    for n in range(7):
        book.write((f"line {n} " + "x" * 400 * n,))
        time.sleep(0.001)
    book.finish("ended")
    if book.id % 3 == 0:
        store.delete(book.id)
        store.restore(book.id)
    print(book.id, flush=True)
"""


def test_what_is_acknowledged_is_seen_by_whoever_looks_on_and_nothing_seems_damaged(path: Path) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    assert writer.stdout is not None
    try:
        for _look in range(LOOKS):
            ended = int(writer.stdout.readline())
            with looked_at(path) as store:
                assert store.repaired is None
                games = {game.id: game for game in store.games()}
                assert games[ended].result == "ended"
                assert len(store.kept(ended).lines) == 7
                assert store.repaired is None
    finally:
        writer.kill()
        writer.wait()
        writer.stdout.close()


def test_a_lock_that_was_not_had_leaves_nothing_open(path: Path) -> None:
    with kept(path):
        free = lowest_free()
        for _again in range(2):
            with kept(path) as other:
                assert other.read_only_because is not None
            assert lowest_free() == free
    assert lowest_free() < free


def lowest_free() -> int:
    """The number that the next opened file gets."""
    number = os.open(os.devnull, os.O_RDONLY)
    os.close(number)
    return number


def test_a_clock_that_is_set_back_changes_neither_order_nor_number(tmp_path: Path) -> None:
    stamps = iter(["2026-12-01", "2026-12-02", "1970-01-01", "1970-01-01", "1970-01-01"])
    store = open_store(tmp_path / "games", lambda: next(stamps))
    store.begin("sample").write((HEADER,))
    store.book(1).write(("one",))
    store.book(1).write(("two",))
    store.begin("sample").write((HEADER,))
    store.book(2).finish("Ann won")
    store.close()
    with kept(tmp_path / "games") as again:
        assert again.repaired is None
        assert [(game.id, game.started) for game in again.games()] == [(2, "1970-01-01"), (1, "2026-12-01")]
        assert again.kept(1).lines == (HEADER, "one", "two")
        assert again.kept(1).times == ("2026-12-01", "2026-12-02", "1970-01-01")
        assert unfinished(again) == again.games()[1]
