"""Touches: requests from the screen, each a frozen value of its own class. No Kivy.

A touch of a single page is a `Do`; most touches at a game are methods of the table or its parts.
"""

from collections.abc import Callable
from functools import cache
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeGuard

import msgspec

P = ParamSpec("P")


class Touch(msgspec.Struct, frozen=True):
    """Base of all requests from the screen."""


class Do(Touch, frozen=True):
    """A call of a method of the page that shows it; no other page takes it."""

    method: Callable[..., object]
    given: tuple[Any, ...] = ()
    named: tuple[tuple[str, Any], ...] = ()


def do(method: Callable[P, object], *given: P.args, **named: P.kwargs) -> Do:
    return Do(method, given, tuple(named.items()))


def is_of(page: object, touch: Touch) -> bool:
    """Whether a touch calls a method of this page or of its class."""
    if not isinstance(touch, Do):
        return False
    owner = getattr(touch.method, "__self__", None)
    return owner is page or getattr(type(page), touch.method.__name__, None) is touch.method


def taken_by(page: object, touch: Touch) -> bool:
    """Calls the touch's method if it belongs to this page; returns whether it did."""
    if not isinstance(touch, Do) or not is_of(page, touch):
        return False
    given = touch.given if hasattr(touch.method, "__self__") else (page, *touch.given)
    touch.method(*given, **dict(touch.named))
    return True


class Typed(Touch, frozen=True):
    """A typed text; None: typing was cancelled."""

    text: str | None


class LeaveSteps(Touch, frozen=True):
    """Leaves step pages."""


# at the table of a game under way


class TableTouch(Touch, frozen=True):
    """A touch about the game on the table."""

    @property
    def about(self) -> dict[str, Any]:
        """Its arguments by name."""
        return msgspec.structs.asdict(self)


class DraftTouch(TableTouch, frozen=True):
    """Changes a report on the shared screen; from a phone only while its seat is to act."""


class AtTable(Do, TableTouch, frozen=True):
    """A method of the table or its parts, by class: the same touch at every table."""

    @property
    def about(self) -> dict[str, Any]:
        """Its arguments by name."""
        return dict(zip(_names(self.method), self.given, strict=False)) | dict(self.named)


@cache
def _names(method: Callable[..., object]) -> tuple[str, ...]:
    """A method's parameters without self; cached, as every key of a phone's page asks."""
    return tuple(signature(method).parameters)[1:]


def at(method: Callable[Concatenate[Any, P], object], *given: P.args, **named: P.kwargs) -> AtTable:
    return AtTable(method, given, tuple(named.items()))


class AtDraft(AtTable, DraftTouch, frozen=True):
    """A method that changes a report."""


def draft(method: Callable[Concatenate[Any, P], object], *given: P.args, **named: P.kwargs) -> AtDraft:
    return AtDraft(method, given, tuple(named.items()))


def calls(touch: object, *methods: Callable[..., object]) -> TypeGuard[AtTable]:
    return isinstance(touch, AtTable) and touch.method in methods


class NothingToDo(TableTouch, frozen=True):
    """A touch without effect."""


class TouchSquare(TableTouch, frozen=True):
    """Looks at a square, pile or other region, or picks it if one is asked for."""

    square: str


class LiftSquare(TableTouch, frozen=True):
    square: str


class CarrySquare(TableTouch, frozen=True):
    square: str
    to: str


class DragPiece(DraftTouch, frozen=True):
    """A piece dragged to a point (mm)."""

    colour: str
    x: float
    y: float


# navigation and kept games


class Goto(Touch, frozen=True):
    page: str


class PageBack(Touch, frozen=True):
    """One page back, the way that people came."""


class ChooseGame(Touch, frozen=True):
    id: str


class Start(Touch, frozen=True):
    """Begins the agreed game."""


class PlayAgain(Touch, frozen=True):
    """A further game of the same people at the same table."""


class Rematch(Touch, frozen=True):
    """A further game of a kept game's people, with its agreement and source."""

    id: int


class Resume(Touch, frozen=True):
    """Resumes a kept game with its source."""

    id: int


class ResumeWith(Touch, frozen=True):
    """Resumes a kept game with another source."""

    id: int
    source: str


class ComeBack(Touch, frozen=True):
    """Resumes the game that was on the table at switch-off, with its source; it asks nothing."""

    id: int


class Quit(Touch, frozen=True):
    pass


class ReallyQuit(Touch, frozen=True):
    """Quits despite an unfinished game."""


class SpeakFirst(Touch, frozen=True):
    """Sets the first language, by code."""

    code: str


class SwitchSound(Touch, frozen=True):
    """Toggles sound and voice."""


class MakeBundle(Touch, frozen=True):
    """Writes a support bundle."""


class OpenKept(Touch, frozen=True):
    id: int


class ReallyDeleteGame(Touch, frozen=True):
    id: int


class GamesOf(Touch, frozen=True):
    """A person's kept games."""

    person: str


class OpenRules(Touch, frozen=True):
    """Opens a game's rule book; `rule`: at one rule."""

    game: str
    rule: str = ""


GameTouch = Start | PlayAgain | Rematch | Resume | ResumeWith | ComeBack
"""A touch that lays a game on the table."""
