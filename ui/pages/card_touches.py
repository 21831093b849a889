"""Touches on the pages of cards and their numbers, and in the form of one card."""

from typing import Literal

from companion.game import Value
from ui.present.touches import Touch, Typed, UndoCard

Named = Literal["tribe", "continent", "zoon", "trump"]
"""What gets a name that is typed."""


class LeaveCard(Touch, frozen=True):
    """Back from the form."""


class ThrowAway(Touch, frozen=True):
    """Back from the form, without what was changed."""


class SaveCard(Touch, frozen=True):
    pass


class PickField(Touch, frozen=True):
    """The corner or number that the pad sets."""

    field: str


class Digit(Touch, frozen=True):
    """A digit of the pad, or the sign that may stand in a corner."""

    sign: int | str


class OpenField(Touch, frozen=True):
    """A field that is typed or chosen."""

    field: str


class ChooseValue(Touch, frozen=True):
    value: Value


class ToggleValue(Touch, frozen=True):
    """One of several that may be chosen together, or no longer."""

    value: str


class ChosenAll(Touch, frozen=True):
    """All that is to be chosen is chosen."""


class ShowFace(Touch, frozen=True):
    card: str


class Mirror(Touch, frozen=True):
    """The card has a mirror image, or none."""


class PaintGreen(Touch, frozen=True):
    """Whether a tap on the grid means a green square."""

    green: bool


class TapSquare(Touch, frozen=True):
    """A square of the grid, as column and row from the card's own."""

    square: tuple[int, int]


FieldTouch = PickField | Digit | OpenField | ChooseValue | ToggleValue | ChosenAll | Typed
DrawnTouch = ShowFace | Mirror | PaintGreen | TapSquare | UndoCard
