"""Touches on pages that look back on one game."""

from ui.present.touches import Touch


class ShowPlace(Touch, frozen=True):
    """The board as it was after so many entries, on the page that goes through the game step by step."""

    place: int


class PlayOn(Touch, frozen=True):
    """Goes on by itself from here, or stops doing so."""


class OpenPlace(Touch, frozen=True):
    """The board as it was after so many entries, from a page that lists them."""

    place: int


ReplayTouch = ShowPlace | PlayOn
"""What the page that goes through a game takes."""
