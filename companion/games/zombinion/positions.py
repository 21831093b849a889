"""A state as JSON, and back: the shape of the line protocol, with everything that cannot be told from it added.

`turn` and `seats` are enough: the rest is as at the beginning of a turn in which nothing has happened yet.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.game import Event, Over, PositionFault, Setup
from companion.games.zombinion.draft import Draft
from companion.games.zombinion.events import EVENTS
from companion.games.zombinion.invariants import faults
from companion.games.zombinion.state import (
    ACTIONS,
    TARGETS,
    Agreed,
    Lack,
    Phase,
    Player,
    State,
    Step,
    Untidy,
    agreed,
    total,
    with_piles,
)
from companion.games.zombinion.steps import settle
from companion.kits.fault_words import fault_words

FIELDS = (
    "turn", "phase", "actions", "targets", "shots", "turns_taken", "supply", "trash", "seats", "todo", "passed",
    "untidy", "over",
)  # fmt: skip
KINDS = {kind.__name__: kind for kind in EVENTS}


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The cards of a seat as the protocol has them."""

    hand: tuple[str | None, ...] = ()
    deck: tuple[str | None, ...] = ()
    discard: tuple[str | None, ...] = ()
    in_play: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    unseen: dict[str, int] = {}
    lacks: tuple[Lack, ...] = ()


def dump_position(state: State) -> dict[str, Any]:
    """The state as JSON."""
    found = {
        "turn": state.turn,
        "phase": state.phase,
        "actions": state.actions,
        "targets": state.targets,
        "shots": state.shots,
        "turns_taken": state.turns_taken,
        "supply": dict(zip(state.agreed.piles, state.supply, strict=True)),
        "trash": state.trash,
        "seats": [_seat_json(player) for player in state.players],
        "todo": state.todo,
        "passed": state.passed,
        "untidy": tuple(state.untidy),
        "over": state.over,
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
    return plain


def _seat_json(player: Player) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.structs.asdict(player)
    return found | {"unseen": dict(sorted(Counter(player.unseen).items()))}


def load_position(setup: Setup, given: Mapping[str, Any]) -> State:
    """A state from its JSON. Raises PositionFault naming the field, SetupFault for a set-up that is none.

    What can be done by itself at once is done, as after an event.
    """
    known = agreed(setup)
    for name in given:
        if name not in FIELDS:
            raise PositionFault(name, "no such field; known are " + ", ".join(FIELDS))
    for name in ("turn", "seats"):
        if name not in given:
            raise PositionFault(name, "missing")
    known, supply = _supply(setup, known, given.get("supply"))
    players = _players(known, given["seats"])
    trash: tuple[str, ...] = _read(given.get("trash", ()), tuple[str, ...], "trash")
    _cards(known, trash, "trash")
    turns: tuple[int, ...] = _read(
        given.get("turns_taken", (0,) * known.seats), tuple[int, ...], "turns_taken"
    )
    over: Over | None = _read(given.get("over"), Over | None, "over")
    phase: Phase = _read(given.get("phase", "action"), Phase, "phase")
    state = State(
        agreed=known,
        turn=_number(given, "turn", 0),
        phase=phase,
        actions=_number(given, "actions", ACTIONS),
        targets=_number(given, "targets", TARGETS),
        shots=_number(given, "shots", 0),
        supply=supply,
        trash=trash,
        players=players,
        turns_taken=turns,
        total=total(known.cards, zip(known.piles, supply, strict=True), trash, players),
        todo=_read(given.get("todo", ()), tuple[Step, ...], "todo"),
        passed=tuple(
            _event(one, n) for n, one in enumerate(_read(given.get("passed", ()), tuple[Any, ...], "passed"))
        ),
        untidy=_read(given.get("untidy", ()), tuple[Untidy, ...], "untidy"),
        over=over,
    )
    wrong = faults(state)
    if wrong:
        at, _, message = wrong[0].partition(": ")
        raise PositionFault(at, message)
    return _settled(state)


def _settled(state: State) -> State:
    """Nothing that the referee does by itself is left; what it has done before is still remembered."""
    d = Draft(state)
    settle(d)
    done = d.frozen()
    return state if done.todo == state.todo and done.players == state.players else done


def _number(given: Mapping[str, Any], name: str, default: int) -> int:
    number: int = _read(given.get(name, default), int, name)
    return number


def _read(raw: Any, kind: Any, at: str) -> Any:
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as fault:
        where, words = fault_words(fault, raw)
        raise PositionFault(at + where, words) from None


def _event(raw: Any, number: int) -> Event:
    name = raw.get("kind") if isinstance(raw, Mapping) else None
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise PositionFault(f"passed[{number}]", "expected an event")
    event: Event = _read(raw, kind, f"passed[{number}]")
    return event


def _cards(known: Agreed, cards: tuple[str | None, ...], at: str) -> None:
    """Raises PositionFault for what is no card."""
    for number, card in enumerate(cards):
        if card is not None and card not in known.cards:
            raise PositionFault(f"{at}[{number}]", f"no card is called {card!r}")


def _supply(setup: Setup, known: Agreed, raw: Any) -> tuple[Agreed, tuple[int, ...]]:
    """The piles and how many lie on each. A supply that is given names the piles of this game."""
    if raw is None:
        return known, known.full
    counts: dict[str, int] = _read(raw, dict[str, int], "supply")
    for card, count in counts.items():
        if card not in known.cards:
            raise PositionFault(f"supply.{card}", "no such card")
        if count < 0:
            raise PositionFault(f"supply.{card}", f"expected a number that is not negative, found {count}")
    if set(counts) != set(known.piles):
        order = list(known.cards)
        known = with_piles(setup, tuple(sorted(counts, key=order.index)))
    return known, tuple(counts[card] for card in known.piles)


def _players(known: Agreed, raw: Any) -> tuple[Player, ...]:
    seats: tuple[Seat, ...] = _read(raw, tuple[Seat, ...], "seats")
    if len(seats) != known.seats:
        raise PositionFault("seats", f"expected {known.seats} seats, found {len(seats)}")
    players = []
    for number, seat in enumerate(seats):
        at = f"seats[{number}]"
        for name in ("hand", "deck", "discard", "in_play", "shown"):
            _cards(known, getattr(seat, name), f"{at}.{name}")
        _cards(known, tuple(seat.unseen), f"{at}.unseen")
        if any(count < 0 for count in seat.unseen.values()):
            raise PositionFault(f"{at}.unseen", "expected numbers that are not negative")
        unknown = sum(place.count(None) for place in (seat.hand, seat.deck, seat.discard))
        faces = sum(seat.unseen.values())
        if faces != unknown:
            raise PositionFault(f"{at}.unseen", f"{unknown} cards without a name, but {faces} faces")
        unseen = tuple(sorted(Counter(seat.unseen).elements()))
        players.append(
            Player(
                hand=seat.hand,
                deck=seat.deck,
                discard=seat.discard,
                in_play=seat.in_play,
                shown=seat.shown,
                unseen=unseen,
                lacks=seat.lacks,
            )
        )
    return tuple(players)
