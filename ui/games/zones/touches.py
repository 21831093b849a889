"""Touches at ZoneS's table."""

from typing import ClassVar

from companion.game import Seat
from ui.present.touches import DraftTouch, SquareTouch, TableTouch


class TouchField(SquareTouch, frozen=True):
    carries: ClassVar[bool] = True


class Summon(TableTouch, frozen=True):
    """A piece in reserve, which may enter with the next touch."""

    piece: str


class ReadRosters(DraftTouch, frozen=True):
    """The roster cards are read."""


class ShowLaying(DraftTouch, frozen=True):
    """One step of laying the real tiles as the box has them; None: no more of it."""

    step: int | None


class ChooseBrush(TableTouch, frozen=True):
    """What the next touched squares of a half get."""

    brush: str


class HalfSquare(SquareTouch, frozen=True):
    """A square of the half that is being told."""


class HalfReady(TableTouch, frozen=True):
    seat: Seat


class HideHalf(TableTouch, frozen=True):
    """The page closes; what was told is kept for its seat."""


class ReadHalf(TableTouch, frozen=True):
    """The camera reads one half, once, for its owner."""

    seat: Seat


class DealHalves(TableTouch, frozen=True):
    """The box lays these seats' halves by lot. One alone may look at it, and say that it is ready, or change it."""

    seats: tuple[Seat, ...]
