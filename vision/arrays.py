"""Types of arrays and boxes, and small functions on boxes and points that many rooms share."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""An image, H×W×3 (BGR) or H×W (grey), 0..255."""
Values = NDArray[np.float32]
Floats = NDArray[np.float64]
Points = NDArray[np.float64]
"""N×2: x and y."""
Mask = NDArray[np.bool_]
Size = tuple[float, float]
"""Width and height."""
Shape = tuple[int, int]
"""Rows and columns."""

T = TypeVar("T")
Box = tuple[float, float, float, float]
"""Least x, least y, greatest x, greatest y."""
PxBox = tuple[int, int, int, int]
"""The same in whole px, the last two excluded."""
AnyBox = TypeVar("AnyBox", Box, PxBox)
Corners = tuple[tuple[float, float], ...]
"""The points of an outline, in turn."""


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes have a point in common."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def meets_any(box: Box, boxes: Sequence[Box]) -> bool:
    return any(meet(box, other) for other in boxes)


def box_about(points: Points) -> Box:
    (left, low), (right, high) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    return left, low, right, high


def grown(box: Box, by: float, most: Box = (-inf, -inf, inf, inf)) -> Box:
    """A box enlarged by `by` on every side, within `most`."""
    left, low, right, high = most
    return max(box[0] - by, left), max(box[1] - by, low), min(box[2] + by, right), min(box[3] + by, high)


def merged(boxes: Sequence[AnyBox]) -> tuple[AnyBox, ...]:
    ordered: list[AnyBox] = []
    for box in boxes:
        while near := next((other for other in ordered if meet(box, other)), None):
            ordered.remove(near)
            box = (min(box[0], near[0]), min(box[1], near[1]), max(box[2], near[2]), max(box[3], near[3]))
        ordered.append(box)
    return tuple(ordered)


def medians(rows: Floats) -> Floats:
    """The median of each column; NumPy's own takes ten times as long for some dozen rows."""
    ordered, half = np.sort(rows, axis=0), len(rows) // 2
    return np.asarray((ordered[(len(rows) - 1) // 2] + ordered[half]) / 2, dtype=np.float64)


def as_corners(points: Points) -> Corners:
    """The points as plain numbers, for a sighting."""
    return tuple((x, y) for x, y in points.tolist())


def circle(count: int) -> Points:
    """`count` points of the unit circle, in turn."""
    turn = np.arange(count) * 2 * np.pi / count
    return np.column_stack([np.cos(turn), np.sin(turn)])


def stretch(along: float, aslant: float) -> Floats:
    """The symmetric matrix of determinant 1 whose logarithm is ((along, aslant), (aslant, -along))."""
    size = float(np.hypot(along, aslant))
    ratio = float(np.sinh(size)) / size if size > 1e-9 else 1.0
    flat = np.array([[along, aslant], [aslant, -along]], dtype=np.float64)
    return np.asarray(np.cosh(size) * np.eye(2) + ratio * flat, dtype=np.float64)


def each_once(ordered: Iterable[T], same: Callable[[T, T], bool]) -> Iterator[T]:
    """The things, without those that are the same as one kept before."""
    kept: list[T] = []
    for one in ordered:
        if not any(same(one, other) for other in kept):
            kept.append(one)
            yield one
