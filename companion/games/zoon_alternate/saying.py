"""Events in a sentence, told on the state before them; nothing hidden is named."""

from collections.abc import Callable
from typing import Any

import msgspec

from companion.game import Event
from companion.games.zoon_alternate import trumps
from companion.games.zoon_alternate.changes import card_name, seat_name
from companion.games.zoon_alternate.events import (
    Deployed,
    Flipped,
    Fought,
    FrontsUp,
    Moved,
    PlayedTrump,
    Reinforced,
    Ruled,
    Swapped,
    TurnedUp,
)
from companion.games.zoon_alternate.fight import Outcome
from companion.games.zoon_alternate.fought import decided
from companion.games.zoon_alternate.state import Fight, Shot, State
from companion.kits.zoon_board import NUMBERS
from companion.kits.zoon_events import common_words
from companion.kits.zoon_words import card_called


def words(state: State, event: Any) -> str:
    """The event in one sentence."""
    said = _SAID.get(type(event))
    if said is not None:
        return said(state, event)
    return common_words(event, seat_name(state, event.seat) if event.seat is not None else "")


def public(event: Any) -> Event:
    """The event as everybody may know it: which card lies face down by agreement is for its owner."""
    if isinstance(event, Ruled) and event.penny is None and event.card is not None:
        return msgspec.structs.replace(event, card=None)
    assert isinstance(event, Event)
    return event


def called(state: State, card: str | None, otherwise: str = "a face-down card") -> str:
    """A card's printed name."""
    return card_called(state.agreed.facts, card, otherwise)


def at(state: State, square: str | None, shown: str | None = None) -> str:
    """What lies on a square, as far as it is shown."""
    if shown is not None:
        return called(state, shown)
    piece = state.at(square) if square in NUMBERS else None
    return "nothing" if piece is None else card_name(state, piece)


def fighters(state: State, step: Fight | Shot) -> tuple[str, str]:
    """The names of both sides of the fight that is due."""
    one = card_name(state, step.piece) if isinstance(step, Fight) else called(state, step.trump)
    return one, at(state, step.at)


def _deployed(state: State, event: Deployed) -> str:
    return f"{seat_name(state, event.seat)}: army laid out"


def _fronts(state: State, event: FrontsUp) -> str:
    row = ", ".join(called(state, card) for card in event.cards)
    return f"{seat_name(state, event.seat)}: front row turned up: {row}"


def _moved(state: State, event: Moved) -> str:
    piece = state.at(event.start) if event.start in NUMBERS else None
    target = state.at(event.to) if event.to in NUMBERS else None
    shows = (
        event.card
        if piece is not None and not piece.up and _shows(event, attack=target is not None)
        else None
    )
    said = f"{seat_name(state, event.seat)}: {at(state, event.start, shows)} {event.start} → {event.to}"
    if target is None:
        return said
    return f"{said}, attacks {at(state, event.to, event.met if not target.up else None)}"


def _shows(event: Moved, *, attack: bool) -> bool:
    """Whether the move turned the card up: out of the back row, or to attack."""
    return attack or event.to[1:] != event.start[1:]


def _fought(state: State, event: Fought) -> str:
    step = state.step
    if not isinstance(step, Fight | Shot):
        return f"Dice: {event.dice[0]} and {event.dice[1]}"
    names, result = fighters(state, step), decided(state, step, event.dice)
    sums = [
        f"{name} {value} + {die} = {total}"
        for name, value, die, total in zip(names, result.values, event.dice, result.totals, strict=True)
    ]
    return _result(step, result, names, sums)


def _result(step: Fight | Shot, result: Outcome, names: tuple[str, str], sums: list[str]) -> str:
    if result.won == "draw":
        said = f"{sums[0]} draws with {sums[1]}"
        if isinstance(step, Fight):
            star = None if result.star is None else names[0 if result.star == "attacker" else 1]
            return f"{said}; the star of {star}" if star else f"{said}; {names[0]} steps back to {step.back}"
        return f"{said}: a miss"
    verb = "beats" if not result.underdog else "as underdog beats"
    if result.won == "attacker":
        return f"{sums[0]} {verb} {sums[1]}"
    return f"{sums[1]} {verb} {sums[0]}"


def _turned(state: State, event: TurnedUp) -> str:
    piece = state.at(event.at) if event.at in NUMBERS else None
    card = event.card or (piece.card if piece is not None else None)
    return f"{seat_name(state, event.seat)}: {called(state, card)} turned up on {event.at}"


def _trump(state: State, event: PlayedTrump) -> str:
    said = (
        f"{seat_name(state, event.seat)} plays {called(state, event.trump, event.trump)}{_copy(state, event)}"
    )
    if event.at is None:
        return said
    target = state.at(event.at) if event.at in NUMBERS else None
    if target is None:
        return f"{said} on {event.at}"
    by = f" from {event.by}" if event.by else ""
    return f"{said}{by} at {at(state, event.at, event.met if not target.up else None)} on {event.at}"


def _copy(state: State, event: PlayedTrump) -> str:
    """Which copy of a trump is played, where a seat has several that differ."""
    if event.penny is None and len(trumps.copies(state, event.seat, event.trump)) < 2:
        return ""
    return " out of the hand" if event.penny is None else f" (penny {event.penny})"


def _reinforced(state: State, event: Reinforced) -> str:
    return f"{seat_name(state, event.seat)}: a reinforcement on {event.at}"


def _swapped(state: State, event: Swapped) -> str:
    one, other = at(state, event.start), at(state, event.to)
    return f"{seat_name(state, event.seat)}: {one} {event.start} and {other} {event.to} trade squares"


def _flipped(_state: State, event: Flipped) -> str:
    return f"The penny on {event.at} is turned over"


def _ruled(state: State, event: Ruled) -> str:
    if event.seat is None:
        return f"By agreement nothing lies on {event.at}"
    if event.penny is None:
        return f"By agreement a face-down card of {seat_name(state, event.seat)} lies on {event.at}"
    name = called(state, event.card)
    said = f"By agreement {name} ({seat_name(state, event.seat)}) lies on {event.at}, penny {event.penny}"
    return said if event.source is None else f"{said}, from {event.source}"


_SAID: dict[type, Callable[[State, Any], str]] = {
    Deployed: _deployed,
    FrontsUp: _fronts,
    Moved: _moved,
    Fought: _fought,
    TurnedUp: _turned,
    PlayedTrump: _trump,
    Reinforced: _reinforced,
    Swapped: _swapped,
    Flipped: _flipped,
    Ruled: _ruled,
}
