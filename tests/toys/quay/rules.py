"""Quay: bales that are thrown and carried back, and a berth that its crew alone knows; small enough to be read."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal

import msgspec

from companion.game import (
    Choice,
    Chore,
    Event,
    Game,
    Option,
    Over,
    PositionFault,
    Seat,
    Seats,
    Seen,
    Setup,
    Turn,
    View,
    Violation,
)
from companion.sight import Look, Lying, Region, Table, Thing

BALES = {"tea": 1, "wool": 2, "oil": 3}
BERTHS = ("west", "middle", "east")
STORE = "store"
ROUNDS = Option(
    name="rounds",
    words="Turns of each crew",
    default=2,
    choices=(Choice(1, "One"), Choice(2, "Two"), Choice(3, "Three")),
)
Bale = Literal["tea", "wool", "oil"]
Place = Literal["west", "middle", "east"]
Berth = Literal["", Place]
"""Empty: one that only its crew knows."""


class Berthed(Event, frozen=True):
    told: ClassVar[bool] = True
    seat: Seat
    berth: Berth = ""


class Threw(Event, frozen=True):
    seat: Seat
    bale: Bale
    to: Place


class Carried(Event, frozen=True):
    seat: Seat
    bale: Bale


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`lies`: where each bale has landed, None in the store. `carrying`: all were thrown, and are carried back."""

    rounds: int = 2
    names: tuple[str, str] = ("", "")
    berths: tuple[Berth | None, Berth | None] = (None, None)
    turns: int = 0
    lies: tuple[Place | None, Place | None, Place | None] = (None, None, None)
    carrying: bool = False
    goods: tuple[int, int, int] = (0, 0, 0)

    def name(self, seat: Seat) -> str:
        return self.names[seat] or f"Crew {seat + 1}"

    def loads(self, seat: Seat) -> int:
        """What has landed at a crew's berth."""
        return sum(n for berth, n in zip(BERTHS, self.goods, strict=True) if berth == self.berths[seat])


change = msgspec.structs.replace


class Quay(Game[State]):
    id = "quay"
    name = "Quay"
    seats = (2,)
    options: tuple[Option, ...] = (ROUNDS,)
    events: tuple[type[Event], ...] = (Berthed, Threw, Carried)

    def table(self, setup: Setup) -> Table:
        berths = [Region(berth, 10 + 80.0 * n, 90, 80, 110) for n, berth in enumerate(BERTHS)]
        return Table(260, 200, regions=(*berths, Region(STORE, 60, 0, 140, 70)), kinds=("disc",))

    def start(self, setup: Setup) -> State:
        return State(int(setup.option("rounds", 2)), (setup.player(0), setup.player(1)))

    def turn(self, state: State) -> Turn:
        waiting = frozenset(seat for seat in (0, 1) if state.berths[seat] is None)
        if not waiting and state.turns >= 2 * state.rounds:
            loads = [state.loads(seat) for seat in (0, 1)]
            winners = tuple(seat for seat in (0, 1) if loads[seat] > loads[1 - seat])
            return Over(winners, f"The ships load {loads[0]} and {loads[1]}.", "quay-most-goods")
        return Seats(waiting or frozenset({state.turns % 2}))

    def chance_event(self, state: State, values: tuple[int | str, ...]) -> Event:
        raise TypeError("the box throws nothing")

    def candidates(self, state: State, seen: Seen | None) -> Iterator[Event]:
        if isinstance(self.turn(state), Over):
            return
        if seen is None:
            yield from (Berthed(seat, berth) for seat in (0, 1) for berth in BERTHS)  # type: ignore[arg-type]
        for bale in BALES:
            for to in BERTHS:
                if seen is None or to in seen.changed:
                    yield Threw(state.turns % 2, bale, to)  # type: ignore[arg-type]
            if seen is None or STORE in seen.changed:
                yield Carried(state.turns % 2, bale)  # type: ignore[arg-type]

    def violation(self, state: State, event: Any) -> Violation | None:
        return next(self.violations(state, event), None)

    def violations(self, state: State, event: Any) -> Iterator[Violation]:
        if isinstance(self.turn(state), Over):
            yield Violation("quay-most-goods")
            return
        if isinstance(event, Berthed):
            if state.berths[event.seat] is not None or event.berth not in BERTHS:
                yield Violation("quay-one-berth")
            return
        if None in state.berths:
            yield Violation("quay-berths-first")
        if event.seat != state.turns % 2:
            yield Violation("quay-in-turn")
        landed = state.lies[list(BALES).index(event.bale)] is not None
        if isinstance(event, Threw) and (landed or state.carrying):
            yield Violation("quay-thrown-once", event.bale)
        if isinstance(event, Carried) and not (landed and state.carrying):
            yield Violation("quay-carried-last", event.bale)

    def after(self, state: State, event: Any) -> State:
        if isinstance(event, Berthed):
            berths = tuple(
                event.berth if seat == event.seat else old for seat, old in enumerate(state.berths)
            )
            return change(state, berths=berths)
        to = event.to if isinstance(event, Threw) else None
        lies = tuple(to if bale == event.bale else old for bale, old in zip(BALES, state.lies, strict=True))
        if to is not None:
            worth = BALES[event.bale]
            landed = zip(BERTHS, state.goods, strict=True)
            goods = tuple(n + worth * (berth == to) for berth, n in landed)
            return change(state, lies=lies, goods=goods, carrying=None not in lies)
        if state.carrying and not any(lies):
            return change(state, lies=lies, carrying=False, turns=state.turns + 1)
        return change(state, lies=lies)

    def look(self, state: State) -> Look:
        found: dict[str, Lying] = {}
        for bale, berth in zip(BALES, state.lies, strict=True):
            found[berth or STORE] = (*found.get(berth or STORE, ()), Thing("disc", bale))
        return Look(found)

    def chores(self, state: State) -> tuple[Chore, ...]:
        return ()

    def layout(self, state: State) -> Look | None:
        return None

    def reveals(self, state: State, event: Any) -> bool:
        return isinstance(event, Threw)

    def alternatives(self, state: State, event: Any, region: str) -> Iterator[Event]:
        if isinstance(event, Threw) and region in BERTHS:
            yield from (change(event, to=to) for to in BERTHS if to != event.to)

    def overrides(self, state: State, region: str) -> Iterator[Event]:
        return iter(())

    def view(self, state: State, eyes: Seat | None) -> View:
        board = dict(self.look(state).regions)
        aside = tuple(self._aside(state, seat, eyes) for seat in (0, 1))
        headline, awaited = self._said(state)
        return View(headline=headline, awaited=awaited, board=board, aside=aside)

    def _said(self, state: State) -> tuple[str, str]:
        match self.turn(state):
            case Over(winners):
                return (f"{state.name(winners[0])} wins" if winners else "A draw"), ""
            case Seats(seats) if None in state.berths:
                names = " and ".join(state.name(seat) for seat in sorted(seats))
                return "Choose a berth", f"Still to choose: {names}."
        name = state.name(state.turns % 2)
        if state.carrying:
            return f"{name} carries the bales back", "Bring every bale back to the store."
        return f"{name} throws", "Throw the bales onto the quay, one by one."

    def _aside(self, state: State, seat: Seat, eyes: Seat | None) -> tuple[str, ...]:
        berth = state.berths[seat]
        known = berth and (eyes == seat or isinstance(self.turn(state), Over))
        return (f"The ship lies at the {berth} berth.",) if known else ()

    def words(self, state: State, event: Any) -> str:
        name = state.name(event.seat)
        match event:
            case Berthed():
                return f"{name} has chosen a berth"
            case Threw(bale=bale, to=to):
                return f"{name} throws the {bale} to the {to} berth"
        return f"{name} carries the {event.bale} back"

    def public(self, state: State, event: Any) -> Event:
        found: Event = change(event, berth="") if isinstance(event, Berthed) else event
        return found

    def public_state(self, state: State) -> State:
        if isinstance(self.turn(state), Over):
            return state
        return change(state, berths=tuple(None if berth is None else "" for berth in state.berths))

    def faults(self, state: State) -> tuple[str, ...]:
        lying = sum(worth for worth, at in zip(BALES.values(), state.lies, strict=True) if at)
        due = sum(BALES.values()) * (state.turns + state.carrying) + (0 if state.carrying else lying)
        found = (
            ("the goods are not what was thrown",) if min(state.goods) < 0 or sum(state.goods) != due else ()
        )
        if not 0 <= state.turns <= 2 * state.rounds or (state.carrying and not lying):
            return (*found, "nobody is to do anything")
        return (*found, "nobody carries what has landed") if all(state.lies) and not state.carrying else found

    def load_position(self, setup: Setup, given: Mapping[str, Any]) -> State:
        start = self.start(setup)
        try:
            return msgspec.convert({"rounds": start.rounds, "names": start.names, **given}, State)
        except msgspec.ValidationError as fault:
            raise PositionFault("", str(fault)) from None

    def dump_position(self, state: State) -> dict[str, Any]:
        whole: dict[str, Any] = msgspec.to_builtins(state)
        return whole
