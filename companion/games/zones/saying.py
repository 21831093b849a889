"""Events in a sentence, told on the state before them; nothing behind the screen is named."""

from collections.abc import Callable
from typing import Any

from companion.games.zones.events import (
    Based,
    Drew,
    Laid,
    Lifted,
    Moved,
    Returned,
    Ruled,
    Shot,
    Summoned,
)
from companion.games.zones.state import State, seat_name
from companion.kits.zoon_events import Starts, common_words


def words(state: State, event: Any) -> str:
    """The event in one sentence."""
    said = _SAID.get(type(event))
    if said is not None:
        return said(state, event)
    return common_words(event, seat_name(state, event.seat) if event.seat is not None else "")


def called(state: State, piece: str) -> str:
    """A piece's printed name."""
    kind = state.agreed.kinds.get(piece)
    return piece if kind is None else kind.name


def on(state: State, square: str) -> str:
    piece = state.at(square)
    return "nothing" if piece is None else piece.kind.name


def _based(state: State, event: Based) -> str:
    return f"{seat_name(state, event.seat)}: base laid"


def _drew(state: State, event: Drew) -> str:
    seat = event.seat
    number = state.screen.drawn[seat] + 1 if seat in (0, 1) else 0
    return f"{seat_name(state, seat)}: tile {number} of {state.agreed.tiles} drawn and laid"


def _laid(state: State, event: Laid) -> str:
    said = "ready" if event.whole else "not ready yet"
    return f"{seat_name(state, event.seat)} says: {said}"


def _lifted(_state: State, _event: Lifted) -> str:
    return "The screen is lifted"


def _starts(state: State, event: Starts) -> str:
    return f"{seat_name(state, event.seat)} begins"


def _moved(state: State, event: Moved) -> str:
    said = f"{seat_name(state, event.seat)}: {on(state, event.start)} {event.start} → {event.to}"
    return said if state.at(event.to) is None else f"{said}, captures {on(state, event.to)}"


def _summoned(state: State, event: Summoned) -> str:
    return f"{seat_name(state, event.seat)}: {called(state, event.piece)} summoned on {event.at}"


def _shot(state: State, event: Shot) -> str:
    shooter = f"{on(state, event.start)} on {event.start}"
    return f"{seat_name(state, event.seat)}: {shooter} shoots {on(state, event.at)} on {event.at}"


def _returned(state: State, event: Returned) -> str:
    return f"{seat_name(state, event.seat)}: {called(state, event.piece)} returns to reserve"


def _ruled(state: State, event: Ruled) -> str:
    if event.terrain:
        return f"By agreement the tile on {event.at} is {event.terrain}"
    place = {"reserve": "the reserve", "captured": "the captures", "": ""}.get(event.place, event.place)
    if not event.piece:
        said = f"By agreement nothing stands on {event.at}"
        return f"{said}; {on(state, event.at)} belongs to {place}" if place else said
    said = f"By agreement {called(state, event.piece)} stands on {event.at}"
    return f"{said}, from {place}" if place else said


_SAID: dict[type, Callable[[State, Any], str]] = {
    Based: _based,
    Drew: _drew,
    Laid: _laid,
    Lifted: _lifted,
    Starts: _starts,
    Moved: _moved,
    Summoned: _summoned,
    Shot: _shot,
    Returned: _returned,
    Ruled: _ruled,
}
