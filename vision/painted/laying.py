"""Lays out a look as people do: a little aside, a little askew; things that need not move stay where they are."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from numpy.random import Generator

from companion.sight import Kind, Look, Region, Sighting, Table, Thing
from vision.decks.deck import Deck
from vision.painted.tabletop import Laid, TableTop

# Places of cards in a region made for cards higher than wide: one place, or a row of several. A row's places are a
# little more than half a card apart, read from the left of the player who sits there. Every second place is taken
# first, so that cards lie side by side; then those between, each over the card on its left and under the one on its
# right. So no card moves when another comes, and at least half of each shows.

PLACES_MM = 3.5
"""Distance between two places of a row, beyond half a card's width."""
RIM_MM = 1.5
"""Room left at both ends of a row."""
EDGE_MM = 1.0
"""Maximum distance from an edge of the table of a region that belongs to the player there."""


@dataclass(frozen=True, slots=True)
class Row:
    """The places of a region: its middle, its length along the row, the turn of its cards (deg), and their width."""

    x: float
    y: float
    length: float
    angle: float
    card_mm: float

    @property
    def is_single(self) -> bool:
        """Whether there is room for one card only, side by side."""
        return self.length < 2 * self.card_mm

    @property
    def room(self) -> int:
        """Maximum cards with at least half of each showing; 1 for a single place."""
        if self.is_single:
            return 1
        return 1 + int((self.length - self.card_mm - 2 * RIM_MM) // self._step)

    def places(self, count: int) -> tuple[float, ...]:
        """The places of `count` cards along the row, from its middle; nearer together if there are too many."""
        if self.is_single:
            return (0.0,)
        first = RIM_MM + self.card_mm / 2 - self.length / 2
        step = self._step if count <= self.room else -2 * first / (count - 1)
        return tuple(first + n * step for n in range(max(self.room, count)))

    @property
    def _step(self) -> float:
        """The usual distance from one place to the next."""
        return self.card_mm / 2 + PLACES_MM

    def along(self, x: float, y: float) -> float:
        """The position along the row of a point of the table (mm)."""
        turn = math.radians(self.angle)
        return (x - self.x) * math.cos(turn) + (y - self.y) * math.sin(turn)

    def at(self, along: float) -> tuple[float, float]:
        turn = math.radians(self.angle)
        return self.x + along * math.cos(turn), self.y + along * math.sin(turn)

    def free(self, taken: Sequence[float], count: int) -> float | None:
        """The first free of the places for `count` cards; None if all are taken."""
        places = self.places(count)
        if self.is_single:
            return places[0]
        near = (places[1] - places[0]) / 2
        order = (*places[::2], *places[1::2])
        return next((place for place in order if all(abs(place - one) >= near for one in taken)), None)


def row_of(region: Region, table: Table, wide_mm: float, high_mm: float) -> Row:
    """The row of a region for cards of this size: their longer side lies across the row, or as there is room.

    They are upright for the player at the edge that the region touches, else for seat 0.
    """
    turned = high_mm > region.h or (high_mm <= region.w and region.h >= 2 * wide_mm and region.h > region.w)
    length = region.h if turned else region.w
    if turned:
        angle = 270.0 if region.x + region.w / 2 < table.width_mm / 2 else 90.0
    else:
        angle = 180.0 if region.y + region.h >= table.height_mm - EDGE_MM and region.y > EDGE_MM else 0.0
    return Row(*region.centre, length, angle, wide_mm)


ROUND: frozenset[Kind] = frozenset({"disc", "pawn"})
ACROSS_MM: dict[Kind, float] = {"disc": 25.0, "pawn": 22.0}
"""Diameters of pieces, and of discs that no deck has."""
ON_CARD_MM = 2.0
"""Maximum offset of a disc from the middle of its card, in each direction."""
IN_TOWER_MM = 0.8
"""Maximum offset of a tower's piece from the one beneath, in each direction."""
ON_SQUARE_MM = 2.5
"""Maximum offset of the lowest piece from the middle of its square, in each direction."""

IN_LINE_MM = 0.8
"""Maximum offset of pieces side by side from their line."""

_BETWEEN_MM = 3.0
"""Usual gap between round things side by side."""
_LEAST_BETWEEN_MM = 1.0
"""Minimum gap between round things side by side."""
_INSIDE_MM = 4.0
_TRIES = 80

ASIDE_MM = 2.5
"""Maximum offset of a card from the middle of its region, in each direction."""
ASKEW_DEG = 4.0
PENNY_ASIDE_MM = 4.0
IN_ROW_MM, IN_ROW_DEG = 1.0, 1.5
"""Maximum offset and turn of a card from its place in a row."""
ATTACK_MM = 25.0
"""Distance of an attacking card from the middle of the card attacked, towards where it came from."""

CARD_MM = 60.0
"""Side of a card of an unknown deck."""
_STANDS_WITHIN_MM = 10.0

_LEAST_ASIDE_MM = 1.0


def tabletop_from_look(
    look: Look, table: Table, rng: Generator, decks: Sequence[Deck] = (), before: TableTop | None = None
) -> TableTop:
    """A table top that shows a look. The first card of a region stands in it; further ones are attackers.

    Cards higher than wide lie in rows if their region has room for several, else one upon the other (see `Row`); there
    are no attackers among them.

    With `before`, things that the look leaves alone keep their place, a card or penny turned over is turned in
    place, an attacker comes from where it stood, and a card laid down without a label keeps its face. The decks give
    cards and discs their size. Regions that the look ignores stay as they were. Pennies and discs lie on the card
    listed before them. Without a card, round things lie where the look says, else one on the other if the lower may be
    hidden, else side by side.
    """
    old = before or TableTop()
    aside = [thing for thing in old.things if table.region_at(thing.x, thing.y) in {None, *look.ignored}]
    hands = _Hands(
        table, rng, {deck.name: deck for deck in decks}, [thing for thing in old.things if thing not in aside]
    )
    regions = [region for region in table.regions if region.name not in look.ignored]
    for region in regions:
        hands.keep(region, look.of(region.name))
    for region in regions:
        row = hands.row(region, look.of(region.name))
        if row is not None:
            hands.lay_row(region, row, look.of(region.name))
        else:
            hands.lay(region, look.of(region.name))
    laid = [*hands.low, *hands.high]
    if hands.high:
        # A card above another sticks out into the next square: a card laid there later lies over it.
        laid.sort(key=lambda thing: hands.age.get(thing, 0))
    return TableTop((*aside, *laid), old.hand)


class _Hands:
    """Lays things region by region, reusing those that lay there before (`left`); attackers (`high`) lie above all.

    `age`: of each thing laid, its former place from the bottom up; new things have more than any.
    """

    def __init__(self, table: Table, rng: Generator, decks: dict[str, Deck], left: list[Laid]) -> None:
        self.table = table
        self.rng = rng
        self.decks = decks
        self.left = left
        self.kept: dict[tuple[str, int], Laid] = {}
        self.age: dict[Laid, int] = {}
        self._before = {thing: at for at, thing in enumerate(left)}
        self.low: list[Laid] = []
        self.high: list[Laid] = []

    def keep(self, region: Region, wanted: Sequence[Thing]) -> None:
        """Reserves things that already lie where they are wanted, before others may take them."""
        for number, thing in enumerate(wanted):
            if thing.kind in ROUND and thing.x is None:
                here = self._take(partial(_is, thing, region=region))
                if here is not None:
                    self.kept[region.name, number] = here
        in_row, stands = self.row(region, wanted) is not None, True
        for number, thing in enumerate(wanted):
            if thing.kind == "card":
                here = self._here(region, thing, attacks=None if in_row else not stands)
                stands = False
                if here is not None:
                    self.kept[region.name, number] = here

    def row(self, region: Region, wanted: Sequence[Thing]) -> Row | None:
        """The row or pile of a region; None unless all its things are cards of one size, higher than wide."""
        sizes = {self._size(thing) for thing in wanted}
        if len(sizes) != 1 or any(thing.kind != "card" for thing in wanted):
            return None
        wide, high = next(iter(sizes))
        return row_of(region, self.table, wide, high) if high > wide else None

    def lay_row(self, region: Region, row: Row, wanted: Sequence[Thing]) -> None:
        """Lays cards in their places along a row, or one upon the other; cards that lie there already stay."""
        # Cards that lie here already stay; the others are fresh, even if they come from elsewhere on the table.
        laid: list[Laid] = []
        fresh: list[tuple[Thing, Laid | None]] = []
        for number, thing in enumerate(wanted):
            here = self.kept.get((region.name, number))
            if here is not None:
                laid.append(replace(here, label=thing.label or here.label, face=thing.face or here.face))
            else:
                fresh.append((thing, self._take(partial(_may_be, thing))))
        laid.sort(key=lambda one: 0.0 if row.is_single else row.along(one.x, one.y))
        if fresh and not row.is_single and len(wanted) > row.room:
            laid = self._pushed_together(row, laid, len(wanted))
        for thing, moved in fresh:
            place = row.free([row.along(one.x, one.y) for one in laid], len(wanted))
            if place is None:
                laid = self._pushed_together(row, laid, len(wanted))
                place = row.free([row.along(one.x, one.y) for one in laid], len(wanted))
            aside = ASIDE_MM if row.is_single else IN_ROW_MM
            askew = ASKEW_DEG if row.is_single else IN_ROW_DEG
            x, y = self._about(row.at(place or 0.0), aside, aside)
            upright = row.angle if thing.seat is None else 180.0 * thing.seat
            angle = (upright + float(self.rng.uniform(-askew, askew))) % 360
            card = self._laid(thing, x, y, angle, moved)
            # A fresh card goes over those on its left and under those on its right.
            after = [] if row.is_single else [one for one in laid if row.along(one.x, one.y) > (place or 0.0)]
            laid = [one for one in laid if one not in after] + [card, *after]
        self.low += laid

    def _pushed_together(self, row: Row, laid: Sequence[Laid], count: int) -> list[Laid]:
        """The cards of a row moved together, in their order, to make room for `count`."""
        moved = []
        for one, place in zip(laid, row.places(count), strict=False):
            x, y = row.at(place)
            moved.append(replace(one, x=x, y=y))
        return moved

    def _size(self, thing: Thing) -> tuple[float, float]:
        """Width and height in mm of a card."""
        deck = self.decks.get(thing.deck or "")
        return (deck.width_mm, deck.height_mm) if deck else (CARD_MM, CARD_MM)

    def lay(self, region: Region, wanted: Sequence[Thing]) -> None:
        cards = age = 0
        under: Laid | None = None
        for number, thing in enumerate(wanted):
            if thing.kind == "card":
                here = self.kept.get((region.name, number))
                age = max(age, len(self._before) if here is None else self._before[here])
                under = laid = self._card(region, thing, cards, here)
                cards += 1
            elif thing.kind in ROUND:
                laid = self._round(region, number, thing, under)
                under = (
                    laid if thing.hidden else under if under is not None and under.kind == "card" else None
                )
            else:
                laid = self._small(region, thing, under)
            self.age[laid] = age
            (self.high if cards > 1 else self.low).append(laid)

    def _card(self, region: Region, thing: Thing, number: int, here: Laid | None) -> Laid:
        if here is not None:
            return replace(here, label=thing.label or here.label, face=thing.face or here.face)
        moved = self._take(partial(_may_be, thing))
        x, y = region.centre
        if number > 0:
            # An attacker is shifted towards where it came from, else towards its own seat.
            back_x, back_y = 0.0, (1.0 if thing.seat == 1 else -1.0)
            if moved is not None:
                toward_x = _sign(moved.x - x, region.w / 2)
                toward_y = _sign(moved.y - y, region.h / 2)
                if toward_x or toward_y:
                    back_x, back_y = toward_x, toward_y
            x, y = x + back_x * ATTACK_MM, y + back_y * ATTACK_MM
        wide, high = self._size(thing)
        aside = min(ASIDE_MM, max(_LEAST_ASIDE_MM, (region.w - wide) / 2, (region.h - high) / 2))
        x, y = self._about((x, y), aside, aside)
        x = min(max(x, region.x + _INSIDE_MM), region.x + region.w - _INSIDE_MM)
        y = min(max(y, region.y + _INSIDE_MM), region.y + region.h - _INSIDE_MM)
        angle = (180.0 if thing.seat == 1 else 0.0) + self.rng.uniform(-ASKEW_DEG, ASKEW_DEG)
        return self._laid(thing, x, y, angle, moved)

    def _laid(self, thing: Thing, x: float, y: float, angle: float, moved: Laid | None) -> Laid:
        """A card as wanted; without a label it keeps that of the card `moved`."""
        wide, high = self._size(thing)
        label, face = thing.label or (moved.label if moved else None), thing.face or "up"
        angle = float(angle % 360)
        return Laid("card", label, x, y, angle, face=face, deck=thing.deck, width_mm=wide, height_mm=high)

    def _small(self, region: Region, thing: Thing, under: Laid | None) -> Laid:
        middle = (under.x, under.y) if under else region.centre
        reach = 3 * PENNY_ASIDE_MM
        old = self._take(
            lambda one: one.kind == thing.kind and math.hypot(one.x - middle[0], one.y - middle[1]) <= reach
        )
        if old is not None:
            return replace(old, label=thing.label or old.label)
        x, y = self._about(middle, PENNY_ASIDE_MM, PENNY_ASIDE_MM)
        return Laid(thing.kind, thing.label, x, y, float(self.rng.uniform(0, 360)))

    def _here(self, region: Region, thing: Thing, *, attacks: bool | None) -> Laid | None:
        """The card that already lies where this one is wanted, either side up; `attacks` None: in a row."""
        x, y = region.centre

        def lies_here(old: Laid) -> bool:
            off = math.hypot(old.x - x, old.y - y) > _STANDS_WITHIN_MM
            return region.contains(old.x, old.y) and attacks in (None, off) and _may_be(thing, old)

        return self._take(lies_here)

    def _take(self, fits: Callable[[Laid], bool]) -> Laid | None:
        """Takes the first thing left that fits; None if none does."""
        found = next((old for old in self.left if fits(old)), None)
        if found is not None:
            self.left.remove(found)
        return found

    def _round(self, region: Region, number: int, thing: Thing, under: Laid | None) -> Laid:
        """A round thing: where it lay, where the look says, on the thing beneath it, or where there is room."""
        here = self.kept.pop((region.name, number), None)
        if here is not None and (under is None or here.lies_on(under)):
            return here
        old = here or self._take(partial(_is, thing))
        if old is None:
            discs = (deck for deck in self.decks.values() if deck.kind == "disc")
            of_deck = next((deck for deck in discs if thing.label in deck.labels), None)
            if thing.kind != "disc" or of_deck is None:
                old = Laid(thing.kind, thing.label, 0.0, 0.0, width_mm=ACROSS_MM[thing.kind])
            else:
                old = Laid("disc", thing.label, 0.0, 0.0, deck=of_deck.name, width_mm=of_deck.width_mm)
        new = replace(old, angle=float(self.rng.uniform(0, 360)) if thing.kind == "disc" else 0.0)
        if thing.x is not None and thing.y is not None:
            return replace(new, x=thing.x, y=thing.y)
        if under is not None:
            aside = IN_TOWER_MM if under.is_round else ON_CARD_MM
            x, y = self._about((under.x, under.y), aside, aside)
            return replace(new, x=x, y=y)
        x, y = self._room(region, new)
        return replace(new, x=x, y=y)

    def _room(self, region: Region, thing: Laid) -> tuple[float, float]:
        """A place in a region free of round things: for discs a random one, for pieces the nearest to the middle."""
        inside = thing.width_mm / 2 if thing.kind == "disc" else _INSIDE_MM
        wide, high = max(0.0, region.w / 2 - inside), max(0.0, region.h / 2 - inside)
        spots = [self._about(region.centre, wide, high) for _ in range(_TRIES)]
        if thing.kind == "pawn":
            # Places side by side about the middle, not quite in line; only the middle if no more fit.
            (x, y), pitch = region.centre, thing.width_mm + _BETWEEN_MM
            columns, rows = int(2 * wide // pitch) + 1, int(2 * high // pitch) + 1
            places = [
                (x + (column - (columns - 1) / 2) * pitch, y + (row - (rows - 1) / 2) * pitch)
                for column in range(columns)
                for row in range(rows)
            ]
            places.sort(key=lambda place: math.hypot(place[0] - x, place[1] - y))
            off = IN_LINE_MM if len(places) > 1 else ON_SQUARE_MM
            off_x, off_y = (off, off) if len(places) > 1 else (min(off, wide), min(off, high))
            spots = [*(self._about(place, off_x, off_y) for place in places), *spots]
        others = (*self.low, *self.high, *self.left, *self.kept.values())
        around = [one for one in others if one.is_round]
        for across, along in spots:
            apart = [math.hypot(one.x - across, one.y - along) - one.width_mm / 2 for one in around]
            if min(apart, default=math.inf) >= thing.width_mm / 2 + _LEAST_BETWEEN_MM:
                return across, along
        return spots[0]

    def _about(self, middle: tuple[float, float], wide: float, high: float) -> tuple[float, float]:
        """A random place about a middle, within `wide` and `high` in each direction."""
        return (
            middle[0] + float(self.rng.uniform(-wide, wide)),
            middle[1] + float(self.rng.uniform(-high, high)),
        )


def _is(thing: Thing, old: Laid, region: Region | None = None) -> bool:
    """Whether a disc or piece that lies there (in the region, if given) is the one wanted."""
    same = old.kind == thing.kind and old.label == thing.label
    return same and (region is None or region.contains(old.x, old.y))


def _sign(off: float, least: float) -> float:
    return 0.0 if abs(off) < least else math.copysign(1.0, off)


def _may_be(thing: Thing, old: Laid) -> bool:
    """Whether a card that lies there can be the one wanted, either side up."""
    seat = Sighting("card", None, angle=old.angle).seat
    return (
        old.kind == thing.kind
        and (thing.label is None or old.label in (None, thing.label))
        and (thing.deck is None or old.deck == thing.deck)
        and (thing.seat is None or thing.seat == seat)
        and not (thing.face == "down" and thing.label is None and old.face == "up")
    )
