"""Set-ups and events that others give, in requests, told files and records: seats and squares are the game's."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from companion.abilities import NamesCards, ability
from companion.game import Event, Game, Setup, SetupFault, checked
from companion.journal import Entry, read_event
from companion.kits.exact import Mismatch, exact, named, shown
from ui.line.scenes import ShapeFault, shape_fault
from ui.line.shapes import Json, event_json

CARD_FIELDS = ("card", "cards", "met", "order", "top", "trump")
CELL_FIELDS = ("from", "to", "at", "path", "cells")
LONGEST_NAME = 100


def given_setup(
    game: Game[Any], given: Setup, complete: Callable[[Game[Any], Setup], Setup] | None = None
) -> Setup:
    """The set-up with every option filled in, if a game can begin with it. Raises SetupFault.

    `complete` adds to it what the owner of this machine has written down.
    """
    check_names(given)
    setup = checked(game, given)
    if complete is not None:
        setup = complete(game, setup)
    game.start(setup)
    return setup


def check_names(setup: Setup) -> None:
    """Raises SetupFault where a player's name could not be kept or shown, or there are too many."""
    if len(setup.players) > setup.seats:
        raise SetupFault("players", f"at most {setup.seats} names", len(setup.players))
    for name in setup.players:
        if len(name) > LONGEST_NAME:
            raise SetupFault("players", f"names of at most {LONGEST_NAME} letters", f"one of {len(name)}")
        if not name.isprintable():
            raise SetupFault("players", "names that can be printed", ascii(name))


def given_event(game: Game[Any], setup: Setup, body: Any, at: str = "event") -> Event:
    """An event of a game, its squares and seats among the game's. Raises ShapeFault with the field's path."""
    if isinstance(body, dict):
        _check_cells(_region_names(game, setup), body, at)
    try:
        event = read_event(game, body)
    except ValueError as fault:
        if isinstance(body, dict):
            _check_words(game, body, at)
        raise shape_fault(msgspec.ValidationError(str(fault)), at) from None
    _check_seats(event, setup.seats, at)
    _check_cards(game, setup, event, at)
    return event


def check_entries(game: Game[Any], setup: Setup, entries: Iterable[Entry]) -> None:
    """Whether the entries of a record could be this game's. Raises ShapeFault naming the entry."""
    names = _region_names(game, setup)
    for entry in entries:
        at = f"entry {entry.seq}"
        _check_cells(names, event_json(entry.event), at)
        _check_seats(entry.event, setup.seats, at)


def _region_names(game: Game[Any], setup: Setup) -> frozenset[str]:
    return frozenset(region.name for region in game.table(setup).regions)


def _check_cells(names: frozenset[str], body: Json, at: str) -> None:
    for field in CELL_FIELDS:
        given = body.get(field)
        for n, name in enumerate(given if isinstance(given, list) else [given]):
            if isinstance(name, str) and name not in names:
                where = f"{at}.{field}[{n}]" if isinstance(given, list) else f"{at}.{field}"
                raise ShapeFault(where, f"expected a square of the board, found {name!r}")


def _check_cards(game: Game[Any], setup: Setup, event: Event, at: str) -> None:
    """A name that no card has is no rule broken, but a slip of whoever tells it."""
    able = ability(game, NamesCards)
    if able is None:
        return
    known = able.card_names(setup)
    for field in CARD_FIELDS:
        given = getattr(event, field, None)
        several = given.values() if isinstance(given, Mapping) else given
        for name in (given,) if isinstance(given, str) else several or ():
            if name is not None and name not in known:
                raise ShapeFault(f"{at}.{field}", f"expected the name of a card, found {name!r}")


def _check_words(game: Game[Any], body: Json, at: str) -> None:
    """A field that takes one of a few words: they are named, which the general complaint does not do."""
    kinds = (kind for kind in game.events if kind.__name__ == body.get("kind"))
    for field in (field for kind in kinds for field in msgspec.structs.fields(kind)):
        if named(field.type) and field.encode_name in body:
            try:
                exact(body[field.encode_name], field.type)
            except Mismatch as fault:
                found = f"expected {fault.expected}, found {shown(fault.found)}"
                raise ShapeFault(f"{at}.{field.encode_name}", found) from None


def _check_seats(event: Event, seats: int, at: str) -> None:
    for field in ("seat", "seats", "agreed"):
        given = getattr(event, field, None)
        for seat in given if isinstance(given, tuple | frozenset) else (given,):
            if type(seat) is int and not 0 <= seat < seats:
                raise ShapeFault(f"{at}.{field}", f"expected a seat below {seats}, found {seat}")
