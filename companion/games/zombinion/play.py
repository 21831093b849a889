"""The game as the referee knows it: every function of the protocol, each kept in its own file."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.contest import Contest
from companion.game import Breach, Chore, Event, Option, Seat, Seen, Setup, Shape, Turn, View
from companion.games.zombinion import (
    cards,
    completing,
    covering,
    dealing,
    happening,
    hiding,
    invariants,
    listing,
    options,
    outcomes,
    positions,
    rereading,
    rules,
    sampling,
    saying,
    seeing,
    settling,
    table,
    tidying,
    view,
)
from companion.games.zombinion.events import EVENTS, Starts
from companion.games.zombinion.state import State, start
from companion.sight import Look, Table


class Zombinion:
    """Zombinion by Apparatus, after Donald X. Vaccarino's Dominion: decks that their players build."""

    id = "zombinion"
    name = "Zombinion"
    seats: tuple[int, ...] = (2, 3, 4)
    options: tuple[Option, ...] = options.OPTIONS
    events: tuple[type[Event], ...] = EVENTS

    def start(self, setup: Setup) -> State:
        return start(setup)

    def turn(self, state: State) -> Turn:
        return rules.turn(state)

    def breach(self, state: State, event: Any) -> Breach | None:
        return rules.breach(state, event)

    def breaches(self, state: State, event: Any) -> Iterator[Breach]:
        return rules.breaches(state, event)

    def conserved(self, before: State, after: State) -> bool:
        return before.total == after.total

    def after(self, state: State, event: Any) -> State:
        """What people may leave untidy is kept only where a table is looked at."""
        found = happening.after(state, event)
        return found if found is state or state.agreed.known else tidying.marked(state, event, found)

    def tries(self, state: State, seen: Seen | None) -> Iterator[Event]:
        return listing.candidates(state) if seen is None else seeing.tries_seen(state, seen)

    def sample(self, state: State, lots: Callable[[int], int]) -> Event:
        return sampling.sample(state, lots)

    def dealt(self, state: State, lots: Callable[[int], int]) -> State:
        return dealing.dealt(state, lots)

    def played_on(
        self, truth: State, belief: State, lots: Callable[[int], int]
    ) -> tuple[State, tuple[Event, ...]]:
        return dealing.played_on(truth, belief, lots)

    def untrue(self, truth: State, belief: State) -> str:
        return dealing.untrue(truth, belief)

    def fuller(self, before: State, event: Any, state: State, seen: Seen) -> Event | None:
        return completing.fuller(before, event, state, seen)

    def beneath(self, state: State, events: Sequence[Event]) -> Iterator[tuple[Event, ...]]:
        return covering.beneath(state, events)

    def shapes(self, state: State) -> tuple[Shape, ...]:
        return listing.shapes(state)

    def thrown(self, state: State, values: tuple[int | str, ...]) -> Event:
        return Starts(int(values[0]))

    def reveals(self, state: State, event: Any) -> bool:
        return happening.reveals(state, event)

    def words(self, state: State, event: Any) -> str:
        return saying.words(state, event)

    def public(self, state: State, event: Any) -> Event:
        return hiding.public(state, event)

    def covered(self, state: State) -> State:
        return hiding.covered(state)

    def contest(self, state: State, event: Any) -> Contest | None:
        return outcomes.contest(state, event)

    def view(self, state: State, eyes: Seat | None) -> View:
        return view.view(state, eyes)

    def tally(self, state: State) -> tuple[tuple[str, int], ...]:
        """What the seat to act has left, for large numbers on a screen: each with its word."""
        return view.tally(state)

    def table(self, setup: Setup) -> Table:
        return table.table(setup)

    def look(self, state: State) -> Look:
        return table.look(state)

    def layout(self, state: State) -> Look | None:
        return table.layout(state)

    def chores(self, state: State) -> tuple[Chore, ...]:
        return tidying.chores(state)

    def rereadings(self, state: State, event: Any, region: str) -> Iterator[Event]:
        return rereading.rereadings(state, event, region)

    def settings(self, state: State, region: str) -> Iterator[Event]:
        return settling.settings(state, region)

    def given(self, state: State) -> dict[str, Any]:
        return positions.given(state)

    def position(self, setup: Setup, given: Mapping[str, Any]) -> State:
        return positions.position(setup, given)

    def faults(self, state: State) -> tuple[str, ...]:
        return invariants.faults(state)

    def fact_names(self) -> tuple[str, ...]:
        """What an owner may correct of the cards, by dotted names."""
        return cards.fact_names()
