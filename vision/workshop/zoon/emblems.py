"""Heraldry: shields with supporters and scrolls, and the figures of the four emblems."""

from random import Random
from typing import Final

from vision.faces.zoon.ink import Marks, darker, flat, lighter
from vision.printed.marks import Colour, Glow, Path
from vision.printed.shapes import box, circle, polygon, smooth, star
from vision.workshop.zoon.emblem_figures import caged_marmoset, longship, oak, queen
from vision.workshop.zoon.ink import GOLD, body, both_sides, clipped


def shield(colour: Colour, other: Colour, division: str, figure: Marks) -> Marks:
    """A shield around (0, 0), about 27 mm high, with a heraldic division and a figure."""
    path = shield_path(13.0)
    parts: dict[str, Path] = {"pale": box(0, -16, 20, 40), "bend": polygon([(-16, -18), (18, 18), (18,
        -18)]), "chevron": polygon([(-18, 14), (0, -4), (18, 14), (18, 24), (-18, 24)]), "chief": box(-16,
        -18, 32, 10)}  # fmt: skip
    half = parts.get(division, box(-20, 2, 40, 40))
    rim = body(shield_path(14.6), GOLD, edge=0.7, depth=1.0)
    field = (
        flat(path, Glow((-3, -5), 22, lighter(colour, 0.3), darker(colour, 0.2)), 0.45),
        clipped(path, (flat(half, Glow((-3, -5), 22, lighter(other, 0.3), darker(other, 0.2)), 0.3),)),
    )
    rivets = both_sides(tuple(flat(circle(x, y, 0.6), darker(GOLD, 0.4)) for x, y in ((9, -13.2), (13.7,
        -8), (13, 2), (8.4, 9.6))))  # fmt: skip
    return (*rim, *field, *rivets, *figure)


def shield_path(wide: float) -> Path:
    """A shield's outline of this half width."""
    w = wide / 13
    return (
        ("move", (-13 * w, -12.6 * w)), ("curve", (-8 * w, -11.4 * w), (-4 * w, -12.0 * w), (0, -14 * w)),
        ("curve", (4 * w, -12.0 * w), (8 * w, -11.4 * w), (13 * w, -12.6 * w)),
        ("curve", (13.6 * w, 0), (11.4 * w, 10 * w), (0, 16 * w)), ("curve", (-11.4 * w, 10 * w), (-13.6 * w,
            0), (-13 * w, -12.6 * w)),
    )  # fmt: skip


def scroll(y: float, colour: Colour) -> Marks:
    """A blank ribbon below a shield."""
    tails = both_sides(body(polygon([(9, y + 1.4), (17.4, y + 0.4), (15.2, y + 3.4), (17.6, y + 6), (9,
        y + 6.4)]), darker(colour, 0.25), edge=0.5, depth=0.5))  # fmt: skip
    front = body(smooth([(-13, y - 0.6), (0, y + 1.8), (13, y - 0.6), (13, y + 4), (0, y + 6.6), (-13,
        y + 4)], tension=0.7), colour, edge=0.55, depth=0.8)  # fmt: skip
    dots = tuple(flat(circle(x, y + 3.6 - abs(x) * 0.12, 0.6), GOLD, 0.2) for x in (-9, -6, -3, 0, 3, 6, 9))
    return (*tails, *front, *dots)


def crest(name: str, colour: Colour, trim: Colour) -> Marks:
    """A shield and scroll for an emblem without a picture, seeded by its name."""
    chance = Random(f"crest {name}")
    division = chance.choice(("pale", "bend", "chevron", "chief", "fess"))
    charge = (flat(star(0, 0, chance.choice((5, 6, 8)), 7.4, chance.uniform(2.6, 4)), GOLD, 0.5),)
    return (*shield(colour, trim, division, charge), *scroll(15.6, lighter(trim, 0.2)))


def banners(colour: Colour, trim: Colour) -> Marks:
    """Two banners on both sides behind an emblem."""
    one = (
        *body(polygon([(12, -17), (19, -17), (19, 14), (15.5, 10), (12, 14)]), colour, edge=0.55, depth=1.0),
        flat(polygon([(14.6, -16), (16.4, -16), (16.4, 9), (15.5, 8), (14.6, 9)]), trim),
        *body(box(10.8, -18.6, 9.6, 1.8, 0.6), GOLD, edge=0.4, depth=0.3),
    )
    return both_sides(one)


EMBLEMS: Final = {"sacrechene": oak, "draknar": longship, "queen-mary": queen, "ouistiti": caged_marmoset}
