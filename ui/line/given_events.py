"""Set-ups and events that others give, in requests, told files and records: seats and squares are the game's."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from companion.game import Event, Game, Setup, SetupFault, checked
from companion.journal import Entry, read_event
from companion.kits.exact import Mismatch, exact, named, shown
from companion.sight import Place
from ui.line.scenes import ShapeFault, shape_fault
from ui.line.shapes import Json, event_json

SQUARES = (
    "from", "to", "at", "path", "cells", "shooter", "also", "base", "twice", "square", "between", "off-track",
    "pieces.1", "cards.key", "terrain.key", "towers.key", "moves.value",
)  # fmt: skip
THINGS = (
    "card", "cards", "met", "order", "top", "trump", "piece", "colour", "with", "on", "face",
    "pieces.0", "cards.value", "towers.value", "moves.key", "rest.key",
)  # fmt: skip
"""The fields that name something: of a map its keys and values, of pairs the first and the second."""
PLACES = ("place", "source", "out_of", "into")
BESIDE = ("tomb", "hand", "off", "unseen", "reserve", "captured", "supply", "trash")
OWNED = ("hand", "deck", "discard", "play", "shown")
"""Places beside the board that rulings name, and those of which each seat has its own."""
Known = dict[str, tuple[str, frozenset[str]]]
"""By field what may be named in it, in words and by name."""
LONGEST_NAME = 100


def given_setup(
    game: Game[Any], given: Setup, complete: Callable[[Game[Any], Setup], Setup] | None = None
) -> Setup:
    """The set-up with every option filled in, if a game can begin with it and its players' names be kept and shown.

    Raises SetupFault. `complete` adds to it what the owner of this machine has written down.
    """
    if len(given.players) > given.seats:
        raise SetupFault("players", f"at most {given.seats} names", len(given.players))
    for name in given.players:
        if len(name) > LONGEST_NAME:
            raise SetupFault("players", f"names of at most {LONGEST_NAME} letters", f"one of {len(name)}")
        if not name.isprintable():
            raise SetupFault("players", "names that can be printed", ascii(name))
    setup = checked(game, given)
    if complete is not None:
        setup = complete(game, setup)
    game.start(setup)
    return setup


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
    regions = {region.name for region in game.table(setup).regions}
    owned = {Place(kind, seat).name for kind in OWNED for seat in range(setup.seats)}
    squares = ("a square of the board", frozenset(regions))
    places = ("a place of the game", frozenset(regions.union(owned, BESIDE)))
    known = dict.fromkeys(SQUARES, squares) | dict.fromkeys(PLACES, places)
    if game.thing_names is None:
        return known
    return known | dict.fromkeys(THINGS, ("something that the game has", frozenset(game.thing_names(setup))))


def _check_event(known: Known, event: Event, seats: int, at: str) -> None:
    """What nothing in the game is called, and who does not play, is no rule broken but a slip of whoever tells it."""
    _check_names(known, "", event_json(event), at)
    for field in ("seat", "seats", "agreed"):
        given = getattr(event, field, None)
        for seat in given if isinstance(given, tuple | frozenset) else (given,):
            if type(seat) is int and not 0 <= seat < seats:
                raise ShapeFault(f"{at}.{field}", f"expected a seat below {seats}, found {seat}")


def _check_names(known: Known, field: str, body: Any, at: str) -> None:
    if isinstance(body, Mapping):
        is_map = f"{field}.key" in known
        for name, one in body.items():
            if is_map:
                _check_names(known, f"{field}.key", name, f"{at}.{name}")
            _check_names(known, f"{field}.value" if is_map else name, one, f"{at}.{name}")
    elif isinstance(body, list | tuple):
        for n, one in enumerate(body):
            is_pair = isinstance(one, str) and f"{field}.{n}" in known
            _check_names(known, f"{field}.{n}" if is_pair else field, one, f"{at}[{n}]")
    elif field in known and not (body is None or body is True) and str(body) not in known[field][1]:
        raise ShapeFault(at, f"expected {known[field][0]}, found {body!r}")


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
