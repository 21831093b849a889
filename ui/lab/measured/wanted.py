"""What is asked of the eye, and whether the measured figures reach it: one line for each demand and source.

Rule kept: a demand that could not be measured is not met, and said so.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

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


OF_FRAMES = (
    Demand("cards' faces right, rendered", "card", "right", least=0.99),
    Demand("cards' faces wrong and sure, rendered", "card", "wrong_and_sure_share", most=0.002),
    Demand("cards found, rendered", "card", "found", least=0.99),
    Demand("cards invented, rendered", "card", "invented_share", most=0.01),
    Demand("pennies found, rendered", "penny", "found", least=0.98),
    Demand("pennies' sides right, rendered", "penny", "right_of_found", least=0.97),
    Demand("pennies' sides wrong and sure, rendered", "penny", "wrong_and_sure_share", most=0.005),
    Demand("dice right, rendered", "die", "right", least=0.98),
)
OF_PHOTOS = (
    Demand("cards' faces right, photographs", "card", "right", least=0.95),
    Demand("cards' faces wrong and sure, photographs", "card", "wrong_and_sure_share", most=0.01),
    Demand("cards found, photographs", "card", "found", least=0.99),
    Demand("cards invented, photographs", "card", "invented_share", most=0.01),
    Demand("pennies' sides right, photographs", "penny", "right", least=0.95),
    Demand("pennies' sides wrong and sure, photographs", "penny", "wrong_and_sure_share", most=0.01),
    Demand("dice right, photographs", "die", "right", least=0.95),
)
OF_MAT = (
    Demand("corner tags to table, mm", "mat", "error_mm", most=0.6),
    Demand("bumps noticed", "mat", "bumps_noticed", least=1.0),
    Demand("bumps absorbed within two still frames", "mat", "bumps_absorbed", least=1.0),
)
OF_MACHINE = (
    Demand("one card among a thousand faces, ms", "identity", "ms", most=4.0),
    Demand("nothing changed, 1920 x 1080, ms", "times", "ms_unchanged", most=5.0),
    Demand("one change read, ms", "times", "ms_one_changed", most=30.0),
    Demand("24 cards and 12 pennies from nothing, ms", "times", "ms_whole_table", most=300.0),
)


def held_against(
    frames: Mapping[str, Figures], photos: Mapping[str, Figures], machine: Figures
) -> dict[str, Any]:
    """A line for each demand and source that tells of it, and the demands of which nothing was told."""
    told = [line for name, found in frames.items() for line in lines(OF_FRAMES + OF_MAT, name, found)]
    told += [line for name, found in photos.items() for line in lines(OF_PHOTOS, name, found)]
    told += lines(OF_MACHINE, "painted", machine)
    return {"demands": told, "not_measured": unmet(OF_FRAMES + OF_MAT + OF_PHOTOS + OF_MACHINE, told)}


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
