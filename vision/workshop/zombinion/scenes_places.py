"""Scenes of places and plans: depot, road, map, hideout, radio, what is dropped from the air."""

from vision.faces.zombinion.card import CREAM, INK
from vision.printed.marks import Glow, mixed
from vision.workshop.zombinion.canvas import Canvas
from vision.workshop.zombinion.city import bricks, skyline
from vision.workshop.zombinion.figures import Inks, figure, silhouette
from vision.workshop.zombinion.hordes import reach
from vision.workshop.zombinion.poses import CROUCH, LURCH, SHAMBLE, STAND, TOTTER
from vision.workshop.zombinion.sky import cloud, moon, stars
from vision.workshop.zombinion.things import SKIN, barrel, car, crate, fist, parachute, radio


def deposito(c: Canvas) -> None:
    """A hall with shelves to both sides, and crates under the lamps."""
    c.ground((44, 30, 58), (84, 54, 80))
    mx, my = (27.5, c.high * 0.42)
    c.poly([(-1, c.high + 1), (56, c.high + 1), (mx + 7, my + 5), (mx - 7, my + 5)], (176, 112, 92))
    for n in range(7):
        c.line([(mx + (n - 3) * 2.3, my + 5), (mx + (n - 3) * 15, c.high + 1)], (150, 92, 92), 0.3)
    c.box(mx - 7, my - 9, 14, 14, (60, 84, 124))
    c.box(mx - 5, my - 5, 10, 10, (96, 134, 176))
    silhouette(c, figure(mx + 0.5, my + 6.4, 10, STAND, hair="cap"), Inks((60, 32, 54)))
    for side in (-1, 1):
        for row in range(4):
            y0, y1 = (my - 12 + row * 6, -6 + row * (c.high + 12) / 4 + 4)
            c.poly(
                [
                    (mx + side * 8, y0),
                    (mx + side * 29, y1),
                    (mx + side * 29, y1 + 1.4),
                    (mx + side * 8, y0 + 0.5),
                ],
                (56, 32, 54),
            )
            for n in range(4):
                a, b = (0.08 + n * 0.24, 0.08 + n * 0.24 + 0.17)
                xa, xb = (mx + side * (8 + 21 * a**1.3), mx + side * (8 + 21 * b**1.3))
                ya, yb = (y0 + (y1 - y0) * a**1.3, y0 + (y1 - y0) * b**1.3)
                high = (2.4 + 4.6 * a) * c.chance.uniform(0.7, 1)
                fill = c.chance.choice([(160, 84, 46), (190, 130, 56), (118, 58, 64), (78, 70, 106)])
                c.poly(
                    [(xa, ya), (xb, yb), (xb, yb - high * 1.1), (xa, ya - high)],
                    fill,
                    edge=((40, 22, 40), 0.35),
                )
        for n in range(3):
            x = mx + side * (8 + 10 * n)
            c.line([(x, my - 14 - n * 6), (x, my + 7 + n * 9)], (46, 26, 46), 0.6 + n * 0.3)
    for y, w in ((c.high * 0.04, 7), (c.high * 0.17, 3.6)):
        c.poly([(mx - w, y + w * 0.34), (mx - w * 0.5, y), (mx + w * 0.5, y), (mx + w, y + w * 0.34)], INK)
        c.oval(mx, y + w * 0.36, w * 0.86, w * 0.14, (255, 250, 214))
    crate(c, 4, c.high - 17, 15, 15, (206, 138, 74))
    crate(c, 9, c.high - 28, 11, 11, (226, 164, 96))
    barrel(c, 40, c.high - 1.5, 11, 16, (64, 108, 130))
    crate(c, 29, c.high - 11, 11, 10, (186, 116, 62), cross=False)


def fuga(c: Canvas) -> None:
    """A car races off through the dusk, hands after it."""
    c.ground((180, 40, 66), (206, 96, 44))
    c.oval(38, c.high * 0.5, 12, 12, (250, 200, 90))
    for n in range(4):
        c.box(24, c.high * (0.42 + n * 0.075), 30, 0.5 + n * 0.35, (206, 84, 56))
    skyline(c, c.high * 0.68, (4, 15), (150, 34, 84), wide=7)
    skyline(c, c.high * 0.7, (2, 7), (112, 26, 82), wide=5)
    c.box(-1, c.high * 0.68, 57, 20, (74, 32, 70))
    c.box(-1, c.high * 0.68, 57, 0.6, (255, 190, 150))
    for n in range(5):
        c.poly(
            [
                (n * 14 - 4, c.high * 0.94),
                (n * 14 + 4, c.high * 0.94),
                (n * 14 + 2, c.high * 0.975),
                (n * 14 - 6, c.high * 0.975),
            ],
            (255, 226, 170),
        )
    for n in range(9):
        y = c.high * (0.5 + n * 0.045)
        c.brush([(-3, y), (8, y - 0.2), (13 + n % 3 * 4, y)], (255, 240, 214), 0.6)
    c.poly(
        [(52, c.high * 0.7), (58, c.high * 0.62), (58, c.high * 0.92), (52, c.high * 0.8)],
        (255, 246, 190),
        0.7,
    )
    c.oval(31, c.high * 0.89, 20, 1.8, (40, 14, 44))
    car(c, 21, c.high * 0.88, 1.08, (222, 44, 60))
    for n, r in enumerate((2.6, 2.0, 3.0, 2.2)):
        c.oval(11 - n * 2.8, c.high * 0.85 - n % 2 * 1.4, r, r * 0.8, (226, 150, 140), 0.8)
    for x, foot, high, turn in ((2, 1.1, 14, 30), (9, 1.16, 15, 24)):
        reach(c, x, c.high * foot, high, turn, Inks((48, 18, 50), (255, 190, 130), (0.4, -0.3)))


def ispezione(c: Canvas) -> None:
    """The beam of a torch finds a hand under a door."""
    c.ground((10, 26, 32), (16, 40, 44))
    bricks(c, 0, 0, 55, c.high * 0.8, (18, 46, 52), high=3)
    c.box(-1, c.high * 0.8, 57, 12, (12, 26, 30))
    c.poly(
        [(12, c.high * 0.2), (15, c.high * 0.34), (56, c.high * 0.98), (56, c.high * 0.02)],
        (150, 196, 150),
        0.22,
    )
    c.oval(39, c.high * 0.52, 14.4, c.high * 0.47, (214, 232, 150))
    c.oval(39, c.high * 0.52, 12.8, c.high * 0.42, (246, 246, 196))
    c.box(31, c.high * 0.16, 16, c.high * 0.7, (126, 76, 48), edge=(INK, 0.8))
    c.box(33, c.high * 0.23, 5, c.high * 0.24, (150, 94, 60), edge=(INK, 0.4))
    c.box(40, c.high * 0.23, 5, c.high * 0.24, (150, 94, 60), edge=(INK, 0.4))
    c.oval(44.6, c.high * 0.56, 0.9, 0.9, (232, 190, 80), edge=(INK, 0.3))
    for n in range(4):
        c.brush(
            [(34 + n * 1.9, c.high * 0.5), (33.4 + n * 1.9, c.high * 0.62), (34.4 + n * 1.8, c.high * 0.76)],
            (70, 20, 24),
            0.7,
        )
    c.poly(
        [(31.5, c.high * 0.82), (46.5, c.high * 0.82), (49, c.high * 0.9), (29, c.high * 0.9)], (150, 24, 30)
    )
    reach(c, 38, c.high * 0.72, 9, 172, Inks((120, 150, 92), (30, 40, 30), (0.5, -0.4)))
    c.poly(
        [
            (-2, c.high * 0.3),
            (3, c.high * 0.19),
            (12, c.high * 0.13),
            (15.4, c.high * 0.36),
            (6, c.high * 0.46),
            (-2, c.high * 0.54),
        ],
        (210, 60, 44),
        edge=(INK, 0.9),
    )
    c.poly(
        [(11, c.high * 0.08), (14.4, c.high * 0.06), (18.6, c.high * 0.4), (15.2, c.high * 0.44)],
        (90, 96, 104),
        edge=(INK, 0.7),
    )
    c.poly(
        [(0, c.high * 0.3), (10, c.high * 0.17), (10.5, c.high * 0.21), (0.4, c.high * 0.35)], (250, 140, 110)
    )
    c.blob(
        [
            (-3, c.high * 0.44),
            (2, c.high * 0.36),
            (5, c.high * 0.42),
            (4.4, c.high * 0.6),
            (-3, c.high * 0.74),
        ],
        SKIN,
        edge=(INK, 0.7),
    )


def nascondiglio(c: Canvas) -> None:
    """Cut through a house: they walk above, people sit below by a lantern."""
    c.ground((30, 52, 92), (96, 130, 158))
    moon(c, 46, c.high * 0.13, 3.6, (236, 240, 226), (40, 66, 106))
    top = c.high * 0.42
    skyline(c, top, (3, 11), (44, 70, 108), wide=7)
    for x, pose, mirrored in (
        (7.0, SHAMBLE, False),
        (17.0, TOTTER, False),
        (32.0, LURCH, True),
        (43.0, SHAMBLE, True),
        (51.0, TOTTER, False),
    ):
        silhouette(
            c,
            figure(x, top + 0.4, 11.5, pose, hair="wild", mirrored=mirrored, clothes="rags"),
            Inks((14, 20, 38), (150, 180, 204), (0.25, -0.2)),
        )
    c.box(-1, top, 57, c.high, (58, 40, 34))
    c.box(-1, top, 57, 1.6, (38, 30, 30))
    for _ in range(40):
        x, y = (c.chance.uniform(0, 55), c.chance.uniform(top + 3, c.high))
        c.oval(
            x,
            y,
            c.chance.uniform(0.4, 1.4),
            c.chance.uniform(0.3, 0.8),
            c.chance.choice([(76, 54, 44), (44, 30, 28), (90, 66, 52)]),
        )
    left, y0, wide, high = (7, top + 5, 41, c.high - top - 8)
    c.box(left - 1.4, y0 - 1.4, wide + 2.8, high + 2.8, (28, 20, 22))
    light = Glow((left + wide * 0.5, y0 + high * 0.7), high * 1.1, (255, 236, 160), (176, 96, 46))
    c.box(left, y0, wide, high, light)
    c.box(left + 4.2, top - 0.4, 5, 6, (28, 20, 22))
    for n in range(7):
        c.line([(left + 4.6, top + 1 + n * 2.6), (left + 8.8, top + 1 + n * 2.6)], (92, 52, 26), 0.7)
    for x in (left + 4.6, left + 8.8):
        c.line([(x, top), (x, y0 + high)], (92, 52, 26), 0.7)
    c.box(left, y0 + high - 1.4, wide, 1.6, (110, 58, 30))
    c.box(left + 29, y0 + 3.4, 11, 0.8, (92, 52, 26))
    for n, fill in enumerate(((206, 60, 44), (70, 120, 110), (240, 220, 170), (206, 60, 44))):
        c.box(left + 29.6 + n * 2.6, y0 + 0.6, 1.8, 2.8, fill, edge=(INK, 0.25))
    floor = y0 + high - 1.2
    silhouette(
        c, figure(left + 16, floor, 12, CROUCH, hair="long"), Inks((44, 22, 26), (255, 226, 140), (0.4, -0.1))
    )
    silhouette(
        c,
        figure(left + 29, floor, 12, CROUCH, hair="cap", mirrored=True),
        Inks((44, 22, 26), (255, 226, 140), (-0.4, -0.1)),
    )
    x = left + 22.4
    c.poly(
        [(x - 1.3, floor), (x - 1.1, floor - 3.4), (x + 1.1, floor - 3.4), (x + 1.3, floor)],
        (255, 246, 196),
        edge=(INK, 0.5),
    )
    c.stroke([(x - 1.1, floor - 3.4), (x, floor - 5.4), (x + 1.1, floor - 3.4)], INK, 0.4)
    crate(c, left + 33.5, floor - 5, 6, 5, (150, 88, 44))


def radio_scene(c: Canvas) -> None:
    """A field radio on a roof; its call goes out over the dark city."""
    c.ground((36, 24, 86), (120, 60, 150))
    for n in range(7, 0, -1):
        c.oval(
            45.8,
            c.high * 0.16,
            n * 6.2,
            n * 6.2,
            None,
            edge=(mixed((120, 240, 236), (70, 40, 120), n / 8), 0.9),
        )
    stars(c, 18, (210, 200, 250), c.high * 0.5)
    skyline(c, c.high * 0.84, (6, 20), (44, 26, 96), (120, 230, 226), wide=7, lit=0.1)
    c.box(-1, c.high * 0.8, 57, 20, (70, 44, 110))
    c.box(-1, c.high * 0.8, 57, 1.4, (140, 100, 180))
    c.oval(27, c.high * 0.95, 22, 2, (24, 14, 52))
    radio(c, 9, c.high * 0.39, 1.1, (86, 124, 76), (255, 226, 130))


def rifornimento(c: Canvas) -> None:
    """A crate comes down on a parachute, in bright day."""
    c.ground((70, 160, 232), (224, 242, 252))
    cloud(c, 12, c.high * 0.3, 22, (250, 253, 255))
    cloud(c, 47, c.high * 0.5, 24, (250, 253, 255))
    cloud(c, 6, c.high * 0.66, 18, (240, 248, 253))
    skyline(c, c.high, (3, 8), (120, 170, 206), wide=6)
    parachute(c, 27.5, c.high * 0.04, 35, (232, 56, 48), CREAM, c.high * 0.6)
    crate(c, 20, c.high * 0.6, 15, 13, (214, 150, 80), cross=False)
    c.box(25.5, c.high * 0.6 + 3, 4, 7, (206, 34, 38))
    c.box(24, c.high * 0.6 + 4.6, 7, 3.8, (206, 34, 38))
    c.line([(27.5, c.high * 0.585), (20.4, c.high * 0.61)], INK, 0.4)
    c.line([(27.5, c.high * 0.585), (34.6, c.high * 0.61)], INK, 0.4)
    for x, high, turn in ((5, 13, 14), (12, 10, 6), (43, 11, -8), (50, 13, -14)):
        reach(c, x, c.high + 2, high, turn, Inks((38, 70, 104), (232, 244, 252), (-0.3, -0.3)))


def tattica(c: Canvas) -> None:
    """A plan of the city, with arrows, crosses and a knife in it."""
    c.ground((22, 62, 128), (30, 84, 156))
    faint, line = (66, 118, 186), (220, 236, 250)
    for n in range(12):
        c.line([(n * 5, 0), (n * 5, c.high)], faint, 0.15)
    for n in range(int(c.high / 5) + 1):
        c.line([(0, n * 5), (55, n * 5)], faint, 0.15)
    for x, y, w, h in (
        (3.0, 3.0, 12, 9),
        (20, 2.5, 9, 12),
        (34, 3, 17, 8),
        (3, 17, 9, 12),
        (17, 20, 12, 9),
        (34, 16, 8, 14),
        (46, 15, 7, 9),
        (3, 34, 14, 6),
        (22, 34, 12, 6),
        (39, 35, 13, 5),
    ):
        c.box(x, y * c.high / 42, w, h * c.high / 42, (34, 92, 168), edge=(line, 0.45))
        if (x + y) % 2:
            for k in range(int(w / 2)):
                c.line(
                    [(x + k * 2, y * c.high / 42), (x + min(k * 2 + 3, w), (y + h) * c.high / 42)], faint, 0.2
                )
    red = (240, 70, 54)
    for points in (
        ((6, 0.94), (14, 0.72), (15.5, 0.44), (26, 0.42), (31.5, 0.3)),
        ((52, 0.96), (44, 0.8), (43.5, 0.5), (36, 0.36)),
    ):
        path = [(x, y * c.high) for x, y in points]
        c.stroke(path, red, 1.5)
        (x0, y0), (x1, y1) = (path[-2], path[-1])
        dx, dy = (x1 - x0, y1 - y0)
        long = (dx * dx + dy * dy) ** 0.5
        ux, uy = (dx / long, dy / long)
        c.poly(
            [(x1 + ux * 3.4, y1 + uy * 3.4), (x1 - uy * 2.3, y1 + ux * 2.3), (x1 + uy * 2.3, y1 - ux * 2.3)],
            red,
        )
    c.oval(33.6, c.high * 0.22, 4.4, 4.4, None, edge=((255, 220, 90), 1.1))
    for x, y in ((9.0, 0.3), (49.0, 0.42), (24, 0.86), (46, 0.15)):
        c.line([(x - 1.8, y * c.high - 1.8), (x + 1.8, y * c.high + 1.8)], (255, 220, 90), 0.9)
        c.line([(x - 1.8, y * c.high + 1.8), (x + 1.8, y * c.high - 1.8)], (255, 220, 90), 0.9)
    for x, y in ((5, 0.97), (52.4, 0.98)):
        c.oval(x, y * c.high - 2, 1.7, 1.7, red, edge=(line, 0.5))
    fist(c, 49, c.high * 0.74, 0.9, -38, SKIN, (88, 70, 52))
    c.poly(
        [
            (46.2, c.high * 0.66),
            (47.6, c.high * 0.64),
            (41.4, c.high * 0.42),
            (39.2, c.high * 0.36),
            (40, c.high * 0.44),
        ],
        (236, 190, 70),
        edge=(INK, 0.5),
    )
    c.poly([(39.2, c.high * 0.36), (41.2, c.high * 0.42), (40, c.high * 0.44)], INK)
