"""The game as the referee knows it: every function of the protocol, each kept in its own file."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.contest import Contest
from companion.game import Breach, Chore, Event, Lots, Option, Seat, Seen, Setup, Turn, View
from companion.games.zones import (
    half_reading,
    hiding,
    invariants,
    listing,
    options,
    outcomes,
    pieces,
    positions,
    rereading,
    rules,
    ruling,
    saying,
    screened,
    seeing,
    table,
    view,
)
from companion.games.zones.events import EVENTS, Laid
from companion.games.zones.state import State, start
from companion.kits.zoon_events import Starts
from companion.sight import Look, Table


class Zones:
    """ZoneS by A. Marston Croft: a board of terrain laid behind a screen, pieces with abilities, two bases."""

    id = "zones"
    name = "ZoneS"
    seats: tuple[int, ...] = (2,)
    options: tuple[Option, ...] = options.OPTIONS
    events: tuple[type[Event], ...] = EVENTS

    def fact_names(self) -> tuple[str, ...]:
        return pieces.fact_names()

    def start(self, setup: Setup) -> State:
        return start(setup)

    def turn(self, state: State) -> Turn:
        return rules.turn(state)

    def breach(self, state: State, event: Any) -> Breach | None:
        return next(rules.breaches(state, event), None)

    def breaches(self, state: State, event: Any) -> Iterator[Breach]:
        return rules.breaches(state, event)

    def after(self, state: State, event: Any) -> State:
        return rules.after(state, event)

    def tries(self, state: State, seen: Seen | None) -> Iterator[Event]:
        return listing.lawful(state) if seen is None else seeing.seen_events(state, seen)

    def sample(self, state: State, lots: Lots) -> Event:
        return listing.sample(state, lots)

    def thrown(self, state: State, values: tuple[int | str, ...]) -> Event:
        return Starts(0 if values[0] == "heads" else 1)

    def reveals(self, state: State, event: Any) -> bool:
        return rereading.reveals(state, event)

    def words(self, state: State, event: Any) -> str:
        return saying.words(state, event)

    def public(self, state: State, event: Any) -> Event:
        return hiding.public(event)

    def covered(self, state: State) -> State:
        return hiding.covered(state)

    def contest(self, state: State, event: Any) -> Contest | None:
        return outcomes.contest(state, event)

    def view(self, state: State, eyes: Seat | None) -> View:
        return view.view(state, eyes)

    def table(self, setup: Setup) -> Table:
        return table.table(setup)

    def look(self, state: State) -> Look:
        return table.look(state)

    def layout(self, state: State) -> Look | None:
        """Nothing is laid out in the open: behind the screen every square may look any way."""
        return None

    def chores(self, state: State) -> tuple[Chore, ...]:
        return table.chores(state)

    def half_seen(self, state: State, seat: Seat, seen: Seen) -> Laid:
        """What a camera reads of one half behind the screen, to be told when that seat says it is ready."""
        return half_reading.half_seen(state, seat, seen)

    def filled(self, state: State, event: Any, seen: Seen) -> Event:
        """An event told without what a camera can read, with it: a seat that says no more than that it is ready."""
        if isinstance(event, Laid) and event == Laid(event.seat) and event.seat in (0, 1):
            return half_reading.half_seen(state, event.seat, seen)
        assert isinstance(event, Event)
        return event

    def half_unread(self, state: State, seat: Seat, seen: Seen) -> tuple[str, ...]:
        """Squares of one half where something lies that was not read for sure, for that seat's eyes alone."""
        return half_reading.half_unread(state, seat, seen)

    def half_faults(self, state: State, seat: Seat) -> tuple[Breach, ...]:
        """What is wrong with one half behind the screen, for that seat's eyes alone."""
        return screened.faults(state, seat)

    def half_look(self, state: State, seat: Seat) -> Look:
        """How one half behind the screen lies as far as it was told, for that seat's eyes and for simulated tables."""
        return Look(table.half_look(state, seat))

    def coin_seen(self, state: State, seen: Seen) -> Starts | None:
        """Who begins by the coin that a camera sees on the table."""
        return seeing.coin_seen(state, seen)

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
