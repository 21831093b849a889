"""A person at seat 0 and the box at all others, at a desk without a window; what the person does falls by lot."""

import time
from pathlib import Path
from random import Random

from companion.game import Chance, Over, Seats
from companion.games import all_games
from companion.lawful import drawn
from tests.situations.maker import Maker
from ui.pages.agreement import Draft, agree
from ui.pages.desk import Desk
from ui.pages.thinking import BoxPlays
from ui.present.models import TableModel
from ui.present.touches import Start

PATIENCE_S = 60.0


class Evening:
    """`step` does whatever comes next; what the box wants is laid as the camera would see it."""

    def __init__(self, folder: Path, id: str, level: str = "beginner") -> None:
        self.maker = Maker(folder, all_games()[id])
        self.desk: Desk = self.maker.seats()
        for seat in range(1, self.desk.agreement.draft.seats):
            self.desk.send(agree(Draft.played_by_box, seat, level))
        self.desk.send(Start())
        self.session = self.desk.session
        self.chance = Random(7)

    @property
    def box(self) -> BoxPlays:
        assert self.desk.side is not None
        return self.desk.side.box

    @property
    def model(self) -> TableModel:
        found = self.desk.model()
        assert isinstance(found, TableModel)
        return found

    @property
    def is_over(self) -> bool:
        return isinstance(self.session.reply.turn, Over)

    def tick(self) -> None:
        """A second passes."""
        self.maker.ahead += 1.0
        self.desk.tick()

    def step(self) -> None:
        """What comes next: what the box does, what is laid for it, or what the person does."""
        before = self.session.reply.seq, self.box.wish, self.box.is_drawing
        self.tick()
        if (self.session.reply.seq, self.box.wish, self.box.is_drawing) != before:
            return
        if self.box.is_thinking:
            time.sleep(0.002)
        elif self.box.is_drawing:
            self.draw()
        elif self.box.wish is not None:
            self.lay()
        else:
            self.person()

    def lay(self) -> None:
        """What the box plays lies on the table; what it turned up or threw is any that may be."""
        assert self.box.wish is not None
        ways = self.box.wish.ways or (self.box.wish.event,)
        self.session.tell(self.chance.choice(ways), by="camera")

    def draw(self) -> None:
        """One card more of its hand is said, as a person who draws it touches it."""
        tiles = [tile for tile in self.model.tiles if not tile.faded]
        self.desk.send(self.chance.choice(tiles).action)

    def person(self) -> None:
        referee, turn = self.session.referee, self.session.reply.turn
        if isinstance(turn, Chance):
            if turn.what == "lot" or self.session.reply.layout is not None:
                event = self.maker.any_event(referee, self.chance)
                assert event is not None
                self.session.tell(event)
            else:
                self.session.press("seat0")
            return
        event = drawn(referee.game, referee.state, self.chance.randrange)
        if event is not None and (event.seat in (0, None) or self.session.reply.layout is not None):
            self.session.tell(event)

    def until_wish(self) -> None:
        """Plays on until the box waits for something to be laid. Raises AssertionError where that never comes."""
        until = time.monotonic() + PATIENCE_S
        while self.box.wish is None:
            assert time.monotonic() < until and not self.is_over
            self.step()

    def play(self, entries: int) -> None:
        """Plays on until there are so many entries more, or somebody has won."""
        most = len(self.session.referee.entries) + entries
        until = time.monotonic() + PATIENCE_S
        while len(self.session.referee.entries) < most and not self.is_over:
            assert time.monotonic() < until, self.session.reply
            self.step()

    def to_act(self) -> frozenset[int]:
        turn = self.session.reply.turn
        return turn.seats if isinstance(turn, Seats) else frozenset()
