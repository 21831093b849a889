"""Touches on pages that look back on one game."""

from ui.present.touches import Touch


class ShowPlace(Touch, frozen=True):
    """The board as it was after so many entries, on the page that goes through the game step by step."""

    place: int


class PlayOn(Touch, frozen=True):
    """Goes on by itself from here, or stops doing so."""


class ShowFigures(Touch, frozen=True):
    """Another part of how a game went: lines of one number, or what fell by chance."""

    tab: int


class ShowTimeline(Touch, frozen=True):
    """The turning points of a game, a page of all its turns, or what a coach says was `missed`."""

    every_turn: bool = False
    page: int = 0
    missed: bool = False


class LookForMissed(Touch, frozen=True):
    """A coach looks for what was missed, or goes on with it."""


class StopLooking(Touch, frozen=True):
    """It stops; what it found stays."""


TimelineTouch = ShowTimeline | LookForMissed | StopLooking
"""What the timeline takes."""


class OpenPlace(Touch, frozen=True):
    """The board as it was after so many entries, from a page that lists them."""

    place: int


ReplayTouch = ShowPlace | PlayOn
"""What the page that goes through a game takes."""
