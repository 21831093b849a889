"""Dividers for the box: what a pile is called and costs above the cards, and how many it has by number of players."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from vision.faces.colours import mixed
from vision.faces.zombinion.canvas import CREAM, INK, Canvas
from vision.faces.zombinion.card import FAMILIES, RIM, WIDE
from vision.faces.zombinion.signs import cost_sign
from vision.printed.letters import fitting
from vision.printed.marks import BLACK, WHITE, Colour, Drawing, Label, Shape
from vision.printed.shapes import box
from vision.printed.svg import kept_drawing

HIGH: Final = 105.0
"""Its head, 14 mm high, stands out above the cards."""
TAB: Final = 14.0
ROW: Final = 9.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DividerText:
    """What stands on one divider: `counts` are pairs of players and cards; `heading` stands over them."""

    id: str
    name: str
    gloss: str
    cost: int
    types: tuple[str, ...]
    heading: tuple[str, str]
    counts: Sequence[tuple[int, int]]


def _horde(name: str, far: Colour, near: Colour) -> Drawing:
    """Heads and hands along the foot, in the colour of the paper: the far row is kept black, the near one white."""
    inks = {BLACK: far, WHITE: near}
    kept = kept_drawing(__package__, f"horde-{name}")
    marks = [
        replace(mark, fill=inks[mark.fill])
        for mark in kept.marks
        if isinstance(mark, Shape) and mark.fill in inks
    ]
    inner = replace(kept, marks=tuple(marks))
    whole = Canvas(f"foot {name}", inner.width_mm, inner.height_mm)
    whole.place(inner, 0, 0, within=box(0, 0, inner.width_mm, inner.height_mm))
    return whole.drawing()


def draw_divider(text: DividerText) -> Drawing:
    family = FAMILIES[next(one for one in FAMILIES if one in text.types)]
    plate = mixed(CREAM, family, 0.1)
    canvas = Canvas(f"divider {text.id}", WIDE, HIGH)
    canvas.box(0, 0, WIDE, HIGH, plate, edge=(family, 0.4))
    canvas.box(0, TAB, WIDE, 1.6, family)
    canvas.place(_horde(text.id, mixed(plate, family, 0.16), mixed(plate, family, 0.34)), 0.3, HIGH - 24.3)
    canvas.place(cost_sign(text.cost, 5.6), RIM, 1.4)
    size = fitting(text.name, "tall", 6.0, 3.6, WIDE - 17.0)
    same = text.gloss.casefold() == text.name.casefold()
    canvas.marks.append(
        Label(15.2, (TAB + size) / 2 if same else 1.2 + size, text.name, size, INK, font="tall")
    )
    if not same:
        canvas.marks.append(Label(15.2, TAB - 1.6, text.gloss, 2.9, INK))
    for side, (words, anchor) in enumerate(zip(text.heading, ("start", "end"), strict=True)):
        x = 6.0 if side == 0 else WIDE - 6.0
        canvas.marks.append(
            Label(x, TAB + 11, words, 3.2, INK, anchor="start" if anchor == "start" else "end")
        )
    for n, (players, cards) in enumerate(text.counts):
        y = TAB + 14 + n * ROW
        canvas.box(4, y, WIDE - 8, ROW - 1.2, CREAM, radius=1.4, edge=(family, 0.4))
        canvas.marks.append(Label(8, y + 6.2, str(players), 4.6, INK, font="tall"))
        canvas.marks.append(Label(WIDE - 8, y + 6.2, f"× {cards}", 4.6, INK, font="tall", anchor="end"))
    return canvas.drawing()
