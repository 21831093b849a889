"""Tables of games' faces, kept in TOML beside them: hints in `hints.toml`, single words in `words.toml`."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.game import Setup
from companion.kits.options import sheet_in
from ui.faces.face import CardToPrint, PrintedPart
from ui.present.moment import GameSnapshot, Hint, When
from ui.words import _, word_tables

Parts = Callable[[GameSnapshot], Mapping[str, object]]
Where = Callable[[GameSnapshot], tuple[str, ...]]
_Hints = dict[str, tuple[dict[str, Any], ...]]


def hints_in(
    *packages: str,
    when: Mapping[str, When],
    where: Mapping[str, Where] = {},
    parts: Mapping[str, Parts] = {},
) -> tuple[Hint, ...]:
    """The hints in packages' sheets in the order of `when`, which has an entry for each and maybe for other games.

    `where` and `parts`: also by id of the hint.
    """
    sheets = (sheet_in(package, "hints", _Hints)["hint"] for package in packages)
    texts = {text["id"]: text for sheet in sheets for text in sheet}
    assert texts.keys() <= when.keys(), f"hints of {packages} that are never due"
    found = []
    for id in filter(texts.__contains__, when):
        hint = Hint(**texts[id], when=when[id])
        found.append(replace(hint, where=where.get(id, hint.where), parts=parts.get(id, hint.parts)))
    return tuple(found)


def word_in(package: str, table: str, key: str, otherwise: str | None = None) -> str:
    """An entry of a table of a package's sheet in the spoken language; by default `otherwise`, or the key."""
    words = word_tables(package)[table].get(key)
    if words is None:
        return key if otherwise is None else otherwise
    return _(words)


def part_in(
    package: str, id: str, cards: Callable[[Setup], list[CardToPrint]] | None = None, **about: Any
) -> PrintedPart:
    """A part that can be printed, with its title and its instructions from a package's sheet."""
    known = word_tables(package)
    return PrintedPart(id, known["printed"][id], known["printed-how"][id], cards, **about)
