"""Strip: hidden cards, a seen penny, a chore, overrides; small enough to be read at once."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import msgspec

from companion.game import (
    Chance,
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
from companion.sight import Face, Look, Lying, Region, Table, Thing

FACES = (("fox", "hen"), ("owl", "rat"))
SQUARES = ("s1", "s2", "s3", "s4", "s5")
FAR = ("s5", "s1")


class Tossed(Event, frozen=True):
    side: str


class Slid(Event, frozen=True):
    seat: Seat
    src: str
    dst: str


class TurnedUp(Event, frozen=True):
    turns_up: ClassVar[bool] = True
    seat: Seat
    at: str
    face: str


class Ruled(Event, frozen=True):
    told: ClassVar[bool] = True
    at: str
    seat: Seat | None = None


class Card(msgspec.Struct, frozen=True):
    seat: Seat
    card: str | None = None


class State(msgspec.Struct, frozen=True):
    cards: tuple[Card | None, ...]
    turn: Seat | None = None
    penny: str | None = None
    fresh: bool = False


def _at(state: State, square: str) -> Card | None:
    return state.cards[SQUARES.index(square)]


def _put(cards: tuple[Card | None, ...], square: str, card: Card | None) -> tuple[Card | None, ...]:
    at = SQUARES.index(square)
    return (*cards[:at], card, *cards[at + 1 :])


def _can_go_on(state: State, seat: Seat) -> bool:
    """Whether a seat has a card that is still face down or stands beside an empty square."""
    for at, card in enumerate(state.cards):
        beside = [n for n in (at - 1, at + 1) if 0 <= n < len(SQUARES) and state.cards[n] is None]
        if card is not None and card.seat == seat and (beside or card.card is None):
            return True
    return False


class Strip(Game[State]):
    id = "strip"
    name = "Strip"
    seats = (2,)
    options: tuple[Option, ...] = ()
    events: tuple[type[Event], ...] = (Tossed, Slid, TurnedUp, Ruled)

    def table(self, setup: Setup) -> Table:
        squares = tuple(Region(name, 70.0 * n, 0, 66, 66) for n, name in enumerate(SQUARES))
        return Table(350, 140, None, (*squares, Region("toss", 0, 70, 66, 66)), ("card", "penny"))

    def start(self, setup: Setup) -> State:
        return State((Card(0), Card(0), None, Card(1), Card(1)))

    def turn(self, state: State) -> Turn:
        if state.turn is None:
            return Chance("penny", (0,), "Toss the penny.")
        for seat, square in enumerate(FAR):
            card = _at(state, square)
            if card is not None and card.seat == seat:
                return Over((seat,), "A card stands on the far end.", "far-end")
        if not _can_go_on(state, state.turn):
            return Over((1 - state.turn,), "The other side cannot play.", "stuck-loses")
        return Seats(frozenset({state.turn}))

    def chance_event(self, state: State, values: tuple[int | str, ...]) -> Event:
        return Tossed(str(values[0]))

    def candidates(self, state: State, seen: Seen | None) -> Iterator[Event]:
        match self.turn(state):
            case Chance():
                yield from (Tossed("heads"), Tossed("tails"))
            case Seats(seats):
                (seat,) = seats
                for src in SQUARES:
                    card = _at(state, src)
                    if card is None or (seen is not None and src not in seen.changed):
                        continue
                    if seen is not None or card.seat == seat:
                        who = card.seat if seen is not None else seat
                        yield from (Slid(who, src, dst) for dst in SQUARES if dst != src)
                        yield from (TurnedUp(who, src, face) for face in FACES[who])
            case Over():
                return

    def violation(self, state: State, event: Any) -> Violation | None:
        return next(self.violations(state, event), None)

    def violations(self, state: State, event: Any) -> Iterator[Violation]:
        turn = self.turn(state)
        match event:
            case Ruled():
                return
            case Tossed():
                if not isinstance(turn, Chance):
                    yield Violation("toss-first")
                return
        if not isinstance(turn, Seats):
            yield Violation("toss-first" if isinstance(turn, Chance) else "far-end")
            return
        card = _at(state, event.src if isinstance(event, Slid) else event.at)
        if event.seat not in turn.seats or card is None or card.seat != event.seat:
            yield Violation("your-own")
        match event:
            case Slid(src=src, dst=dst):
                if abs(SQUARES.index(src) - SQUARES.index(dst)) != 1:
                    yield Violation("one-step", f"{src} to {dst}")
                if _at(state, dst) is not None:
                    yield Violation("empty-only", dst)
            case TurnedUp(seat=seat, face=face):
                if card is not None and card.card is not None:
                    yield Violation("once-up")
                known = {c.card for c in state.cards if c is not None}
                if face not in FACES[seat] or face in known:
                    yield Violation("could-be", face)

    def after(self, state: State, event: Any) -> State:
        cards, settled = state.cards, {"fresh": False, "penny": None}
        match event:
            case Tossed(side=side):
                return msgspec.structs.replace(
                    state, turn=0 if side == "heads" else 1, penny=side, fresh=True
                )
            case Slid(seat=seat, src=src, dst=dst):
                cards = _put(_put(cards, src, None), dst, _at(state, src))
                return msgspec.structs.replace(state, cards=cards, turn=1 - seat, **settled)
            case TurnedUp(seat=seat, at=at, face=face):
                cards = _put(cards, at, Card(seat, face))
                return msgspec.structs.replace(state, cards=cards, turn=1 - seat, **settled)
            case Ruled(at=at, seat=seat):
                card = None if seat is None else Card(seat)
                return msgspec.structs.replace(state, cards=_put(cards, at, card))
        raise TypeError(event)

    def look(self, state: State) -> Look:
        laid: dict[str, Lying] = {}
        for square, card in zip(SQUARES, state.cards, strict=True):
            if card is not None:
                face: Face = "down" if card.card is None else "up"
                laid[square] = (Thing("card", card.card, face, seat=card.seat),)
        return Look(laid)

    def chores(self, state: State) -> tuple[Chore, ...]:
        if state.penny is None:
            return ()
        lying = (Thing("penny", state.penny),)
        return (Chore("toss-first", "Take the penny off.", "toss", (lying,)),)

    def layout(self, state: State) -> Look | None:
        return None

    def reveals(self, state: State, event: Any) -> bool:
        return isinstance(event, Tossed | TurnedUp)

    def alternatives(self, state: State, event: Any, region: str) -> Iterator[Event]:
        match event:
            case Slid(seat=seat, src=src, dst=dst) if region in (src, dst):
                yield from (Slid(seat, src, other) for other in SQUARES if other not in (src, dst))
            case TurnedUp(seat=seat, at=at, face=face) if region == at:
                yield from (TurnedUp(seat, at, other) for other in FACES[seat] if other != face)

    def overrides(self, state: State, region: str) -> Iterator[Event]:
        if region in SQUARES:
            yield from (Ruled(region, seat) for seat in (None, 0, 1))

    def view(self, state: State, eyes: Seat | None) -> View:
        return View(headline=f"Seat {state.turn}", board=self.look(state).regions)

    def words(self, state: State, event: Any) -> str:
        return " ".join(str(value) for value in msgspec.structs.astuple(event))

    def public(self, state: State, event: Any) -> Event:
        assert isinstance(event, Event)
        return event

    def public_state(self, state: State) -> State:
        return state

    def faults(self, state: State) -> tuple[str, ...]:
        known = [card.card for card in state.cards if card is not None and card.card is not None]
        return ("a card lies there twice",) if len(known) != len(set(known)) else ()

    def load_position(self, setup: Setup, given: Mapping[str, Any]) -> State:
        cards: list[Card | None] = []
        for square in given.get("cards", {}):
            if square not in SQUARES:
                raise PositionFault(f"cards.{square}", "no such square")
        for square in SQUARES:
            body = given["cards"].get(square)
            cards.append(None if body is None else msgspec.convert(body, Card))
        return State(tuple(cards), given.get("turn"), given.get("penny"), given.get("fresh", False))

    def dump_position(self, state: State) -> dict[str, Any]:
        laid = zip(SQUARES, state.cards, strict=True)
        cards = {square: msgspec.to_builtins(card) for square, card in laid if card is not None}
        return {"turn": state.turn, "cards": cards, "penny": state.penny, "fresh": state.fresh}
