"""The log of the journal is folded into it: at the start, at a game's end, now and then, whoever reads meanwhile."""

import shutil
from contextlib import closing
from pathlib import Path

from tests.situations.screens import situations
from tests.ui.journal.journals import HEADER, fill, kept
from ui.journal.book import FOLD_SECONDS
from ui.journal.store import look_at


def in_file_alone(path: Path) -> tuple[int, ...]:
    """How many entries stand in the file itself, whatever its log holds."""
    alone = path.with_name("alone.db")
    shutil.copy2(path, alone)
    with closing(look_at(alone)) as store:
        found = tuple(played.entries for played in reversed(store.games()))
    alone.unlink()
    return found


def test_the_log_is_folded_at_the_start_at_a_games_end_and_now_and_then(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with kept(path) as store:
        now = 100.0
        store._clock = lambda: now
        book = store.begin("sample")
        book.write((HEADER, "one"))
        assert in_file_alone(path) == ()
        now += FOLD_SECONDS - 1
        store.tick()
        assert in_file_alone(path) == ()
        now += 1
        store.tick()
        assert in_file_alone(path) == (1,)
        book.write(("two",))
        assert in_file_alone(path) == (1,)
        now += FOLD_SECONDS
        book.write(("three",))
        assert in_file_alone(path) == (3,)
        book.write(("four",))
        book.finish("Ann won")
        assert in_file_alone(path) == (4,)
        book.write(("five",))
        shutil.copytree(tmp_path, tmp_path.with_name("killed"))
    left = tmp_path.with_name("killed") / "journal.db"
    assert in_file_alone(left) == (4,)
    with kept(left):
        assert in_file_alone(left) == (5,)


def test_while_a_game_waits_the_desk_folds_the_log(tmp_path: Path) -> None:
    desk = situations(tmp_path)["play"]()
    (entries,) = (game.entries for game in desk.kept.store.games())
    assert in_file_alone(desk.kept.store.path) != (entries,)
    now = desk.kept.store._clock() + FOLD_SECONDS
    desk.kept.store._clock = lambda: now
    desk.tick()
    assert in_file_alone(desk.kept.store.path) == (entries,)


def test_whoever_reads_meanwhile_does_not_keep_the_log_from_being_folded(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    fill(path, (3,))
    with kept(path) as store, closing(look_at(path)) as reader:
        reader._connection.execute("BEGIN")
        reader._connection.execute("SELECT count(*) FROM lines").fetchone()
        store.book(1).write(("on",))
        store.fold()
        assert in_file_alone(path) == (3,)
        assert reader.lines(1)[-1] == "on"


# what is missing is noticed
