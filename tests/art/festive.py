"""For the end of a game: laurels and confetti."""

from math import cos, sin

import numpy as np

from tests.art.masks import Mask, line, moved, oval, shape, smooth, star
from tests.art.sheet import Sheet, darker, lighter

GOLD = "E8AE3F"


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
