"""What the fields of a card are called, and what may be chosen in them, in the words of `words.toml`."""

from functools import cache
from importlib.resources import files

import msgspec

from companion.game import Value
from ui.words import _

TABLES = {"type": "one-of-type", "of": "one-of-type", "usable_by": "one-of-type"}
"""By field, the table of its choices where that has another name."""


@cache
def _sheet() -> dict[str, dict[str, str]]:
    sheet = files("ui.owned").joinpath("words.toml").read_bytes()
    return msgspec.toml.decode(sheet, type=dict[str, dict[str, str]])


def words_of(table: str) -> dict[str, str]:
    """The words of a table by their keys, in its order; none of one that is not there."""
    return {key: _(words) for key, words in _sheet().get(table, {}).items()}


def choices(field: str) -> tuple[tuple[Value, str, str], ...]:
    """What may be chosen in a field: value, words, more words. Empty for one that is typed, or a list of names."""
    if field in ("blocks", "confirmed"):
        return ((True, _("Yes"), ""), (False, _("No"), ""))
    table = TABLES.get(field, field)
    whole = words_of(f"{table}-whole")
    return tuple((key, words, whole.get(key, "")) for key, words in words_of(table).items())


def star_words(star: str) -> tuple[str, str]:
    """What a touched star does: shortly, and whole."""
    return words_of("star")[star], words_of("star-whole")[star]


def does_words(does: str) -> tuple[str, str]:
    """What a trump does: shortly, and whole."""
    return words_of("does")[does], words_of("does-whole")[does]
