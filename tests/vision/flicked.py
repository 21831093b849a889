"""Flicks as they are thought up: which towers stand where, and where their pieces come to rest after a flick.

Rule kept: two pieces never lie in one another; a piece that falls on another lies on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.sight import Table


@dataclass(frozen=True, slots=True)
class PaintedSquare:
    """A square of a painted board: name, middle and side in mm."""

    name: str
    x: float
    y: float
    side: float
    red: bool


@dataclass(frozen=True, slots=True)
class Stood:
    """A piece: its middle in mm and its level; `moved` by the flick."""

    colour: str
    x: float
    y: float
    level: int
    moved: bool = False


def column(stands: Sequence[Stood], colour: str, reach_mm: float) -> tuple[str, ...]:
    """The colours of the tower that a piece is part of, bottom first: of all pieces whose middles lie within reach."""
    one = next(piece for piece in stands if piece.colour == colour)
    near = [p for p in stands if np.hypot(p.x - one.x, p.y - one.y) < reach_mm]
    return tuple(p.colour for p in sorted(near, key=lambda p: p.level))


def towers(
    chance: np.random.Generator,
    names: tuple[str, ...],
    squares: tuple[PaintedSquare, ...],
    across: float = 22.0,
) -> tuple[dict[str, tuple[str, ...]], list[Stood], str]:
    """The book, where every piece (`across` mm) stands, and the square that is flicked at."""
    running = [square for square in squares if square.name.isdecimal()]
    left = list(names)
    book: dict[str, tuple[str, ...]] = {}
    stood: list[Stood] = []
    for place in chance.permutation(len(running)).tolist():
        if not left:
            break
        square = running[place]
        if any(np.hypot(square.x - p.x, square.y - p.y) < across + 8 for p in stood):
            continue
        count = min(len(left), int(chance.choice([1, 1, 2, 2, 3, 4, 5])))
        tower, left = left[:count], left[count:]
        book[square.name] = tuple(tower)
        room = max(1.0, square.side / 2 - 9)
        x, y = np.array([square.x, square.y]) + np.clip(chance.normal(0, 2.5, 2), -room, room)
        for level, colour in enumerate(tower):
            dx, dy = np.clip(chance.normal(0, 0.8, 2), -1.6, 1.6).tolist()
            stood.append(Stood(colour, float(x) + dx, float(y) + dy, level))
    return book, stood, str(chance.choice(list(book)))


def after(
    chance: np.random.Generator,
    stood: list[Stood],
    hit: str,
    table: Table,
    squares: tuple[PaintedSquare, ...],
    across: float = 22.0,
) -> list[Stood]:
    """Where all pieces are after the flick: some of the tower that was hit fly, the others may slide as one."""
    square = next(one for one in squares if one.name == hit)
    tower = [p for p in stood if np.hypot(p.x - square.x, p.y - square.y) < across - 6]
    tower.sort(key=lambda p: p.level)
    kind = chance.random()
    if len(tower) == 1 or kind < 0.5:
        flying = list(tower)
    elif kind < 0.8:  # the upper ones fly
        flying = tower[int(chance.integers(1, len(tower))) :]
    else:  # the lowest is shot from under the others
        flying = tower[:1]
    stay = [p for p in tower if p not in flying]
    others = [p for p in stood if p not in tower]
    slide = chance.normal(0, 2.0, 2) if chance.random() < 0.6 else np.zeros(2)
    kept = [
        Stood(p.colour, p.x + float(slide[0]), p.y + float(slide[1]), level, bool(slide.any()))
        for level, p in enumerate(stay)
    ]
    placed = [(p.x, p.y) for p in (*others, *kept)]
    moved: list[Stood] = []
    for piece in flying:
        if chance.random() < 0.06 and (others or moved):  # it comes to lie on another
            under = [*others, *kept, *moved]
            one = under[int(chance.integers(len(under)))]
            on_it = [p for p in under if np.hypot(p.x - one.x, p.y - one.y) < 8]
            top = max(on_it, key=lambda p: p.level)
            dx, dy = chance.normal(0, 1.5, 2).tolist()
            moved.append(Stood(piece.colour, top.x + dx, top.y + dy, top.level + 1, moved=True))
            continue
        spot = free_spot(chance, placed, table, across + 1, (square.x, square.y))
        placed.append(spot)
        moved.append(Stood(piece.colour, *spot, 0, moved=True))
    return [*others, *kept, *moved]


def free_spot(
    chance: np.random.Generator,
    taken: list[tuple[float, float]],
    table: Table,
    apart: float,
    about: tuple[float, float] | None = None,
) -> tuple[float, float]:
    """A place at least so far (mm) from others: mostly near where a piece was hit, now and then off the board."""
    while True:
        if about is not None and chance.random() < 0.7:
            x, y = (np.array(about) + chance.normal(0, 45, 2)).tolist()
        else:
            x = float(chance.uniform(-15, table.width_mm + 15))
            y = float(chance.uniform(-15, table.height_mm + 15))
        corner = min(abs(x), abs(x - table.width_mm)) + min(abs(y), abs(y - table.height_mm))
        outside = not (0 <= x <= table.width_mm and 0 <= y <= table.height_mm)
        if not (-30 < x < table.width_mm + 30 and -30 < y < table.height_mm + 30) or (
            outside and corner < 80
        ):
            continue
        if all(np.hypot(x - a, y - b) >= apart for a, b in taken):
            return x, y
