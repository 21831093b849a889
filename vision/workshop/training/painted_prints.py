"""Painted top faces of discs: prints, impressions and stickers on counters, chips, draughtsmen, caps.

Rule kept: a face is recognisable at any turn (FACES), or it belongs to OTHER; signs that become one another
when turned (6 and 9, N and Z) are never told apart.
"""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Points, Values
from vision.discs.reader import FACES, OTHER

TEXTURE = 128
"""Side of a painted face in px; the disc fills it."""
_LETTERS = "ACDEFGHJKLMNPQRTUVWXYZ&?!+@#ÆΩ"
_INKS = ((245, 245, 245), (215, 235, 245), (25, 25, 25), (60, 190, 225), (40, 40, 60))
BODIES: tuple[tuple[int, int, int], ...] = (
    (40, 35, 190), (30, 110, 230), (40, 185, 235), (60, 130, 30), (160, 70, 30), (130, 45, 105), (150, 110, 235),
    (35, 60, 105), (32, 30, 30), (140, 140, 140), (235, 238, 240), (190, 215, 230), (200, 160, 60), (90, 150, 60),
)  # fmt: skip
"""Usual colours (BGR) of counters."""


class Printer:
    """Paints faces; `fonts`: TrueType or OpenType files, by default OpenCV's plain strokes."""

    def __init__(self, fonts: Sequence[Path] = ()) -> None:
        self._fonts = [cv2.FontFace(str(font)) for font in fonts]

    def face(self, label: str, body: Values, chance: np.random.Generator, *, plain: bool = False) -> Values:
        """A face (TEXTURE x TEXTURE x 3, BGR 0..255) on a body's colour.

        `label`: one of FACES, OTHER or `blank`. `plain`: without rings and fields around the print.
        """
        ink = _ink(body, chance)
        if plain:
            stamp = self.stamp(label, chance, 0.95)
            whole = np.broadcast_to(body, (TEXTURE, TEXTURE, 3)).astype(np.float32)
            return whole if stamp is None else whole + stamp[..., None] * (ink - whole)
        face = np.empty((TEXTURE, TEXTURE, 3), np.float32)
        face[:] = body
        middle = (TEXTURE - 1) / 2
        ringed = chance.random() < 0.55
        inner = chance.uniform(0.66, 0.92)
        if chance.random() < 0.12:  # a field or a rim of another colour
            field = _near(np.array(BODIES[int(chance.integers(len(BODIES)))], np.float32), 25, chance)
            _disc(face, middle, middle * inner, field)
            ink = _ink(field, chance)
        if ringed:
            width = max(2, round(TEXTURE * chance.uniform(0.012, 0.035)))
            cv2.circle(
                face, _fixed(middle, middle), round(middle * inner * 16), ink.tolist(), width, cv2.LINE_AA, 4
            )
        if chance.random() < (0.3 if label in (OTHER, "blank") else 0.04):
            _marks_on_edge(face, ink, chance)
        stamp = self.stamp(label, chance, inner if ringed else 0.95)
        if stamp is not None:
            face += stamp[..., None] * (ink - face)
        if chance.random() < 0.35:
            _pressed_rings(face, chance)
        return face

    def stamp(self, label: str, chance: np.random.Generator, room: float) -> Values | None:
        """The print as shares of ink (0..1), centred, at any turn."""
        size = chance.uniform(0.5, 0.88) * room
        if label == "blank":
            return None
        if label == OTHER:
            return self._other(chance, size)
        if label[0].isdigit():
            text = str(chance.choice(["6", "9"])) if label == "6/9" else label
            return self._text(text, size * chance.uniform(0.85, 1.15), chance)
        shapes = {"lightning": _lightning, "star": _star, "dot": _dot, "spiral": _spiral}
        return _turned(shapes[label](chance, size), chance, 0.02)

    def _other(self, chance: np.random.Generator, size: float) -> Values:
        kind = int(chance.integers(8))
        if kind < 2:
            return self._text(str(chance.choice(list(_LETTERS))), size, chance)
        if kind == 2:
            return self._text(str(int(chance.integers(10, 100))), size * 0.85, chance)
        if kind == 3:  # a 6 or 9 that says which, by a line or a stop
            return self._text(str(chance.choice(["6.", "9.", "6_", "9_"])), size, chance)
        if kind == 4:
            return self._text("".join(chance.choice(list(_LETTERS), 3)), size * 0.8, chance)
        shapes = (_heart, _cross, _moon, _ring, _polygon, _holes, _blots, _arrow)
        return _turned(shapes[int(chance.integers(len(shapes)))](chance, size), chance, 0.03)

    def _text(self, text: str, size: float, chance: np.random.Generator) -> Values:
        canvas = np.zeros((TEXTURE * 2, TEXTURE * 2, 3), np.uint8)
        if self._fonts:
            font = self._fonts[int(chance.integers(len(self._fonts)))]
            cv2.putText(canvas, text, (40, 190), (255, 255, 255), font, 130)
        else:
            style = int(chance.choice([0, 2, 3, 4]))
            cv2.putText(
                canvas, text, (30, 190), style, 5.0, (255, 255, 255), int(chance.integers(6, 22)), cv2.LINE_AA
            )
        mark = canvas[..., 0]
        rows, columns = np.nonzero(mark > 40)
        if len(rows) < 20:
            return np.zeros((TEXTURE, TEXTURE), np.float32)
        top, bottom, left, right = rows.min(), rows.max(), columns.min(), columns.max()
        scale = size * TEXTURE * 0.72 / max(float(bottom - top), 0.75 * float(right - left))
        stretch = chance.uniform(0.85, 1.15)
        centre = np.array([(left + right) / 2, (top + bottom) / 2])
        return _turned_about(mark.astype(np.float32) / np.float32(255), centre, scale, stretch, chance, 0.025)


def _fixed(x: float, y: float) -> tuple[int, int]:
    return round(x * 16), round(y * 16)


def _disc(face: Values, middle: float, radius: float, colour: Values) -> None:
    cv2.circle(face, _fixed(middle, middle), round(radius * 16), colour.tolist(), -1, cv2.LINE_AA, 4)


def _near(colour: Values, spread: float, chance: np.random.Generator) -> Values:
    return np.clip(colour + chance.normal(0, spread, 3), 8, 250).astype(np.float32)


def some_body(chance: np.random.Generator) -> Values:
    """A counter's colour (BGR)."""
    if chance.random() < 0.12:
        return chance.uniform(15, 245, 3).astype(np.float32)
    return _near(np.array(BODIES[int(chance.integers(len(BODIES)))], np.float32), 16, chance)


def _ink(body: Values, chance: np.random.Generator) -> Values:
    """A colour that contrasts with the body's."""
    grey = float(body @ np.array([0.11, 0.59, 0.3]))
    able = [ink for ink in _INKS if abs(float(np.array(ink) @ np.array([0.11, 0.59, 0.3])) - grey) > 60]
    ink = np.array(able[int(chance.integers(len(able)))] if able else (20, 20, 20), np.float32)
    return _near(ink, 8, chance)


def _turned(mark: Values, chance: np.random.Generator, off: float) -> Values:
    return _turned_about(mark, np.array([(TEXTURE - 1) / 2] * 2), 1.0, 1.0, chance, off)


def _turned_about(
    mark: Values, centre: Points, scale: float, stretch: float, chance: np.random.Generator, off: float
) -> Values:
    angle = chance.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    turn = turn @ np.diag([scale * stretch, scale])
    middle = (TEXTURE - 1) / 2 + chance.normal(0, off * TEXTURE, 2)
    matrix = np.column_stack([turn, middle - turn @ centre])
    if scale < 0.7:
        mark = np.asarray(cv2.GaussianBlur(mark, (0, 0), 0.4 / scale), np.float32)
    return np.asarray(cv2.warpAffine(mark, matrix, (TEXTURE, TEXTURE), flags=cv2.INTER_LINEAR), np.float32)


def _filled(*outlines: Points) -> Values:
    """Outlines (N x 2, -1..1 over the face) filled."""
    canvas = np.zeros((TEXTURE, TEXTURE), np.uint8)
    fixed = [np.round(((o + 1) / 2 * (TEXTURE - 1)) * 16).astype(np.int32) for o in outlines]
    for outline in fixed:
        cv2.fillPoly(canvas, [outline], 255, cv2.LINE_AA, 4)
    return canvas.astype(np.float32) / np.float32(255)


def _stroke(points: Points, width: float) -> Values:
    canvas = np.zeros((TEXTURE, TEXTURE), np.uint8)
    fixed = np.round(((points + 1) / 2 * (TEXTURE - 1)) * 16).astype(np.int32)
    cv2.polylines(
        canvas,
        [fixed],
        isClosed=False,
        color=255,
        thickness=max(1, round(width * TEXTURE / 2)),
        lineType=cv2.LINE_AA,
        shift=4,
    )
    return canvas.astype(np.float32) / np.float32(255)


def _circle(radius: float, x: float = 0.0, y: float = 0.0, sides: int = 48, start: float = 0.0) -> Points:
    angles = start + np.arange(sides) / sides * 2 * np.pi
    return np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles)])


def _lightning(chance: np.random.Generator, size: float) -> Values:
    shapes = (
        [(0.1, -1), (-0.6, 0.15), (-0.05, 0.15), (-0.25, 1), (0.6, -0.25), (0.05, -0.25), (0.45, -1)],
        [(0.2, -1), (-0.55, 0.1), (0.0, 0.05), (-0.2, 1), (0.55, -0.15), (0.0, -0.1)],
        [(-0.1, -1), (-0.5, 0.1), (-0.1, 0.1), (-0.3, 1), (0.55, -0.3), (0.1, -0.3), (0.5, -1)],
        [(0.3, -1), (-0.5, -0.1), (0.1, 0.05), (-0.3, 1), (0.5, 0.1), (-0.1, -0.05)],
    )
    shape = np.array(shapes[int(chance.integers(len(shapes)))], np.float64)
    shape = (shape + chance.normal(0, 0.04, shape.shape)) * np.array([chance.uniform(0.8, 1.3), 1.0])
    return _filled(shape * size * 0.8)


def _star(chance: np.random.Generator, size: float) -> Values:
    points = 5 if chance.random() < 0.75 else int(chance.choice([4, 6, 7, 8]))
    inner = chance.uniform(0.36, 0.52) if points == 5 else chance.uniform(0.4, 0.62)
    angles = np.arange(2 * points) / points * np.pi
    radii = np.where(np.arange(2 * points) % 2 == 0, 1.0, inner) * size * 0.8
    return _filled(np.column_stack([radii * np.cos(angles), radii * np.sin(angles)]))


def _dot(chance: np.random.Generator, _size: float) -> Values:
    return _filled(_circle(chance.uniform(0.2, 0.5)))


def _spiral(chance: np.random.Generator, size: float) -> Values:
    turns = chance.uniform(2.0, 4.0)
    along = np.linspace(0.02, 1.0, 200)
    angles = along * turns * 2 * np.pi * (1 if chance.random() < 0.5 else -1)
    radii = along ** chance.uniform(0.85, 1.15) * size * 0.85
    width = chance.uniform(0.25, 0.5) * size * 0.85 / turns
    return _stroke(np.column_stack([radii * np.cos(angles), radii * np.sin(angles)]), width)


def _heart(_chance: np.random.Generator, size: float) -> Values:
    t = np.linspace(0, 2 * np.pi, 60)
    x = 16 * np.sin(t) ** 3
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    return _filled(np.column_stack([x, y]) / 17 * size * 0.75)


def _cross(chance: np.random.Generator, size: float) -> Values:
    long, wide = size * 0.75, size * chance.uniform(0.12, 0.28)
    bar = np.array([(-long, -wide), (long, -wide), (long, wide), (-long, wide)])
    return _filled(bar, bar[:, ::-1])


def _moon(_chance: np.random.Generator, size: float) -> Values:
    return np.clip(_filled(_circle(size * 0.75)) - _filled(_circle(size * 0.65, size * 0.35)), 0, 1)


def _ring(chance: np.random.Generator, _size: float) -> Values:
    outer = chance.uniform(0.35, 0.8)
    rings = _filled(_circle(outer)) - _filled(_circle(outer * chance.uniform(0.5, 0.85)))
    if chance.random() < 0.5:
        rings += _filled(_circle(outer * 0.35)) - _filled(_circle(outer * 0.2))
    return np.clip(rings, 0, 1)


def _polygon(chance: np.random.Generator, size: float) -> Values:
    return _filled(_circle(size * 0.75, sides=int(chance.integers(3, 7))))


def _holes(chance: np.random.Generator, _size: float) -> Values:
    count, out = int(chance.choice([2, 4])), chance.uniform(0.15, 0.28)
    angles = np.arange(count) / count * 2 * np.pi
    return _filled(*[_circle(0.1, out * np.cos(a), out * np.sin(a)) for a in angles])


def _blots(chance: np.random.Generator, size: float) -> Values:
    coarse = chance.uniform(0, 1, (int(chance.integers(3, 8)),) * 2).astype(np.float32)
    wide = cv2.resize(coarse, (TEXTURE, TEXTURE), interpolation=cv2.INTER_CUBIC)
    return np.asarray((wide > 0.6) * _filled(_circle(size)), np.float32)


def _arrow(chance: np.random.Generator, size: float) -> Values:
    wide = chance.uniform(0.15, 0.3)
    shape = [(-0.9, -wide), (0.1, -wide), (0.1, -0.6), (0.9, 0), (0.1, 0.6), (0.1, wide), (-0.9, wide)]
    return _filled(np.array(shape, np.float64) * size * 0.85)


def _marks_on_edge(face: Values, ink: Values, chance: np.random.Generator) -> None:
    """Light marks around the edge, as on poker chips."""
    count = int(chance.choice([4, 6, 8, 12]))
    wide = chance.uniform(0.2, 0.6) * np.pi / count
    inner = chance.uniform(0.68, 0.85)
    outer = chance.uniform(inner + 0.06, 1.02)
    marks = []
    for angle in np.arange(count) / count * 2 * np.pi + chance.uniform(0, 6.3):
        along = np.linspace(angle - wide, angle + wide, 6)
        ends = [
            np.column_stack([r * np.cos(a), r * np.sin(a)]) for r, a in ((outer, along), (inner, along[::-1]))
        ]
        marks.append(np.concatenate(ends))
    face += _filled(*marks)[..., None] * (ink - face)


def _pressed_rings(face: Values, chance: np.random.Generator) -> None:
    """Grooves and raised rims: thin rings of light and shade, one side lighter than the other."""
    y, x = (np.mgrid[0:TEXTURE, 0:TEXTURE] - (TEXTURE - 1) / 2) / (TEXTURE / 2)
    radius, towards = np.hypot(x, y), np.arctan2(y, x) - chance.uniform(0, 6.3)
    for _ in range(int(chance.integers(1, 4))):
        at, wide = chance.uniform(0.3, 0.97), chance.uniform(0.015, 0.06)
        slope = np.clip((radius - at) / wide, -3, 3)
        shade = chance.uniform(-0.35, 0.35) * slope * np.exp(-(slope**2)) * np.cos(towards)
        shade += chance.uniform(-0.25, 0.12) * np.exp(-(slope**2))
        face *= (1 + shade)[..., None].astype(np.float32)


assert set(FACES) == {"0", "1", "2", "3", "4", "5", "7", "8", "6/9", "lightning", "spiral", "star", "dot"}
