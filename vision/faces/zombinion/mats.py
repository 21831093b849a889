"""Mats of paper: the supply, and what lies before a player; faint, for the eye looks for cards on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from vision.faces.zombinion.canvas import Canvas, down
from vision.faces.zombinion.card import CARD_HIGH, WIDE
from vision.faces.zombinion.signs import cost_sign
from vision.printed.letters import fitting, wrapped
from vision.printed.marks import WHITE, Colour, Drawing, Label, grey

WORDS: Final = grey(96)
LINES: Final = grey(200)
TINTS: Final[dict[str, Colour]] = {
    "deck": (238, 240, 246),
    "discard": (246, 240, 236),
    "play": (248, 247, 240),
    "trash": (246, 236, 236),
    "supply": (243, 244, 240),
}
NAME_MM: Final = 4.2
SMALL_MM: Final = 3.0
INSET: Final = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class MatPlace:
    """A place of a mat: its top left, width and height in mm, its name, what stands under it, and what it costs."""

    kind: Literal["deck", "discard", "play", "trash", "supply"]
    x: float
    y: float
    w: float
    h: float
    name: str
    words: str = ""
    cost: int | None = None


def draw_mat_part(
    name: str, wide: float, high: float, places: Sequence[MatPlace], phases: Sequence[tuple[str, str]] = ()
) -> Drawing:
    """A mat of so many mm with its places; `phases`: what is done in them, by heading, where cards are played."""
    canvas = Canvas(name, wide, high)
    canvas.box(0, 0, wide, high, WHITE)
    for place in places:
        _place(canvas, place)
        if place.kind == "play" and phases:
            _phases(canvas, place, phases)
    return canvas.drawing()


def _place(canvas: Canvas, place: MatPlace) -> None:
    x, y, w, h = place.x + INSET, place.y + INSET, place.w - 2 * INSET, place.h - 2 * INSET
    canvas.box(x, y, w, h, down(WHITE, TINTS[place.kind], y + h), radius=3.0, edge=(LINES, 0.4))
    if place.kind == "play":
        canvas.marks.append(Label(x + 3, y + h - 3, place.name, NAME_MM, WORDS, font="tall"))
        return
    across, down_to = x + (w - WIDE) / 2, y + (h - CARD_HIGH) / 2
    canvas.box(across, down_to, WIDE, CARD_HIGH, None, radius=2.0, edge=(LINES, 0.25))
    left = 5.0
    if place.cost is not None:
        canvas.place(cost_sign(place.cost, 3.6), x + 4.4, y + h - 12.4)
        left = 12.8
    size = fitting(place.name, "tall", NAME_MM, 2.4, w - left - 4)
    canvas.marks.append(
        Label(x + left, y + h - (9.6 if place.words else 5.6), place.name, size, WORDS, font="tall")
    )
    if place.words:
        small = fitting(place.words, "text", SMALL_MM, 2.88, w - left - 3)
        canvas.marks.append(Label(x + left, y + h - 4.9, place.words, small, WORDS))


def _phases(canvas: Canvas, place: MatPlace, phases: Sequence[tuple[str, str]]) -> None:
    step = (place.w - 6) / len(phases)
    for n, (heading, words) in enumerate(phases):
        x = place.x + 5 + n * step
        if n:
            canvas.line([(x - 3, place.y + 5), (x - 3, place.y + place.h - 12)], LINES, 0.4)
        canvas.marks.append(Label(x, place.y + 9.5, heading, 5.0, WORDS, font="tall"))
        for k, line in enumerate(wrapped(words, "text", SMALL_MM, step - 6)):
            canvas.marks.append(Label(x, place.y + 16 + k * 4.6, line, SMALL_MM, WORDS))
