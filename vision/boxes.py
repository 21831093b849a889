"""Upright boxes, in px or in mm: which of them meet, and those that meet made one."""

from collections.abc import Sequence

Box = tuple[float, float, float, float]
"""Least x, least y, greatest x, greatest y."""


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes have a point in common."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def meets_any(box: Box, boxes: Sequence[Box]) -> bool:
    """Whether a box has a point in common with one of several."""
    return any(meet(box, other) for other in boxes)


def merged(boxes: Sequence[Box]) -> tuple[Box, ...]:
    """The boxes with those that touch made one."""
    ordered: list[Box] = []
    for box in boxes:
        while near := next((other for other in ordered if meet(box, other)), None):
            ordered.remove(near)
            box = (min(box[0], near[0]), min(box[1], near[1]), max(box[2], near[2]), max(box[3], near[3]))
        ordered.append(box)
    return tuple(ordered)
