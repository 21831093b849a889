"""Touches at ZONG's table."""

from typing import Any

from companion.games.zong.events import Disc
from ui.present.touches import DraftTouch, SquareTouch, TableTouch, Touch


class Retell(DraftTouch, frozen=True):
    """What is being told is otherwise from now on: these fields of the telling."""

    fields: tuple[tuple[str, Any], ...]


def retold(**fields: Any) -> Retell:
    """Such a touch."""
    return Retell(tuple(fields.items()))


class TouchPiece(DraftTouch, frozen=True):
    colour: str


class TapSpot(Touch, frozen=True):
    """A point of a board that is being mapped was touched (mm)."""

    x: float
    y: float


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


class CastVote(TableTouch, frozen=True):
    seat: int
    choice: str


class VoteSquare(SquareTouch, DraftTouch, frozen=True):
    """One more square that may be voted for."""


class CountVotes(DraftTouch, frozen=True):
    pass
