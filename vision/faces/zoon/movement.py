"""The movement grid of a card: five by five squares, the Zoon in the middle, ahead at the top.

A path of two squares is a line with a stop on each; a green square is reached directly, over whatever lies between.
"""

from dataclasses import dataclass
from typing import Final

from vision.faces.zoon.ink import INK, flat, stroke
from vision.printed.marks import Colour, Drawing, Gradient, Line, Mark, Shape
from vision.printed.shapes import box, circle, polygon

ACROSS: Final = 5
CELL_MM: Final = 4.1
RIM_MM: Final = 0.6
GRID_MM: Final = ACROSS * CELL_MM + 2 * RIM_MM
"""Side of the whole grid."""
PAPER: Final[Colour] = (252, 245, 226)
PATH: Final[Colour] = (246, 190, 60)
JUMP: Final[Colour] = (34, 122, 62)
THIN: Final[Colour] = (176, 156, 126)


@dataclass(frozen=True, slots=True)
class Step:
    """One printed path: squares in order, each as (to the right, ahead); `jumps`: a green square, reached directly."""

    squares: tuple[tuple[int, int], ...]
    jumps: bool = False


def movement_grid(steps: tuple[Step, ...], colour: Colour) -> Drawing:
    """The grid as a sign of GRID_MM; squares farther than two away are left out. `colour` is that of the Zoon."""
    marks: list[Mark] = [flat(box(0, 0, GRID_MM, GRID_MM, 1.4), PAPER, 0.5)]
    for step in steps:
        ends = [square for square in step.squares if _shown(square)]
        marks += [
            _cell(square, JUMP if step.jumps else PATH) for square in (ends[-1:] if step.jumps else ends)
        ]
    for n in range(1, ACROSS):
        at = RIM_MM + n * CELL_MM
        marks.append(Line(RIM_MM, at, GRID_MM - RIM_MM, at, ink=THIN, width_mm=0.18))
        marks.append(Line(at, RIM_MM, at, GRID_MM - RIM_MM, ink=THIN, width_mm=0.18))
    for step in steps:
        marks += _green(step) if step.jumps else _walked(step)
    x, y = _middle((0, 0))
    marks.append(flat(box(x - CELL_MM / 2, y - CELL_MM / 2, CELL_MM, CELL_MM, 0.6), colour, 0.4))
    pawn = polygon([(x, y - 1.35), (x + 1.25, y + 1.15), (x, y + 0.6), (x - 1.25, y + 1.15)])
    marks.append(flat(pawn, PAPER, 0.3))
    return Drawing("movement", GRID_MM, GRID_MM, tuple(marks), sign=True)


def _shown(square: tuple[int, int]) -> bool:
    return max(map(abs, square)) <= ACROSS // 2


def _middle(square: tuple[int, int]) -> tuple[float, float]:
    return RIM_MM + (square[0] + 2.5) * CELL_MM, RIM_MM + (2.5 - square[1]) * CELL_MM


def _cell(square: tuple[int, int], colour: Colour) -> Shape:
    x, y = _middle(square)
    half = CELL_MM / 2
    return Shape(
        box(x - half, y - half, CELL_MM, CELL_MM), fill=Gradient((x, y - half), (x, y + half), colour, colour)
    )


def _walked(step: Step) -> list[Mark]:
    stops = [_middle(square) for square in step.squares if _shown(square)]
    line = [_middle((0, 0)), *stops]
    marks: list[Mark] = [
        Line(*one, *other, ink=INK, width_mm=0.55) for one, other in zip(line, stops, strict=False)
    ]
    return [*marks, *(flat(circle(*stop, 1.0), INK) for stop in stops)]


def _green(step: Step) -> list[Mark]:
    """A ring of its own kind, and the leap to it."""
    if not _shown(step.squares[-1]):
        return []
    x, y = _middle(step.squares[-1])
    diamond = polygon([(x, y - 1.5), (x + 1.5, y), (x, y + 1.5), (x - 1.5, y)])
    return [
        flat(diamond, PAPER, 0.3),
        stroke([(x - 0.55, y + 0.1), (x - 0.1, y + 0.5), (x + 0.65, y - 0.5)], 0.4, JUMP),
    ]
