"""Touches of the page on which a box is joined to a club."""

from typing import Literal

from ui.present.touches import Touch

Entry = Literal["host", "port", "user", "password", "table"]
"""What is typed there."""


class SwitchClub(Touch, frozen=True):
    """A switch of the club's settings, by its name, is on or off."""

    name: Literal["on", "tls", "home_assistant"]
    value: bool


class TypeForClub(Touch, frozen=True):
    """Something is to be typed."""

    what: Entry


class TakeAuthority(Touch, frozen=True):
    """The file of certificates is taken from a stick, or (not `taken`) those of the system count again."""

    taken: bool


class TryClub(Touch, frozen=True):
    """Tries whether the club can be reached."""


ClubTouch = SwitchClub | TypeForClub | TakeAuthority | TryClub
