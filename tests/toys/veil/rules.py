"""Veil: armies laid out unseen, corners touched in secret, a hand that its owner alone sees; small enough to be read.

Each seat lays two cards on its row, face up for the referee alone. A card moved onto an enemy is a fight: both touch a
corner of the enemy's back, both cards are turned up, and the alphabet decides.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any, ClassVar

import msgspec

from companion.game import (
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

ARMIES = (("fox", "hen"), ("owl", "rat"))
ROWS = (("a1", "b1"), ("a2", "b2"))
SQUARES = (*ROWS[0], *ROWS[1])
HANDS = ("thunder", "ambush")
CORNERS = ("tl", "tr", "br", "bl")
BACKS = ("forest", "desert")


class Deployed(Event, frozen=True):
    told: ClassVar[bool] = True
    seat: Seat
    cards: dict[str, str] = msgspec.field(default_factory=dict)


class Attacked(Event, frozen=True):
    seat: Seat
    start: str = msgspec.field(name="from")
    to: str = ""


class Touched(Event, frozen=True):
    told: ClassVar[bool] = True
    seat: Seat
    corner: str | None = None
    back: bool = False


class TurnedUp(Event, frozen=True):
    turns_up: ClassVar[bool] = True
    seat: Seat
    at: str
    card: str | None = None
    turned: bool = False


class PlayedTrump(Event, frozen=True):
    seat: Seat
    trump: str
    at: str


@dataclass(frozen=True, slots=True)
class State:
    """`cards` by square, (seat, card); `fight` is (from, to); `touches` and `shown` are by seat."""

    cards: tuple[tuple[str, Seat, str], ...] = ()
    ready: tuple[bool, bool] = (False, False)
    turn: Seat = 0
    fight: tuple[str, str] | None = None
    touches: tuple[str | None, str | None] = (None, None)
    shown: tuple[bool, bool] = (False, False)
    hands: tuple[str | None, str | None] = HANDS
    winner: Seat | None = None

    def at(self, square: str) -> tuple[Seat, str] | None:
        return next(((seat, card) for name, seat, card in self.cards if name == square), None)


class Veil(Game[State]):
    id = "veil"
    name = "Veil"
    seats = (2,)
    options: tuple[Option, ...] = ()
    events: tuple[type[Event], ...] = (Deployed, Attacked, Touched, TurnedUp, PlayedTrump)

    def table(self, setup: Setup) -> Table:
        places = {"a1": (0, 0), "b1": (66, 0), "a2": (0, 66), "b2": (66, 66)}
        return Table(132, 132, None, tuple(Region(n, x, y, 66, 66) for n, (x, y) in places.items()))

    def start(self, setup: Setup) -> State:
        return State()

    def army(self, state: State, seat: Seat) -> tuple[str, ...]:
        return ARMIES[seat]

    def turn(self, state: State) -> Turn:
        if state.winner is not None:
            return Over((state.winner,), "The alphabet decides.", "alphabet")
        if not all(state.ready):
            return Seats(frozenset(seat for seat in (0, 1) if not state.ready[seat]))
        if state.fight is None:
            return Seats(frozenset({state.turn}))
        if None in state.touches:
            return Seats(frozenset({state.touches.index(None)}))
        return Seats(frozenset(seat for seat in (0, 1) if not state.shown[seat]))

    def chance_event(self, state: State, values: tuple[int | str, ...]) -> Event:
        raise TypeError("nothing is thrown")

    def candidates(self, state: State, seen: Seen | None) -> Iterator[Event]:
        turn = self.turn(state)
        if not isinstance(turn, Seats):
            return
        for seat in sorted(turn.seats):
            if not all(state.ready):
                for order in permutations(ARMIES[seat]):
                    yield Deployed(seat, dict(zip(ROWS[seat], order, strict=True)))
            elif state.fight is None:
                own = [name for name, owner, _card in state.cards if owner == seat]
                enemies = [name for name, owner, _card in state.cards if owner != seat]
                yield from (Attacked(seat, start, to) for start in own for to in enemies)
                hand = state.hands[seat]
                if hand is not None:
                    yield from (PlayedTrump(seat, hand, at) for at in enemies)
            elif None in state.touches:
                yield from (Touched(seat, corner, True) for corner in CORNERS)
            else:
                for card in ARMIES[seat]:
                    yield from (TurnedUp(seat, state.fight[1], card, turned) for turned in (False, True))

    def violation(self, state: State, event: Any) -> Violation | None:
        return next(self.violations(state, event), None)

    def violations(self, state: State, event: Any) -> Iterator[Violation]:
        turn = self.turn(state)
        if not isinstance(turn, Seats) or event.seat not in turn.seats:
            yield Violation("your-turn")
            return
        if isinstance(event, Deployed) and sorted(event.cards.values()) != sorted(ARMIES[event.seat]):
            yield Violation("whole-army")
        elif isinstance(event, TurnedUp):
            if event.card not in (None, self._fighter(state, event.seat)):
                yield Violation("same-card")
        elif _key(event) not in {_key(other) for other in self.candidates(state, None)}:
            yield Violation("now")

    def _fighter(self, state: State, seat: Seat) -> str:
        assert state.fight is not None
        lying = [state.at(square) for square in state.fight]
        return next(card for owner, card in filter(None, lying) if owner == seat)

    def after(self, state: State, event: Any) -> State:
        match event:
            case Deployed(seat, cards):
                laid = (*state.cards, *((square, seat, card) for square, card in cards.items()))
                return replace(state, cards=laid, ready=_with(state.ready, seat, True))
            case Attacked(_seat, start, to):
                return replace(state, fight=(start, to))
            case Touched(seat, corner):
                return replace(state, touches=_with(state.touches, seat, corner))
            case PlayedTrump(seat, _trump, _at):
                return replace(state, hands=_with(state.hands, seat, None), turn=1 - seat)
            case TurnedUp(seat):
                state = replace(state, shown=_with(state.shown, seat, True))
                if not all(state.shown):
                    return state
                fighters = [self._fighter(state, each) for each in (0, 1)]
                return replace(state, winner=fighters.index(min(fighters)))
        raise TypeError(event)

    def public(self, state: State, event: Any) -> Event:
        match event:
            case Deployed(seat):
                return Deployed(seat)
            case Touched(seat):
                return Touched(seat)
        assert isinstance(event, Event)
        return event

    def public_state(self, state: State) -> State:
        return replace(
            state, cards=tuple((name, seat, "") for name, seat, _card in state.cards), hands=(None, None)
        )

    def touched(self, state: State, seat: Seat) -> Thing | None:
        if state.fight is None or state.touches[seat] is not None:
            return None
        return Thing("card", None, "down", BACKS[1 - seat], 1 - seat)

    def look(self, state: State) -> Look:
        laid: dict[str, Lying] = {name: (_back(seat),) for name, seat, _card in state.cards}
        if state.fight is not None:
            start, to = state.fight
            things = {0: _back(0), 1: _back(1)}
            for seat in (0, 1):
                if state.shown[seat]:
                    things[seat] = Thing("card", self._fighter(state, seat), "up", BACKS[seat], seat)
            del laid[start]
            laid[to] = (things[1 - state.turn], things[state.turn])
        return Look(laid)

    def chores(self, state: State) -> tuple[Chore, ...]:
        return ()

    def layout(self, state: State) -> Look | None:
        if all(state.ready):
            return None
        return Look({square: (_back(seat),) for seat in (0, 1) for square in ROWS[seat]})

    def reveals(self, state: State, event: Any) -> bool:
        return isinstance(event, TurnedUp)

    def alternatives(self, state: State, event: Any, region: str) -> Iterator[Event]:
        return iter(())

    def overrides(self, state: State, region: str) -> Iterator[Event]:
        return iter(())

    def view(self, state: State, eyes: Seat | None) -> View:
        board = dict(self.look(state).regions)
        about = dict.fromkeys(board, "A card face down")
        aside: list[tuple[str, ...]] = [(), ()]
        if eyes is not None and self.turn(state) == Seats(frozenset({eyes})) and state.fight is None:
            for name, seat, card in state.cards:
                if seat == eyes:
                    board[name] = (Thing("card", card, "down", BACKS[seat], seat),)
                    about[name] = f"Face down: {card}"
            hand = state.hands[eyes]
            aside[eyes] = () if hand is None else (f"In hand: {hand}",)
        return View(
            headline=f"Turn {state.turn}", awaited="", notes=(), board=board, about=about, aside=tuple(aside)
        )

    def words(self, state: State, event: Any) -> str:
        match event:
            case Deployed(seat):
                return f"Seat {seat} has laid out"
            case Touched(seat):
                return f"Seat {seat} has touched"
        return " ".join(str(value) for value in msgspec.structs.astuple(event))

    def faults(self, state: State) -> tuple[str, ...]:
        return ()

    def load_position(self, setup: Setup, given: Mapping[str, Any]) -> State:
        try:
            return msgspec.convert(dict(given), State)
        except msgspec.ValidationError as fault:
            raise PositionFault("", str(fault)) from None

    def dump_position(self, state: State) -> dict[str, Any]:
        whole: dict[str, Any] = msgspec.to_builtins(state)
        return whole


def _back(seat: Seat) -> Thing:
    return Thing("card", None, "down", BACKS[seat], seat)


def _key(event: Event) -> str:
    return msgspec.json.encode(event).decode()


def _with(pair: tuple[Any, Any], seat: Seat, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)
