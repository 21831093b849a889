"""On which side of the table each seat sits, and how its cards lie: told by where its own regions are.

A game without such regions is played by seat 0 near and seat 1 far.
"""

from functools import lru_cache
from typing import Literal

from companion.game import Seat
from companion.sight import Region, Table, place_of

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
