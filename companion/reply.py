"""What the referee answers, at once and whole."""

from dataclasses import dataclass

from companion.game import Chore, Turn, View
from companion.journal import Entry
from companion.judge import Difference, Verdict
from companion.sight import Look


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """Everything that screen, lights and terminal need after one signal.

    `booked` are the entries written by it; `differences` are where the last scene was not as it should be.
    """

    verdict: Verdict
    booked: tuple[Entry, ...]
    turn: Turn
    view: View
    look: Look
    layout: Look | None
    chores: tuple[Chore, ...]
    differences: tuple[Difference, ...]
    seq: int
