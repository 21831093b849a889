"""Paper mats for the supply and for a player; faint, because the eye searches cards on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from vision.faces.zombinion.card import CARD_HIGH, WIDE, cost_sign
from vision.printed.letters import fitting, wrapped
from vision.printed.marks import WHITE, Colour, Drawing, Gradient, Label, Mark, Placed, Shape, grey
from vision.printed.shapes import box, polygon

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
    """A place of a mat: its top left, width and height in mm, its name, the words under that, and the pile's cost."""

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
    """A mat of a size (mm) with its places; `phases`: headings and words for the place where cards are played."""
    marks: list[Mark] = [Shape(box(0, 0, wide, high), fill=WHITE)]
    for place in places:
        x, y, w, h = place.x + INSET, place.y + INSET, place.w - 2 * INSET, place.h - 2 * INSET
        tint = Gradient((0, 0), (0, y + h), WHITE, TINTS[place.kind])
        marks.append(Shape(box(x, y, w, h, 3.0), fill=tint, edge=LINES, edge_mm=0.4))
        if place.kind == "play":
            marks.append(Label(x + 3, y + h - 3, place.name, NAME_MM, WORDS, font="tall"))
            step = (place.w - 6) / max(1, len(phases))
            for n, (heading, words) in enumerate(phases):
                left = place.x + 5 + n * step
                if n:
                    line = polygon([(left - 3, place.y + 5), (left - 3, place.y + place.h - 12)])
                    marks.append(Shape(line, edge=LINES, closed=False))
                marks.append(Label(left, place.y + 9.5, heading, 5.0, WORDS, font="tall"))
                for k, part in enumerate(wrapped(words, "text", SMALL_MM, step - 6)):
                    marks.append(Label(left, place.y + 16 + k * 4.6, part, SMALL_MM, WORDS))
            continue
        card = box(x + (w - WIDE) / 2, y + (h - CARD_HIGH) / 2, WIDE, CARD_HIGH, 2.0)
        marks.append(Shape(card, edge=LINES, edge_mm=0.25))
        left = 5.0
        if place.cost is not None:
            marks.append(Placed(cost_sign(place.cost, 3.6), x + 4.4, y + h - 12.4))
            left = 12.8
        size = fitting(place.name, "tall", NAME_MM, 2.4, w - left - 4)
        base = y + h - (9.6 if place.words else 5.6)
        marks.append(Label(x + left, base, place.name, size, WORDS, font="tall"))
        if place.words:
            small = fitting(place.words, "text", SMALL_MM, 2.88, w - left - 3)
            marks.append(Label(x + left, y + h - 4.9, place.words, small, WORDS))
    return Drawing(name, wide, high, tuple(marks))
