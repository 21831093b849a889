"""What is asked of the eye, and whether the measured figures reach it: one line for each demand and source.

Rule kept: a demand that could not be measured is not met, and said so.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ui.lab.measured.figures import Summary

Figures = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Demand:
    """One figure that is asked for: of which kind, by which name in its summary, and its bound."""

    what: str
    kind: str
    figure: str
    least: float | None = None
    most: float | None = None

    def line(self, source: str, found: float) -> Summary:
        met = (self.least is None or found >= self.least) and (self.most is None or found <= self.most)
        bound: Summary = {"least": self.least} if self.least is not None else {"most": self.most}
        return {"what": self.what, "source": source, "figure": found, **bound, "met": met}


DEMANDS = msgspec.toml.decode(
    Path(__file__).with_name("demands.toml").read_bytes(), type=dict[str, list[Demand]]
)
"""By what they are measured on: frames, photos, the mat and the machine."""


def held_against(
    frames: Mapping[str, Figures], photos: Mapping[str, Figures], machine: Figures
) -> dict[str, Any]:
    """A line for each demand and source that tells of it, and the demands of which nothing was told."""
    of_frames = DEMANDS["frames"] + DEMANDS["mat"]
    told = [line for name, found in frames.items() for line in lines(of_frames, name, found)]
    told += [line for name, found in photos.items() for line in lines(DEMANDS["photos"], name, found)]
    told += lines(DEMANDS["machine"], "painted", machine)
    every = of_frames + DEMANDS["photos"] + DEMANDS["machine"]
    return {"demands": told, "not_measured": unmet(every, told)}


def lines(demands: Iterable[Demand], source: str, figures: Figures) -> list[Summary]:
    """A line for each demand that the figures (by kind) of a source tell of."""
    found = []
    for demand in demands:
        value = figures.get(demand.kind, {}).get(demand.figure)
        if value is not None:
            found.append(demand.line(source, float(value)))
    return found


def unmet(demands: Iterable[Demand], told: Iterable[Summary]) -> list[str]:
    """The demands of which nothing was told: what could not be measured."""
    known = {line["what"] for line in told}
    return [demand.what for demand in demands if demand.what not in known]
