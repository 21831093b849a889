"""A journal is looked at while it is written: all that was acknowledged, nothing torn, and no file for its index."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.ui.journal.journals import HEADER, fill, kept, lines
from ui.journal import copied
from ui.journal.store import look_at

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
    print(book.id, flush=True)
"""


def test_what_is_acknowledged_is_seen_however_often_the_log_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    fill(path, (3,))
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
            with closing(look_at(path)) as store:
                assert store.repaired is None
                games = {game.id: game for game in store.games()}
                assert games[ended].result == "ended"
                assert len(store.lines(ended)) == 7
    finally:
        writer.kill()
        writer.wait()
        writer.stdout.close()


def test_a_log_that_is_begun_anew_while_it_is_copied_is_copied_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Folded after the file was copied and before the log was: neither of the two would hold the entry."""
    path = tmp_path / "journal.db"
    copy = copied.shutil.copyfile
    with kept(path) as store:
        book = store.begin("sample")
        book.write((HEADER,))

        def folded(source: Path, target: Path) -> None:
            copy(source, target)
            monkeypatch.undo()
            store.fold()

        monkeypatch.setattr(copied.shutil, "copyfile", folded)
        with closing(look_at(path)) as looking:
            assert looking.repaired is None
            assert looking.lines(1) == (HEADER,)


def test_nobody_keeps_an_index_of_the_log_on_the_disk(tmp_path: Path) -> None:
    """It would be written anew with every entry, and the copy that is read is gone as soon as it is read."""
    path = tmp_path / "journal.db"
    with kept(path) as store:
        store.begin("sample").write(tuple(lines(3)))
        with closing(look_at(path)) as looking:
            assert looking.lines(1) == tuple(lines(3))
            there = {file.name for file in tmp_path.iterdir()}
    assert there == {"journal.db", "journal.db-wal", "journal.db.lock", "journal.db.receipt"}
