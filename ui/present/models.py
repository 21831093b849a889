"""Plain screen models: what a screen draws, and what each thing that can be touched asks for. No Kivy."""

from dataclasses import dataclass
from typing import Any, Literal

from companion.game import Contest, Seat
from companion.journal import Reading
from companion.sight import Thing
from companion.weigh import Refuse
from ui.present.board import BoardModel, Pad, Piece
from ui.present.drawn import MarkKind
from ui.present.touches import Touch
from vision.printed.marks import Drawing

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
