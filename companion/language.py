"""The language that people read: every sentence of the program is written in English and looked up here.

A sentence is whole, with its parts in braces: `_("{name} throws {discs}").format(name=…, discs=…)`. It is never
assembled from fragments, as other languages order them otherwise. One language is spoken at a time, in every thread.
Figures and days are written as it writes them: 1.5 or 1,5, 40% or 40 %.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Final


@dataclass(frozen=True, slots=True)
class Language:
    """A language by its code (ISO 639-1; `en` is that of the source), and its catalogue."""

    code: str
    catalogue: NullTranslations


ENGLISH = Language("en", NullTranslations())
_spoken = ENGLISH


def speak(language: Language) -> None:
    """Sets the language of all words from now on."""
    global _spoken
    _spoken = language


def spoken() -> Language:
    return _spoken


def _(text: str) -> str:
    return _spoken.catalogue.gettext(text) if text else ""


def homonym(sense: str, text: str) -> str:
    """A word with several meanings in English, in the named sense: other languages have several words."""
    return _spoken.catalogue.pgettext(sense, text)


def several(one: str, more: str, count: int, **parts: object) -> str:
    """`one` or `more` as the language counts, with {n} and the other named parts filled in."""
    return _spoken.catalogue.ngettext(one, more, count).format(n=count, **parts)


def joined(parts: Sequence[str], *, either: bool = False) -> str:
    """`a, b and c`, or `a, b or c`."""
    if len(parts) < 2:
        return "".join(parts)
    words = _("{most} or {last}") if either else _("{most} and {last}")
    return words.format(most=", ".join(parts[:-1]), last=parts[-1])


def one_of(choices: Iterable[str]) -> str:
    """`one of a, b, c`: ids or numbers, for messages of faults."""
    return _("one of {choices}").format(choices=", ".join(choices))


def expected_words(where: str, expected: str, found: str) -> str:
    """A fault in words: where, what was expected, what was found."""
    words = _("{where}: expected {expected}, found {found}")
    return words.format(where=where, expected=expected, found=found)


def marked(text: str) -> str:
    """The text unchanged: marks a constant for translators that is looked up with `_` where it is shown."""
    return text


def system_words(fault: OSError) -> str:
    """What the system says of a file or device, translated where `system.toml` has it."""
    return _(fault.strerror) if fault.strerror else str(fault)


_NO_BREAK: Final = "\u00a0"
"""Keeps figures on one line; the fonts of the screens have no narrow no-break space."""


@dataclass(frozen=True, slots=True)
class _Style:
    """How a language writes figures and days."""

    point: str  # decimal sign
    thousands: str  # separator
    percent: str  # the sign, with what stands before it
    day: str


_STYLES: Final = {
    "en": _Style(".", ",", "%", "{year}-{month:02}-{day:02}"),
    "de": _Style(",", ".", f"{_NO_BREAK}%", "{day}.{month}.{year}"),
    "fr": _Style(",", _NO_BREAK, f"{_NO_BREAK}%", "{day:02}/{month:02}/{year}"),
    "it": _Style(",", ".", "%", "{day:02}/{month:02}/{year}"),
}


def number(value: float, digits: int = 0, *, at_most: bool = False) -> str:
    """A number rounded to `digits` decimals; `at_most`: without trailing zeros."""
    style = _style()
    whole, point, part = f"{value:,.{digits}f}".partition(".")
    part = part.rstrip("0") if at_most else part
    return whole.replace(",", style.thousands) + (style.point + part if point and part else "")


def percent(share: float, digits: int = 0) -> str:
    return number(100 * share, digits) + _style().percent


def day_words(year: int, month: int, day: int) -> str:
    return _style().day.format(year=year, month=month, day=day)


def _style() -> _Style:
    return _STYLES.get(spoken().code, _STYLES["en"])
