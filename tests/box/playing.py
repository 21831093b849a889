"""The app as a box runs it, with somebody who plays: what the service of a rehearsal starts in place of the app.

It is the app itself, on the simulated table; only the hands are missing, so lawful events are told in their place, as
by touch, and then lie on the table. After a power cut the table lies as the book has it, as a real one would: the eye
reads it. What was booked is noted in a file, after the journal has it: the rehearsal looks for it there.
"""

import hashlib
import os
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from numpy.random import default_rng

from companion.game import Chance, Event, Over, legal
from ui.pages.agreement import Draft, agree
from ui.present.touches import ChooseGame, Goto, SpeakFirst, Start
from ui.touch.main import run
from vision.painted.laying import tabletop_from_look

GAME, SOURCE = "zoon_alternate", "simulated"
PAUSES_S = (0.05, 0.5)
"""Between two events, from … to."""
DIFFERS_S = 0.5
"""So often it is noted what differs, while a table is compared with its book."""


def sign(line: str) -> str:
    """By what a line of the journal is known."""
    return hashlib.sha256(line.encode()).hexdigest()[:16]


def _lay(opened: Any) -> None:
    """The simulated table lies as the book has it."""
    referee, simulated = opened.session.referee, opened.simulated
    look = referee.game.look(referee.state)
    simulated.put(tabletop_from_look(look, simulated.table, default_rng(1), opened.decks, simulated.tabletop))


class Player:
    """Called once a frame. `notes`: what has happened, a line each, with the time of day."""

    def __init__(self, notes: Path) -> None:
        self._notes = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        self._chance = Random()
        self._next = 0.0
        self._seen: Any = None
        self._compared = False
        self._note("app")

    def _note(self, *words: object) -> None:
        os.write(self._notes, (" ".join(map(str, (f"{time.time():.3f}", *words))) + "\n").encode())
        os.fsync(self._notes)

    def __call__(self, app: Any) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + self._chance.uniform(*PAUSES_S)
        desk = app.desk
        if desk.opened is not None:
            self._at_table(app, desk.opened)
        elif desk.page == "language":
            app.send(SpeakFirst("en"))
        elif desk.page == "home":
            self._begin(app)
        else:  # who won the game that had just ended
            app.send(Goto("home"))

    def _begin(self, app: Any) -> None:
        notice = app.desk.model().notice
        self._note("begins", "" if notice is None else notice.words)
        for touch in (ChooseGame(GAME), agree(Draft.seen_by, SOURCE)):
            app.send(touch)
        app.send(Start())

    def _at_table(self, app: Any, opened: Any) -> None:
        session, store = opened.session, app.desk.kept.store
        id = opened.session.book.id
        if opened is not self._seen:
            self._seen, self._compared = opened, False
            self._note("table", id, len(store.kept(id).lines), store.kept(id).notes.get("source", ""))
            _lay(opened)
        if session.checking:
            self._next += DIFFERS_S
            self._note("differs", id, *(each.region for each in session.reply.differences))
            return
        if not self._compared:
            self._compared = True
            self._note("compared", id)
        event = self._any_event(session)
        if event is None:
            self._note("ended", id)
            app.send(Goto("home"))
            return
        session.tell(event, by="touch")
        lines = store.kept(id).lines
        self._note("booked", id, len(lines), sign(lines[-1]))
        _lay(opened)

    def _any_event(self, session: Any) -> Event | None:
        game, state = session.referee.game, session.referee.state
        turn = game.turn(state)
        if isinstance(turn, Over):
            return None
        if isinstance(turn, Chance):
            dice = tuple(self._chance.randint(1, 6) for _seat in turn.seats)
            found: Event = game.chance_event(state, dice if turn.what == "dice" else (turn.seats[0],))
            return found
        events = legal(game, state)
        return self._chance.choice(events) if events else None


if __name__ == "__main__":
    sys.exit(run(each_tick=Player(Path(sys.argv[1]))))
