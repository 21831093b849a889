"""Whole games between levels and random play, without a table: for tests and figures."""

import random
from collections.abc import Iterator
from time import process_time
from typing import Any

from companion.game import Chance, Event, Game, Over, Seats, Setup, checked, fallen
from companion.lawful import drawn
from companion.search import Level, Search, completed, options, outcome

KNOWN = {"zombinion": (("knowing", "known"),), "zoondo": (("knowing", "shown"),)}
"""What is agreed on so that the state is the whole truth: each player's choice is kept from what others know."""
LONGEST = 1500
"""A game that goes on for so many events counts as a draw."""


def agreed(game: Game[Any], seats: int, *, told: bool = True) -> Setup:
    """The usual agreement, every card `told` to the referee."""
    return checked(game, Setup(seats, KNOWN.get(game.id, ()) if told else ()))


def played_by_lot(
    game: Game[Any], setup: Setup, seed: int, events: int, *, told: bool = True
) -> Iterator[Any]:
    """The states of a game in which everything is drawn by lot; in Zoon every card is `told` as soon as it lies."""
    rng, state = random.Random(seed), game.start(setup)
    for _ in range(events):
        yield state
        turn = game.turn(state)
        if isinstance(turn, Over):
            return
        if isinstance(turn, Chance):
            event: Event | None = game.chance_event(state, fallen(turn, rng.randrange))
        else:
            event = drawn(game, state, rng.randrange)
        assert event is not None, f"no way on from {state}"
        state = game.after(state, event)
        state = _whole(game, state, rng.randrange) if told else state


class Clock:
    """Says when a move has had its seconds of the process's own time; looked at rarely, for a look takes long."""

    EVERY = 32

    def __init__(self, seconds: float) -> None:
        self.began = process_time()
        self.until = self.began + seconds
        self.asked, self.over = 0, seconds <= 0

    def is_time_up(self) -> bool:
        self.asked += 1
        if not self.over and self.asked % self.EVERY == 0:
            self.over = process_time() > self.until
        return self.over

    def taken(self) -> float:
        """The seconds since the move began."""
        return process_time() - self.began


class Match:
    """One game of two kinds of players: `level` on one seat, `rival` (None: random play) on all others."""

    def __init__(self, game: Game[Any], level: Level, rival: Level | None, seed: int, seconds: float) -> None:
        self.game, self.levels, self.seconds = game, (level, rival), seconds
        seats = game.seats[0]
        self.rng, self.seat = random.Random(seed), seed % seats
        self.setup = agreed(game, seats)
        self.thought: list[float] = []

    def winners(self) -> tuple[int, ...]:
        """Who has won; nobody where it is a draw or goes on for too long."""
        game, state = self.game, self.game.start(self.setup)
        for _ in range(LONGEST):
            turn = game.turn(state)
            if isinstance(turn, Over):
                return turn.winners
            if isinstance(turn, Chance):
                event: Event | None = game.chance_event(state, fallen(turn, self.rng.randrange))
            else:
                event = self._next(state, turn)
            assert event is not None, f"no way on from {state}"
            state = game.after(state, event)
            state = _whole(game, state, self.rng.randrange)
        return ()

    def _next(self, state: Any, turn: Seats) -> Event | None:
        seats = sorted(turn.seats)
        seat = seats[self.rng.randrange(len(seats))]
        level = self.levels[seat != self.seat]
        if level is None:
            return _drawn_for(self.game, state, seat, self.rng.randrange)
        clock, rng = Clock(self.seconds), self.rng.randrange
        chosen = Search(self.game, state, seat, rng, clock.is_time_up).best(level)
        self.thought.append(clock.taken())
        event = completed(self.game, state, chosen.event, rng)
        assert event is not None and self.game.violation(state, event) is None, (chosen.event, event)
        return event


def _whole(game: Game[Any], state: Any, rng: Any) -> Any:
    """The state with a face for cards that nobody has told: in Zoon, whatever lies face down."""
    if game.id != "zoon_alternate" or state.phase != "play" or not any(state.stock.unseen):
        return state
    return game.world_for(state, None, rng)


def _drawn_for(game: Game[Any], state: Any, seat: int, rng: Any) -> Event | None:
    """A lawful event of a seat by lot, with what falls by chance at its odds."""
    if game.id in ("zong", "zoon_alternate", "zoondo"):
        found = options(game, state, seat)
        while found:
            one = list(found)[rng(len(found))]
            event = outcome(game, state, one, found.pop(one), rng)
            if event is not None:
                return event
        return None
    for _ in range(200):
        event = drawn(game, state, rng)
        if event is None or event.seat in (seat, None):
            return event
    return event
