"""Long rows of cards side by side, none over another, at random; `python -m tests.vision.side_by_side` measures.

Nothing in them is half hidden, neighbours are often alike, and the gaps are narrow: what may be taken for two cards
half hidden is one that is whole.
"""

import json
import os
import sys

import numpy as np

from companion.sight import Region, Table
from tests.vision.strips import HIGH_MM, WIDE_MM, Case, deck, measure, painter
from vision.painted.tabletop import Laid, TableTop

SIZE = (592.0, 490.0)
DEEP_MM = 98.0
LENGTHWISE = (
    Region("near", 0.0, 0.0, SIZE[0], DEEP_MM),
    Region("far", 0.0, SIZE[1] - DEEP_MM, SIZE[0], DEEP_MM),
)
SIDES = (
    Region("left", 0.0, 0.0, DEEP_MM, SIZE[1]),
    Region("right", SIZE[0] - DEEP_MM, 0.0, DEEP_MM, SIZE[1]),
)
TURNED = {"near": 0.0, "right": 90.0, "far": 180.0, "left": 270.0}
FEWEST, MOST = 5, 9
RIM_MM = 2.0
MIRARE = ("pallottola", "pallottola", "proiettili")
"""What is laid in the longest rows."""


def row_case(seed: int) -> Case:
    """Two rows of 5 to 9 cards (8 at most at the sides), of two or three kinds; then one card comes or goes."""
    rng = np.random.default_rng(seed)
    table = Table(*SIZE, regions=(LENGTHWISE, SIDES)[seed % 2], kinds=("card",))
    rows = [_row(rng, region) for region in table.regions]
    top = TableTop(tuple(card for row in rows for card in row))
    lens = painter(rng, table, seed)
    at = int(rng.integers(len(top.things) - 1))
    if rng.random() < 0.5:
        # Taken from anywhere in a row; the one told as changed is the last.
        left = (*top.things[:at], *top.things[at + 1 :])
        return Case(table, lens, top, TableTop(left), "taken")
    without = (*top.things[:at], *top.things[at + 1 :])
    return Case(table, lens, TableTop(without), TableTop((*without, top.things[at])), "laid")


def _row(rng: np.random.Generator, region: Region) -> list[Laid]:
    """Cards from one end of a region to wherever they reach, a little askew and off their line."""
    long = max(region.w, region.h)
    room = int((long - 2 * RIM_MM + 1) // (WIDE_MM + 1))
    count = int(rng.integers(FEWEST, min(MOST, room) + 1))
    widest = (long - 2 * RIM_MM - count * WIDE_MM) / (count - 1)
    step = WIDE_MM + float(rng.uniform(0.5, min(widest, 8.0)))
    first = -long / 2 + RIM_MM + WIDE_MM / 2 + float(rng.uniform(0, (widest + WIDE_MM - step) * (count - 1)))
    names = rng.choice(deck().labels, int(rng.integers(2, 4)), replace=False)
    if rng.random() < 0.7:
        names = np.array(MIRARE)
    angle = TURNED[region.name]
    across = (1.0, 0.0) if region.w > region.h else (0.0, 1.0)
    laid = []
    for n in range(count):
        x, y = (
            middle + along * (first + n * step) + (1 - along) * float(rng.uniform(-2, 2))
            for middle, along in zip(region.centre, across, strict=True)
        )
        askew = (angle + float(rng.uniform(-1.5, 1.5))) % 360
        laid.append(
            Laid(
                "card",
                str(rng.choice(names)),
                x,
                y,
                askew,
                face="up",
                deck="zombinion",
                width_mm=WIDE_MM,
                height_mm=HIGH_MM,
            )
        )
    return laid


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:3]] or [0, 40]
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    print(json.dumps(measure(range(*given), row_case), indent=1))
