"""Approved records as files: by case, what is said at each point, as a short text or a digest of a long one."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from hashlib import blake2b
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec

FOLDER = Path(__file__).parent
DIGITS = 6
"""So many digits of a number are compared: the last ones may differ from one machine to another."""
SHOWN = 4000
"""So many letters of what is said now are shown."""

Record = Mapping[str, Sequence[str]]
"""What is said, by case: one text for each point."""


def said(value: Any) -> str:
    """Anything as text that is the same on every machine: sets and mappings in order, numbers to so many digits."""
    return "".join(_said(value))


def _said(value: Any) -> Iterator[str]:
    if value is None or isinstance(value, str | bool | int):
        yield repr(value)
    elif isinstance(value, float):
        yield f"{value:.{DIGITS}g}"
    elif isinstance(value, Mapping):
        pairs = sorted((said(key), said(each)) for key, each in value.items())
        yield "{" + ", ".join(f"{key}: {each}" for key, each in pairs) + "}"
    elif isinstance(value, set | frozenset):
        yield "{" + ", ".join(sorted(map(said, value))) + "}"
    elif isinstance(value, msgspec.Struct):
        yield from _fields(value, value.__struct_fields__)
    elif is_dataclass(value):
        yield from _fields(value, [field.name for field in fields(value)])
    else:
        yield "[" + ", ".join(map(said, value)) + "]"


def _fields(value: Any, names: Sequence[str]) -> Iterator[str]:
    told = ((name, getattr(value, name)) for name in names)
    parts = ", ".join(f"{name}={said(each)}" for name, each in told if each is not None and each != ())
    yield f"{type(value).__name__}({parts})"


def digest(text: str) -> str:
    """A few letters that are others for another text."""
    return blake2b(text.encode(), digest_size=3).hexdigest()


def where(kind: str, name: str) -> Path:
    return FOLDER / kind / f"{name}.json"


def keep(kind: str, name: str, record: Record) -> None:
    """Writes a record, one case a line: what is short as it is said, what is long as its digest."""
    path = where(kind, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        f"{json.dumps(case)}: {json.dumps(' | '.join(map(_entry, texts)))}" for case, texts in record.items()
    ]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _entry(text: str) -> str:
    return text if len(text) <= DIGITS and "|" not in text else digest(text)


def compare(kind: str, name: str, record: Record) -> None:
    """Fails where a record is not as it was approved, and shows the case and what is said now."""
    kept: dict[str, str] = json.loads(where(kind, name).read_text(encoding="utf-8"))
    for case, texts in record.items():
        approved = kept[case].split(" | ") if case in kept else []
        for at, (text, entry) in enumerate(zip_longest(texts, approved)):
            if text is None or entry != _entry(text):
                shown = "nothing" if text is None else text[:SHOWN]
                raise AssertionError(f"{kind} {name}, {case}, point {at}: approved {entry}, now {shown}")
    assert list(kept) == list(record), f"{kind} {name}: other cases than approved"
