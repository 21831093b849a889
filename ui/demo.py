"""A player for demos: picks lawful events at random, lays the table by hand as it should look after each, does chores.

Nothing is told that a camera can see: what is booked, the whole pipeline has seen. Time is counted in pictures, so
a demo runs as fast as the machine can see.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.game import Chance, Event, Over, Seats
from companion.journal import play_while_valid
from companion.judge import Ask
from companion.referee import Referee, Reply
from companion.sight import Look
from ui.camera import Reads
from ui.random_play import choose
from ui.shapes import words_of
from vision.laying import tabletop_from_look
from vision.simulated import SimulatedTable, by_hand

if TYPE_CHECKING:
    from vision.decks import Deck

FRAME_SECONDS = 0.25
_PATIENCE_FRAMES = 12


class DemoFault(Exception):
    """What was laid on the simulated table was not understood as it was meant; one line."""


@dataclass(slots=True)
class Clock:
    """Seconds that pass only when a picture is taken."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass(slots=True)
class Demo:
    """One game played on a simulated table, seen through an eye."""

    referee: Referee[Any]
    table: SimulatedTable
    eye: Reads
    decks: "Sequence[Deck]"
    clock: Clock
    chance: Random
    pictures: int = 0
    told: int = 0
    rng: np.random.Generator = field(init=False)

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(self.chance.randrange(2**32))

    def play(self, most: int | None = None) -> Iterator[str]:
        """Plays to the end, or `most` entries: a line for whatever the referee books. Raises DemoFault."""
        while not isinstance(self.referee.now().turn, Over):
            if most is not None and len(self.referee.entries) >= most:
                return
            yield from self._one()

    def _one(self) -> Iterator[str]:
        """The next event, by the box where chance is awaited, else laid on the table or told."""
        game, state = self.referee.game, self.referee.state
        turn = game.turn(state)
        if isinstance(turn, Chance):
            reply = self.referee.tell(game.thrown(state, self._throw(turn)), "panel")
        else:
            event = choose(game, state, self.chance)
            if event is None:
                raise DemoFault("nobody can do anything, and the game is not over")
            if event.told or (
                isinstance(turn, Seats) and game.look(game.after(state, event)) == game.look(state)
            ):
                reply = self.referee.tell(event, "touch")
            else:
                reply = self._laid(event)
        self.told += sum(entry.by == "touch" for entry in reply.booked)
        yield from self._lines(reply)
        self._lay(game.look(self.referee.state), 0)

    def _throw(self, turn: Chance) -> tuple[int | str, ...]:
        if turn.what == "lot":
            return (self.chance.choice(turn.seats),)
        sides: tuple[int | str, ...] = (1, 2, 3, 4, 5, 6) if turn.what == "dice" else ("heads", "tails")
        return tuple(self.chance.choice(sides) for _ in turn.seats)

    def _laid(self, event: Event) -> Reply:
        """Lays the table as the event leaves it and waits until the referee has seen that. Raises DemoFault."""
        game, state = self.referee.game, self.referee.state
        self._lay(game.look(game.after(state, event)), getattr(event, "seat", 0))
        reply = self.referee.now()
        for _ in range(_PATIENCE_FRAMES):
            reply = self._look()
            if isinstance(reply.verdict, Ask):
                meant = next((option for option in reply.verdict.options if option == (event,)), None)
                if meant is not None:
                    return self.referee.answer(meant, "touch", reply.seq)
            if reply.booked:
                return reply
        meant_words = words_of(game, state, event)
        raise DemoFault(f"meant: {meant_words}; the referee made of it: {reply.verdict}")

    def _lay(self, look: Look, seat: int) -> None:
        """A hand comes, changes the table, goes; every picture of it is looked at."""
        before = self.table.tabletop
        after = tabletop_from_look(look, self.table.table, self.rng, self.decks, before)
        if after.things == before.things:
            return
        for step in by_hand(before, after, self.table.table, seat, 1):
            self.table.put(step)
            if step.hand is not None:
                self._look()

    def _look(self) -> Reply:
        self.clock.now += FRAME_SECONDS
        frame = self.table.newest()
        self.pictures += 1
        if frame is None:
            return self.referee.now()
        reading = self.eye.read(frame)
        if not reading.mat.found:
            return self.referee.now()
        return self.referee.see(reading.scene)

    def _lines(self, reply: Reply) -> Iterator[str]:
        game, setup = self.referee.game, self.referee.setup
        for entry in reply.booked:
            states, _ = play_while_valid(game, setup, self.referee.entries[: entry.seq])
            yield words_of(game, states[-1], entry.event)
