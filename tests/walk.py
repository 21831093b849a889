"""How far a reader walks: `python -m tests.walk` prints what lies between a picture or a touch and what comes of it.

Counted are the files and functions of the product that run, and their calls: of a picture with one moved card until
the move is in the journal, of the touch *this has happened* until it is there, and of the next screen's value.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from companion.game import Chance, Setup, checked, legal
from companion.games import all_games
from tests.situations.maker import Maker
from tests.situations.moments import plays
from ui.box.eyes import load_decks, own_decks
from ui.journal.store import open_store
from ui.pages.played_table import PlayedTable
from ui.present.touches import at
from ui.records.beginning import begin
from vision.eye import Eye
from vision.sources.open_source import pictures_in

ROOT = Path(__file__).parents[1]
PRODUCT = tuple(str(ROOT / layer) for layer in ("companion", "vision", "hardware", "ui"))


class Walk:
    """The functions of the product that ran, by their code, and how often."""

    def __init__(self) -> None:
        self.calls: dict[CodeType, int] = {}

    @contextmanager
    def counted(self) -> Iterator[None]:
        def called(frame: FrameType, event: str, _about: Any) -> None:
            if event == "call" and frame.f_code.co_filename.startswith(PRODUCT):
                self.calls[frame.f_code] = self.calls.get(frame.f_code, 0) + 1

        sys.setprofile(called)
        try:
            yield
        finally:
            sys.setprofile(None)

    @property
    def files(self) -> int:
        return len({code.co_filename for code in self.calls})

    def __str__(self) -> str:
        return f"{self.files} files, {len(self.calls)} functions, {sum(self.calls.values())} calls"


def picture_walk(home: Path) -> Walk:
    """From a recorded picture with one moved card to the journal. What comes before has warmed every cache."""
    folder, game = ROOT / "tests" / "frames" / "zoon", all_games()["zoon_alternate"]
    setup = checked(game, Setup(2, (("tribes", "boarix,warus"),)))
    store = open_store(home / "walk.db")
    referee, _book = begin(store, game, setup)
    eye, source = Eye(game.table(setup), load_decks(own_decks(game, setup))), pictures_in(folder)
    try:
        while not source.ended:
            frame, walk = source.newest(), Walk()
            if frame is None:
                continue
            with walk.counted():
                reading = eye.read(frame)
                reply = referee.see(replace(reading.scene, still_for=1.0))
            if isinstance(game.turn(referee.state), Chance):  # who starts, as in the recorded game
                referee.tell(game.chance_event(referee.state, (1,)), "panel")
            if [type(entry.event).__name__ for entry in reply.booked] == ["Moved"]:
                return walk
    finally:
        store.close()
    raise AssertionError("no picture shows one moved card")


def touch_walks(home: Path) -> tuple[Walk, Walk]:
    """From the touch *this has happened* to the journal, and on to the value of the next screen."""
    maker = Maker(home, all_games()["zoon_alternate"])
    desk = maker.until(plays, 8)
    desk.model()
    referee = desk.session.referee
    move = next(event for event in legal(referee.game, referee.state) if type(event).__name__ == "Moved")
    return walk_of(lambda: desk.send(at(PlayedTable.tell, move))), walk_of(desk.model)


def walk_of(action: Callable[[], Any]) -> Walk:
    walk = Walk()
    with walk.counted():
        action()
    return walk


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        print("a picture with one moved card, to the journal:", picture_walk(Path(home)))
        booked, shown = touch_walks(Path(home))
        print("a touch, to the journal:", booked)
        print("a touch, on to the next screen's value:", shown)


if __name__ == "__main__":
    main()
