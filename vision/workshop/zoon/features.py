"""Parts of faces: eyes of many moods, brows, teeth, scars, nostrils, whiskers, leaves."""

from math import cos, pi, sin
from random import Random
from typing import Final

from vision.faces.zoon.ink import INK, WHITE, Marks, darker, flat, lighter, stroke
from vision.printed.marks import Colour, Glow, Point, Shape
from vision.printed.shapes import circle, oval, polygon, smooth
from vision.workshop.zoon.ink import blade, clipped, tapered

SLANT: Final = {
    "fierce": 0.6,
    "calm": -0.18,
    "wild": 0.1,
    "sly": 0.32,
    "stern": 0.4,
    "sad": -0.45,
    "merry": -0.1,
}
OPEN: Final = {"fierce": 0.62, "calm": 0.35, "wild": 1.3, "sly": 0.2, "stern": 0.42, "sad": 0.5, "merry": 0.9}
"""By mood, drop of the upper lid's inner end, and opening of the eye, relative to its radius."""


def eye(x: float, y: float, radius: float, iris: Colour, mood: str, lid: Colour) -> Marks:
    """An eye; left of x = 0 its inner end is the right one. `lid`: colour of the surrounding skin."""
    side = -1.0 if x < 0 else 1.0
    slant, wide = SLANT[mood] * radius, OPEN[mood] * radius
    inner, outer = (
        (x - side * radius * 1.3, y - wide * 0.5 + slant),
        (x + side * radius * 1.3, y - wide * 0.7 - slant * 0.5),
    )
    top = y - 2.4 * radius
    upper = polygon([inner, outer, (outer[0], top), (inner[0], top)])
    under = polygon([(x - 2 * radius, y + radius * 0.8), (x + 2 * radius, y + radius * 0.8), (x + 2 * radius,
        y + 3 * radius), (x - 2 * radius, y + 3 * radius)])  # fmt: skip
    pupil = radius * (0.3 if mood == "wild" else 0.38)
    ball = circle(x, y, radius)
    return (flat(oval(x, y, radius * 1.32, radius * 1.22), darker(lid, 0.5)), clipped(ball, (flat(ball,
        Glow((x, y), radius, WHITE, (226, 210, 190))), flat(circle(x + 0.1 * radius, y, radius * 0.66),
        iris, 0.2), flat(circle(x + 0.1 * radius, y, pupil), INK), flat(circle(x - 0.22 * radius,
        y - 0.28 * radius, radius * 0.22), WHITE), flat(upper, darker(lid, 0.12)), flat(under, darker(lid,
        0.05)))), stroke([inner, ((inner[0] + outer[0]) / 2, (inner[1] + outer[1]) / 2 - 0.12 * radius),
        outer], radius * 0.34))  # fmt: skip


def pair_of_eyes(
    at: Point, radius: float, iris: Colour, mood: str, lid: Colour, look: float = 0.0, *, patch: bool = False
) -> Marks:
    """Two eyes, `at` mm aside and down, shifted by `look`; `patch` covers the right one."""
    gap, y = at
    left = eye(-gap + look, y, radius, iris, mood, lid)
    if not patch:
        return (*left, *eye(max(gap + look, 0.1), y, radius * 0.94, iris, mood, lid))
    x = gap + look
    cover = smooth(
        [(x - 2.4, y - 1.8), (x + 2.3, y - 1.9), (x + 2.2, y + 1.2), (x, y + 2.6), (x - 2.1, y + 1.1)]
    )
    band = stroke([(x - 9, y - 5), (x, y - 1.2), (x + 7, y - 2.6)], 0.9)
    return (*left, band, flat(cover, (60, 44, 44), 0.4))


def brows(
    gap: float, y: float, long: float, colour: Colour, mood: str, look: float = 0.0, thick: float = 1.7
) -> Marks:
    """Heavy brows of a mood."""
    down = SLANT[mood] * 2.6
    found = []
    for side in (-1, 1):
        x = side * gap + look
        spine = [
            (x - side * long * 0.55, y + down),
            (x, y - 0.5),
            (x + side * long * 0.6, y - 0.2 - down * 0.15),
        ]
        found.append(flat(tapered(spine, thick, 0.3, 0.4), colour, 0.35))
    return tuple(found)


def horn(spine: list[Point], wide: float, colour: Colour, rings: int = 0, edge: float = 0.5) -> Marks:
    """A pointed horn or tusk along its spine, lit on one side, with rings."""
    path = tapered(spine, wide, 0.05)
    lit = tapered([(x - wide * 0.12, y - 0.1) for x, y in spine], wide * 0.72, 0.02)
    glint = tapered([(x - wide * 0.18, y - wide * 0.08) for x, y in spine], wide * 0.3, 0.02)
    within = [flat(lit, colour), flat(glint, lighter(colour, 0.7))]
    for n in range(rings):
        x, y = _along(spine, (n + 0.7) / (rings + 2.2))
        reach = wide * 0.62
        line = [(x - reach, y + reach * 0.1), (x, y + reach * 0.35), (x + reach, y)]
        within.append(stroke(line, 0.3, darker(colour, 0.5)))
    return (flat(path, darker(colour, 0.25)), clipped(path, within), Shape(path, edge=INK, edge_mm=edge))


def _along(spine: list[Point], share: float) -> Point:
    at = share * (len(spine) - 1)
    n = min(int(at), len(spine) - 2)
    part = at - n
    return spine[n][0] * (1 - part) + spine[n + 1][0] * part, spine[n][1] * (1 - part) + spine[n + 1][
        1
    ] * part


def tuft(
    at: Point, long: float, span: Point, count: int, colour: Colour, name: str, wide: float = 1.8
) -> Marks:
    """A fan of pointed hairs over a span of angles (deg clockwise from the right)."""
    (x, y), (first, last) = at, span
    chance = Random(f"tuft {name}")
    found = []
    for n in range(count):
        angle = (first + (last - first) * n / max(count - 1, 1) + chance.uniform(-5, 5)) * pi / 180
        far = long * chance.uniform(0.78, 1.12)
        tone = (lighter, darker)[n % 2](colour, chance.uniform(0.05, 0.3))
        path = blade((x, y), (x + far * cos(angle), y + far * sin(angle)), wide, chance.uniform(-0.12, 0.12))
        found.append(flat(path, tone, 0.3))
    return tuple(found)


def leaf(x: float, y: float, long: float, angle: float, colour: Colour) -> Marks:
    """A leaf with its vein, from its stalk."""
    end = (x + long * cos(angle * pi / 180), y + long * sin(angle * pi / 180))
    path = blade((x, y), end, long * 0.75, 0.06)
    vein = ((x + end[0]) / 2, (y + end[1]) / 2)
    return (
        flat(path, Glow(vein, long * 0.6, lighter(colour, 0.3), darker(colour, 0.2)), 0.35),
        stroke([(x, y), vein, end], 0.25, darker(colour, 0.5)),
    )


def scar(x: float, y: float, long: float, turn: float) -> Marks:
    """A stitched scar about (x, y)."""
    c, s = cos(turn * pi / 180), sin(turn * pi / 180)
    found = [flat(tapered([(x - c * long / 2, y - s * long / 2), (x, y), (x + c * long / 2, y + s * long / 2)],
        0.2, 0.1, 0.9), (206, 84, 84), 0.2)]  # fmt: skip
    for n in (-0.28, 0.0, 0.28):
        at = (x + c * long * n, y + s * long * n)
        found.append(
            stroke([(at[0] + s * 0.9, at[1] - c * 0.9), at, (at[0] - s * 0.9, at[1] + c * 0.9)], 0.25)
        )
    return tuple(found)


def grin(x: float, y: float, wide: float, high: float, *, fangs: bool = False, teeth: int = 6) -> Marks:
    """An open mouth with teeth."""
    path = smooth([(x - wide / 2, y - high * 0.3), (x, y - high * 0.1), (x + wide / 2, y - high * 0.3),
        (x + wide * 0.34, y + high * 0.55), (x, y + high * 0.8), (x - wide * 0.34, y + high * 0.55)])  # fmt: skip
    within = [
        flat(path, (86, 14, 26)),
        flat(oval(x, y + high * 0.85, wide * 0.26, high * 0.42), (222, 92, 96)),
    ]
    step = wide / teeth
    for n in range(teeth):
        left = x - wide / 2 + n * step
        within.append(flat(polygon([(left, y - high), (left + step * 0.95, y - high), (left + step * 0.9,
            y + high * 0.22), (left + step * 0.05, y + high * 0.22)]), WHITE, 0.15))  # fmt: skip
    if fangs:
        for side in (-1, 1):
            at = x + side * wide * 0.33
            within.append(flat(polygon([(at - 0.8, y - high * 0.4), (at + 0.8, y - high * 0.4),
                (at + side * 0.1, y + high * 0.65)]), WHITE, 0.2))  # fmt: skip
    return (clipped(path, within), Shape(path, edge=INK, edge_mm=0.45))
