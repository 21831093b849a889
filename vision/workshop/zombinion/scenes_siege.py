"""Scenes of the cards that hold zombies off or bring them on: barricade, bait, sacrifice, swarm."""

from vision.faces.zombinion.card import CREAM, INK
from vision.printed.marks import mixed
from vision.workshop.zombinion.canvas import Canvas
from vision.workshop.zombinion.city import plank
from vision.workshop.zombinion.figures import Inks, figure, silhouette
from vision.workshop.zombinion.fire import sparks
from vision.workshop.zombinion.hordes import bust, crowd, reach
from vision.workshop.zombinion.poses import LURCH, RAISED, SHAMBLE, STAND
from vision.workshop.zombinion.sky import cloud, fog, moon, rays, stars
from vision.workshop.zombinion.things import helicopter


def sciame(c: Canvas) -> None:
    """They climb over each other up a wall, in the beam of a helicopter."""
    c.ground((116, 128, 62), (214, 208, 136))
    c.poly([(12, 6), (15, 6), (60, c.high * 0.9), (20, c.high)], (250, 246, 200), 0.55)
    cloud(c, 40, 6, 26, (150, 158, 88))
    helicopter(c, 15, 6, 0.62, (38, 42, 26), (220, 230, 170))
    c.poly(
        [(41, c.high * 0.2), (58, c.high * 0.2), (58, c.high + 1), (41, c.high + 1)],
        (96, 92, 62),
        edge=(INK, 0.8),
    )
    for n in range(7):
        c.line([(41, c.high * (0.3 + n * 0.1)), (57, c.high * (0.3 + n * 0.1))], (70, 66, 46), 0.3)
    c.box(39.5, c.high * 0.17, 18, 2.6, (140, 132, 92), edge=(INK, 0.6))
    silhouette(
        c, figure(49, c.high * 0.175, 8.5, STAND, hair="cap"), Inks(INK, (250, 240, 180), (-0.3, -0.2))
    )
    ink, rim = (44, 48, 26), (232, 226, 140)
    for layer in range(7):
        count = 8 - layer
        for n in range(count):
            x = 42 - (n + 0.4) * (36 / 8) * (1 + layer * 0.02) + c.chance.uniform(-1, 1)
            foot = c.high * 1.04 - layer * c.high * 0.105 + n * n * 0.16 + c.chance.uniform(-1, 1)
            pose = (RAISED, LURCH, SHAMBLE)[c.chance.randrange(3)]
            tone = mixed(ink, (112, 116, 58), 0.5 - layer * 0.07)
            silhouette(
                c,
                figure(x, foot, 14, pose, hair=("wild", "bald", "short")[n % 3], clothes="rags"),
                Inks(tone, rim, (-0.25, -0.3)),
            )
    reach(c, 41, c.high * 0.36, 9, 12, Inks(ink, rim))
    crowd(c, c.high * 0.98, 3.4, Inks((22, 24, 16), rim, light=(-0.2, -0.3)), arms=0.4, across=(0, 44))


def barricata(c: Canvas) -> None:
    """Planks across a window, hands between them."""
    c.ground((24, 52, 104), (92, 150, 200))
    moon(c, 40, c.high * 0.3, 5.5, (232, 240, 250), (50, 92, 150))
    for x, y, s in ((17, 0.62, 7), (36, 0.72, 7.6), (27, 0.5, 6)):
        bust(c, x, c.high * y, s, Inks((14, 26, 56), (120, 170, 214), eyes=(255, 96, 60)))
    for left, wide in ((-1, 8), (48, 8)):
        c.box(left, -1, wide, c.high + 2, (150, 92, 52), edge=(INK, 0.8))
        c.box(left + (1.6 if left < 0 else 1), -1, 1.2, c.high + 2, (190, 126, 76))
    plank(c, 1, c.high * 0.2, 54, c.high * 0.09, 6, (186, 122, 66))
    plank(c, 0, c.high * 0.5, 55, c.high * 0.62, 6.4, (206, 142, 80))
    plank(c, 2, c.high * 0.95, 53, c.high * 0.84, 5.6, (168, 106, 58))
    plank(c, 6, c.high * 0.93, 40, c.high * 0.08, 5.4, (220, 160, 96))
    for x, foot, high, turn in ((13, 0.62, 13, -14), (46, 0.56, 13, 16), (33, 0.98, 13, 6)):
        reach(c, x, c.high * foot, high, turn, Inks((108, 138, 84), (190, 214, 140), (-0.3, -0.25)))


def esca(c: Canvas) -> None:
    """A ham on a rope, hands beneath it."""
    c.ground((84, 190, 206), (228, 240, 214))
    rays(c, (27.5, c.high * 0.36), 16, (116, 206, 214), share=0.45)
    c.oval(27.5, c.high * 0.38, 15, 15, (244, 250, 226))
    c.stroke([(27, -2), (27.6, 4), (27, c.high * 0.17)], (112, 76, 40), 1.3)
    for n in range(4):
        c.line([(26.4, n * 2.0), (27.8, n * 2.0 + 0.9)], (60, 38, 22), 0.35)
    x, y = (28, c.high * 0.36)
    c.stroke(
        [(27, c.high * 0.14), (29.4, c.high * 0.16), (27.4, c.high * 0.2), (25.6, c.high * 0.16)], INK, 0.9
    )
    for px in (-1, 1.6):
        c.oval(x - 11.6 + px * 0.6, y + 6.6 + px * 1.5, 2.2, 2.0, CREAM, edge=(INK, 0.7))
    c.poly([(x - 10.4, y + 5), (x - 5, y + 1), (x - 3.4, y + 4), (x - 9, y + 8)], CREAM, edge=(INK, 0.7))
    c.blob(
        [
            (x - 6.4, y + 5.6),
            (x - 5.4, y - 1),
            (x + 1, y - 6.6),
            (x + 8, y - 5.6),
            (x + 11, y + 0.6),
            (x + 7.6, y + 6),
            (x, y + 7.4),
        ],
        (196, 70, 60),
        edge=(INK, 1.0),
    )
    c.blob(
        [(x - 4.4, y + 1), (x + 1, y - 4.6), (x + 6.6, y - 4.6), (x + 4, y - 1), (x - 1, y + 2)],
        (232, 118, 96),
    )
    c.oval(x + 7, y - 0.2, 3.2, 4.2, (244, 196, 164), edge=(INK, 0.6))
    c.oval(x + 7.2, y - 0.2, 1.2, 1.6, CREAM, edge=(INK, 0.5))
    c.brush([(x - 3, y + 5), (x + 1, y + 5.8), (x + 5, y + 4.6)], (132, 36, 40), 0.9)
    for n in range(3):
        c.brush(
            [(x + 1 + n * 2.4, y + 7), (x + 1.2 + n * 2.4, y + 8.6 + n), (x + 1 + n * 2.4, y + 10 + n)],
            (166, 24, 30),
            0.8,
        )
    ink = (30, 70, 76)
    for px, foot, high, turn in (
        (7, 1.08, 19, 20),
        (16, 1.1, 17, 8),
        (27, 1.12, 16, -2),
        (38, 1.1, 18, -10),
        (48, 1.08, 20, -20),
    ):
        reach(c, px, c.high * foot, high, turn, Inks(ink, (150, 196, 120), (-0.4, -0.3)))


def sacrificio(c: Canvas) -> None:
    """One stays behind with a torch, in the middle of them."""
    c.ground((46, 16, 60), (232, 92, 138))
    stars(c, 24, (250, 200, 220), c.high * 0.4)
    rays(c, (27.5, c.high * 0.3), 20, (246, 132, 160), share=0.45, opacity=0.5)
    c.glow(27.5, c.high * 0.26, 13, (255, 246, 220), (190, 66, 120))
    fog(c, c.high * 0.62, 8, (250, 170, 190), 0.3)
    for n in range(3):
        crowd(
            c, c.high * (0.7 + n * 0.02), 2.6, Inks((132, 40, 88), (252, 170, 190), light=(0, -0.3)), arms=0.5
        )
    c.blob(
        [
            (8, c.high * 0.86),
            (18, c.high * 0.77),
            (27.5, c.high * 0.745),
            (38, c.high * 0.77),
            (48, c.high * 0.87),
            (28, c.high * 0.95),
        ],
        (58, 18, 52),
    )
    hero = figure(27.5, c.high * 0.785, c.high * 0.5, RAISED, hair="short", clothes="coat")
    silhouette(c, hero, Inks((34, 10, 36), (255, 220, 190), (0.0, -0.6)))
    x, y = hero.near_hand
    c.line([(x, y + 1), (x + 0.8, y - 4)], (34, 10, 36), 0.9)
    c.glow(x + 0.8, y - 4.6, 3.2, (255, 255, 240), (255, 150, 150))
    sparks(c, (x + 0.8, y - 4.6), (2.4, 6), 18, (255, 250, 220))
    for x, foot, pose, mirrored in (
        (7, 1.0, LURCH, False),
        (48, 1.0, LURCH, True),
        (16, 1.06, SHAMBLE, False),
        (40, 1.05, SHAMBLE, True),
    ):
        silhouette(
            c,
            figure(x, c.high * foot, c.high * 0.4, pose, hair="wild", mirrored=mirrored, clothes="rags"),
            Inks((24, 8, 28), (250, 140, 166), (-0.45 if mirrored else 0.45, -0.4)),
        )
    crowd(c, c.high * 1.02, 4.4, Inks((14, 6, 18), (214, 90, 130), light=(0, -0.4)), arms=0.35)
