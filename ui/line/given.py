"""Strict reading of data from outside (requests, told files, records): set-ups, events, scenes, tables.

Names of seats and squares must be the game's; an unknown field is a fault too.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

import msgspec

from companion.game import Event, Game, Setup, SetupFault, checked
from companion.journal import Entry, read_event
from companion.kits.exact import Mismatch, exact, named, shown
from companion.sight import Place, Region, Scene, Sighting, Table, Tags
from ui.faces.face import with_owners
from ui.line.shapes import Json, event_json

SQUARES = (
    "from", "to", "at", "path", "cells", "shooter", "also", "base", "twice", "square", "between", "off-track",
    "pieces.1", "cards.key", "terrain.key", "towers.key", "moves.value",
)  # fmt: skip
THINGS = (
    "card", "cards", "met", "order", "top", "trump", "piece", "colour", "with", "on", "face",
    "pieces.0", "cards.value", "towers.value", "moves.key", "rest.key",
)  # fmt: skip
"""Fields that name something: `.key` and `.value` of a map, `.0` and `.1` of a pair."""
PLACES = ("place", "source", "out_of", "into")
BESIDE = ("tomb", "hand", "off", "unseen", "reserve", "captured", "supply", "trash")
OWNED = ("hand", "deck", "discard", "play", "shown")
"""Places beside the board of which each seat has its own, for overrides."""
Known = dict[str, tuple[str, frozenset[str]]]
"""By field, its valid names: described, and as a set."""
LONGEST_NAME = 100
LARGEST_MM = 10_000.0
T = TypeVar("T")


class ShapeFault(ValueError):
    """JSON of the wrong shape; `at`: path of the field; the message: expected and found."""

    def __init__(self, at: str, message: str) -> None:
        super().__init__(f"{at}: {message}" if at else message)
        self.at = at


def given_setup(game: Game[Any], given: Setup, *, begins: bool = False) -> Setup:
    """The set-up with all options filled in, if a game can begin so and its names be kept and shown.

    `begins`: it does begin, so the owner's facts are added. Raises SetupFault.
    """
    if len(given.players) > given.seats:
        raise SetupFault("players", f"at most {given.seats} names", len(given.players))
    for name in given.players:
        if len(name) > LONGEST_NAME:
            raise SetupFault("players", f"names of at most {LONGEST_NAME} letters", f"one of {len(name)}")
        if not name.isprintable():
            raise SetupFault("players", "names that can be printed", ascii(name))
    setup = checked(game, given)
    if begins:
        setup = with_owners(game, setup)
    game.start(setup)
    return setup


def given_event(game: Game[Any], setup: Setup, body: Any) -> Event:
    """An event with names that the game has. Raises ShapeFault with the field's path."""
    try:
        event = read_event(game, body)
    except ValueError as fault:
        if isinstance(body, dict):
            _check_words(game, body, "event")
        raise shape_fault(msgspec.ValidationError(str(fault)), "event") from None
    _check_event(_known(game, setup), event, setup.seats, "event")
    return event


def check_entries(game: Game[Any], setup: Setup, entries: Iterable[Entry]) -> None:
    """Checks that a record's entries fit the game. Raises ShapeFault naming the entry."""
    known = _known(game, setup)
    for entry in entries:
        _check_event(known, entry.event, setup.seats, f"entry {entry.seq}")


def _known(game: Game[Any], setup: Setup) -> Known:
    """A game's names for everything that an event may mention, by field."""
    regions = {region.name for region in game.table(setup).regions}
    owned = {Place(kind, seat).name for kind in OWNED for seat in range(setup.seats)}
    squares = ("a square of the board", frozenset(regions))
    places = ("a place of the game", frozenset(regions.union(owned, BESIDE)))
    known = dict.fromkeys(SQUARES, squares) | dict.fromkeys(PLACES, places)
    if game.thing_names is None:
        return known
    return known | dict.fromkeys(THINGS, ("something that the game has", frozenset(game.thing_names(setup))))


def _check_event(known: Known, event: Event, seats: int, at: str) -> None:
    """Raises ShapeFault for unknown names and seats: a slip of the sender, not a rule violation."""
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
    """Names the allowed words of a field with few of them, unlike the general fault."""
    kinds = (kind for kind in game.events if kind.__name__ == body.get("kind"))
    for field in (field for kind in kinds for field in msgspec.structs.fields(kind)):
        if named(field.type) and field.encode_name in body:
            try:
                exact(body[field.encode_name], field.type)
            except Mismatch as fault:
                found = f"expected {fault.expected}, found {shown(fault.found)}"
                raise ShapeFault(f"{at}.{field.encode_name}", found) from None


def read_scene(given: Any, table: Table) -> Scene:
    """A scene with regions of the table; a detection without a region gets it from its place.

    Raises ShapeFault.
    """
    scene = _converted(given, Scene, "scene")
    names = {region.name for region in table.regions}
    sightings = []
    for n, sighting in enumerate(scene.sightings):
        at = f"scene.sightings[{n}]"
        if sighting.region is not None and sighting.region not in names:
            raise ShapeFault(f"{at}.region", f"expected a region of the table, found {sighting.region!r}")
        if not 0 <= sighting.sure <= 1:
            raise ShapeFault(f"{at}.sure", f"expected a probability from 0 to 1, found {sighting.sure}")
        if sighting.region is None and sighting.x is not None and sighting.y is not None:
            sighting = replace(sighting, region=table.region_at(sighting.x, sighting.y))
        sightings.append(sighting)
    unknown = sorted(scene.covered - names)
    if unknown:
        raise ShapeFault("scene.covered", f"expected regions of the table, found {unknown[0]!r}")
    return replace(scene, sightings=tuple(sightings))


def read_table(given: Any, *, mat: bool = True) -> Table:
    """A table as `companion see --table` takes it. Raises ShapeFault.

    Without tags, or if no mat is expected, its size is optional: everything is in pixels.
    """
    sized = mat and not (isinstance(given, dict) and "tags" in given and given["tags"] is None)
    if isinstance(given, dict):
        given = {"tags": None} | ({} if sized else {"width_mm": 0, "height_mm": 0}) | given
    table = _converted(given, Table, "")
    for name, size in (("width_mm", table.width_mm), ("height_mm", table.height_mm)):
        if size < 0 or (size == 0 and sized):
            raise ShapeFault(name, f"expected millimetres above 0, found {size}")
        if size > LARGEST_MM:
            raise ShapeFault(name, f"expected at most {LARGEST_MM:.0f} mm, found {size}")
    seen: set[str] = set()
    for n, region in enumerate(table.regions):
        if region.w <= 0 or region.h <= 0:
            raise ShapeFault(
                f"regions[{n}]", f"expected a width and a height above 0, found {region.w} × {region.h}"
            )
        if region.name in seen:
            raise ShapeFault(f"regions[{n}].name", f"expected a name of its own, found {region.name!r} twice")
        seen.add(region.name)
    if table.tags is not None and (table.tags.side_mm <= 0 or len(set(table.tags.ids)) != 4):
        raise ShapeFault("tags", "expected four different ids and a side above 0 mm")
    return table


_INNER = {"sightings": Sighting, "regions": Region, "tags": Tags}
"""Data classes by the fields that hold them."""


def _converted(given: Any, kind: type[T], root: str) -> T:
    _expect_known(given, kind, root)
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as fault:
        raise shape_fault(fault, root) from None


def _expect_known(given: Any, kind: type[Any], at: str) -> None:
    """Raises ShapeFault for an unknown field of a data class; msgspec finds all other faults."""
    if isinstance(given, list | tuple):
        for n, one in enumerate(given):
            _expect_known(one, kind, f"{at}[{n}]")
    elif isinstance(given, dict):
        names = {field.name for field in fields(kind)}
        for name, value in given.items():
            path = f"{at}.{name}".lstrip(".")
            if name not in names:
                raise ShapeFault(path, "no such field")
            if name in _INNER:
                _expect_known(value, _INNER[name], path)


def shape_fault(fault: msgspec.ValidationError, root: str = "", known: Sequence[str] = ()) -> ShapeFault:
    """msgspec's fault with the path split off its sentence: `Expected `int`, got `str` - at `$.x`."""
    message, _, path = str(fault).partition(" - at `$")
    at, field = root + path.rstrip("`"), message.partition("field `")[2].rstrip("`")
    if message.startswith("Object contains unknown field"):
        more = f": expected one of {', '.join(known)}" if known else ""
        return ShapeFault(f"{at}.{field}".lstrip("."), f"no such field{more}")
    if message.startswith("Object missing required field"):
        return ShapeFault(f"{at}.{field}".lstrip("."), "expected this field, found none")
    return ShapeFault(at.lstrip("."), message.replace("Expected", "expected").replace(", got", ", found"))
