"""Boards and tables of many kinds for lit pictures: what is printed on them, as colours between 0 and 1 (sRGB, BGR)."""

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.flicked import PaintedSquare
from vision.workshop.training.painted_faces import art, clouds

Floats = NDArray[np.float32]
Chance = np.random.Generator

BOARDS = ("night", "paper", "wood", "busy", "alike", "round", "plain")
PIECES = {
    "red": (0.17, 0.15, 0.74),
    "yellow": (0.16, 0.72, 0.93),
    "green": (0.27, 0.48, 0.15),
    "blue": (0.72, 0.25, 0.17),
    "black": (0.13, 0.13, 0.13),
    "white": (0.90, 0.92, 0.93),
}
"""What wooden pieces are painted with: blue, green and red."""


def track(chance: Chance) -> tuple[float, float, tuple[PaintedSquare, ...]]:
    """A board's size and its squares: rows to and fro, or one long way round and inwards."""
    side = float(chance.uniform(28, 46))
    step = side + float(chance.choice([2.0, 6.0, 14.0])) * float(chance.uniform(0.6, 1.2))
    goal = float(max(side * 1.2, chance.uniform(44, 70)))
    ways = _inwards(chance) if chance.random() < 0.35 else _to_and_fro(chance)
    across, along = max(x for x, _ in ways), max(y for _, y in ways)
    row = step if ways is None or chance.random() < 0.3 else side + float(chance.uniform(8, 30))
    near = side / 2 + float(chance.uniform(6, 22))
    left = side * 0.85 + 30 + side / 2
    numbers = np.arange(3, len(ways))
    reds = set(chance.choice(numbers, int(chance.integers(4, 8)), replace=False).tolist())
    high = 2 * near + row * along
    squares = [
        PaintedSquare(
            f"start{n}", 14 + side * 0.42, near + (high - 2 * near) * (6 - n) / 3, side * 0.84, red=False
        )
        for n in (3, 4, 5, 6)
    ]
    for number, (x, y) in enumerate(ways, 1):
        squares.append(PaintedSquare(str(number), left + step * x, near + row * y, side, number in reds))
    wide = left + step * across + side / 2 + goal + 24
    squares.append(PaintedSquare("goal", wide - goal / 2 - 9, high / 2, goal, red=False))
    return wide, high, tuple(squares)


def _to_and_fro(chance: Chance) -> list[tuple[int, int]]:
    columns, rows = int(chance.integers(6, 10)), int(chance.integers(3, 6))
    rows = max(rows, -(-20 // columns))
    return [(n if row % 2 == 0 else columns - 1 - n, row) for row in range(rows) for n in range(columns)]


def _inwards(chance: Chance) -> list[tuple[int, int]]:
    columns, rows = int(chance.integers(7, 10)), int(chance.integers(4, 6))
    left = {(x, y) for x in range(columns) for y in range(rows)}
    x, y, dx, dy = 0, 0, 1, 0
    way = []
    while True:
        way.append((x, y))
        left.discard((x, y))
        if (x + dx, y + dy) not in left:
            dx, dy = -dy, dx
            if (x + dx, y + dy) not in left:
                return way
        x, y = x + dx, y + dy


def board_print(
    chance: Chance, kind: str, wide: float, high: float, squares: tuple[PaintedSquare, ...], scale: float
) -> Floats:
    """A board of a kind, `scale` samples a mm."""
    size = (round(wide * scale), round(high * scale))
    face = (_face(chance, kind, size) * 255).astype(np.uint8)

    def at(x: float, y: float) -> tuple[int, int]:
        return round(x * scale * 16), round((high - y) * scale * 16)

    line = tuple(chance.uniform(0.3, 0.95, 3).tolist())
    running = [square for square in squares if square.name.isdecimal()]
    if chance.random() < 0.8:
        for one, other in pairwise(running):
            cv2.line(
                face, at(one.x, one.y), at(other.x, other.y), _grey(line), round(4 * scale), cv2.LINE_AA, 4
            )
    plain = _plain(chance, kind)
    red = (chance.uniform(0.1, 0.25), chance.uniform(0.08, 0.22), chance.uniform(0.55, 0.85))
    start = tuple(chance.uniform(0.15, 0.85, 3).tolist())
    goal = (chance.uniform(0.1, 0.4), chance.uniform(0.6, 0.85), chance.uniform(0.8, 0.97))
    if chance.random() < 0.3:
        goal = tuple(chance.uniform(0.1, 0.95, 3).tolist())
    paints = list(PIECES.values())
    rim = tuple(np.full(3, chance.uniform(0.05, 0.3)).tolist())
    for square in squares:
        tint = red if square.red else goal if square.name == "goal" else start
        if square.name.isdecimal() and not square.red:
            tint = plain
            if kind == "alike":
                tint = paints[int(chance.integers(len(paints)))]
                tint = tuple(np.clip(np.array(tint) + chance.normal(0, 0.05, 3), 0.03, 0.97).tolist())
        half = square.side / 2
        if kind == "round" and square.name != "goal":
            cv2.circle(
                face, at(square.x, square.y), round(half * scale * 16), _grey(tint), -1, cv2.LINE_AA, 4
            )
            cv2.circle(
                face,
                at(square.x, square.y),
                round(half * scale * 16),
                _grey(rim),
                round(scale),
                cv2.LINE_AA,
                4,
            )
        else:
            box = at(square.x - half, square.y + half), at(square.x + half, square.y - half)
            cv2.rectangle(face, *box, _grey(tint), -1, cv2.LINE_AA, 4)
            cv2.rectangle(face, *box, _grey(rim), round(scale), cv2.LINE_AA, 4)
        words = square.name if square.name.isdecimal() else "Z" if square.name == "goal" else square.name[-1]
        ink = (0.1, 0.1, 0.1) if sum(tint) > 0.9 else (0.9, 0.9, 0.9)
        large = square.side * scale / 62
        (w, h), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_COMPLEX, large, round(scale / 1.5))
        spot = (round(square.x * scale - w / 2), round((high - square.y) * scale + h / 2))
        cv2.putText(
            face, words, spot, cv2.FONT_HERSHEY_COMPLEX, large, _grey(ink), round(scale / 1.5), cv2.LINE_AA
        )
    return np.clip(face.astype(np.float32) / 255, 0.02, 0.97)


def _grey(tint: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(255 * value for value in tint)


def _plain(chance: Chance, kind: str) -> tuple[float, ...]:
    if kind == "plain":
        return tuple(np.full(3, float(chance.choice([0.12, 0.93]))).tolist())
    if chance.random() < 0.5:
        return tuple((chance.uniform(0.6, 0.93) * chance.uniform(0.82, 1.0, 3)).tolist())
    return tuple(chance.uniform(0.12, 0.92, 3).tolist())


def _face(chance: Chance, kind: str, size: tuple[int, int]) -> Floats:
    small = (size[0] // 3, size[1] // 3)
    if kind == "busy":
        return np.ascontiguousarray(cv2.resize(art(chance, small), size), np.float32)
    if kind == "wood":
        return np.asarray(cv2.resize(planks(chance, small, 1.2), size), np.float32)
    if kind == "night":
        base = np.array([chance.uniform(0.08, 0.4), chance.uniform(0.05, 0.25), chance.uniform(0.05, 0.3)])
    elif kind == "plain":
        base = np.full(3, float(chance.choice([0.1, 0.95])))
    elif kind == "paper":
        base = chance.uniform(0.75, 0.95) * chance.uniform(0.85, 1.0, 3)
    else:
        base = chance.uniform(0.1, 0.9, 3)
    strength = 0.02 if kind == "plain" else float(chance.uniform(0.03, 0.25))
    shade = cv2.resize(clouds(chance, small, float(chance.uniform(2, 9)), 3), size)[..., None]
    return np.ascontiguousarray(np.clip(base * (1 + strength * shade), 0.02, 0.97), np.float32)


def planks(chance: Chance, size: tuple[int, int], coarse: float) -> Floats:
    high = size[1]
    base = np.array([0.16, 0.3, 0.48]) * chance.uniform(0.6, 1.7)
    down = int(90 * coarse)
    grain = cv2.resize(
        chance.normal(size=(high // 2, 7)).astype(np.float32), size, interpolation=cv2.INTER_CUBIC
    )
    planks = np.repeat(chance.normal(size=high // down + 1), down)[:high, None]
    shade = grain * chance.uniform(0.05, 0.14) + planks * chance.uniform(0.02, 0.1)
    shade[::down] -= 0.4
    return np.asarray(np.clip(base * (1 + shade[..., None]), 0.02, 0.97), np.float32)
