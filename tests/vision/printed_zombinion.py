"""Printed cards of Zombinion read back from painted tables: `python -m tests.vision.printed_zombinion 0 3` counts.

Every face lies on every table, at random places and turned at random; a table is looked at under six lamps, from
three heights and at four tilts.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import cv2
import numpy as np

from companion.sight import Table
from tests.ui.games.zombinion.printed_pictures import drawings
from tests.vision.strips import FOLDER, HIGH_MM, WIDE_MM, faults
from ui.languages import OWN_NAMES
from vision.decks.deck import Deck, DeckFace, load_deck
from vision.eye import Eye
from vision.painted.painter import GROUNDS, Painter
from vision.painted.standpoint import CameraPose, Lamp
from vision.painted.tabletop import Laid, TableTop
from vision.printed.pdf import picture_of
from vision.sources.frames import Frame

PRINTED = FOLDER / "printed"
TABLE = Table(594.0, 490.0, kinds=("card",))
COLUMNS, ROWS = 6, 4
LAMPS = (
    Lamp(),
    Lamp((300.0, 250.0, 1300.0), strength=1.1, evenness=0.95, warmth=0.0, glare=0.0),
    Lamp((700.0, -100.0, 800.0), strength=0.7, evenness=0.5, warmth=0.35, glare=0.2),
    Lamp((-200.0, 300.0, 700.0), strength=0.6, evenness=0.6, warmth=0.2, glare=0.1, noise=4.0),
    Lamp((300.0, 800.0, 1000.0), strength=1.15, evenness=0.8, warmth=-0.2, glare=0.3),
    Lamp((900.0, 500.0, 1100.0), strength=0.9, evenness=0.7, warmth=-0.1, glare=0.15, noise=3.0),
)
NEARNESS = (0.8, 0.9, 1.0)
"""Heights: higher by a quarter, by a tenth, and as low as shows the tags."""
TILTS = (0.0, 8.0, 15.0, 22.0)
PX_PER_MM = 4
"""Cards are drawn finer than any camera here sees them: the nearest has 2 px to a mm."""


@cache
def printed_deck() -> Deck:
    """What is printed as a deck of its own, of the size that is printed."""
    return replace(load_deck(PRINTED), name="zombinion", width_mm=WIDE_MM, height_mm=HIGH_MM)


@cache
def deck_in(code: str) -> Deck:
    """The cards as they are printed in a language."""
    drawn = drawings(code)
    return Deck(
        name="zombinion",
        path=printed_deck().path,
        width_mm=WIDE_MM,
        height_mm=HIGH_MM,
        faces=tuple(
            DeckFace(label, np.ascontiguousarray(picture_of(drawn[label], PX_PER_MM)))
            for label in sorted(drawn)
        ),
        backs=(picture_of(drawn["back"], PX_PER_MM),),
    )


def laid(seed: int) -> tuple[TableTop, ...]:
    """Tables on which every face lies once, and a back on each."""
    rng = np.random.default_rng(seed)
    names: list[str | None] = list(rng.permutation(np.array(printed_deck().labels)).tolist())
    tops, room = [], COLUMNS * ROWS - 1
    for start in range(0, len(names), room):
        tops.append(TableTop(tuple(_things(rng, [*names[start : start + room], None]))))
    return tuple(tops)


def _things(rng: np.random.Generator, names: list[str | None]) -> Iterator[Laid]:
    places = rng.permutation(COLUMNS * ROWS)[: len(names)]
    for name, place in zip(names, places.tolist(), strict=True):
        x = (place % COLUMNS + 0.5) * TABLE.width_mm / COLUMNS + float(rng.uniform(-3, 3))
        y = (place // COLUMNS + 0.5) * TABLE.height_mm / ROWS + float(rng.uniform(-3, 3))
        angle = float(rng.choice([0, 90, 180, 270]) + rng.uniform(-12, 12)) % 360
        face = "down" if name is None else "up"
        yield Laid(
            "card", name, x, y, angle, face=face, deck="zombinion", width_mm=WIDE_MM, height_mm=HIGH_MM
        )


def read(
    top: TableTop, seed: int, lamp: Lamp, standing: tuple[float, float], painted: Deck
) -> tuple[Counter[str], list[str]]:
    """One look at a table: what came of each card, counted and in words.

    `standing`: how near the camera is, and how far it leans back (deg). `painted`: the cards in a language.
    """
    nearness, tilt = standing
    pose = CameraPose.over(TABLE, tilt_deg=tilt, turned_deg=180.0 * (seed % 2), nearness=nearness)
    painter = Painter(TABLE, [painted], pose, lamp, seed, GROUNDS[seed % len(GROUNDS)])
    reading = Eye(TABLE, [printed_deck()]).read(Frame(painter.paint(top, 0), 0.0, 0))
    return faults(top, TABLE, reading.scene.sightings)


def measure(seeds: range) -> dict[str, int]:
    """Every face in every light, from every height and at every tilt, once for each seed: in a language each."""
    cv2.setNumThreads(1)
    everything = Counter[str]()
    for seed in seeds:
        painted = deck_in(tuple(OWN_NAMES)[seed % len(OWN_NAMES)])
        for number, (lamp, nearness, tilt) in enumerate(product(LAMPS, NEARNESS, TILTS)):
            for top in laid(1000 * seed + number):
                counts, words = read(top, seed + number, lamp, (nearness, tilt), painted)
                everything.update(counts)
                for line in words:
                    print(seed, number, line, file=sys.stderr)
    return dict(sorted(everything.items()))


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    given = [int(word) for word in sys.argv[1:3]] or [0, 1]
    print(json.dumps(measure(range(*given)), indent=1))
