"""Obverses: a president's bust in a coat, a queen's or king's head cut at the neck, legends.

Composed like a cent's or a penny's obverse (places and sizes), of parts drawn anew each time.
"""

from typing import Final

import cv2
import numpy as np

from vision.workshop.training.relief_heads import HeadMesh
from vision.workshop.training.relief_pen import SIDE, Heights, Outline, Pen, curve, domed, moved, rounded

HAIR: Final = np.array([
    [0.26, 0.44], [0.16, 0.34], [0.11, 0.20], [0.05, 0.08], [-0.06, 0.06], [-0.10, -0.10], [-0.20, -0.22],
    [-0.36, -0.26], [-0.42, -0.08], [-0.45, 0.12], [-0.42, 0.34], [-0.28, 0.50], [-0.08, 0.58], [0.12, 0.57],
])  # fmt: skip
BEARD: Final = np.array([
    [0.05, 0.04], [0.00, -0.10], [0.03, -0.26], [0.12, -0.40], [0.26, -0.48], [0.39, -0.47], [0.44, -0.39],
    [0.37, -0.29], [0.29, -0.25], [0.20, -0.22], [0.12, -0.10],
])  # fmt: skip
COAT: Final = np.array([
    [-0.26, -0.30], [-0.42, -0.44], [-0.66, -0.58], [-0.86, -0.74], [-0.95, -1.0], [-0.95, -1.6], [0.62, -1.6],
    [0.56, -1.0], [0.50, -0.82], [0.40, -0.66], [0.26, -0.50], [0.05, -0.40],
])  # fmt: skip


def lincoln(pen: Pen, mesh: HeadMesh) -> Heights:
    """A bearded man's bust in a coat down to the rim, looking right; motto, LIBERTY and a date."""
    chance = pen.chance
    head = mesh.profile(chance)
    head = _with_hair(pen, head, HAIR, chance.uniform(0.15, 1.0), wavy=bool(chance.random() < 0.5))
    head = _with_beard(pen, head, chance.uniform(0.1, 0.9))
    coat = _coat(pen)
    head = np.maximum(head * chance.uniform(0.85, 1.15), coat)
    if chance.random() < 0.5:
        head = head * (1 + chance.uniform(0, 0.3) * pen.grain(chance.uniform(2, 7)))
    if chance.random() < 0.8:  # a bow tie
        at = (chance.uniform(0.18, 0.3), chance.uniform(-0.6, -0.5))
        tie = pen.flat(pen.wobbled(pen.ellipse(*at, 0.11, 0.06, chance.uniform(-0.9, 0.2)), 0.01))
        head = head + tie * chance.uniform(0.05, 0.35)
    place = (chance.normal(0.0, 0.04), chance.normal(0.14, 0.05))
    body = moved(head, *place, chance.uniform(0.84, 1.06), chance.normal(scale=0.06), mirror=False)
    words = pen.rim_words(
        "IN GOD WE TRUST", np.pi / 2 + chance.normal(scale=0.05), chance.uniform(0.78, 0.85),
        chance.uniform(0.08, 0.13), spread=chance.uniform(1.0, 1.5),
    )  # fmt: skip
    free = (body < 0.05).astype(np.float32)
    high = chance.uniform(0.07, 0.11)
    words += pen.words("LIBERTY", chance.uniform(-0.72, -0.6), chance.uniform(-0.25, 0.0), high, wide=0.36)
    date = _date(pen)
    words += pen.words(date, chance.uniform(0.55, 0.66), chance.uniform(-0.42, -0.15), high * 1.3, wide=0.36)
    if chance.random() < 0.6:
        words += pen.words(str(chance.choice(list("DSP"))), 0.6, chance.uniform(-0.6, -0.45), 0.1)
    return np.asarray(np.maximum(body, words * free * chance.uniform(0.25, 0.7)), dtype=np.float32)


def monarch(pen: Pen, mesh: HeadMesh) -> Heights:
    """A queen with tiara or crown, or a bare-headed king, cut at the neck; a legend all round."""
    chance = pen.chance
    head = mesh.profile(chance)
    king = chance.random() < 0.3
    neck = chance.uniform(-0.74, -0.56)
    if king or chance.random() < 0.6:  # cut off in a bow
        sweep = curve([(-0.75, neck - chance.uniform(-0.1, 0.2)), (-0.1, neck - 0.12), (0.6, neck + 0.2)])
        below = np.concatenate([sweep, [[0.6, -1.6], [-0.75, -1.6]]])
        head = head * (1 - pen.flat(below))
    else:  # shoulders in a drapery
        drape = pen.wobbled(COAT * np.array([0.8, 1.0]) + [0.02, -0.12], 0.03)
        drape[:, 1] = np.maximum(drape[:, 1], neck - chance.uniform(0.15, 0.3))
        inside = pen.flat(rounded(drape))
        folds = pen.strands([_fold(pen) for _ in range(int(chance.integers(4, 14)))])
        head = np.maximum(head, inside * (0.5 * domed(inside, 0.7) + 0.2 + 0.2 * folds))
    style = HAIR.copy()
    if king:
        style = style * np.array([0.97, 0.97])
    elif chance.random() < 0.6:  # a bun, or curls at the nape
        style = np.concatenate(
            [style[:7], [[-0.42, -0.3], [-0.54, -0.18], [-0.56, 0.0], [-0.47, 0.1]], style[10:]]
        )
    head = _with_hair(pen, head, style, chance.uniform(0.15, 0.9), wavy=not king)
    if not king:
        head = _crowned(pen, head)
    size = chance.uniform(0.88, 1.12)
    place = (chance.normal(0.03, 0.05), chance.normal(0.08, 0.06))
    body = moved(head, *place, size, chance.normal(scale=0.08), mirror=king == (chance.random() < 0.9))
    legend = "".join(chance.choice(list("ABCDEFGHILMNORTVX·. "), size=int(chance.integers(16, 34))))
    names = (f"ELIZABETH II D.G.REG.F.D.{_date(pen)}", f"CHARLES III D.G.REX.F.D.{_date(pen)}", legend)
    text = names[int(chance.choice(3, p=(0.4, 0.2, 0.4)))]
    radius, high = chance.uniform(0.76, 0.84), chance.uniform(0.08, 0.14)
    round_it = chance.uniform(3.2, 5.2)
    spread = round_it * radius / (len(text) * high * 0.85)
    words = pen.rim_words(text, np.pi / 2 + chance.normal(scale=0.2), radius, high, spread=max(0.7, spread))
    free = (body < 0.05).astype(np.float32)
    return np.asarray(np.maximum(body, words * free * chance.uniform(0.3, 0.8)), dtype=np.float32)


def somebody(pen: Pen, mesh: HeadMesh) -> Heights:
    """A head looking either way, with or without hair, beard, hat or coat; legends anywhere."""
    chance = pen.chance
    head = mesh.profile(chance)
    if chance.random() < 0.75:
        style = pen.wobbled(HAIR, 0.03) * chance.uniform(0.92, 1.08, size=2)
        head = _with_hair(pen, head, style, chance.uniform(0, 0.5), wavy=bool(chance.random() < 0.5))
    if chance.random() < 0.3:
        head = _with_beard(pen, head, chance.uniform(0.05, 0.5))
    if chance.random() < 0.3:
        head = _crowned(pen, head)
    if chance.random() < 0.5:
        head = np.maximum(head, _coat(pen))
    else:
        neck = chance.uniform(-0.75, -0.5)
        head = head * (1 - pen.flat(pen.box(-1.2, -2, 1.2, neck)))
    place = chance.normal(scale=0.08, size=2) + np.array([0, 0.1])
    mirror = bool(chance.random() < 0.5)
    body = moved(head, place[0], place[1], chance.uniform(0.7, 1.2), chance.normal(scale=0.15), mirror=mirror)
    words = np.zeros((SIDE, SIDE), np.float32)
    for middle in (np.pi / 2, np.pi, 0.0):
        if chance.random() < 0.5:
            text = "".join(chance.choice(list("ABCDEFGHILMNORSTUVX0129 "), size=int(chance.integers(4, 16))))
            words += pen.rim_words(text, middle + chance.normal(scale=0.3), chance.uniform(0.75, 0.85), 0.11)
    free = (body < 0.05).astype(np.float32)
    return np.asarray(np.maximum(body, words * free * chance.uniform(0.2, 0.8)), dtype=np.float32)


def _with_hair(pen: Pen, head: Heights, outline: Outline, relief: float, *, wavy: bool) -> Heights:
    chance = pen.chance
    inside = pen.flat(rounded(pen.wobbled(outline, 0.015)))
    locks: list[Outline] = []
    for _ in range(int(chance.integers(25, 110))):
        angle, far = chance.uniform(0.2, 3.9), chance.uniform(0.05, 0.5)
        start = np.array([-0.02 + far * np.cos(angle), 0.14 + far * np.sin(angle)])
        along = angle + np.pi / 2 + chance.normal(scale=0.5)  # round the skull, forwards or back
        if chance.random() < 0.5:
            along = angle + chance.normal(scale=0.5)
        long = chance.uniform(0.08, 0.3)
        step = np.array([np.cos(along), np.sin(along)]) * long
        bend = chance.normal(scale=0.06 if wavy else 0.03, size=2)
        locks.append(curve([start, start + step / 2 + bend, start + step], 8))
    strands = pen.strands(locks)
    soft = cv2.GaussianBlur(inside, (0, 0), 0.8)
    full = np.maximum(head, inside * chance.uniform(0.6, 0.95) * (0.5 + 0.5 * domed(inside, 0.5)))
    full = full + chance.uniform(0.0, 0.1) * inside
    return np.asarray(full + strands * soft * relief, dtype=np.float32)


def _with_beard(pen: Pen, head: Heights, relief: float) -> Heights:
    chance = pen.chance
    inside = pen.flat(rounded(pen.wobbled(BEARD, 0.015)))
    locks: list[Outline] = []
    for _ in range(int(chance.integers(15, 40))):
        start = np.array([chance.uniform(0.0, 0.42), chance.uniform(-0.45, 0.0)])
        step = np.array([chance.uniform(-0.05, 0.12), chance.uniform(-0.16, -0.04)])
        locks.append(np.stack([start, start + step]))
    soft = cv2.GaussianBlur(inside, (0, 0), 0.7)
    full = np.maximum(head, inside * chance.uniform(0.4, 0.8)) + inside * chance.uniform(0, 0.15)
    return np.asarray(full + pen.strands(locks) * soft * relief, dtype=np.float32)


def _coat(pen: Pen) -> Heights:
    """A coat with folds fanning out from the collar, or at random."""
    chance = pen.chance
    outline = pen.wobbled(COAT, 0.03) * np.array([chance.uniform(0.8, 1.15), chance.uniform(0.9, 1.1)])
    inside = pen.flat(rounded(outline))
    folds = pen.strands([_fold(pen) for _ in range(int(chance.integers(0, 12)))])
    if chance.random() < 0.8:
        creases = pen.lines(_fan(pen), chance.uniform(0.02, 0.05))
        folds = folds * chance.uniform(0, 1) + creases * chance.choice([-1.0, 1.0]) * chance.uniform(0.3, 1.0)
    soft = cv2.GaussianBlur(inside, (0, 0), 0.8)
    swollen = chance.uniform(0.0, 0.5) + chance.uniform(0.05, 0.5) * domed(inside, chance.uniform(0.2, 1.0))
    collar = (chance.uniform(0.0, 0.2), chance.uniform(-0.5, -0.35))
    hem = (chance.uniform(-0.3, 0.3), -1.3)
    between = ((collar[0] + hem[0]) / 2 + chance.normal(scale=0.05), chance.uniform(-0.95, -0.75))
    seam = pen.lines([curve([collar, between, hem])], chance.uniform(0.02, 0.07))
    ridge = seam * chance.uniform(-0.7, 0.7)
    if chance.random() < 0.5:  # the breast lies higher or lower than the shoulder
        breast = np.concatenate([curve([collar, between, hem]), [[0.9, -1.3], [0.9, -0.3]]])
        ridge = ridge + pen.flat(breast) * chance.uniform(-0.35, 0.35)
    return np.asarray(soft * (swollen + folds * chance.uniform(0.05, 0.9) + ridge), dtype=np.float32)


def _fan(pen: Pen) -> list[Outline]:
    """Folds that run from near the collar outwards, side by side."""
    chance = pen.chance
    collar = np.array([chance.uniform(-0.2, 0.25), chance.uniform(-0.55, -0.3)])
    first, last = chance.uniform(3.2, 3.8), chance.uniform(4.5, 5.3)
    bend = chance.normal(scale=0.12)
    folds: list[Outline] = []
    for angle in np.linspace(first, last, int(chance.integers(5, 13))):
        along = np.array([np.cos(angle), np.sin(angle)])
        across = np.array([-along[1], along[0]])
        near, far = chance.uniform(0.05, 0.25), chance.uniform(0.5, 1.1)
        middle = collar + along * (near + far) / 2 + across * (bend + chance.normal(scale=0.02))
        folds.append(curve([collar + along * near, middle, collar + along * far], 8))
    return folds


def _fold(pen: Pen) -> Outline:
    """A fold of cloth from the shoulder towards the breast."""
    chance = pen.chance
    start = (chance.uniform(-0.85, 0.2), chance.uniform(-0.8, -0.4))
    end = (chance.uniform(-0.7, 0.4), chance.uniform(-1.3, -0.8))
    middle = (
        (start[0] + end[0]) / 2 + chance.normal(scale=0.1),
        (start[1] + end[1]) / 2 + chance.normal(scale=0.06),
    )
    return curve([start, middle, end], 10)


def _crowned(pen: Pen, head: Heights) -> Heights:
    chance = pen.chance
    front = np.array([chance.uniform(0.22, 0.34), chance.uniform(0.28, 0.42)])
    back = np.array([chance.uniform(-0.42, -0.2), chance.uniform(0.3, 0.55)])
    along = back - front
    up = np.array([along[1], -along[0]]) / float(np.hypot(*along)) * chance.uniform(0.08, 0.24)
    up = up if up[1] > 0 else -up
    points = [front, back]
    peaks = int(chance.integers(3, 8))
    for k in range(2 * peaks - 1):
        share = 1 - (k + 1) / (2 * peaks)
        points.append(front + along * share + up * (1.0 if k % 2 == 0 else chance.uniform(0.3, 0.8)))
    inside = pen.flat(np.array(points))
    jewels = 1 + chance.uniform(0.1, 0.5) * pen.grain(chance.uniform(2, 5))
    return np.asarray(np.maximum(head, inside * jewels * chance.uniform(0.7, 1.1)), dtype=np.float32)


def _date(pen: Pen) -> str:
    return str(int(pen.chance.integers(1909, 2027)))
