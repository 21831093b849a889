"""The game as the referee knows it: every function of the protocol, each kept in its own file."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.contest import Contest
from companion.game import Breach, Chore, Event, Seat, Seen, Setup, Turn, View
from companion.games.zoon_alternate import (
    invariants,
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
    view,
)
from companion.games.zoon_alternate.events import EVENTS, Fought
from companion.games.zoon_alternate.state import State, start
from companion.kits.zoon_events import Starts
from companion.sight import Look, Table


class ZoonAlternate:
    """Zoon by Steffan O'Sullivan's alternate rules, on top of the rules of Zoondo."""

    id = "zoon_alternate"
    name = "Zoon (alternate rules)"
    seats = (2,)
    faces = "zoon_faces"
    options = options.OPTIONS
    events: tuple[type[Event], ...] = EVENTS

    def table(self, setup: Setup) -> Table:
        return table.table(setup)

    def start(self, setup: Setup) -> State:
        return start(setup)

    def turn(self, state: State) -> Turn:
        return rules.turn(state)

    def thrown(self, state: State, values: tuple[int | str, ...]) -> Event:
        if state.phase == "lot":
            return Starts(int(values[0]))
        return Fought((int(values[0]), int(values[1])))

    def tries(self, state: State, seen: Seen | None) -> Iterator[Event]:
        return listing.lawful(state) if seen is None else seeing.seen_events(state, seen)

    def breach(self, state: State, event: Any) -> Breach | None:
        return next(rules.breaches(state, event), None)

    def breaches(self, state: State, event: Any) -> Iterator[Breach]:
        return rules.breaches(state, event)

    def after(self, state: State, event: Any) -> State:
        return rules.after(state, event)

    def look(self, state: State) -> Look:
        return table.look(state)

    def chores(self, state: State) -> tuple[Chore, ...]:
        return tidying.chores(state)

    def layout(self, state: State) -> Look | None:
        return table.layout(state)

    def reveals(self, state: State, event: Any) -> bool:
        return rereading.reveals(state, event)

    def rereadings(self, state: State, event: Any, region: str) -> Iterator[Event]:
        return rereading.rereadings(state, event, region)

    def settings(self, state: State, region: str) -> Iterator[Event]:
        return ruling.settings(state, region)

    def contest(self, state: State, event: Any) -> Contest | None:
        return outcomes.contest(state, event)

    def view(self, state: State, eyes: Seat | None) -> View:
        return view.view(state, eyes)

    def words(self, state: State, event: Any) -> str:
        return saying.words(state, event)

    def public(self, state: State, event: Any) -> Event:
        return saying.public(event)

    def covered(self, state: State) -> State:
        """The referee knows no more than everybody: a face-down card is told only by agreement."""
        return state

    def faults(self, state: State) -> tuple[str, ...]:
        return invariants.faults(state)

    def position(self, setup: Setup, given: Mapping[str, Any]) -> State:
        return positions.position(setup, given)

    def given(self, state: State) -> dict[str, Any]:
        return positions.given(state)
