"""A board of squares with pieces on it as a screen draws it, in mm, and the cells below it. Knows no game.

Everything here is plain data. What a touch asks for stands in the model, so that no widget has to know a game.
"""

from dataclasses import dataclass
from typing import Literal

from companion.game import Seat
from ui.present.models import Button, MarkKind
from ui.present.steps import Shown
from ui.present.table_touches import DraftTouch, SquareTouch, TouchSquare
from ui.present.touches import Touch

CellKind = Literal["track", "red", "start", "goal", "idle"]
Window = tuple[float, float, float, float]
"""A part of the table: x, y, width and height in mm."""


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
    outlines only. `ground` is the printed board from edge to edge, without the names of its squares. `ballots` stand in
    the place of `feet`.
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
