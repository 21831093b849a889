"""The complaints of a reader of plain data in plain words: where, what was expected, what was found.

Rule kept: no name of a type and no quoting of a program reaches a person; where the value can be found it is shown.
"""

import re
from typing import Any

import msgspec

from companion.kits.exact import shown
from companion.language import _, joined, marked

_NAMES = {
    "str": marked("text"),
    "int": marked("a whole number"),
    "float": marked("a number"),
    "bool": marked("true or false"),
    "array": marked("a list"),
    "object": marked("a table"),
    "null": marked("nothing"),
}
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")


def fault_words(fault: msgspec.ValidationError, raw: Any) -> tuple[str, str]:
    """Where in the data the fault lies, as in `.square[3].name`, and what is wrong there."""
    message, _at_path, path = str(fault).partition(" - at `$")
    path = path.rstrip("`")
    missing = re.fullmatch(r"Object missing required field `(.+)`", message)
    if missing:
        return path, _("the field {name} is missing").format(name=missing[1])
    unknown = re.fullmatch(r"Object contains unknown field `(.+)`", message)
    if unknown:
        return path, _("there is no field called {name}").format(name=unknown[1])
    length = re.fullmatch(r"Expected `array` of length (.+), got (\d+)", message)
    if length:
        words = _("expected a list of {wanted}, found one of {found}")
        return path, words.format(wanted=length[1], found=length[2])
    kinds = re.fullmatch(r"Expected `(.+)`, got `(.+)`", message)
    value, is_known = _at(raw, path)
    if kinds:
        found = shown(value) if is_known else _named(kinds[2])
        words = _("expected {expected}, found {found}")
        return path.removesuffix("[...]"), words.format(expected=_named(kinds[1]), found=found)
    if not is_known:
        return path.removesuffix("[...]"), _("cannot be read")
    return path.removesuffix("[...]"), _("{found} cannot stand here").format(found=shown(value))


def _named(kinds: str) -> str:
    """The names of kinds, as in `int | null`, in words."""
    return joined([_(_NAMES.get(kind.strip(), kind.strip())) for kind in kinds.split("|")], either=True)


def _at(raw: Any, path: str) -> tuple[Any, bool]:
    """The value at a path, and whether it can be found."""
    for name, index in _STEP.findall(path):
        try:
            raw = raw[name] if name else raw[int(index)]
        except (KeyError, IndexError, TypeError, ValueError):
            return None, False
    return raw, True
