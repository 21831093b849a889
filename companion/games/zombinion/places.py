"""Where everything lies: the supply in the middle, a strip before each seat with deck, discard and room to play.

Seat 0 sits near. Of two the other sits opposite; of three or four the next sits to the left of the one before, so that
seat 1 sits where x is 0. Each strip reads from its seat's own left: deck, discard, then the cards in play.
"""

from dataclasses import dataclass
from functools import lru_cache

from companion.sight import Place, Region, place_of

ACROSS_MM, LONG_MM = 66.0, 98.0
"""A place for one card of 59 × 91 mm with room around it."""
COLUMNS, ROWS = 6, 3
ASIDE_MM = 49.0
"""Room left and right of the supply where nobody sits at the sides: longer strips to play cards on."""
TRASH = "trash"
SITTING = {
    2: ("near", "far"),
    3: ("near", "left", "far"),
    4: ("near", "left", "far", "right"),
}
TURNED = {"near": 0.0, "left": 270.0, "far": 180.0, "right": 90.0}
"""How the cards of a seat lie, seen from seat 0: degrees, counter-clockwise."""


@dataclass(frozen=True, slots=True)
class Strip:
    """The strip before one seat: its corner in mm, its length along the edge, and the side on which the seat sits."""

    side: str
    x: float
    y: float
    length: float


def size(seats: int) -> tuple[float, float]:
    """Width and height of the playing area in mm."""
    beside = ASIDE_MM if seats == 2 else LONG_MM
    return (COLUMNS * ACROSS_MM + 2 * beside, (ROWS + 2) * LONG_MM)


@lru_cache(maxsize=64)
def regions(piles: tuple[str, ...], seats: int) -> tuple[Region, ...]:
    """Every region: the piles by card id and the trash, then `deck.N`, `discard.N` and `play.N` of each seat."""
    wide, _high = size(seats)
    left = (wide - COLUMNS * ACROSS_MM) / 2
    grid = [
        Region(
            name, left + n % COLUMNS * ACROSS_MM, LONG_MM * (1 + n // COLUMNS), ACROSS_MM, LONG_MM, pile=True
        )
        for n, name in enumerate((*piles, TRASH))
    ]
    return (*grid, *(region for seat in range(seats) for region in _strip_regions(seat, strip(seat, seats))))


def strip(seat: int, seats: int) -> Strip:
    """Where a seat's cards lie."""
    wide, high = size(seats)
    side = SITTING[seats][seat]
    if side in ("left", "right"):
        return Strip(side, 0.0 if side == "left" else wide - LONG_MM, 0.0, high)
    start = LONG_MM if "left" in SITTING[seats] else 0.0
    end = wide - LONG_MM if "right" in SITTING[seats] else wide
    return Strip(side, start, 0.0 if side == "near" else high - LONG_MM, end - start)


def _strip_regions(seat: int, strip: Strip) -> tuple[Region, ...]:
    """Deck, discard and play as the seat has them from its own left to its right."""
    found, at = [], 0.0
    for name, length in (("deck", ACROSS_MM), ("discard", ACROSS_MM), ("play", strip.length - 2 * ACROSS_MM)):
        start = at if strip.side in ("near", "right") else strip.length - at - length
        at += length
        lies_near = strip.side in ("near", "far")
        box = (start, 0.0, length, LONG_MM) if lies_near else (0.0, start, LONG_MM, length)
        x, y, wide, high = box
        pile = name != "play"
        found.append(Region(Place(name, seat).name, strip.x + x, strip.y + y, wide, high, pile))
    return tuple(found)


def turned(region: str, seats: int) -> float:
    """How a card lies that lies upright for the seat whose region it is: degrees; the supply is upright for seat 0."""
    seat = place_of(region).seat
    return 0.0 if seat is None else TURNED[SITTING[seats][seat]]
