"""The table as a screen draws it: looks, sightings and events turned into pieces, marks and arrows in mm.

It is handed values and never a state, so what is drawn is what the caller may show. On which side of the table each
seat sits is told by where its own regions are; without such regions seat 0 sits near and seat 1 far.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Literal

import msgspec

from companion.game import Event, Game, Seat, Setup
from companion.sight import Lying, Region, Sighting, Table, Thing, place_of
from ui.present.drawn import MarkKind
from ui.present.names import card_facts
from ui.present.tabletop import Arrow, BoardModel, Mark, Piece

Side = Literal["near", "left", "far", "right"]
USUAL: tuple[Side, ...] = ("near", "far", "left", "right")
TURNED: dict[Side, float] = {"near": 0.0, "left": 270.0, "far": 180.0, "right": 90.0}
"""How a card lies that is upright for whoever sits there: degrees, counter-clockwise seen from above."""


@lru_cache(maxsize=64)
def seats_of(table: Table) -> range:
    """The seats at a table, as far as its regions tell; two where none has regions of its own."""
    seats = [seat for region in table.regions if (seat := place_of(region.name).seat) is not None]
    return range(max(seats) + 1 if seats else 2)


@lru_cache(maxsize=64)
def side_of(table: Table, seat: Seat) -> Side:
    """The side on which a seat sits: the one that its own regions are nearest to."""
    own = [region for region in table.regions if place_of(region.name).seat == seat]
    if not own:
        return USUAL[seat % len(USUAL)]
    middle_x = (min(r.x for r in own) + max(r.x + r.w for r in own)) / 2
    middle_y = (min(r.y for r in own) + max(r.y + r.h for r in own)) / 2
    off_x = middle_x / table.width_mm - 0.5
    off_y = middle_y / table.height_mm - 0.5
    if abs(off_x) > abs(off_y):
        return "left" if off_x < 0 else "right"
    return "near" if off_y < 0 else "far"


def turned(table: Table, region: Region) -> float | None:
    """How cards lie in a seat's own region, in degrees counter-clockwise; None in one that all share."""
    seat = place_of(region.name).seat
    return None if seat is None else TURNED[side_of(table, seat)]


@lru_cache(maxsize=64)
def card_size(table: Table) -> tuple[float, float]:
    """Width and height in mm of a card that lies upright, told by the smallest region: the place for one card."""
    if not table.regions:
        return (60.0, 60.0)
    place = min(table.regions, key=lambda region: region.w * region.h)
    room = min(place.w, place.h) * 0.1
    return (min(place.w, place.h) - room, max(place.w, place.h) - room)


def is_strip(table: Table, region: Region) -> bool:
    """Whether cards lie side by side in a region: it is much longer than the place for one card."""
    height = card_size(table)[1]
    return max(region.w, region.h) > 1.5 * height and min(region.w, region.h) < 1.5 * height


PUSHED_MM = 0.27
"""An attacker lies so far towards its own side on the card below it, as part of the region's side."""
FANNED_MM = 0.12
PENNY = 0.38
"""A penny's width as part of a card's; it is drawn in the card's far right corner, where it covers no figure."""
BETWEEN = 0.06
"""Room between cards that lie side by side, as part of a card's width."""


def board(
    table: Table,
    lying: Mapping[str, Lying],
    marks: Iterable[Mark] = (),
    arrows: Iterable[Arrow] = (),
    window: tuple[float, float, float, float] | None = None,
) -> BoardModel:
    """The whole table, or a part of it, with what lies in each region; nothing that lies beyond the part."""
    marks, arrows = tuple(marks), tuple(arrows)
    regions = table.regions
    if window is not None:
        named = {mark.region for mark in marks} | {name for arrow in arrows for name in arrow.regions}
        left, near, width, height = window
        regions = tuple(
            region
            for region in regions
            if region.name in named
            or (
                (region.x < left + width and left < region.x + region.w)
                and (region.y < near + height and near < region.y + region.h)
            )
        )
    pieces = tuple(
        piece for region in regions for piece in pieces_in(table, region, lying.get(region.name, ()))
    )
    edges = tuple(side_of(table, seat) for seat in seats_of(table))
    return BoardModel(regions, window or whole(table), pieces, marks, arrows, edges=edges)


def whole(table: Table) -> tuple[float, float, float, float]:
    """The part of the table that regions reach over (x, y, width, height in mm)."""
    if not table.regions:
        return (0.0, 0.0, table.width_mm, table.height_mm)
    left = min(region.x for region in table.regions)
    near = min(region.y for region in table.regions)
    right = max(region.x + region.w for region in table.regions)
    far = max(region.y + region.h for region in table.regions)
    return (left, near, right - left, far - near)


def around(table: Table, names: Sequence[str], rim: int = 1) -> tuple[float, float, float, float]:
    """A square part of the table that shows these regions with `rim` neighbours around them."""
    some = [region for region in table.regions if region.name in names]
    if not some:
        return whole(table)
    left, near, width, height = whole(table)
    place = min(table.regions, key=lambda region: region.w * region.h)
    step = max(place.w, place.h)
    low_x = min(region.x for region in some) - rim * step
    low_y = min(region.y for region in some) - rim * step
    high_x = max(region.x + region.w for region in some) + rim * step
    high_y = max(region.y + region.h for region in some) + rim * step
    side = min(max(high_x - low_x, high_y - low_y), max(width, height))
    mid_x, mid_y = (low_x + high_x) / 2, (low_y + high_y) / 2
    x = min(max(mid_x - side / 2, left), max(left, left + width - side))
    y = min(max(mid_y - side / 2, near), max(near, near + height - side))
    return (x, y, side, side)


def pieces_in(table: Table, region: Region, lying: Lying) -> tuple[Piece, ...]:
    """The things of one region, bottom first; in a strip side by side, else a card on another towards its own side."""
    if not lying:
        return ()
    if is_strip(table, region):
        return _side_by_side(table, region, lying)
    x, y = region.centre
    width, height = card_size(table)
    own = turned(table, region)
    pieces: list[Piece] = []
    under: Thing | None = None
    at_x, at_y = x, y
    for thing in lying:
        if thing.kind == "card":
            at_x, at_y = x, y
            if under is not None:
                facing = under.seat is not None and thing.seat is not None and under.seat != thing.seat
                if facing:
                    at_y += (-PUSHED_MM if thing.seat == 0 else PUSHED_MM) * region.h
                else:
                    at_x, at_y = at_x + FANNED_MM * region.w, at_y - FANNED_MM * region.h
            under = thing
            angle = own if own is not None else 180.0 * (thing.seat or 0)
            pieces.append(_card(thing, at_x, at_y, angle, (width, height), thing.seat))
        else:
            size = width * (PENNY if thing.kind == "penny" else 0.5)
            beside = (1 - PENNY) / 2 if thing.kind == "penny" and under is not None else 0.0
            place = (at_x + beside * width, at_y + beside * height)
            pieces.append(Piece(thing.kind, thing.label, *place, 0.0, "up", None, size, size, None))
    return tuple(pieces)


def _side_by_side(table: Table, region: Region, lying: Lying) -> tuple[Piece, ...]:
    """Cards in a row from their owner's left to its right, overlapping where they would not all find room."""
    width, height = card_size(table)
    angle = turned(table, region) or 0.0
    length = max(region.w, region.h)
    cards = [thing for thing in lying if thing.kind == "card"]
    step = width * (1 + BETWEEN)
    if len(cards) > 1:
        step = min(step, (length - width * (1 + 2 * BETWEEN)) / (len(cards) - 1))
    start = -length / 2 + width * (0.5 + BETWEEN)
    along_x, along_y = {0.0: (1, 0), 180.0: (-1, 0), 270.0: (0, -1), 90.0: (0, 1)}[angle]
    x, y = region.centre
    return tuple(
        _card(
            thing,
            x + along_x * (start + n * step),
            y + along_y * (start + n * step),
            angle,
            (width, height),
            thing.seat if thing.seat is not None else place_of(region.name).seat,
        )
        for n, thing in enumerate(cards)
    )


def _card(
    thing: Thing, x: float, y: float, angle: float, size: tuple[float, float], seat: Seat | None
) -> Piece:
    return Piece("card", thing.label, x, y, angle, thing.face, thing.deck, *size, seat)


def as_seen(table: Table, sightings: Iterable[Sighting], book: Mapping[str, Lying]) -> tuple[Piece, ...]:
    """What the camera saw, where it saw it; things that were not found on the mat are left out."""
    seen = []
    width, height = card_size(table)
    for one in sightings:
        place = next((region for region in table.regions if region.name == one.region), None)
        if one.x is not None and one.y is not None:
            x, y = one.x, one.y
        elif place is not None:
            x, y = place.centre
        else:
            continue
        size = (width, height) if one.kind == "card" else (width * 0.42, width * 0.42)
        own = turned(table, place) if place is not None else None
        angle = one.angle if one.angle is not None else own or 0.0
        seen.append(Piece(one.kind, one.label, x, y, angle, one.face, one.deck, *size, seat_of(one, book)))
    return tuple(seen)


def seat_of(sighting: Sighting, book: Mapping[str, Lying]) -> int | None:
    """Whose a thing seen is. A back looks the same both ways: only the book can say."""
    if sighting.kind != "card" or sighting.face != "down":
        return sighting.seat
    backs = (thing for thing in book.get(sighting.region or "", ()) if thing.face == "down")
    return next((thing.seat for thing in backs if thing.kind == "card"), None)


def places(event: Event, table: Table) -> tuple[str, ...]:
    """The regions of a table that an event names, in the order of its way: from, along, to, at."""
    known = {region.name for region in table.regions}
    body: dict[str, Any] = msgspec.to_builtins(event)
    found: list[str] = []
    first = (body.get(key) for key in ("from", "path", "to", "at"))
    for value in (*first, *body.values()):
        for name in value if isinstance(value, list | tuple) else (value,):
            if isinstance(name, str) and name in known and name not in found:
                found.append(name)
    return tuple(found)


def traces(
    events: Iterable[Event], table: Table, kind: MarkKind = "moved"
) -> tuple[tuple[Mark, ...], tuple[Arrow, ...]]:
    """What events mark on a table, and their ways over it."""
    marks: list[Mark] = []
    arrows: list[Arrow] = []
    for event in events:
        at = places(event, table)
        body = msgspec.to_builtins(event)
        if body.get("from") in at and body.get("to") in at:
            way = tuple(name for name in at if name in (body["from"], *body.get("path", ()), body["to"]))
            arrows.append(Arrow(way, kind))
        marks.extend(Mark(name, kind) for name in at)
    return tuple(marks), tuple(arrows)


# What stands on the cards: names and figures that are read from a metre away. Only of a card whose face may be seen;
# one that lies face down bears nothing.


def signed(game: Game[Any], setup: Setup, shown: BoardModel) -> BoardModel:
    """A board with the names and figures of the cards that lie open on it."""
    return replace(shown, pieces=signed_pieces(game, setup, shown.pieces))


def signed_pieces(game: Game[Any], setup: Setup, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Pieces with what stands on those whose face may be seen; the figure is the one under the penny on the card."""
    found = list(pieces)
    cards: list[int] = []
    for n, piece in enumerate(pieces):
        if is_readable(piece):
            assert piece.label is not None
            card = card_facts(game, setup, piece.label)
            # The corners stand there where no one figure stands for them.
            corners = () if card.figure else card.corners
            found[n] = replace(piece, name=card.name, figure=card.figure, corners=corners)
        if piece.kind == "card":
            cards.append(n)
        elif piece.kind == "penny" and piece.label is not None:
            below = next((each for each in reversed(cards) if _holds(pieces[each], piece)), None)
            if below is not None and found[below].figure:
                card = card_facts(game, setup, pieces[below].label or "")
                found[below] = replace(found[below], figure=card.under.get(piece.label, card.figure))
    return tuple(found)


def is_readable(piece: Piece) -> bool:
    return piece.kind == "card" and bool(piece.label) and (piece.face != "down" or piece.peeped)


def _holds(card: Piece, piece: Piece) -> bool:
    reach_x, reach_y = card.width_mm / 2, card.height_mm / 2
    if round(card.angle / 90) % 2:
        reach_x, reach_y = reach_y, reach_x
    return abs(piece.x - card.x) <= reach_x and abs(piece.y - card.y) <= reach_y
