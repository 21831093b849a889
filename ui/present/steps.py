"""A page as a value: title, what is said, keys and rows, in plain data. One screen draws them all. No Kivy."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.game import Seat
from ui.present.desk_touches import Goto, PageBack
from ui.present.drawn import DrawnBoard
from ui.present.models import Banner, Button, OptionRow, SeatColumn, Tile
from ui.present.touches import LeaveSteps, Touch
from ui.words import _

MANY = 20
"""So many keys of a list stand on a page."""


def home_button() -> Button:
    """Home: what is on the table is kept."""
    return Button(_("Home"), Goto("home"), "quiet", "home")


def back_button() -> Button:
    return Button(_("Back"), PageBack(), "quiet", "back")


def ways_out() -> tuple[Button, ...]:
    """The ways out of pages that lead through something step by step."""
    return Button(_("Back"), LeaveSteps(), "quiet", "back"), home_button()


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A picture to be shown (BGR) with a few words; two are the same only if they are one object.

    `large`: it is to be seen, or scanned, from some way off.
    """

    image: Any
    words: str = ""
    large: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """Words of another size than those of a body: a heading, larger, or small print."""

    words: str
    size: Literal["heading", "large", "small"]


@dataclass(frozen=True, slots=True)
class Numbers:
    """Large numbers side by side, each with its word."""

    numbers: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class WonOf:
    """How many of some games were won."""

    words: str
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One entry in words: its number, how it came in, and what marks it (`waived`, `struck`, `corrected`)."""

    seq: int
    words: str
    by: str
    seat: Seat | None = None
    at: str = ""
    note: str = ""
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Fallen:
    """How often each face of the dice fell, and in words what that says."""

    counts: tuple[tuple[str, int], ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One check: passed, failed or not known yet, why, and what mends it."""

    name: str
    passed: bool | None = field(kw_only=True)
    why: str
    fix: str = ""


@dataclass(frozen=True, slots=True)
class FaceBar:
    """One face: what it is called, how often it fell, how often it is to be expected."""

    face: str
    count: int
    expected: float


@dataclass(frozen=True, slots=True)
class Chart:
    """What one seat, or all of them, threw of one kind: bars, and in words what they say. `dice`: faces are a die's."""

    name: str
    kind: str
    bars: tuple[FaceBar, ...]
    lines: tuple[str, ...]
    seat: Seat | None = None
    dice: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """One number of each seat over the turns: `values` by seat, each as long as there were turns, and one before.

    `below`: what is counted along the lower edge.
    """

    words: str
    below: str
    names: tuple[str, ...]
    values: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class MapModel:
    """One step of mapping a board: the board in the picture, and what to tap next.

    `steps` lead from part to part; `keys` are what can be done in this one. `editing`: the title and text of what is
    being typed.
    """

    title: str
    track: DrawnBoard
    headline: str
    body: tuple[str, ...] = ()
    banner: Banner | None = None
    steps: tuple[Button, ...] = ()
    keys: tuple[Button, ...] = ()
    tools: tuple[Button, ...] = ()
    editing: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Tiles:
    """Choices among many."""

    tiles: tuple[Tile, ...]


def page_of(
    keys: Sequence[Button], page: int, turn: Callable[[int], Touch], before: str, after: str
) -> tuple[Button, ...]:
    """One page of many keys, and the ways to the pages `before` and `after` it, to which `turn` leads."""
    last = max(0, -(-len(keys) // MANY) - 1)
    page = min(page, last)
    found = list(keys[page * MANY : (page + 1) * MANY])
    if page:
        found.insert(0, Button(before, turn(page - 1), "quiet", "step-back"))
    if page < last:
        found.append(Button(after, turn(page + 1), "quiet", "step-on"))
    return tuple(found)


OneRow = (
    str | Said | Button | OptionRow | Numbers | WonOf | HistoryLine | Fallen | CheckLine | Chart | SeatColumn
)
PageRow = OneRow | Plot | Tiles | tuple[Button, ...] | tuple[Chart, ...] | tuple[SeatColumn, ...]
"""One row of a page. Of a tuple as many stand side by side as there is room for; a plot and tiles fill the page."""


@dataclass(frozen=True, slots=True)
class StepModel:
    """A page: what is due (`headline`, `body`), what came of the last step (`banner`), what can be done.

    `keys` are the large choices; `tools` stand at the foot, the ways back unless others are named; `pictures` are shown
    above the words. `live`: the camera's picture is shown. `editing`: the title and text of what is being typed, which
    are `names` or not. `tabs` choose what the page shows; `rows` stand below its words.
    """

    title: str
    headline: str = ""
    body: tuple[str, ...] = ()
    banner: Banner | None = None
    keys: tuple[Button, ...] = ()
    tools: tuple[Button, ...] = field(default_factory=lambda: (back_button(), home_button()))
    pictures: tuple[Shown, ...] = ()
    live: bool = False
    editing: tuple[str, str] | None = None
    names: bool = False
    tabs: tuple[Button, ...] = ()
    rows: tuple[PageRow, ...] = ()

    @property
    def answers(self) -> tuple[Button | Tile, ...]:
        """What number keys pick: the large choices and the keys in rows, else the tabs."""
        found: list[Button | Tile] = [*self.keys]
        for row in self.rows:
            if isinstance(row, Tiles):
                found += row.tiles
            else:
                found += (
                    each for each in (row if isinstance(row, tuple) else (row,)) if isinstance(each, Button)
                )
        return tuple(found) or self.tabs
