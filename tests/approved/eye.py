"""What the eye reads in all frames and a painted table of each kind, and what its steps gave on the way.

A reading may differ by what another processor or OpenCV makes of it (`SLACK`). How far a step's figures may differ
was measured when they were made: by so much and a little more did they change when few pixels changed by one level.
"""

import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np

from tests.approved.grids import Touch
from tests.approved.pictures import PICTURES
from tests.approved.records import where
from tests.approved.steps import PAINTERS, Step, Steps
from tests.approved.work import WORK
from vision.sources.pictures import Picture

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
TOUCHED = 0.001
"""Part of the pixels that are changed by a grey level to learn how much a step's figures mean."""
TRIES = 2
WIDER = 3.0
"""So many times what was seen to change by such a touch may a figure differ."""
LEAST = 0.002
"""So much of its usual size may any figure differ."""
TOO_LOOSE = 0.5
"""A figure that changes by more of itself than this says nothing."""

ROUNDING = 1e-4
WHAT = ("calls", "values", "mean")

Figures = list[float]
"""Calls, values and mean of a step, then, where it is not `LEAST` alone, how far each of the three may differ."""
Record = dict[str, Any]


def look(case: str, touch: Touch) -> tuple[list[dict[str, Any]], dict[str, Step]]:
    """What is told of a case, and what the steps gave."""
    with Steps(left_out=() if case in WORK else PAINTERS) as steps:
        told = CASES[case](touch)
    plain: list[dict[str, Any]] = json.loads(json.dumps(told))
    return plain, steps.by_name


def made() -> Iterator[tuple[str, Record]]:
    """Each case with its record, each made by a process of its own: what is kept for later must not matter."""
    spawn = get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn, max_tasks_per_child=1) as pool:
        yield from zip(CASES, pool.map(record, CASES), strict=True)


def record(case: str) -> Record:
    """What is told of a case and what its steps gave, from nothing, once more, and with pixels touched."""
    told, steps = look(case, lambda picture: picture)
    others = [look(case, touch)[1] for touch in (lambda picture: picture, *map(_touching, range(TRIES)))]
    return {"told": told, "steps": dict(_with_slack(steps, others))}


def _touching(seed: int) -> Touch:
    chance = np.random.default_rng(seed)

    def touched(picture: Picture) -> Picture:
        by = (chance.random(picture.shape) < TOUCHED) * chance.choice([-1, 1], picture.shape)
        return np.asarray(np.clip(picture + by, 0, 255), np.uint8)

    return touched


def _with_slack(steps: Mapping[str, Step], others: list[dict[str, Step]]) -> Iterator[tuple[str, Figures]]:
    for name, step in sorted(steps.items()):
        figures = np.array(step.figures())
        apart = [
            np.abs(figures - (other[name].figures() if name in other else (0.0, 0.0, 0.0)))
            for other in others
        ]
        slack = WIDER * np.max(apart, axis=0)
        wide = slack if (slack > _least_slack(step)).any() else []
        if max(slack[0] / figures[0], slack[1] / max(1.0, figures[1])) <= TOO_LOOSE:
            yield name, [float(f"{value:.5g}") for value in (*figures, *wide)]


def _least_slack(step: Step) -> "np.ndarray[Any, Any]":
    """How far the figures of a step may differ in any case."""
    return LEAST * np.array([step.calls, step.values, step.usual_size()])


def kept_as(kind: str, case: str, made: Record) -> None:
    """Writes a record, one picture or step a line."""
    path = where(kind, file_of(case))
    path.parent.mkdir(parents=True, exist_ok=True)
    told = ",\n".join(json.dumps(one, separators=(",", ":")) for one in made["told"])
    steps = ",\n".join(
        f"{json.dumps(name)}: [{','.join(f'{value:.5g}' for value in figures)}]"
        for name, figures in made["steps"].items()
    )
    path.write_text(f'{{"told": [\n{told}\n],\n"steps": {{\n{steps}\n}}}}\n', encoding="utf-8")


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


def other_steps(approved: Mapping[str, Figures], now: Mapping[str, Step]) -> Iterator[str]:
    """Which steps gave something else than was approved."""
    for name, figures in approved.items():
        if name not in now:
            yield f"{name}: approved {figures[0]:g} calls, now none"
            continue
        slack = np.maximum(figures[3:] or [0.0, 0.0, 0.0], _least_slack(now[name]))
        for what, was, may, found in zip(WHAT, figures[:3], slack, now[name].figures(), strict=True):
            if abs(was - found) > may + ROUNDING * abs(was):
                yield f"{name}: {what} approved {was:g} ± {may:g}, now {found:.6g}"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
