"""Makes desks and tables for situations: a game begun, played on at random, and what a perfect eye sees of it."""

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from companion.game import Chance, Event, Game, Over, legal
from companion.referee import Referee
from companion.sight import Scene
from tests.own_touches import send
from tests.situations.moments import plays
from ui.box.eyes import own_decks
from ui.box.opening import Opened, faces_of, open_table, sources
from ui.box.session import Session
from ui.box.throws import Chances
from ui.journal.store import Book, open_store
from ui.owned.settings import SettingsKept
from ui.pages import front
from ui.pages.agreement import Agreement, agree, typing_name
from ui.pages.desk import Desk
from ui.present.touches import Goto, Start, Touch, Typed
from ui.watching import perfect_eye

SEED = 5
NAMES = ("Ann", "Ben")


# The settings are those of a machine without a voice and without a display that dims, whatever this one has.
for _device in ("which", "find_backlight"):
    setattr(front, _device, lambda *_about: None)


class Maker:
    """Makes desks that agree on one game; their journals go into `folder`."""

    def __init__(self, folder: Path, game: Game[Any]) -> None:
        self.folder = folder
        self.game: Any = game
        self.count = 0
        self.ahead = 0.0
        self.guided = False

    def desk(self, opener: Any = None) -> Desk:
        self.count += 1
        while (journal := self.folder / f"box{self.count}" / "games").exists():
            self.count += 1
        journal.parent.mkdir(parents=True, exist_ok=True)  # what is deleted lies beside a journal
        store = open_store(journal, lambda: "2026-03-01T19:30:00.000+00:00")
        agreement = Agreement((self.game,), sources, "simulated")
        settings = SettingsKept(self.folder / f"settings{self.count}.json")
        settings.change(language="en", learnt=() if self.guided else (self.game.id,))
        desk = Desk(
            store, opener or self.plain, agreement, when=lambda stamp: stamp[11:16], settings=settings
        )
        agreement.take(agree(typing_name, 0))
        agreement.take(Typed(NAMES[0]))
        agreement.take(agree(typing_name, 1))
        agreement.take(Typed(NAMES[1]))
        return desk

    def plain(self, referee: Referee[Any], book: Book | None, _source: str) -> Opened:
        """A session that is shown scenes by hand."""
        chance = Random(SEED)
        throws = Chances(
            lambda: chance.randint(1, 6), lambda: "heads", lambda seats: chance.choice(list(seats))
        )
        session: Session[Any] = Session(
            referee, book=book, chances=throws, clock=lambda: time.monotonic() + self.ahead
        )
        faces = faces_of(own_decks(referee.game, referee.setup))
        return Opened(session, None, None, (), faces, chance=Random(SEED))

    def home(self) -> Desk:
        return self.desk()

    def home_resume(self) -> Desk:
        return self.then(self.until(plays, 14), Goto("home"))

    def seats(self) -> Desk:
        return self.then(self.desk(), Goto("seats"))

    def started(self) -> Desk:
        return self.then(self.seats(), Start())

    def until(self, wanted: Callable[[Referee[Any]], bool], least: int = 0, tidy: bool = True) -> Desk:
        """A game played on at random until something is so, each event seen or told; then the table is seen."""
        desk, chance = self.started(), Random(SEED)
        session = desk.session
        while not wanted(session.referee) or len(session.referee.entries) < least:
            event = self.any_event(session.referee, chance)
            if event is None:
                break
            session.tell(event, by="camera" if not event.told else "panel")
        if tidy:
            self.show(desk, perfect_eye.scene(session.reply.look))
        return desk

    def any_event(self, referee: Referee[Any], chance: Random) -> Event | None:
        state = referee.state
        turn = self.game.turn(state)
        if isinstance(turn, Over):
            return None
        if isinstance(turn, Chance):
            values = (
                tuple(chance.randint(1, 6) for _ in turn.seats) if turn.what == "dice" else (turn.seats[0],)
            )
            event: Event = self.game.chance_event(state, values)
            return event
        events = [event for event in legal(self.game, state) if not event.told]
        return chance.choice(events) if events else next(iter(legal(self.game, state)), None)

    def then(self, desk: Desk, *actions: Touch) -> Desk:
        send(desk, *actions)
        return desk

    def show(self, desk: Desk, scene: Scene, done: bool = False) -> None:
        import numpy as np

        from vision.eye import Reading
        from vision.light.fitness import Light
        from vision.mat.following import Mat
        from vision.sources.frames import Frame

        frame = Frame(np.zeros((2, 2, 3), np.uint8), 0.0, 0)
        desk.session.inbox.post_reading((frame, Reading(scene, Mat(True), Light(True))))
        desk.tick()
        if done:
            desk.session.press("done")

    def painted(self) -> Desk:
        desk = self.desk(open_table)
        return self.then(desk, Goto("seats"), Start())

    def look_once(self, desk: Desk) -> None:
        """A few painted pictures, read by the eye, without the camera's thread."""
        opened = desk.opened
        assert opened is not None
        camera = opened.session._camera
        assert camera is not None
        camera.close()
        for _picture in range(3):
            while not camera.look():
                time.sleep(0.02)
            desk.tick()
