"""A computer player: the best that a seat can do by what it may know, found by tree search over drawn worlds.

Information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012), for any game: worlds are drawn by
`world_for`, chance by its odds, states are judged by `worth`. The caller brings random numbers and a clock.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import log, sqrt
from typing import Any

from companion.game import Chance, Event, Game, Over, RandomSource, Seat, Seats, Turn, fallen
from companion.lawful import drawn

SOONER = 0.001
"""Deduction from the worth of a win for every event that it comes later."""


def options(
    game: Game[Any], state: Any, seat: Seat, real: Any = None, *, every: bool = False
) -> dict[Event, list[Event]]:
    """What a seat may decide, with the events that may come of each; a few may be unlawful.

    Told events that are open to anybody count only where the seat has nothing else to do. In a world drawn for a
    `real` state the seat decides by what it knows there. `every`: also what is never sensible.
    """
    known = state if real is None else real
    own: dict[Event, list[Event]] = {}
    told: dict[Event, list[Event]] = {}
    poor: dict[Event, list[Event]] = {}
    is_sensible, decided = game.is_sensible, game.decided
    for event in game.candidates(state, None):
        by = event.seat
        if by == seat or by is None:
            if is_sensible(state, event):
                into = told if by is None and event.told else own
            else:
                into = poor
            into.setdefault(decided(known, event), []).append(event)
    return ({**own, **poor} if every else own or poor) or told


def outcome(
    game: Game[Any], state: Any, decided: Event, ways: list[Event], rng: RandomSource
) -> Event | None:
    """The outcome of a decision, by the game's odds for it or else all `ways` equally likely; None: none is lawful."""
    event = game.fallen(state, decided, rng)
    if event is not None:
        return event
    while ways:
        event = ways[rng(len(ways))] if len(ways) > 1 else ways[0]
        if game.violation(state, event) is None:
            return event
        ways = [way for way in ways if way != event]
    return None


def worth(game: Game[Any], state: Any, turn: Turn, seat: Seat, events: int) -> float:
    """Worth of a state to a seat, `events` after the real one: 0 is lost, 1 is won."""
    if isinstance(turn, Over):
        late = min(SOONER * events, 0.1)
        if not turn.winners or (seat in turn.winners and len(turn.winners) > 1):
            return 0.5
        return 1.0 - late if seat in turn.winners else late
    return game.worth(state, seat)


def completed(game: Game[Any], state: Any, decided: Event, rng: RandomSource) -> Event | None:
    """The full event behind a decision, with the cards that it turns up and what falls by chance, drawn.

    For playing a game without a table. None where the state does not allow it.
    """
    ways = [one for one in game.candidates(state, None) if game.decided(state, one) == decided]
    return outcome(game, state, decided, ways or [decided], rng)


@dataclass(frozen=True, slots=True)
class Level:
    """A strength of play."""

    name: str
    playouts: int  # maximum for one move
    mistakes: int  # percentage of moves drawn by lot among all that were tried
    seconds: float  # per move; kept by the owner of the clock


BEGINNER = Level("beginner", 10, 70, 1.0)
EASY = Level("easy", 40, 30, 1.0)
MIDDLE = Level("middle", 1_000, 0, 1.0)
STRONG = Level("strong", 100_000, 0, 5.0)
LEVELS = (BEGINNER, EASY, MIDDLE, STRONG)
"""From the weakest on."""


Key = tuple[Seat | None, Event]
"""Who took a branch, None for chance, and what was decided."""


@dataclass(slots=True)
class Branch:
    """A branch of the one tree for all worlds."""

    key: Key
    plays: int = 0
    times: int = 0  # how often it was possible
    total: float = 0.0  # sum of the worth to its seat, over `plays`
    branches: "dict[Key, Branch]" = field(default_factory=dict)
    hopes: dict[Key, float] = field(default_factory=dict)  # first guesses of what may follow

    @property
    def mean(self) -> float:
        return self.total / self.plays if self.plays else 0.0

    def at(self, key: Key) -> "Branch":
        found = self.branches.get(key)
        if found is None:
            found = self.branches[key] = Branch(key)
        return found


CURIOSITY = 0.1
"""Weight of the untried against the proven in UCB1; small, as worths of good and bad moves lie close."""
LINES, LINE_LENGTH = 3, 4
DEEPEST, MOST_BEYOND = 60, 120
"""Maximum events of a play-out in the tree, and beyond it."""


@dataclass(frozen=True, slots=True)
class Line:
    """A continuation of the game, the seat's own event first, and its `worth` to the seat (0 … 1) after `plays`."""

    events: tuple[Event, ...]
    worth: float
    plays: int


@dataclass(frozen=True, slots=True)
class Chosen:
    """The event that a seat decides on, and the lines that looked best, the best first.

    A card that it turns up or what falls by chance is left out: `completed` fills that in.
    """

    event: Event
    lines: tuple[Line, ...]


@dataclass
class Search:
    """One search with its tree. `only`: the decisions to compare, each tried equally often.

    Nothing that the seat cannot know is read: the same `rng` give the same choice in every state that it cannot tell
    apart.
    """

    game: Game[Any]
    state: Any
    seat: Seat
    rng: RandomSource
    is_time_up: Callable[[], bool]
    only: frozenset[Event] = frozenset()

    def __post_init__(self) -> None:
        self.root = Branch((None, Event()))
        world = self.game.world_for(self.state, self.seat, self.rng)
        self.first = options(self.game, world, self.seat, self.state)
        self.whose = self.game.whose_turn(self.state)

    def best(self, level: Level) -> Chosen:
        """The decision of this seat. Raises ValueError if it has none to make."""
        if not self.first:
            raise ValueError(f"seat {self.seat} has nothing to do")
        tried = self._tried(level.playouts if len(self.first) > 1 else 0)
        if not tried:
            # No time to think: anything lawful.
            world = self.game.world_for(self.state, self.seat, self.rng)
            found = self._options(self.root, world, self.seat)
            lawful = (one for one, ways in found.items() if outcome(self.game, world, one, ways, self.rng))
            return Chosen(next(lawful, next(iter(self.first))), ())
        tried.sort(key=lambda branch: (-branch.plays, -branch.mean))
        lines = tuple(self._line(branch) for branch in tried[:LINES])
        if level.mistakes and self.rng(100) < level.mistakes:
            return Chosen(tried[self.rng(len(tried))].key[1], lines)
        return Chosen(tried[0].key[1], lines)

    def compared(self, playouts: int) -> tuple[Line, ...]:
        """The worth of each of `only`, the best first; `playouts`: maximum for all of them together."""
        tried = sorted(self._tried(playouts), key=lambda branch: -branch.mean)
        return tuple(map(self._line, tried))

    def _tried(self, playouts: int) -> list[Branch]:
        """The branches tried, after as many play-outs as time allows."""
        for _ in range(playouts):
            if self.is_time_up():
                break
            self._play_out()
        return [branch for branch in self.root.branches.values() if branch.plays]

    def _line(self, branch: Branch) -> Line:
        events, node = [branch.key[1]], branch
        while node.branches and len(events) < LINE_LENGTH:
            node = max(node.branches.values(), key=lambda below: below.plays)
            if node.plays < 2:
                break
            events.append(node.key[1])
        return Line(tuple(events), branch.mean, branch.plays)

    def _play_out(self) -> None:
        """One world, followed through the tree to a new branch and a little beyond it."""
        world = self.game.world_for(self.state, self.seat, self.rng)
        node, path, before = self.root, list[Branch](), world
        turn: Turn = Seats(frozenset({self.seat}))
        while not isinstance(turn, Over) and len(path) < DEEPEST and not (path and self.is_time_up()):
            if isinstance(turn, Chance):
                fell = self.game.chance_event(world, fallen(turn, self.rng))
                taken: tuple[Branch, Any] | None = node.at((None, fell)), self.game.after(world, fell)
            else:
                # The searching seat acts wherever it may; among several others one is drawn.
                seat = self.seat
                if turn.seats and seat not in turn.seats:
                    seats = sorted(turn.seats)
                    seat = seats[self.rng(len(seats))] if len(seats) > 1 else seats[0]
                taken = self._step(node, world, seat)
            if taken is None:
                break
            before, (node, world) = world, taken
            path.append(node)
            turn = self.game.turn(world)
            # Past a new branch, or the end of the turn where `worth` foresees the rest, the tree adds nothing.
            if not node.plays or self.whose is None:
                break
            if self.game.foresees and self.game.whose_turn(world) != self.whose:
                break
        world, turn, events = self._beyond(before, world, turn, len(path))
        # Every branch of the path adds what this was worth to the seat that took it.
        worths: dict[Seat, float] = {}
        for branch in path:
            branch.plays += 1
            by = branch.key[0]
            if by is not None:
                if by not in worths:
                    worths[by] = worth(self.game, world, turn, by, events)
                branch.total += worths[by]

    def _step(self, node: Branch, world: Any, seat: Seat) -> tuple[Branch, Any] | None:
        """The branch that this seat takes in this world, and the state after it; None: it can do nothing."""
        found = self._options(node, world, seat)
        while found:
            key = self._picked(node, world, seat, found)
            event = outcome(self.game, world, key[1], found.pop(key[1]), self.rng)
            if event is not None:
                # Decisions not taken were possible, too: the confidence bound counts them.
                for other in found:
                    if (below := node.branches.get((seat, other))) is not None:
                        below.times += 1
                branch = node.at(key)
                branch.times += 1
                return branch, self.game.after(world, event)
        return None

    def _options(self, node: Branch, world: Any, seat: Seat) -> dict[Event, list[Event]]:
        """Open decisions. Before the first turn a seat's own choice is the same in every world: listed once."""
        if node is not self.root:
            return options(self.game, world, seat)
        if self.only:
            found = options(self.game, world, seat, self.state, every=True)
            return {one: ways for one, ways in found.items() if one in self.only}
        return dict(self.first) if self.whose is None else options(self.game, world, seat, self.state)

    def _picked(self, node: Branch, world: Any, seat: Seat, found: dict[Event, list[Event]]) -> Key:
        """At the root a decision not yet tried, by lot; else the one of highest hope, by trial or by a first guess."""
        held = node.branches
        if self.only and node is self.root:
            plays = {one: held[(seat, one)].plays if (seat, one) in held else 0 for one in found}
            return seat, min(plays, key=lambda one: plays[one])
        fresh = [one for one in found if (branch := held.get((seat, one))) is None or not branch.plays]
        if fresh and node is self.root:
            return seat, fresh[self.rng(len(fresh))] if len(fresh) > 1 else fresh[0]
        best, highest = (seat, next(iter(found))), -1.0
        for one, ways in found.items():
            key = (seat, one)
            branch = held.get(key)
            if branch is not None and branch.plays:
                # What it may be worth at best: its upper confidence bound (UCB1).
                hope = branch.total / branch.plays + CURIOSITY * sqrt(log(branch.times) / branch.plays)
            elif (looks := node.hopes.get(key)) is not None:
                hope = looks
            elif self.is_time_up():
                hope = 0.0
            else:
                # Never tried: judged once, by the state just after it.
                after = self.game.after(world, ways[0])
                hope = worth(self.game, after, self.game.turn(after), seat, 0) + CURIOSITY
                node.hopes[key] = hope
            if hope > highest:
                best, highest = key, hope
        return best

    def _beyond(self, before: Any, world: Any, turn: Turn, events: int) -> tuple[Any, Turn, int]:
        """The rest of the turn, drawn by lot: what was begun is carried out before it is judged."""
        whose = self.game.whose_turn(before)
        for _ in range(MOST_BEYOND):
            if isinstance(turn, Over) or self.game.whose_turn(world) != whose or self.is_time_up():
                break
            if self.game.is_settled(world):
                break
            if isinstance(turn, Chance):
                event: Event | None = self.game.chance_event(world, fallen(turn, self.rng))
            else:
                event = drawn(self.game, world, self.rng)
            if event is None:
                break
            world = self.game.after(world, event)
            turn = self.game.turn(world)
            events += 1
        return world, turn, events


# For a coach who advises or looks back: the best against the alternatives, all tried equally often.


FIRST = 120
"""Play-outs that look for the best."""
EACH = 80
"""Fresh play-outs of each decision compared, so that luck in the search favours none."""


def advised(
    game: Game[Any], state: Any, seat: Seat, rng: RandomSource, is_time_up: Callable[[], bool]
) -> Chosen:
    """The best decision of a seat, and the best three as lines, best first. Raises ValueError for nothing to do."""
    found = Search(game, state, seat, rng, is_time_up).best(replace(MIDDLE, playouts=FIRST))
    best = frozenset(line.events[0] for line in found.lines)
    if len(best) < 2:
        return found
    lines = Search(game, state, seat, rng, is_time_up, best).compared(len(best) * EACH)
    return Chosen(lines[0].events[0], lines) if lines else found


def weighed(
    game: Game[Any], state: Any, seat: Seat, played: Event, rng: RandomSource, is_time_up: Callable[[], bool]
) -> Chosen:
    """The better of the played event and the best alternative found, with both as lines, the better first.

    No lines where no alternative is better. Raises ValueError where there was nothing to do or `played` is unknown.
    """
    decided = game.decided(state, played)
    found = options(game, game.world_for(state, seat, rng), seat, state, every=True)
    if decided not in found:
        raise ValueError(f"seat {seat} could not decide {played!r}")
    if len(found) == 1:
        return Chosen(decided, ())
    best = Search(game, state, seat, rng, is_time_up).best(replace(MIDDLE, playouts=FIRST)).event
    if best == decided:
        return Chosen(decided, ())
    lines = Search(game, state, seat, rng, is_time_up, frozenset({best, decided})).compared(2 * EACH)
    return Chosen(lines[0].events[0] if lines else decided, lines)
