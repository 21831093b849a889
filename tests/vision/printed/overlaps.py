"""Finds words and signs of a drawing that something else covers, or that run out of it."""

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final, assert_never

from vision.printed.letters import size_of, width_mm
from vision.printed.marks import Block, Drawing, Image, Label, Line, Mark, Placed, Shape
from vision.workshop.outlines import extent

TOUCH_MM: Final = 0.05
"""What lies over another by less is not seen."""
_BELOW: Final = 0.22
"""How far letters reach below their line, over the size of their font."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A mark where it lies in the whole drawing: its name where it must be seen whole, and what it covers."""

    name: str
    box: Box


def overlaps(drawing: Drawing) -> tuple[str, ...]:
    """What is wrong, a line each: words or signs that a later mark covers, that share a place, or that stick out."""
    parts = _parts(drawing)
    found = []
    for number, part in enumerate(parts):
        if not part.name:
            continue
        left, top, right, low = part.box
        if (
            left < -TOUCH_MM
            or top < -TOUCH_MM
            or right > drawing.width_mm + TOUCH_MM
            or low > drawing.height_mm + TOUCH_MM
        ):
            found.append(f"{drawing.name}: {part.name} runs out of it")
        found += [
            f"{drawing.name}: {part.name} is covered by {later.name or 'a shape'}"
            for later in parts[number + 1 :]
            if _share(part.box, later.box)
        ]
    return tuple(found)


def _share(one: Box, other: Box) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > TOUCH_MM and down > TOUCH_MM


def _parts(drawing: Drawing) -> list[_Part]:
    parts: list[_Part] = []
    for mark in drawing.marks:
        if isinstance(mark, Placed) and not mark.drawing.sign:
            parts += [_Part(part.name, _there(part.box, mark)) for part in _parts(mark.drawing)]
        else:
            parts.append(_Part(_name(mark), _box(mark)))
    return parts


def _name(mark: Mark) -> str:
    if isinstance(mark, Label):
        return f"{mark.words!r}"
    return f"the sign {mark.drawing.name}" if isinstance(mark, Placed) else ""


def _box(mark: Mark) -> Box:
    match mark:
        case Block() | Image():
            return mark.x, mark.y, mark.x + mark.w, mark.y + mark.h
        case Line():
            return min(mark.x0, mark.x1), min(mark.y0, mark.y1), max(mark.x0, mark.x1), max(mark.y0, mark.y1)
        case Shape():
            return extent(mark.path)
        case Label():
            wide = width_mm(mark.words, mark.font, mark.size_mm)
            left = mark.x - {"start": 0.0, "middle": wide / 2, "end": wide}[mark.anchor]
            return (
                left,
                mark.y - mark.size_mm,
                left + wide,
                mark.y + _BELOW * size_of(mark.font, mark.size_mm),
            )
        case Placed():
            return _there((0.0, 0.0, mark.drawing.width_mm, mark.drawing.height_mm), mark)
        case _:
            assert_never(mark)


def _there(box: Box, placed: Placed) -> Box:
    """A box of a placed drawing as it lies in the other one; of a turned one what it lies within."""
    if placed.within is not None:
        left, top, right, low = extent(placed.within)
        box = (max(box[0], left), max(box[1], top), min(box[2], right), min(box[3], low))
    c, s = cos(placed.turn * pi / 180), sin(placed.turn * pi / 180)
    middle_x, middle_y = placed.drawing.width_mm / 2, placed.drawing.height_mm / 2
    corners = [(x - middle_x, y - middle_y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    across = [placed.x + placed.scale * (middle_x + c * x - s * y) for x, y in corners]
    down = [placed.y + placed.scale * (middle_y + s * x + c * y) for x, y in corners]
    return min(across), min(down), max(across), max(down)
