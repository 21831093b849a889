"""Made-up reliefs of coins: the common features of heads and tails in endless variety.

Nothing is traced from a picture of a coin; `struck` adds compositions of real ones.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.training.relief_busts import lincoln, monarch, somebody
from vision.workshop.training.relief_heads import HeadMesh
from vision.workshop.training.relief_pen import RADIUS, SIDE, Heights, Pen, rounded
from vision.workshop.training.relief_reverses import (
    arms,
    bicentennial,
    memorial,
    portcullis,
    union_shield,
    wheat,
    wild,
)  # fmt: skip

__all__ = ["RADIUS", "SIDE", "Heights", "relief", "struck"]

OBVERSES: tuple[Callable[[Pen, HeadMesh], Heights], ...] = (
    lincoln, lincoln, lincoln, lincoln, monarch, monarch, somebody,
)  # fmt: skip
REVERSES: tuple[Callable[[Pen], Heights], ...] = (
    union_shield, union_shield, union_shield, memorial, memorial, memorial, wheat, wheat, bicentennial, bicentennial,
    portcullis, portcullis, portcullis, arms, arms, wild,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Pen(Pen):
    """A pen that also sets illegible words of letter-like strokes."""

    def letters(
        self, x: float, y: float, high: float, number: int, turn: float = 0.0
    ) -> list[NDArray[np.float64]]:
        """A word of `number` letter-like strokes, centred at (x, y)."""
        strokes: list[NDArray[np.float64]] = []
        step = high * 0.85
        for place in range(number):
            along = (place - (number - 1) / 2) * step
            strokes += self._letter(x + along * np.cos(turn), y + along * np.sin(turn), high, turn)
        return strokes

    def _letter(self, x: float, y: float, high: float, turn: float) -> list[NDArray[np.float64]]:
        strokes: list[NDArray[np.float64]] = []
        for _ in range(int(self.chance.integers(2, 4))):
            upright = self.chance.random() < 0.6
            wide, tall = (0.12, 0.5) if upright else (0.32, 0.1)
            sx, sy = self.chance.uniform(-0.25, 0.25), (0.0 if upright else self.chance.uniform(-0.4, 0.4))
            stroke = self.box(sx - wide, sy - tall, sx + wide, sy + tall) * high
            c, s = np.cos(turn), np.sin(turn)
            strokes.append(stroke @ np.array([[c, s], [-s, c]]) + [x, y])
        return strokes

    def rim_strokes(self, first: float, last: float, radius: float, high: float) -> list[NDArray[np.float64]]:
        """Letters along the rim between two angles (radians, counter-clockwise)."""
        number = int((last - first) * radius / (high * 0.9))
        strokes: list[NDArray[np.float64]] = []
        for place in range(number):
            if self.chance.random() < 0.15:
                continue
            angle = first + (last - first) * (place + 0.5) / number
            strokes += self._letter(radius * np.cos(angle), radius * np.sin(angle), high, angle - np.pi / 2)
        return strokes


def struck(side: str, chance: np.random.Generator, mesh: HeadMesh | None) -> Heights:
    """A relief of `heads` or `tails`, mostly composed as on real coins, else made up.

    Without a `mesh` all heads are made up.
    """
    real = chance.random() < 0.8
    if real and side == "tails":
        field = REVERSES[int(chance.integers(len(REVERSES)))](Pen(chance))
    elif real and mesh is not None:
        field = OBVERSES[int(chance.integers(len(OBVERSES)))](Pen(chance), mesh)
    else:
        return relief(side, chance)
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) - (SIDE - 1) / 2
    within = np.clip((chance.uniform(0.9, 0.96) - np.hypot(x, y) / RADIUS) * RADIUS, 0, 1)
    return np.asarray(field * within + _rim(chance) * chance.uniform(0.6, 2.5), dtype=np.float32)


def relief(side: str, chance: np.random.Generator) -> Heights:
    """A relief of `heads` or `tails`: heights (SIDE x SIDE), about 0..1, the coin's rim included."""
    pen = _Pen(chance)
    if side == "heads":
        field = _bulb_head(pen) if chance.random() < 0.4 else _profile_head(pen)
        field = _moved(
            field, chance.uniform(-0.12, 0.12), chance.uniform(-0.12, 0.12), chance.choice([-1.0, 1.0])
        )
        words = _words(
            pen, above=chance.random() < 0.55, below=chance.random() < 0.35, beside=chance.random() < 0.7
        )
    else:
        kinds: tuple[Callable[[_Pen], Heights], ...] = (
            _temple, _temple, _temple, _shield, _shield, _wreath, _grating, _cabin, _numeral,
        )  # fmt: skip
        field = kinds[int(chance.integers(len(kinds)))](pen)
        field = _moved(field, chance.uniform(-0.08, 0.08), chance.uniform(-0.1, 0.1), 1.0)
        words = _words(
            pen, above=chance.random() < 0.8, below=chance.random() < 0.7, beside=chance.random() < 0.3
        )
    return np.asarray(np.clip(np.maximum(field, words), 0, 1.3) + _rim(chance), dtype=np.float32)


def _rim(chance: np.random.Generator) -> Heights:
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) - (SIDE - 1) / 2
    from_middle = np.hypot(x, y) / RADIUS
    middle, wide = chance.uniform(0.93, 0.97), chance.uniform(0.02, 0.045)
    rim = np.exp(-0.5 * ((from_middle - middle) / wide) ** 2) * chance.uniform(0.4, 1.2)
    if chance.random() < 0.25:  # a ring of dots within the rim
        dots = np.cos(np.arctan2(y, x) * chance.integers(40, 80)) > 0
        rim = rim + 0.4 * dots * np.exp(-0.5 * ((from_middle - middle + 0.08) / 0.02) ** 2)
    return np.asarray(rim, dtype=np.float32)


def _words(pen: _Pen, *, above: bool, below: bool, beside: bool) -> Heights:
    chance = pen.chance
    strokes: list[NDArray[np.float64]] = []
    high = chance.uniform(0.09, 0.15)
    radius = chance.uniform(0.76, 0.84)
    if above:
        half = chance.uniform(0.6, 1.5)
        strokes += pen.rim_strokes(np.pi / 2 - half, np.pi / 2 + half, radius, high)
    if below:
        half = chance.uniform(0.4, 0.9)
        strokes += pen.rim_strokes(-np.pi / 2 - half, -np.pi / 2 + half, radius, high)
    if beside:
        strokes += pen.letters(-0.66, chance.uniform(-0.2, 0.1), high * 0.7, 5)
        strokes += pen.letters(0.62, chance.uniform(-0.4, -0.1), high * 0.8, 4)
    return pen.flat(*strokes) * chance.uniform(0.3, 0.9) if strokes else np.zeros((SIDE, SIDE), np.float32)


def _moved(field: Heights, right: float, up: float, mirror: float) -> Heights:
    half = (SIDE - 1) / 2
    matrix = np.array([[mirror, 0, half - mirror * half + right * RADIUS], [0, 1, -up * RADIUS]], np.float64)
    return np.asarray(cv2.warpAffine(field, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR), dtype=np.float32)


def _profile_head(pen: _Pen) -> Heights:
    """A head in profile with hair, ear and bust."""
    chance = pen.chance
    face = np.array([
        [0.10, -0.34], [0.22, -0.36], [0.30, -0.30], [0.30, -0.22], [0.28, -0.18], [0.33, -0.14], [0.30, -0.10],
        [0.33, -0.05], [0.42, -0.02], [0.35, 0.14], [0.31, 0.22], [0.34, 0.34], [0.28, 0.52], [0.12, 0.64],
        [-0.10, 0.66], [-0.30, 0.56], [-0.40, 0.38], [-0.42, 0.14], [-0.34, -0.06], [-0.24, -0.20], [-0.22, -0.36],
    ])  # fmt: skip
    bust = np.array([
        [-0.34, -0.52], [-0.52, -0.66], [-0.30, -0.78], [0.0, -0.84], [0.34, -0.74], [0.30, -0.58], [0.14, -0.50],
    ])  # fmt: skip
    kind = chance.random()
    if kind < 0.4:  # in a coat, down to the rim
        bust = np.array([
            [-0.28, -0.42], [-0.62, -0.52], [-0.92, -0.78], [-0.8, -1.1], [0.6, -1.1], [0.56, -0.84], [0.36, -0.6],
            [0.16, -0.46],
        ])  # fmt: skip
    elif kind < 0.65:  # cut off at the neck
        bust = np.array([[-0.26, -0.52], [-0.10, -0.62], [0.06, -0.68], [0.14, -0.50]])
    outline = np.concatenate([face, bust]) + chance.normal(scale=0.025, size=(len(face) + len(bust), 2))
    outline *= np.array([chance.uniform(0.8, 1.2), chance.uniform(0.85, 1.12)]) * chance.uniform(0.85, 1.1)
    turn = chance.uniform(-0.2, 0.2)
    outline = outline @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    body = pen.swollen(rounded(outline), chance.uniform(0.3, 0.9))
    body = np.asarray(cv2.GaussianBlur(body, (0, 0), chance.uniform(1.0, 3.0)))
    back = pen.flat(pen.ellipse(-0.12, 0.30, 0.36, 0.42))
    hair = pen.grain(chance.uniform(2, 7)) * back * chance.uniform(0, 0.3)
    if kind < 0.4:  # cloth, with the edges of lapels
        cloth = pen.flat(pen.box(-1, -1, 1, -0.45))
        hair += pen.grain(chance.uniform(3, 9)) * cloth * chance.uniform(0, 0.2)
        edges = [pen.capsule(0.1, -0.5, x, -1.0, 0.03) for x in chance.uniform(-0.6, 0.4, size=2)]
        hair += pen.flat(*edges) * chance.uniform(-0.5, 0.5)
    if chance.random() < 0.4:
        hair += pen.grain(4) * pen.flat(pen.ellipse(0.2, -0.2, 0.14, 0.2)) * chance.uniform(0.05, 0.2)
    marks = (
        pen.flat(pen.ellipse(-0.06, 0.08, 0.07, 0.11)) * 0.25
        - pen.flat(pen.ellipse(0.23, 0.16, 0.06, 0.03)) * 0.3
    )
    if chance.random() < 0.25:  # a band or crown
        band = pen.box(-0.42, 0.34, 0.32, 0.34 + chance.uniform(0.06, 0.2))
        marks = marks + pen.flat(band) * 0.3 * (1 + 0.5 * pen.grain(5))
    inside = pen.flat(pen.ellipse(0, 0, 0.9, 0.9))
    return np.asarray((body * chance.uniform(0.7, 1.1) + (hair + marks) * body) * inside, dtype=np.float32)


def _bulb_head(pen: _Pen) -> Heights:
    """A head as a child would draw it: an oval, a nose, a neck and shoulders."""
    chance = pen.chance
    wide, high, middle = chance.uniform(0.22, 0.42), chance.uniform(0.3, 0.48), chance.uniform(0.08, 0.3)
    lean, neck = chance.uniform(-0.06, 0.06), chance.uniform(0.08, 0.22)
    shoulder, foot = chance.uniform(0.2, 0.6), chance.uniform(-0.8, -0.5)
    nose = pen.ellipse(wide * 0.95, middle - 0.03, chance.uniform(0.05, 0.14), chance.uniform(0.05, 0.1), 0.5)
    trunk = np.array([lean, 0]) + np.array([
        [-neck, middle], [neck, middle], [neck, foot + 0.28], [shoulder * 0.7, foot + 0.14], [shoulder, foot],
        [-shoulder * 0.8, foot], [-shoulder * 0.7, foot + 0.16], [-neck, foot + 0.28],
    ])  # fmt: skip
    shape = pen.flat(pen.ellipse(0, middle, wide, high, chance.uniform(-0.2, 0.2)), nose, rounded(trunk))
    depth = cv2.distanceTransform((shape > 0.5).astype(np.uint8), cv2.DIST_L2, 3)
    reach = max(float(depth.max()), 1.0) * chance.uniform(0.5, 1.0)
    dome = np.sqrt(np.clip(1 - (1 - np.minimum(depth / reach, 1)) ** 2, 0, 1)).astype(np.float32)
    hair = (
        pen.grain(chance.uniform(3, 8)) * pen.flat(pen.ellipse(-0.08, middle + 0.12, wide, high * 0.8)) * 0.12
    )
    turned = np.asarray(cv2.GaussianBlur(dome + hair * dome, (0, 0), chance.uniform(0.8, 2.5)))
    return np.asarray(turned * chance.uniform(0.7, 1.1), dtype=np.float32)


def _temple(pen: _Pen) -> Heights:
    """A building with columns, steps, and perhaps a gable or a dome."""
    chance = pen.chance
    half, top, foot = chance.uniform(0.36, 0.78), chance.uniform(0.05, 0.34), chance.uniform(-0.5, -0.2)
    columns, filled = int(chance.integers(3, 14)), chance.uniform(0.3, 0.7)
    pitch = 2 * half / columns
    shafts = [
        pen.box(-half + pitch * (k + 0.5 - filled / 2), foot, -half + pitch * (k + 0.5 + filled / 2), top)
        for k in range(columns)
    ]
    relief = pen.flat(*shafts) * chance.uniform(0.5, 1.0)
    over, thick = chance.uniform(0.0, 0.08), chance.uniform(0.05, 0.16)
    slabs = [pen.box(-half - over, top, half + over, top + thick)]
    slabs += [pen.box(-half - over - k * 0.04, foot - (k + 1) * 0.07, half + over + k * 0.04, foot - k * 0.07 - 0.02)
              for k in range(int(chance.integers(1, 4)))]  # fmt: skip
    kind = chance.random()
    if kind < 0.35:
        peak = [0.0, top + thick + chance.uniform(0.12, 0.36)]
        slabs.append(np.array([[-half - over, top + thick], [half + over, top + thick], peak]))
    elif kind < 0.55:
        slabs.append(pen.box(-half * 0.7, top + thick, half * 0.7, top + thick + chance.uniform(0.06, 0.14)))
    elif kind < 0.7:
        slabs.append(pen.ellipse(0, top + thick, half * 0.4, chance.uniform(0.15, 0.3)))
    relief = np.maximum(relief, pen.flat(*slabs) * chance.uniform(0.6, 1.1))
    if chance.random() < 0.6:  # the coin's worth below, a motto above
        high = chance.uniform(0.12, 0.2)
        words = pen.letters(0, foot - 0.24 - high / 2, high, int(chance.integers(4, 9)))
        words += pen.letters(0, top + thick + 0.2, high * 0.6, int(chance.integers(0, 12)))
        relief = np.maximum(relief, pen.flat(*words) * chance.uniform(0.3, 0.9))
    wall = pen.flat(pen.box(-half, foot, half, top)) * chance.uniform(0, 0.4)
    return np.asarray(np.maximum(relief, wall), dtype=np.float32)


def _shield(pen: _Pen) -> Heights:
    """A shield with upright stripes, and perhaps a ribbon across."""
    chance = pen.chance
    half, top, foot = chance.uniform(0.34, 0.56), chance.uniform(0.4, 0.64), chance.uniform(-0.72, -0.5)
    outline = np.array([
        [-half, top], [0, top + chance.uniform(-0.1, 0.06)], [half, top], [half * 0.96, 0.0],
        [half * 0.8, foot * 0.55], [half * 0.4, foot * 0.86], [0, foot], [-half * 0.4, foot * 0.86],
        [-half * 0.8, foot * 0.55], [-half * 0.96, 0.0],
    ])  # fmt: skip
    inside = pen.flat(outline)
    number = int(chance.integers(3, 9))
    stripes = [pen.box(-half + 2 * half * (k + 0.2) / number, -1, -half + 2 * half * (k + 0.75) / number, top * 0.5)
               for k in range(number)]  # fmt: skip
    relief = (
        inside * 0.45 + inside * np.maximum(pen.flat(*stripes), pen.flat(pen.box(-1, top * 0.55, 1, 1))) * 0.4
    )
    if chance.random() < 0.7:
        wide, low = chance.uniform(0.6, 0.8), chance.uniform(-0.18, 0.1)
        ribbon = pen.flat(rounded(np.array([
            [-wide, low - 0.05], [-0.3, low - 0.1], [0.3, low - 0.04], [wide, low - 0.12],
            [wide, low + 0.14], [0.3, low + 0.2], [-0.3, low + 0.13], [-wide, low + 0.2],
        ])))  # fmt: skip
        relief = relief * (1 - ribbon) + ribbon * 0.9
        relief -= pen.flat(*pen.letters(0, low + 0.03, 0.15, 7)) * 0.3
    return np.asarray(relief * chance.uniform(0.7, 1.1), dtype=np.float32)


def _wreath(pen: _Pen) -> Heights:
    """Two ears or branches that bend round some words."""
    chance = pen.chance
    strokes: list[NDArray[np.float64]] = []
    radius, leaves = chance.uniform(0.58, 0.74), int(chance.integers(7, 13))
    for side in (-1, 1):
        for k in range(leaves):
            angle = -np.pi / 2 + side * (0.45 + 2.1 * k / leaves)
            for out in (-0.06, 0.06):
                at = (radius + out) * np.array([np.cos(angle), np.sin(angle)])
                strokes.append(
                    pen.ellipse(at[0], at[1], 0.085, 0.038, angle + np.pi / 2 + side * np.sign(out) * 0.5)
                )
    relief = pen.flat(*strokes) * chance.uniform(0.5, 1.0)
    lines = int(chance.integers(2, 5))
    words: list[NDArray[np.float64]] = []
    for k in range(lines):
        high = chance.uniform(0.12, 0.26) if k < 2 else 0.1
        words += pen.letters(0, 0.36 - 0.27 * k, high, min(int(chance.integers(3, 7)), int(0.9 / high)))
    return np.asarray(np.maximum(relief, pen.flat(*words) * chance.uniform(0.5, 1.0)), dtype=np.float32)


def _grating(pen: _Pen) -> Heights:
    """A grating with chains at its sides, and perhaps a crown above."""
    chance = pen.chance
    half, top, foot = chance.uniform(0.3, 0.45), chance.uniform(0.15, 0.4), chance.uniform(-0.55, -0.35)
    across, down = int(chance.integers(4, 7)), int(chance.integers(3, 6))
    bars = [pen.box(x - 0.03, foot, x + 0.03, top) for x in np.linspace(-half, half, across)]
    bars += [pen.box(-half, y - 0.03, half, y + 0.03) for y in np.linspace(foot + 0.1, top, down)]
    bars += [
        pen.ellipse(side * (half + 0.14), y, 0.04, 0.06)
        for side in (-1, 1)
        for y in np.linspace(foot, top, 6)
    ]
    if chance.random() < 0.7:
        bars += [pen.box(-0.26, top + 0.08, 0.26, top + 0.16)]
        bars += [pen.ellipse(x, top + 0.24, 0.06, 0.09) for x in (-0.22, 0.0, 0.22)]
    return np.asarray(pen.flat(*bars) * chance.uniform(0.6, 1.1), dtype=np.float32)


def _cabin(pen: _Pen) -> Heights:
    """A house with a roof, a door, and logs or windows."""
    chance = pen.chance
    half, top, foot = chance.uniform(0.3, 0.55), chance.uniform(-0.05, 0.2), chance.uniform(-0.5, -0.3)
    relief = pen.flat(pen.box(-half, foot, half, top)) * 0.5
    logs = [pen.box(-half, y, half, y + 0.035) for y in np.arange(foot, top, 0.08)]
    relief = np.maximum(relief, pen.flat(*logs) * 0.8)
    roof = np.array([
        [-half - 0.1, top], [half + 0.1, top], [chance.uniform(-0.1, half), top + chance.uniform(0.2, 0.4)],
        [chance.uniform(-half, 0.1) - 0.2, top + chance.uniform(0.2, 0.4)],
    ])  # fmt: skip
    relief = np.maximum(relief, pen.flat(roof))
    relief -= pen.flat(pen.box(-0.08, foot, 0.08, foot + 0.26)) * 0.5
    return np.asarray(np.clip(relief, 0, 1) * chance.uniform(0.7, 1.1), dtype=np.float32)


def _numeral(pen: _Pen) -> Heights:
    """A large 1 with words, or lines of words alone."""
    chance = pen.chance
    strokes: list[NDArray[np.float64]] = []
    if chance.random() < 0.6:
        x, wide = chance.uniform(-0.35, 0.35), chance.uniform(0.07, 0.14)
        strokes += [pen.box(x - wide, -0.5, x + wide, 0.5), pen.box(x - 0.2, -0.58, x + 0.2, -0.46)]
        strokes.append(np.array([[x - 0.28, 0.28], [x - wide, 0.5], [x, 0.5], [x, 0.36], [x - 0.22, 0.18]]))
        strokes += pen.letters(-x, 0.1, 0.18, 3)
    for k in range(int(chance.integers(1, 4))):
        strokes += pen.letters(0, 0.4 - 0.3 * k, chance.uniform(0.14, 0.26), int(chance.integers(3, 6)))
    return np.asarray(pen.flat(*strokes) * chance.uniform(0.6, 1.1), dtype=np.float32)
