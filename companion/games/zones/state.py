"""The frozen state of a game of ZoneS, and what was agreed before it."""

from collections import Counter
from functools import cache, cached_property, lru_cache
from typing import Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from companion.game import Meaning, Option, Over, Seat, Setup, SetupFault, Value
from companion.games.zones.pieces import TERRAINS, Kind, army, facts, side_title
from companion.kits.grid import EIGHT, Grid
from companion.kits.options import options_in
from companion.language import _, one_of

# The board of ZoneS: squares with their neighbours, the straight lines from each, and the two halves.
#
# "Adjacent" and "surrounding" always mean all eight neighbours (ledger ZN-10).


Line = tuple[int, ...]
"""The squares in one direction, nearest first."""


class Field(Grid):
    """A board with everything precomputed that moves need; directions are numbered as in `EIGHT`."""

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """By square its neighbours, at most eight."""
        return self.steps(0, EIGHT)

    @cached_property
    def lines(self) -> tuple[tuple[Line, ...], ...]:
        """By square and direction the squares up to the board's edge."""
        return tuple(
            tuple(self._line(square, direction) for direction in range(len(EIGHT)))
            for square in range(len(self))
        )

    @cached_property
    def apart(self) -> tuple[tuple[int, ...], ...]:
        """By pairs of squares their distance in steps, diagonal ones included."""
        places = [divmod(square, self.columns) for square in range(len(self))]
        return tuple(
            tuple(max(abs(row - other), abs(column - across)) for other, across in places)
            for row, column in places
        )

    @cached_property
    def halves(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """By seat the squares of its own half, its first row first."""
        rows = range(self.rows // 2)
        mine, theirs = (tuple(n for row in rows for n in self.row(seat, row)) for seat in (0, 1))
        return mine, theirs

    def is_own(self, seat: Seat, square: int) -> bool:
        return square in self.halves[seat]

    def between(self, start: int, to: int) -> tuple[int, Line] | None:
        """The direction from one square to another and the squares between; None: no straight line leads there."""
        for direction, line in enumerate(self.lines[start]):
            if to in line:
                return direction, line[: line.index(to)]
        return None

    def _line(self, square: int, direction: int) -> Line:
        found: list[int] = []
        at = self.step(0, square, EIGHT[direction])
        while at is not None:
            found.append(at)
            at = self.step(0, at, EIGHT[direction])
        return tuple(found)


board_field = cache(Field)


OPTIONS = options_in("companion.games.zones")
SIDES, BLUE, ARMIES, POINTS, BOARD, BAG, ENTERING, TWICE, DESTROYING, STUCK = OPTIONS


T = TypeVar("T")
Phase = Literal["set-up", "coin", "play"]
Piles = tuple[tuple[str, ...], tuple[str, ...]]
EACH = 9
"""Tiles of each terrain in the bag, unless any number was agreed on (ledger 5.4)."""
BASE_ID = "base"
"""The name of a destroyed base among the captures."""


class Agreed(Meaning):
    """The values derived from a set-up. Raises SetupFault.

    `sides` and `armies` (sorted) by seat; `tiles`: of each half besides its base; `each`: maximum tiles of one kind
    in the bag. `entering`: pieces may enter on restricted terrain; `friendless`, `any_move`, `by_cost`: the other
    readings of `twice`, `destroying` and `stuck`.
    """

    def __init__(self, setup: Setup) -> None:
        def said(option: Option) -> Value:
            return setup.option(option.name, option.default)

        known = facts(setup.facts)
        super().__init__(setup)
        self.setup, self.kinds, self.roster = setup, known.kinds, known.roster
        one, other = str(said(SIDES)).split(",")
        for side in (one, other):
            if side not in known.sides:
                expected = _("for each player {choices}").format(choices=one_of(known.sides))
                raise SetupFault(SIDES.name, expected, side)
        self.sides, points = (one, other), said(POINTS)
        assert isinstance(points, int)
        mine, theirs = str(said(ARMIES)).split(",")
        self.armies = (army(known, one, points, mine), army(known, other, points, theirs))
        columns, rows = map(int, str(said(BOARD)).split("x"))
        self.board, self.tiles = board_field(columns, rows), columns * rows // 2 - 1
        self.each = EACH if said(BAG) == "nine" else EACH * len(TERRAINS)
        self.entering, self.friendless = said(ENTERING) == "any", said(TWICE) == "friendless"
        self.any_move, self.by_cost = said(DESTROYING) == "any", said(STUCK) == "cost"

    def colour(self, seat: Seat) -> str:
        """The colour of a seat's tiles and tokens, `blue` or `white`; the set has one side of each (ZN-04)."""
        blue = self.setup.option(BLUE.name, BLUE.default)
        blue_seat = self.sides.index(str(blue)) if blue in self.sides else 0
        return "blue" if seat == blue_seat else "white"

    def seat_of(self, piece: str) -> Seat | None:
        """The seat with such pieces; None: nobody has them."""
        kind = self.kinds.get(piece)
        return self.sides.index(kind.side) if kind is not None and kind.side in self.sides else None


agreed = lru_cache(maxsize=256)(Agreed)
"""The values derived from a set-up. Raises SetupFault."""


class Piece(msgspec.Struct, frozen=True, gc=False):
    seat: Seat
    kind: Kind


Squares = tuple[Piece | None, ...]


class Half(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was told of one half behind the screen, right or wrong."""

    base: str = ""  # a square
    tiles: tuple[tuple[str, str], ...] = ()  # (terrain, square)
    pieces: tuple[tuple[str, str], ...] = ()  # (piece, square)
    whole: bool = False  # its seat says it is ready
    twice: tuple[str, ...] = ()  # squares on which more than one tile was seen


class Untidy(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The captured `piece` may still lie on the square `at`; `back`: a piece that returns to its owner's reserve."""

    at: str
    piece: str
    back: str = ""


class Screen(msgspec.Struct, frozen=True, gc=False):
    """What is known of the halves before the screen is lifted."""

    halves: tuple[Half, Half] = (Half(), Half())  # as told, for that seat alone; the rest is public
    based: tuple[bool, bool] = (False, False)
    drawn: tuple[int, int] = (0, 0)  # number of tiles that each laid
    drew: Seat | None = None  # who drew last
    ready: tuple[bool, bool] = (False, False)

    def told(self, seat: Seat, **own: Any) -> "Screen":
        """The screen with changed values for one seat."""
        return replace(
            self, **{name: with_own(getattr(self, name), seat, value) for name, value in own.items()}
        )


NO_SCREEN = Screen()


class Pool(msgspec.Struct, frozen=True, gc=False):
    """The pieces of each seat."""

    reserve: Piles  # sorted
    forces: Piles  # all in the game
    captured: Piles = ((), ())  # by captor

    def into(self, pile: str, seat: Seat, *pieces: str) -> "Pool":
        piles: Piles = getattr(self, pile)
        own = (*piles[seat], *pieces)
        return replace(
            self, **{pile: with_own(piles, seat, tuple(sorted(own)) if pile == "reserve" else own)}
        )

    def out_of(self, pile: str, seat: Seat, piece: str) -> "Pool":
        """The pool without the piece of a kind that came last to a seat's pile; unchanged if there is none."""
        piles: Piles = getattr(self, pile)
        if piece not in (own := piles[seat]):
            return self
        at = len(own) - 1 - own[::-1].index(piece)
        return replace(self, **{pile: with_own(piles, seat, own[:at] + own[at + 1 :])})


class State(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything that matters for how the game goes on; squares are numbered as on the board's grid."""

    agreed: Agreed
    terrain: tuple[str, ...]
    bases: tuple[int, int]
    board: Squares
    pool: Pool
    phase: Phase = "play"
    turn: Seat = 0
    choosing: bool = False  # the seat whose turn it is must say which piece returns
    skipped: Seat | None = None  # who could do nothing and missed the turn just before
    untidy: tuple[Untidy, ...] = ()
    screen: Screen = NO_SCREEN
    over: Over | None = None

    def square(self, name: str) -> int | None:
        """The number of a square; None: there is no such square."""
        return self.agreed.board.numbers.get(name)

    def at(self, name: str) -> Piece | None:
        """The piece on a square; None also for an unknown square."""
        number = self.square(name)
        return None if number is None else self.board[number]

    def own(self, seat: Seat) -> list[tuple[int, Piece]]:
        """The pieces of a seat on the board, each with the number of its square."""
        return [(n, piece) for n, piece in enumerate(self.board) if piece is not None and piece.seat == seat]

    def home(self, seat: Seat) -> tuple[int, ...]:
        """The home tiles of a seat: all that surround its base."""
        base = self.bases[seat]
        return self.agreed.board.near[base] if base >= 0 else ()

    def cost(self, seat: Seat) -> int:
        """The cost of all of a seat's captures; a base counts nothing (ZN-31)."""
        kinds = self.agreed.kinds
        return sum(kinds[piece].cost for piece in self.pool.captured[seat] if piece in kinds)

    def with_squares(self, changes: dict[int, Piece | None]) -> Squares:
        board = list(self.board)
        for number, piece in changes.items():
            board[number] = piece
        return tuple(board)

    def seat_name(self, seat: Seat) -> str:
        name = self.agreed.setup.player(seat)
        if name or seat not in (0, 1):
            return name or _("Player {n}").format(n=seat + 1)
        return _("Team {name}").format(name=side_title(self.agreed.sides[seat]))


def start(setup: Setup) -> State:
    """The screen is down, nothing lies on the board, all pieces are in reserve. Raises SetupFault."""
    given = agreed(setup)
    size = len(given.board)
    return State(
        agreed=given,
        terrain=("",) * size,
        bases=(-1, -1),
        board=(None,) * size,
        pool=Pool(reserve=given.armies, forces=given.armies),
        phase="set-up",
    )


def with_own(both: tuple[T, T], seat: Seat, own: T) -> tuple[T, T]:
    """A pair of values with this seat's replaced."""
    return (own, both[1]) if seat == 0 else (both[0], own)


def counted(state: State, pieces: tuple[str, ...]) -> str:
    """Pieces by name, as `Archer ×2, Vala`."""
    kinds = state.agreed.kinds
    counts = Counter(kinds[piece].name if piece in kinds else _("the base") for piece in pieces)
    return ", ".join(f"{name} ×{n}" if n > 1 else name for name, n in counts.items())
