"""Touches: what somebody at the screen asks for, each a frozen value of its own class. No Kivy.

What one page alone takes is a `Do`; at a game's table most are methods of the table, or of what stands beside it.
"""

from collections.abc import Callable
from functools import cache
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeGuard

import msgspec

P = ParamSpec("P")


class Touch(msgspec.Struct, frozen=True):
    """What a touch asks for."""


class Do(Touch, frozen=True):
    """A method of the page that shows it, and what it is called with; no other page takes it."""

    method: Callable[..., object]
    given: tuple[Any, ...] = ()
    named: tuple[tuple[str, Any], ...] = ()


def do(method: Callable[P, object], *given: P.args, **named: P.kwargs) -> Do:
    return Do(method, given, tuple(named.items()))


def is_of(page: object, touch: Touch) -> bool:
    """Whether a touch is a method of this page, or of its class."""
    if not isinstance(touch, Do):
        return False
    owner = getattr(touch.method, "__self__", None)
    return owner is page or getattr(type(page), touch.method.__name__, None) is touch.method


def taken_by(page: object, touch: Touch) -> bool:
    """Whether a touch is a method of this page, which is called then."""
    if not isinstance(touch, Do) or not is_of(page, touch):
        return False
    given = touch.given if hasattr(touch.method, "__self__") else (page, *touch.given)
    touch.method(*given, **dict(touch.named))
    return True


class Typed(Touch, frozen=True):
    """A text was typed; None: typing was given up."""

    text: str | None


class LeaveSteps(Touch, frozen=True):
    """Leaves pages that lead through something step by step."""


# at the table of a game under way


class TableTouch(Touch, frozen=True):
    """A touch that is about the game on the table."""

    @property
    def about(self) -> dict[str, Any]:
        """What it asks for, by name."""
        return msgspec.structs.asdict(self)


class DraftTouch(TableTouch, frozen=True):
    """What is being told on the shared screen changes: a phone does that only while its seat is to act."""


class AtTable(Do, TableTouch, frozen=True):
    """A method of the table, or of what stands beside it, by its class: the same touch at every table."""

    @property
    def about(self) -> dict[str, Any]:
        """What it is called with, by name."""
        return dict(zip(_names(self.method), self.given, strict=False)) | dict(self.named)


@cache
def _names(method: Callable[..., object]) -> tuple[str, ...]:
    """What a method takes, without its owner; asked for with every key of a phone's page."""
    return tuple(signature(method).parameters)[1:]


def at(method: Callable[Concatenate[Any, P], object], *given: P.args, **named: P.kwargs) -> AtTable:
    return AtTable(method, given, tuple(named.items()))


class AtDraft(AtTable, DraftTouch, frozen=True):
    """A method that changes what is being told."""


def draft(method: Callable[Concatenate[Any, P], object], *given: P.args, **named: P.kwargs) -> AtDraft:
    return AtDraft(method, given, tuple(named.items()))


def calls(touch: object, *methods: Callable[..., object]) -> TypeGuard[AtTable]:
    return isinstance(touch, AtTable) and touch.method in methods


class NothingToDo(TableTouch, frozen=True):
    """Something was touched that asks for nothing."""


class TouchSquare(TableTouch, frozen=True):
    """A square, pile or other region of the table is looked at, or picked where one is asked for."""

    square: str


class LiftSquare(TableTouch, frozen=True):
    square: str


class CarrySquare(TableTouch, frozen=True):
    square: str
    to: str


class DragPiece(DraftTouch, frozen=True):
    """A piece was dragged to a point (mm)."""

    colour: str
    x: float
    y: float


# from page to page, and about the games that are played and kept


class Goto(Touch, frozen=True):
    page: str


class PageBack(Touch, frozen=True):
    """One page back, the way that people came."""


class ChooseGame(Touch, frozen=True):
    id: str


class Start(Touch, frozen=True):
    """Begins the game that was agreed on."""


class PlayAgain(Touch, frozen=True):
    """The same people at the same table once more."""


class Rematch(Touch, frozen=True):
    """The people of a kept game once more, agreed on as it was and looked at as it was."""

    id: int


class Resume(Touch, frozen=True):
    """Goes on with a kept game, looked at as it was before."""

    id: int


class ResumeWith(Touch, frozen=True):
    """Goes on with a kept game, looked at from this source."""

    id: int
    source: str


class ComeBack(Touch, frozen=True):
    """Goes on with the game that lay on the table when the box went off, looked at as it was; asks nobody anything."""

    id: int


class Quit(Touch, frozen=True):
    pass


class ReallyQuit(Touch, frozen=True):
    """Quits, though a game is not finished."""


class SpeakFirst(Touch, frozen=True):
    """The language that is spoken from the first start on, by its code."""

    code: str


class SwitchSound(Touch, frozen=True):
    """Sound and voice off, or on again."""


class MakeBundle(Touch, frozen=True):
    """Writes a support bundle."""


class OpenKept(Touch, frozen=True):
    id: int


class ReallyDeleteGame(Touch, frozen=True):
    id: int


class GamesOf(Touch, frozen=True):
    """The kept games of somebody."""

    person: str


class OpenRules(Touch, frozen=True):
    """The rule book at a game; `rule`: at one rule of it."""

    game: str
    rule: str = ""


GameTouch = Start | PlayAgain | Rematch | Resume | ResumeWith | ComeBack
"""A game is laid on the table."""
