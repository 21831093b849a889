"""Figures as a language writes them: 1.5 or 1,5, 12,000 or 12 000, 40% or 40 %, and the days of the calendar."""

from dataclasses import dataclass
from typing import Final

from companion.language import spoken

_NO_BREAK: Final = "\u00a0"
"""Figures stay on one line; the fonts of the screens have no narrower space that does not break."""


@dataclass(frozen=True, slots=True)
class _Style:
    """How a language writes figures: its decimal sign, what parts thousands and what stands before %, and a day."""

    point: str
    thousands: str
    percent: str
    day: str


_STYLES: Final = {
    "en": _Style(".", ",", "%", "{year}-{month:02}-{day:02}"),
    "de": _Style(",", ".", f"{_NO_BREAK}%", "{day}.{month}.{year}"),
    "fr": _Style(",", _NO_BREAK, f"{_NO_BREAK}%", "{day:02}/{month:02}/{year}"),
    "it": _Style(",", ".", "%", "{day:02}/{month:02}/{year}"),
}


def number(value: float, digits: int = 0, *, at_most: bool = False) -> str:
    """A number rounded to so many decimals; `at_most`: without noughts at the end."""
    style = _style()
    whole, point, part = f"{value:,.{digits}f}".partition(".")
    part = part.rstrip("0") if at_most else part
    return whole.replace(",", style.thousands) + (style.point + part if point and part else "")


def percent(share: float, digits: int = 0) -> str:
    """A share (0.4) in percent (40%)."""
    return number(100 * share, digits) + _style().percent


def day_words(year: int, month: int, day: int) -> str:
    """A day of the calendar in figures."""
    return _style().day.format(year=year, month=month, day=day)


def _style() -> _Style:
    return _STYLES.get(spoken().code, _STYLES["en"])
