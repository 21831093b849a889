"""The game as the referee knows it: every function of the protocol, each kept in its own file."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.contest import Contest
from companion.game import Breach, Chore, Event, Seat, Seen, Setup, Turn, View
from companion.games.zoondo import (
    hiding,
    invariants,
    knowing,
    listing,
    options,
    outcomes,
    positions,
    rereading,
    rules,
    ruling,
    saying,
    seeing,
    table,
    tidying,
    timing,
    view,
)
from companion.games.zoondo.events import EVENTS
from companion.games.zoondo.state import State, start
from companion.kits.zoon_events import Starts
from companion.sight import Look, Table, Thing


class Zoondo:
    """Zoondo by Nicolas Pilartz and Migou: hidden armies, fights by touched corners."""

    id = "zoondo"
    name = "Zoondo"
    seats = (2,)
    faces = "zoon_faces"
    options = options.OPTIONS
    events: tuple[type[Event], ...] = EVENTS

    def start(self, setup: Setup) -> State:
        return start(setup)

    def turn(self, state: State) -> Turn:
        return timing.turn(state)

    def breach(self, state: State, event: Any) -> Breach | None:
        return next(rules.breaches(state, event), None)

    def breaches(self, state: State, event: Any) -> Iterator[Breach]:
        return rules.breaches(state, event)

    def after(self, state: State, event: Any) -> State:
        return rules.after(state, event)

    def tries(self, state: State, seen: Seen | None) -> Iterator[Event]:
        return listing.lawful(state) if seen is None else seeing.seen_events(state, seen)

    def thrown(self, state: State, values: tuple[int | str, ...]) -> Event:
        return Starts(int(values[0]))

    def reveals(self, state: State, event: Any) -> bool:
        return rereading.reveals(state, event)

    def words(self, state: State, event: Any) -> str:
        return saying.words(state, event)

    def public(self, state: State, event: Any) -> Event:
        return hiding.public(state, event)

    def covered(self, state: State) -> State:
        return knowing.covered(state)

    def contest(self, state: State, event: Any) -> Contest | None:
        return outcomes.contest(state, event)

    def view(self, state: State, eyes: Seat | None) -> View:
        return view.view(state, eyes)

    def touched(self, state: State, seat: Seat) -> Thing | None:
        return hiding.touched(state, seat)

    def army(self, state: State, seat: Seat) -> tuple[str, ...]:
        return state.agreed.armies[seat]

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
        return ruling.settings(state, region)

    def given(self, state: State) -> dict[str, Any]:
        return positions.given(state)

    def position(self, setup: Setup, given: Mapping[str, Any]) -> State:
        return positions.position(setup, given)

    def faults(self, state: State) -> tuple[str, ...]:
        return invariants.faults(state)
