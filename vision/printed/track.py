"""A board to print: a track of numbered squares, starts with planets, a goal, and the corner tags that the eye needs.

Rule kept: all is pale but the red squares and the goal, so that pieces of any colour stand out; about the tags the
paper stays white.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Tags
from vision.printed.drawing import tag_blocks
from vision.printed.marks import WHITE, Drawing, Image, Label, Line, Mark, grey

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

Look = Literal["plain", "red", "start", "goal"]

COLOURS: Final[dict[Look, Colour]] = {
    "plain": (228, 240, 243),
    "red": (64, 58, 205),
    "start": (232, 214, 190),
    "goal": (92, 196, 240),
}
"""Blue, green and red of the squares."""
PATH: Final = grey(190)
"""Grey of the way from square to square."""
OUTLINE: Final = 60
PLANETS: Final[tuple[Colour, ...]] = (
    (200, 120, 70), (80, 140, 220), (120, 170, 90), (170, 110, 170), (90, 90, 200), (150, 150, 150),
)  # fmt: skip
PX_PER_MM: Final = 12
_NUMBER: Final = 0.2
"""Height of a number's capitals over the side of its square."""
WAY_MM: Final = 3.0
_DIGIT, _CAPITAL = 0.79, 1.0
"""How wide digits and capitals are, over the height of a capital."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackSquare:
    """A square to print: its middle and side in table mm, and its looks; `words` stand in it, `planets` lie in it."""

    x: float
    y: float
    side: float
    look: Look = "plain"
    words: str = ""
    planets: int = 0


def draw_track(
    name: str, width_mm: float, height_mm: float, tags: Tags | None, squares: Sequence[TrackSquare]
) -> Drawing:
    """The whole board, true to size, with its tags outside its corners; plain and red squares are joined in order."""
    edge = tags.side_mm if tags is not None else 0.0
    marks: list[Mark] = [*_border(edge, width_mm, height_mm)]
    track = [square for square in squares if square.look in ("plain", "red")]
    ways = [((one.x, one.y), (other.x, other.y)) for one, other in pairwise(track)]
    for goal in squares:
        if goal.look == "goal" and track:
            ways += pairwise(_way_home(track, goal, height_mm))
    for (x, y), (to_x, to_y) in ways:
        marks.append(
            Line(
                edge + x,
                edge + height_mm - y,
                edge + to_x,
                edge + height_mm - to_y,
                ink=PATH,
                width_mm=WAY_MM,
            )
        )
    for square in squares:
        left, top = edge + square.x - square.side / 2, edge + height_mm - square.y - square.side / 2
        marks.append(Image(left, top, square.side, square.side, square_picture(square)))
        if square.words:
            letter = _DIGIT if square.words.isdecimal() else _CAPITAL
            size = min(_NUMBER, 0.8 / (letter * len(square.words))) * square.side
            start = left + square.side / 2 - letter / 2 * size * len(square.words)
            ink = WHITE if square.look == "red" else grey(40)
            marks.append(Label(start, top + square.side / 2 + size / 2, square.words, size, ink))
    if tags is not None:
        side, right, far = tags.side_mm, edge + width_mm, edge + height_mm
        corners = ((0.0, far), (right, far), (right, 0.0), (0.0, 0.0))
        for number, (x, y) in zip(tags.ids, corners, strict=True):
            marks += tag_blocks(tags.dictionary, number, x, y, side)
    return Drawing(name, width_mm + 2 * edge, height_mm + 2 * edge, tuple(marks))


def square_picture(square: TrackSquare) -> Picture:
    """What is printed on a square, without its words."""
    size = max(8, round(square.side * PX_PER_MM))
    picture = np.full((size, size, 3), COLOURS[square.look], np.uint8)
    thick = max(1, round(0.5 * PX_PER_MM))
    cv2.rectangle(picture, (0, 0), (size - 1, size - 1), (OUTLINE,) * 3, 2 * thick)
    for number in range(square.planets):
        angle = 2 * np.pi * number / square.planets + np.pi / 2
        away = 0.28 * size if square.planets > 1 else 0.0
        middle = (round(size / 2 + away * np.cos(angle)), round(size / 2 - away * np.sin(angle)))
        tint = PLANETS[number % len(PLANETS)]
        cv2.circle(picture, middle, round(0.11 * size), tint, -1, cv2.LINE_AA)
        cv2.ellipse(picture, middle, (round(0.17 * size), round(0.05 * size)), -20, 0, 360,
                    (OUTLINE,) * 3, max(1, thick // 2), cv2.LINE_AA)  # fmt: skip
    return np.asarray(picture, np.uint8)


def _way_home(track: Sequence[TrackSquare], goal: TrackSquare, high: float) -> list[tuple[float, float]]:
    """The way from the last square to the goal: along the far edge of the board where others lie between."""
    last = track[-1]
    beside = [square for square in track if square is not last and abs(square.y - last.y) < square.side]
    if all((square.x - last.x) * (goal.x - last.x) < 0 for square in beside):
        return [(last.x, last.y), (goal.x, goal.y)]
    lane = (max(square.y + square.side / 2 for square in track) + high) / 2
    return [(last.x, last.y), (last.x, lane), (goal.x, lane), (goal.x, goal.y)]


def _border(edge: float, wide: float, high: float) -> list[Line]:
    """The edge of the board: off it a piece goes back to the start. Left out beside the tags' white paper."""
    free = edge / 3
    left, top, right, far = edge, edge, edge + wide, edge + high
    return [
        Line(left + free, top, right - free, top, ink=grey(OUTLINE)),
        Line(left + free, far, right - free, far, ink=grey(OUTLINE)),
        Line(left, top + free, left, far - free, ink=grey(OUTLINE)),
        Line(right, top + free, right, far - free, ink=grey(OUTLINE)),
    ]
