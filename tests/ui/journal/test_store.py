"""The journal on disk: a game is written line by line, listed and gone on with."""

from pathlib import Path

import pytest

from tests.ui.journal.journals import HEADER, fill, kept, lines, unfinished
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
