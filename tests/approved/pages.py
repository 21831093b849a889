"""The approved pages: what a screen's model says in each situation, as text that can be read, one line for each field.

What is long is cut, and a digest of the whole stands for the rest.
"""

import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from tests.approved.records import digest
from tests.approved.touched import Written, with_written
from tests.situations.screens import WITH_EYES, situations
from ui.present.touches import Touch

FILE = Path(__file__).parent / "kept" / "pages.txt"
LONGEST = 130
"""So many letters of a field stand in the file."""
HEAD = "== "
PLAIN = frozenset({"words", "action"})
"""Fields that need not be named."""


def text_of(value: Any) -> str:
    """Anything as text that is the same on every machine; what has its usual value is left out."""
    if value is None or isinstance(value, str | bool | int):
        return repr(value)
    if isinstance(value, float):
        return f"{round(value, 4) + 0.0:g}"
    if isinstance(value, Mapping):
        pairs = sorted((text_of(key), text_of(each)) for key, each in value.items())
        return "{" + ", ".join(f"{key}: {each}" for key, each in pairs) + "}"
    if isinstance(value, set | frozenset):
        return "{" + ", ".join(sorted(map(text_of, value))) + "}"
    if hasattr(value, "shape"):
        return f"picture{value.shape}"
    if isinstance(value, Touch):
        return text_of(with_written(value))
    if isinstance(value, msgspec.Struct):
        return f"{type(value).__name__}({text_of(msgspec.to_builtins(value))})"
    if is_dataclass(value):
        if isinstance(value, Written):
            return f"{value.name}({'' if value.about is None else text_of(value.about)})"
        said = (text if name in PLAIN else f"{name}={text}" for name, _each, text in _told(value))
        return f"{type(value).__name__}({', '.join(said)})"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(text_of, value)) + "]"
    return type(value).__name__


def _told(value: Any) -> Iterator[tuple[str, Any, str]]:
    """The fields of anything that have not their usual values, each with its text."""
    for name, usual in _usual(type(value)):
        each = getattr(value, name)
        if (text := text_of(each)) != usual:
            yield name, each, text


@cache
def _usual(kind: Any) -> list[tuple[str, str | None]]:
    """The fields of a kind, each with the text of its usual value; None where it has none."""
    return [
        (each.name, None if each.default is MISSING else text_of(with_written(each.default)))
        for each in fields(kind)
    ]


def whole_lines(model: Any) -> list[str]:
    """What a page says, one line for each field; what a field has fields of its own for, in a line for each of them."""
    lines = [type(model).__name__]
    for name, value, text in _told(with_written(model)):
        if is_dataclass(value):
            lines += [f"{name}.{inner} {said}" for inner, _each, said in _told(value)]
        else:
            lines.append(f"{name} {text}")
    return lines


def cut(line: str) -> str:
    """A line that is not too long; a digest stands for what is not said."""
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} … {digest(line)}"


def made() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What every page shows that no picture is painted for, all as one record."""
    names = [name for name in situations(Path()) if name not in WITH_EYES]
    yield "pages", {name: _model(name) for name in names}


def _model(name: str) -> Any:
    """The page of a situation on a machine on which nothing is kept."""
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, ZO_HOME=folder):
        return situations(Path(folder))[name]().model()


def kept_as(_kind: str, _name: str, pages: Mapping[str, Any]) -> None:
    """Writes what the models of pages say."""
    parts = ["\n".join((HEAD + name, *map(cut, whole_lines(pages[name])))) for name in sorted(pages)]
    FILE.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


@cache
def approved() -> dict[str, list[str]]:
    """What each page says, as it was approved."""
    parts = FILE.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    pages = (part.split("\n") for part in parts)
    return {page[0].removeprefix(HEAD): page[1:] for page in pages}


def differing(name: str, model: Any) -> str:
    """What a page says otherwise than it was approved, and all that it says there now; nothing where it is the same."""
    now, kept = whole_lines(model), approved().get(name, [])
    gone = set(kept) - set(map(cut, now))
    new = [line for line in now if cut(line) not in kept]
    return "\n".join(
        (*(f"approved: {line}" for line in sorted(gone)), *(f"now:      {line}" for line in new))
    )
