"""The game as the referee knows it: every function of the protocol, each kept in its own file."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.contest import Contest
from companion.game import Breach, Chore, Event, Lots, Option, Seat, Seen, Setup, Shape, Turn, View
from companion.games.zong import (
    flow,
    invariants,
    listing,
    lying_discs,
    numbers,
    options,
    outcomes,
    positions,
    rereading,
    rules,
    ruling,
    saying,
    seeing,
    standing,
    table,
    tidying,
    view,
)
from companion.games.zong.events import EVENTS
from companion.games.zong.state import FACTS, State, start
from companion.sight import Look, Scene, Sighting, Table


class Zong:
    """ZONG by Karl-Heinz Schmiel: discs are thrown, pieces are flicked about, and everything is put back by rule."""

    id = "zong"
    name = "ZONG"
    seats: tuple[int, ...] = (3, 4, 5, 6)
    options: tuple[Option, ...] = options.OPTIONS
    events: tuple[type[Event], ...] = EVENTS

    def start(self, setup: Setup) -> State:
        return start(setup)

    def turn(self, state: State) -> Turn:
        return flow.turn(state)

    def breach(self, state: State, event: Any) -> Breach | None:
        return next(rules.breaches(state, event), None)

    def breaches(self, state: State, event: Any) -> Iterator[Breach]:
        return rules.breaches(state, event)

    def after(self, state: State, event: Any) -> State:
        return rules.after(state, event)

    def tries(self, state: State, seen: Seen | None) -> Iterator[Event]:
        return listing.lawful(state) if seen is None else seeing.seen_events(state, seen)

    def placed(self, state: State, scene: Scene, before: Scene | None) -> Scene:
        """What a hand put down crookedly stands on the square it was put nearest to; what was flicked is measured."""
        return standing.placed(state, scene, before)

    def doubts(self, state: State, events: tuple[Event, ...], seen: Seen) -> Iterator[tuple[Event, ...]]:
        """Pieces that moved within their squares, towers that came apart there, flicks in which nothing moved."""
        return seeing.doubted(state, events, seen)

    def hidden_things(self, state: State, scene: Scene) -> Iterator[Sighting]:
        """The third disc of a throw of which two are seen."""
        return lying_discs.third_discs(state, scene)

    def sample(self, state: State, lots: Lots) -> Event:
        return listing.sample(state, lots)

    def thrown(self, state: State, values: tuple[int | str, ...]) -> Event:
        """Never asked: nothing here is left to dice, pennies or lots. Raises ValueError."""
        raise ValueError("ZONG awaits no dice, penny or lot")

    def shapes(self, state: State) -> tuple[Shape, ...]:
        return listing.shapes(state)

    def reveals(self, state: State, event: Any) -> bool:
        return rereading.reveals(state, event)

    def words(self, state: State, event: Any) -> str:
        return saying.words(state, event)

    def public(self, state: State, event: Any) -> Event:
        """Nothing is hidden."""
        public: Event = event
        return public

    def covered(self, state: State) -> State:
        """Nothing is hidden."""
        return state

    def contest(self, state: State, event: Any) -> Contest | None:
        return outcomes.contest(state, event)

    def view(self, state: State, eyes: Seat | None) -> View:
        return view.view(state, eyes)

    def table(self, setup: Setup) -> Table:
        return table.table(setup)

    def look(self, state: State) -> Look:
        return table.look(state)

    def layout(self, state: State) -> Look | None:
        """Nothing is laid out at leisure: the pieces are put on the start, and that is how the table looks."""
        return None

    def chores(self, state: State) -> tuple[Chore, ...]:
        return tidying.chores(state)

    def tidied(self, state: State) -> Event | None:
        """What has happened once every chore is seen done; None where nothing has, or people have to say more."""
        return tidying.cleaned_event(state)

    def rereadings(self, state: State, event: Any, region: str) -> Iterator[Event]:
        return rereading.rereadings(state, event, region)

    def settings(self, state: State, region: str) -> Iterator[Event]:
        return ruling.settings(state, region)

    def given(self, state: State) -> dict[str, Any]:
        return positions.given(state)

    def position(self, setup: Setup, given: Mapping[str, Any]) -> State:
        return positions.position(setup, numbers.named_in_position(given))

    def plain(self, body: Mapping[str, Any]) -> dict[str, Any]:
        return numbers.named_in_event(body)

    def fact_names(self) -> tuple[str, ...]:
        """What the set-up's facts may tell: the owner's board, and the faces of the blue discs."""
        return FACTS

    def faults(self, state: State) -> tuple[str, ...]:
        return invariants.faults(state)


GAME = Zong()
