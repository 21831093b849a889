"""What owners write down: armies, sheets of cards of their own, corrections; read with the line of each fault.

An army is `name`, `format` and a count for each card under `[zoons]` and `[trumps]`. A sheet of cards is written like
`zoons.toml`; a Zoon with one face may have its `corners` and `copies` without `cards`. Corrections are dotted names
with what the printed card says.
"""

import difflib
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from companion.game import SetupFault, Value
from companion.games.zoon.family.deck import (
    ARMY,
    CARDS,
    Army,
    Facts,
    Format,
    Sheet,
    fact_names,
    facts,
    sheet_of,
)
from companion.kits.exact import Mismatch, exact
from companion.kits.toml_text import TextFault, fault_in, line_of, read_toml, toml_text
from companion.language import _

Fact = tuple[str, Value]
_LISTED = 3


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    zoons: dict[str, int]
    name: str = ""
    format: Format = "mondial"
    trumps: dict[str, int] = {}


def read_army(text: str, known: Facts) -> Army:
    """An army from its text. Raises TextFault; limits are checked by `tribes`."""
    try:
        written = exact(read_toml(text), _Written)
        zoons = _counted("zoons", written.zoons, known.zoons)
        trumps = _counted("trumps", written.trumps, known.trumps)
    except Mismatch as fault:
        raise fault_in(text, fault) from None
    return Army(zoons, trumps, written.name, written.format)


def _counted(field: str, counts: Mapping[str, int], known: Iterable[str]) -> tuple[str, ...]:
    cards = list(known)
    for card, count in counts.items():
        if card not in cards:
            near = difflib.get_close_matches(card, cards, _LISTED, 0.5) or sorted(cards)[:_LISTED]
            what = _("a Zoon that is known, such as {names}")
            if field == "trumps":
                what = _("a trump that is known, such as {names}")
            raise Mismatch((field, card), what.format(names=", ".join(near)), card)
        if count < 1:
            raise Mismatch((field, card), _("how often, 1 or more"), count)
    return tuple(sorted(Counter(counts).elements()))


def army_text(army: Army) -> str:
    """An army as text: `read_army` of it is the army again."""
    lines = [toml_text({"name": army.name, "format": army.format}).rstrip("\n")]
    for kind, cards in (("zoons", army.zoons), ("trumps", army.trumps)):
        lines += ["", f"[{kind}]", *(f"{card} = {count}" for card, count in Counter(cards).items())]
    return "\n".join(lines) + "\n"


def army_fact(id: str, army: Army) -> Fact:
    return f"{ARMY}{id}", msgspec.json.encode(army).decode()


def read_cards(text: str, also: Sheet) -> dict[str, Any]:
    """The plain data of a sheet of cards, checked together with the cards of `also`. Raises TextFault."""
    raw = read_toml(text)
    try:
        sheet_of(raw, also)
    except Mismatch as fault:
        raise fault_in(text, fault) from None
    return raw


def cards_fact(id: str, raw: Mapping[str, Any]) -> Fact:
    return f"{CARDS}{id}", msgspec.json.encode(raw).decode()


def read_corrections(text: str, cards: tuple[Fact, ...] = ()) -> tuple[Fact, ...]:
    """Corrections from their text, tried on the shipped cards and the added `cards`. Raises TextFault."""
    raw = read_toml(text)
    names = set(fact_names(cards))
    found = tuple(leaves(raw))
    for path, value in found:
        name = ".".join(path)
        if name not in names:
            near = difflib.get_close_matches(name, names, _LISTED, 0.5)
            words = _("the dotted name of a fact, such as {names}")
            expected = words.format(names=", ".join(near or ["gold-hure.corners.tl"]))
            raise TextFault(line_of(text, path), name, expected, name)
        if not isinstance(value, int | str | bool):
            raise TextFault(line_of(text, path), name, _("a number, a text, true or false"), value)
        try:
            facts((*cards, (name, value)))
        except SetupFault as fault:
            raise TextFault(line_of(text, path), name, fault.expected, value) from None
    return tuple((".".join(path), value) for path, value in found)


def leaves(table: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterable[tuple[tuple[str, ...], Any]]:
    for key, value in table.items():
        here = (*path, *key.split("."))
        if isinstance(value, dict):
            yield from leaves(value, here)
        else:
            yield here, value


def corrections_text(corrections: Iterable[Fact]) -> str:
    """Corrections as text, one a line."""
    return "".join(toml_text({name: value}) for name, value in sorted(corrections))
