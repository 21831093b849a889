"""How the table looks: the supply, and each seat's deck, top discard and cards in play; and what a scene adds.

The rotation of a card means nothing: people lay cards towards themselves, towards others, or anyhow.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from companion.game import Seen, Setup
from companion.games.zombinion.state import TRASH as TRASH
from companion.games.zombinion.state import State, agreed, is_sort
from companion.sight import Look, Lying, Place, Region, Sighting, Table, Thing, place_of

# Where everything lies: the supply in the middle, a strip before each seat with deck, discard and room to play.
#
# Seat 0 sits near. With two players the other sits opposite; with three or four the next sits to the left of the one
# before, so that seat 1 sits where x is 0. Each strip reads from its seat's own left: deck, discard, cards in play.


ACROSS_MM, LONG_MM = 66.0, 98.0
"""A place in mm for one card of 59 × 91 mm with room around it."""
COLUMNS, ROWS = 6, 3
ASIDE_MM = 49.0
"""Room in mm left and right of the supply where nobody sits at the sides: longer strips to play cards on."""
SITTING = {2: ("near", "far"), 3: ("near", "left", "far"), 4: ("near", "left", "far", "right")}


@dataclass(frozen=True, slots=True)
class Strip:
    """The strip before one seat: its corner and its length along the edge in mm, and the side where the seat sits."""

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
    for seat in range(seats):
        # Deck, discard and play as the seat has them from its own left to its right.
        own, at = strip(seat, seats), 0.0
        strips = (("deck", ACROSS_MM), ("discard", ACROSS_MM), ("play", own.length - 2 * ACROSS_MM))
        for name, length in strips:
            start = at if own.side in ("near", "right") else own.length - at - length
            at += length
            lies_near = own.side in ("near", "far")
            x, y, w, h = (start, 0.0, length, LONG_MM) if lies_near else (0.0, start, LONG_MM, length)
            grid.append(Region(Place(name, seat).name, own.x + x, own.y + y, w, h, name != "play"))
    return tuple(grid)


def strip(seat: int, seats: int) -> Strip:
    wide, high = size(seats)
    side = SITTING[seats][seat]
    if side in ("left", "right"):
        return Strip(side, 0.0 if side == "left" else wide - LONG_MM, 0.0, high)
    start = LONG_MM if "left" in SITTING[seats] else 0.0
    end = wide - LONG_MM if "right" in SITTING[seats] else wide
    return Strip(side, start, 0.0 if side == "near" else high - LONG_MM, end - start)


DECK = "zombinion"
"""The deck of all card faces; they share one back."""
BACK = Thing("card", None, "down", DECK)

Faces = tuple[str | None, ...]
"""What lies in a region, bottom first; see `lying`."""


OF_SEAT = tuple((f"deck.{seat}", f"discard.{seat}", f"play.{seat}") for seat in range(4))
"""The regions before each seat."""


@lru_cache(maxsize=64)
def table(setup: Setup) -> Table:
    """The supply in the middle and a strip before each seat; only cards lie on it. Raises SetupFault."""
    given = agreed(setup)
    wide, high = size(given.seats)
    return Table(wide, high, regions=regions(given.piles, given.seats), kinds=("card",))


@cache
def card(label: str | None) -> Thing:
    """A card face up; None: not read."""
    return Thing("card", label, "up", DECK)


@lru_cache(maxsize=8192)
def lying(region: str, faces: Faces) -> Lying:
    """What lies in a region, side by side or, on a deck and the trash, on each other.

    On a deck None is its back, elsewhere an unread card.
    """
    is_deck = place_of(region).kind == "deck"
    things = tuple(BACK if face is None and is_deck else card(face) for face in faces)
    if is_deck or region == TRASH:
        return (*(replace(thing, hidden=True) for thing in things[:-1]), *things[-1:])
    return things


def faces(state: State) -> dict[str, Faces]:
    """What lies where, all tidied: every region that is not empty."""
    return {name: (name,) for name, count in state.piles.items() if count} | beside(state)


def beside(state: State) -> dict[str, Faces]:
    """`faces` without the supply."""
    found: dict[str, Faces] = {}
    if state.trash:
        found[TRASH] = state.trash[-1:]
    for regions_of, p in zip(OF_SEAT, state.players, strict=False):
        held = ((None,) if p.deck else (), p.discard[-1:], p.in_play + p.shown)
        found |= {region: cards for region, cards in zip(regions_of, held, strict=True) if cards}
    return found


def look(state: State) -> Look:
    """Everything on the table, all tidied.

    A pile with at most one card is ignored: it may show that card, its Fine Scorta card, or the bare table.
    """
    last = (name for name, count in state.piles.items() if count <= 1)
    return Look({name: lying(name, held) for name, held in faces(state).items()}, frozenset(last))


# What a scene shows beyond the book: additional cards, missing cards, and what the top of a pile may be.


PLAUSIBLE = 0.02
"""Minimum probability of a reading that is followed up."""
READ = 0.5
"""Minimum sum of a card's readings: below it another card is about as likely."""


@dataclass(frozen=True, slots=True)
class Clues:
    state: State
    seen: Seen

    def up(self, region: str) -> list[Sighting]:
        """The cards there that are not seen to lie face down, bottom first."""
        lying = self.seen.regions.get(region, ())
        return [one for one in lying if one.kind == "card" and one.face != "down"]

    def is_bare(self, region: str) -> bool:
        return not any(one.kind == "card" for one in self.seen.regions.get(region, ()))

    def more(self, region: str) -> list[Sighting]:
        """The cards seen there beyond those of the book, bottom first."""
        return self._apart(region)[0]

    def gone(self, region: str) -> Faces:
        return self._apart(region)[1]

    def _apart(self, region: str) -> tuple[list[Sighting], Faces]:
        """The sightings and the cards of the book left over, once likeliest pairs are made; an unread card fits any."""
        held, sightings = beside(self.state).get(region, ()), self.up(region)
        chances = [
            # An unread card fits any, but only where no read one fits better.
            (1.0 if face is None else max(one.chance(face), PLAUSIBLE * (one.label is None)), -n, -m)
            for n, one in enumerate(sightings)
            for m, face in enumerate(held)
        ]
        paired: dict[int, int] = {}
        for chance, n, m in sorted(chances, reverse=True):
            if chance >= PLAUSIBLE and -n not in paired and -m not in paired.values():
                paired[-n] = -m
        more = [sighting for n, sighting in enumerate(sightings) if n not in paired]
        return more, tuple(face for m, face in enumerate(held) if m not in paired.values())

    def tops(self, region: str, else_any: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Possible faces of the uppermost card there, as in `may_be`."""
        cards = self.up(region)
        return self.may_be(cards[-1], else_any) if cards else ()

    def laid(self, seat: int, sort: str) -> Iterator[str]:
        """The cards that may be new before a seat; a hardly read one may be any of a sort in its hand."""
        known = self.state.agreed.cards
        hand = self.state.players[seat].hand_faces(known)
        some = tuple(card for card in hand if is_sort(known, card, sort))
        for sighting in self.more(f"play.{seat}"):
            yield from self.may_be(sighting, some)

    def may_be(self, sighting: Sighting, else_any: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Possible faces of a card, likeliest first; a hardly read one may also have any of `else_any`.

        The eye's guesses for a card that it would not name are no reading by themselves.
        """
        named = [] if sighting.label is None else [(sighting.label, sighting.sure)]
        found = sorted((*named, *sighting.others), key=lambda reading: -reading[1])
        likely = [label for label, p in found if p >= PLAUSIBLE and label in self.state.agreed.cards]
        is_read = bool(named) and sum(p for _, p in found) >= READ
        return tuple(dict.fromkeys(likely if is_read else (*likely, *else_any)))
