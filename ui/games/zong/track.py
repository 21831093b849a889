"""ZONG as drawings: its board, pieces in towers or lying about, the cells below it, discs, and what an event shows."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import hypot
from typing import Final, Literal

from companion.game import Event, Over, Seat, Seats
from companion.games.zong import events
from companion.games.zong.board import GOAL, START, Board, Square
from companion.games.zong.events import Disc as Thrown
from companion.games.zong.events import Rest
from companion.games.zong.rules import turn
from companion.games.zong.state import BLUE, LIGHTNING, RISK, State
from ui.games.zong.printed import board_drawing
from ui.games.zong.words import disc_words
from ui.present.board import Piece
from ui.present.drawn import (
    CAPITAL,
    MARK_INKS,
    MarkKind,
    Window,
    arrow,
    lines_about,
    piece,
    piece_drawing,
    said,
)
from ui.present.models import MOST_PICTURES, Cell, EventPicture, Shown
from ui.present.touches import Touch, TouchSquare
from ui.words import _
from vision.printed.marks import (
    WHITE,
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
from vision.printed.pdf import picture_of
from vision.printed.shapes import box, circle, polygon

Kind = Literal["track", "red", "start", "goal", "idle"]
"""`idle`: a square not in use in this game."""
BARE: Final[Colour] = (230, 224, 209)
"""The ground of a board without a picture."""
NAMED: Final[Colour] = (33, 38, 82)
PLAIN: Final[dict[Kind, Colour]] = {
    "track": (255, 255, 255), "red": (238, 128, 116), "start": (168, 196, 230), "goal": (143, 213, 169),
    "idle": (221, 216, 204),
}  # fmt: skip
"""Colours of squares where the printed board is not shown."""
EDGES: Final[dict[Kind, Ink]] = {"red": (237, 107, 92), "start": (158, 194, 230)}
REACH: Final = 30.0
"""Tolerance of a touch in units from a piece's middle."""
RIM_MM: Final = 26.0
"""Rim of table in mm shown around the board; pieces further off are drawn at its edge."""
STEP_ACROSS, STEP_UP = 0.08, 0.3
"""Offsets of a piece from the one below it, as shares of its size, so that each of a tower shows."""
GROUND_PX_PER_MM = 3.0
DISC_INKS = ("disc-blue", "disc-violet", "disc-yellow")
Places = Mapping[str, tuple[float, float, int]]
"""By colour where each piece is drawn (mm), and the number of pieces below it."""


@lru_cache(maxsize=2)
def printed_ground(board: Board) -> Shown:
    """A board as printed, without tags and names of squares, which a screen writes larger."""
    return Shown(picture_of(board_drawing(board, bare=True), GROUND_PX_PER_MM))


def window(board: Board) -> Window:
    return (-RIM_MM, -RIM_MM, board.width_mm + 2 * RIM_MM, board.height_mm + 2 * RIM_MM)


class TapSpot(Touch, frozen=True):
    """A point (mm) of a board that is being mapped was touched."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Token:
    """A piece: its middle in mm, whose it is, and the number of pieces below it in its stack."""

    colour: str
    seat: Seat
    x: float
    y: float
    size_mm: float = 22.0
    level: int = 0
    lit: bool = False  # it is looked at
    done: bool = False  # it stands where it belongs
    doubtful: bool = False  # another answer lies near by
    faint: bool = False  # it is not there yet


@dataclass(frozen=True, slots=True)
class Way:
    """Where a piece goes: from its middle now to the middle of its square, in mm."""

    colour: str
    start: tuple[float, float]
    end: tuple[float, float]
    done: bool = False


@dataclass(frozen=True, slots=True)
class TrackModel:
    """A board as a number of seats plays on it."""

    board: Board
    seats: int = 0  # 0: it is being mapped, with outlines in place of the print
    part: Window | None = None  # what is drawn, else the board with its rim
    marks: Mapping[str, MarkKind] = field(default_factory=dict)
    tokens: tuple[Token, ...] = ()
    arrows: tuple[Way, ...] = ()
    cells: tuple[Cell, ...] = ()
    taps: bool = True  # pieces may be looked at
    drags: bool = False  # a piece may be dragged, which sends DragPiece
    spots: bool = False  # a touch anywhere sends TapSpot
    square: Callable[[str], Touch] = TouchSquare
    picture: Shown | None = None  # the camera's picture of the part, or of all that is mapped

    rim = 0.0

    @property
    def window(self) -> Window:
        return self.part or window(self.board)

    @property
    def across(self) -> int:
        """Number of cells side by side."""
        pairs = len(self.cells) == 4 or any(cell.keys for cell in self.cells)
        return min(len(self.cells), 2 if pairs else 3)

    @property
    def squares(self) -> Iterator[tuple[str, Kind, Square]]:
        """Each square with its name and kind; only the start with as many planets as seats is in use."""
        own = self.board.by_name.get(f"{START}{self.seats}")
        for square in self.board.squares:
            kind: Kind = "red" if square.red else "track"
            if not square.name.isdecimal():
                used = square is own or not self.seats
                kind = "goal" if square.name == GOAL else "start" if used else "idle"
            yield START if square is own else square.name, kind, square

    def drawn(self, unit: float, _names: tuple[str, ...] = (), _large: float = 1.0, /) -> Drawing:
        """The ground, the squares, where pieces go, and the pieces, stacks from below; without words of people."""
        _left, _near, wide, high = self.window
        marks: list[Mark] = [Block(0, 0, wide, high, "table")]
        if self.picture is not None:
            left, near, across, up = self.window if self.seats else window(self.board)
            marks.append(Image(*self.at(left, near + up), across, up, self.picture.image))
        ground = _ground(self.board, self.seats, self.window, unit, bare=self.picture is None)
        marks.append(Placed(ground, 0, 0))
        for name, kind, square in self.squares:
            # The mark of a square, and what a touch on it sends.
            middle, side = self.at(square.x, square.y), square.side
            x, y = middle[0] - side / 2, middle[1] - side / 2
            rings: list[Mark] = []
            mark = self.marks.get(name)
            if mark in ("chore", "wrong"):
                inset = 1.5 * unit
                ring = box(x + inset, y + inset, side - 2 * inset, side - 2 * inset)
                rings.append(Shape(ring, edge=MARK_INKS[mark], edge_mm=4 * unit))
            elif mark is not None:
                for ink, thick in ((NAMED, 4.4), ("chosen", 2.4)):
                    rings.append(Shape(box(x, y, side, side), edge=ink, edge_mm=thick * unit))
            touch: Touch | None = None
            if kind != "idle" and self.spots:
                touch = TapSpot(round(square.x, 1), round(square.y, 1))
            elif kind != "idle" and (self.taps or self.drags):
                touch = self.square(name)
            marks.append(Part(name, *middle, tuple(rings), touch=touch, words=name, w=side, h=side))
        # A bright arrow from a piece to where it goes; a way already gone is thin and quiet.
        for way in self.arrows:
            start, end = self.at(*way.start), self.at(*way.end)
            if hypot(end[0] - start[0], end[1] - start[1]) < 6 * unit:
                continue
            drawn = arrow([start, end], 15 * unit, f"piece-{way.colour}", unit)
            if way.done:
                line = polygon([start, end])
                drawn = (Shape(line, edge="line", edge_mm=1.6 * unit, opacity=0.8, closed=False),)
            marks.append(Part(way.colour, *start, drawn))
        for token in self.tokens:
            # A piece in its ring; over a picture, which shows it, only the ring of the one in question.
            (x, y), size = self.at(token.x, token.y), token.size_mm
            wood: list[Mark] = []
            if self.picture is None:
                loud, strength = token.lit or token.doubtful, 0.4 if token.faint else 1.0
                about = "chosen" if token.lit else "warning" if token.doubtful else "night"
                edge = (2.6 if loud else 1.0) * unit
                wood.append(Disc(x, y, size + 2 * edge, about, opacity=strength))
                wood += wood_marks(token.colour, token.seat, x, y, size, strength, done=token.done)
            elif token.lit:
                for ink, thick in (("night", 4.8), ("warning", 2.4)):
                    wood.append(Shape(circle(x, y, size / 2), edge=ink, edge_mm=thick * unit))
            touch = self.on_piece(token.colour) if self.taps else None
            moves = self.picture is None and not token.faint
            part = Part(
                token.colour, x, y, tuple(wood), touch=touch, words=_(token.colour), w=size, h=size,
                reach=max(REACH * unit, size / 2), carried="point" if self.drags else "", level=token.level,
                thing=Piece("disc", token.colour, x, y) if moves else None,
            )  # fmt: skip
            marks.append(part)
        if self.spots:
            marks.append(Part("", wide / 2, high / 2, (), touch=TapSpot, w=wide, h=high))
        return Drawing("board", wide, high, tuple(marks))

    def on_piece(self, _colour: str) -> Touch | None:
        """What a touch on a piece sends, if pieces may be looked at."""

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the board in the drawing."""
        left, near, _wide, high = self.window
        return x - left, near + high - y


def wood_marks(
    colour: str, seat: Seat, x: float, y: float, size: float, strength: float = 1.0, *, done: bool
) -> Iterator[Mark]:
    """A piece with its seat's shape on it, or with a tick if it is where it belongs."""
    yield from piece(colour, None if done else seat, x, y, size, strength)
    if done:
        side = size * 0.6
        yield Art(x - side / 2, y - side / 2, side, side, "done", deck="icon", ink=f"on-piece-{colour}")


@lru_cache(maxsize=8)
def _ground(board: Board, seats: int, part: Window, unit: float, *, bare: bool) -> Drawing:
    """What never changes during a game: the board, unless a picture shows it, and the names of its squares.

    The names stand in the lower left corner, where a tower leaves them free; S and Z where nothing is printed.
    """
    model, found = TrackModel(board, seats, part), list[Mark]()
    boxes = [
        (name, kind, (*model.at(square.x - square.side / 2, square.y + square.side / 2), square.side, square.side))
        for name, kind, square in model.squares
    ]  # fmt: skip
    whole = (*model.at(0, board.height_mm), board.width_mm, board.height_mm)
    # Without a picture of the board, the ground is empty while it is mapped, and as printed in a game.
    if bare and not seats:
        found.append(Block(*whole, BARE))
    elif bare:
        instead: list[Mark] = [Block(*whole, BARE)]
        for _name, kind, square in boxes:
            instead += [Block(*square, PLAIN[kind]), Shape(box(*square), edge=NAMED, edge_mm=0.4 * unit)]
        found.append(Image(*whole, printed_ground(board).image, tuple(instead)))
    # Outlines while it is mapped, in a game a veil over unused squares; then the names.
    for name, kind, (x, y, side, _high) in boxes:
        if not seats:
            for ink, thick, opacity in (("night", 3.6, 0.8), (EDGES.get(kind, "chosen"), 1.8, 1.0)):
                found.append(Shape(box(x, y, side, side), edge=ink, edge_mm=thick * unit, opacity=opacity))
        elif kind == "idle":
            found.append(Block(x, y, side, side, (230, 230, 235), opacity=0.72))
        signs = {} if seats else {"goal": "Z", "start": f"S{name[-1]}"}
        words = name if name.isdecimal() else signs.get(kind, "")
        if not words:
            continue
        size, low = min(side * 0.5, 20 * unit), y + side
        at = (x + 1.5 * unit, low - 0.23 * size, words, size * CAPITAL)
        if seats:
            found.append(Label(*at, (255, 255, 255) if kind == "red" else NAMED, font="bold"))
        else:
            ground = (x, low - 1.17 * size, 0.6 * size * len(words) + 3 * unit, 1.17 * size)
            found += [Block(*ground, "night", opacity=0.75), Label(*at, "text")]
    return Drawing("track", part[2], part[3], tuple(found))


# where pieces stand and lie


def standing(state: State) -> dict[str, tuple[float, float, int]]:
    """By colour where each piece stands by the book (mm), and the number of pieces below it."""
    board, found = state.board, dict[str, tuple[float, float, int]]()
    for place, tower in enumerate(state.squares):
        if place == 0:
            found |= on_start(state, tower)
            continue
        square = board.by_name[board.named(place)]
        for level, seat in enumerate(tower):
            x, y = stacked(board, square.x, square.y, level)
            found[state.agreed.colours[seat]] = (x, y, level)
    return found


def on_start(state: State, tower: tuple[Seat, ...]) -> dict[str, tuple[float, float, int]]:
    """The pieces on the start side by side, two a row."""
    board = state.board
    square, rows = board.start_for(state.seats), -(-len(tower) // 2)
    step = board.piece_mm * 1.02
    found = {}
    for n, seat in enumerate(tower):
        row, column = divmod(n, 2)
        across = 0.0 if n == len(tower) - 1 and len(tower) % 2 else (column - 0.5) * step
        x = max(square.x + across, board.radius_mm * 0.9 if across else 0.0)
        found[state.agreed.colours[seat]] = (x, square.y + ((rows - 1) / 2 - row) * step, 0)
    return found


def stacked(board: Board, x: float, y: float, level: int) -> tuple[float, float]:
    """Where the piece on a level of a stack is drawn."""
    return x + level * STEP_ACROSS * board.piece_mm, y + level * STEP_UP * board.piece_mm


def shown_at(board: Board, rest: Rest, home: tuple[float, float]) -> tuple[float, float]:
    """Where a flicked piece is drawn: where it lies, else where words put it, at most at the rim."""
    if rest.x is not None and rest.y is not None:
        x, y = rest.x, rest.y
    elif rest.goal:
        x, y = board.goal.x, board.goal.y
    elif rest.off_board:
        x, y = home[0], -RIM_MM
    else:
        name = rest.square or (rest.between[0] if rest.between else "")
        square = board.by_name.get(name)
        x, y = (square.x, square.y) if square is not None else home
    edge = RIM_MM - board.radius_mm * 0.7
    return (
        min(max(x, -edge), board.width_mm + edge),
        min(max(y, -edge), board.height_mm + edge),
    )


def rested(state: State) -> dict[str, Rest]:
    """By colour where each flicked piece came to rest."""
    return {state.agreed.colours[seat]: rest for seat, rest in state.rest}


def lying(state: State, told: Mapping[str, Rest] = {}) -> dict[str, tuple[float, float, int]]:
    """Where each piece lies: flicked ones where they came to rest, booked or `told`, the others as they stand."""
    now = standing(state)
    found = dict(now)
    raised: list[tuple[float, float]] = []
    for colour, rest in {**rested(state), **told}.items():
        x, y = shown_at(state.board, rest, now[colour][:2])
        level = sum(hypot(x - other, y - another) < state.board.piece_mm * 0.5 for other, another in raised)
        raised.append((x, y))
        found[colour] = (*stacked(state.board, x, y, level), level)
    return found


def tokens(
    state: State,
    places: Places,
    lit: str | None = None,
    done: Iterable[str] = (),
    doubtful: Iterable[str] = (),
) -> tuple[Token, ...]:
    """A token for each piece, the lowest first."""
    some, unsure = frozenset(done), frozenset(doubtful)
    found = [
        Token(
            colour, seat, *places[colour][:2], state.board.piece_mm, places[colour][2],
            colour == lit, colour in some, colour in unsure,
        )
        for seat, colour in enumerate(state.agreed.colours)
    ]  # fmt: skip
    return tuple(sorted(found, key=lambda token: (token.level, token.seat)))


def plain_track(
    state: State, marks: Mapping[str, MarkKind] | None = None, kind: type[TrackModel] = TrackModel
) -> TrackModel:
    return kind(state.board, state.seats, marks=marks or {}, tokens=tokens(state, lying(state)))


# the cells below the board


def seat_cells(state: State, names: tuple[str, ...]) -> tuple[Cell, ...]:
    """Each seat with its piece, and a small disc for each that it owns."""
    now, colours = turn(state), state.agreed.colours
    active = now.winners if isinstance(now, Over) else now.seats if isinstance(now, Seats) else ()
    return tuple(
        Cell(name, sign=_owning(colours[seat], seat, state.hands[seat]), lit=seat in active)
        for seat, name in enumerate(names)
    )


@lru_cache(maxsize=64)
def _owning(colour: str, seat: Seat, discs: tuple[int, int, int]) -> Drawing:
    inks = [ink for ink, count in zip(DISC_INKS, discs, strict=True) for _disc in range(count)]
    owned = tuple(Disc(52 + n * 23, 16, 20, ink) for n, ink in enumerate(inks))
    return Drawing("owning", 42 + 23 * max(len(inks), 5), 32, (*piece_drawing(colour, seat).marks, *owned))


# the discs of a throw

BLANK: Final = {BLUE: "disc-blue", RISK: "disc-risk", LIGHTNING: "disc"}
"""Names of blank discs' pictures, before what is on them."""
FADED: Final = 0.36
"""Opacity of a disc face that cannot have fallen."""
LIT: Final = 0.9
"""Size of a disc within the ring that lights it, as a share."""
WIDE, HIGH, THROW_HIGH = 220.0, 200.0, 60.0
"""Size of the drawing of discs in mm, and the height of the throw in it."""
SIDES: Final = 42.0
"""Width in mm at both ends of the throw: whose it is, and its sum."""


def disc_marks(
    disc: Thrown, x: float, y: float, size: float, *, lit: bool = False, faded: bool = False
) -> Iterator[Mark]:
    """One face of a disc around a point, with its number where there is no picture of it."""
    if lit:
        yield Disc(x, y, size, "chosen")
        size *= LIT
    blank, opacity = BLANK[disc.disc], FADED if faded else 1.0
    place = (x - size / 2, y - size / 2, size, size)
    number = said(x, y, str(disc.face), size * 0.5, "quiet" if faded else WHITE)
    yield Art(*place, f"{blank}-{disc.face}", (Art(*place, blank, opacity=opacity), number), opacity=opacity)


@dataclass(frozen=True, slots=True)
class DiscFace:
    """One face of a disc, and what a touch on it sends."""

    disc: Thrown
    action: Touch
    lit: bool = False  # the disc fell so
    faded: bool = False  # it cannot have fallen so, by what is told

    @property
    def words(self) -> str:
        return disc_words(self.disc)

    def part(self, x: float, y: float, size: float) -> Part:
        marks = tuple(disc_marks(self.disc, x, y, size * 0.94, lit=self.lit, faded=self.faded))
        return Part(
            self.words, x, y, marks, touch=self.action, words=self.words, w=size, h=size, reach=size / 2
        )


@dataclass(frozen=True, slots=True)
class ThrowModel:
    """The discs of the thrower, each as its faces, and those that fell; a touch on a fallen one takes it back."""

    seat: Seat  # who throws
    piece: str  # the colour of the own piece
    discs: tuple[tuple[DiscFace, ...], ...]
    fallen: tuple[DiscFace, ...]
    places: int  # number of discs in a throw
    total: int  # sum of the numbers
    total_words: str
    words: str

    window = (0.0, 0.0, WIDE, HIGH)
    rim, keyed = 0.0, True

    def drawn(self, unit: float, _names: tuple[str, ...] = (), large: float = 1.0, /) -> Drawing:
        """The throw above, the discs below it two a row, the faces of each side by side on one ground."""
        across, middle, end = (WIDE - 2 * SIDES) / self.places, THROW_HIGH / 2, WIDE - SIDES / 2
        marks: list[Mark] = [Block(0, 0, WIDE, THROW_HIGH, "raised", round_mm=10 * unit)]
        marks.append(Placed(piece_drawing(self.piece, self.seat), SIDES / 2 - 16, middle - 24))
        marks += lines_about(self.words, SIDES / 2, THROW_HIGH - 12, SIDES - 6, 16, unit, large, "quiet")
        for n in range(self.places):
            x, size = SIDES + (n + 0.5) * across, min(across, THROW_HIGH) - 4
            if n < len(self.fallen):
                marks.append(self.fallen[n].part(x, middle, size))
            else:
                marks.append(Shape(circle(x, middle, size * 0.44), edge="line", edge_mm=0.03 * size))
        marks.append(said(end, middle - 6, str(self.total), 32, "text", SIDES - 6))
        marks += lines_about(self.total_words, end, THROW_HIGH - 12, SIDES - 6, 16, unit, large, "quiet")
        rows = -(-len(self.discs) // 2)
        high = (HIGH - THROW_HIGH) / rows
        size = min(high - 6, (WIDE / 2 - 12) / 2)
        for n, faces in enumerate(self.discs):
            alone = n == len(self.discs) - 1 and n % 2 == 0
            x, y = WIDE * (0.5 if alone else 0.25 + n % 2 / 2), THROW_HIGH + (n // 2 + 0.5) * high
            marks.append(
                Block(x - WIDE / 4 + 2, y - high / 2 + 2, WIDE / 2 - 4, high - 4, "surface", round_mm=high / 2 - 2)
            )  # fmt: skip
            step = (WIDE / 2 - 8) / len(faces)
            for m, face in enumerate(faces):
                marks.append(face.part(x + (m + 0.5 - len(faces) / 2) * step, y, size))
        return Drawing("discs", WIDE, HIGH, tuple(marks))


# what an event shows beside its words: the discs that fell, the tower that moved, the piece in question

_FLICKED = Thrown(LIGHTNING, "lightning")
SIDE, STEP = 100.0, 0.28
"""Side of a picture, and the step of a tower as a share of a piece's size."""


def event_pictures(state: State, event: Event) -> tuple[EventPicture, ...]:
    match event:
        case events.Threw():
            return tuple(map(disc, event.discs))
        case events.Zonged() | events.Passed():
            return (disc(_FLICKED),)
        case events.Advanced():
            own = state.agreed.colours[event.seat]
            return _tower(state, event.order or (*event.taken, own))
        case events.FellBack():
            return _tower(state, (state.agreed.colours[event.seat],))
        case events.Cleaned():
            towers = [each for colour in event.moves for each in _tower(state, (colour,))]
            return tuple(towers[:MOST_PICTURES])
        case events.Disputed() | events.Ruled():
            return _tower(state, (event.colour,))
        case events.Voted():
            return _tower(state, (event.colour or state.vote.asked,))
        case events.Starts():
            return _tower(state, (state.agreed.colours[event.youngest],))
    return ()


@lru_cache(maxsize=16)
def disc(one: Thrown) -> Drawing:
    return Drawing("disc", SIDE, SIDE, tuple(disc_marks(one, SIDE / 2, SIDE / 2, SIDE)))


def _tower(state: State, colours: tuple[str, ...]) -> tuple[Drawing, ...]:
    """A picture of these pieces on each other; none where a name is no piece's."""
    pieces = tuple((colour, state.agreed.seat(colour)) for colour in colours)
    return () if any(seat is None for _colour, seat in pieces) else (tower(pieces),)


@lru_cache(maxsize=128)
def tower(pieces: tuple[tuple[str, Seat | None], ...]) -> Drawing:
    """Pieces on each other, the lowest first."""
    wide = SIDE / (1 + STEP * (len(pieces) - 1))
    marks = [
        mark
        for level, (colour, seat) in enumerate(pieces)
        for mark in piece(colour, seat, SIDE / 2, SIDE - wide / 2 - level * STEP * wide, wide)
    ]
    return Drawing("tower", SIDE, SIDE, tuple(marks))
