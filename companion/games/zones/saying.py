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
from companion.games.zones.naming import terrain_name
from companion.games.zones.state import State, seat_name
from companion.kits.events import Starts, common_words
from companion.language import _


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
    return _("nothing") if piece is None else piece.kind.name


def _based(state: State, event: Based) -> str:
    return _("{name}: base laid").format(name=seat_name(state, event.seat))


def _drew(state: State, event: Drew) -> str:
    seat = event.seat
    number = state.screen.drawn[seat] + 1 if seat in (0, 1) else 0
    return _("{name}: tile {n} of {all} drawn and laid").format(
        name=seat_name(state, seat), n=number, all=state.agreed.tiles
    )


def _laid(state: State, event: Laid) -> str:
    said = _("{name} says: ready") if event.whole else _("{name} says: not ready yet")
    return said.format(name=seat_name(state, event.seat))


def _lifted(_state: State, _event: Lifted) -> str:
    return _("The screen is lifted")


def _starts(state: State, event: Starts) -> str:
    return _("{name} begins").format(name=seat_name(state, event.seat))


def _moved(state: State, event: Moved) -> str:
    moved = _("{name}: {piece} {start} → {to}")
    captures = _("{name}: {piece} {start} → {to}, captures {target}")
    return (moved if state.at(event.to) is None else captures).format(
        name=seat_name(state, event.seat),
        piece=on(state, event.start),
        start=event.start,
        to=event.to,
        target=on(state, event.to),
    )


def _summoned(state: State, event: Summoned) -> str:
    return _("{name}: {piece} summoned on {square}").format(
        name=seat_name(state, event.seat), piece=called(state, event.piece), square=event.at
    )


def _shot(state: State, event: Shot) -> str:
    return _("{name}: {piece} on {start} shoots {target} on {square}").format(
        name=seat_name(state, event.seat),
        piece=on(state, event.start),
        start=event.start,
        target=on(state, event.at),
        square=event.at,
    )


def _returned(state: State, event: Returned) -> str:
    return _("{name}: {piece} returns to reserve").format(
        name=seat_name(state, event.seat), piece=called(state, event.piece)
    )


def _ruled(state: State, event: Ruled) -> str:
    at, place = event.at, event.place
    if event.terrain:
        words = _("By agreement the tile on {square} is {terrain}")
        return words.format(square=at, terrain=terrain_name(event.terrain))
    if event.piece:
        known = {
            "": _("By agreement {piece} stands on {square}"),
            "reserve": _("By agreement {piece} stands on {square}, from the reserve"),
            "captured": _("By agreement {piece} stands on {square}, from the captures"),
        }
        words = known.get(place, _("By agreement {piece} stands on {square}, from {place}"))
        return words.format(piece=called(state, event.piece), square=at, place=place)
    known = {
        "": _("By agreement nothing stands on {square}"),
        "reserve": _("By agreement nothing stands on {square}; {piece} belongs to the reserve"),
        "captured": _("By agreement nothing stands on {square}; {piece} belongs to the captures"),
    }
    words = known.get(place, _("By agreement nothing stands on {square}; {piece} belongs to {place}"))
    return words.format(piece=on(state, at), square=at, place=place)


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
