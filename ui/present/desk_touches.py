"""Touches that lead from page to page, begin and end games, and look after the games that are kept."""

from ui.present.touches import Touch


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
