"""The spoken language for all of `ui`: its words, and faults put for players."""

import re
from functools import cache

from companion.kits.options import sheet_in
from companion.language import _, homonym, joined, marked, several, system_words
from hardware.said import Said

__all__ = ["_", "homonym", "joined", "marked", "several", "system_words"]

_UNSEEN = re.compile("[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")


def in_order(words: str) -> str:
    """Words without invisible signs and signs that reorder others (Unicode TR 9)."""
    return _UNSEEN.sub("", words)


def upper_first(words: str) -> str:
    """Words with a capital at their beginning, unless they begin with a file's name."""
    is_file = any(sign in words.split(" ", 1)[0] for sign in "./")
    return words if is_file else words[:1].upper() + words[1:]


def for_players(fault: Exception) -> str:
    """A fault in words for players, without names of files and devices if it has such words."""
    return str(getattr(fault, "words", fault))


def device_words(said: Said) -> str:
    """A device's message in the spoken language."""
    parts = {
        name: device_words(part) if isinstance(part, Said) else part for name, part in said.parts.items()
    }
    return _(said.text).format(**parts)


@cache
def word_tables(package: str) -> dict[str, dict[str, str]]:
    """The tables of the `words.toml` beside a package, in English."""
    return sheet_in(package, "words", dict[str, dict[str, str]])
