"""The language that people read: every sentence of the program is written in English and looked up here.

A sentence is whole, with its parts in braces: `_("{name} throws {discs}").format(name=…, discs=…)`. Nothing is put
together from pieces, for no other language would put them together so. One language
is spoken at a time, in every thread. Figures and days are written as it writes them: 1.5 or 1,5, 40% or 40 %.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Final


@dataclass(frozen=True, slots=True)
class Language:
    """A language by its code (ISO 639-1, `en` being that of the source), and its catalogue."""

    code: str
    catalogue: NullTranslations


ENGLISH = Language("en", NullTranslations())
_spoken = ENGLISH


def speak(language: Language) -> None:
    """From now on words come in this language."""
    global _spoken
    _spoken = language


def spoken() -> Language:
    return _spoken


def _(text: str) -> str:
    return _spoken.catalogue.gettext(text) if text else ""


def homonym(sense: str, text: str) -> str:
    """A word that English has for several things, in the sense that is named: other languages tell them apart."""
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
    """`one of a, b, c`: ids or numbers, as faults name what is possible."""
    return _("one of {choices}").format(choices=", ".join(choices))


def expected_words(where: str, expected: str, found: str) -> str:
    """What is wrong with something that was given: where, what is wanted there, and what stands there."""
    words = _("{where}: expected {expected}, found {found}")
    return words.format(where=where, expected=expected, found=found)


def marked(text: str) -> str:
    """The text as it is: a constant that is looked up with `_` where it is shown, marked so that translators see it."""
    return text


def system_words(fault: OSError) -> str:
    """What the system says of a file or device, in the language that is spoken where it stands in `system.toml`."""
    return _(fault.strerror) if fault.strerror else str(fault)


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
    """A number rounded to `digits` decimals; `at_most`: without noughts at the end."""
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
