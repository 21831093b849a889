"""A table of regions on the screen: its things as pieces, marks and arrows in mm, and their drawing.

It is handed values and never a state, so only what the caller may show is drawn. A seat's side of the table
follows from its own regions; without any, seat 0 sits near and seat 1 far. Seats and marks differ in colour
and shape, so that no eye depends on hue. Text on a card is upright for the reader of the screen; a figure in
a corner stands where it is printed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal

import msgspec

from companion.game import Event, Game, Seat, Setup
from companion.sight import Face, Kind, Lying, Region, Sighting, Table, Thing, place_of
from ui.present import drawn
from ui.present.drawn import MARK_INKS, MarkKind, lines_about, said, seat_sign, strip, whose, wide_of
from ui.present.names import card_anywhere, card_facts, card_name, region_words, thing_words
from ui.present.touches import Touch, TouchSquare
from ui.words import _
from vision.printed import marks
from vision.printed.marks import Art, Block, Disc, Drawing, Ink, Part, Placed, Point, Shape
from vision.printed.shapes import box, circle

FIGURE, CORNER, MOST = 0.46, 0.3, 26.0
"""Height of a figure's plate as a share of a card's shorter side: a single one, or one per corner.

A corner's has a maximum of MOST units, so that the print between two stays in sight.
"""
SMALLEST = 8.0
"""Minimum height in units of a figure: below it the letters would run over their plate."""
WIDEST = 0.6
"""Maximum width of a figure's plate as a share of the card's: a penny has room beside it."""
NAMED = 0.52
"""Maximum height of a card's name as a share of the card's, so that its figure stays in sight."""
SHAPE = 15.0
FAINT = 0.3
"""Opacity of a card that is yet to be laid."""
RING = 0.42
"""Radius of a penny's ring as a share of its width."""
RINGED = 13.4
"""Minimum width in units of a penny with a ring: on a smaller one its letter has no room."""
LIT = 0.45
"""Opacity of a region that something may go to."""
AWAY = 31.0
"""Distance of a touchable card corner from the middle, in a square of side 100."""
BACK = "back"
KEPT = 512
"""Number of cached card drawings."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing on the table: middle in table mm, `angle` in deg counter-clockwise, 0 = upright for seat 0.

    `peeped`: it lies face down but is drawn open for eyes that may see it. `name`, `figure` and `corners`
    (near left, near right, far right, far left when upright) stand on a card whose face may be seen.
    """

    kind: Kind
    label: str | None
    x: float
    y: float
    angle: float = 0.0
    face: Face | None = "up"
    deck: str | None = None
    width_mm: float = 60.0
    height_mm: float = 60.0
    seat: Seat | None = None
    faint: bool = False
    peeped: bool = False
    name: str = ""
    figure: str = ""
    corners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """A highlighted region, with a word or two if useful. `due`: it is the next to be dealt with."""

    region: str
    kind: MarkKind
    words: str = ""
    due: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """A way across the table, from region to region."""

    regions: tuple[str, ...]
    kind: MarkKind = "moved"


@dataclass(frozen=True, slots=True)
class BoardModel:
    """A table from above in mm: `window` is the part shown (x, y, width, height).

    `counts`: number of things on a region's pile. `edges`: by seat, its side. `asked`: the regions that
    answer the question on the screen. `rim`: margin in units; a small picture has 2, and no names of rows and
    columns.
    """

    regions: tuple[Region, ...]
    window: drawn.Window
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    edges: tuple[str, ...] = ("near", "far")
    asked: tuple[str, ...] = ()
    rim: float = 18.0

    @property
    def small(self) -> "BoardModel":
        return replace(self, rim=2.0)

    def drawn(self, unit: float, names: tuple[str, ...] = (), large: float = 1.0, /) -> Drawing:
        """The drawing, bottom up: cloth, things, arrows, marks, names and figures, badges and counts."""
        left, near, wide, high = self.window
        rim = self.rim * unit

        def at(x: float, y: float) -> Point:
            return x - left + rim, near + high - y + rim

        def is_shown(x: float, y: float) -> bool:
            return left < x < left + wide and near < y < near + high

        shown = {region.name: region for region in self.regions if is_shown(*region.centre)}
        found: list[marks.Mark] = [
            Placed(_cloth(self.regions, self.window, self.edges, self.rim, unit), 0, 0)
        ]
        for name, region in shown.items():
            # The region in words: its name, its things and their owners.
            words = [region_words(name, names, card_name)]
            x, y, w, h = region.x, region.y, region.w, region.h
            for piece in self.pieces:
                if x <= piece.x < x + w and y <= piece.y < y + h:  # faster than `contains`: a thousand calls
                    known = card_name(piece.label) if piece.peeped and piece.label else ""
                    lying = known or thing_words(piece.kind, piece.label, piece.face, card_name)
                    words.append(whose(piece.seat, names, lying))
            (x, y), touch, told = at(*region.centre), TouchSquare(name), ", ".join(words)
            found.append(Part(name, x, y, (), touch=touch, words=told, w=w, h=h, carried="part"))
        # A covered card's signs lie below its cover; all other signs lie above the arrows.
        pieces = [piece for piece in self.pieces if is_shown(piece.x, piece.y)]
        above: list[marks.Mark] = []
        for n, piece in enumerate(pieces):
            body, signs = thing_parts(piece, at(piece.x, piece.y), unit, large)
            found.append(body)
            # Signs of a card that is mostly covered would appear to belong to its cover.
            covered = any(
                each.kind == "card"
                and abs(each.x - piece.x) < piece.width_mm * 0.9
                and abs(each.y - piece.y) < piece.height_mm * 0.9
                for each in pieces[n + 1 :]
            )
            (found if covered else above).append(signs)
        centres = {region.name: at(*region.centre) for region in self.regions}
        for way in self.arrows:
            points = [centres[name] for name in way.regions if name in centres]
            if len(points) > 1:
                found += drawn.arrow(points, 17, MARK_INKS[way.kind], unit)
        # A mark's words give way to the name of a card that is yet to be laid there.
        bearing, badges = [piece for piece in pieces if piece.faint and piece.name], list[marks.Mark]()
        for mark in self.marks:
            if mark.region not in shown:
                continue
            region = shown[mark.region]
            (x, y), w, h = at(region.x, region.y + region.h), region.w, region.h
            if mark.kind == "go":
                lit = (x + 2 * unit, y + 2 * unit, w - 4 * unit, h - 4 * unit)
                found.append(Block(*lit, MARK_INKS["go"], round_mm=5 * unit, opacity=LIT))
            found += drawn.mark(mark.kind, x, y, w, h, unit, due=mark.due)
            badges += drawn.badge(mark.kind, x, y, w, h, unit)
            if mark.words and not any(region.contains(piece.x, piece.y) for piece in bearing):
                middle, low = x + w / 2, y + h * 0.64
                badges += lines_about(mark.words, middle, low, w - 4 * unit, h * 0.6, unit, large)
        found += above
        for name, count in self.counts:
            if name in shown:
                # A pile's count on a dark disc in its corner, bright yellow at zero.
                pile = shown[name]
                side = max(min(pile.w, pile.h) * 0.42, 15 * unit)
                x, y = at(pile.x + pile.w, pile.y + pile.h)
                x, y = x - side / 2, y + side / 2
                found.append(Disc(x, y, side, "night", opacity=0.9))
                found.append(said(x, y, str(count), side * 0.62, "text" if count else "warning"))
        found += badges
        return Drawing("board", wide + 2 * rim, high + 2 * rim, tuple(found))


@dataclass(frozen=True, slots=True)
class Pad:
    """An enemy's card to be touched at a corner, drawn as the toucher sees it.

    `corners`: the touches near left, near right, far right, far left. `chosen`: the touched one.
    """

    card: Thing
    corners: tuple[Touch, Touch, Touch, Touch]
    chosen: int | None = None

    window = (0.0, 0.0, 100.0, 100.0)
    rim = 0.0

    def drawn(self, unit: float, _names: tuple[str, ...] = (), _large: float = 1.0, /) -> Drawing:
        """The card with rings around its corners, filled around the touched one."""
        card, side = self.card, 2 * AWAY
        piece = Piece("card", card.label, 0, 0, 180, card.face, card.deck, side, side, card.seat)
        found: list[marks.Mark] = [Block(0, 0, 100, 100, "table", round_mm=8 * unit)]
        found += thing_parts(piece, (50, 50), unit)[0].marks
        ways = ((-AWAY, AWAY), (AWAY, AWAY), (AWAY, -AWAY), (-AWAY, -AWAY))
        for n, ((right, down), touch) in enumerate(zip(ways, self.corners, strict=True)):
            x, y, chosen = 50 + right, 50 + down, n == self.chosen
            signs: list[marks.Mark] = [Disc(x, y, 20, "night", opacity=0.18)]
            for ink, edge in (("night", 10), ("chosen", 6)) if chosen else (("night", 6.4), ("text", 3.2)):
                signs.append(Shape(circle(x, y, 10), edge=ink, edge_mm=edge * unit))
            if chosen:
                signs.append(Disc(x, y, 10, "chosen"))
            found.append(Part(str(n), x, y, tuple(signs), touch=touch, w=20, h=20, reach=AWAY))
        return Drawing("pad", 100, 100, tuple(found))


# The things in regions, as pieces.

Side = Literal["near", "left", "far", "right"]
USUAL: tuple[Side, ...] = ("near", "far", "left", "right")
TURNED: dict[Side, float] = {"near": 0.0, "left": 270.0, "far": 180.0, "right": 90.0}
"""Angle of a card that is upright for a side's seat: deg counter-clockwise from above."""


@lru_cache(maxsize=64)
def seats_of(table: Table) -> range:
    """The seats with regions of their own; two if there are none."""
    seats = [seat for region in table.regions if (seat := place_of(region.name).seat) is not None]
    return range(max(seats) + 1 if seats else 2)


@lru_cache(maxsize=64)
def side_of(table: Table, seat: Seat) -> Side:
    """The side of a seat: the one nearest to its own regions."""
    own = [region for region in table.regions if place_of(region.name).seat == seat]
    if not own:
        return USUAL[seat % len(USUAL)]
    left, near, width, height = _reach(own)
    off_x = (left + width / 2) / table.width_mm - 0.5
    off_y = (near + height / 2) / table.height_mm - 0.5
    if abs(off_x) > abs(off_y):
        return "left" if off_x < 0 else "right"
    return "near" if off_y < 0 else "far"


def turned(table: Table, region: Region) -> float | None:
    """The angle of cards in a seat's own region (deg counter-clockwise); None in a shared one."""
    seat = place_of(region.name).seat
    return None if seat is None else TURNED[side_of(table, seat)]


@lru_cache(maxsize=64)
def card_size(table: Table) -> tuple[float, float]:
    """Width and height in mm of an upright card, from the smallest region: the place for one card."""
    if not table.regions:
        return (60.0, 60.0)
    place = min(table.regions, key=lambda region: region.w * region.h)
    room = min(place.w, place.h) * 0.1
    return (min(place.w, place.h) - room, max(place.w, place.h) - room)


def is_strip(table: Table, region: Region) -> bool:
    """Whether cards lie side by side in a region: it is much longer than the place for one card."""
    height = card_size(table)[1]
    return max(region.w, region.h) > 1.5 * height and min(region.w, region.h) < 1.5 * height


PUSHED = 0.27
"""Offset of an attacker towards its own side, as a share of the region's height."""
FANNED = 0.12
PENNY = 0.38
"""Width of a penny as a share of a card's; it is drawn in the far right corner, off the figures."""
BETWEEN = 0.06
"""Gap between cards side by side, as a share of a card's width."""


def board(
    table: Table,
    lying: Mapping[str, Lying],
    marks: Iterable[Mark] = (),
    arrows: Iterable[Arrow] = (),
    window: drawn.Window | None = None,
) -> BoardModel:
    """The table or a part of it, with the things in each region; things beyond the part are left out."""
    marks, arrows = tuple(marks), tuple(arrows)
    regions = table.regions
    if window is not None:
        named = {mark.region for mark in marks} | {name for arrow in arrows for name in arrow.regions}
        left, near, width, height = window
        far_x, far_y = left + width, near + height
        regions = tuple(
            r
            for r in regions
            if r.name in named or (r.x < far_x and left < r.x + r.w and r.y < far_y and near < r.y + r.h)
        )
    pieces = tuple(piece for r in regions for piece in pieces_in(table, r, lying.get(r.name, ())))
    edges = tuple(side_of(table, seat) for seat in seats_of(table))
    return BoardModel(regions, window or whole(table), pieces, marks, arrows, edges=edges)


def whole(table: Table) -> drawn.Window:
    """The part of the table that has regions (x, y, width, height in mm)."""
    return _reach(table.regions) if table.regions else (0.0, 0.0, table.width_mm, table.height_mm)


def _reach(regions: Sequence[Region]) -> drawn.Window:
    left, near = min(region.x for region in regions), min(region.y for region in regions)
    right, far = (
        max(region.x + region.w for region in regions),
        max(region.y + region.h for region in regions),
    )
    return left, near, right - left, far - near


def around(table: Table, names: Sequence[str], rim: int = 1) -> drawn.Window:
    """A square part of the table with these regions and `rim` neighbours around them."""
    some = [region for region in table.regions if region.name in names]
    if not some:
        return whole(table)
    left, near, width, height = whole(table)
    low_x, low_y, wide, high = _reach(some)
    place = min(table.regions, key=lambda region: region.w * region.h)
    side = min(max(wide, high) + 2 * rim * max(place.w, place.h), max(width, height))
    x = min(max(low_x + wide / 2 - side / 2, left), max(left, left + width - side))
    y = min(max(low_y + high / 2 - side / 2, near), max(near, near + height - side))
    return (x, y, side, side)


def pieces_in(table: Table, region: Region, lying: Lying) -> tuple[Piece, ...]:
    """A region's things, bottom first: in a strip side by side, else stacked with visible edges."""
    x, y = region.centre
    width, height = card_size(table)
    own = turned(table, region)
    pieces: list[Piece] = []
    if is_strip(table, region):
        # Cards overlap if there is not enough room for all.
        angle, length = own or 0.0, max(region.w, region.h)
        cards = [thing for thing in lying if thing.kind == "card"]
        step = width * (1 + BETWEEN)
        if len(cards) > 1:
            step = min(step, (length - width * (1 + 2 * BETWEEN)) / (len(cards) - 1))
        # The strip runs from its owner's left to its right, so its direction follows from the angle.
        along_x, along_y = {0.0: (1, 0), 180.0: (-1, 0), 270.0: (0, -1), 90.0: (0, 1)}[angle]
        owner = place_of(region.name).seat
        for n, thing in enumerate(cards):
            along = -length / 2 + width * (0.5 + BETWEEN) + n * step
            at, whose = (
                (x + along_x * along, y + along_y * along),
                owner if thing.seat is None else thing.seat,
            )
            pieces.append(
                Piece("card", thing.label, *at, angle, thing.face, thing.deck, width, height, whose)
            )
        return tuple(pieces)
    under: Thing | None = None
    at_x, at_y = x, y
    for thing in lying:
        if thing.kind == "card":
            at_x, at_y = x, y
            # An attacker is pushed towards its own side; cards of one owner are fanned.
            if under is not None and None not in (under.seat, thing.seat) and under.seat != thing.seat:
                at_y += (-PUSHED if thing.seat == 0 else PUSHED) * region.h
            elif under is not None:
                at_x, at_y = at_x + FANNED * region.w, at_y - FANNED * region.h
            under = thing
            angle = own if own is not None else 180.0 * (thing.seat or 0)
            face, deck, seat = thing.face, thing.deck, thing.seat
            pieces.append(Piece("card", thing.label, at_x, at_y, angle, face, deck, width, height, seat))
        else:
            size = width * (PENNY if thing.kind == "penny" else 0.5)
            # A penny on a card moves to its far right corner, where it hides no figure.
            beside = (1 - PENNY) / 2 if thing.kind == "penny" and under is not None else 0.0
            place = (at_x + beside * width, at_y + beside * height)
            pieces.append(Piece(thing.kind, thing.label, *place, 0.0, "up", None, size, size, None))
    return tuple(pieces)


def as_seen(table: Table, sightings: Iterable[Sighting], book: Mapping[str, Lying]) -> tuple[Piece, ...]:
    """The camera's detections at their places; those without a place on the mat are left out."""
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
    """The owner of a detection. A back looks the same both ways, so its owner comes from the book."""
    if sighting.kind != "card" or sighting.face != "down":
        return sighting.seat
    backs = (thing for thing in book.get(sighting.region or "", ()) if thing.face == "down")
    return next((thing.seat for thing in backs if thing.kind == "card"), None)


def places(event: Event, table: Table) -> tuple[str, ...]:
    """The regions that an event names, in the order of its way: from, along, to, at."""
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
    """The marks and arrows of events on a table."""
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


# Signs on cards: names and figures, legible from 1 m. Only on a card whose face may be seen; one face down
# has none.


def peeped(piece: Piece, eyes: Seat | None) -> Piece:
    """The piece, drawn open if it is an own card that lies face down."""
    if piece.kind == "card" and piece.face == "down" and piece.label is not None and piece.seat == eyes:
        return replace(piece, peeped=True)
    return piece


def signed(game: Game[Any], setup: Setup, shown: BoardModel) -> BoardModel:
    return replace(shown, pieces=signed_pieces(game, setup, shown.pieces))


def signed_pieces(game: Game[Any], setup: Setup, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Pieces with signs on those whose face may be seen; a penny's side selects its card's figure."""
    found = list(pieces)
    cards: list[int] = []
    for n, piece in enumerate(pieces):
        if piece.kind == "card" and piece.label and (piece.face != "down" or piece.peeped):
            card = card_facts(game, setup, piece.label)
            # The corners' figures appear if no single figure stands for them.
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


def _holds(card: Piece, piece: Piece) -> bool:
    reach_x, reach_y = card.width_mm / 2, card.height_mm / 2
    if round(card.angle / 90) % 2:
        reach_x, reach_y = reach_y, reach_x
    return abs(piece.x - card.x) <= reach_x and abs(piece.y - card.y) <= reach_y


# Drawing.


@lru_cache(maxsize=8)
def _cloth(
    regions: tuple[Region, ...], window: drawn.Window, edges: tuple[str, ...], rim: float, unit: float
) -> Drawing:
    """The constant part of a game: regions, names of rows and columns, each seat's colour along its side."""
    left, near, wide, high = window
    edge = rim * unit
    bare = edge * (0.1 if rim > 2 else 0.5)
    whole = Drawing("", wide + 2 * edge, high + 2 * edge, ())
    found: list[marks.Mark] = [
        Block(bare, bare, whole.width_mm - 2 * bare, whole.height_mm - 2 * bare, "table", round_mm=8 * unit)
    ]
    for region in regions:
        x, y = region.x - left + edge, near + high - region.y - region.h + edge
        if edge - 1 < x < edge + 1 + wide - region.w and edge - 1 < y < edge + 1 + high - region.h:
            found.append(Block(x + unit, y + unit, region.w - 2 * unit, region.h - 2 * unit, "square"))
        square = place_of(region.name).square
        if square is not None and rim > 2 and region.y == near:
            found.append(said(x + region.w / 2, high + 1.38 * edge, square[0], 12 * unit, "quiet"))
        if square is not None and rim > 2 and region.x == left:
            found.append(said(0.54 * edge, y + region.h / 2, square[1], 12 * unit, "quiet"))
    line = 3 * unit
    for seat, side in enumerate(edges if rim > 2 else ()):
        far_x, far_y = whole.width_mm - bare - line, whole.height_mm - bare - line
        corners = {"near": (edge, far_y), "far": (edge, bare), "left": (bare, edge), "right": (far_x, edge)}
        size = (wide, line) if side in ("near", "far") else (line, high)
        found.append(Block(*corners[side], *size, f"s{seat}", round_mm=line / 2))
    return Drawing("cloth", whole.width_mm, whole.height_mm, tuple(found))


def thing_parts(piece: Piece, at: Point, unit: float, large: float = 1.0) -> tuple[Part, Part]:
    """A thing around a point, and its signs; `large`: enlargement of words that people chose."""
    (x, y), wide, high = at, piece.width_mm, piece.height_mm
    if piece.kind == "card":
        shown = piece.face != "down" or piece.peeped
        words = "" if piece.name or not shown else card_anywhere(piece.label).name if piece.label else "?"
        label = piece.label if shown else BACK
        # Equal drawings share one value, at any place and with any signs.
        alike = Piece("card", label, 0, 0, 0, None, piece.deck, wide, high, piece.seat, piece.faint)
        body = _card(alike, words, unit)
    else:
        label = piece.label or ""
        word = {"heads": _("H"), "tails": _("T")}.get(label, label or "?")[:2]
        body = _small(piece.kind, label, word, piece.deck, wide, ringed=wide > RINGED * unit)
    turned = Placed(body, x - wide / 2, y - high / 2, turn=-piece.angle)
    signs: tuple[marks.Mark, ...] = ()
    if piece.kind == "card":
        quarters = round(piece.angle / 90)
        if quarters % 2:
            wide, high = high, wide
        figure, corners = ("", ()) if piece.faint else (piece.figure, piece.corners)
        drawing = _signs(piece.name, figure, corners, piece.seat, wide, high, quarters % 4, unit, large)
        if drawing.marks:
            signs = (Placed(drawing, x - wide / 2, y - high / 2, turn=90.0 * quarters - piece.angle),)
    return Part("", x, y, (turned,), thing=piece), Part("", x, y, signs, thing=piece)


@lru_cache(maxsize=KEPT)
def _card(card: Piece, words: str, unit: float) -> Drawing:
    """A card's face, or its back in the seat's colour; without a picture, words unless signs have them."""
    wide, high, seat = card.width_mm, card.height_mm, card.seat
    ink, strength = "quiet" if seat is None else f"s{seat}", FAINT if card.faint else 1.0
    rim = max(1.5 * unit, min(wide, high) * 0.045)
    inner = (rim, rim, wide - 2 * rim, high - 2 * rim)
    frame: marks.Mark = Block(0, 0, wide, high, ink, round_mm=4 * unit)
    if card.faint:
        frame = Shape(box(0, 0, wide, high, 4 * unit), edge=ink, edge_mm=1.2 * unit, opacity=0.7)
    is_back = card.label == BACK
    ground = f"d{seat or 0}" if is_back else "raised"
    plain: list[marks.Mark] = [Block(*inner, ground, opacity=strength)]
    lines = words.split(" ") if words else []
    if lines:
        longest = max(map(len, lines))
        size = min(inner[2] / (5.0 if len(words) > 2 else 2.0), inner[2] / (0.62 * longest))
        top = high / 2 - (len(lines) - 1) * 0.59 * size
        plain += [
            said(wide / 2, top + n * 1.18 * size, line, size, "text", inner[2])
            for n, line in enumerate(lines)
        ]
    if card.label and (card.deck is not None or not is_back):
        plain = [Art(*inner, card.label, tuple(plain), deck=card.deck or "any", opacity=strength)]
    return Drawing(card.label or "", wide, high, (frame, *plain))


@lru_cache(maxsize=KEPT)
def _small(kind: str, label: str, word: str, deck: str | None, size: float, *, ringed: bool) -> Drawing:
    """A disc with its printed face. Penny: heads bright with H, tails dark with a bright ring and T."""
    ink, half = "heads" if label == "heads" else "tails", size / 2
    penny: list[marks.Mark] = [Disc(half, half, size * 1.08, "night"), Disc(half, half, size, ink)]
    if ringed and wide_of(word) * 0.6 < 2 * RING:  # else the ring would cross the letter
        edge = size * (0.04 if ink == "heads" else 0.09)
        penny.append(Shape(circle(half, half, size * RING), edge=f"on-{ink}", edge_mm=edge))
    penny.append(said(half, half, word, size * 0.6, f"on-{ink}"))
    if kind == "disc" and label:
        penny = [Art(0, 0, size, size, label, tuple(penny), deck=deck or "any", is_round=True)]
    return Drawing(label, size, size, tuple(penny))


@lru_cache(maxsize=KEPT)
def _signs(
    name: str, figure: str, corners: tuple[str, ...], seat: Seat | None, wide: float, high: float, quarters: int,
    unit: float, large: float,
) -> Drawing:  # fmt: skip
    """A card's signs, legible from 1 m: figures on plates, its name in a strip, its seat's shape.

    The shape is at the left, below a single figure or between two corner figures.
    """
    short, found = min(wide, high), list[marks.Mark]()
    if figure and short * FIGURE >= SMALLEST * unit:
        found += _plate(figure, 0, 0, 0, short * FIGURE, wide * WIDEST, seat, unit)
    for n, corner in enumerate(corners if short * CORNER >= SMALLEST * unit else ()):
        right, far = ((0, 0), (1, 0), (1, 1), (0, 1))[(n + quarters) % 4]
        size = min(short * CORNER, MOST * unit)
        top = (1 - far) * (high - size)
        found += _plate(corner, right * wide, top, right, size, size * 1.2, seat, unit)
    part = 0.34 if figure or corners else 0.6
    ink = "surface" if seat is None else f"d{seat}"
    low = high / 2 if corners else high
    most = high * (0.23 if name or not corners else 0.09)  # without a strip its printed name is read below
    side, top = 0.0 if seat is None else min(SHAPE * unit, wide * 0.3, most), short * FIGURE if figure else 0
    found += strip(
        name, wide / 2, low, wide, high * part, ink, unit, large, most=high * NAMED, middle=bool(corners),
        corner=(side, top + side),
    )  # fmt: skip
    if seat is not None:
        found += seat_sign(seat, (wide - side) / 2 if corners else 0, top, side, unit)
    return Drawing(name, wide, high, tuple(found))


def _plate(
    words: str, x: float, y: float, right: int, high: float, widest: float, seat: Seat | None, unit: float
) -> Iterator[marks.Mark]:
    """A figure as large as its plate allows, in a card's corner; `x`: its left edge, or its `right` one."""
    ground, ink = ("text", "surface") if seat is None else (f"s{seat}", "on_seat")
    size, pad = high * 0.96, high * 0.14
    text = min(wide_of(words) * size, widest - 2 * pad)
    wide = max(text + 2 * pad, high * 0.86)
    left = x - right * wide
    yield Block(left, y, wide, high, ground, round_mm=3 * unit)
    yield said(left + wide / 2, y + high / 2, words, size, ink, text)


# Throws: a die's face, a penny's side.

SIDE: Final = 100.0
MIDDLE: Final[tuple[Point, ...]] = ((50, 50),)
ACROSS: Final[tuple[Point, ...]] = ((27, 27), (73, 73))
FOUR: Final[tuple[Point, ...]] = (*ACROSS, (27, 73), (73, 27))
SIX: Final[tuple[Point, ...]] = tuple((x, y) for x in (27, 73) for y in (22, 50, 78))
PIPS: Final = (MIDDLE, ACROSS, (*ACROSS, *MIDDLE), FOUR, (*FOUR, *MIDDLE), SIX)
"""By face, the middles of its pips."""


def rolled(what: str, value: int | str | None, ink: Ink) -> Drawing:
    """A die's face, a penny's side, or an empty frame that waits; `ink`: of die and frame."""
    if value in ("heads", "tails"):
        penny = Piece("penny", str(value), 0, 0, width_mm=SIDE, height_mm=SIDE)
        return Drawing(what, SIDE, SIDE, thing_parts(penny, (SIDE / 2, SIDE / 2), 1.0)[0].marks)
    if what == "dice" and isinstance(value, int):
        pips = (Disc(x, y, 19, "night") for x, y in PIPS[value - 1])
        return Drawing(what, SIDE, SIDE, (Block(0, 0, SIDE, SIDE, ink, round_mm=18), *pips))
    frame = box(4, 4, 92, 92, 18) if what == "dice" else circle(50, 50, 46)
    sign = Art(30, 30, 40, 40, "ask", deck="icon", ink=ink)
    return Drawing(what, SIDE, SIDE, (Shape(frame, edge=ink, edge_mm=4), sign))


# Motion between two pictures of a table: moved, turned and vanished things. Rule kept: only the two pictures
# are used, so a motion reveals nothing that they do not.

NEAR_MM = 2.0
"""Distance up to which a thing counts as unmoved."""
MOST_MOVING = 10
"""Number of moving things above which the table counts as laid anew, without motion."""


@dataclass(frozen=True, slots=True)
class Motion:
    """`slides` and `turns`: pairs of a thing before and after; `gone`: vanished things."""

    slides: tuple[tuple[Piece, Piece], ...] = ()
    turns: tuple[tuple[Piece, Piece], ...] = ()
    gone: tuple[Piece, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.slides or self.turns or self.gone)


def motion(before: Sequence[Piece], after: Sequence[Piece]) -> Motion:
    """The motion from one picture to the other; empty if too much changes."""
    left, new = list(before), list(after)

    def rests(one: Piece, other: Piece) -> bool:
        """Whether these may be one thing in place, even if more is known of it now."""
        alike = (one.kind, one.seat, one.face) == (other.kind, other.seat, other.face)
        return _away(one, other) <= NEAR_MM and alike and (one.kind == "card" or one.label == other.label)

    def is_turned(one: Piece, other: Piece) -> bool:
        if one.kind != other.kind or one.faint or other.faint or not _away(one, other) <= NEAR_MM:
            return False
        if one.kind == "penny":
            return one.label != other.label
        return one.kind == "card" and one.seat == other.seat

    def is_same(one: Piece, other: Piece) -> bool:
        told = (one.kind, one.label, one.face, one.deck, one.seat, one.faint)
        return told == (other.kind, other.label, other.face, other.deck, other.seat, other.faint)

    # Resting things are paired off first, so that equal ones do not seem to have swapped places.
    _paired(left, new, rests)
    # A card face down turns from its back, even if its owner had peeped.
    turns = [
        (replace(one, label=None, peeped=False, name="", figure="", corners=()), other)
        if one.face == "down"
        else (one, other)
        for one, other in _paired(left, new, is_turned)
    ]
    slides = _paired(left, new, is_same)
    # A faint thing was never there, and the face of a peeped card is not shown once more.
    gone = tuple(piece for piece in left if not piece.faint and not piece.peeped)
    few = len(slides) + len(turns) + len(gone) <= MOST_MOVING
    return Motion(tuple(slides), tuple(turns), gone) if few else Motion()


def _away(one: Piece, other: Piece) -> float:
    return max(abs(one.x - other.x), abs(one.y - other.y))


def _paired(
    left: list[Piece], new: list[Piece], fits: Callable[[Piece, Piece], bool]
) -> list[tuple[Piece, Piece]]:
    """The fitting pairs, nearest first; their members are removed from both lists."""
    pairs = [(one, other) for one in left for other in new if fits(one, other)]
    found: list[tuple[Piece, Piece]] = []
    for one, other in sorted(pairs, key=lambda pair: _away(*pair)):
        if any(each is one for each in left) and any(each is other for each in new):
            left[:] = [each for each in left if each is not one]
            new[:] = [each for each in new if each is not other]
            found.append((one, other))
    return found
