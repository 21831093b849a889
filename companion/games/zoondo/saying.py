"""Events in a sentence, told on the state before them; nothing hidden is named."""

from collections.abc import Callable
from typing import Any

from companion.games.zoondo import fighting, touching, turning
from companion.games.zoondo.changes import name_of, seat_name
from companion.games.zoondo.events import (
    Deployed,
    Moved,
    PlayedTrump,
    Reinforced,
    Ruled,
    Swapped,
    Touched,
    TurnedUp,
)
from companion.games.zoondo.fight import Outcome, Side
from companion.games.zoondo.knowing import faces_of
from companion.games.zoondo.options import is_shown
from companion.games.zoondo.state import Duel, Fight, Shot, State
from companion.kits.zoon_board import NUMBERS, March
from companion.kits.zoon_events import DrawAgreed, Stopped, common_words
from companion.kits.zoon_words import card_called

SIGNS = {"star": "★", "x": "×"}


def words(state: State, event: Any) -> str:
    """The event in one sentence."""
    if type(event) in _SAID:
        return _SAID[type(event)](state, event)
    if isinstance(event, Stopped) and not (isinstance(state.step, March) and state.step.made):
        return f"{seat_name(state, event.seat)} moves no Zoon"
    return common_words(event, "" if isinstance(event, DrawAgreed) else seat_name(state, event.seat))


def called(state: State, card: str | None, otherwise: str = "a face-down card") -> str:
    """A card's printed name."""
    return card_called(state.agreed.facts, card, otherwise)


def settled_words(state: State, duel: Duel) -> str:
    """What a fight came to, once everybody has seen both cards."""
    result = fighting.outcome(state, duel)
    defender = touching.fighter(state, duel, "defender")
    attacker = called(state, duel.trump if isinstance(duel, Shot) else duel.piece.card)
    names = (attacker, called(state, None if defender is None else defender.card))
    shown = [f"{name} {shown_score(side)}" for name, side in zip(names, result.sides, strict=True)]
    if isinstance(duel, Shot):
        return _shot(names, shown, result)
    return _fight(state, duel, names, shown, result)


def _shot(names: tuple[str, str], shown: list[str], result: Outcome) -> str:
    said = f"{shown[0]} against {shown[1]}"
    if result.broken:
        return f"{said}: {names[0]} is lost"
    return f"{said}: {names[1]} is struck" if result.won == "attacker" else f"{said}: a miss"


def _fight(state: State, fight: Fight, names: tuple[str, str], shown: list[str], result: Outcome) -> str:
    if result.won == "attacker":
        return f"{shown[0]} beats {shown[1]}"
    if result.won == "defender":
        return f"{shown[1]} beats {shown[0]}"
    said = f"{shown[0]} against {shown[1]}"
    if result.star is None:
        return f"{said}: a tie; {names[0]} steps back to {fighting.back_of(state, fight)}"
    return f"{said}: the star of {names[0 if result.star == 'attacker' else 1]}"


def shown_score(side: Side) -> str:
    """What the touched corner shows, and what trumps make of it."""
    if not isinstance(side.corner, int):
        return SIGNS[side.corner]
    return str(side.corner) if side.score == side.corner else f"{side.corner} → {side.score}"


def _result(state: State, event: Touched | TurnedUp) -> str:
    """What a touch or a reveal settles, in words; empty while something is still due."""
    settled = settling(state, event)
    return "" if settled is None else settled_words(*settled)


def settling(state: State, event: Touched | TurnedUp) -> tuple[State, Duel] | None:
    """The fight that a touch or a reveal settles, whole; None while something is still due."""
    duel = state.duel
    if duel is None:
        return None
    if isinstance(event, Touched):
        if next(touching.touch_breaches(state, event), None) is not None:
            return None
        ahead, done = touching.with_touch(state, duel, event)
    else:
        if next(turning.turn_breaches(state, event), None) is not None:
            return None
        ahead, done = turning.with_card(state, duel, event)
    if touching.to_touch(done) is not None or touching.to_show(ahead, done):
        return None
    return ahead, done


def _deployed(state: State, event: Deployed) -> str:
    return f"{seat_name(state, event.seat)}: army laid out"


def _moved(state: State, event: Moved) -> str:
    said = f"{seat_name(state, event.seat)}: {name_of(state, event.start)} {event.start} → {event.to}"
    return said if state.at(event.to) is None else f"{said}, attacks {name_of(state, event.to)}"


def _touched(state: State, event: Touched) -> str:
    duel = state.duel
    what = f"the card on {duel.at}" if duel is not None else "a card"
    if isinstance(duel, Shot) and event.seat != duel.seat:
        what = called(state, duel.trump)
    elif isinstance(duel, Fight) and event.seat != duel.seat:
        what = f"the card that attacks {duel.at}"
    said = f"{seat_name(state, event.seat)} touches {what}"
    result = _result(state, event)
    return f"{said}. {result}" if result else said


def _turned(state: State, event: TurnedUp) -> str:
    duel, card = state.duel, event.card
    side = None if duel is None else turning.turned_side(state, duel, event)
    piece = None if duel is None or side is None else touching.fighter(state, duel, side)
    if card is None and piece is not None:
        can = faces_of(state, piece)
        card = can[0] if len(can) == 1 else None
    said = f"{seat_name(state, event.seat)}: {called(state, card, 'a card')} turned up on {event.at}"
    result = _result(state, event)
    return f"{said}. {result}" if result else said


def _trump(state: State, event: PlayedTrump) -> str:
    said = f"{seat_name(state, event.seat)} plays {called(state, event.trump, event.trump)}"
    if event.at is None:
        return said
    if state.at(event.at) is None:
        return f"{said} on {event.at}"
    by = f" from {event.by}" if event.by else ""
    return f"{said}{by} at {name_of(state, event.at)} on {event.at}"


def _reinforced(state: State, event: Reinforced) -> str:
    return f"{seat_name(state, event.seat)}: a reinforcement on {event.at}"


def _swapped(state: State, event: Swapped) -> str:
    return f"{seat_name(state, event.seat)}: the cards on {event.start} and {event.to} trade squares"


def _ruled(state: State, event: Ruled) -> str:
    if event.seat is None:
        return f"By agreement nothing lies on {event.at}"
    said = f"By agreement a face-down card of {seat_name(state, event.seat)} lies on {event.at}"
    if event.card is not None and not is_shown(state.agreed):
        said = f"By agreement {called(state, event.card)} ({seat_name(state, event.seat)}) lies on {event.at}"
    place = {"off": "the cards taken off", "hand": "the hand", "tomb": "the tomb"}
    if event.source is None or event.source == event.at:
        return said
    return (
        f"{said}, from {event.source if event.source in NUMBERS else place.get(event.source, event.source)}"
    )


_SAID: dict[type, Callable[[State, Any], str]] = {
    Deployed: _deployed,
    Moved: _moved,
    Touched: _touched,
    TurnedUp: _turned,
    PlayedTrump: _trump,
    Reinforced: _reinforced,
    Swapped: _swapped,
    Ruled: _ruled,
}
