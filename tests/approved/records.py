"""Approved records as files: by case, what is said at each point, as a short text or a digest of a long one."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec

FOLDER = Path(__file__).parent / "kept"
DIGITS = 7
"""So many digits of a long number are compared: the last ones may differ from one machine to another."""
_LONG = re.compile(r"-?\d+\.\d{7,}(?:e-?\d+)?")
_ANY_LONG = re.compile(r"\.\d{7}")
"""What is in every text that has a long number: a dot is found a hundred times sooner than digits are."""
SHORT = 6
"""Texts no longer than this stand in the file as they are."""
SHOWN = 4000
"""So many letters of what is said now are shown."""

Record = Mapping[str, Sequence[str]]
"""What is said, by case: one text for each point."""
Cases = Iterable[tuple[str, Sequence[str]]]
"""A record case by case, which need not be made whole."""


def said(value: Any) -> str:
    """Anything as text that is the same on every machine: sets and mappings in order, numbers to so many digits."""
    text = msgspec.json.encode(value, enc_hook=_plain, order="deterministic").decode()
    if _ANY_LONG.search(text) is None:
        return text
    return _LONG.sub(lambda number: f"{float(number[0]):.{DIGITS}g}", text)


def _plain(value: Any) -> Any:
    """What JSON knows in place of what it does not."""
    return dict(value) if isinstance(value, Mapping) else list(value)


def digest(text: str) -> str:
    """A few letters that are others for another text."""
    return blake2b(text.encode(), digest_size=2).hexdigest()


def where(kind: str, name: str) -> Path:
    return FOLDER / kind / f"{name}.json"


def keep(kind: str, name: str, record: Record) -> None:
    """Writes a record, one case a line: what is short as it is said, what is long as its digest."""
    path = where(kind, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        f"{json.dumps(case)}: {json.dumps(' '.join(map(_entry, texts)))}" for case, texts in record.items()
    ]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _entry(text: str) -> str:
    return text if len(text) <= SHORT and text.isalnum() else digest(text)


def difference(kind: str, name: str, record: Record | Cases) -> str:
    """The first place where a record is not as it was approved: the case, and what is said now; empty where all is."""
    kept: dict[str, str] = json.loads(where(kind, name).read_text(encoding="utf-8"))
    found = []
    for case, texts in record.items() if isinstance(record, Mapping) else record:
        found.append(case)
        approved = kept.get(case, "").split()
        for at, (text, entry) in enumerate(zip_longest(texts, approved)):
            if text is None or entry != _entry(text):
                shown = "nothing" if text is None else text[:SHOWN]
                return f"{kind} {name}, {case}, point {at}: approved {entry}, now {shown}"
    return "" if list(kept) == found else f"{kind} {name}: other cases than approved"
