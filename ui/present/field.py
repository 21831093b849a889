"""A board of square tiles as it is drawn, with tokens on them and cells to choose from below it. Knows no game.

Everything here is plain data. What a touch asks for is named in the model, so that no widget has to know a game.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from companion.game import Seat
from companion.language import spoken
from companion.sight import place_of
from ui.present.drawn import MarkKind, Window, arrow, badge, mark, said, seat_sign, strip, whose
from ui.present.models import Button
from ui.present.names import label_words, region_words
from ui.present.tabletop import Piece
from ui.present.touches import SquareTouch, Touch
from vision.printed.marks import BLACK, Art, Block, Colour, Disc, Drawing, Mark, Part, Placed, Point, Shape
from vision.printed.shapes import polygon

TILE: Final = 40.0
"""A square's side in the drawing."""
TOKEN: Final = 0.68 * TILE
TILES, TOKENS = "zones-tiles", "zones-tokens"
"""The decks whose pictures are used where there are any."""
PLAIN: Final[dict[str, Colour]] = {
    "field": (242, 214, 84), "forest": (23, 92, 51), "hills": (191, 133, 84), "water": (61, 125, 207),
    "base": (77, 82, 92),
}  # fmt: skip

DARK: Final = frozenset({"forest", "water", "base"})


def tile_marks(tile: str, colour: str, x: float, y: float, side: float) -> tuple[Mark, ...]:
    """A tile as its terrain looks, its top left at (x, y), a base with its side's colour within the walls."""
    ink, size = PLAIN.get(tile, "square"), side * 0.12
    plain = (
        Block(x, y, side, side, ink),
        said(
            x + side / 2,
            y + size * 0.7,
            label_words(tile),
            size,
            (247, 244, 238) if tile in DARK else BLACK,
            side,
        ),
    )
    ground = Art(x, y, side, side, f"terrain-{tile}", (Art(x, y, side, side, tile, plain, deck=TILES),))
    if tile != "base":
        return (ground,)
    inset = side * 0.22
    walled = side - 2 * inset
    ink = f"piece-{colour}"
    return ground, Block(x + inset, y + inset, walled, walled, ink, round_mm=side * 0.1)


def token_marks(
    label: str, name: str, colour: str, x: float, y: float, size: float, *, faint: bool = False
) -> tuple[Mark, ...]:
    """A token about a point as it is printed; one without a picture bears two letters on its side's colour."""
    ink, opacity = f"piece-{colour}", 0.45 if faint else 1.0
    plain = (Disc(x, y, size, ink, opacity=opacity), said(x, y, name[:2], size * 0.42, f"on-{ink}"))
    box = (x - size / 2, y - size / 2, size, size)
    return (Art(*box, label, plain, deck=TOKENS, is_round=True, opacity=opacity),)


@dataclass(frozen=True, slots=True)
class Ground:
    """A square: its place from the near left corner, its tile, and for whom it is a home tile.

    `tile`: the name of its terrain; `base` with the `colour` of its side; empty where nothing is known or lies.
    """

    name: str
    column: int
    row: int
    tile: str = ""
    colour: str = ""
    homes: tuple[Seat, ...] = ()
    mark: MarkKind | None = None


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
    faint: bool = False


@dataclass(frozen=True, slots=True)
class SupplyCell:
    """Something to choose below the board: a tile or a token, its name, and how many there are of it."""

    name: str
    action: Touch
    tile: str = ""
    label: str = ""
    colour: str = ""
    count: int | None = None
    lit: bool = False
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class FieldModel:
    """A board as it is shown: so many columns, and the rows from `first` on, `rows` of them.

    `taps`: what a touch on a square asks for; None: nothing. `screen`: a screen stands across the
    middle, with these words on it. `facing`: the seat at the near edge. `ways`: from square to square. `across`: so
    many cells stand side by side.
    """

    columns: int
    rows: int
    squares: tuple[Ground, ...]
    tokens: tuple[Standing, ...] = ()
    cells: tuple[SupplyCell, ...] = ()
    ways: tuple[tuple[str, str], ...] = ()
    first: int = 0
    taps: type[SquareTouch] | None = None
    screen: str = ""
    facing: Seat = 0
    across: int = 4

    rim = 16.0

    @property
    def window(self) -> Window:
        return (0.0, 0.0, self.columns * TILE, self.rows * TILE)

    def drawn(self, unit: float, names: tuple[str, ...] = (), large: float = 1.0, /) -> Drawing:
        """The cloth, the tiles, what stands on them, what is marked, and ways; over all of it the screen."""
        rim, wide, high = self.rim * unit, self.columns * TILE, self.rows * TILE
        corners = {square.name: self._corner(square, rim) for square in self.squares}
        middles = {name: (x + TILE / 2, y + TILE / 2) for name, (x, y) in corners.items()}
        marks: list[Mark] = [Block(0, 0, wide + 2 * rim, high + 2 * rim, "table")]
        squares = tuple(replace(square, mark=None) for square in self.squares)
        plain = FieldModel(self.columns, self.rows, squares, first=self.first, facing=self.facing)
        marks.append(Placed(_plain(plain, unit, spoken().code), 0, 0))
        standing = {token.square: token for token in self.tokens}
        for square in self.squares:
            token = standing.get(square.name)
            there = "" if token is None else whose(token.seat, names, token.name)
            words = (region_words(square.name, names, label_words), label_words(square.tile), there)
            part = Part(
                square.name, *middles[square.name], (), touch=None if self.taps is None else self.taps(square.name),
                words=", ".join(word for word in words if word), w=TILE, h=TILE,
                carried="part" if self.taps is not None and self.taps.carries else "",
            )  # fmt: skip
            marks.append(part)
        marked = [(square.mark, *corners[square.name]) for square in self.squares if square.mark is not None]
        for kind, x, y in marked:
            marks += () if kind == "go" else mark(kind, x, y, TILE, TILE, unit)
        marks += [
            _token(token, middles[token.square], unit, large)
            for token in self.tokens
            if token.square in middles
        ]
        for kind, x, y in marked:
            marks += (mark if kind == "go" else badge)(kind, x, y, TILE, TILE, unit)
        for start, end in self.ways:
            if start in middles and end in middles:
                marks += arrow([middles[start], middles[end]], 13 * unit, "text", unit)
        if self.screen:
            # It stands across the middle, with its words.
            across, y, half = wide + 2 * rim, high / 2 + rim, 23 * unit
            marks.append(Block(0, y - half, across, 2 * half, "night"))
            for edge in (y - half, y + half):
                line = polygon([(0, edge), (across, edge)])
                marks.append(Shape(line, edge="line", edge_mm=2.8 * unit, closed=False))
            marks.append(said(across / 2, y, self.screen, 20 * unit, "text", across))
        return Drawing("board", wide + 2 * rim, high + 2 * rim, tuple(marks))

    def _corner(self, square: Ground, rim: float) -> tuple[float, float]:
        """The top left of a square, as the seat at the near edge sees it."""
        column, row = square.column, square.row - self.first
        if self.facing == 1:
            column, row = self.columns - 1 - column, self.rows - 1 - row
        return rim + column * TILE, rim + (self.rows - 1 - row) * TILE

    def plain(self, unit: float) -> Iterator[Mark]:
        """The squares, whose home they are, and the names of rows and columns."""
        rim, high = self.rim * unit, self.rows * TILE
        side = TILE - 2 * unit
        for square in self.squares:
            x, y = self._corner(square, rim)
            column, row = place_of(square.name).square or ("", "")
            if y > rim + high - TILE - 1:
                yield said(x + TILE / 2, rim + high + rim / 2, column, 12 * unit, "quiet")
            if x < rim + 1:
                yield said(rim / 2, y + TILE / 2, row, 12 * unit, "quiet")
            if square.tile:
                tile = tile_marks(square.tile, square.colour, 0, 0, side)
                yield Placed(Drawing(square.tile, side, side, tile), x + unit, y + unit)
            else:
                yield Block(x + unit, y + unit, side, side, "square")
            for n, seat in enumerate(square.homes):
                yield from _home(seat, x + TILE / 2, y + TILE / 2, TILE / 2 - (5 + n * 7) * unit, unit)


def _home(seat: Seat, x: float, y: float, away: float, unit: float) -> Iterator[Mark]:
    """Whose home tile a square is: a bar in its colour along each side, those of a second seat within the first."""
    half = TILE * 0.15
    across = [((x - half, y + side), (x + half, y + side)) for side in (-away, away)]
    up = [((x + side, y - half), (x + side, y + half)) for side in (-away, away)]
    bars = tuple(segment for pair in (*across, *up) for segment in polygon(pair))
    for ink, thick in (("night", 6.2), (f"s{seat}", 4.2)):
        yield Shape(bars, edge=ink, edge_mm=thick * unit, closed=False)


def _token(token: Standing, at: Point, unit: float, large: float) -> Part:
    (x, y), rim = at, FieldModel.rim * unit
    drawn = _standing(replace(token, square=""), unit, large)
    thing = (
        None
        if token.faint
        else Piece("disc", f"{token.label} {token.seat}", round(x - rim, 3), round(y - rim, 3))
    )
    return Part(
        f"{token.label} {token.seat}", x, y, (Placed(drawn, x - TILE / 2, y - TILE / 2),), thing=thing
    )


@lru_cache(maxsize=64)
def _standing(token: Standing, unit: float, large: float) -> Drawing:
    x, inner = TILE / 2, TILE - 4 * unit
    half = inner / 2
    # Of a name that finds no room its last word serves.
    ways = (token.name, token.name.split()[-1])
    strips = (strip(each, x, x + half, inner, inner * 0.34, f"d{token.seat}", unit, large) for each in ways)
    name = next(filter(None, strips), ())
    up = x - (name[0].h * 0.42 if name and isinstance(name[0], Block) else 0.0)
    ring, edge = ("chosen", 3.0 * unit) if token.lit else (f"s{token.seat}", 2.0 * unit)
    return Drawing(token.label, TILE, TILE, (
        Disc(x, up, TOKEN + 2 * edge + 2 * unit, "night"),
        Disc(x, up, TOKEN + 2 * edge, ring),
        *token_marks(token.label, token.name, token.colour, x, up, TOKEN, faint=token.faint),
        *name,
        *seat_sign(token.seat, x - half, x - half, min(15 * unit, inner * 0.3), unit),
        *(_shield(x + TOKEN / 2, up - TOKEN * 0.42, TOKEN * 0.36, unit) if token.shielded else ()),
    ))  # fmt: skip


@lru_cache(maxsize=8)
def _plain(field: FieldModel, unit: float, _language: str) -> Drawing:
    rim = 2 * field.rim * unit
    return Drawing("field", field.columns * TILE + rim, field.rows * TILE + rim, tuple(field.plain(unit)))


def _shield(x: float, y: float, size: float, unit: float) -> Iterator[Mark]:
    """The sign of a protected piece, about a point."""
    for ink, part in (("night", 1.25), ("warning", 0.95)):
        half = max(15 * unit, size) * part / 2
        wide, mid = half * 0.85, y + half * 0.1
        yield Shape(
            polygon([(x - wide, y - half), (x + wide, y - half), (x + wide, mid), (x, y + half), (x - wide, mid)]),
            fill=ink,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ScreenModel:
    """A board with a screen across it: nothing of it is shown, but each seat's own keys stand on its own half.

    `halves`: the keys of seat 0, near, and of seat 1, far. `words`: what stands on the screen. `notes`: by seat, what
    stands on a half that nobody opens.
    """

    halves: tuple[tuple[Button, ...], tuple[Button, ...]]
    words: str
    notes: tuple[str, str] = ("", "")
