"""The lands behind the creatures: forest, jungle, castle and ice, each at several hours of the day.

Every land fills a card of 60 mm; the given name seeds the places of things.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from vision.faces.zoon.ink import SIDE_MM, Marks, flat, lighter
from vision.printed.marks import Glow, Gradient, Mark, Shape, mixed
from vision.printed.shapes import box, circle, smooth, star
from vision.workshop.zoon.heights import castle, ice
from vision.workshop.zoon.hours import HOURS, Hour
from vision.workshop.zoon.woods import forest, jungle


def land(kind: str, hour: int, name: str, horizon: float = 38.0) -> Marks:
    """A land of a kind at one of its hours, over the whole card; `name` seeds all places."""
    hours = HOURS[kind]
    at = hours[hour % len(hours)]
    chance = Random(f"land {kind} {name}")
    return (*_sky(at, chance, horizon), *_LANDS[kind](at, chance, horizon))


def _sky(at: Hour, chance: Random, horizon: float) -> Marks:
    marks: list[Mark] = [
        Shape(box(0, 0, SIDE_MM, SIDE_MM), fill=Gradient((0, 4), (0, horizon + 4), at.sky, at.horizon))
    ]
    if at.sun is not None:
        x, y, r = chance.uniform(8, 30), chance.uniform(17, 24), chance.uniform(5.5, 9)
        marks.append(flat(circle(x, y, r * 1.9), lighter(at.horizon, 0.4), opacity=0.28))
        marks.append(flat(circle(x, y, r * 1.4), lighter(at.horizon, 0.6), opacity=0.35))
        marks.append(flat(circle(x, y, r), Glow((x - 1, y - 1), r * 1.2, at.sun, mixed(at.sun, at.sky, 0.3))))
    if sum(at.sky) < 220:
        for _n in range(26):
            x, y = chance.uniform(2, 58), chance.uniform(2, 34)
            marks.append(flat(star(x, y, 4, chance.uniform(0.3, 0.8), 0.16), (255, 250, 230)))
    for _n in range(3):
        x, y, w = chance.uniform(2, 50), chance.uniform(13, 28), chance.uniform(6, 12)
        cloud = smooth([(x, y), (x + w * 0.2, y - w * 0.14), (x + w * 0.45, y - w * 0.24), (x + w * 0.75,
            y - w * 0.12), (x + w, y), (x + w / 2, y + w * 0.05)])  # fmt: skip
        marks.append(flat(cloud, lighter(at.horizon, 0.5), opacity=0.55))
    return tuple(marks)


_LANDS: Final[dict[str, Callable[[Hour, Random, float], Marks]]] = {
    "forest": forest, "jungle": jungle, "castle": castle, "ice": ice,
}  # fmt: skip
