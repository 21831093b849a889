"""What the owner's printed rosters of ZoneS say, in one file; the program's own values stand in where it is silent.

Rule kept: a file that cannot be used is named with line and field; nothing is played with half of it.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.bounded import MOST_TOML_BYTES, file_text
from companion.game import SetupFault, Value
from companion.games.zones.pieces import ROSTER, Facts, fact_names, facts, shipped
from companion.kits.exact import NOTHING
from companion.kits.toml_text import TextFault, line_of, read_toml, toml_text
from ui.owned.tribes import OwnersFault, write_file
from ui.places import roster_file

Pairs = tuple[tuple[str, Value], ...]
NAME, CONFIRMED = f"{ROSTER}.name", f"{ROSTER}.confirmed"
OURS: Pairs = ((NAME, str(shipped()[ROSTER]["name"])), (CONFIRMED, False))
"""The facts that say: our reading, which is nobody's official one."""
ENTERED = ("movement", "preferred", "difficult", "restricted")
"""What the source has lost, and only the printed cards say."""
_KEYS = tuple(dict.fromkeys(name.partition(".")[2] for name in fact_names() if not name.startswith(ROSTER)))
_ROSTER_KEYS = (NAME.partition(".")[2], CONFIRMED.partition(".")[2])
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_HEAD = "# What the printed rosters of ZoneS say. A piece's entries are those of the program's own facts.\n\n"


@dataclass(frozen=True, slots=True)
class KeptRosters:
    """What the owner's file says. `fault`: why it cannot be used."""

    facts: Pairs = ()
    fault: str = ""

    @property
    def is_own(self) -> bool:
        """Whether it holds the owner's own values, all confirmed."""
        return dict(self.facts).get(CONFIRMED) is True


def kept_roster() -> KeptRosters:
    file = roster_file()
    try:
        if not file.is_file():
            return KeptRosters()
        return KeptRosters(read_roster(file_text(file, MOST_TOML_BYTES)))
    except (OSError, UnicodeDecodeError, TextFault) as fault:
        return KeptRosters(fault=f"{file}: {fault}")


def read_roster(text: str) -> Pairs:
    """The facts that a file's text says. Raises TextFault naming line, field, what was expected and found."""
    raw = read_toml(text)
    pairs: list[tuple[str, Value]] = []
    for piece, entry in raw.items():
        if not isinstance(entry, dict):
            raise TextFault(line_of(text, (piece,)), piece, "a table such as [archer]", entry)
        for key, value in entry.items():
            if not isinstance(value, str | int | bool):
                raise TextFault(
                    line_of(text, (piece, key)), f"{piece}.{key}", "a text, a number or true", value
                )
            known = _ROSTER_KEYS if piece == ROSTER else _KEYS
            if key not in known:
                expected = f"one of {', '.join(known)}"
                raise TextFault(line_of(text, (piece, key)), piece, expected, key)
            pairs.append((f"{piece}.{key}", value))
    try:
        facts(tuple(pairs))
    except SetupFault as fault:
        field = fault.field.removeprefix("facts: ")
        line = line_of(text, tuple(field.split(".")))
        raise TextFault(line, field, fault.expected, dict(pairs).get(field, NOTHING)) from None
    return tuple(pairs)


def roster_text(pairs: Iterable[tuple[str, Value]]) -> str:
    """The facts as a file's text; it reads back as they are."""
    raw: dict[str, dict[str, Any]] = {}
    for name, value in pairs:
        piece, _, key = name.partition(".")
        raw.setdefault(piece, {})[key] = value
    keys = {
        piece: piece if _BARE.fullmatch(piece) else json.dumps(piece, ensure_ascii=False) for piece in raw
    }
    return _HEAD + "\n".join(f"[{keys[piece]}]\n{toml_text(entry)}" for piece, entry in raw.items())


def keep_roster(pairs: Iterable[tuple[str, Value]]) -> None:
    """Writes the facts in one step. Raises OwnersFault."""
    write_file(roster_file(), roster_text(pairs))


def with_roster(given: Pairs) -> Pairs:
    """The facts of a set-up: those given, else those of the owner's file. Raises OwnersFault."""
    if given:
        return given
    kept = kept_roster()
    if kept.fault:
        raise OwnersFault(kept.fault)
    return kept.facts if kept.is_own else ()


def with_fact(pairs: Pairs, name: str, value: Value) -> Pairs:
    """The facts with one told otherwise, in the place where it stood."""
    if name in dict(pairs):
        return tuple((key, value if key == name else old) for key, old in pairs)
    return (*pairs, (name, value))


def is_entered(pairs: Pairs, piece: str) -> bool:
    """Whether everything that only the cards say of a piece was entered."""
    told = dict(pairs)
    return all(f"{piece}.{key}" in told for key in ENTERED)


def entered(pairs: Pairs, known: Facts, piece: str) -> Pairs:
    """The facts with a piece's values as they are shown, all of them entered."""
    kind = known.kinds[piece]
    for key in ENTERED:
        value = kind.movement if key == "movement" else ",".join(sorted(getattr(kind, key)))
        pairs = with_fact(pairs, f"{piece}.{key}", value)
    return pairs
