"""The figures of the four emblems: an oak, a ship, a queen, a small captive."""

from math import cos, pi, sin

from vision.faces.zoon.ink import INK, WHITE, Marks, flat, stroke
from vision.printed.marks import Glow, Mark, Shape
from vision.printed.shapes import box, circle, moved, oval, polygon, smooth
from vision.workshop.zoon.apes import monkey
from vision.workshop.zoon.beasts import marmoset
from vision.workshop.zoon.crowns import crown
from vision.workshop.zoon.head import Head
from vision.workshop.zoon.ink import GOLD, body, both_sides, clipped, put, tapered


def oak() -> Marks:
    """The sacred oak: a face in its trunk, a crown of leaves, acorns."""
    roots = body(smooth([(-3.4, 4), (-3.8, 10), (-8, 14.6), (-3, 13.6), (0, 15.6), (3, 13.6), (8, 14.6),
        (3.8, 10), (3.4, 4), (4.8, -3), (-4.8, -3)]), (122, 80, 46), edge=0.65, depth=1.2)  # fmt: skip
    bark = tuple(stroke([(x, 1), (x * 1.1, 6), (x * 1.4, 12)], 0.35, (70, 40, 24)) for x in (-2.4, 2.6))
    face = (*both_sides((flat(smooth([(0.8, 3.4), (3, 2.4), (2.8, 4.4), (1.2, 4.6)]), (255, 226, 120),
        0.35), flat(circle(1.9, 3.7, 0.5), INK))), stroke([(-1.8, 8), (0, 7.2), (1.8, 8)], 0.6))  # fmt: skip
    crownlets: list[Mark] = []
    for n, (x, y, r) in enumerate(
        ((-9, -3, 5.4), (9, -3, 5.4), (-5.6, -8.6, 5.6), (5.6, -8.6, 5.6), (0, -12.4, 5.6), (0, -5, 6.4))
    ):
        crownlets += body(smooth([(x + (r + (0.9 if k % 2 else -0.4)) * cos(k * pi / 6),
            y + (r + (0.9 if k % 2 else -0.4)) * sin(k * pi / 6)) for k in range(12)]), ((70, 128, 48), (92,
            150, 56))[n % 2], edge=0.5, depth=1.2)  # fmt: skip
    acorns: list[Mark] = []
    for x, y in ((-8, 0), (7.6, -6), (-2.4, -11), (4, -1.6)):
        acorns += [
            flat(oval(x, y + 1, 1.3, 1.8), (214, 150, 60), 0.35),
            flat(smooth([(x - 1.6, y), (x, y - 1.5), (x + 1.6, y)]), (120, 76, 40), 0.35),
        ]
    return (*roots, *bark, *face, *crownlets, *acorns)


def longship() -> Marks:
    """A ship with a dragon's head, a striped sail and round shields."""
    mast = body(box(-0.8, -18, 1.6, 24, 0.3), (110, 70, 40), edge=0.45, depth=0.4)
    sail = smooth([(-10, -15), (0, -16.4), (10, -15), (11.6, -6), (9.4, 1), (0, 2.6), (-9.4, 1), (-11.6, -6)])
    stripes = tuple(flat(box(x, -20, 3.2, 26), (190, 40, 46)) for x in (-11, -4.7, 1.6, 7.9))
    hull = body(smooth([(-15, 1), (-11, 7), (0, 9), (11, 7), (14.6, -1), (13.4, 9), (8, 14), (-8, 14),
        (-13.4, 9)], tension=0.8), (132, 84, 46), edge=0.7, depth=1.4)  # fmt: skip
    planks = tuple(stroke([(-11.4, y), (0, y + 1.6), (11.4, y)], 0.4, (74, 44, 26)) for y in (9, 11))
    shields = tuple(m for n, x in enumerate((-8.6, -4.3, 0, 4.3, 8.6)) for m in (*body(circle(x,
        8.2 - abs(x) * 0.12, 2.3), ((206, 60, 50), (240, 196, 70), (50, 110, 170))[n % 3], edge=0.45,
        depth=0.5), flat(circle(x, 8.2 - abs(x) * 0.12, 0.7), WHITE, 0.25)))  # fmt: skip
    head = body(smooth([(11.6, 4), (13, -3), (12.4, -9), (15, -13), (19.4, -12.4), (21, -9.6), (17.4, -8.8),
        (16, -6.6), (16.4, 0), (14.6, 5)], tension=0.8), (60, 130, 90), edge=0.6, depth=1.0)  # fmt: skip
    dragon = (flat(circle(16.2, -10.8, 0.9), (255, 220, 80), 0.3), flat(circle(16.3, -10.8, 0.35), INK),
        stroke([(17, -9.2), (19, -9.8), (20.6, -9.8)], 0.45), *(flat(polygon([(12.4 - d, -8 + n * 3),
        (9.8 - d, -9.4 + n * 3), (12.6 - d, -5.6 + n * 3)]), (206, 60, 50), 0.35) for n, d in ((0, 0.2), (1,
        0.0), (2, -0.4))))  # fmt: skip
    tail = body(
        tapered([(-13, 4), (-16, -2), (-15, -8), (-18.4, -11)], 3.2, 0.6), (60, 130, 90), edge=0.55, depth=0.7
    )
    return (*mast, flat(sail, (250, 242, 224)), clipped(sail, stripes), Shape(sail, edge=INK, edge_mm=0.65),
        *tail, *head, *dragon, *hull, *planks, *shields)  # fmt: skip


def queen() -> Marks:
    """A queen of apes in an oval frame of gold."""
    frame = (
        *body(oval(0, 0, 14.6, 17.2), GOLD, edge=0.7, depth=1.2),
        flat(oval(0, 0, 12.6, 15.2), Glow((0, -4), 17, (246, 206, 220), (150, 60, 110)), 0.5),
    )
    studs = tuple(flat(circle(13.6 * cos(n * pi / 8), 16.2 * sin(n * pi / 8), 0.75), (206, 40,
        70) if n % 2 else WHITE, 0.25) for n in range(16))  # fmt: skip
    ruff = tuple(m for n in range(9) for m in body(oval(-10 + n * 2.5,
        9.6 - 3.4 * (1 - ((n - 4) / 4) ** 2) + 3.4, 2.2, 2.6), WHITE, edge=0.35, depth=0.6))  # fmt: skip
    head = put(monkey(Head(name="queen mary", skin=(150, 92, 62), mood="calm", look=0.9, iris=(70, 150, 90),
        hair="", mouth="")), 0, -0.6, 0.72)  # fmt: skip
    lips = flat(smooth([(-1.6, 4.9), (0.6, 4.4), (2.8, 4.9), (0.6, 6.4)]), (206, 30, 60), 0.3)
    pearls = both_sides((flat(circle(8.4, 3.2, 0.9), WHITE, 0.3), flat(circle(8.4, 5.2, 0.9), WHITE, 0.3)))
    return (*frame, *studs, *ruff, *head, lips, *put(crown((206, 40, 90)), 0, 0.4, 0.66), *pearls)


def caged_marmoset() -> Marks:
    """A marmoset in chains on a cushion, held up before a gothic window."""
    arch = smooth([(-13, 17), (-13.4, -2), (-9, -12), (0, -19), (9, -12), (13.4, -2), (13, 17)], tension=0.8)
    window = (
        *body(arch, (92, 88, 104), edge=0.7, depth=1.4),
        flat(moved(arch, 0, 0.4, 0.84), Glow((0, -2), 18, (255, 214, 120), (170, 50, 90)), 0.45),
    )
    panes = tuple(stroke(line, 0.5, (90, 40, 60)) for line in ([(0, -15), (0, 0), (0, 15)], [(-11, -4), (0,
        -5), (11, -4)], [(-11, 5), (0, 4), (11, 5)], [(-7, -11), (0, -5), (8, 6)], [(7, -11), (0, -5), (-8,
        6)]))  # fmt: skip
    small = body(smooth([(-4, 5), (4, 5), (6.4, 12), (5.4, 16.6), (-5.4, 16.6), (-6.4, 12)]), (150, 110,
        80), edge=0.6, depth=1.0)  # fmt: skip
    chest = flat(smooth([(-2.4, 7), (2.4, 7), (3, 13), (-3, 13)]), (246, 226, 196))
    cushion = body(smooth([(-14, 15), (-10, 14.4), (0, 15.4), (10, 14.4), (14, 15), (12.4, 18), (14, 21),
        (0, 20.4), (-14, 21), (-12.4, 18)]), (170, 30, 60), edge=0.65, depth=1.2)  # fmt: skip
    chain = both_sides(tuple(flat(oval(4.4 + n * 1.9, 12.4 + (n % 2) * 0.5 - n * 0.2, 1.25, 0.8), (190, 196,
        206), 0.4) for n in range(5)))  # fmt: skip
    collar = (
        flat(box(-4, 5.4, 8, 2.0, 0.8), (60, 60, 72), 0.4),
        *(flat(circle(x, 6.4, 0.5), GOLD) for x in (-2.6, 0, 2.6)),
    )
    head = put(
        marmoset(Head(name="ouistiti", skin=(150, 108, 78), iris=(206, 130, 30), look=0.6)), 0, -3.4, 0.86
    )
    return (*window, *panes, *cushion, *small, chest, *chain, *collar, *head)
