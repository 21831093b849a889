"""Touches that lead from page to page, begin and end games, and look after the games that are kept."""

from typing import Literal

from ui.present.back_touches import OpenPlace
from ui.present.rule_touches import OpenRules, ShowExample
from ui.present.touches import LeaveSteps, Touch


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


class Reopen(Touch, frozen=True):
    """Tries once more to open the journal."""


class BeginEmpty(Touch, frozen=True):
    """An empty journal takes the place of one that cannot be read."""


class LockCamera(Touch, frozen=True):
    """Locks the camera's settings, or lets them go."""


class MakeBundle(Touch, frozen=True):
    """Writes a support bundle."""


class StopBundle(Touch, frozen=True):
    pass


class OpenKept(Touch, frozen=True):
    """Looks at one kept game."""

    id: int


class SaveRecord(Touch, frozen=True):
    """Writes a kept game as a file: its record (`jsonl`), or a page to read (`html`)."""

    id: int
    form: Literal["html", "jsonl"] = "jsonl"


class ReallyDeleteGame(Touch, frozen=True):
    id: int


class ShowGames(Touch, frozen=True):
    """Lists the kept games of one kind, of one person, or all (empty); `page` 0 has the newest."""

    game: str = ""
    person: str = ""
    page: int = 0


class GamesOf(Touch, frozen=True):
    """The kept games of somebody."""

    person: str


class ShowPerson(Touch, frozen=True):
    """What the kept games tell of somebody."""

    person: str


class RestoreGame(Touch, frozen=True):
    id: int


WayTouch = (
    Goto
    | PageBack
    | ChooseGame
    | LeaveSteps
    | MakeBundle
    | Quit
    | ReallyQuit
    | SpeakFirst
    | OpenRules
    | ShowExample
)
"""Another page, or the end."""
GameTouch = Start | PlayAgain | Rematch | Resume | ResumeWith | ComeBack
"""A game is laid on the table."""
JournalTouch = Reopen | BeginEmpty
"""Something may be the matter with the journal."""
ListedTouch = OpenKept | OpenPlace | ReallyDeleteGame | GamesOf | ShowPerson
"""Touches on kept games that lead to another page."""
KeptTouch = SaveRecord | RestoreGame | ShowGames
"""What the pages of kept games take by themselves."""
