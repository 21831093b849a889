"""ZONG played on a table of its own, and seen by an eye that knows only places, and no hidden piece."""

import random
from collections.abc import Iterable
from math import hypot
from typing import Any

from msgspec.structs import replace

from companion.game import Event, Setup, checked
from companion.games.zong import GAME
from companion.games.zong.board import START
from companion.games.zong.events import (
    Cleaned,
    Disc,
    Disputed,
    Passed,
    Starts,
    Threw,
    Voted,
    Zonged,
)
from companion.games.zong.rest import areas, placings, sorted_out
from companion.games.zong.state import State
from companion.games.zong.table import cleaned_event, put_back
from companion.lawful import drawn
from companion.referee import Referee
from companion.sight import Scene, Sighting, Table
from companion.weigh import Ask, Same

SETUP = checked(GAME, Setup(4))
Places = dict[str, tuple[float, float]]


def piece(table: Table, colour: str, x: float, y: float) -> Sighting:
    return Sighting("pawn", colour, table.region_at(x, y), 0.97, x=x, y=y, colour=colour)


def disc(table: Table, face: object, n: int) -> Sighting:
    x, y = 60.0 + 40 * n, -60.0
    return Sighting("disc", str(face), table.region_at(x, y), 0.97, x=x, y=y)


def standing(state: State, rng: random.Random, crooked: float = 2.0) -> Places:
    """Where a hand puts every piece: so many mm around the middle of its square, on the start side by side."""
    found: Places = {}
    for number, tower in enumerate(state.squares):
        area = areas(state.board, state.seats)[state.board.named(number)]
        x, y = area.centre
        for n, seat in enumerate(tower):
            row, side = divmod(n, 2)
            beside = (23.0 * (side - 0.5), 23.0 * (row - 1)) if number == 0 else (0.0, 0.0)
            off = crooked if number else 2.0
            spot = (x + beside[0] + rng.uniform(-off, off), y + beside[1] + rng.uniform(-off, off))
            found[state.agreed.colours[seat]] = spot
    return found


def tops(state: State) -> set[str]:
    """The pieces that nothing covers."""
    seats = [
        seat for number, tower in enumerate(state.squares) for seat in (tower if number == 0 else tower[-1:])
    ]
    return {state.agreed.colours[seat] for seat in seats}


def scene(setup: Setup, places: Places, seen: Iterable[str], discs: Iterable[Disc]) -> Scene:
    table = GAME.table(setup)
    shown = [piece(table, colour, *places[colour]) for colour in sorted(seen)]
    return Scene((*shown, *(disc(table, each.face, n) for n, each in enumerate(discs))))


class Follower:
    """Plays at random on a table of its own; the referee sees pictures of it, and is told what nobody can see.

    `crooked`: hands put pieces down so far (mm) off the middle.
    """

    def __init__(self, seed: int, seats: int, crooked: float = 2.0) -> None:
        self.rng = random.Random(seed)
        self.crooked = crooked
        self.setup = checked(GAME, Setup(seats))
        self.referee: Referee[State] = Referee(GAME, self.setup, lambda _: None)
        self.flicks = self.asked = self.doubts = 0
        self.places = standing(self.state, self.rng, self.crooked)

    @property
    def state(self) -> State:
        return self.referee.state

    def stand(self, before: State, after: State) -> None:
        """Hands put the pieces that went to another square there; the others are left as they stand."""
        anew = standing(after, self.rng, self.crooked)
        colours = self.setup.option("colours", "").split(",")
        gone = [colour for seat, colour in enumerate(colours) if before.place(seat) != after.place(seat)]
        self.places |= {colour: anew[colour] for colour in gone} if not after.rest else {}

    def look(self, seen: Iterable[str], state: State | None = None) -> Any:
        now = self.state if state is None else state
        reply = self.referee.see(scene(self.setup, self.places, seen, now.throw.thrown), done=True)
        return reply.verdict

    def play(self, limit: int) -> None:
        for _ in range(limit):
            event = None if self.state.over else drawn(GAME, self.state, self.rng.randrange)
            if event is None:
                return
            before = self.state
            if isinstance(event, Zonged):
                self.flick(event)
            elif isinstance(event, Passed | Starts | Disputed | Voted | Cleaned):
                self.referee.tell(event, "test")
                self.stand(before, self.state)
            else:
                self.move(event)

    def move(self, event: Event) -> None:
        before = self.state
        after = GAME.after(before, event)
        if before.phase == "throw" and before.throw.lying:
            self.look(tops(before))
        self.stand(before, after)
        shown = after.throw.thrown if isinstance(event, Threw) else before.throw.thrown
        verdict = self.look(
            tops(after), replace(after, throw=replace(after.throw, thrown=shown or after.throw.lying))
        )
        if isinstance(verdict, Ask):
            self.asked += 1
            own = [events for events in verdict.options if leads(before, events) == after]
            assert own, f"{event} is not among {verdict}"
            self.referee.answer(own[0], "test")
        assert self.state == after, f"{event} was taken for {verdict}"

    def flick(self, event: Zonged) -> None:
        before = self.state
        moved = {colour: (rest.x, rest.y) for colour, rest in event.rest.items()}
        spots = [spot for spot in moved.values() if spot[0] is not None]
        if any(hypot(a[0] - b[0], a[1] - b[1]) < 23 for n, a in enumerate(spots) for b in spots[:n]):
            self.referee.tell(Passed(before.turn), "test")
            return
        still = [c for c in before.agreed.colours if c not in moved]
        near = [self.places[c] for c in still]
        if any(hypot(a[0] - b[0], a[1] - b[1]) < 23 for a in spots for b in near):
            self.referee.tell(Passed(before.turn), "test")
            return
        assert self.look(tops(before), before) == Same()
        truth = GAME.after(before, event)
        self.places = {c: moved.get(c, self.places[c]) for c in before.agreed.colours}
        seen = set(moved)
        for number, tower in enumerate(before.squares):
            left = [before.agreed.colours[s] for s in tower if before.agreed.colours[s] in still]
            seen |= set(left if number == 0 else left[-1:])
        verdict = self.look(seen, before)
        if isinstance(verdict, Ask):
            self.asked += 1
            own = [events for events in verdict.options if same_squares(leads(before, events), truth)]
            assert own, f"{event} is not among {verdict}"
            self.referee.answer(own[0], "test")
        assert same_squares(self.state, truth), f"{event} was taken for {verdict}"
        self.flicks += 1
        self.clean(before, seen)

    def clean(self, before: State, seen: set[str]) -> None:
        while self.state.phase == "vote":
            self.doubts += 1
            vote = (
                sorted_out(self.state).pieces[self.state.vote.asked].square
                if self.state.vote.asked != "goal"
                else "goal"
            )
            colour = "" if self.state.vote.asked != "goal" else self.state.vote.asked
            if colour == "goal":
                colour = next(c for c, p in sorted_out(self.state).pieces.items() if p.square == "goal")
            for seat in range(self.state.seats):
                if self.state.phase == "vote" and seat not in dict(self.state.vote.votes):
                    self.referee.tell(Voted(seat, vote, colour), "test")
        if self.state.phase != "cleanup":
            return
        found = sorted_out(self.state)
        due = [placing for placing in placings(self.state) if placing.must_move]
        for placing in sorted(due, key=lambda p: p.level):
            x, y = placing.to
            off = self.rng.uniform(-self.crooked, self.crooked) if placing.square != START else 0.0
            self.places[placing.colour] = (x + off, y + off)
            below = set(found.towers[placing.square][: placing.level]) if placing.square != START else set()
            seen -= below
            self.look(seen, before)
            assert self.state.phase == "cleanup", "nothing is taken for done before it is"
            now = scene(self.setup, self.places, seen, ()).sightings
            assert placing.colour in put_back(self.state, now)
        assert self.look(seen, before) in (Same(), Ask(((Cleaned(),),)))
        done = cleaned_event(self.state)
        if done is None:
            self.doubts += 1
            assert found.doubtful
        self.referee.tell(done or Cleaned(), "test")
        assert GAME.faults(self.state) == ()


def leads(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = GAME.after(state, event)
    return state


def same_squares(one: State, other: State) -> bool:
    """Whether two states have every piece belong to the same square, in the same order where that is sure."""
    if (one.over is None) != (other.over is None) or one.phase != other.phase:
        return False
    left, right = sorted_out(one), sorted_out(other)
    if {c: p.square for c, p in left.pieces.items()} != {c: p.square for c, p in right.pieces.items()}:
        return False
    return all(
        left.towers[s] == right.towers[s] for s in left.towers if s not in left.doubtful | right.doubtful
    )
