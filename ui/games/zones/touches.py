"""Touches at ZoneS's table, where it is agreed on, and on the pages of the rosters."""

from typing import ClassVar

from companion.game import Seat, Value
from ui.present.table_touches import DraftTouch, SquareTouch, TableTouch
from ui.present.touches import Leave, Save, ShowList, Touch, Typed, Undo


class TouchField(SquareTouch, frozen=True):
    """A square of the open board."""

    carries: ClassVar[bool] = True


class Summon(TableTouch, frozen=True):
    """A piece in reserve, which may enter with the next touch."""

    piece: str


class ReadRosters(DraftTouch, frozen=True):
    """The roster cards are read."""


class ShowLaying(DraftTouch, frozen=True):
    """One step of laying the real tiles as the box has them; None: no more of it."""

    step: int | None


FieldTouch = TouchField | Summon | ReadRosters | ShowLaying


class ChooseBrush(TableTouch, frozen=True):
    """What the next touched squares of a half get."""

    brush: str


class HalfSquare(SquareTouch, frozen=True):
    """A square of the half that is being told."""


class HalfReady(TableTouch, frozen=True):
    """A seat says that its half is as it told."""

    seat: Seat


class HideHalf(TableTouch, frozen=True):
    """The page closes; what was told is kept for its seat."""


class ReadHalf(TableTouch, frozen=True):
    """The camera reads one half, once, for its owner."""

    seat: Seat


class DealHalves(TableTouch, frozen=True):
    """The box lays these seats' halves by lot. One alone may look at it, and say that it is ready, or change it."""

    seats: tuple[Seat, ...]


HalfTouch = ChooseBrush | HalfSquare | HalfReady | HideHalf | ReadHalf | DealHalves


class OpenPiece(Touch, frozen=True):
    """The form of one piece."""

    piece: str


class PlayOurs(Touch, frozen=True):
    """Our reading of the cards is played."""


class TellOfPiece(Touch, frozen=True):
    """What the card says of the piece in the form."""

    key: str
    value: Value


class TellTerrain(Touch, frozen=True):
    """What a terrain means to the piece in the form."""

    terrain: str
    relation: str


class SoItIs(Touch, frozen=True):
    """The form says what is on the card."""


class EnterField(Touch, frozen=True):
    """A field of the form is to be typed."""

    key: str


class AddPiece(Touch, frozen=True):
    """A piece that came in a later set."""


PieceFormTouch = OpenPiece | TellOfPiece | TellTerrain | SoItIs | EnterField | AddPiece | Typed
RosterListTouch = ShowList | PlayOurs | Undo | Save | Leave
RosterTouch = PieceFormTouch | RosterListTouch
