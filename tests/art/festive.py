"""For the end of a game and for private moments: a trophy, laurels, confetti, a velvet curtain; and plain grounds."""

from math import cos, sin

import numpy as np

from tests.art.masks import Mask, box, line, moved, oval, shape, smooth, star
from tests.art.sheet import Picture, Sheet, darker, lighter, tint

GOLD = "E8AE3F"


def trophy() -> Sheet:
    """A golden cup on a foot of wood."""
    sheet = Sheet(256, 256, 121)
    sheet.shade(oval(128, 234, 62, 10), 10, 4, blur=7, strength=0.55)
    for side in (-1, 1):
        loop = smooth(
            [(128 + side * x, y) for x, y in ((58, 52), (96, 44), (104, 78), (84, 110), (50, 122))],
            closed=False,
        )
        sheet.solid(line(loop, 13), darker(GOLD, 0.12), rim=1.8, depth=0.4)
    cup = shape(
        smooth(
            [
                (62, 30),
                (62, 30),
                (128, 36),
                (194, 30),
                (194, 30),
                (188, 84),
                (168, 128),
                (138, 150),
                (118, 150),
                (88, 128),
                (68, 84),
            ]
        )
    )
    stem = shape(
        smooth(
            [
                (114, 146),
                (114, 146),
                (142, 146),
                (142, 146),
                (138, 168),
                (148, 190),
                (166, 198),
                (166, 198),
                (90, 198),
                (90, 198),
                (108, 190),
                (118, 168),
            ]
        )
    )
    sheet.solid(stem, darker(GOLD, 0.08), rim=1.8, depth=0.4)
    sheet.fill(cup, lighter(GOLD, 0.35), darker(GOLD, 0.4), towards=(1, 0.5), grain=0.04)
    for x, wide, tone, strength in (
        (84, 15, "FFF6D6", 0.75),
        (108, 6, "FFF6D6", 0.5),
        (168, 24, "8A4E1C", 0.45),
    ):
        gleam = shape(
            smooth(
                [
                    (x - wide, 34),
                    (x + wide, 34),
                    (x + wide * 0.7 + 8, 100),
                    (x + 18, 138),
                    (x - wide * 0.6 + 8, 100),
                ]
            )
        )
        sheet.fill(gleam.within(cup).blurred(5), tone, strength=strength, grain=0)
    sheet.fill(oval(128, 32, 66, 9), darker(GOLD, 0.55), darker(GOLD, 0.25), towards=(1, 0.2))
    sheet.fill(oval(128, 32, 66, 9).without(oval(128, 33, 61, 6.5)), lighter(GOLD, 0.5))
    mark = shape(moved(star(31, 0.44), 128, 88))
    sheet.fill(mark.moved(1.6, 2), darker(GOLD, 0.55))
    sheet.fill(mark, "FFF3CC", lighter(GOLD, 0.3), towards=(0.5, 1))
    sheet.solid(shape(box(78, 196, 100, 38, 7)), "5A3524", rim=1.8, depth=0.4)
    sheet.solid(shape(box(100, 206, 56, 18, 4)), GOLD, rim=1.2, depth=0.35)
    return sheet


def laurel() -> Sheet:
    """Two branches of laurel, open at the top, with room for a name or a face between them."""
    sheet = Sheet(256, 256, 122)
    for side in (-1, 1):
        stem = [(128 + side * 98 * sin(t), 122 + 98 * cos(t)) for t in np.linspace(0.06, 2.62, 30)]
        sheet.fill(line(stem, 4), darker(GOLD, 0.35))
        for n in range(12):
            t = 0.16 + n * 0.215
            x, y = 128 + side * 98 * sin(t), 122 + 98 * cos(t)
            along = float(np.degrees(np.arctan2(side * cos(t), sin(t))))
            for way in (-36, 36):
                leaf = smooth([(0, 4), (0, 4), (9.5, -13), (0, -36), (0, -36), (-9.5, -13)])
                mask = shape(moved(leaf, x, y, turned=along + way, size=1 - 0.03 * n))
                sheet.fill(mask.moved(2, 3).blurred(2), "05070B", strength=0.35, grain=0)
                sheet.solid(mask, lighter(GOLD, 0.12 if way < 0 else 0), rim=1.1, depth=0.4)
    sheet.solid(oval(128, 222, 11), "C8402E", rim=1.3, depth=0.4)
    return sheet


def confetti(form: str) -> Sheet:
    """One piece of coloured paper, white, so that a screen may tint it: "strip", "disc" or "star"."""
    sheet = Sheet(64, 64, 123)
    cut: dict[str, Mask] = {
        "strip": shape(
            smooth(
                [
                    (10, 22),
                    (26, 14),
                    (40, 26),
                    (56, 18),
                    (56, 18),
                    (54, 40),
                    (54, 40),
                    (38, 48),
                    (24, 36),
                    (8, 44),
                    (8, 44),
                ]
            )
        ),
        "disc": oval(32, 32, 22, 20, 20),
        "star": shape(moved(star(25, 0.5), 32, 33)),
    }
    sheet.fill(cut[form], "FFFFFF", "C4C4C4", towards=(0.6, 1), grain=0.03)
    return sheet


def curtain() -> Sheet:
    """A velvet curtain in folds, so dark that bright words stand on it anywhere."""
    sheet = Sheet(960, 540, 124)
    rows, columns = np.mgrid[0 : sheet.paint.shape[0], 0 : sheet.paint.shape[1]].astype(np.float32)
    x, y = columns / 2, rows / 540 / 2
    sway = x + 7 * np.sin(y * 3.1 + x / 190) + 10 * y * np.sin(x / 71)
    fold = 0.62 * np.sin(sway / 15.5) + 0.38 * np.sin(sway / 8.7 + 1.3) + 0.30 * np.sin(sway / 37 + 0.6)
    lit = np.clip(0.5 + 0.42 * fold, 0, 1) ** 1.7
    fall = 1 - 0.5 * y - 0.35 * ((x - 420) / 620) ** 2
    part = (lit * np.clip(fall, 0.15, 1))[..., None]
    velvet: Picture = (tint("1A0D16") * (1 - part) + tint("6A2136") * part).astype(np.float32)
    sheen = np.clip(fold - 0.72, 0, 1)[..., None] * np.clip(fall, 0, 1)[..., None]
    sheet.paint = velvet + tint("C45A5E") * sheen * 0.35
    sheet.cover[:] = 1
    sheet.paint *= (1 + 0.05 * np.random.default_rng(9).standard_normal(sheet.cover.shape))[..., None].astype(
        np.float32
    )
    hem = shape([(0, 500), (960, 500), (960, 540), (0, 540)])
    sheet.fill(hem, "0A0609", strength=0.45, grain=0)
    for k in range(97):
        drop = oval(5 + k * 10, 520 + 3 * sin(k * 0.9), 2.6, 13)
        sheet.fill(drop, "8A5A2A", "4A2C16", towards=(0.2, 1), strength=0.75)
    sheet.fill(line([(0, 506), (960, 506)], 4), "A8733A", strength=0.75)
    return sheet


def wood() -> Sheet:
    """Dark boards, quiet enough to stand behind a page."""
    sheet = Sheet(960, 540, 125)
    chance = np.random.default_rng(125)
    sheet.fill(shape(box(-4, -4, 968, 548)), "0B0908")
    for n in range(6):
        tone = ("2A1C15", "2E1F17", "261A14")[n % 3]
        plank = shape(box(-6, n * 90 + 1, 972, 88))
        sheet.fill(plank, tone, darker(tone, 0.25), towards=(0.15, 1), grain=0.08)
        for _k in range(16):
            y, run = n * 90 + 6 + 78 * float(chance.random()), 1100 * float(chance.random()) - 120
            points = [(run + k * 62, y + 2.5 * float(chance.standard_normal())) for k in range(6)]
            sheet.fill(line(smooth(points, closed=False), 1.1).within(plank), "120C09", strength=0.5, grain=0)
    sheet.lit(400, 180, 860, 620, dark=0.35, warm="FFE2B4")
    return sheet


def cloth() -> Sheet:
    """Green cloth as on a card table, to fill squares of any size."""
    sheet = Sheet(256, 256, 126)
    sheet.fill(shape(box(-4, -4, 264, 264)), "24493D", grain=0)
    weave = np.random.default_rng(126).standard_normal((256, 256)).astype(np.float32)
    weave = weave + np.roll(weave, 1, 0) + np.roll(weave, 1, 1) + np.roll(weave, 2, 1)
    fine = np.repeat(np.repeat(weave, 2, 0), 2, 1)
    sheet.paint *= (1 + 0.045 * fine)[..., None]
    return sheet
