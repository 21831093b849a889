"""Touches: what somebody at the screen asks for, each a frozen value of its own class. No Kivy.

Those that several pages understand stand here or in a file beside it; what one page alone takes is a `Do`.
"""

from collections.abc import Callable
from typing import Any, ParamSpec

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
    """The touch that calls a method of a page."""
    return Do(method, given, tuple(named.items()))


def taken_by(page: object, touch: Touch) -> bool:
    """Whether a touch is a method of this page, which is called then."""
    if not isinstance(touch, Do) or getattr(touch.method, "__self__", None) is not page:
        return False
    touch.method(*touch.given, **dict(touch.named))
    return True


class Typed(Touch, frozen=True):
    """A text was typed; None: typing was given up."""

    text: str | None


class LeaveSteps(Touch, frozen=True):
    """Leaves pages that lead through something step by step."""
