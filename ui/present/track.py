"""A board of squares with pieces on it as it is drawn, in mm, and the cells below it. Knows no game.

Everything here is plain data. What a touch asks for stands in the model, so that no widget has to know a game.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot
from typing import Final, Literal

from companion.game import Seat
from ui.present.drawn import CAPITAL, MARK_INKS, MarkKind, Window, arrow, piece
from ui.present.models import Button
from ui.present.steps import Shown
from ui.present.table_touches import DraftTouch, SquareTouch, TouchSquare
from ui.present.tabletop import Piece
from ui.present.touches import Touch
from ui.words import _
from vision.printed.marks import (
    Art,
    Block,
    Colour,
    Disc,
    Drawing,
    Image,
    Ink,
    Label,
    Mark,
    Part,
    Placed,
    Shape,
)
from vision.printed.shapes import box, circle, polygon

CellKind = Literal["track", "red", "start", "goal", "idle"]
BARE: Final[Colour] = (230, 224, 209)
"""The ground of a board of which there is no picture."""
NAMED: Final[Colour] = (33, 38, 82)
PLAIN: Final[dict[CellKind, Colour]] = {
    "track": (255, 255, 255), "red": (238, 128, 116), "start": (168, 196, 230), "goal": (143, 213, 169),
    "idle": (221, 216, 204),
}  # fmt: skip
"""Squares of the printed board where it is not to be seen."""
EDGES: Final[dict[CellKind, Ink]] = {"red": (237, 107, 92), "start": (158, 194, 230)}
REACH: Final = 30.0
"""A finger this far (units) from a piece's middle still means it."""


class TouchPiece(DraftTouch, frozen=True):
    colour: str


class DragPiece(DraftTouch, frozen=True):
    """A piece was dragged to a point (mm)."""

    colour: str
    x: float
    y: float


class TapSpot(Touch, frozen=True):
    """A point of the board was touched (mm)."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Cell:
    """A square of the board: its middle and side in mm. `idle`: it is not in use in this game."""

    name: str
    x: float
    y: float
    side: float
    kind: CellKind = "track"
    mark: MarkKind | None = None


@dataclass(frozen=True, slots=True)
class Token:
    """A piece: its middle in mm, whose it is, and how many lie below it in its stack.

    `lit`: it is looked at; `done`: it stands where it belongs; `doubtful`: another answer lies near by. `faint`: it is
    not there yet.
    """

    colour: str
    seat: Seat
    x: float
    y: float
    size_mm: float = 22.0
    level: int = 0
    lit: bool = False
    done: bool = False
    doubtful: bool = False
    faint: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """Where a piece goes: from its middle now to the middle of its square, in mm."""

    colour: str
    start: tuple[float, float]
    end: tuple[float, float]
    done: bool = False


@dataclass(frozen=True, slots=True)
class Foot:
    """A cell below the board: a seat with its piece and discs, or a piece with where it goes.

    `discs`: how many blue, risk and lightning discs are owned. `lit`: it is this one's turn, or it is looked at.
    """

    words: str
    detail: str = ""
    colour: str = ""
    seat: Seat | None = None
    discs: tuple[int, int, int] | None = None
    action: Touch | None = None
    lit: bool = False
    done: bool = False
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Ballot:
    """One seat's vote: a key for each choice, the chosen one `main`."""

    seat: Seat
    name: str
    colour: str
    keys: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class TrackModel:
    """A board as it is shown. `window`: the part that is drawn, the rim around the board included.

    `taps`: a touch on a piece sends TouchPiece. `drags`: a piece may be dragged, which sends DragPiece. `spots`: a
    touch anywhere sends TapSpot. `square`: what a touch on a square sends. `picture` fills the window; then squares are
    outlines only, and no `bare` board is drawn. `ground` is the printed board from edge to edge, without the names of
    its squares. `ballots` stand in the place of `feet`.
    """

    width_mm: float
    height_mm: float
    window: Window
    cells: tuple[Cell, ...]
    tokens: tuple[Token, ...] = ()
    ways: tuple[Way, ...] = ()
    feet: tuple[Foot, ...] = ()
    taps: bool = True
    drags: bool = False
    spots: bool = False
    square: type[SquareTouch] = TouchSquare
    picture: Shown | None = None
    ground: Shown | None = None
    ballots: tuple[Ballot, ...] = ()
    bare: bool = True

    rim = 0.0

    def drawn(self, unit: float, _names: tuple[str, ...] = (), _large: float = 1.0, /) -> Drawing:
        """The ground, the squares, where pieces go, and the pieces, those of a stack from below; no words of people."""
        _left, _near, wide, high = self.window
        marks: list[Mark] = [Block(0, 0, wide, high, "table")]
        if self.picture is not None:
            marks.append(Image(0, 0, wide, high, self.picture.image))
        cells = tuple(replace(cell, mark=None) for cell in self.cells)
        window = (self.width_mm, self.height_mm, self.window)
        plain = TrackModel(*window, cells, ground=self.ground, bare=self.picture is None)
        marks += [Placed(_plain(plain, unit), 0, 0), *self._squares(unit)]
        for way in self.ways:
            marks += self._way(way, unit)
        marks += [self._piece(token, unit) for token in self.tokens]
        if self.spots:
            marks.append(Part("", wide / 2, high / 2, (), touch=TapSpot, w=wide, h=high))
        return Drawing("board", wide, high, tuple(marks))

    def _at(self, x: float, y: float) -> tuple[float, float]:
        left, near, _wide, high = self.window
        return x - left, near + high - y

    def _square(self, cell: Cell) -> tuple[float, float, float, float]:
        x, y = self._at(cell.x, cell.y)
        return x - cell.side / 2, y - cell.side / 2, cell.side, cell.side

    def _squares(self, unit: float) -> Iterator[Part]:
        """What is marked of the squares, and what a touch on them asks for."""
        for cell in self.cells:
            x, y, side, _side = self._square(cell)
            marks: list[Mark] = []
            if cell.mark in ("chore", "wrong"):
                inset = 1.5 * unit
                ring = box(x + inset, y + inset, side - 2 * inset, side - 2 * inset)
                marks.append(Shape(ring, edge=MARK_INKS[cell.mark], edge_mm=4 * unit))
            elif cell.mark is not None:
                for ink, thick in ((NAMED, 4.4), ("chosen", 2.4)):
                    marks.append(Shape(box(x, y, side, side), edge=ink, edge_mm=thick * unit))
            touch: Touch | None = None
            if cell.kind != "idle" and self.spots:
                touch = TapSpot(round(cell.x, 1), round(cell.y, 1))
            elif cell.kind != "idle" and (self.taps or self.drags):
                touch = self.square(cell.name)
            middle = self._at(cell.x, cell.y)
            yield Part(cell.name, *middle, tuple(marks), touch=touch, words=cell.name, w=side, h=side)

    def plain(self, unit: float) -> Iterator[Mark]:
        if self.bare:
            x, y = self._at(0, self.height_mm)
            size = (self.width_mm, self.height_mm)
            found: list[Mark] = [Block(x, y, *size, BARE)]
            for cell in self.cells if self.ground is not None else ():
                square = self._square(cell)
                found += [
                    Block(*square, PLAIN[cell.kind]),
                    Shape(box(*square), edge=NAMED, edge_mm=0.4 * unit),
                ]
            yield from found if self.ground is None else [Image(x, y, *size, self.ground.image, tuple(found))]
        for cell in self.cells:
            x, y, side, _side = self._square(cell)
            if self.ground is None:
                edge = EDGES.get(cell.kind, "chosen")
                for ink, thick, opacity in (("night", 3.6, 0.8), (edge, 1.8, 1.0)):
                    yield Shape(box(x, y, side, side), edge=ink, edge_mm=thick * unit, opacity=opacity)
            elif cell.kind == "idle":
                yield Block(x, y, side, side, (230, 230, 235), opacity=0.72)
            yield from self._name(cell, x, y + side, unit)

    def _name(self, cell: Cell, x: float, low: float, unit: float) -> list[Mark]:
        """The number in the lower left corner, where a tower leaves it free; where nothing is printed, S and Z too."""
        planets = cell.name[-1] if cell.name[-1].isdecimal() else ""
        signs = {} if self.ground is not None else {"goal": "Z", "start": f"S{planets}"}
        words = cell.name if cell.name.isdecimal() else signs.get(cell.kind, "")
        if not words:
            return []
        size = min(cell.side * 0.5, 20 * unit)
        at = (x + 1.5 * unit, low - 0.23 * size, words, size * CAPITAL)
        if self.ground is not None:
            ink: Ink = (255, 255, 255) if cell.kind == "red" else NAMED
            return [Label(*at, ink, font="bold")]
        ground = Block(
            x, low - 1.17 * size, 0.6 * size * len(words) + 3 * unit, 1.17 * size, "night", opacity=0.75
        )
        return [ground, Label(*at, "text")]

    def _way(self, way: Way, unit: float) -> list[Mark]:
        """A bright line from a piece to where it goes, with a head; a way gone is thin and quiet."""
        start, end = self._at(*way.start), self._at(*way.end)
        if hypot(end[0] - start[0], end[1] - start[1]) < 6 * unit:
            return []
        if way.done:
            line = Shape(polygon([start, end]), edge="line", edge_mm=1.6 * unit, opacity=0.8, closed=False)
            return [Part(way.colour, *start, (line,))]
        return [Part(way.colour, *start, arrow([start, end], 15 * unit, f"piece-{way.colour}", unit))]

    def _piece(self, token: Token, unit: float) -> Part:
        """A piece in its ring; on a picture, where it is to be seen itself, only the ring of the one in question."""
        (x, y), size = self._at(token.x, token.y), token.size_mm
        marks: list[Mark] = []
        if self.picture is None:
            loud = token.lit or token.doubtful
            strength = 0.4 if token.faint else 1.0
            ring = "chosen" if token.lit else "warning" if token.doubtful else "night"
            edge = (2.6 if loud else 1.0) * unit
            marks.append(Disc(x, y, size + 2 * edge, ring, opacity=strength))
            marks += piece(token.colour, None if token.done else token.seat, x, y, size, strength)
            if token.done:
                side = size * 0.6
                ink = f"on-piece-{token.colour}"
                marks.append(Art(x - side / 2, y - side / 2, side, side, "done", deck="icon", ink=ink))
        elif token.lit:
            for ink, thick in (("night", 4.8), ("warning", 2.4)):
                marks.append(Shape(circle(x, y, size / 2), edge=ink, edge_mm=thick * unit))
        return Part(
            token.colour, x, y, tuple(marks), touch=TouchPiece(token.colour) if self.taps else None,
            words=_(token.colour), w=size, h=size, reach=max(REACH * unit, size / 2),
            carried="point" if self.drags else "", level=token.level,
            thing=None if self.picture is not None or token.faint else Piece("disc", token.colour, x, y),
        )  # fmt: skip


@lru_cache(maxsize=8)
def _plain(track: TrackModel, unit: float) -> Drawing:
    _left, _near, wide, high = track.window
    return Drawing("track", wide, high, tuple(track.plain(unit)))
