"""Approved walks: from a situation some keys are touched one after the other, and each page that is seen is kept.

Which key is touched depends on its words and on where it stands, so that the same keys are touched every time.
"""

import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch
from zlib import crc32

import msgspec

from tests.approved.records import Record
from tests.approved.touched import PLAIN, is_bare, parts_of, with_written, written
from tests.situations import maker
from tests.situations import screens as made_by
from ui.pages.played_table import ON_STAGE, PlayedTable
from ui.present.touches import Goto, MakeBundle, ResumeWith, Touch, TouchSquare, calls

TOUCHES = 4
"""So many keys are touched in a walk."""
FAMILIES = ("agreeing", "tribes", "cards", "zong", "zones", "secret", "table")
OF_FAMILIES = {
    "agreeing": ("home", "seats", "options", "typing", "games", "knowing", "eye", "quit", "past", "kept"),
    "tribes": ("tribe", "card-"),
    "cards": ("cards-",),
    "zong": ("zong-",),
    "zones": ("zones-",),
    "secret": ("muster", "own-", "hidden-", "touch-", "reveal"),
}
"""How the names of a family's situations begin; all others are of the last."""
LONG = frozenset(
    {
        *("enrol-faces", "enrol-what", "cards-over", "cards-decks", "cards-gain", "cards-discard-which"),
        *("selftest", "zones-over", "packed", "history", "unseen", "bin", "deleting"),
    }
)
"""Situations that take long to come to, and are another's neighbours."""
_LONG = re.compile(r"-?\d+\.\d{6,}(?:e-?\d+)?")
"""A number with more digits than two machines agree on."""
_ANY_LONG = re.compile(r"\.\d{6}")
AWAY = MakeBundle | ResumeWith
NOT_HERE = (PlayedTable.switch_picture, *ON_STAGE)
FAR = frozenset(map(Goto, ("check", "enrol", "selftest", "mapping", "about", "pins")))
"""Keys that lead to a camera, to a file, to what this machine has, or to another machine's ways."""


def family_of(name: str) -> str:
    """Which file the walk from a situation stands in."""
    return next((family for family, heads in OF_FAMILIES.items() if name.startswith(heads)), FAMILIES[-1])


def names_of(family: str) -> list[str]:
    """The situations of a family from which walks are made."""
    names = made_by.situations(Path())
    return [name for name in names if family_of(name) == family and name not in made_by.WITH_EYES | LONG]


def walks(family: str) -> Record:
    """Each page that is seen on the walks from the situations of a family."""
    return {name: walk(name) for name in names_of(family)}


def walk(name: str) -> list[str]:
    """Each page that is seen on the walk from a situation: nothing is kept, a voice is there, no light to be dimmed."""
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, ZO_HOME=folder),
        patch.object(maker, "time", SimpleNamespace(monotonic=count().__next__)),
        patch("ui.pages.front.which", lambda program: program),
        patch("ui.pages.front.find_backlight", lambda: None),
    ):
        desk = made_by.situations(Path(folder))[name]()
        try:
            return [page.replace(folder, "HOME") for page in _seen(name, desk)]
        finally:
            desk.close()


def _seen(name: str, desk: Any) -> Iterator[str]:
    touched: list[Touch] = []
    model = desk.model()
    yield f"{desk.page} {as_text(model)}"
    for step in range(TOUCHES):
        touch = _choice(f"{name} {step}", [key for key in keys_of(desk.page, model) if key not in touched])
        if touch is None:
            break
        touched.append(touch)
        desk.send(touch)
        desk.tick()
        model = desk.model()
        said = written(touch)
        yield f"{said.name} {as_text(said.about)}: {desk.page} {as_text(model)}"


def as_text(value: Any) -> str:
    """Anything as text that is the same on every machine."""
    text = msgspec.json.encode(with_written(value), enc_hook=_plain, order="deterministic").decode()
    return _LONG.sub(lambda number: f"{float(number[0]):.6g}", text) if _ANY_LONG.search(text) else text


def _plain(value: Any) -> Any:
    """What JSON knows in place of what it does not; of a picture only its size."""
    if hasattr(value, "shape"):
        return value.shape
    if callable(value):
        return value.__name__
    return dict(value) if isinstance(value, Mapping) else list(value)


def _choice(salt: str, keys: list[Touch]) -> Touch | None:
    """One of the keys, another for each salt."""
    return min(keys, key=lambda key: crc32(f"{salt} {as_text(key)}".encode()), default=None)


def keys_of(page: str, model: Any) -> list[Touch]:
    """What may be touched on a page: its keys that are not faded, and the places of its board."""
    keys = [
        touch
        for touch in _touches(model)
        if not isinstance(touch, AWAY) and touch not in FAR and not calls(touch, *NOT_HERE)
    ]
    keys = [touch for touch in keys if written(touch).name != "reopen"]
    board = getattr(model, "board", None)
    if page == "table" and board is not None:
        keys += [TouchSquare(name) for name in sorted({*board.asked, *(mark.region for mark in board.marks)})]
        keys += [TouchSquare(region.name) for region in board.regions[3::7]]
    return keys


def _touches(value: Any) -> Iterator[Touch]:
    kind = type(value)
    if kind in PLAIN or is_bare(kind):
        return
    if kind in (tuple, list):
        for each in value:
            yield from _touches(each)
    elif isinstance(value, Touch):
        yield value
    elif parts := parts_of(kind):
        if getattr(value, "enabled", True):
            for part in parts:
                yield from _touches(getattr(value, part))
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _touches(each)


def made() -> Iterator[tuple[str, Record]]:
    """The walks of every family."""
    for family in FAMILIES:
        yield family, walks(family)
