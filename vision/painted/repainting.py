"""Which parts of a painted picture must be painted anew, in boxes: where things came, went or are covered otherwise."""

from collections import Counter
from collections.abc import Sequence

from vision.painted.brush import Box, PlacedThing


def grown(box: Box, by: int) -> Box:
    """A box with so many px more on every side."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def area(box: Box) -> int:
    """How many pixels a box holds."""
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])


def joined(boxes: Sequence[Box]) -> list[Box]:
    """The boxes, with those made one that share more than the joined box has besides."""
    found: list[Box] = []
    for box in boxes:
        while True:
            other = next((one for one in found if area(_around(one, box)) <= area(one) + area(box)), None)
            if other is None:
                break
            found.remove(other)
            box = _around(other, box)
        found.append(box)
    return found


def _around(one: Box, other: Box) -> Box:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def changed(before: Sequence[PlacedThing], after: Sequence[PlacedThing]) -> list[PlacedThing]:
    """What must be painted anew: what came, what went, and what stayed but changed its place in the order."""
    old, new = Counter(before), Counter(after)
    gone, come = old - new, new - old
    found = list(gone.elements()) + list(come.elements())
    stayed_before = [item for item in before if item not in gone]
    stayed_after = [item for item in after if item not in come]
    if stayed_before != stayed_after:
        found += [item for n, item in enumerate(stayed_after) if stayed_before[n : n + 1] != [item]]
    return found
