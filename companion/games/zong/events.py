"""What can happen in ZONG, in the past tense."""

from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec
from msgspec import field

from companion.game import Event

DiscName = Literal["blue", "risk", "lightning"]
Face = int | str


class Disc(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thrown disc and what it shows: a number, `lightning` or `spiral`."""

    disc: DiscName
    face: Face


class Rest(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where a piece came to rest after a flick: its middle in mm to 0.1 mm, or in words, or both.

    At most one of the words: it touches only this `square`, lies `between` two, `off-track` (true, or the nearest red
    square), `off-board`, or wholly on the `goal`.
    """

    x: float | None = None
    y: float | None = None
    square: str = ""
    between: tuple[str, ...] = ()
    off_track: str | bool = field(name="off-track", default=False)
    off_board: bool = field(name="off-board", default=False)
    goal: bool = False
    on: str = ""  # the colour of the piece that it lies on


class Starts(Event, frozen=True):
    """This seat is the youngest and begins; without it seat 0 does."""

    told: ClassVar[bool] = True
    youngest: int


class Threw(Event, frozen=True):
    """A seat threw three of its five discs."""

    seat: int
    discs: tuple[Disc, ...] = ()


class Zonged(Event, frozen=True):
    """A seat flicked the ZONG disc; `rest`: by colour where pieces lay then. Pieces not named have not moved."""

    vague: ClassVar[bool] = True
    great: ClassVar[bool] = True
    seat: int
    rest: Mapping[str, Rest] = {}

    def __hash__(self) -> int:
        return hash((self.seat, tuple(sorted(self.rest.items(), key=lambda item: item[0]))))


class Passed(Event, frozen=True):
    """A seat makes no use of one lightning; this leaves no trace on the table."""

    seat: int


class Disputed(Event, frozen=True):
    """The table sees it differently: all vote on where this piece belongs."""

    told: ClassVar[bool] = True
    colour: str


class Voted(Event, frozen=True):
    """A seat voted for a `square` for the piece in question; where two lie on the goal, for the `colour` that won.

    A vote on who has won has no square, or the goal.
    """

    told: ClassVar[bool] = True
    seat: int
    square: str = ""
    colour: str = ""


class Cleaned(Event, frozen=True):
    """All pieces stand where they belong. `moves`: what was put where; `towers`: the order where it was in doubt."""

    moves: Mapping[str, str] = {}
    towers: Mapping[str, tuple[str, ...]] = {}

    def __hash__(self) -> int:
        return hash((tuple(sorted(self.moves.items())), tuple(sorted(self.towers.items()))))


class FellBack(Event, frozen=True):
    """A seat's piece went one position back; `to`: where, unless that is left to the referee."""

    seat: int
    to: str = ""


class Advanced(Event, frozen=True):
    """A seat's piece went forward by the points.

    `with`: the pieces taken along out of its tower. `order`: all that moved, bottom first; empty: the own piece on
    top. `to`: where it was put, unless that is left to the referee.
    """

    seat: int
    taken: tuple[str, ...] = field(name="with", default=())
    order: tuple[str, ...] = ()
    to: str = ""


class Ruled(Event, frozen=True):
    """The people correct by hand: the piece of this colour belongs on top of this square.

    `order`: all that stand there then, bottom first.
    """

    told: ClassVar[bool] = True
    colour: str
    square: str
    order: tuple[str, ...] = ()


EVENTS = (Starts, Threw, Zonged, Passed, Disputed, Voted, Cleaned, FellBack, Advanced, Ruled)
