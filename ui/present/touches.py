"""Touches: what somebody at the screen asks for, each a frozen value of its own class. No Kivy.

Those that several pages understand stand here; a page's own stand in a file beside it.
"""

import msgspec


class Touch(msgspec.Struct, frozen=True):
    """What a touch asks for."""


class Typed(Touch, frozen=True):
    """A text was typed; None: typing was given up."""

    text: str | None


class Undo(Touch, frozen=True):
    """What was changed last is as it was before."""


class UndoCard(Touch, frozen=True):
    """The last card, or the last change to one, is taken back."""


class Save(Touch, frozen=True):
    pass


class Leave(Touch, frozen=True):
    """Back from a page on which something may have been changed."""


class ShowList(Touch, frozen=True):
    """Back to the list of what can be edited, whatever was changed."""


class LeaveSteps(Touch, frozen=True):
    """Leaves pages that lead through something step by step."""
