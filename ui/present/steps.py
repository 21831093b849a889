"""A page as a value: title, what is said, keys and rows, in plain data. One screen draws them all. No Kivy."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.game import Contest, Seat
from companion.luck import Fell
from ui.present.desk_touches import Goto, PageBack
from ui.present.drawn import DrawnBoard
from ui.present.models import Banner, Button, Chip, OptionRow, SeatColumn, Tile
from ui.present.touches import LeaveSteps, Touch
from ui.words import _
from vision.calibration.verdict import Verdict
from vision.printed.marks import Drawing

MANY = 20
"""Keys of a list on one page."""


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
    """Words that look otherwise than those of a body; in the colour of a `seat` whose they are."""

    words: str
    size: Literal["title", "large", "heading", "small", "note"]
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Numbers:
    numbers: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class WonOf:
    words: str
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class Gauge:
    words: str
    found: int
    most: int


@dataclass(frozen=True, slots=True)
class Counted:
    """Something that is counted: a touch opens it, others make it one less or one more."""

    picture: Drawing
    words: str
    detail: str
    count: int
    open: Touch
    less: Touch
    more: Touch


@dataclass(frozen=True, slots=True)
class GameTile:
    """One game to be chosen: its picture by its id, what it is, who plays how long, and what must be on the table."""

    id: str
    words: str
    gist: str
    players: str
    minutes: str
    needs: str
    action: Touch
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game stands that is looked back on; `game` is its id, empty where this version knows none such.

    `headline`: who has won, on the colours of the `winners`, or how it stands. `why`: how it was won, in a sentence,
    and `rule` the rule that says so. `standings`: the seats with their points, who has won `active`. `festive`: it was
    won just now. `facts`: how long it took, how many turns, when it was.
    """

    headline: str
    winners: tuple[Seat, ...] = ()
    why: str = ""
    rule: str = ""
    standings: tuple[Chip, ...] = ()
    facts: tuple[str, ...] = ()
    festive: bool = False
    game: str = ""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One entry in words: its number, how it came in and when, and a note of it; `struck`: it does not count."""

    seq: int
    words: str
    by: str
    seat: Seat | None = None
    at: str = ""
    note: str = ""
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """What one seat, or all of them, threw of one kind: bars, and in words what they say. `dice`: faces are a die's."""

    name: str
    kind: str
    bars: tuple[Fell, ...]
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
class Tiles:
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class KeyPad:
    """Keys of one size, `across` side by side; those that are left over stand first and are wider."""

    keys: tuple[Button, ...]
    across: int


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar to drag from 0 to `last`, which `go` is told; `marks`: the places that stand out.

    `steps` stand beside it: to the first place, back, on by itself, on, to the last.
    """

    at: int
    last: int
    go: Callable[[int], object]
    steps: tuple[Button, ...]
    marks: tuple[int, ...] = ()


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


Part = Said | Numbers | WonOf | Gauge | Counted | GameTile | Ending | HistoryLine | Chart | KeyPad | Verdict
OneRow = Part | str | Banner | Button | OptionRow | SeatColumn | Chip | Contest
PageRow = OneRow | tuple[OneRow, ...] | Plot | Tiles
"""One row of a page. Of a tuple as many stand side by side as there is room for; plots, tiles and games fill it."""


@dataclass(frozen=True, slots=True)
class StepModel:
    """A page: what is due (`headline`, `body`), what came of the last step (`banner`), what can be done.

    `keys` are the large choices; `tools` stand at the foot, the ways back unless others are named; `pictures` are shown
    above the words. `live`: the camera's picture is shown. `editing`: the title and text of what is being typed, which
    are `names` or not. `tabs` choose what the page shows; `rows` stand below its words, and `aside` beside them.
    `board` is drawn large, and `bar` leads through it. `cover`: the picture of a first page.
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
    aside: tuple[PageRow, ...] = ()
    board: DrawnBoard | None = None
    bar: Bar | None = None
    cover: str = ""

    @property
    def answers(self) -> tuple[Button | Tile | GameTile, ...]:
        """What number keys pick: the large choices and the keys in rows, else those beside the bar, else the tabs."""
        found: list[Button | Tile | GameTile] = [*self.keys]
        for row in (*self.rows, *self.aside):
            if isinstance(row, Tiles):
                found += row.tiles
            elif isinstance(row, KeyPad):
                found += row.keys
            else:
                many = row if isinstance(row, tuple) else (row,)
                found += (each for each in many if isinstance(each, Button | GameTile))
        return tuple(found) or (self.tabs if self.bar is None else self.bar.steps)
