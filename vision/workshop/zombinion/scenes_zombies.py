"""Scenes of the cards with zombies: one, many, more, and the infection."""

from collections.abc import Callable
from math import cos, pi, sin
from typing import Final

from vision.faces.zombinion.card import INK
from vision.printed.marks import Colour, Point, mixed
from vision.workshop.zombinion.canvas import Canvas, shifted
from vision.workshop.zombinion.city import lamp, skyline, street, wire
from vision.workshop.zombinion.figures import Inks, figure, silhouette
from vision.workshop.zombinion.heads import Hair
from vision.workshop.zombinion.hordes import crowd
from vision.workshop.zombinion.poses import LURCH, SHAMBLE, TOTTER, Posture
from vision.workshop.zombinion.sky import cloud, dots, fog, moon

At = Callable[..., list[Point]]
_SKIN: Final[Colour] = (150, 176, 104)
_DARK: Final[Colour] = (96, 124, 74)
_DEEP: Final[Colour] = (44, 62, 44)


def zombi(c: Canvas) -> None:
    """A face, close by, in green light."""
    c.ground((20, 44, 30), (84, 148, 58))
    moon(c, 12, c.high * 0.26, 9, (226, 240, 150), (38, 78, 40))
    dots(c, (24, 62, 34), c.high * 0.4, c.high, step=1.8)
    s, x, y = (c.high / 50, 29.0, c.high * 0.56)

    def at(*points: Point) -> list[Point]:
        return shifted(points, x, y, s)

    _skull(c, at)
    _eyes(c, at, s)
    _mouth(c, at, s)
    fog(c, c.high * 0.9, 6, (150, 190, 120), 0.35)


def _skull(c: Canvas, at: At) -> None:
    """Shoulders, neck, head, ears."""
    c.blob(at((-26, 30), (-20, 17), (-9, 12), (9, 12), (20, 16), (27, 30)), (70, 54, 64), edge=(INK, 1.0))
    c.poly(at((-10, 13), (-3, 24), (-1, 17), (2, 25), (10, 13)), _DEEP, edge=(INK, 0.6))
    c.blob(at((-7, 9), (7, 9), (9, 18), (0, 21), (-9, 18)), _DARK, edge=(INK, 0.6))
    c.blob(
        at(
            (-13, -6),
            (-12, -17),
            (-4, -22.5),
            (6, -22),
            (13, -15),
            (14, -4),
            (12.5, 6),
            (8, 15),
            (1, 18),
            (-6, 16),
            (-11, 8),
        ),
        _SKIN,
        edge=(INK, 1.1),
    )
    c.blob(
        at(
            (5, -21.5),
            (12.5, -14.5),
            (13.4, -4),
            (12, 6),
            (7.6, 14.4),
            (2, 17),
            (6, 8),
            (8, 0),
            (6, -8),
            (8, -15),
        ),
        _DARK,
    )
    for points in (
        ((-12, -8), (-15.4, -9), (-16, -3), (-13, 1)),
        ((13.5, -7), (17, -8), (17, -2), (13.4, 1)),
    ):
        c.blob(at(*points), _DARK, edge=(INK, 0.8))


def _eyes(c: Canvas, at: At, s: float) -> None:
    """Hair, eyes, nose."""
    c.poly(
        at(
            (-13, -9),
            (-15, -14),
            (-12.6, -15),
            (-14, -20),
            (-9.5, -19),
            (-9, -25),
            (-4.5, -22),
            (-1, -27),
            (2, -22.4),
            (7, -26),
            (7.5, -21),
            (13, -21),
            (12, -16),
            (15, -13),
            (13, -9),
            (9, -15),
            (6, -12.6),
            (3, -16),
            (0, -13.4),
            (-4, -17),
            (-8, -13.6),
        ),
        (34, 30, 34),
        edge=(INK, 0.6),
    )
    c.blob(at((-10, -6), (-6, -9.4), (-1.6, -6), (-2.4, -1), (-7, 0.6), (-10.4, -2)), _DEEP)
    c.blob(at((2.4, -5.6), (6.6, -8.6), (11, -5), (10.4, -0.6), (6, 0.8), (2.6, -1.6)), _DEEP)
    c.oval(*at((-5.8, -3.6))[0], 3.2 * s, 3.0 * s, (252, 240, 120), edge=(INK, 0.5))
    c.oval(*at((-5.2, -3.4))[0], 0.9 * s, 1.1 * s, INK)
    c.oval(*at((6.8, -3.2))[0], 2.5 * s, 2.0 * s, (236, 236, 214), edge=(INK, 0.5))
    c.blob(at((3.6, -5.4), (7, -6.6), (10, -4.4), (7, -3.4)), _DARK, edge=(INK, 0.4))
    c.brush(at((-11, -8), (-6, -11.4), (-1, -7.4)), INK, 1.6 * s)
    c.brush(at((1.6, -7.4), (6, -10.4), (11.6, -6.6)), INK, 1.4 * s)
    c.blob(at((-1.8, 1), (0.4, -2), (2.4, 1.2), (1.4, 3.6), (-0.6, 3.4)), _DEEP)


def _mouth(c: Canvas, at: At, s: float) -> None:
    """Teeth, blood, the stitched wound, light along the cheek."""
    c.blob(
        at((-8, 7.6), (-4, 5.2), (3, 5.4), (8.4, 7), (7, 12), (2, 14.4), (-4, 13.6)),
        (56, 16, 24),
        edge=(INK, 0.8),
    )
    for n, (px, w, h) in enumerate(
        ((-6, 1.8, 2.6), (-3.6, 1.8, 3.2), (-1.4, 2, 2.4), (1.4, 1.8, 3), (4, 1.8, 2.2))
    ):
        c.poly(
            at(
                (px, 5.8 + abs(px) * 0.12),
                (px + w, 5.7 + abs(px) * 0.1),
                (px + w * 0.8, 6 + h),
                (px + w * 0.2, 6 + h),
            ),
            (232, 222, 168),
            edge=(INK, 0.3),
        )
        if n not in (1, 4):
            c.poly(
                at((px + 0.6, 13.2), (px + w + 0.4, 13.2), (px + w, 10.8), (px + 1, 10.6)),
                (214, 200, 146),
                edge=(INK, 0.3),
            )
    for px, py, long in ((-6.6, 12, 6), (-2, 14, 5), (4.4, 13.4, 7)):
        c.brush(at((px, py - 1), (px + 0.4, py + long * 0.5), (px, py + long)), (166, 24, 30), 1.6 * s)
    c.brush(at((-11.6, 2), (-9.4, 6), (-9, 10)), _DEEP, 1.0 * s)
    c.brush(at((-2, -18), (1.4, -15.6), (3.4, -11.6)), (140, 26, 32), 1.5 * s)
    for n in range(4):
        c.line(at((-1.6 + n * 1.5, -15.2 + n * 1.2), (0.8 + n * 1.5, -17.4 + n * 1.3)), INK, 0.35)
    c.brush(at((-12, -4), (-10.8, 5), (-6, 13)), (206, 226, 150), 0.9 * s)


def molti(c: Canvas) -> None:
    """Some of them in a street, under a lamp."""
    c.ground((52, 32, 92), (176, 108, 158))
    cloud(c, 12, 8, 26, (80, 52, 122))
    skyline(c, c.high * 0.74, (12, 27), (88, 56, 124), (255, 214, 120), wide=9, lit=0.07)
    skyline(c, c.high * 0.76, (5, 15), (62, 38, 96), wide=6)
    street(c, c.high * 0.7, 27.5, (44, 28, 66), (176, 140, 170))
    lamp(c, 45, c.high * 0.93, c.high * 0.78, ((26, 16, 44), (255, 226, 130), (130, 84, 140)), -1)
    wire(c, 6, (40, 24, 70))
    rim, ink = (255, 214, 130), (26, 16, 42)
    those: tuple[tuple[float, float, float, Posture, Hair], ...] = (
        (21, 0.79, 15, TOTTER, "wild"),
        (33, 0.8, 15, SHAMBLE, "short"),
        (12, 0.9, 23, SHAMBLE, "bald"),
        (48.5, 0.92, 24, LURCH, "wild"),
    )
    for x, foot, high, pose, hair in those:
        silhouette(
            c,
            figure(x, c.high * foot, high, pose, hair=hair, mirrored=x > 30, clothes="rags"),
            Inks(ink, rim, (0.4 if x < 34 else -0.4, -0.35), (255, 90, 60)),
        )
    silhouette(
        c,
        figure(29, c.high * 1.0, 34, TOTTER, hair="long", clothes="rags"),
        Inks(ink, rim, (0.5, -0.5), (255, 90, 60)),
    )


def molti_piu(c: Canvas) -> None:
    """Zombies to the horizon, under a red moon."""
    c.ground((28, 10, 18), (150, 30, 34))
    moon(c, 27.5, c.high * 0.3, 11.5, (244, 96, 62), (70, 16, 26))
    cloud(c, 14, c.high * 0.24, 26, (46, 12, 22))
    cloud(c, 44, c.high * 0.36, 24, (46, 12, 22))
    skyline(c, c.high * 0.52, (3, 10), (70, 14, 26), wide=6)
    for n in range(6):
        share = n / 5
        ink = mixed((110, 24, 32), (14, 8, 14), share)
        crowd(
            c,
            c.high * (0.52 + 0.42 * share**1.15),
            1.5 + 4.2 * share,
            Inks(
                ink,
                mixed((240, 110, 70), (255, 140, 90), share),
                light=(0.0, -0.35 - share * 0.15),
                eyes=(255, 214, 90) if n > 3 else None,
            ),
            arms=0.3,
        )
    for _ in range(9):
        x, y = (c.chance.uniform(4, 51), c.chance.uniform(3, c.high * 0.3))
        c.stroke(
            [(x - 1.4, y - 0.7), (x - 0.6, y - 0.9), (x, y), (x + 0.6, y - 0.9), (x + 1.4, y - 0.7)],
            (20, 6, 12),
            0.4,
        )


def infezione(c: Canvas) -> None:
    """An eye into which the infection creeps."""
    c.ground((120, 66, 150), (206, 160, 212))
    dots(c, (92, 44, 126), c.high * 0.5, c.high, step=2, sizes=(0.05, 0.7))
    x, y, s = (27.5, c.high * 0.5, c.high / 47)
    for n in range(22):
        a = n * 2 * pi / 22 + c.chance.uniform(-0.1, 0.1)
        points = [
            (
                x + r * 1.25 * s * cos(a + c.chance.uniform(-0.09, 0.09)),
                y + r * s * sin(a + c.chance.uniform(-0.09, 0.09)),
            )
            for r in (15, 19, 23, 27 + n % 3 * 3)
        ]
        c.brush(points, (70, 128, 52) if n % 3 else (52, 22, 74), 1.5 * s)
    lid = [(-25, 1), (-14, -11), (0, -15.5), (14, -11), (25, 0), (14, 11), (0, 14.5), (-14, 11)]
    c.blob(shifted(lid, x, y, s * 1.1), (150, 90, 160), edge=(INK, 1.0))
    c.blob(shifted([(a * 0.92, b * 0.86) for a, b in lid], x, y, s * 1.02), (244, 236, 206), edge=(INK, 1.0))
    for n in range(16):
        a = n * 2 * pi / 16 + 0.15
        reach_to = 12.6 if n % 2 else 14
        points = [
            (
                x + r * s * cos(a + c.chance.uniform(-0.15, 0.15)) * 1.5,
                y + r * s * sin(a + c.chance.uniform(-0.12, 0.12)) * 0.86,
            )
            for r in (reach_to, 11, 9.5)
        ]
        c.brush(points, (186, 36, 48) if n % 2 else (92, 150, 52), 0.7 * s)
    c.oval(x, y, 10.4 * s, 10.4 * s, INK)
    c.glow(x, y, 9.6 * s, (214, 240, 96), (58, 116, 40))
    for n in range(28):
        a = n * 2 * pi / 28
        c.line(
            [
                (x + 4.6 * s * cos(a), y + 4.6 * s * sin(a)),
                (x + (8.6 - n % 2 * 1.6) * s * cos(a), y + (8.6 - n % 2 * 1.6) * s * sin(a)),
            ],
            (34, 78, 30),
            0.45 * s,
        )
    c.oval(x, y, 4.2 * s, 4.6 * s, INK)
    c.oval(x - 3.4 * s, y - 4 * s, 2 * s, 1.6 * s, (255, 255, 240))
    c.oval(x + 3.6 * s, y + 3.8 * s, 0.9 * s, 0.8 * s, (255, 255, 240))
    c.brush(shifted([(-27, 0), (-15, -12.4), (0, -17), (15, -12.4), (27.5, -1)], x, y, s), INK, 3.4 * s)
    for n in range(9):
        px = -20 + n * 5
        py = -15.5 + abs(n - 4) ** 2 * 0.62
        c.brush(shifted([(px, py), (px * 1.08, py - 2.4), (px * 1.2, py - 4.6)], x, y, s), INK, 0.9 * s)
    for px, long in ((-6, 7), (7, 10), (13, 5)):
        c.brush(
            shifted([(px, 13), (px + 0.4, 13 + long * 0.5), (px - 0.2, 13 + long)], x, y, s),
            (120, 190, 60),
            1.8 * s,
        )
