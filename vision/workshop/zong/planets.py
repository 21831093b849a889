"""Planets: lit from the upper left, with bands, craters or seas, and a ring about some."""

from math import cos, pi, sin
from random import Random
from typing import Final, Literal

from vision.faces.zong.board import NIGHT
from vision.printed.marks import WHITE, Colour, Drawing, Glow, Mark, Path, Placed, Shape, mixed
from vision.printed.shapes import circle, moved, smooth

Kind = Literal["bands", "craters", "seas", "plain"]
KINDS: Final[tuple[Kind, ...]] = ("bands", "craters", "seas", "plain")
PLANETS: Final[tuple[Colour, ...]] = (
    (86, 142, 196), (222, 142, 80), (112, 172, 120), (168, 112, 172), (206, 96, 92), (142, 150, 168),
)  # fmt: skip
TILT: Final = -18.0
"""Lean of rings and bands (deg, clockwise)."""


def planet(x: float, y: float, radius: float, tint: Colour, kind: Kind, *, ring: bool = False) -> list[Mark]:
    """A planet about (x, y) mm."""
    line = max(0.15, radius * 0.05)
    edge = mixed(tint, NIGHT, 0.45)
    marks: list[Mark] = []
    if ring:
        marks += [
            Shape(moved(_oval(1.75 * radius, 0.5 * radius), x, y, turn=TILT), edge=edge, edge_mm=line * 3.4),
            Shape(
                moved(_oval(1.75 * radius, 0.5 * radius), x, y, turn=TILT),
                edge=mixed(tint, WHITE, 0.6),
                edge_mm=line * 2.2,
            ),
        ]
    surface = _surface(radius, tint, kind)
    marks.append(Placed(surface, x - radius, y - radius, within=circle(radius, radius, radius)))
    marks.append(Shape(circle(x, y, radius), edge=edge, edge_mm=line))
    if ring:
        front = moved(_front(1.75 * radius, 0.5 * radius), x, y, turn=TILT)
        marks += [
            Shape(front, edge=edge, edge_mm=line * 3.4, closed=False),
            Shape(front, edge=mixed(tint, WHITE, 0.6), edge_mm=line * 2.2, closed=False),
        ]
    return marks


def _surface(radius: float, tint: Colour, kind: Kind) -> Drawing:
    """A planet's surface as a square, from which its circle is cut."""
    chance, side = Random(f"planet {kind} {tint}"), 2 * radius
    lit = Glow((0.62 * radius, 0.6 * radius), 1.5 * radius, mixed(tint, WHITE, 0.5), tint)
    marks: list[Mark] = [
        Shape(circle(radius, radius, 1.1 * radius), fill=mixed(tint, NIGHT, 0.3)),
        Shape(circle(0.84 * radius, 0.86 * radius, radius), fill=lit),
    ]
    if kind == "bands":
        for n, at in enumerate((-0.62, -0.2, 0.16, 0.55)):
            marks.append(
                Shape(
                    moved(
                        _band(1.3 * radius, at * radius, (0.16, 0.1, 0.2, 0.12)[n] * radius),
                        radius,
                        radius,
                        turn=TILT,
                    ),
                    fill=mixed(tint, (WHITE, NIGHT)[n % 2], 0.32),
                    opacity=0.75,
                )
            )
    elif kind == "craters":
        for _ in range(7):
            angle, away = chance.uniform(0, 2 * pi), radius * chance.uniform(0.1, 0.75)
            size = radius * chance.uniform(0.1, 0.24)
            x, y = radius + away * cos(angle), radius + away * sin(angle)
            marks += [
                Shape(circle(x, y, size), fill=mixed(tint, NIGHT, 0.26)),
                Shape(circle(x + 0.25 * size, y + 0.25 * size, 0.78 * size), fill=mixed(tint, WHITE, 0.22)),
            ]
    elif kind == "seas":
        for _ in range(4):
            angle, away = chance.uniform(0, 2 * pi), radius * chance.uniform(0.2, 0.7)
            shore = blot(
                chance,
                radius + away * cos(angle),
                radius + away * sin(angle),
                radius * chance.uniform(0.25, 0.5),
            )
            marks.append(Shape(shore, fill=mixed(tint, WHITE, 0.45), opacity=0.85))
    return Drawing(f"{kind} planet", side, side, tuple(marks))


def blot(chance: Random, x: float, y: float, radius: float, tips: int = 9, rough: float = 0.3) -> Path:
    """A random soft closed outline around a point."""
    points = []
    for n in range(tips):
        away, angle = radius * chance.uniform(1 - rough, 1 + rough), 2 * pi * n / tips
        points.append((x + away * cos(angle), y + 0.8 * away * sin(angle)))
    return smooth(points)


def _band(reach: float, at: float, half: float) -> Path:
    upper = [(-reach + n * reach / 4, at - half + 0.3 * half * (-1) ** n) for n in range(9)]
    lower = [(x, at + half * 0.9 + 0.25 * half * (-1) ** n) for n, (x, _) in enumerate(reversed(upper))]
    return smooth([*upper, *lower])


def _oval(wide: float, high: float) -> Path:
    return smooth([(wide * cos(pi * n / 12), high * sin(pi * n / 12)) for n in range(24)])


def _front(wide: float, high: float) -> Path:
    """The half of a ring in front of its planet."""
    return smooth([(wide * cos(pi * n / 12), high * sin(pi * n / 12)) for n in range(13)], closed=False)
