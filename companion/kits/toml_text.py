"""TOML with the line of every fault; plain tables are written back the way people write them.

The standard library names lines only for faults of syntax; a second look at the text finds the line of a table or
key. It ignores the values, as the text has been read without a fault by then.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from companion.bounded import OutOfBounds, toml_table
from companion.kits.exact import Mismatch, Path, shown
from companion.language import _

_HEAD = re.compile(r"\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*=")
_PART = re.compile(r"[\w-]+|\"[^\"]*\"|'[^']*'")
_AT = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_BARE = re.compile(r"[\w-]+$")


class TextFault(ValueError):
    """A text that cannot be used: its line (from 1), the field, what was expected and what was found."""

    def __init__(self, line: int, field: str, expected: str, found: object) -> None:
        words = _("line {line}: {field}: expected {expected}, found {found}")
        if not field:
            words = _("line {line}: expected {expected}, found {found}")
        super().__init__(words.format(line=line, field=field, expected=expected, found=shown(found)))
        self.line, self.field, self.expected, self.found = line, field, expected, found


def read_toml(text: str) -> dict[str, Any]:
    """Plain data from a text. Raises TextFault."""
    try:
        return toml_table(text)
    except OutOfBounds as fault:
        raise TextFault(1, "", fault.expected, fault.found) from None
    except tomllib.TOMLDecodeError as fault:
        said, lines = str(fault), text.splitlines()
        at = _AT.search(said)
        line = int(at[1]) if at and at[1] else len(lines) or 1
        found = lines[line - 1].strip() if line <= len(lines) else _("the end")
        raise TextFault(line, "", f"TOML ({_AT.sub('', said)})", found) from None


def fault_in(text: str, fault: Mismatch) -> TextFault:
    """A fault of the data as one of the text that they were read from."""
    return TextFault(line_of(text, fault.path), fault.field, fault.expected, fault.found)


def line_of(text: str, path: Path) -> int:
    """The line of a path's table or key, or of the nearest one around it."""
    lines: dict[Path, int] = {}
    table: Path = ()
    inside = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if inside:
            inside = "" if inside in line else inside
            continue
        if head := _HEAD.match(line):
            here = table = _path(head[1])
        elif key := _KEY.match(line):
            here = (*table, *_path(key[1]))
        else:
            continue
        for deep in range(1, len(here) + 1):
            lines.setdefault(here[:deep], number)
        inside = next((mark for mark in ('"""', "'''") if line.count(mark) % 2), "")
    return next((lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in lines), 1)


def _path(dotted: str) -> Path:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


def toml_text(raw: Mapping[str, Any]) -> str:
    """Plain tables as TOML: values first, then tables under their own heads; small tables stay on one line.

    Reads back as it was. Only text, whole numbers, truth values, lists of these and tables can be written.
    """
    return "\n".join(_tables(raw, ())).lstrip("\n") + "\n"


def _tables(table: Mapping[str, Any], path: Path) -> list[str]:
    values = {key: value for key, value in table.items() if not _own_table(value)}
    found = []
    if path and (values or not table):
        found.append(f"\n[{'.'.join(map(_key, path))}]")
    found += [f"{_key(key)} = {_value(value)}" for key, value in values.items()]
    for key, value in table.items():
        if _own_table(value):
            found += _tables(value, (*path, key))
    return found


def _own_table(value: object) -> bool:
    """Whether a value is a table with a head of its own: it holds tables, is empty, or does not fit on a line."""
    if not isinstance(value, Mapping):
        return False
    return len(value) > 4 or not value or any(isinstance(each, Mapping) for each in value.values())


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value) if isinstance(value, int) else _quoted(str(value))


def _key(key: str) -> str:
    return key if _BARE.match(key) and key.isascii() else _quoted(key)


def _quoted(text: str) -> str:
    """A basic string: JSON's escapes are TOML's; JSON lets one control sign stand that TOML does not."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
