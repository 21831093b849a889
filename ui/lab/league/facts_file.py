"""Facts of the owner's for one league, from a file: rosters of ZoneS, blue discs of ZONG, corrected cards."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.bounded import MOST_TOML_BYTES, file_text
from companion.games.zoon.family.written import Fact
from companion.kits.toml_text import TextFault, read_toml
from ui.records.beginning import GameFault


def read_facts(file: Path) -> tuple[Fact, ...]:
    """The facts of a TOML file by dotted name, as `[archer]` and `movement = "any"`. Raises GameFault.

    Whether a game has such facts, the game says where it begins.
    """
    try:
        raw = read_toml(file_text(file, MOST_TOML_BYTES))
        return tuple(_facts(raw, ""))
    except (OSError, UnicodeDecodeError, TextFault, ValueError) as fault:
        raise GameFault(f"--facts: expected a TOML file of facts, found {file}: {fault}") from None


def _facts(raw: Mapping[str, Any], above: str) -> Iterator[Fact]:
    for key, value in raw.items():
        if isinstance(value, dict):
            yield from _facts(value, f"{above}{key}.")
        elif isinstance(value, str | int | bool):
            yield f"{above}{key}", value
        else:
            raise ValueError(f"{above}{key}: expected a text, a number or true, found {value!r}")
