"""A board of square tiles as a screen draws it, with tokens on them and cells to choose from below it. Knows no game.

Everything here is plain data. What a touch asks for is named in the model, so that no widget has to know a game.
"""

from dataclasses import dataclass, replace

from companion.game import Seat
from ui.present.models import Button, MarkKind
from ui.present.table_touches import SquareTouch
from ui.present.touches import Touch


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


@dataclass(frozen=True, slots=True)
class ScreenModel:
    """A board with a screen across it: nothing of it is shown, but each seat's own keys stand on its own half.

    `halves`: the keys of seat 0, near, and of seat 1, far. `words`: what stands on the screen. `notes`: by seat, what
    stands on a half that nobody opens.
    """

    halves: tuple[tuple[Button, ...], tuple[Button, ...]]
    words: str
    notes: tuple[str, str] = ("", "")


def pointed(own: object, where: frozenset[str], kind: MarkKind = "go") -> object:
    """A board of squares with these marked, but for those that have a mark; any other own board as it is."""
    if not isinstance(own, FieldModel):
        return own
    squares = tuple(
        replace(square, mark=kind) if square.name in where and square.mark is None else square
        for square in own.squares
    )
    return replace(own, squares=squares)


def shown_going(own: object, ways: tuple[tuple[str, str], ...]) -> object:
    """A board of squares with these ways on it in the place of the last move's; any other own board as it is."""
    return replace(own, ways=ways) if isinstance(own, FieldModel) else own
