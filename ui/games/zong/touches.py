"""Touches at ZONG's table."""

from companion.games.zong.events import Disc, Rest
from ui.present.table_touches import DraftTouch, SquareTouch, TableTouch
from ui.present.track import DragPiece, TouchPiece


class NotPutRight(DraftTouch, frozen=True):
    """A piece that was dragged is left as it was."""


class SayRest(DraftTouch, frozen=True):
    """Where a dragged piece lies, in words."""

    colour: str
    rest: Rest


class NoRest(DraftTouch, frozen=True):
    """All pieces stand where they stood before the flick."""


class TickPiece(DraftTouch, frozen=True):
    """A piece is back."""

    colour: str


class SeeDifferently(DraftTouch, frozen=True):
    """People see a piece elsewhere: the next one touched is voted on."""


class TowerOrder(DraftTouch, frozen=True):
    """How a tower in doubt stands, bottom first."""

    square: str
    order: tuple[str, ...]


PieceTouch = TouchPiece | DragPiece | NotPutRight | SayRest | NoRest | TickPiece | SeeDifferently | TowerOrder


class ListDiscs(DraftTouch, frozen=True):
    """Shows the discs to be touched, or the board."""

    listed: bool


class AddDisc(DraftTouch, frozen=True):
    """One more of the three that were thrown."""

    disc: Disc


class DiscOff(DraftTouch, frozen=True):
    """One of the three was not thrown."""

    disc: Disc


class TurnDisc(DraftTouch, frozen=True):
    """A disc fell on its other face."""

    before: Disc
    after: Disc


class TakeAlong(DraftTouch, frozen=True):
    """A piece is taken along, or left."""

    colour: str


class KeepOrder(DraftTouch, frozen=True):
    """Whether pieces that are taken along stay in their order."""

    kept: bool


class CastVote(TableTouch, frozen=True):
    seat: int
    choice: str


class VoteSquare(SquareTouch, DraftTouch, frozen=True):
    """One more square that may be voted for."""


class CountVotes(DraftTouch, frozen=True):
    pass


ThrowTouch = ListDiscs | AddDisc | DiscOff | TurnDisc | TakeAlong | KeepOrder
VoteTouch = CastVote | VoteSquare | CountVotes
