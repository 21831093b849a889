"""Set-ups and events that others give, in requests, told files and records: seats and squares are the game's."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from companion.abilities import NamesThings, ability
from companion.game import Event, Game, Setup, SetupFault, checked
from companion.journal import Entry, read_event
from companion.kits.exact import Mismatch, exact, named, shown
from ui.line.scenes import ShapeFault, shape_fault
from ui.line.shapes import Json, event_json

SQUARES = ("from", "to", "at", "path", "cells", "shooter")
THINGS = ("card", "cards", "met", "order", "top", "trump", "piece", "colour", "with", "on", "face")
Known = dict[str, tuple[str, frozenset[str]]]
"""By field what may be named in it, in words and by name."""
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
    """An event of a game, whatever it names among the game's. Raises ShapeFault with the field's path."""
    try:
        event = read_event(game, body)
    except ValueError as fault:
        if isinstance(body, dict):
            _check_words(game, body, at)
        raise shape_fault(msgspec.ValidationError(str(fault)), at) from None
    _check_event(_known(game, setup), event, setup.seats, at)
    return event


def check_entries(game: Game[Any], setup: Setup, entries: Iterable[Entry]) -> None:
    """Whether the entries of a record could be this game's. Raises ShapeFault naming the entry."""
    known = _known(game, setup)
    for entry in entries:
        _check_event(known, entry.event, setup.seats, f"entry {entry.seq}")


def _known(game: Game[Any], setup: Setup) -> Known:
    """What a game has of all that an event may name, by the field that names it."""
    regions = (region.name for region in game.table(setup).regions)
    able = ability(game, NamesThings)
    squares = ("a square of the board", frozenset(regions))
    things = ("something that the game has", frozenset(able.thing_names(setup) if able is not None else ()))
    return dict.fromkeys(SQUARES, squares) | (dict.fromkeys(THINGS, things) if able is not None else {})


def _check_event(known: Known, event: Event, seats: int, at: str) -> None:
    """What nothing in the game is called, and who does not play, is no rule broken but a slip of whoever tells it."""
    _check_names(known, None, event_json(event), at)
    for field in ("seat", "seats", "agreed"):
        given = getattr(event, field, None)
        for seat in given if isinstance(given, tuple | frozenset) else (given,):
            if type(seat) is int and not 0 <= seat < seats:
                raise ShapeFault(f"{at}.{field}", f"expected a seat below {seats}, found {seat}")


def _check_names(known: Known, wanted: tuple[str, frozenset[str]] | None, body: Any, at: str) -> None:
    if isinstance(body, Mapping):
        for field, one in body.items():
            _check_names(known, wanted or known.get(field), one, f"{at}.{field}")
    elif isinstance(body, list | tuple):
        for n, one in enumerate(body):
            _check_names(known, wanted, one, f"{at}[{n}]")
    elif wanted is not None and body is not None and str(body) not in wanted[1]:
        raise ShapeFault(at, f"expected {wanted[0]}, found {body!r}")


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
