"""ZoneS's board as a drawing: open to all in play, only the screen before that, one half for its owner.

Rule kept: the shared picture is made from open things alone; a half is drawn from its owner's draft only.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from companion.game import Event, Seat
from companion.games.zones.events import Based, Drew, Moved, Returned, Ruled, Shot, Summoned
from companion.games.zones.moves import is_protected
from companion.games.zones.pieces import BASE
from companion.games.zones.state import Agreed, Field, State
from companion.games.zones.table import base_label
from companion.language import spoken
from companion.sight import Sighting, place_of
from ui.present.board import Piece
from ui.present.drawn import MarkKind, Window, arrow, badge, lines_about, mark, said, seat_sign, strip, whose
from ui.present.models import Button, Cell, EventPicture
from ui.present.names import label_words, region_words
from ui.present.touches import at
from ui.words import _
from vision.printed.marks import BLACK, Art, Block, Colour, Disc, Drawing, Mark, Part, Placed, Point, Shape
from vision.printed.shapes import box, polygon

TILE: Final = 40.0
"""Side of a square in the drawing."""
TOKEN: Final = 0.68 * TILE
TILES, TOKENS = "zones-tiles", "zones-tokens"
"""The decks that pictures are taken from, where there are any."""
PLAIN: Final[dict[str, Colour]] = {
    "field": (242, 214, 84), "forest": (23, 92, 51), "hills": (191, 133, 84), "water": (61, 125, 207),
    "base": (77, 82, 92),
}  # fmt: skip
DARK: Final = frozenset({"forest", "water", "base"})
Marks = Mapping[str, MarkKind]


def tile_drawing(label: str, side: float = TILE) -> Drawing:
    """A tile with its terrain, or a base with its side's colour inside the walls; `label` as in `base-white`."""
    return _tile(label, side, spoken().code)


@lru_cache(maxsize=64)
def _tile(label: str, side: float, _language: str) -> Drawing:
    tile, _dash, colour = label.partition("-")
    ink, size = PLAIN.get(tile, "square"), side * 0.12
    bright = (247, 244, 238) if tile in DARK else BLACK
    plain = (
        Block(0, 0, side, side, ink),
        said(side / 2, size * 0.7, label_words(tile), size, bright, side),
    )
    marks: list[Mark] = [
        Art(0, 0, side, side, f"terrain-{tile}", (Art(0, 0, side, side, tile, plain, deck=TILES),))
    ]
    if tile == BASE:
        inset = side * 0.22
        walled = side - 2 * inset
        marks.append(Block(inset, inset, walled, walled, f"piece-{colour}", round_mm=side * 0.1))
    return Drawing(tile, side, side, tuple(marks))


@lru_cache(maxsize=64)
def token_drawing(label: str, name: str, colour: str) -> Drawing:
    """A token as printed; without a picture it has two letters on its side's colour."""
    ink, half = f"piece-{colour}", TOKEN / 2
    plain = (Disc(half, half, TOKEN, ink), said(half, half, name[:2], TOKEN * 0.42, f"on-{ink}"))
    art = Art(0, 0, TOKEN, TOKEN, label, plain, deck=TOKENS, is_round=True)
    return Drawing(name, TOKEN, TOKEN, (art,))


@dataclass(frozen=True, slots=True)
class Standing:
    """A token on a square: its picture's label, its name, its side's colour. `shielded`: it is protected."""

    square: str
    label: str
    name: str
    colour: str
    seat: Seat
    shielded: bool = False
    lit: bool = False


@dataclass(frozen=True, slots=True)
class FieldModel:
    """A board, or only the `half` of a seat, as that seat sees it."""

    board: Field
    tiles: Mapping[str, str] = field(default_factory=dict)  # by square the terrain, or as `base-white`
    homes: tuple[tuple[str, ...], ...] = ()  # by seat its home tiles
    tokens: tuple[Standing, ...] = ()
    marks: Marks = field(default_factory=dict)
    cells: tuple[Cell, ...] = ()
    ways: tuple[tuple[str, str], ...] = ()  # from square to square
    half: Seat | None = None
    taps: Callable[[Any, str], None] | None = None  # what a touch on a square asks for; None: nothing
    screen: str = ""  # words on a screen across the middle, if it stands

    rim = 16.0

    @property
    def across(self) -> int:
        """Number of cells side by side."""
        return 4 if self.half is None else 5

    @property
    def rows(self) -> int:
        return self.board.rows if self.half is None else self.board.rows // 2

    @property
    def window(self) -> Window:
        return (0.0, 0.0, self.board.columns * TILE, self.rows * TILE)

    def corners(self, rim: float) -> dict[str, Point]:
        """The top left of each shown square, as the seat at the near edge sees it."""
        found, columns = {}, self.board.columns
        for number, name in enumerate(self.board.names):
            row, column = divmod(number, columns)
            if self.half == 1:
                row, column = self.board.rows - 1 - row, columns - 1 - column
            if row < self.rows:
                found[name] = (rim + column * TILE, rim + (self.rows - 1 - row) * TILE)
        return found

    def drawn(self, unit: float, names: tuple[str, ...] = (), large: float = 1.0, /) -> Drawing:
        """The cloth, the tiles with what stands on them, marks and ways; over all of it the screen."""
        _left, _near, wide, high = self.window
        rim = self.rim * unit
        corners = self.corners(rim)
        middles = {name: (x + TILE / 2, y + TILE / 2) for name, (x, y) in corners.items()}
        ground = _ground(self.board, tuple(self.tiles.items()), self.homes, self.half, unit, spoken().code)
        marks: list[Mark] = [Block(0, 0, wide + 2 * rim, high + 2 * rim, "table"), Placed(ground, 0, 0)]
        standing = {token.square: token for token in self.tokens}
        for name, middle in middles.items():
            token = standing.get(name)
            there = "" if token is None else whose(token.seat, names, token.name)
            tile = label_words(self.tiles.get(name, "").partition("-")[0])
            words = (region_words(name, names, label_words), tile, there)
            touch = None if self.taps is None else at(self.taps, name)
            part = Part(
                name, *middle, (), touch=touch, words=", ".join(word for word in words if word), w=TILE, h=TILE,
                carried="part" if touch is not None and self.half is None else "",
            )  # fmt: skip
            marks.append(part)
        marked = [(kind, *corners[name]) for name, kind in self.marks.items() if name in corners]
        for kind, x, y in marked:
            marks += () if kind == "go" else mark(kind, x, y, TILE, TILE, unit)
        for token in self.tokens:
            if token.square in middles:
                x, y = middles[token.square]
                drawn = _standing(replace(token, square=""), unit, large)
                name = f"{token.label} {token.seat}"
                thing = Piece("disc", name, round(x - rim, 3), round(y - rim, 3))
                marks.append(Part(name, x, y, (Placed(drawn, x - TILE / 2, y - TILE / 2),), thing=thing))
        for kind, x, y in marked:
            marks += (mark if kind == "go" else badge)(kind, x, y, TILE, TILE, unit)
        for start, to in self.ways:
            if start in middles and to in middles:
                marks += arrow([middles[start], middles[to]], 13 * unit, "text", unit)
        if self.screen:
            # The screen stands across the middle, with its words.
            across, y, half = wide + 2 * rim, high / 2 + rim, 23 * unit
            marks.append(Block(0, y - half, across, 2 * half, "night"))
            for edge in (y - half, y + half):
                line = polygon([(0, edge), (across, edge)])
                marks.append(Shape(line, edge="line", edge_mm=2.8 * unit, closed=False))
            marks.append(said(across / 2, y, self.screen, 20 * unit, "text", across))
        return Drawing("board", wide + 2 * rim, high + 2 * rim, tuple(marks))


@lru_cache(maxsize=8)
def _ground(
    board: Field, tiles: tuple[tuple[str, str], ...], homes: tuple[tuple[str, ...], ...], half: Seat | None,
    unit: float, _language: str,
) -> Drawing:  # fmt: skip
    """The squares, whose home they are, and the names of rows and columns."""
    model, lies = FieldModel(board, half=half), dict(tiles)
    _left, _near, wide, high = model.window
    rim, side, found = model.rim * unit, TILE - 2 * unit, list[Mark]()
    for name, (x, y) in model.corners(rim).items():
        column, row = place_of(name).square or ("", "")
        if y > rim + high - TILE - 1:
            found.append(said(x + TILE / 2, rim + high + rim / 2, column, 12 * unit, "quiet"))
        if x < rim + 1:
            found.append(said(rim / 2, y + TILE / 2, row, 12 * unit, "quiet"))
        if name in lies:
            found.append(Placed(tile_drawing(lies[name], side), x + unit, y + unit))
        else:
            found.append(Block(x + unit, y + unit, side, side, "square"))
        # A home tile has a bar in its seat's colour along each side; bars of a second seat lie inside the first.
        mx, my, long = x + TILE / 2, y + TILE / 2, TILE * 0.15
        for n, seat in enumerate(seat for seat, own in enumerate(homes) if name in own):
            away = TILE / 2 - (5 + n * 7) * unit
            across = [((mx - long, my + side), (mx + long, my + side)) for side in (-away, away)]
            up = [((mx + side, my - long), (mx + side, my + long)) for side in (-away, away)]
            bars = tuple(segment for pair in (*across, *up) for segment in polygon(pair))
            for ink, thick in (("night", 6.2), (f"s{seat}", 4.2)):
                found.append(Shape(bars, edge=ink, edge_mm=thick * unit, closed=False))
    return Drawing("field", wide + 2 * rim, high + 2 * rim, tuple(found))


@lru_cache(maxsize=64)
def _standing(token: Standing, unit: float, large: float) -> Drawing:
    x, inner = TILE / 2, TILE - 4 * unit
    half = inner / 2
    # A name that does not fit is cut to its last word.
    ways = (token.name, token.name.split()[-1])
    strips = (strip(each, x, x + half, inner, inner * 0.34, f"d{token.seat}", unit, large) for each in ways)
    name = next(filter(None, strips), ())
    up = x - (name[0].h * 0.42 if name and isinstance(name[0], Block) else 0.0)
    ring, edge = ("chosen", 3.0 * unit) if token.lit else (f"s{token.seat}", 2.0 * unit)
    shield = []
    for ink, part in (("night", 1.25), ("warning", 0.95)) if token.shielded else ():
        high = max(15 * unit, TOKEN * 0.36) * part / 2
        wide, mx, my = high * 0.85, x + TOKEN / 2, up - TOKEN * 0.42
        point, mid = (mx, my + high), my + high * 0.1
        around = [(mx - wide, my - high), (mx + wide, my - high), (mx + wide, mid), point, (mx - wide, mid)]
        shield.append(Shape(polygon(around), fill=ink))
    return Drawing(token.label, TILE, TILE, (
        Disc(x, up, TOKEN + 2 * edge + 2 * unit, "night"),
        Disc(x, up, TOKEN + 2 * edge, ring),
        Placed(token_drawing(token.label, token.name, token.colour), x - TOKEN / 2, up - TOKEN / 2),
        *name,
        *seat_sign(token.seat, x - half, x - half, min(15 * unit, inner * 0.3), unit),
        *shield,
    ))  # fmt: skip


@dataclass(frozen=True, slots=True)
class ScreenModel:
    """A board with a screen across it: nothing of it shows, but each seat's own keys stand on its own half."""

    halves: tuple[tuple[Button, ...], tuple[Button, ...]]  # the keys of seat 0 (near) and of seat 1 (far)
    words: str  # on the screen
    notes: tuple[str, str] = ("", "")  # by seat, on a half that nobody opens

    window = (0.0, 0.0, 200.0, 200.0)
    rim, keyed = 0.0, True

    def drawn(self, unit: float, _names: tuple[str, ...] = (), large: float = 1.0, /) -> Drawing:
        """The cloth of each half with its seat's keys, or with its note."""
        side, bar = 200.0, 50 * unit
        half = (side - bar) / 2
        marks: list[Mark] = [*lines_about(self.words, side / 2, side / 2, side, bar, unit, large)]
        for seat, (keys, note) in enumerate(zip(self.halves, self.notes, strict=True)):
            top = 0.0 if seat else half + bar
            marks.append(Block(0, top, side, half, "table", round_mm=10 * unit))
            marks += (
                lines_about(note, side / 2, top + half / 2, side - 32 * unit, half, unit, large)
                if note
                else ()
            )
            tall = min(64 * unit * large, half / max(1, len(keys)) - 8 * unit)
            for n, key in enumerate(keys):
                y = top + half / 2 + (n - len(keys) / 2) * (tall + 8 * unit) + 4 * unit
                marks.append(_key(key, 16 * unit, y, side - 32 * unit, tall, unit, large))
        return Drawing("screen", side, side, tuple(marks))


def _key(key: Button, x: float, y: float, wide: float, high: float, unit: float, large: float) -> Part:
    """A seat's key in its colour: its icon, its words, and under them its second line."""
    ink, ground, edge = (
        ("text", f"d{key.seat}", f"s{key.seat}") if key.enabled else ("quiet", "surface", "line")
    )
    icon, left = 30 * unit, 48 * unit
    room = wide - left - 10 * unit
    middle, words_at = x + left + room / 2, y + high * (0.33 if key.detail else 0.5)
    marks = (
        Block(x, y, wide, high, ground, round_mm=10 * unit),
        Shape(box(x, y, wide, high, 10 * unit), edge=edge, edge_mm=2 * unit),
        Art(x + 9 * unit, y + (high - icon) / 2, icon, icon, key.icon, deck="icon", ink=ink),
        *lines_about(key.words, middle, words_at, room, high * 0.5, unit, large, ink),
        *(
            lines_about(key.detail, middle, y + high * 0.74, room, high * 0.4, unit, large, ink)
            if key.detail
            else ()
        ),
    )
    return Part(
        key.words, x + wide / 2, y + high / 2, marks, touch=key.action if key.enabled else None,
        words=key.words, w=wide, h=high,
    )  # fmt: skip


# the board of a state, of a draft, of what is seen


def bare(given: Agreed) -> FieldModel:
    """The board while the screen is down: no tile, no token, only the screen."""
    return FieldModel(given.board, screen=_("The screen is down"))


def halves_laid(state: State) -> FieldModel:
    """Both halves as laid behind the screen so far: for looking back on a game that is over."""
    given, tiles, tokens = state.agreed, dict[str, str](), list[Standing]()
    for seat, half in enumerate(state.screen.halves):
        tiles |= {at: kind for kind, at in half.tiles}
        if half.base:
            tiles[half.base] = base_label(given, seat)
        tokens += [stands(given, at, piece, seat) for piece, at in half.pieces]
    return FieldModel(given.board, tiles, tokens=tuple(tokens))


def open_board(state: State, marks: Marks, lit: str = "") -> FieldModel:
    """Everything that lies open, with protection and home tiles."""
    given, names = state.agreed, state.agreed.board.names
    tiles = {
        name: base_label(given, state.bases.index(number)) if number in state.bases else terrain
        for number, (name, terrain) in enumerate(zip(names, state.terrain, strict=True))
        if terrain
    }
    tokens = tuple(
        stands(given, name, piece.kind.id, piece.seat, shielded=is_protected(state, number), lit=name == lit)
        for number, (name, piece) in enumerate(zip(names, state.board, strict=True))
        if piece is not None
    )
    homes = tuple(tuple(names[number] for number in state.home(seat)) for seat in (0, 1))
    return FieldModel(given.board, tiles, homes, tokens, marks)


def seen_board(state: State, board: FieldModel, seen: Mapping[str, tuple[Sighting, ...]]) -> FieldModel:
    """The board as the camera sees it: tiles and tokens that it read."""
    given, tiles, tokens = state.agreed, dict(board.tiles), list[Standing]()
    for name in given.board.names:
        here = seen.get(name, ())
        label = next((one.label for one in here if one.kind == "card"), None) or ""
        # A token may hide its tile: then the book's tile is drawn.
        if label:
            tiles[name] = label
        elif not any(one.kind == "disc" for one in here):
            tiles.pop(name, None)
        for one in here:
            owner = given.seat_of(one.label or "")
            if one.kind == "disc" and one.label is not None and owner is not None:
                tokens.append(stands(given, name, one.label, owner))
    return replace(board, tiles=tiles, tokens=tuple(tokens), ways=())


def stands(
    given: Agreed, at: str, piece: str, seat: Seat, *, shielded: bool = False, lit: bool = False
) -> Standing:
    name = given.kinds[piece].name if piece in given.kinds else piece
    return Standing(at, piece, name, given.colour(seat), seat, shielded, lit)


# Pictures beside the words of an event, of what everybody may know: nothing that lies behind the screen.


def event_pictures(state: State, event: Event) -> tuple[EventPicture, ...]:
    given = state.agreed
    match event:
        case Moved():
            return (*_lying(state, event.start), *_lying(state, event.to))
        case Shot():
            return (*_lying(state, event.start), *_lying(state, event.at))
        case Summoned() | Returned():
            return (_token_of(given, event.piece),)
        case Based():
            return (tile_drawing(base_label(given, event.seat)),)
        case Drew() if event.terrain:
            return (tile_drawing(event.terrain),)
        case Ruled() if event.piece:
            return (_token_of(given, event.piece),)
        case Ruled() if event.terrain:
            return (tile_drawing(event.terrain),)
    return ()


def _lying(state: State, square: str) -> tuple[EventPicture, ...]:
    """What stands on a square, else its base, if one lies there."""
    piece, number = state.at(square), state.square(square)
    if piece is not None:
        return (_token_of(state.agreed, piece.kind.id),)
    if number is not None and number in state.bases:
        return (tile_drawing(base_label(state.agreed, state.bases.index(number))),)
    return ()


def _token_of(given: Agreed, piece: str) -> Drawing:
    seat = given.seat_of(piece)
    name = given.kinds[piece].name if piece in given.kinds else piece
    return token_drawing(piece, name, "" if seat is None else given.colour(seat))
