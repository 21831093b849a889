"""What every step of the eye gave while something was looked at, in a few numbers for each function.

Rule kept: a step is known by its function's name alone, so that code may move between files.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

VISION = str(Path(__file__).parents[2] / "vision")
LEFT_OUT = ("training/", "faces/", "stopwatch")
PAINTERS = tuple(
    f"painted/{name}"
    for name in (
        "bodies",
        "brush",
        "coins",
        "flat_things",
        "ground",
        "hand",
        "laying",
        "lit",
        "painter",
        "repainting",
        "round_things",
        "sheet",
        "standpoint",
        "tabletop",
    )
)
"""Files and folders that make pictures and read none."""
FEW = 64
"""Of arrays no larger than this every value counts, of others the mean and the spread."""
TIMES = ("ms",)
"""Fields that tell how long something took …"""
TIMERS = ("_since", "_small", "_timed", "measure_identity")
"""… and functions that give it along with what they found."""
DEEPEST = 3
MOST = 150
"""Results of a function that are looked into; later ones are counted."""
WEIGHTS = 7
"""Values in other places weigh otherwise, so that two that were exchanged show."""

Figures = tuple[float, float, float]
"""How often a function came to an end, how many values it gave in all, and their weighted mean."""


@dataclass(slots=True)
class Step:
    """What one function has given so far."""

    calls: int = 0
    values: float = 0.0
    leaves: int = 0
    total: float = 0.0
    size: float = 0.0

    def add(self, given: object) -> None:
        """Counts one result."""
        self.calls += 1
        if self.calls > MOST:
            return
        for place, (value, count) in enumerate(_leaves(given, DEEPEST)):
            weighted = value * (1 + 0.1 * (place % WEIGHTS))
            self.values += count
            self.leaves += 1
            self.total += weighted
            self.size += abs(weighted)

    def figures(self) -> Figures:
        leaves = max(1, self.leaves)
        return (float(self.calls), self.values, self.total / leaves)

    def usual_size(self) -> float:
        """How large the values are, whatever their sign."""
        return self.size / max(1, self.leaves)


@dataclass(slots=True)
class Steps:
    """Listens to all functions of the eye while a block runs."""

    left_out: tuple[str, ...] = ()
    by_name: dict[str, Step] = field(default_factory=dict)
    _known: dict[object, str | None] = field(default_factory=dict)
    _before: Callable[..., Any] | None = None

    def __enter__(self) -> "Steps":
        self._before = sys.getprofile()
        sys.setprofile(self._heard)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(self._before)

    def _heard(self, frame: FrameType, event: str, given: object) -> None:
        if event != "return":
            return
        code = frame.f_code
        name = self._known.get(code, "")
        if name == "":
            name = self._known[code] = self._name(code.co_filename, code.co_qualname)
        if name is not None:
            self.by_name.setdefault(name, Step()).add(given)

    def _name(self, file: str, function: str) -> str | None:
        """A function's name; None where it is no step that is listened to."""
        if not file.startswith(VISION) or file[len(VISION) + 1 :].startswith((*LEFT_OUT, *self.left_out)):
            return None
        # How often a helper without a name of its own runs depends on the Python.
        return None if "<" in function or function in TIMERS else function


def _leaves(given: object, deep: int) -> Iterator[tuple[float, int]]:
    """The numbers in a value, each with how many values it stands for."""
    if isinstance(given, bool | int | float | np.generic):
        if isinstance(given, str | bytes):
            return
        yield (float(np.nan_to_num(float(given), posinf=1e6, neginf=-1e6)), 1)
    elif isinstance(given, np.ndarray):
        yield from _of_array(given)
    elif deep and isinstance(given, Mapping):
        for value in given.values():
            yield from _leaves(value, deep - 1)
    elif deep and isinstance(given, tuple | list):
        for value in given:
            yield from _leaves(value, deep - 1)
    elif deep and is_dataclass(given) and not isinstance(given, type):
        for one in fields(given):
            if one.name in TIMES:
                continue
            yield from _leaves(getattr(given, one.name, None), deep - 1)


def _of_array(given: "np.ndarray[Any, Any]") -> Iterator[tuple[float, int]]:
    if given.dtype.kind not in "biuf" or not given.size:
        return
    if given.size <= FEW:
        for value in np.nan_to_num(given.astype(np.float64)).ravel().tolist():
            yield (value, 1)
        return
    yield (float(np.nan_to_num(given.mean(dtype=np.float64))), given.size - 1)
    yield (float(np.nan_to_num(given.std(dtype=np.float64))), 1)
