"""Screens as values: the content of the table and every other page, and the touch of each key. No Kivy."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from companion.game import Contest, Event, Seat
from companion.journal import Reading
from companion.luck import Fell
from companion.sight import Table, Thing
from companion.weigh import Refuse
from ui.present.board import BoardModel, Mark, Pad, Piece, traces
from ui.present.drawn import DrawnBoard, MarkKind
from ui.present.touches import Goto, LeaveSteps, PageBack, Touch, TouchSquare, taken_by
from ui.words import _
from vision.calibration.verdict import Verdict
from vision.printed.marks import Drawing

if TYPE_CHECKING:
    from pathlib import Path

    from vision.sources.frames import Frame

Tone = Literal["calm", "ask", "refuse", "wait", "trouble", "good"]
Weight = Literal["plain", "main", "chosen", "danger", "quiet"]


@dataclass(frozen=True, slots=True)
class Button:
    """A key. `seat` gives its colour, and turns it towards that seat if there is room.

    Beside the words is `board` or `card`, the `emblem` of a game's id, or the file `photo`. `edge`: it stands
    at its seat's edge, turned towards it. `let_go`: the touch at the release of a held key; `stays`: a short
    touch does not release it.
    """

    words: str
    action: Touch
    weight: Weight = "plain"
    icon: str = ""
    detail: str = ""
    seat: Seat | None = None
    enabled: bool = True
    board: BoardModel | None = None
    card: Thing | None = None
    emblem: str = ""
    photo: str = ""
    edge: bool = False
    let_go: Touch | None = None
    stays: bool = False


def choice(words: str, action: Touch, chosen: object, icon: str = "", detail: str = "") -> Button:
    """A key among several, of which one or some are chosen."""
    return Button(words, action, "chosen" if chosen else "plain", icon, detail)


@dataclass(frozen=True, slots=True)
class Banner:
    """A prominent message: tone, short text, details."""

    tone: Tone
    words: str
    more: str = ""


def notice(tone: Tone, words: str, more: str = "") -> Banner | None:
    """A banner with these words; None without any."""
    return Banner(tone, words, more) if words else None


@dataclass(frozen=True, slots=True)
class Chip:
    """A seat: player, whether it is to act, the things beside the board, and its score."""

    seat: Seat
    name: str
    active: bool = False
    aside: tuple[str, ...] = ()
    score: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    words: str
    region: str
    action: Touch


@dataclass(frozen=True, slots=True)
class Roll:
    """A seat's die, penny or lot: the outcome (None: not yet), its words, and the touch that throws it.

    `running`: it has not come to rest, and the outcome is hidden.
    """

    seat: Seat
    name: str
    what: str
    value: int | str | None
    action: Touch
    words: str = ""
    running: bool = False


@dataclass(frozen=True, slots=True)
class Sign:
    """A seat's name in the board's place, legible across the table: who alone may look."""

    seat: Seat
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A card or pile among many: name, second line, numbers before and after.

    `lit`: chosen or takeable; `faded`: empty or not takeable. `less` takes one away again. `card`: the
    picture beside the name.
    """

    words: str
    action: Touch
    detail: str = ""
    before: str = ""
    after: str = ""
    lit: bool = False
    faded: bool = False
    mark: MarkKind | None = None
    less: Touch | None = None
    card: Thing | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """A field below a game's own board: words, `sign` under them, and more words `after` it.

    `action`: its touch, or None. `lit`: in view, or its turn; `keys` stand beside it.
    """

    words: str
    action: Touch | None = None
    after: str = ""
    sign: Drawing | None = None
    lit: bool = False
    mark: MarkKind | None = None
    keys: tuple[Button, ...] = ()


EventPicture = Thing | Drawing
"""The small picture beside an event's words: a card, or a game's drawing in a square."""
MOST_PICTURES = 3
"""Maximum pictures beside the words of an event."""


@dataclass(frozen=True, slots=True)
class Happened:
    """One of the last events: words, the touch that shows it, its seat and pictures.

    `lit`: the board shows it now. `contest`: the result that it decided.
    """

    seq: int
    words: str
    action: Touch
    seat: Seat | None = None
    pictures: tuple[EventPicture, ...] = ()
    lit: bool = False
    contest: Contest | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """Large numbers above the board: the acting seat's remainders, each with its word."""

    numbers: tuple[tuple[str, int], ...]
    switch: Button | None = None


@dataclass(frozen=True, slots=True)
class CloseUp:
    """One large card: name (empty if face down), `lines` in words, and its rules."""

    piece: Piece
    name: str = ""
    lines: tuple[str, ...] = ()
    says: str = ""


@dataclass(frozen=True, slots=True)
class GuideCard:
    """A hint of the first-game guide, or its offer: a strip above the board."""

    words: str
    keys: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class TableModel:
    """The screen of a game under way, in any state.

    `kind`: layout, play, dice, ask, refuse, lost, agree, square, menu, over, pick, coach; private: curtain,
    private, pad, muster. `answers`: a question's large choices; `tools`: the permanent buttons. In the
    board's place: `pad`, `sign`, one `card`, `tiles`, or a game's `own` board; `tally` stands above it.
    `notes` come below all keys, then `remark`, the box's comment on its position. `close_up`: the touched
    card, large, with the board in sight. `past`: the last events, the newest first. `contest`: the last
    event's result; `highlight`: that event if it deserves a moment.
    """

    kind: str
    headline: str
    chips: tuple[Chip, ...]
    board: BoardModel
    body: tuple[str, ...] = ()
    banner: Banner | None = None
    trouble: Banner | None = None
    tasks: tuple[Task, ...] = ()
    rolls: tuple[Roll, ...] = ()
    answers: tuple[Button, ...] = ()
    helps: tuple[Button, ...] = ()
    past: tuple[Happened, ...] = ()
    tools: tuple[Button, ...] = ()
    pad: Pad | None = None
    sign: Sign | None = None
    card: Thing | None = None
    close_up: CloseUp | None = None
    tiles: tuple[Tile, ...] = ()
    tally: Tally | None = None
    own: object = None
    notes: tuple[str, ...] = ()
    remark: str = ""
    contest: Contest | None = None
    highlight: Happened | None = None
    guide: GuideCard | None = None


# Marks on the board, which has regions, tiles, or a game's own squares. Such squares may have `marks` by
# name, and `ways` between them.


def pointing_to(model: TableModel, where: Collection[str], kind: MarkKind = "go") -> TableModel:
    """The model with these places marked; existing marks stay."""
    marked = {mark.region for mark in model.board.marks}
    marks = (
        *model.board.marks,
        *(Mark(name, kind, due=kind == "point") for name in sorted(set(where) - marked)),
    )
    tiles = tuple(
        replace(tile, mark=kind)
        if isinstance(tile.action, TouchSquare) and tile.action.square in where
        else tile
        for tile in model.tiles
    )
    board, own = replace(model.board, marks=marks), pointed(model.own, where, kind)
    return replace(model, board=board, tiles=tiles, own=own)


def pointed(own: Any, where: Collection[str], kind: MarkKind = "go") -> object:
    """An own board with these squares marked; existing marks stay, and one without marks is unchanged."""
    if not hasattr(own, "marks"):
        return own
    return replace(own, marks={**dict.fromkeys(sorted(where), kind), **own.marks})


def going(
    model: TableModel, table: Table, events: Sequence[Event], answer: Event | None = None
) -> TableModel:
    """The model with these events on its board instead of the last, and their answer in another colour."""
    marks, arrows = traces(events, table, "go")
    answered, back = traces(() if answer is None else (answer,), table, "take")
    where = {mark.region for mark in marks}
    marks = (*marks, *(mark for mark in answered if mark.region not in where))
    board = replace(model.board, marks=marks, arrows=(*arrows, *back))
    shown = pointing_to(replace(model, board=board), where)
    own: Any = shown.own
    ways = tuple((arrow.regions[0], arrow.regions[-1]) for arrow in arrows)
    return replace(shown, own=replace(own, ways=ways)) if hasattr(own, "ways") else shown


@dataclass(frozen=True, slots=True)
class SeatColumn:
    """A seat in the agreement: name, person or box, own choices, and its side (`where`, if worth telling)."""

    seat: Seat
    name: Button
    played_by: Button
    rows: tuple["OptionRow", ...]
    where: str = ""


@dataclass(frozen=True, slots=True)
class OptionRow:
    """An option: words, and choices as keys; a single key leads to a page for it."""

    words: str
    choices: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A journal's game on the home screen."""

    id: int
    game: str
    names: tuple[str, ...]
    when: str
    how: str
    entries: int
    ended: bool = False
    game_id: str = ""


@dataclass(frozen=True, slots=True)
class Settling:
    """People's handling of a question or refusal.

    `refused`: their report or take-back that a rule forbids; `whole_rule`: its text is shown in full;
    `agreed`: the seats that confirmed a take-back. `put_back`: the accepted verdict, being undone on the
    table; `book_right`: a resumed game's table is being restored. `none_of`: a question without a right
    answer.
    """

    refused: Refuse | None = None
    whole_rule: bool = False
    agreed: frozenset[Seat] = frozenset()
    put_back: object = None
    book_right: bool = False
    none_of: object = None


@dataclass(frozen=True, slots=True)
class TableFocus:
    """What people look at, apart from the game: nothing of it is recorded.

    `square`: the touched one; `menu`: it is open, or its reports, or a turning up; `picture`: the camera's
    picture is shown, `seen`: the detections instead of the book. `alone`: the seat that may look, `drawn`:
    its curtain is open. `picking`: an event is being reported, `picks`: its steps as (field, value),
    `counted`: the count of each card. `reading`: a correction to confirm. `past`: the entry on the board.
    `idle`: "done" was pressed without effect.
    """

    square: str | None = None
    menu: Literal["", "menu", "telling", "turn"] = ""
    picture: bool = False
    seen: bool = False
    settling: Settling = Settling()
    alone: Seat | None = None
    drawn: bool = False
    picking: bool = False
    picks: tuple[tuple[str, Any], ...] = ()
    counted: tuple[tuple[str | None, int], ...] = ()
    reading: Reading | None = None
    past: int | None = None
    idle: bool = False


# A page: title, words, keys and rows, all drawn by one screen.

MANY = 20
"""Keys of a list per page."""


def home_button() -> Button:
    """The key home; the game on the table is kept."""
    return Button(_("Home"), Goto("home"), "quiet", "home")


def back_button() -> Button:
    return Button(_("Back"), PageBack(), "quiet", "back")


def ways_out() -> tuple[Button, ...]:
    """The exits of step pages."""
    return Button(_("Back"), LeaveSteps(), "quiet", "back"), home_button()


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A picture (BGR) with a few words; equal only if it is the same object.

    `large`: it is seen or scanned from some distance.
    """

    image: Any
    words: str = ""
    large: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """Words in a style of their own, or in the colour of their `seat`."""

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
    """A counted thing: one key opens it, others change its count by one."""

    picture: Drawing
    words: str
    detail: str
    count: int
    open: Touch
    less: Touch
    more: Touch


@dataclass(frozen=True, slots=True)
class GameTile:
    """A game to choose: picture by id, description, players and duration, needed things."""

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
    """The standing of a past game; `game`: its id, empty if this version does not know it.

    `headline`: the winners on their colours, or the standing. `why`: the reason in a sentence, `rule`: its
    id. `standings`: seats with points, the winners `active`. `festive`: it was won just now. `facts`:
    duration, number of turns, date.
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
    """An entry in words: number, origin, time and note; `struck`: it does not count."""

    seq: int
    words: str
    by: str
    seat: Seat | None = None
    at: str = ""
    note: str = ""
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """The throws of one kind by a seat, or by all: bars and their meaning in words. `dice`: a die's faces."""

    name: str
    kind: str
    bars: tuple[Fell, ...]
    lines: tuple[str, ...]
    seat: Seat | None = None
    dice: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """A number of each seat over the turns: `values` by seat, before the first turn and after each.

    `below`: the unit of the lower edge.
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
    """Keys of one size, `across` side by side; an incomplete row comes first, with wider keys."""

    keys: tuple[Button, ...]
    across: int


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar to drag from 0 to `last`, reported by `go`; `marks`: highlighted places.

    `steps` beside it: first, back, play, forward, last.
    """

    at: int
    last: int
    go: Callable[[int], object]
    steps: tuple[Button, ...]
    marks: tuple[int, ...] = ()


def page_of(
    keys: Sequence[Button], page: int, turn: Callable[[int], Touch], before: str, after: str
) -> tuple[Button, ...]:
    """One page of many keys, with keys to the pages `before` and `after` through `turn`."""
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
"""A row of a page. Parts of a tuple share a line if there is room; plots, tiles and games fill it."""


@dataclass(frozen=True, slots=True)
class StepModel:
    """A page: the task (`headline`, `body`), the last step's result (`banner`), the choices.

    `keys`: large choices; `tools`: at the foot, by default the exits; `pictures`: above the words. `live`:
    the camera's picture is shown. `editing`: title and text of the field being typed, a name or not
    (`names`). `tabs` choose the content; `rows` stand below the words, `aside` beside them. `board` is drawn
    large, and `bar` leads through it. `cover`: the picture of a first page.
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
        """The choices of number keys: large choices and keys in rows, else beside the bar, else tabs."""
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


class Page(ABC):
    """A page with its state while it is on the desk's stack. `name`: identifies its screen."""

    name: str
    faces: "dict[str, Path] | None" = None
    """Folders of its card pictures by deck; None: those of the agreed game."""
    worn: tuple[str, ...] = ()
    """The colour of each seat's piece in the game that it shows, if seats have one."""

    then: "Touch | Page | None" = None
    """The touch or page that follows the one just taken."""
    parts: tuple[object, ...] = ()
    """Further objects whose methods its keys call."""

    def tick(self) -> bool:
        """Takes in news from elsewhere; returns whether the screen may have to change."""
        return False

    def left(self) -> None:  # noqa: B027 - most pages hold nothing
        """Releases its resources when it leaves the stack for good."""

    @abstractmethod
    def model(self) -> Any:
        """The content of the screen."""

    def take(self, touch: Touch, /) -> bool:
        """Handles a touch; False for one that belongs elsewhere."""
        return any(taken_by(each, touch) for each in (self, *self.parts))


class ShownPage(Page):
    """A page without touches of its own, apart from those of its `parts`."""

    def __init__(self, name: str, shown: Callable[[], StepModel], *parts: object) -> None:
        self.name, self._shown, self.parts = name, shown, parts

    def model(self) -> StepModel:
        return self._shown()


class StepFault(Exception):
    """An action that cannot begin or be written; one line for people."""


class StepPage(Page):
    """A page of several steps, until it is `given_up`."""

    given_up = False
    onlooker: Any = None
    """The `Onlooker` behind the page's camera, if it has one."""

    @property
    def frame(self) -> "Frame | None":
        """The camera's newest picture, if there is one."""
        return None if self.onlooker is None else self.onlooker.frame

    def start(self) -> None:
        """Begins the page's own work."""

    def left(self) -> None:
        if self.onlooker is not None:
            self.onlooker.close()

    def way_back(self) -> Touch:
        return LeaveSteps()

    def asks_before_home(self) -> bool:
        """Whether there is unsaved work to ask about before the first screen."""
        return False
