"""Approved screens of recorded games: what the table's screen offers at some moments, and after a few touches there.

At each moment the page, what may be told, and some keys and squares touched are seen.
"""

from collections.abc import Iterator
from itertools import count
from typing import Any
from zlib import crc32

from companion.game import SeenThrough
from companion.referee import Referee
from tests.approved.plays import NAMES, play
from tests.approved.records import Record
from tests.approved.touched import written
from tests.approved.touches import as_text, keys_of
from ui.box.opening import Opened
from ui.box.session import Session
from ui.box.throws import Chances
from ui.pages.played_table import Asking, PlayedTable
from ui.pages.tableside import Tableside
from ui.present.touches import at, calls

MOMENTS = 2
"""So many moments of a game are looked at."""
TOLD = 5
"""So many events before each moment are told at the screen, and may be taken back there."""
DEEP = 3
"""So many touches follow one another from a moment."""
THROWN = Chances(lambda: 4, lambda: "heads", lambda seats: seats[0])
"""What dice, pennies and lots show, always."""


def screens(name: str) -> Record:
    """Every page that is seen at the moments of a recorded game, by moment."""
    found = play(name)
    last = len(found.entries)
    at = sorted({*((last * (2 * n + 1)) // (2 * MOMENTS) for n in range(MOMENTS))})
    return {f"after {entries}": list(_seen(found, entries)) for entries in at}


def _seen(found: Any, entries: int) -> Iterator[str]:
    for start in (at(PlayedTable.open_telling), None):
        side = _beside(found, entries)
        if start is None:
            yield as_text(side.model())
        else:
            side.take(start)
        for step in range(DEEP):
            keys = [
                key
                for key in keys_of("table", side.model())
                if step == 0 or not calls(key, PlayedTable.press_button, Asking.agree_back)
            ]
            if not keys:
                break
            salt = f"{found.name} {entries} {step}"
            touch = min(keys, key=lambda key: crc32(f"{salt} {as_text(key)}".encode()))
            side.take(touch)
            side.tick()
            yield f"{written(touch).name}: {as_text(side.model())}"


def _beside(found: Any, entries: int) -> Tableside:
    """The screen's side of a game after so many entries, the last of them told here; nothing looks at the table."""
    first = max(0, entries - TOLD)
    game: Any = SeenThrough(found.game, start=lambda _setup: found.states[first])
    referee: Referee[Any] = Referee(game, found.setup, lambda _lines: None)
    for event in found.events[first:entries]:
        referee.tell(event, "touch")
    return Tableside(Opened(Session(referee, chances=THROWN, clock=count().__next__), None, None, (), {}))


def made() -> Iterator[tuple[str, Record]]:
    """The screens of all recorded games."""
    for name in NAMES:
        yield name, screens(name)
