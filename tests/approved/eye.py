"""What the eye reads in all frames and a painted table of each kind.

A number may differ by what another processor or OpenCV makes of it (`SLACK`).
"""

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from tests.approved.pictures import PICTURES
from tests.approved.records import where
from tests.approved.work import WORK

KIND = "eye"
CASES = {**WORK, **PICTURES}
SLACK = {
    "tile angle": 2.0, "x": 0.3, "y": 0.3, "angle": 2.0, "sure": 0.05, "others": 0.05,
    "visible": 0.06, "middle_px": 1.0, "mat_px": 0.6,
    "quad_px": 1.0, "grid": 1.0, "then": 1.0, "relief": 1.0, "camera_mm": 3.0, "moved_mm": 0.1,
    "focal": 2.0, "mm": 1.0, "turn": 0.02, "bend": 0.01, "error": 0.05, "slopes": 3.0, "off": 0.2, "knocked": 1.0,
    "straight": 1.0, "scale": 0.01, "showing": 0.02, "light": 0.02, "grey": 1.5, "px": 0.05, "along": 0.1,
    "flicker": 0.01, "noise": 0.2, "sharp": 0.1, "glare": 0.01, "corners": 2.0, "turns": 5.0,
}  # fmt: skip
"""How far a number may be from what was approved: mm, degrees, probabilities, parts, pixels."""
ALIKE_TURNED = ("zones-tiles",)
"""Decks whose faces look alike however they are turned: which way round one is read is a toss of rounding."""

Record = list[dict[str, Any]]


def look(case: str) -> Record:
    """What is told of a case."""
    plain: Record = json.loads(json.dumps(CASES[case]()))
    return plain


def made() -> Iterator[tuple[str, Record]]:
    """Each case with its record, each made by a process of its own: what is kept for later must not matter."""
    spawn = get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn, max_tasks_per_child=1) as pool:
        yield from zip(CASES, pool.map(look, CASES), strict=True)


def kept_as(kind: str, case: str, made: Record) -> None:
    """Writes a record, one picture a line."""
    path = where(kind, file_of(case))
    path.parent.mkdir(parents=True, exist_ok=True)
    told = ",\n".join(json.dumps(one, separators=(",", ":")) for one in made)
    path.write_text(f"[\n{told}\n]\n", encoding="utf-8")


def kept(case: str) -> Record:
    found: Record = json.loads(where(KIND, file_of(case)).read_text(encoding="utf-8"))
    return found


def file_of(case: str) -> str:
    return case.replace(", ", "-").replace(" ", "-")


def differences(approved: Any, now: Any, name: str = "", path: str = "") -> Iterator[str]:
    """Where what is told now is not what was approved, in words; `name` is the field that says how exact it is."""
    if isinstance(approved, dict) and isinstance(now, dict):
        turns_alike = approved.get("deck") in ALIKE_TURNED
        for key in dict.fromkeys((*approved, *now)):
            named = "tile angle" if key == "angle" and turns_alike else key
            yield from differences(approved.get(key), now.get(key), named, f"{path}.{key}")
    elif isinstance(approved, list) and isinstance(now, list) and len(approved) == len(now):
        for number, (one, other) in enumerate(zip(approved, now, strict=True)):
            yield from differences(one, other, name, f"{path}[{number}]")
    elif _is_number(approved) and _is_number(now):
        off = abs(approved - now)
        off = min(off, 360 - off) if name == "angle" else off
        off = min(off % 90, -off % 90) if name == "tile angle" else off
        if off > SLACK.get(name, 0.0):
            yield f"{path}: approved {approved}, now {now}"
    elif approved != now:
        yield f"{path}: approved {approved}, now {now}"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
