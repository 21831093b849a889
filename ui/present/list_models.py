"""Plain models of lists: what has happened, and what was checked. No Kivy."""

from dataclasses import dataclass, field

from companion.game import Seat
from ui.present.models import Banner, Button


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One entry in words: its number, how it came in, and what marks it (`waived`, `struck`, `corrected`)."""

    seq: int
    words: str
    by: str
    seat: Seat | None = None
    at: str = ""
    note: str = ""
    struck: bool = False


@dataclass(frozen=True, slots=True)
class HistoryModel:
    title: str
    lines: tuple[HistoryLine, ...]
    fairness: tuple[str, ...]
    counts: tuple[tuple[str, int], ...]
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One check: passed, failed or not known yet, why, and what mends it."""

    name: str
    passed: bool | None = field(kw_only=True)
    why: str
    fix: str = ""


@dataclass(frozen=True, slots=True)
class CheckModel:
    title: str
    lines: tuple[CheckLine, ...]
    verdict: Banner
    buttons: tuple[Button, ...]
