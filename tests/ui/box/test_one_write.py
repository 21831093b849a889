"""What one look or one touch books is one write: it fails as a whole, at whichever of its lines, or by a kill."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import pytest

from companion.game import Event, Setup
from companion.journal import TookBack
from companion.referee import Referee
from companion.sight import Scene
from companion.weigh import Accept, Same
from tests import shown
from tests.toys.strip import GAME
from tests.toys.strip.rules import Ruled, Slid, State, Tossed, TurnedUp
from tests.ui.at_box import Lamps
from tests.ui.journal.journals import unwritable_disk
from ui.box.session import Session
from ui.journal.store import Book, Store, open_store

TOLD = (Tossed("heads"), Slid(0, "s2", "s3"), Slid(1, "s5", "s5"))
SEEN = Slid(0, "s3", "s2")
BETTER = Slid(0, "s1", "s2")
BOTH = (Slid(1, "s4", "s3"), TurnedUp(0, "s1", "fox"))


@dataclass
class Played:
    """The strip on a real journal: a first slide was seen by the camera."""

    store: Store
    book: Book
    session: Session[State]

    @property
    def referee(self) -> Referee[State]:
        return self.session.referee

    def known(self) -> object:
        return (vars(self.referee).copy(), self.session.reply, self.session.thrown, self.session.disputed)


def scene_after(*events: Event) -> Scene:
    state = GAME.start(Setup())
    for event in events:
        state = GAME.after(state, event)
    return shown.scene(GAME.look(state))


def play(path: Path) -> Played:
    store = open_store(path)
    book = store.begin("strip")
    session = Session(Referee(GAME, Setup(), book.write), panel=Lamps(), book=book)
    for event in TOLD:
        session.tell(event, waive=("one-step", "empty-only"))
    assert session._do(lambda: session.referee.see(scene_after(*TOLD, SEEN))).verdict == Accept((SEEN,))
    return Played(store, book, session)


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    found = play(tmp_path / "games")
    yield found
    found.store.close()


def amended(played: Played) -> None:
    """A look that shows something other than the last one did: that is struck out, and the better event booked."""
    played.session._do(lambda: played.referee.see(scene_after(*TOLD, BETTER)))


def two_seen(played: Played) -> None:
    """A look after which two things must have happened."""
    played.session._do(lambda: played.referee.see(scene_after(*TOLD, SEEN, *BOTH)))


def two_answered(played: Played) -> None:
    played.session.answer(BOTH)


def two_put_right(played: Played) -> None:
    def told() -> None:
        played.referee.tell(Ruled("s1", None), "touch")
        played.referee.tell(Ruled("s5", None), "touch")

    played.session.at_once(told)


@contextmanager
def half_written(then: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Of what is written half reaches the file."""
    write = os.pwrite

    def half(handle: int, content: bytes, at: int) -> int:
        written = write(handle, content[: len(content) // 2], at)
        then()
        return written

    with patch.object(os, "pwrite", half):
        yield


DEEDS = {
    amended: [TookBack(), BETTER],
    two_seen: [*BOTH],
    two_answered: [*BOTH],
    two_put_right: [Ruled("s1", None), Ruled("s5", None)],
}


@pytest.mark.parametrize("bad", ["half of it", "the disk"])
@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
def test_a_write_that_fails_anywhere_has_changed_nothing(played: Played, deed: object, bad: str) -> None:
    assert callable(deed)
    before, kept = played.known(), played.store.kept(1).lines
    with half_written() if bad == "half of it" else unwritable_disk():
        deed(played)
    assert played.session.trouble is not None and str(played.store.path) not in played.session.trouble
    assert played.known() == before
    assert played.store.kept(1).lines == kept
    deed(played)
    assert played.session.trouble is None
    entries = played.referee.entries[len(TOLD) + 1 :]
    assert [entry.event for entry in entries] == DEEDS[deed]
    assert played.store.kept(1).lines == (*kept, *(entry.line() for entry in entries))
    again: Referee[State] = Referee(GAME, Setup(), played.book.write, played.store.kept(1).lines)
    assert again.state == played.referee.state


def test_what_cannot_be_shown_afterwards_is_not_written(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, kept = played.known(), played.store.kept(1).lines

    def broken(*_given: object) -> None:
        raise KeyError("no such card")

    with monkeypatch.context() as patched:
        patched.setattr(type(GAME), "view", broken)
        with pytest.raises(KeyError):
            played.referee.tell(BOTH[0], "touch")
    assert played.known() == before
    assert played.store.kept(1).lines == kept
    assert not isinstance(played.session.tell(BOTH[0]).verdict, Same)


KILLED = """
import os, signal, sys
from pathlib import Path
from tests.ui.box import test_one_write as written

played = written.play(Path(sys.argv[1]))
with written.half_written(lambda: os.kill(os.getpid(), signal.SIGKILL)):
    getattr(written, sys.argv[2])(played)
"""


@pytest.mark.parametrize("deed", [amended, two_seen], ids=lambda deed: deed.__name__)
def test_killed_between_two_lines_neither_is_there(tmp_path: Path, deed: object) -> None:
    path = tmp_path / "games"
    name = getattr(deed, "__name__", "")
    ended = subprocess.run([sys.executable, "-c", KILLED, str(path), name], cwd=Path(__file__).parents[3])
    assert ended.returncode == -signal.SIGKILL
    store = open_store(path)
    assert store.repaired is None
    kinds = [json.loads(line)["kind"] for line in store.kept(1).lines[1:]]
    assert kinds == ["Tossed", "Slid", "Slid", "Slid"]
    store.close()
