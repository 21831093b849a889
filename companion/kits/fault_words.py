"""The complaints of a reader of plain data in plain words: where, what was expected, what was found.

Rule kept: no name of a type and no quoting of a program reaches a person; where the value can be found it is shown.
"""

import re
from typing import Any

import msgspec

from companion.kits.exact import shown

_NAMES = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")


def fault_words(fault: msgspec.ValidationError, raw: Any) -> tuple[str, str]:
    """Where in the data the fault lies, as in `.square[3].name`, and what is wrong there."""
    message, _, path = str(fault).partition(" - at `$")
    path = path.rstrip("`")
    missing = re.fullmatch(r"Object missing required field `(.+)`", message)
    if missing:
        return path, f"the field {missing[1]} is missing"
    unknown = re.fullmatch(r"Object contains unknown field `(.+)`", message)
    if unknown:
        return path, f"there is no field called {unknown[1]}"
    length = re.fullmatch(r"Expected `array` of length (.+), got (\d+)", message)
    if length:
        return path, f"expected a list of {length[1]}, found one of {length[2]}"
    kinds = re.fullmatch(r"Expected `(.+)`, got `(.+)`", message)
    value, is_known = _at(raw, path)
    if kinds:
        found = shown(value) if is_known else _named(kinds[2])
        return path.removesuffix("[...]"), f"expected {_named(kinds[1])}, found {found}"
    return path.removesuffix("[...]"), f"{shown(value)} cannot stand here" if is_known else "cannot be read"


def _named(kinds: str) -> str:
    """The names of kinds, as in `int | null`, in words."""
    return " or ".join(_NAMES.get(kind.strip(), kind.strip()) for kind in kinds.split("|"))


def _at(raw: Any, path: str) -> tuple[Any, bool]:
    """The value at a path, and whether it can be found."""
    for name, index in _STEP.findall(path):
        try:
            raw = raw[name] if name else raw[int(index)]
        except (KeyError, IndexError, TypeError, ValueError):
            return None, False
    return raw, True
