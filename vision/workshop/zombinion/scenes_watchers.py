"""Scenes of the cards with people who watch: from behind a blind, from a window, through binoculars."""

from math import acos, cos, pi, sin

from vision.faces.zombinion.card import CREAM, INK
from vision.printed.shapes import box
from vision.workshop.zombinion.canvas import Canvas
from vision.workshop.zombinion.city import bricks, skyline, street
from vision.workshop.zombinion.figures import Inks, figure, silhouette
from vision.workshop.zombinion.fire import muzzle
from vision.workshop.zombinion.hordes import crowd
from vision.workshop.zombinion.poses import AIM, LURCH, SHAMBLE, TOTTER
from vision.workshop.zombinion.sky import cloud
from vision.workshop.zombinion.weapons import RIFLE, shade


def furbizia(c: Canvas) -> None:
    """Two eyes behind a blind, in a strip of light."""
    c.ground((250, 150, 60), (244, 190, 90))
    face_y = c.high * 0.46
    c.box(-1, face_y - 6.4, 57, 12.8, (40, 22, 30))
    c.poly([(-1, face_y - 6.4), (56, face_y - 6.4), (56, face_y + 6.4), (-1, face_y + 6.4)], (228, 160, 116))
    c.poly([(36, face_y - 7), (56, face_y - 7), (56, face_y + 7), (39, face_y + 7)], (150, 84, 70))
    c.poly([(25.6, face_y - 2), (29, face_y - 2), (31, face_y + 7), (24, face_y + 7)], (196, 120, 88))
    c.poly([(-1, face_y - 7), (6, face_y - 7), (3, face_y + 7), (-1, face_y + 7)], (60, 30, 34))
    c.poly([(50, face_y - 7), (56, face_y - 7), (56, face_y + 7), (52, face_y + 7)], (60, 30, 34))
    _eyes(c, face_y)
    _blind(c, face_y)


def _eyes(c: Canvas, face_y: float) -> None:
    for x, lid in ((15.5, 1), (39.5, -1)):
        c.blob(
            [
                (x - 6.6, face_y + lid * 0.4),
                (x - 2, face_y - 3),
                (x + 3, face_y - 2.8),
                (x + 6.6, face_y - lid * 0.2),
                (x + 2, face_y + 2.6),
                (x - 3, face_y + 2.6),
            ],
            CREAM,
            edge=(INK, 0.9),
        )
        c.oval(x + 1.4, face_y - 0.2, 2.6, 2.6, (38, 110, 84), edge=(INK, 0.5))
        c.oval(x + 1.4, face_y - 0.2, 1.2, 1.4, INK)
        c.oval(x + 0.6, face_y - 1, 0.6, 0.6, (255, 255, 255))
        c.brush(
            [(x - 7, face_y - 0.4), (x - 2, face_y - 3.6), (x + 3, face_y - 3.2), (x + 7, face_y - 0.6)],
            INK,
            1.6,
        )
    c.brush([(7, face_y - 4.4), (14, face_y - 6.2), (23, face_y - 3.8)], INK, 2.2)
    c.brush([(32, face_y - 5.6), (41, face_y - 8), (48, face_y - 5.6)], INK, 2.2)


def _blind(c: Canvas, face_y: float) -> None:
    """Slats, two of them bent apart by two fingers."""
    step, slat = (c.high / 8.4, c.high / 9.6)
    for n in range(9):
        y = n * step - 1
        if abs(y + slat / 2 - face_y) < step * 1.05:
            continue
        c.box(-1, y, 57, slat, (234, 132, 24))
        c.box(-1, y, 57, slat * 0.3, (255, 196, 84))
        c.box(-1, y + slat * 0.8, 57, slat * 0.24, (110, 40, 30))
    low, top = (face_y + 6.0, face_y - 6.4)
    c.poly(
        [(-1, top - 2.4), (27, top - 1.2), (56, top - 2.6), (56, top), (27, top + 0.6), (-1, top)],
        (246, 156, 40),
        edge=(INK, 0.5),
    )
    c.poly(
        [
            (-1, low),
            (20, low + 1.8),
            (27, low + 2.6),
            (34, low + 1.8),
            (56, low),
            (56, low + 3),
            (27, low + 5.4),
            (-1, low + 3),
        ],
        (246, 156, 40),
        edge=(INK, 0.5),
    )
    for x in (8.0, 47.0):
        c.line([(x, -1), (x, c.high + 1)], (92, 34, 30), 0.5)
    for n in range(2):
        x = 24.6 + n * 4.2
        c.blob(
            [
                (x - 1.8, low + 1.4),
                (x - 1.4, low - 1.4),
                (x + 1.4, low - 1.4),
                (x + 1.8, low + 1.4),
                (x + 1.4, low + 6),
                (x - 1.4, low + 6),
            ],
            (240, 180, 136),
            edge=(INK, 0.6),
        )
        c.oval(x, low - 0.2, 0.9, 0.8, (252, 214, 184), edge=(INK, 0.25))


def piano_superiore(c: Canvas) -> None:
    """A marksman in the one window that is lit, high up a front full of windows."""
    c.ground((196, 176, 222), (196, 176, 222))
    bricks(c, -1, 0, 57, c.high * 0.86, (172, 150, 206), high=2.2)
    for row in range(2):
        for column in range(4):
            x, y = (2.6 + column * 13.2, 2.4 + row * c.high * 0.42)
            lit = row == 0 and column == 1
            c.box(x - 0.9, y - 0.9, 11.6, c.high * 0.33, (236, 226, 246), edge=(INK, 0.6))
            c.box(x, y, 9.8, c.high * 0.33 - 1.8, (255, 222, 110) if lit else (62, 50, 98), edge=(INK, 0.6))
            if not lit:
                c.poly([(x + 1, y + 1), (x + 4, y + 1), (x + 1, y + 6)], (120, 106, 164))
                c.line([(x + 4.9, y), (x + 4.9, y + c.high * 0.33 - 1.8)], (236, 226, 246), 0.6)
                c.line([(x, y + c.high * 0.14), (x + 9.8, y + c.high * 0.14)], (236, 226, 246), 0.6)
            c.box(x - 1.7, y + c.high * 0.33 - 1.6, 13.2, 1.8, (236, 226, 246), edge=(INK, 0.5))
    x, y = (15.8, 2.4)
    man = figure(x + 4, y + c.high * 0.5, 21, AIM, hair="cap")
    inner = Canvas("marksman", 55, c.high)
    silhouette(inner, man, Inks((36, 20, 50), (255, 246, 190), (-0.4, -0.3)))
    c.place(inner.drawing(), 0, 0, within=box(x, y, 9.8, c.high * 0.33 - 2.2))
    gx, gy = man.near_hand
    shade(c, RIFLE, (gx + 1.6, gy + 0.3), 0.6, 20, (24, 14, 34))
    muzzle(c, gx + 13.8, gy + 5, 9, 20)
    for n in range(3):
        t = 25 + n * 6.6
        c.line(
            [(gx + t, gy + 5 + (t - 14) * 0.36), (gx + t + 3.4, gy + 5 + (t - 10.6) * 0.36)],
            (255, 222, 110),
            0.6,
        )
    c.box(-1, c.high * 0.86, 57, 10, (70, 56, 106))
    crowd(c, c.high * 0.92, 3.6, Inks((64, 44, 92), (255, 232, 160), light=(-0.25, -0.3)), arms=0.6)
    crowd(c, c.high * 1.0, 4.6, Inks((28, 18, 46), (214, 190, 240), light=(-0.25, -0.35)), arms=0.5)


def ricognizione(c: Canvas) -> None:
    """The view through binoculars: a street with zombies."""
    c.ground((186, 166, 30), (206, 190, 84))
    cloud(c, 38, 6, 24, (222, 206, 110))
    skyline(c, c.high * 0.74, (6, 18), (140, 128, 30), wide=7)
    skyline(c, c.high * 0.76, (3, 9), (94, 90, 30), wide=6)
    street(c, c.high * 0.72, 27.5, (96, 92, 52), (214, 204, 120), wide=0.8)
    for x, foot, high, pose, mirrored in (
        (15.0, 0.9, 13.0, SHAMBLE, False),
        (24, 0.82, 8.5, TOTTER, False),
        (33, 0.84, 9, SHAMBLE, True),
        (42, 0.93, 14, LURCH, True),
    ):
        silhouette(
            c,
            figure(x, c.high * foot, high, pose, hair="wild", mirrored=mirrored, clothes="rags"),
            Inks((40, 42, 30), (250, 236, 150), (0.3, -0.25)),
        )
    r = c.high * 0.47
    left, right, y = (27.5 - r * 0.8, 27.5 + r * 0.8, c.high * 0.5)
    _mask(c, left, right, y, r)
    c.line([(27.5, y - r * 0.5), (27.5, y + r * 0.55)], (206, 44, 34), 0.35)
    c.line([(left - r * 0.5, y), (right + r * 0.5, y)], (206, 44, 34), 0.35)
    for n in range(-8, 9):
        x = 27.5 + n * 2.3
        c.line(
            [(x, y - (1.4 if n % 4 == 0 else 0.7)), (x, y + (1.4 if n % 4 == 0 else 0.7))], (206, 44, 34), 0.3
        )


def _mask(c: Canvas, left: float, right: float, y: float, r: float) -> None:
    """Darkens everything outside the two round glasses; half an outline above, half below."""
    meet = acos((right - left) / 2 / r)

    def arc(cx: float, first: float, last: float) -> list[tuple[float, float]]:
        return [
            (cx + r * cos(first + (last - first) * k / 18), y + r * sin(first + (last - first) * k / 18))
            for k in range(19)
        ]

    for side in (-1, 1):
        edge = [*arc(left, side * pi, side * meet), *arc(right, side * (pi - meet), 0.0)]
        low = y + side * (r + 12)
        c.poly([(-2, y), *edge, (58, y), (58, low), (-2, low)], (18, 20, 22))
    for cx, first, last in ((left, meet, 2 * pi - meet), (right, -pi + meet, pi - meet)):
        c.line(arc(cx, first, last), (74, 80, 84), 1.3)
        c.line(arc(cx, 3.4, 4.3), (226, 230, 214), 0.5)
