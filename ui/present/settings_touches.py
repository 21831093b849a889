"""Touches of the settings pages."""

from ui.present.touches import Touch


class SetTo(Touch, frozen=True):
    """A setting, by its name in `Settings`, is to have a value."""

    name: str
    value: str | int | bool


class ForgetPerson(Touch, frozen=True):
    """Somebody is taken out of those who play here."""

    name: str


class UndoForgetting(Touch, frozen=True):
    """Who was forgotten last is back."""


class SpeakFirst(Touch, frozen=True):
    """The language that is spoken from the first start on, by its code."""

    code: str


class LightLamp(Touch, frozen=True):
    """A lamp of the panel is lit, or let go dark again."""

    lamp: str


SettingsTouch = SetTo | ForgetPerson | UndoForgetting | SpeakFirst
