"""Screens as values: what the table and every other page show, and what each thing to be touched asks for. No Kivy."""

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
    """Something to press. `seat` paints it in a seat's colour and turns it towards that seat where there is room.

    `board` or `card` is the picture beside its words, or the emblem of the game with the id `emblem`, or the file
    `photo` of what a camera saw. `edge`: it stands at its seat's edge, turned towards it. `let_go`: it is held down,
    and this is what letting go asks for; `stays`: a short touch does not let go.
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
    """A key among several of which one, or some, are chosen."""
    return Button(words, action, "chosen" if chosen else "plain", icon, detail)


@dataclass(frozen=True, slots=True)
class Banner:
    """One thing that must be seen: its tone, a short text, and more of it."""

    tone: Tone
    words: str
    more: str = ""


def notice(tone: Tone, words: str, more: str = "") -> Banner | None:
    """The banner that says this; None where there is nothing to say."""
    return Banner(tone, words, more) if words else None


@dataclass(frozen=True, slots=True)
class Chip:
    """One seat: who sits there, whether it is to act, what lies beside the board, and what it has come to so far."""

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
    """A die, penny or lot for one seat: what fell (None = not yet), in words too, and what throws it.

    `running`: it has been thrown and has not come to rest; what fell is not to be seen yet.
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
    """A seat's name in the board's place, to be read from across the table: who alone may look."""

    seat: Seat
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A card or pile to be touched among many: its name, a second line, a number before and one after.

    `lit`: chosen, or what may be taken now; `faded`: nothing lies there, or it cannot be. `less` takes one away again.
    `card`: whose picture stands beside the name.
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
    """What stands below a game's own board: its words, and under them its `sign` and what more is said `after` it.

    `action`: what a touch asks for; None: nothing. `lit`: it is looked at, or its turn; `keys` stand beside it.
    """

    words: str
    action: Touch | None = None
    after: str = ""
    sign: Drawing | None = None
    lit: bool = False
    mark: MarkKind | None = None
    keys: tuple[Button, ...] = ()


EventPicture = Thing | Drawing
"""What was played, as a small picture beside an event's words: a card, or what a game draws in a square."""
MOST_PICTURES = 3
"""Most pictures beside the words of an event."""


@dataclass(frozen=True, slots=True)
class Happened:
    """One of the last events: its words, the touch that shows it on the board, whose it was, and what was played.

    `lit`: the board shows it now. `contest`: what it decided.
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
    """Large numbers above the board: what the seat to act has left, each with its word."""

    numbers: tuple[tuple[str, int], ...]
    switch: Button | None = None


@dataclass(frozen=True, slots=True)
class CloseUp:
    """One card large: its name (empty where it lies face down), `lines` in words, and what the rules say."""

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
    """The screen of a game under way, whatever it is doing.

    `kind`: layout, play, dice, ask, refuse, lost, agree, square, menu, over, pick, coach; curtain, private, pad and
    muster for one pair of eyes. `answers` are the large choices of a question, `tools` the buttons that are always
    there. In the board's place stand `pad`, `sign`, the picture of one `card`, `tiles`, or what a game's `own` board is
    drawn from; `tally` stands above it. `notes` stand below everything that can be touched, and after them `remark`,
    what the box says of how it stands. `close_up`: the card that was touched, large, where the board stays in sight.
    `past`: the last events, the newest first. `contest` is what the last event has decided; `highlight` is that event
    where it is worth a moment's look.
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


# Marks on the board, which is drawn from regions, from tiles, or from the squares of a game's own board. Such squares
# may have `marks` by their names, and `ways` from one to another.


def pointing_to(model: TableModel, where: Collection[str], kind: MarkKind = "go") -> TableModel:
    """The model with these places marked; one that has a mark keeps it."""
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
    """A board of squares with these marked; one that has a mark keeps it. Any other own board is unchanged."""
    if not hasattr(own, "marks"):
        return own
    return replace(own, marks={**dict.fromkeys(sorted(where), kind), **own.marks})


def going(
    model: TableModel, table: Table, events: Sequence[Event], answer: Event | None = None
) -> TableModel:
    """The model with these events on its board in the place of the last, and in another colour what answers them."""
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
    """One seat: its name, whether a person or the box plays it, what it chooses for itself, and where it sits.

    `where` is empty where that needs no saying.
    """

    seat: Seat
    name: Button
    played_by: Button
    rows: tuple["OptionRow", ...]
    where: str = ""


@dataclass(frozen=True, slots=True)
class OptionRow:
    """One option: its words, and its choices as buttons; one alone leads to where it is typed or many are chosen."""

    words: str
    choices: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A game of the journal as the home screen tells of it."""

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
    """What people do about what they were asked, or about what a rule forbids.

    `refused`: what they said, or asked to take back, that a rule forbids; `whole_rule`: that rule is shown whole;
    `agreed` are the seats that confirmed a take-back. `put_back` is the verdict that they have accepted and are putting
    right on the table; `book_right`: the table of a resumed game is being put as the book has it. `none_of` is a
    question to which no answer was right.
    """

    refused: Refuse | None = None
    whole_rule: bool = False
    agreed: frozenset[Seat] = frozenset()
    put_back: object = None
    book_right: bool = False
    none_of: object = None


@dataclass(frozen=True, slots=True)
class TableFocus:
    """What the people look at, apart from the game itself: nothing here is in the record.

    `square` was touched; `menu` is open, or what may be told from it, or a card is to be turned up; `picture` shows the
    camera's picture, `seen` the table as seen, in place of the book. `alone`: who alone may look now, and `drawn`: the
    curtain is drawn aside for them. `picking`: something is being told step by step, `picks` are the steps so far, as
    (field, value), and `counted` how many of each card there are. `reading`: a correction that is to be confirmed.
    `past`: the entry that the board shows. `idle`: "done" was pressed with nothing to do.
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


# A page: title, what is said, keys and rows. One screen draws them all.

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


class Page(ABC):
    """One page, with what it keeps while it stands on the desk's stack. `name`: by which its screen is found."""

    name: str
    faces: "dict[str, Path] | None" = None
    """Folders of the card pictures that it shows, by deck; None where the game agreed on has them."""
    worn: tuple[str, ...] = ()
    """The colours of the pieces that the seats of the game which it shows play, where each plays one."""

    then: "Touch | Page | None" = None
    """What was asked for by the touch that was taken: it is done, or shown, next."""
    parts: tuple[object, ...] = ()
    """What it shows of, besides itself: its keys carry methods of theirs too."""

    def tick(self) -> bool:
        """Takes in what came from elsewhere; whether the screen may have to change."""
        return False

    def left(self) -> None:  # noqa: B027 - most pages hold nothing
        """Lets go of what it holds and has opened while it stands on the stack: nobody comes back to it."""

    @abstractmethod
    def model(self) -> Any:
        """What the screen shows."""

    def take(self, touch: Touch, /) -> bool:
        """Does what a touch asks for; False for a touch that belongs elsewhere."""
        return any(taken_by(each, touch) for each in (self, *self.parts))


class ShownPage(Page):
    """A page without touches of its own; on it stand those of its `parts`."""

    def __init__(self, name: str, shown: Callable[[], StepModel], *parts: object) -> None:
        self.name, self._shown, self.parts = name, shown, parts

    def model(self) -> StepModel:
        return self._shown()


class StepFault(Exception):
    """Something that cannot be begun or written; one line for people."""


class StepPage(Page):
    """One such page, until it is `given_up`."""

    given_up = False
    onlooker: Any = None
    """What looks through a camera beside the page, an `Onlooker`, where one does."""

    @property
    def frame(self) -> "Frame | None":
        """The camera's newest picture, where one looks."""
        return None if self.onlooker is None else self.onlooker.frame

    def start(self) -> None:
        """Begins what runs by itself."""

    def left(self) -> None:
        if self.onlooker is not None:
            self.onlooker.close()

    def way_back(self) -> Touch:
        return LeaveSteps()

    def asks_before_home(self) -> bool:
        """Whether something is not saved: then people are asked before the first screen is shown."""
        return False
