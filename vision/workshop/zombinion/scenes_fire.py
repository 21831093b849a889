"""Scenes of the cards that shoot: rounds, magazines, guns, explosions."""

from vision.faces.zombinion.card import CREAM, INK
from vision.workshop.zombinion.canvas import Canvas
from vision.workshop.zombinion.city import skyline
from vision.workshop.zombinion.figures import Inks, figure, silhouette
from vision.workshop.zombinion.fire import YELLOW, blast, flame, muzzle, sparks
from vision.workshop.zombinion.hordes import crowd
from vision.workshop.zombinion.poses import AIM
from vision.workshop.zombinion.signs import cartridge
from vision.workshop.zombinion.sky import dots, rays, smoke
from vision.workshop.zombinion.things import SKIN, bottle, crate, fist, sandbags
from vision.workshop.zombinion.weapons import MAGAZINE, PISTOL, RIFLE, SHOTGUN, shade, stamp


def pallottola(c: Canvas) -> None:
    """One round, as a monument over a skyline by night."""
    c.ground((28, 70, 150), (96, 150, 206))
    rays(c, (27.5, c.high * 0.62), 22, (58, 108, 184))
    c.glow(27.5, c.high * 0.55, 15, (226, 236, 240), (120, 170, 214))
    skyline(c, c.high * 0.88, (4, 11), (36, 52, 104))
    skyline(c, c.high, (3, 8), (16, 22, 56), (255, 190, 80), wide=6, lit=0.18)
    c.oval(27.5, c.high * 0.97, 10, 1.6, (8, 12, 34))
    cartridge(c, 27.5, c.high * 0.965, c.high * 0.9)
    sparks(c, (27.5, c.high * 0.35), (9, 22), 16, CREAM, (180, 360))


def proiettili(c: Canvas) -> None:
    """Rounds spilled from their box, on a table, cool light from the window."""
    c.ground((18, 74, 92), (40, 134, 140))
    for n in range(5):
        c.poly(
            [(-4 + n * 15, 0), (4 + n * 15, 0), (-14 + n * 15, c.high * 0.62), (-22 + n * 15, c.high * 0.62)],
            (70, 166, 164),
            0.45,
        )
    c.box(-1, c.high * 0.6, 57, c.high, (24, 48, 62))
    for n in range(4):
        c.brush(
            [
                (-2, c.high * (0.66 + n * 0.1)),
                (24, c.high * (0.67 + n * 0.1)),
                (58, c.high * (0.65 + n * 0.1)),
            ],
            (50, 92, 104),
            0.5,
        )
    x, y = (4, c.high * 0.2)
    for n in range(4):
        cartridge(c, x + 4.2 + n * 5.6, y + 9, 15)
    c.poly([(x, y + 5), (x + 25, y + 5), (x + 25, y + 22), (x, y + 22)], (206, 62, 40), edge=(INK, 0.8))
    c.poly(
        [(x + 25, y + 5), (x + 29, y + 1.6), (x + 29, y + 18), (x + 25, y + 22)],
        (140, 34, 30),
        edge=(INK, 0.8),
    )
    c.box(x + 1.4, y + 6.6, 22.2, 2.4, (232, 110, 76))
    c.box(x + 4, y + 11, 17, 7.6, CREAM, edge=(INK, 0.4))
    for n in range(3):
        cartridge(c, x + 8 + n * 4.4, y + 17.8, 6)
    for px, py, turn in ((46, 0.78, 84), (39, 0.93, 64), (50, 0.98, 100), (24, 0.97, 96)):
        c.oval(px + 3, c.high * py + 1.4, 8, 1.2, (10, 26, 36))
        cartridge(c, px - 5, c.high * py, 15, turn)


def caricatore(c: Canvas) -> None:
    """A magazine before a red disc, as on a poster."""
    c.ground((36, 20, 34), (92, 18, 34))
    c.oval(27.5, c.high * 0.5, c.high * 0.47, c.high * 0.47, (214, 38, 44))
    dots(c, (150, 20, 38), c.high * 0.45, c.high * 0.98, step=1.7)
    c.oval(27.5, c.high * 0.5, c.high * 0.47, c.high * 0.47, None, edge=((245, 196, 150), 0.7))
    for n in range(3):
        cartridge(c, 18.5 + n * 3.2, c.high * 0.42 + n * 0.2, 13, 14)
    stamp(c, MAGAZINE, (26, c.high * 0.58), 1.18, 14)
    for n, (x, turn) in enumerate(((5, -22), (50, 24))):
        cartridge(c, x, c.high * (0.95 if n else 0.9), 17, turn)


def fucile(c: Canvas) -> None:
    """The pump gun goes off, right across."""
    c.ground((206, 214, 92), (240, 236, 170))
    rays(c, (44, c.high * 0.32), 18, (184, 196, 66), first=6)
    skyline(c, c.high, (3, 9), (112, 128, 46), wide=8)
    crowd(c, c.high * 0.97, 4.2, Inks((58, 66, 34)), arms=0.4)
    blast(c, 46, c.high * 0.3, 12, 12, edge=(INK, 0.6))
    stamp(c, SHOTGUN, (20, c.high * 0.52), 0.95, -24)
    for x, y, turn in ((14, 0.2, 40), (21, 0.1, -60), (7, 0.35, 110)):
        c.box(x, c.high * y, 0.1, 0.1, INK)
        shell(c, x, c.high * y, turn)
    sparks(c, (46, c.high * 0.3), (12, 18), 12, (206, 44, 28))


def shell(c: Canvas, x: float, y: float, turn: float) -> None:
    """A flying empty shell."""
    from vision.printed.shapes import box, moved

    c.add(moved(box(-1.5, -3.2, 3, 4.8), x, y, turn=turn), (206, 44, 28), edge=(INK, 0.5))
    c.add(moved(box(-1.6, 1.2, 3.2, 2), x, y, turn=turn), (226, 168, 52), edge=(INK, 0.5))


def munizioni(c: Canvas) -> None:
    """A crate of ammunition in the light of a lamp."""
    c.ground((34, 40, 30), (74, 82, 52))
    c.poly([(24, 0), (31, 0), (58, c.high * 0.86), (-3, c.high * 0.86)], (198, 196, 128), 0.55)
    c.poly([(25.5, 0), (29.5, 0), (46, c.high * 0.86), (9, c.high * 0.86)], (240, 232, 170), 0.5)
    c.poly([(21, 0), (34, 0), (32, 3.4), (23, 3.4)], INK)
    c.oval(27.5, 3.6, 3, 1, (255, 250, 214))
    c.box(-1, c.high * 0.84, 57, 20, (40, 42, 30))
    c.oval(27.5, c.high * 0.93, 25, 3, (18, 20, 16))
    y = c.high * 0.5
    c.poly([(6, y - 15), (49, y - 15), (46, y + 2), (9, y + 2)], (92, 100, 52), edge=(INK, 0.8))
    c.poly([(9, y - 13), (46, y - 13), (44, y), (11, y)], (58, 64, 36), edge=(INK, 0.4))
    for n in range(8):
        cartridge(c, 9.6 + n * 5.1, y + 7, 16 + n * 7 % 3)
    crate(c, 5, y, 45, c.high * 0.4, (124, 132, 66), cross=False)
    c.box(15, y + c.high * 0.12, 25, c.high * 0.17, CREAM, edge=(INK, 0.5))
    for n in range(4):
        cartridge(c, 18.6 + n * 6, y + c.high * 0.275, c.high * 0.14)
    for n in range(7):
        cartridge(c, 2 + n * 1.2, c.high * 0.88 + n * 1.4, 8, 78)


def esplosivi(c: Canvas) -> None:
    """A round flies through a fireball."""
    c.ground((60, 12, 20), (150, 30, 24))
    dots(c, (34, 8, 18), 0, c.high * 0.9, step=1.8, sizes=(0.6, 0.05))
    skyline(c, c.high, (4, 12), (30, 8, 16), (255, 150, 60), lit=0.2)
    blast(c, 33, c.high * 0.44, c.high * 0.5, 15, edge=(INK, 0.6))
    blast(c, 33, c.high * 0.44, c.high * 0.2, 11, ((255, 208, 64), (255, 248, 210)))
    smoke(c, 6, c.high * 0.98, 3.4, (40, 18, 22), (196, 84, 50), 0.25)
    for n in range(3):
        c.brush(
            [
                (-4, c.high * (0.93 - n * 0.06)),
                (10, c.high * (0.8 - n * 0.04)),
                (24, c.high * (0.62 - n * 0.02)),
            ],
            (255, 236, 180),
            1.0,
        )
    cartridge(c, 17, c.high * 0.74, 26, 46)
    sparks(c, (33, c.high * 0.44), (c.high * 0.42, c.high * 0.58), 26, YELLOW)
    for x, y, s in ((48, 0.14, 2), (52, 0.3, 1.4), (10, 0.16, 1.8), (44, 0.82, 1.6)):
        c.poly(
            [
                (x, c.high * y),
                (x + s, c.high * y + s * 0.4),
                (x + s * 0.7, c.high * y + s * 1.5),
                (x - s * 0.6, c.high * y + s),
            ],
            (34, 8, 18),
        )


def molotov(c: Canvas) -> None:
    """A bottle that burns, in a hand, against a blue night."""
    c.ground((22, 18, 66), (66, 40, 120))
    skyline(c, c.high, (8, 20), (16, 12, 44), (250, 170, 70), lit=0.14)
    c.glow(31, c.high * 0.25, 17, (255, 170, 60), (52, 32, 104))
    crowd(c, c.high * 0.99, 3.6, Inks((8, 6, 24), (206, 80, 40), light=(0.3, -0.4)), arms=0.5)
    flame(c, 33.2, c.high * 0.36, 15, c.high * 0.42, 12)
    bottle(c, 25.6, c.high * 0.74, 1.75, 16, (60, 132, 92))
    fist(c, 27.2, c.high * 0.66, 1.1, 14, SKIN, (44, 84, 132))
    sparks(c, (33, c.high * 0.22), (9, 20), 18, YELLOW, (180, 360))


def ricarica(c: Canvas) -> None:
    """A pistol takes a new magazine."""
    c.ground((40, 140, 116), (104, 186, 142))
    rays(c, (27, c.high * 0.42), 14, (26, 112, 96), share=0.4)
    c.oval(27.5, c.high * 0.36, 19, 14, (136, 206, 170))
    dots(c, (28, 116, 98), c.high * 0.5, c.high, step=1.9, sizes=(0.05, 0.7))
    for n in range(3):
        y = c.high * 0.7 + n * 3.2
        c.poly(
            [
                (7 - n * 1.2, y),
                (14, y - 4.6),
                (21 + n * 1.2, y),
                (21 + n * 1.2, y + 2),
                (14, y - 2.6),
                (7 - n * 1.2, y + 2),
            ],
            (190, 40, 30),
            1 - n * 0.28,
        )
    stamp(c, PISTOL, (28, c.high * 0.34), 1.55, 0)
    stamp(c, MAGAZINE, (15.6, c.high * 0.82), 0.62, -2)
    cartridge(c, 40, c.high * 0.96, 12, -16)
    cartridge(c, 47, c.high * 0.93, 12, 18)


def copertura(c: Canvas) -> None:
    """Behind sandbags somebody fires into the night."""
    c.ground((92, 134, 172), (196, 214, 222))
    skyline(c, c.high * 0.86, (8, 22), (134, 166, 192), wide=9)
    skyline(c, c.high * 0.9, (3, 9), (78, 108, 140), (245, 226, 150), wide=6, lit=0.2)
    smoke(c, 48, c.high * 0.8, 2.6, (70, 84, 104), (226, 232, 236), 0.2)
    man = figure(17, c.high * 1.02, c.high * 0.92, AIM, hair="cap")
    silhouette(c, man, Inks((28, 36, 54), (244, 190, 90), (0.5, -0.35)))
    x, y = man.near_hand
    shade(c, RIFLE, (x + 2, y - 0.8), 0.62, 0, (18, 22, 34))
    muzzle(c, x + 15, y - 0.9, 17)
    sandbags(c, -4, 62, c.high + 0.5, 4, (196, 164, 110), 9)
    for n in range(3):
        cartridge(c, 34 + n * 6, c.high * 0.6 - n * 2.4, 3.4, 70 - n * 40)


__all__ = [
    "caricatore",
    "copertura",
    "esplosivi",
    "fucile",
    "molotov",
    "munizioni",
    "pallottola",
    "proiettili",
    "ricarica",
]
