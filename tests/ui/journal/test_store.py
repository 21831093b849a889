"""The journal on disk: a game is written line by line, listed, gone on with, and kept through kills."""

from pathlib import Path
from random import Random

import pytest

from tests.ui.journal.journals import HEADER, fill, kept, lines, unfinished
from tests.ui.journal_damage import told_until_killed
from ui.journal.store import StoreFault, open_store


def test_a_game_is_written_line_by_line_listed_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "games"
    fill(path, (4, 3), finished=1)
    with kept(path) as store:
        newest, oldest = store.games()
        assert (oldest.game, oldest.players, oldest.result, oldest.entries) == (
            "sample",
            ("Ann", "Bo"),
            "Ann won",
            3,
        )
        assert oldest.finished is not None and oldest.started <= oldest.finished
        assert unfinished(store) == newest
        book = store.book(newest.id)
        book.write(("one more",))
        assert store.kept(newest.id).lines == (*lines(3), "one more")
        assert len(store.kept(newest.id).times) == 4
        book.finish("Bo won")
        assert unfinished(store) is None
        book.finish(None)
        assert unfinished(store) is not None


def test_times_are_stamped_here(tmp_path: Path) -> None:
    stamps = iter(["1", "2"])
    store = open_store(tmp_path / "games", lambda: next(stamps))
    book = store.begin("sample")
    book.write((HEADER,))
    book.write(("x",))
    assert store.kept(1).times == ("1", "2")
    store.close()


def test_no_line_no_game(tmp_path: Path) -> None:
    with kept(tmp_path / "games") as store:
        book = store.begin("sample")
        book.finish("nobody won")
        assert store.games() == ()
        with pytest.raises(StoreFault, match="expected the number of a game that was played, found 7"):
            store.book(7)


def test_a_record_from_elsewhere_is_kept_whole(tmp_path: Path) -> None:
    with kept(tmp_path / "games") as store:
        id = store.add("sample", (), tuple(lines(5)), "a draw")
        assert store.kept(id).lines == tuple(lines(5))
        assert store.played(id).result == "a draw"


WRITER = """
import sys
from tests.ui.journal.journals import unfinished
from pathlib import Path
from ui.journal.store import open_store
store = open_store(Path(sys.argv[1]))
found = unfinished(store)
book = store.book(found.id) if found else store.begin("sample")
n = len(store.kept(found.id).lines) if found else 0
print("ready", flush=True)
while True:
    book.write((f"line {n} " + "x" * (n % 300),))
    print(n, flush=True)
    n += 1
"""


def test_every_acknowledged_entry_outlives_kill_9_at_any_moment(tmp_path: Path) -> None:
    path = tmp_path / "games"
    chance = Random(20)
    known = 0
    for _ in range(8):
        told = told_until_killed(WRITER, path, chance.uniform(0.0, 0.08))
        known = max([known, *(int(line) + 1 for line in told)])
        with kept(path) as store:
            assert store.repaired is None
            found = store.kept(1).lines if store.games() else ()
            assert known <= len(found) <= known + 1
            assert all(line.startswith(f"line {n} ") for n, line in enumerate(found))
            known = len(found)
    assert known > 8
