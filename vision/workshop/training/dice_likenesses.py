"""Lookalikes of dice: dominoes, buttons, keys, backs with medallions, crests with stars, suits.

All are flat, without a cube's sides; cubes with pips are in `dice_bodies`.
"""

from math import cos, pi, sin

import cv2
import numpy as np

from vision.arrays import Values
from vision.workshop.training.dice_bodies import SQUARES
from vision.workshop.training.dice_grounds import colour, write

SHEET = 96
"""Width of a thing's face in px before it is laid."""


def likeness(chance: np.random.Generator) -> tuple[Values, bool]:
    """A lookalike's face (BGR linear, SHEET wide), and whether it is round."""
    kind = int(chance.choice(6, p=[0.12, 0.13, 0.13, 0.24, 0.26, 0.12]))
    makers = (_domino, _button, _key, _medallion, _crest, _suits)
    return makers[kind](chance), kind == 1


def _ink(chance: np.random.Generator) -> tuple[float, ...]:
    tint = colour(chance) if chance.random() < 0.7 else np.full(3, chance.choice([0.02, 0.85]))
    return tuple(float(v) for v in tint)


def _sheet(chance: np.random.Generator, high: int = SHEET) -> Values:
    sheet = np.empty((high, SHEET, 3), np.float32)
    sheet[:] = colour(chance, 40) if chance.random() < 0.6 else np.full(3, chance.choice([0.02, 0.8]))
    return sheet


def _domino(chance: np.random.Generator) -> Values:
    """Two fields of pips on one stone, a line between them."""
    sheet, ink = _sheet(chance, 2 * SHEET), _ink(chance)
    pip, spread = int(chance.integers(7, 12)), int(chance.integers(22, 30))
    for field in (0, 1):
        value = int(chance.integers(0, 7))
        for u, v in SQUARES.get(value, ()):
            spot = (SHEET // 2 + u * spread, SHEET // 2 + field * SHEET + v * spread)
            cv2.circle(sheet, spot, pip, ink, -1, cv2.LINE_AA)
    cv2.line(sheet, (8, SHEET), (SHEET - 8, SHEET), ink, int(chance.integers(2, 6)), cv2.LINE_AA)
    return sheet


def _button(chance: np.random.Generator) -> Values:
    """A round button with two or four holes near its middle."""
    sheet, ink, half = _sheet(chance), _ink(chance), SHEET // 2
    if chance.random() < 0.6:
        cv2.circle(sheet, (half, half), int(chance.integers(26, 42)), _ink(chance), 4, cv2.LINE_AA)
    number, reach, turn = int(chance.choice([2, 4])), chance.uniform(8, 15), chance.uniform(0, pi)
    for k in range(number):
        angle = turn + 2 * pi * k / number
        spot = (int(half + reach * cos(angle)), int(half + reach * sin(angle)))
        cv2.circle(sheet, spot, int(chance.integers(4, 7)), ink, -1, cv2.LINE_AA)
    return sheet


def _key(chance: np.random.Generator) -> Values:
    """A rounded square cap with a letter or two, lighter in its middle, as keys and printed tiles are."""
    sheet, inset = _sheet(chance), int(chance.integers(6, 18))
    inner = sheet[inset : SHEET - inset, inset : SHEET - inset]
    inner *= chance.uniform(0.7, 1.4)
    for _ in range(int(chance.integers(1, 3))):
        text = str(chance.choice(list("ABCDEFGHJKLMNPRSTUVWXYZ0123456789.,:;'-+")))
        at = chance.integers(24, 50), chance.integers(48, 76)
        size = float(chance.uniform(0.6, 2.0))
        write(sheet, text, np.array(at), 0, size, _ink(chance), int(chance.integers(2, 6)))
    return sheet


def _star(sheet: Values, at: tuple[float, float], reach: float, chance: np.random.Generator) -> None:
    """A star, a round, a rhomb or a small heart."""
    points = int(chance.choice([2, 4, 5, 6, 8, 12]))
    inner = chance.uniform(0.35, 0.85)
    turn = np.arange(2 * points) * pi / points + chance.uniform(0, pi)
    far = np.where(np.arange(2 * points) % 2, inner, 1.0) * reach
    shape = np.stack([at[0] + far * np.cos(turn), at[1] + far * np.sin(turn)], 1).astype(np.int32)
    cv2.fillPoly(sheet, [shape], _ink(chance), cv2.LINE_AA)


def _medallion(chance: np.random.Generator) -> Values:
    """Nested frames around a round with a star: the back of a card."""
    sheet, half = _sheet(chance, int(SHEET * chance.choice([1.0, 1.4]))), SHEET // 2
    down = sheet.shape[0] // 2
    ink, step = _ink(chance), int(chance.integers(4, 10))
    round_frames = chance.random() < 0.25
    for inset in range(int(chance.integers(2, 8)), half - 14, step):
        thick = int(chance.integers(1, max(2, step // 2 + 1)))
        if round_frames:
            cv2.circle(sheet, (half, down), half - inset, ink, thick, cv2.LINE_AA)
        else:
            off = (inset, inset), (SHEET - inset, sheet.shape[0] - inset)
            cv2.rectangle(sheet, *off, ink, thick)
    reach = int(chance.integers(9, 26))
    cv2.circle(sheet, (half, down), reach, _ink(chance), -1, cv2.LINE_AA)
    _star(sheet, (half, down), reach * chance.uniform(0.5, 0.95), chance)
    return sheet


def _crest(chance: np.random.Generator) -> Values:
    """A shield in two or four colours with stars placed like pips, in a square or upright picture."""
    sheet = _sheet(chance, int(SHEET * chance.choice([1.0, 1.2, 1.4])))
    high = sheet.shape[0]
    shield = np.zeros(sheet.shape[:2], np.uint8)
    left, top, low = (
        int(chance.integers(8, 24)),
        int(chance.integers(8, 24)),
        int(high * chance.uniform(0.5, 0.7)),
    )
    outline = [(left, top), (SHEET - left, top), (SHEET - left, low), (SHEET // 2, high - 8), (left, low)]
    cv2.fillPoly(shield, [np.array(outline, np.int32)], 255)
    field = np.empty_like(sheet)
    field[:] = _ink(chance)
    if chance.random() < 0.6:
        field[high // 2 :] = _ink(chance)
    if chance.random() < 0.4:
        field[:, SHEET // 2 :] = _ink(chance)
    spread = chance.uniform(12, 20)
    for u, v in SQUARES[int(chance.integers(1, 7))]:
        _star(field, (SHEET / 2 + u * spread, high * 0.45 + v * spread), chance.uniform(5, 11), chance)
    over = (shield > 0)[..., None]
    sheet[:] = np.where(over, field, sheet)
    return sheet


def _suits(chance: np.random.Generator) -> Values:
    """A white card with marks in rows, and its value in the corner."""
    sheet = np.full((int(SHEET * 1.4), SHEET, 3), chance.uniform(0.6, 0.9), np.float32)
    value = int(chance.integers(1, 11))
    ink = (0.02, 0.02, 0.6) if chance.random() < 0.5 else (0.02, 0.02, 0.02)
    columns = [48] if value < 4 else [32, 64]
    size = int(chance.integers(5, 12))
    rows = np.linspace(24, sheet.shape[0] - 24, max(1, -(-value // len(columns))))
    for k in range(value):
        spot = (columns[k % len(columns)], int(rows[k // len(columns)]))
        shape = np.array([[-1, 0], [0, -1.2], [1, 0], [0, 1.2]]) * size + spot
        if chance.random() < 0.5:
            cv2.circle(sheet, spot, size, ink, -1, cv2.LINE_AA)
        else:
            cv2.fillPoly(sheet, [shape.astype(np.int32)], ink, cv2.LINE_AA)
    write(sheet, str(value), np.array([4, 18]), 0, 0.6, ink, 2)
    return sheet
