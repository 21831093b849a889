"""The frozen state of a game of ZONG, and what was agreed before it."""

from functools import lru_cache, partial
from typing import Final, Literal, cast

import msgspec
from msgspec.structs import replace

from companion.bounded import json_value
from companion.game import Meaning, Option, Over, Seat, Setup, SetupFault
from companion.games.zong.board import Board, BoardFault, Straddle, board_from, first_board
from companion.games.zong.events import Disc, DiscName, Rest
from companion.kits.options import options_in, sheet_in
from companion.language import _, one_of, several

WORDS = sheet_in("companion.games.zong", "words", dict[str, dict[str, str]])


def word(table: str, key: str) -> str:
    """The entry of a table of `words.toml` for a key; the key itself where there is none."""
    return _(WORDS[table].get(key, key))


piece_name, piece_title = partial(word, "piece"), partial(word, "piece-title")
called, title = partial(word, "square"), partial(word, "square-title")


def pieces_named(colours: tuple[str, ...]) -> str:
    """Pieces in a list whose order matters: a tower from below."""
    return ", ".join(map(piece_name, colours))


def lies_on(piece: str, other: str) -> str:
    """The words that a piece lies on another."""
    return _("{piece} on {other}").format(piece=piece_name(piece), other=piece_name(other))


def called_square(square: str) -> str:
    """A square in a sentence that names no other square."""
    return _("square {number}").format(number=square) if square.isdecimal() else called(square)


def shown(disc: Disc) -> str:
    """A disc in words: what it shows; a number with its kind by colour."""
    face = str(disc.face)
    return word("disc", disc.disc).format(number=face) if face.isdecimal() else word("face", face)


def counted_discs(name: DiscName, count: int) -> str:
    """A number of discs of a kind, by its colour on the table."""
    if name == "blue":
        return several("{n} blue", "{n} blue", count)
    if name == "risk":
        return several("{n} violet", "{n} violet", count)
    return several("{n} yellow", "{n} yellow", count)


OPTIONS = options_in("companion.games.zong")
COLOURS, ZONG_DISCS, CLEANUP, ON_GOAL, SPIRALS, TOWERS = OPTIONS
COLOUR_NAMES = tuple(str(choice.value) for choice in COLOURS.choices)


Phase = Literal["throw", "lightning", "cleanup", "vote", "spiral", "points", "over"]
BLUE: Final = "blue"
RISK: Final = "risk"
LIGHTNING: Final = "lightning"
DISC_NAMES: tuple[DiscName, ...] = (BLUE, RISK, LIGHTNING)
BLUE_FACES = ((6, 1), (5, 2), (4, 3))
HIGHEST_FACE = 7
FULL_HAND, THROWN = 5, 3
FACTS = ("board", "blue.1", "blue.2", "blue.3", "blue.confirmed")
"""The facts that a set-up may bring: the owner's board, and the two faces of each blue disc as `6/1`."""


class Agreed(Meaning):
    """The values derived from a set-up. Raises SetupFault.

    `colours`: each seat's piece; `blue`: the two faces of each blue disc; `confirmed`: the owner has confirmed them.
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.setup, facts, self.seats = setup, dict(setup.facts), setup.seats
        for name in facts:
            if name not in FACTS:
                raise SetupFault("facts", one_of(FACTS), name)
        self.colours = self._of_each(COLOURS)
        if len(set(self.colours)) != self.seats:
            words = _("{n} different colours").format(n=self.seats)
            raise SetupFault(COLOURS.name, words, ",".join(self.colours))
        try:
            fact = facts.get("board")
            board = first_board() if fact is None else board_from(json_value(str(fact)))
        except (BoardFault, ValueError) as fault:
            raise SetupFault("facts", _("a board that can be played on"), str(fault)) from None
        self.board = board.for_seats(self.seats)
        self.discs = self._of_each(ZONG_DISCS)
        self.blue = tuple(_pair(facts.get(f"blue.{n}"), n) for n in (1, 2, 3))
        self.confirmed = facts.get("blue.confirmed") is True
        self.straddle = cast(Straddle, setup.option(ON_GOAL.name, ON_GOAL.default))
        self.clean_each = setup.option(CLEANUP.name, CLEANUP.default) == "each"
        self.spirals_of_turn = setup.option(SPIRALS.name, SPIRALS.default) == "turn"
        self.towers_of_turn = setup.option(TOWERS.name, TOWERS.default) == "turn"

    def _of_each(self, option: Option) -> tuple[str, ...]:
        return tuple(str(self.setup.option(option.name, option.default)).split(","))[: self.setup.seats]

    def seat(self, colour: str) -> Seat | None:
        """The seat whose piece has this colour; None: nobody's."""
        return self.colours.index(colour) if colour in self.colours else None

    def faces(self, disc: str) -> tuple[int | str, ...]:
        """Everything that a disc of this kind may show."""
        if disc == BLUE:
            return tuple(sorted({face for pair in self.blue for face in pair}))
        return (7, 0) if disc == RISK else ("lightning", "spiral")


agreed = lru_cache(maxsize=256)(Agreed)
"""The values derived from a set-up. Raises SetupFault."""


def _pair(fact: object, number: int) -> tuple[int, int]:
    """The two faces of a blue disc. No throw sums to more than 21, so none is above 7 (ZG-01, ZG-29)."""
    if fact is None:
        return BLUE_FACES[number - 1]
    parts = str(fact).split("/")
    if len(parts) != 2 or not all(part.isdecimal() and int(part) <= HIGHEST_FACE for part in parts):
        words = _("{disc} as two numbers from 0 to 7, such as 6/1")
        raise SetupFault("facts", words.format(disc=f"blue.{number}"), fact)
    return int(parts[0]), int(parts[1])


Hand = tuple[int, int, int]
"""Numbers of blue, risk and lightning discs of a seat."""
Squares = tuple[tuple[Seat, ...], ...]
"""The pieces on each place from start (0) to goal, bottom first; on these two side by side, sorted."""


class Throw(msgspec.Struct, frozen=True, gc=False):
    """A throw, and the part of it that is still to be played."""

    thrown: tuple[Disc, ...] = ()  # discs of this turn, still owned by its seat
    lying: tuple[Disc, ...] = ()  # those of the last turn, perhaps not picked up yet
    lightnings: int = 0
    spirals: int = 0
    points: int = 0


class Vote(msgspec.Struct, frozen=True, gc=False):
    """A vote, and what votes and overrides have decided."""

    asked: str = ""  # a piece, or GOAL for who has won
    votes: tuple[tuple[Seat, str], ...] = ()  # by seat
    decided: tuple[tuple[Seat, str], ...] = ()  # of flicked pieces, by votes and by the people


NO_THROW, NO_VOTE = Throw(), Vote()


class State(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything that matters for how the game goes on."""

    agreed: Agreed
    squares: Squares
    hands: tuple[Hand, ...]
    turn: Seat = 0
    phase: Phase = "throw"
    begun: bool = False  # the first throw was made
    throw: Throw = NO_THROW
    mates: tuple[Seat, ...] = ()  # in a tower with the seat's piece when the turn began
    along: tuple[Seat, ...] = ()  # go back with it for spirals (option `spirals`)
    rest: tuple[tuple[Seat, Rest], ...] = ()  # where flicked pieces lie that are not put back yet
    vote: Vote = NO_VOTE
    over: Over | None = None

    @property
    def board(self) -> Board:
        return self.agreed.board

    @property
    def seats(self) -> int:
        return self.agreed.seats

    def place(self, seat: Seat) -> int:
        """The place of a seat's piece: 0 is the start."""
        return next(number for number, tower in enumerate(self.squares) if seat in tower)

    def tower(self, seat: Seat) -> tuple[Seat, ...]:
        """All pieces on the square of a seat's piece, bottom first; on the start nobody shares a tower."""
        place = self.place(seat)
        return (seat,) if place == 0 else self.squares[place]

    def book(self) -> dict[str, tuple[str, ...]]:
        """What stands on each occupied square, in colours, bottom first."""
        return {
            self.board.named(number): tuple(self.agreed.colours[seat] for seat in tower)
            for number, tower in enumerate(self.squares)
            if tower
        }

    def with_squares(self, squares: dict[int, tuple[Seat, ...]]) -> "State":
        """The state with other pieces on these places; on start and goal they stand in the order of seats."""
        return self._with_all([squares.get(number, tower) for number, tower in enumerate(self.squares)])

    def _with_all(self, squares: list[tuple[Seat, ...]]) -> "State":
        squares[0], squares[-1] = tuple(sorted(squares[0])), tuple(sorted(squares[-1]))
        return replace(self, squares=tuple(squares))

    def moved(self, pieces: tuple[Seat, ...], place: int) -> "State":
        """The state with these pieces, bottom first, on top of a place."""
        left = [tower and tuple([seat for seat in tower if seat not in pieces]) for tower in self.squares]
        left[place] = (*left[place], *pieces)
        return self._with_all(left)

    def won(self, seat: Seat, why: str, rule: str) -> "State":
        """The end: this seat's piece is on the goal; flicked pieces are left lying. `why` names {name}."""
        throw = replace(self.throw, lightnings=0, spirals=0, points=0)
        over = Over((seat,), why, rule, (("name", self.seat_name(seat)),))
        return replace(self, phase="over", throw=throw, vote=NO_VOTE, over=over)

    def seat_name(self, seat: Seat) -> str:
        """A player's name, or else the colour of the piece."""
        name = self.agreed.setup.player(seat)
        if name:
            return name
        if seat not in range(self.seats):
            return _("Player {n}").format(n=seat + 1)
        return piece_title(self.agreed.colours[seat])


def start(setup: Setup) -> State:
    """All pieces on the start; the first seat has the blue discs. Raises SetupFault."""
    given = agreed(setup)
    everybody = tuple(range(given.seats))
    squares: Squares = (everybody, *(() for _ in range(given.board.last + 1)))
    return State(agreed=given, squares=squares, hands=first_hands(given.seats, 0))


def first_hands(seats: int, first: Seat) -> tuple[Hand, ...]:
    """One risk and one lightning disc for each seat, and the blue ones for the first (ZG-36)."""
    return tuple((3 if seat == first else 0, 1, 1) for seat in range(seats))
