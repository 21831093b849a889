"""Scenes of the cards with people: those who lead, stand together, dare and help."""

from math import cos, pi, sin

from vision.faces.zombinion.card import INK
from vision.workshop.zombinion.canvas import Canvas, limb, shifted
from vision.workshop.zombinion.city import bricks, skyline, wire
from vision.workshop.zombinion.figures import Clothes, Inks, coloured, figure, silhouette
from vision.workshop.zombinion.fire import flame, muzzle, sparks
from vision.workshop.zombinion.heads import Hair
from vision.workshop.zombinion.hordes import reach
from vision.workshop.zombinion.poses import LURCH, SHAMBLE, STAND, Posture
from vision.workshop.zombinion.sky import cloud, dots, rays
from vision.workshop.zombinion.weapons import AXE, BAT, PISTOL, RIFLE, SHOTGUN, shade, stamp

LEAP = Posture(lean=16, head=-14, front=(78, 30), rear=(-62, 36), near=(128, 14), far=(-96, -20), broad=0.05)
HANG = Posture(lean=-8, head=-28, front=(34, 50), rear=(-6, 12), near=(168, 6), far=(120, 50))
GUARD = Posture(front=(10, 4), rear=(-10, 4), near=(70, 40), far=(62, 46), broad=0.05)


def maverick(c: Canvas) -> None:
    """A man in a hat and a long coat before the setting sun."""
    c.ground((220, 132, 50), (226, 178, 96))
    c.oval(30, c.high * 0.5, 19, 19, (214, 70, 44))
    for n in range(6):
        c.box(9, c.high * (0.44 + n * 0.055), 42, 0.3 + n * 0.28, (222, 146, 66))
    cloud(c, 12, c.high * 0.16, 24, (226, 130, 74))
    skyline(c, c.high * 0.8, (3, 9), (170, 74, 52), wide=6)
    c.box(-1, c.high * 0.79, 57, 20, (120, 50, 44))
    for x in (4.0, 50.0):
        c.box(x, c.high * 0.36, 1, c.high * 0.48, (92, 36, 40))
        c.box(x - 3, c.high * 0.4, 7, 0.8, (92, 36, 40))
    wire(c, c.high * 0.41, (92, 36, 40), 3)
    c.blob(
        [(16, c.high * 0.97), (26, c.high * 0.94), (44, c.high * 0.955), (52, c.high), (24, c.high * 1.01)],
        (70, 26, 34),
    )
    man = figure(
        27,
        c.high * 0.965,
        c.high * 0.84,
        Posture(front=(9, 2), rear=(-9, 2), near=(16, -6), far=(20, 30), broad=0.1),
        hair="hat",
        clothes="coat",
    )
    silhouette(c, man, Inks((38, 18, 28), (255, 214, 120), (0.6, -0.35)))
    x, y = man.near_hand
    shade(c, SHOTGUN, (x + 0.6, y + 2.5), 0.42, 82, (22, 10, 18))
    hx, hy = man.shoulder
    c.poly(
        [(hx - 3.4, hy + 1), (hx + 3.2, hy + 1), (hx + 4.4, hy + 3.6), (hx, hy + 5), (hx - 4, hy + 3.4)],
        (176, 40, 40),
    )
    c.poly([(hx + 2.6, hy + 3), (hx + 8.6, hy + 1.4), (hx + 7.4, hy + 5.4), (hx + 3, hy + 5)], (176, 40, 40))


def raggrupparsi(c: Canvas) -> None:
    """Four of them back to back, their torches outwards."""
    c.ground((8, 44, 52), (18, 92, 92))
    dots(c, (6, 32, 40), 0, c.high * 0.7, step=2, sizes=(0.7, 0.1))
    for x, spread, angle in ((15.0, 15, -172), (22, 13, -122), (33, 13, -58), (40, 15, -8)):
        a, b = ((angle - spread) * pi / 180, (angle + spread) * pi / 180)
        y = c.high * 0.5
        c.poly(
            [(x, y), (x + 60 * cos(a), y + 60 * sin(a)), (x + 60 * cos(b), y + 60 * sin(b))],
            (250, 244, 170),
            0.32,
        )
        a, b = ((angle - spread / 2) * pi / 180, (angle + spread / 2) * pi / 180)
        c.poly(
            [(x, y), (x + 60 * cos(a), y + 60 * sin(a)), (x + 60 * cos(b), y + 60 * sin(b))],
            (255, 252, 214),
            0.5,
        )
    for x, foot, mirrored in ((1.5, 0.98, False), (53.5, 0.98, True)):
        silhouette(
            c,
            figure(x, c.high * foot, 24, LURCH, hair="wild", mirrored=mirrored, clothes="rags"),
            Inks((8, 30, 36), (240, 244, 170), (-0.4 if mirrored else 0.4, -0.2), (255, 80, 60)),
        )
    c.oval(27.5, c.high * 0.95, 18, 2.4, (6, 26, 32))
    guard = Posture(front=(9, 2), rear=(-9, 2), near=(62, 40), far=(62, 40), broad=0.1)
    ink, rim = (4, 20, 26), (255, 246, 170)
    people: tuple[tuple[float, Posture, bool, Hair], ...] = (
        (24, STAND, False, "hood"),
        (31.5, guard, False, "short"),
        (17, GUARD, True, "long"),
        (38.5, GUARD, False, "cap"),
    )
    for x, pose, mirrored, hair in people:
        one = figure(x, c.high * 0.96, c.high * 0.8, pose, hair=hair, mirrored=mirrored)
        silhouette(c, one, Inks(ink, rim, (-0.55 if x < 27 else 0.55, -0.3)))
        if pose is GUARD:
            side = -1 if mirrored else 1
            hx, hy = one.near_hand
            c.poly(
                [(hx, hy - 0.9), (hx + side * 3.6, hy - 1.5), (hx + side * 3.6, hy + 1.5), (hx, hy + 0.9)],
                (255, 252, 220),
                edge=(INK, 0.5),
            )


def coraggio(c: Canvas) -> None:
    """One with an axe goes towards a shadow as large as a house."""
    c.ground((244, 196, 190), (252, 232, 214))
    rays(c, (40, c.high * 0.9), 18, (236, 168, 164), first=8)
    giant = figure(18, c.high * 1.0, c.high * 0.97, LURCH, hair="wild", clothes="rags")
    silhouette(c, giant, Inks((196, 54, 66)))
    x, y = giant.head
    for dx in (0.6, 3.0):
        c.poly(shifted([(-1.1, 0.5), (0.2, -0.7), (1.2, 0.3)], x + dx, y - 0.6, 0.9), (255, 236, 190))
    c.poly(
        shifted(
            [(-0.4, 0), (3, -0.4), (2.6, 1), (1.8, 0.4), (1.4, 1.2), (0.6, 0.4), (0.2, 1)],
            x + 0.6,
            y + 1.8,
            0.8,
        ),
        (255, 236, 190),
    )
    dots(c, (150, 26, 50), c.high * 0.5, c.high * 0.92, step=1.9, sizes=(0.05, 0.5), across=(0, 34))
    c.poly([(-1, c.high * 0.92), (56, c.high * 0.88), (56, c.high + 1), (-1, c.high + 1)], (66, 20, 40))
    c.blob(
        [(14, c.high * 0.95), (32, c.high * 0.915), (46, c.high * 0.935), (30, c.high * 0.975)], (34, 10, 26)
    )
    hero = figure(
        43,
        c.high * 0.945,
        c.high * 0.5,
        Posture(lean=4, front=(22, 8), rear=(-22, 8), near=(130, 50), far=(112, 60)),
        hair="long",
        mirrored=True,
    )
    ax, ay = hero.near_hand
    stamp(c, AXE, (ax + 1.4, ay - 1.2), 0.86, 32, mirrored=True)
    coloured(
        c,
        hero,
        {"skin": (240, 190, 150), "top": (40, 96, 140), "legs": (44, 42, 66), "hair": (92, 44, 30)},
        (-0.4, -0.3),
        mm=0.9,
    )


def aiutarsi(c: Canvas) -> None:
    """One on a roof pulls another up, before the moon."""
    c.ground((252, 206, 72), (255, 240, 176))
    c.oval(30, c.high * 0.42, 17, 17, (255, 250, 222))
    dots(c, (244, 176, 48), c.high * 0.5, c.high, step=1.8, sizes=(0.05, 0.6))
    skyline(c, c.high, (4, 15), (226, 150, 40), wide=7)
    c.poly(
        [(-1, c.high * 0.42), (22, c.high * 0.42), (22, c.high + 1), (-1, c.high + 1)],
        (84, 50, 30),
        edge=(INK, 0.8),
    )
    bricks(c, -1, c.high * 0.5, 22, c.high * 0.52, (150, 82, 46), high=2.6)
    c.box(-1, c.high * 0.41, 24.4, 3.6, (190, 116, 66), edge=(INK, 0.8))
    ink, rim = (40, 26, 30), (255, 250, 214)
    upper = figure(
        14,
        c.high * 0.42,
        20,
        Posture(lean=68, head=-34, front=(66, 92), rear=(34, 122), near=(48, 0), far=(-6, 10)),
        hair="cap",
    )
    lower = figure(31.5, c.high * 0.92, 21, HANG, hair="long", mirrored=True)
    silhouette(c, upper, Inks(ink, rim, (0.4, -0.4)))
    silhouette(c, lower, Inks(ink, rim, (0.4, -0.3)))
    (x0, y0), (x1, y1) = (upper.near_hand, lower.near_hand)
    c.add(limb((x0, y0), (x1, y1), 1.0, 0.9), ink)
    for x, foot, high, turn in (
        (27, 1.1, 11, -6),
        (35, 1.14, 13, 4),
        (43, 1.1, 13, -16),
        (50, 1.12, 12, -26),
    ):
        reach(c, x, c.high * foot, high, turn, Inks((88, 40, 34), (255, 226, 120), (-0.3, -0.3)))


def survivors(c: Canvas) -> None:
    """The survivors on a roof at sunrise."""
    c.ground((22, 120, 132), (255, 214, 140))
    rays(c, (27.5, c.high * 0.72), 20, (250, 236, 180), opacity=0.45)
    c.oval(27.5, c.high * 0.72, 13, 13, (255, 244, 200))
    skyline(c, c.high * 0.9, (3, 12), (40, 132, 136), wide=6)
    c.box(-1, c.high * 0.88, 57, 9, (14, 48, 60))
    c.box(-1, c.high * 0.88, 57, 0.9, (255, 226, 150))
    ink, rim = (12, 38, 52), (255, 236, 170)
    foot = c.high * 0.92
    people: tuple[tuple[float, float, Hair, Clothes], ...] = (
        (8, 25, "hood", "plain"),
        (18, 27, "cap", "plain"),
        (46.5, 25, "short", "plain"),
        (37.5, 28, "hat", "coat"),
    )
    for x, high, hair, clothes in people:
        one = figure(x, foot, high, STAND, hair=hair, clothes=clothes)
        silhouette(c, one, Inks(ink, rim, (0.45 if x < 27 else -0.45, -0.4)))
    leader = figure(
        27.5,
        foot,
        30,
        Posture(front=(8, 2), rear=(-8, 2), near=(14, 6), far=(140, 20), broad=0.1),
        hair="long",
    )
    silhouette(c, leader, Inks(ink, rim, (0, -0.6)))
    x, y = leader.far_hand
    c.line([(x, y + 8), (x, y - 5)], ink, 0.7)
    c.poly(
        [(x, y - 5), (x - 9, y - 4), (x - 7, y - 2), (x - 10, y + 0.4), (x, y)],
        (232, 56, 48),
        edge=(INK, 0.5),
    )
    shade(c, RIFLE, (18, foot - 14), 0.5, -60, ink)
    shade(c, BAT, (48.6, foot - 12), 0.6, 20, ink)


def tutto(c: Canvas) -> None:
    """A leap from roof to roof, firing with both hands, the city on fire."""
    c.ground((16, 16, 22), (74, 22, 22))
    c.oval(27, c.high * 0.42, 15.5, 15.5, (246, 240, 226))
    dots(c, (206, 200, 186), c.high * 0.4, c.high * 0.8, step=1.5, sizes=(0.05, 0.45), across=(14, 40))
    skyline(c, c.high, (4, 13), (44, 14, 18), (255, 150, 50), wide=6, lit=0.25)
    for x, w, h in ((19.0, 6, 9), (26, 8, 12), (34, 6, 8)):
        flame(c, x, c.high * 1.03, w, h)
    c.poly([(-1, c.high * 0.66), (12, c.high * 0.66), (12, c.high + 1), (-1, c.high + 1)], (12, 12, 16))
    c.poly([(44, c.high * 0.78), (56, c.high * 0.78), (56, c.high + 1), (44, c.high + 1)], (12, 12, 16))
    c.box(-1, c.high * 0.65, 14, 1.6, (206, 44, 34))
    c.box(43, c.high * 0.77, 14, 1.6, (206, 44, 34))
    for x, pose in ((3.0, LURCH), (8.5, SHAMBLE)):
        silhouette(
            c,
            figure(x, c.high * 0.66, 13, pose, hair="wild", clothes="rags"),
            Inks((12, 12, 16), (206, 44, 34), (0.35, -0.25)),
        )
    hero = figure(27, c.high * 0.76, c.high * 0.78, LEAP, hair="short")
    silhouette(c, hero, Inks((14, 12, 18), (206, 44, 34), (-0.5, 0.3)))
    for hand, mirrored in ((hero.near_hand, False), (hero.far_hand, True)):
        side = -1 if mirrored else 1
        shade(c, PISTOL, (hand[0] + side * 2.4, hand[1] - 0.6), 0.34, 0, (14, 12, 18), mirrored=mirrored)
        muzzle(c, hand[0] + side * 6.6, hand[1] - 1.7, 9, 180 if mirrored else 0)
    sparks(c, (27, c.high * 0.9), (6, 24), 20, (255, 190, 80), (190, 350))
