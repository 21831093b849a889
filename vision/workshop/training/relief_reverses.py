"""Reverses of US cents since 1909 and British decimal pennies, in their composition.

Places and sizes are as on the coins; every stroke is random and none is traced from a picture.
"""

import cv2
import numpy as np

from vision.workshop.training.relief_pen import SIDE, Heights, Outline, Pen, curve, domed, moved, rounded

ABOVE = np.pi / 2
BELOW = -np.pi / 2


def wheat(pen: Pen) -> Heights:
    """1909 to 1958: ONE CENT in large letters between two ears of wheat."""
    chance = pen.chance
    ears = np.zeros((SIDE, SIDE), np.float32)
    for side in (-1.0, 1.0):
        strokes: list[Outline] = []
        stalk = [(0.3 * side, -0.86), (0.74 * side, -0.4), (0.72 * side, 0.3)]
        path = curve([stalk[0], stalk[1], stalk[2]], 24)
        for k in range(8, 24):
            along = path[min(k + 1, 23)] - path[k - 1]
            angle = float(np.arctan2(along[1], along[0]))
            for out in (-1.0, 1.0):
                at = path[k] + 0.045 * out * np.array([-np.sin(angle), np.cos(angle)])
                strokes.append(pen.ellipse(at[0], at[1], 0.04, 0.022, angle + 0.5 * out))
        awns = [
            curve([p, p + np.array([0.02 * side, 0.12]), p + np.array([-0.1 * side, 0.26])], 6)
            for p in path[18::2]
        ]
        ears = np.maximum(ears, pen.flat(*strokes) * chance.uniform(0.6, 1.0))
        ears = np.maximum(ears, pen.lines([path, *awns], 0.02) * chance.uniform(0.3, 0.7))
    wide = chance.uniform(0.8, 0.95)
    words = pen.words("ONE", 0, chance.uniform(0.26, 0.34), chance.uniform(0.26, 0.32), wide=wide)
    words += pen.words("CENT", 0, chance.uniform(-0.1, -0.02), chance.uniform(0.26, 0.32), wide=wide * 1.05)
    words += pen.words("UNITED STATES", 0, chance.uniform(-0.4, -0.32), 0.11, wide=0.8) * 0.8
    words += pen.words("OF AMERICA", 0, chance.uniform(-0.58, -0.52), 0.11, wide=0.62) * 0.8
    words += pen.rim_words("E.PLURIBUS.UNUM", ABOVE, 0.8, 0.1, spread=1.2) * 0.7
    return np.asarray(np.maximum(ears, words * chance.uniform(0.5, 1.0)), dtype=np.float32)


def memorial(pen: Pen) -> Heights:
    """1959 to 2008: a long building of columns with an attic, steps before it, ONE CENT below."""
    chance = pen.chance
    half, top, foot = chance.uniform(0.62, 0.74), chance.uniform(0.1, 0.2), chance.uniform(-0.3, -0.2)
    number, filled = int(chance.integers(11, 14)), chance.uniform(0.35, 0.6)
    pitch = 2 * half / number
    columns = [
        pen.box(-half + pitch * (k + 0.5 - filled / 2), foot, -half + pitch * (k + 0.5 + filled / 2), top)
        for k in range(number)
        if k != number // 2 or chance.random() < 0.4
    ]
    relief = pen.flat(*columns) * chance.uniform(0.6, 1.0)
    figure = pen.flat(pen.ellipse(0, foot + 0.14, 0.035, 0.1)) * chance.uniform(0.3, 0.8)
    slab, attic = chance.uniform(0.07, 0.12), chance.uniform(0.08, 0.14)
    slabs = [pen.box(-half - 0.03, top, half + 0.03, top + slab)]
    slabs.append(pen.box(-half * 0.8, top + slab, half * 0.8, top + slab + attic))
    slabs.append(pen.box(-half - 0.03, foot - 0.05, half + 0.03, foot))
    relief = np.maximum(relief, pen.flat(*slabs) * chance.uniform(0.7, 1.0))
    relief = np.maximum(relief, figure)
    for y in np.arange(top + 0.03, top + slab + attic, 0.05):  # mouldings
        relief = relief - pen.lines([np.array([[-half, y], [half, y]])], 0.02) * 0.25
    steps = [
        np.array([[-w, foot - d], [w, foot - d]])
        for d, w in ((0.1, half), (0.15, half * 0.75), (0.19, half * 0.6), (0.23, half * 0.5))
    ]
    relief = np.maximum(relief, pen.lines(steps, 0.025) * chance.uniform(0.4, 0.9))
    bushes = pen.flat(*(pen.ellipse(s * chance.uniform(0.5, 0.72), foot - 0.1, 0.14, 0.05) for s in (-1, 1)))
    relief = np.maximum(relief, bushes * np.clip(0.5 + 0.3 * pen.grain(3), 0, 1))
    words = _us_legend(pen, below="ONE CENT", high=chance.uniform(0.15, 0.21))
    words += pen.words("E PLURIBUS", 0, top + slab + attic + 0.16, 0.075, wide=0.44) * 0.8
    words += pen.words("UNUM", 0, top + slab + attic + 0.08, 0.075, wide=0.22) * 0.8
    return np.asarray(np.maximum(np.clip(relief, 0, 1.2), words), dtype=np.float32)


def union_shield(pen: Pen) -> Heights:
    """From 2010: a tall shield of thirteen stripes, a scroll ONE CENT across it."""
    chance = pen.chance
    half, top, foot = chance.uniform(0.44, 0.54), chance.uniform(0.48, 0.58), chance.uniform(-0.72, -0.6)
    outline = np.array([
        [-half, top - 0.04], [-half * 0.86, top], [-half * 0.5, top - 0.07], [0, top + 0.02], [half * 0.5, top - 0.07],
        [half * 0.86, top], [half, top - 0.04], [half * 0.9, top - 0.24], [half, 0.0], [half * 0.96, -0.2],
        [half * 0.75, foot * 0.62], [half * 0.36, foot * 0.85], [0, foot], [-half * 0.36, foot * 0.85],
        [-half * 0.75, foot * 0.62], [-half * 0.96, -0.2], [-half, 0.0], [-half * 0.9, top - 0.24],
    ])  # fmt: skip
    inside = pen.flat(outline)
    edge = np.clip(inside - cv2.erode(inside, np.ones((3, 3), np.uint8)), 0, 1)
    number, filled = int(chance.integers(6, 8)), chance.uniform(0.35, 0.7)
    chief = top - chance.uniform(0.18, 0.26)
    pitch = 2 * half / number
    stripes = [
        pen.box(
            -half + pitch * (k + 0.5 - filled / 2), -1, -half + pitch * (k + 0.5 + filled / 2), chief - 0.04
        )
        for k in range(number)
    ]
    relief = inside * chance.uniform(0.1, 0.5)
    relief = relief + inside * pen.flat(*stripes) * chance.uniform(0.25, 0.6)
    relief = relief + inside * pen.flat(pen.box(-1, chief, 1, 1)) * chance.uniform(0.0, 0.4)
    relief = relief + edge * chance.uniform(0.1, 0.5)
    relief += (
        inside
        * pen.words("E PLURIBUS UNUM", 0, chief + 0.09, 0.08, wide=half * 1.6)
        * chance.uniform(-0.4, 0.4)
    )
    low, wide, thick = chance.uniform(-0.3, -0.12), chance.uniform(0.62, 0.76), chance.uniform(0.09, 0.13)
    bow = chance.uniform(-0.08, 0.08)
    upper = curve([(-wide, low + thick + bow), (0, low + thick - bow), (wide, low + thick + bow)])
    lower = curve([(wide, low - thick + bow), (0, low - thick - bow), (-wide, low - thick + bow)])
    scroll = pen.flat(np.concatenate([upper, lower]))
    curls = pen.flat(*(
        pen.ellipse(s * (wide - 0.02), low + s * chance.uniform(-0.14, 0.14), 0.09, 0.12, s * 0.4) for s in (-1, 1)
    ))  # fmt: skip
    relief = np.maximum(relief, curls * chance.uniform(0.3, 0.8))
    raised = chance.uniform(0.5, 0.95)
    relief = relief * (1 - scroll) + scroll * raised
    words = pen.words("ONE CENT", 0, low, thick * 1.35, wide=wide * 1.5)
    relief = relief + words * chance.choice([-1.0, 1.0], p=(0.2, 0.8)) * chance.uniform(0.2, 0.5)
    rim = _us_legend(pen, below="", high=chance.uniform(0.1, 0.14))
    return np.asarray(np.maximum(np.clip(relief, 0, 1.4), rim * (1 - scroll)), dtype=np.float32)


def bicentennial(pen: Pen) -> Heights:
    """2009: a log cabin, a man reading on a log, a man before a domed building, or the dome half built."""
    chance = pen.chance
    which = int(chance.integers(4))
    relief = np.zeros((SIDE, SIDE), np.float32)
    if which == 0:
        relief = _cabin(pen)
    elif which == 1:  # sits, a book before him, an axe beside
        parts = [
            pen.ellipse(-0.05, 0.3, 0.1, 0.13), pen.capsule(-0.08, 0.2, -0.14, -0.2, 0.14),
            pen.capsule(-0.1, -0.18, 0.2, -0.2, 0.09), pen.capsule(0.2, -0.2, 0.24, -0.55, 0.07),
            pen.capsule(-0.08, 0.1, 0.2, 0.02, 0.06), pen.box(0.16, 0.0, 0.34, 0.14),
        ]  # fmt: skip
        relief = _figure(pen, parts)
        log = pen.flat(pen.capsule(-0.62, -0.38, 0.4, -0.34, 0.1)) * chance.uniform(0.4, 0.8)
        relief = np.maximum(relief, log * (1 + 0.3 * pen.grain(3)))
    elif which == 2:
        x = chance.uniform(-0.1, 0.1)
        parts = [
            pen.ellipse(x, 0.46, 0.08, 0.11), pen.capsule(x, 0.36, x, -0.1, 0.15),
            pen.capsule(x - 0.07, -0.1, x - 0.08, -0.66, 0.06), pen.capsule(x + 0.07, -0.1, x + 0.08, -0.66, 0.06),
            pen.capsule(x - 0.14, 0.3, x - 0.2, -0.1, 0.05), pen.capsule(x + 0.14, 0.3, x + 0.05, 0.05, 0.05),
        ]  # fmt: skip
        relief = np.maximum(_dome(pen, 0.25) * chance.uniform(0.4, 0.7), _figure(pen, parts))
    else:
        relief = _dome(pen, chance.uniform(-0.05, 0.05))
    words = _us_legend(pen, below="ONE CENT", high=chance.uniform(0.13, 0.18))
    words += pen.words("E PLURIBUS UNUM", 0, -0.6, 0.08, wide=0.7) * 0.7
    return np.asarray(np.maximum(relief, words), dtype=np.float32)


def portcullis(pen: Pen) -> Heights:
    """Britain 1971 to 2008: a grating with chains, a crown on it, ONE PENNY above, a 1 below."""
    chance = pen.chance
    half, top, foot = chance.uniform(0.3, 0.4), chance.uniform(0.0, 0.12), chance.uniform(-0.48, -0.36)
    thick = chance.uniform(0.025, 0.045)
    xs, ys = np.linspace(-half, half, 5), np.linspace(foot + 0.1, top, int(chance.integers(3, 5)))
    bars = [pen.box(x - thick, foot + 0.04, x + thick, top) for x in xs]
    bars += [
        np.array([[x - thick * 1.4, foot + 0.06], [x + thick * 1.4, foot + 0.06], [x, foot - 0.06]])
        for x in xs
    ]
    relief = pen.flat(*bars) * chance.uniform(0.5, 0.8)
    across = [pen.box(-half - thick, y - thick, half + thick, y + thick) for y in ys]
    relief = np.maximum(relief, pen.flat(*across) * chance.uniform(0.6, 1.0))
    links = [
        pen.ellipse(
            side * (half + 0.06 + 0.22 * t),
            top + 0.02 - 0.55 * t + 0.25 * t * t,
            0.035,
            0.05,
            side * (0.5 + t),
        )
        for side in (-1, 1)
        for t in np.linspace(0, 1, 8)
    ]
    relief = np.maximum(relief, pen.flat(*links) * chance.uniform(0.4, 0.9))
    wide = chance.uniform(0.24, 0.34)
    crown = [pen.box(-wide, top + 0.06, wide, top + 0.16), pen.ellipse(0, top + 0.5, 0.045, 0.06)]
    crown += [pen.ellipse(x, top + 0.22, 0.05, 0.07) for x in np.linspace(-wide, wide, 5)]
    relief = np.maximum(relief, pen.flat(*crown) * chance.uniform(0.6, 1.0))
    arches = [
        curve([(s * wide, top + 0.24), (s * wide * 0.85, top + 0.44), (0, top + 0.42)]) for s in (-1, 1)
    ]
    relief = np.maximum(relief, pen.lines(arches, 0.04) * 0.8)
    text = str(chance.choice(["ONE PENNY", "NEW PENNY"]))
    words = pen.rim_words(
        text, ABOVE, chance.uniform(0.76, 0.83), chance.uniform(0.13, 0.18), spread=chance.uniform(1, 1.6)
    )
    words += pen.words("1", 0, chance.uniform(-0.76, -0.68), chance.uniform(0.2, 0.28))
    return np.asarray(np.maximum(relief, words * chance.uniform(0.5, 0.9)), dtype=np.float32)


def arms(pen: Pen) -> Heights:
    """Britain from 2008: a piece of the royal shield, beasts and a harp in its quarters; or a whole shield."""
    chance = pen.chance
    turn = chance.normal(scale=0.1)
    cross = (chance.uniform(-0.4, 0.6), chance.uniform(-0.6, 0.5))
    bars = [np.array([[cross[0], -1.2], [cross[0], 1.2]]), np.array([[-1.2, cross[1]], [1.2, cross[1]]])]
    if chance.random() < 0.7:  # the shield's edge
        x = chance.uniform(-0.7, -0.2)
        bars.append(curve([(x, 1.2), (x, 0.0), (x + chance.uniform(0.1, 0.8), -1.1)]))
    relief = pen.lines(bars, chance.uniform(0.02, 0.06)) * chance.uniform(0.4, 0.9)
    for side in (-1, 1):
        for over in (-1, 1):
            at = np.array([cross[0] + side * 0.4, cross[1] + over * 0.4])
            if chance.random() < 0.25:
                harp = [
                    curve([at + np.array([d, up]) for up in (0.3, 0.0, -0.3)])
                    for d in np.linspace(-0.2, 0.2, 6)
                ]
                relief = np.maximum(relief, pen.lines(harp, 0.02) * chance.uniform(0.4, 0.9))
                continue
            for row in np.linspace(-0.25, 0.25, int(chance.integers(1, 4))):
                beast = _beast(pen, at[0], at[1] + row, chance.uniform(0.2, 0.5))
                relief = np.maximum(relief, beast * chance.uniform(0.6, 1.0))
    relief = moved(np.asarray(relief, np.float32), 0, 0, 1.0, turn, mirror=bool(chance.random() < 0.3))
    words = pen.rim_words("ONE PENNY", chance.uniform(-3, 3), 0.8, chance.uniform(0.1, 0.15), spread=1.1)
    free = 1 - np.clip(cv2.dilate(words, np.ones((5, 5), np.uint8)), 0, 1)
    return np.asarray(np.maximum(relief * free, words * chance.uniform(0.4, 0.9)), dtype=np.float32)


def wild(pen: Pen) -> Heights:
    """Britain from 2023: a small animal among leaves, or a bird, with a large 1."""
    chance = pen.chance
    relief = _beast(pen, chance.normal(scale=0.1), chance.normal(scale=0.1), chance.uniform(0.6, 1.0))
    leaves: list[Outline] = []
    stems: list[Outline] = []
    for _ in range(int(chance.integers(3, 9))):
        angle = chance.uniform(0, 2 * np.pi)
        at = chance.uniform(0.45, 0.7) * np.array([np.cos(angle), np.sin(angle)])
        leaves.append(
            pen.ellipse(
                at[0], at[1], chance.uniform(0.1, 0.22), chance.uniform(0.05, 0.12), chance.uniform(0, 3)
            )
        )
        stems.append(curve([at, (at[0] * 0.7, at[1] * 0.7 + 0.1), (0.0, -0.3)]))
    greens = np.maximum(pen.flat(*leaves) * (0.6 + 0.2 * pen.grain(3)), pen.lines(stems, 0.03) * 0.6)
    relief = np.maximum(relief, greens * chance.uniform(0.5, 1.0))
    words = pen.words("1", chance.uniform(-0.6, 0.6), chance.uniform(-0.6, 0.6), chance.uniform(0.3, 0.6))
    words += pen.rim_words("ONE PENNY", chance.choice([ABOVE, 0.0, np.pi]), 0.8, 0.13, spread=1.3)
    return np.asarray(np.maximum(relief, words * chance.uniform(0.4, 1.0)), dtype=np.float32)


def _us_legend(pen: Pen, below: str, high: float) -> Heights:
    chance = pen.chance
    small = chance.uniform(0.09, 0.13)
    spread = chance.uniform(1.0, 1.35)
    words = pen.rim_words("UNITED STATES OF AMERICA", ABOVE, chance.uniform(0.78, 0.84), small, spread=spread)
    if below:
        words += pen.rim_words(below, BELOW, chance.uniform(0.74, 0.8), high, spread=1.1, below=True)
    return np.asarray(words * chance.uniform(0.3, 0.9), dtype=np.float32)


def _figure(pen: Pen, parts: list[Outline]) -> Heights:
    inside = pen.flat(*(rounded(pen.wobbled(part, 0.015)) for part in parts))
    return np.asarray((0.4 + 0.6 * domed(inside, 1.0)) * inside * (1 + 0.15 * pen.grain(3)), dtype=np.float32)


def _beast(pen: Pen, x: float, y: float, long: float) -> Heights:
    """An animal walking or rampant: body, head, legs and tail."""
    chance = pen.chance
    way = float(chance.choice([-1.0, 1.0]))
    turn = chance.normal(scale=0.4)
    parts = [pen.ellipse(0, 0, 0.4, chance.uniform(0.13, 0.24)), pen.ellipse(0.42, 0.14, 0.15, 0.13)]
    for leg in (-0.32, -0.18, 0.16, 0.32):
        parts.append(
            pen.capsule(leg, -0.05, leg + chance.normal(scale=0.1), chance.uniform(-0.45, -0.25), 0.05)
        )
    c, s = np.cos(turn), np.sin(turn)
    spin = np.array([[c, s], [-s, c]])
    placed = [(part * [way, 1] @ spin) * long + [x, y] for part in parts]
    tail = curve([(-0.38, 0.05), (-0.6, 0.2), (-0.5, 0.45)]) * [way, 1] @ spin * long + [x, y]
    body = _figure(pen, placed)
    return np.asarray(np.maximum(body, pen.lines([tail], 0.06 * long) * 0.7), dtype=np.float32)


def _cabin(pen: Pen) -> Heights:
    chance = pen.chance
    half, top, foot = chance.uniform(0.4, 0.55), chance.uniform(-0.05, 0.15), chance.uniform(-0.5, -0.35)
    relief = pen.flat(pen.box(-half, foot, half, top)) * chance.uniform(0.2, 0.5)
    logs = [pen.box(-half - 0.04, y, half + 0.04, y + 0.05) for y in np.arange(foot, top, 0.09)]
    relief = np.maximum(relief, pen.flat(*logs) * chance.uniform(0.5, 0.9))
    lean = chance.uniform(-0.15, 0.15)
    roof = np.array(
        [
            [-half - 0.1, top],
            [half + 0.1, top],
            [half - 0.1 + lean, top + 0.3],
            [-half + 0.1 + lean, top + 0.3],
        ]
    )
    relief = np.maximum(relief, pen.flat(roof) * chance.uniform(0.5, 1.0))
    relief = np.maximum(relief, pen.flat(pen.box(half * 0.5, top + 0.1, half * 0.5 + 0.14, top + 0.45)) * 0.8)
    door = pen.flat(pen.box(-0.1, foot, 0.08, foot + 0.3))
    relief = relief * (1 - door) + door * 0.15
    return np.asarray(relief, dtype=np.float32)


def _dome(pen: Pen, high: float) -> Heights:
    chance = pen.chance
    rows = [pen.box(x, -0.35 + 0.02, x + 0.05, high) for x in np.arange(-0.7, 0.7, 0.1)]
    relief = pen.flat(*rows) * chance.uniform(0.3, 0.7)
    slabs = [
        pen.box(-0.72, high, 0.72, high + 0.07),
        pen.box(-0.75, -0.4, 0.75, -0.33),
        pen.box(-0.3, high, 0.3, high + 0.14),
    ]
    relief = np.maximum(relief, pen.flat(*slabs) * chance.uniform(0.5, 0.9))
    drum = [pen.box(x, high + 0.14, x + 0.035, high + 0.34) for x in np.arange(-0.22, 0.22, 0.07)]
    drum.append(pen.box(-0.25, high + 0.34, 0.25, high + 0.39))
    if chance.random() < 0.5:
        drum.append(pen.ellipse(0, high + 0.38, 0.2, 0.22))
    return np.asarray(np.maximum(relief, pen.flat(*drum) * chance.uniform(0.5, 1.0)), dtype=np.float32)
