"""The board's ground: a chart of the sky, pale enough that pieces of any colour stand out.

Rule kept: nothing in it is darker than a light grey.
"""

from math import cos, pi, sin
from random import Random
from typing import Final

from vision.faces.zong.board import NIGHT, SKY
from vision.printed.marks import WHITE, Colour, Drawing, Gradient, Mark, Shape, mixed
from vision.printed.shapes import box, circle, moved, oval, smooth, star
from vision.workshop.zong.planets import KINDS, PLANETS, blot, planet

NEBULAE: Final[tuple[Colour, ...]] = ((222, 214, 246), (250, 220, 228), (210, 234, 243), (252, 234, 208))
FAINT: Final = mixed(NIGHT, WHITE, 0.78)


def sky(wide: float, high: float) -> Drawing:
    """The ground of a board of this size."""
    chance = Random(f"sky {wide:g} {high:g}")
    marks: list[Mark] = [Shape(box(0, 0, wide, high), fill=Gradient((0, 0), (0, high), *SKY))]
    for n in range(26):
        tint = NEBULAE[n % len(NEBULAE)]
        cloud = blot(chance, 0, 0, chance.uniform(18, 48), 11)
        at = (chance.uniform(0, wide), chance.uniform(0, high))
        marks += [
            Shape(moved(cloud, *at, scale=part), fill=tint, opacity=0.2) for part in (1.0, 0.82, 0.62, 0.4)
        ]
    marks += _orbits(chance, wide, high)
    marks += _stars(chance, wide, high)
    for _ in range(5):
        marks += _comet(chance.uniform(0.1, 0.95) * wide, chance.uniform(0.05, 0.95) * high, chance)
    for n in range(9):
        tint = mixed(PLANETS[n % len(PLANETS)], WHITE, 0.66)
        at = (chance.uniform(0.03, 0.97) * wide, chance.uniform(0.04, 0.96) * high)
        marks += planet(*at, chance.uniform(4, 11), tint, KINDS[n % 4], ring=n % 3 == 0)
    return Drawing("sky", wide, high, tuple(marks))


def _orbits(chance: Random, wide: float, high: float) -> list[Mark]:
    """Long thin ellipses, each with a bead on it."""
    marks: list[Mark] = []
    for _ in range(6):
        x, y = chance.uniform(0.2, 0.8) * wide, chance.uniform(0.1, 0.9) * high
        a, b, turn = chance.uniform(60, 190), chance.uniform(18, 70), chance.uniform(-25, 25)
        marks.append(Shape(moved(oval(0, 0, a, b), x, y, turn=turn), edge=FAINT, edge_mm=0.35))
        angle = chance.uniform(0, 2 * pi)
        bead = moved(circle(a * cos(angle), b * sin(angle), 1.4), x, y, turn=turn)
        marks.append(Shape(bead, fill=mixed(chance.choice(PLANETS), WHITE, 0.5), edge=FAINT, edge_mm=0.3))
    return marks


def _stars(chance: Random, wide: float, high: float) -> list[Mark]:
    marks: list[Mark] = []
    for n in range(150):
        x, y = chance.uniform(0, wide), chance.uniform(0, high)
        if n % 5:
            marks.append(Shape(circle(x, y, chance.uniform(0.25, 0.6)), fill=mixed(NIGHT, WHITE, 0.62)))
        else:
            size = chance.uniform(1.2, 2.6)
            marks.append(Shape(star(x, y, 4, size, 0.22 * size), fill=mixed(NIGHT, WHITE, 0.66)))
    return marks


def _comet(x: float, y: float, chance: Random) -> list[Mark]:
    """A comet with a tail of three strands."""
    turn, long = chance.uniform(-35, 35), chance.uniform(18, 34)
    marks: list[Mark] = []
    for spread, tint, reach in ((3.2, NEBULAE[2], 1.0), (2.0, (236, 226, 250), 0.85), (1.0, WHITE, 0.6)):
        tail = smooth([(0, -spread / 2), (reach * long, -0.3 * spread), (reach * long * 1.02, 0), (0, spread / 2),
                       (-spread / 2, 0)])  # fmt: skip
        marks.append(Shape(moved(tail, x, y, turn=turn), fill=tint, edge=FAINT, edge_mm=0.2))
    marks.append(Shape(circle(x, y, 1.5), fill=(255, 244, 214), edge=mixed(NIGHT, WHITE, 0.6), edge_mm=0.3))
    return marks
