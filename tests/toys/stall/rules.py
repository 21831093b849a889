"""Stall: piles, rows of any number of cards, and events that leave no trace; small enough to be read.

A turn has two phases. In `work` a seat may call its boy, who lets it buy twice, unless the other seat objects: then he
is turned face down. In `trade` it lays coins before itself and buys what they pay for; what it buys goes onto its heap,
of which only the top is seen. At the end of its turn it takes coins and boy back. Nothing shows the end of `work`, that
somebody does not object, or a second equal thing bought.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, ClassVar, Literal

import msgspec

from companion.game import (
    Chore,
    Event,
    EventTemplate,
    Game,
    Option,
    Over,
    PositionFault,
    RandomSource,
    Seat,
    Seats,
    Seen,
    Setup,
    Turn,
    View,
    Violation,
)
from companion.sight import Look, Lying, Region, Table, Thing

COSTS = {"apple": 0, "bread": 2, "cake": 4}
COINS = {"copper": 1, "silver": 2, "gold": 3}
PURSE = ("copper", "copper", "silver", "gold")
BOY = "boy"
STOCK = 5
LAST_TURN = 14


class Called(Event, frozen=True):
    seat: Seat


class Answered(Event, frozen=True):
    seat: Seat
    yes: bool


class Laid(Event, frozen=True):
    seat: Seat
    coins: tuple[str, ...]


class Bought(Event, frozen=True):
    seat: Seat
    good: str


class Ended(Event, frozen=True):
    ends_turn: ClassVar[bool] = True
    seat: Seat


class State(msgspec.Struct, frozen=True):
    """`row` is what lies before the seat on turn, `boy` what became of him, `left` how much it can still spend."""

    seat: Seat = 0
    turns: int = 0
    phase: Literal["work", "trade"] = "work"
    boy: Literal["home", "called", "here", "sent-off"] = "home"
    row: tuple[str, ...] = ()
    left: int = 0
    buys: int = 1
    piles: tuple[int, ...] = (STOCK,) * len(COSTS)
    heaps: tuple[tuple[str, ...], ...] = ((), ())


change = msgspec.structs.replace


class Stall(Game[State]):
    id = "stall"
    name = "Stall"
    seats = (2,)
    options: tuple[Option, ...] = ()
    events: tuple[type[Event], ...] = (Called, Answered, Laid, Bought, Ended)

    def table(self, setup: Setup) -> Table:
        piles = [Region(good, 70.0 * n, 100, 66, 98) for n, good in enumerate(COSTS)]
        rows = [Region(f"row.{seat}", 0, 200.0 * seat, 400, 98) for seat in (0, 1)]
        heaps = [Region(f"heap.{seat}", 400, 200.0 * seat, 66, 98) for seat in (0, 1)]
        return Table(470, 300, None, (*piles, *rows, *heaps))

    def start(self, setup: Setup) -> State:
        return State()

    def turn(self, state: State) -> Turn:
        if state.turns >= LAST_TURN or 0 in state.piles:
            most = max(len(heap) for heap in state.heaps)
            winners = tuple(seat for seat in (0, 1) if len(state.heaps[seat]) == most)
            return Over(winners, "The stall is closed.", "closed")
        return Seats(frozenset({1 - state.seat if state.boy == "called" else state.seat}))

    def chance_event(self, state: State, values: tuple[int | str, ...]) -> Event:
        raise TypeError("nothing is thrown")

    def sample(self, state: State, rng: RandomSource) -> Event:
        if state.phase == "trade" and rng(2):
            coins = tuple(coin for coin in self.purse(state) if rng(2))
            if coins:
                return Laid(state.seat, coins)
        fair = [event for event in self.candidates(state, None) if self.violation(state, event) is None]
        return fair[rng(len(fair))]

    def shapes(self, state: State) -> tuple[EventTemplate, ...]:
        purse = ", ".join(self.purse(state))
        trade = state.phase == "trade" and purse and not isinstance(self.turn(state), Over)
        return (EventTemplate("Laid", {"seat": state.seat}, {"coins": f"some of {purse}"}),) if trade else ()

    def purse(self, state: State) -> tuple[str, ...]:
        """The coins that the seat on turn has not laid."""
        left = Counter(PURSE)
        left.subtract(card for card in state.row if card != BOY)
        return tuple(left.elements())

    def candidates(self, state: State, seen: Seen | None) -> Iterator[Event]:
        if isinstance(self.turn(state), Over):
            return
        seat = state.seat
        if seen is not None:
            yield from self._seen(state, seen)
            return
        yield Called(seat)
        yield from (Answered(1 - seat, yes) for yes in (False, True))
        yield from (Laid(seat, (coin,)) for coin in dict.fromkeys(self.purse(state)))
        yield from (Bought(seat, good) for good in COSTS)
        yield Ended(seat)

    def _seen(self, state: State, seen: Seen) -> Iterator[Event]:
        """The end of a phase and not objecting leave no trace; nor does buying again what lies on top of the heap.

        That is only worth a question where the seat has cleared its row: before that it may still be seen otherwise.
        """
        seat = state.seat
        row, heap = f"row.{seat}", f"heap.{seat}"
        lying = seen.regions.get(row, ())
        yield Answered(1 - seat, False)
        yield Ended(seat)
        if row in seen.changed:
            yield Called(seat)
            yield Answered(1 - seat, True)
            more = len([card for card in lying if card.label != BOY and card.face == "up"])
            more -= len([card for card in state.row if card != BOY])
            read: Counter[str | None] = Counter(card.label for card in lying)
            for coins in dict.fromkeys(combinations(self.purse(state), max(more, 0))):
                there: Counter[str | None] = Counter((*coins, *state.row))
                unread = sum((there - read).values())
                if coins and unread <= read[None]:
                    yield Laid(seat, coins)
        if heap in seen.changed or any(good in seen.changed for good in COSTS):
            yield from (Bought(seat, good) for good in COSTS)
        elif not lying and state.heaps[seat]:
            yield Bought(seat, state.heaps[seat][-1])

    def violation(self, state: State, event: Any) -> Violation | None:
        return next(self.violations(state, event), None)

    def violations(self, state: State, event: Any) -> Iterator[Violation]:
        turn = self.turn(state)
        if isinstance(turn, Over):
            yield Violation("closed")
            return
        if isinstance(event, Answered):
            if state.boy != "called" or event.seat == state.seat:
                yield Violation("asked-only")
            return
        if state.boy == "called":
            yield Violation("answer-first")
        if event.seat != state.seat:
            yield Violation("in-turn")
        match event:
            case Called() if state.phase != "work" or state.boy != "home":
                yield Violation("one-boy")
            case Laid(coins=coins):
                if state.phase != "trade":
                    yield Violation("phases")
                if not coins or Counter(coins) - Counter(self.purse(state)):
                    yield Violation("own-coins")
            case Bought(good=good):
                if state.phase != "trade" or not state.buys:
                    yield Violation("phases" if state.phase != "trade" else "enough")
                if COSTS[good] > state.left:
                    yield Violation("too-dear", good)

    def after(self, state: State, event: Any) -> State:
        match event:
            case Called():
                return change(state, boy="called", row=(*state.row, BOY))
            case Answered(yes=yes):
                return change(state, boy="sent-off" if yes else "here", buys=state.buys + (not yes))
            case Laid(coins=coins):
                return change(state, row=(*state.row, *coins), left=state.left + sum(COINS[c] for c in coins))
            case Bought(seat=seat, good=good):
                at = list(COSTS).index(good)
                piles = tuple(count - (n == at and count > 0) for n, count in enumerate(state.piles))
                heaps = tuple((*heap, good) if n == seat else heap for n, heap in enumerate(state.heaps))
                left, buys = max(state.left - COSTS[good], 0), max(state.buys - 1, 0)
                return change(state, piles=piles, heaps=heaps, left=left, buys=buys)
            case Ended() if state.phase == "work":
                return change(state, phase="trade")
            case Ended():
                return State(1 - state.seat, state.turns + 1, piles=state.piles, heaps=state.heaps)
        raise TypeError(event)

    def look(self, state: State) -> Look:
        laid: dict[str, Lying] = {
            good: (Thing("card", good, "up"),) for good, n in zip(COSTS, state.piles, strict=True) if n
        }
        for seat, heap in enumerate(state.heaps):
            if heap:
                laid[f"heap.{seat}"] = (Thing("card", heap[-1], "up"),)
        if state.row:
            laid[f"row.{state.seat}"] = tuple(self._in_row(state, card) for card in state.row)
        return Look(laid)

    def _in_row(self, state: State, card: str) -> Thing:
        sent_off = card == BOY and state.boy == "sent-off"
        return Thing("card", None, "down") if sent_off else Thing("card", card, "up")

    def chores(self, state: State) -> tuple[Chore, ...]:
        return ()

    def layout(self, state: State) -> Look | None:
        return None

    def reveals(self, state: State, event: Any) -> bool:
        return False

    def alternatives(self, state: State, event: Any, region: str) -> Iterator[Event]:
        if isinstance(event, Bought) and region == f"heap.{event.seat}":
            yield from (Bought(event.seat, good) for good in COSTS if good != event.good)

    def overrides(self, state: State, region: str) -> Iterator[Event]:
        return iter(())

    def view(self, state: State, eyes: Seat | None) -> View:
        counts = dict(zip(COSTS, state.piles, strict=True))
        return View(
            headline=f"Seat {state.seat}: {state.phase}", board=self.look(state).regions, counts=counts
        )

    def words(self, state: State, event: Any) -> str:
        return f"{type(event).__name__} {msgspec.structs.astuple(event)}"

    def public(self, state: State, event: Any) -> Event:
        assert isinstance(event, Event)
        return event

    def public_state(self, state: State) -> State:
        return state

    def faults(self, state: State) -> tuple[str, ...]:
        sold = len(COSTS) * STOCK - sum(state.piles)
        found = () if sold == sum(map(len, state.heaps)) else ("goods are lost or made",)
        spare = Counter(PURSE) - Counter(state.row)
        coins = len(PURSE) - len([card for card in state.row if card != BOY])
        return found if sum(spare.values()) == coins else (*found, "a coin lies there twice")

    def load_position(self, setup: Setup, given: Mapping[str, Any]) -> State:
        try:
            return msgspec.convert(dict(given), State)
        except msgspec.ValidationError as fault:
            raise PositionFault("", str(fault)) from None

    def dump_position(self, state: State) -> dict[str, Any]:
        whole: dict[str, Any] = msgspec.to_builtins(state)
        return whole
