"""Attacks of Zoondo seen from nothing: `python -m tests.vision.attacks FIRST LAST` paints tables and counts.

On each table two tribes stand face down and face up. Three cards lie over one that lies face down in its square, 10 to
25 mm off it, and three so far off the middle of an empty square: beneath those nothing may be told. Five grounds, six
lamps, two sizes of picture; on one table in three the squares are printed, on another one pennies lie about.
"""

import json
import os
import sys
import time
from collections import Counter
from itertools import combinations
from statistics import median
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.sight import Region, Sighting
from tests.vision.cards.test_cards import deck
from tests.vision.painted.test_paint import SQUARES, TABLE
from tests.vision.zoon_cards import LAMPS
from vision.eye import Eye
from vision.painted.painter import GROUNDS, Painter
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import PX_PER_MM, Laid, PaintedSheet, TableTop
from vision.sources.frames import Frame

Floats = NDArray[np.float64]

TRIBES: Final = ("boarix", "monkus", "rhinogoths", "warus")
NEAREST_MM, FARTHEST_MM = 10.0, 25.0
FOUND_WITHIN_MM: Final = 8.0


class Attacks:
    """A painted table: what lies there, which of it lies beneath an attacker, and which attackers lie on nothing."""

    def __init__(self, seed: int) -> None:
        self.chance = np.random.default_rng((41, seed))
        pairs = list(combinations(TRIBES, 2))
        self.tribes = pairs[seed % len(pairs)]
        off, others = self._squares()
        self.beneath = [self._card(region.centre, 2.5, 0.0) for region in off[:3]]
        self.things = [*self.beneath, *(self._card(region.centre, 2.5, 0.3) for region in others[:14])]
        if seed % 3 == 1:
            self.things += [self._penny(region) for region in (*off, *others)[:26:3]]
        attackers = [self._card(self._off((card.x, card.y)), 0.0, 0.7) for card in self.beneath]
        self.alone = [self._card(self._off(region.centre), 0.0, 0.7) for region in off[3:6]]
        self.things += [*attackers, *self.alone]
        lamp = tuple(LAMPS.values())[int(self.chance.integers(len(LAMPS)))]
        size = ((1280, 720), (1920, 1080))[seed % 2]
        camera = CameraPose.over(TABLE, size, tilt_deg=float(self.chance.uniform(0, 18)))
        sheet = self._board() if seed % 3 == 2 else None
        on = GROUNDS[int(self.chance.integers(len(GROUNDS)))]
        decks = [deck(name) for name in self.tribes]
        self.picture = Painter(TABLE, decks, camera, lamp, seed, on, sheet).paint(
            TableTop(tuple(self.things))
        )

    def _card(self, at: tuple[float, float], aside: float, up: float) -> Laid:
        tribe = deck(self.tribes[int(self.chance.integers(2))])
        x, y = (place + float(self.chance.uniform(-aside, aside)) for place in at)
        angle = float(self.chance.choice([0.0, 180.0]) + self.chance.uniform(-4, 4)) % 360
        label = str(self.chance.choice(tribe.labels)) if self.chance.random() < up else None
        return Laid("card", label, x, y, angle, face="up" if label else "down", deck=tribe.name)

    def _squares(self) -> tuple[list[Region], list[Region]]:
        """Nine squares of which no two touch, and the others."""
        row, column = self.chance.integers(2, size=2)
        apart = [n for n in range(36) if n // 6 % 2 == row and n % 6 % 2 == column]
        others = [n for n in range(36) if n not in apart]
        return self._shuffled(apart), self._shuffled(others)

    def _shuffled(self, numbers: list[int]) -> list[Region]:
        return [SQUARES[int(n)] for n in self.chance.permutation(numbers)]

    def _off(self, middle: tuple[float, float]) -> tuple[float, float]:
        """Off a place, along a side or across a corner, as from the square that a card came from."""
        far = float(self.chance.uniform(NEAREST_MM, FARTHEST_MM))
        towards = np.deg2rad(45 * int(self.chance.integers(8)) + float(self.chance.uniform(-8, 8)))
        return middle[0] + far * float(np.cos(towards)), middle[1] + far * float(np.sin(towards))

    def _board(self) -> PaintedSheet:
        first, second = self.chance.uniform(40, 230, (2, 3))
        return printed_squares(first, second, chequered=bool(self.chance.random() < 0.5))

    def _penny(self, region: Region) -> Laid:
        x, y = (place + float(self.chance.uniform(-25, 25)) for place in region.centre)
        return Laid("penny", str(self.chance.choice(["heads", "tails"])), x, y)


def printed_squares(first: Floats, second: Floats, *, chequered: bool) -> PaintedSheet:
    """A printed board: squares in two colours (BGR), or a frame of a card's size in each."""
    side = round(TABLE.width_mm * PX_PER_MM)
    board = np.full((side, side, 3), first, np.float32)
    cell, rim = side // 6, round(3.0 * PX_PER_MM)
    for row in range(6):
        for column in range(6):
            part = board[row * cell : (row + 1) * cell, column * cell : (column + 1) * cell]
            if chequered:
                part[:] = second if (row + column) % 2 else first
            else:
                part[rim:-rim, rim:-rim] = second
                part[2 * rim : -2 * rim, 2 * rim : -2 * rim] = first
    return PaintedSheet(np.asarray(board, np.uint8), 0.0, 0.0)


def lies_there(one: Sighting, thing: Laid) -> bool:
    off = np.hypot((one.x or -999.0) - thing.x, (one.y or -999.0) - thing.y)
    return one.kind == "card" and bool(off < FOUND_WITHIN_MM)


def counted(table: Attacks, seen: tuple[Sighting, ...]) -> tuple[Counter[str], list[str]]:
    """What was seen held against what lies there."""
    counts, words, left = Counter[str](), [], [one for one in seen if one.kind == "card"]
    for thing in (one for one in table.things if one.kind == "card"):
        what = "beneath" if thing in table.beneath else "others"
        near = [one for one in left if lies_there(one, thing)]
        one = min(
            near, key=lambda one: np.hypot((one.x or 0) - thing.x, (one.y or 0) - thing.y), default=None
        )
        counts[f"{what}"] += 1
        if one is None:
            words.append(f"{what} missed: {thing}")
            continue
        left.remove(one)
        counts[f"{what} found"] += 1
        counts[f"{what} side right"] += one.face == thing.face
        counts[f"{what} deck right"] += one.deck == thing.deck
        counts[f"{what} deck wrong"] += one.deck not in (None, thing.deck)
        counts[f"{what} wrong and sure"] += one.label not in (None, thing.label) and one.sure >= 0.9
    counts["alone"] += len(table.alone)
    told = [one for one in left if one.face is not None]
    counts["invented"] += len(told)
    counts["outlines of no card"] += len(left) - len(told)
    words += [f"invented: {one}" for one in told]
    return counts, words


def measure(seeds: range) -> dict[str, object]:
    """Looks at so many tables from nothing."""
    everything, took = Counter[str](), []
    for seed in seeds:
        table = Attacks(seed)
        eye = Eye(TABLE, [deck(name) for name in table.tribes])
        start = time.process_time()
        reading = eye.read(Frame(table.picture, 0.0, 0))
        took.append(1e3 * (time.process_time() - start))
        counts, words = counted(table, reading.scene.sightings)
        everything.update(counts)
        for word in words:
            print(seed, word, file=sys.stderr)
    return dict(sorted(everything.items())) | {"ms, median and most": [round(median(took)), round(max(took))]}


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    print(json.dumps(measure(range(*(int(word) for word in sys.argv[1:3]))), indent=1))
