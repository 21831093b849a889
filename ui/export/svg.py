"""Drawings as they stand in a page: in its own colours, what is drawn again and again only once."""

import html
import re
from collections.abc import Callable
from typing import Any

from ui.present import drawn
from ui.present.board import BoardModel
from ui.words import in_order
from vision.printed.letters import size_of
from vision.printed.marks import Art, Block, Disc, Drawing, Image, Ink, Label, Mark, Part, Placed
from vision.printed.svg import Writer

ACROSS = 480.0
"""The width or height of a board in units, whichever is less."""


def drawing_of(board: BoardModel, own: object, names: tuple[str, ...] = ()) -> Drawing:
    """A board as a drawing: the game's own where it has one, else that of regions. `names`: those of the seats."""
    shown = own if isinstance(own, drawn.DrawnBoard) else board
    _x, _y, wide, high = shown.window
    return shown.drawn(min(wide, high) / ACROSS, names)


class PageWriter(Writer):
    """The drawings of a page: named colours are the page's, large pictures are left out.

    `key` gives the id of what sends a touch, or "". What is placed in a drawing is defined once.
    """

    def __init__(self, key: Callable[[Any], str] = lambda _touch: "") -> None:
        super().__init__()
        self._key, self._keys = key, list[str]()
        self._names: dict[str, str] = {}

    def svg(self, drawing: Drawing, title: str, *, alone: bool = False) -> str:
        """A drawing; `title` says what it shows. `alone`: what it places stands in it, for it is the only one."""
        self._keys.clear()
        inside = self.all(drawing.marks) + "".join(self._keys)
        shared = self.shared() if alone else ""
        size, role = f"{_n(drawing.width_mm)} {_n(drawing.height_mm)}", "group" if self._keys else "img"
        return f'<svg viewBox="0 0 {size}" role="{role}" aria-label="{escape(title)}">{shared}{inside}</svg>'

    def shared(self) -> str:
        """What the drawings place."""
        return f"<defs>{''.join(self.defined)}</defs>"

    def ink(self, ink: Ink) -> str:
        if not isinstance(ink, str):
            return super().ink(ink)
        name = f"{ink[0]}{int(ink[1:]) % 6}" if ink[1:].isdecimal() else ink
        return f'"var(--{name})"'

    def mark(self, mark: Mark) -> str:
        """One mark, as short as can be: an exported game has thousands."""
        match mark:
            case Part():
                id = "" if mark.touch is None else self._key(mark.touch)
                if id:
                    place = _box(mark.x - mark.w / 2, mark.y - mark.h / 2, mark.w, mark.h)
                    self._keys.append(
                        f'<rect class="hit" role="button" tabindex="0" data-key="{escape(id)}"'
                        f' aria-label="{escape(mark.words)}" {place}/>'
                    )
                return self.all(mark.marks)
            case Placed(inner):
                within = self.all(inner.marks)
                if within not in self._names:
                    self._names[within] = f"d{len(self._names)}"
                    self.defined.append(f'<g id="{self._names[within]}">{within}</g>')
                turn = ""
                if mark.turn % 360:
                    middle = f"{_n(mark.x + inner.width_mm / 2)} {_n(mark.y + inner.height_mm / 2)}"
                    turn = f' transform="rotate({_n(mark.turn)} {middle})"'
                return f'<use href="#{self._names[within]}" x="{_n(mark.x)}" y="{_n(mark.y)}"{turn}/>'
            case Image() | Art():
                return self.all(mark.instead)
            case Disc():
                place = f'cx="{_n(mark.x)}" cy="{_n(mark.y)}" r="{_n(mark.size / 2)}"'
                return f"<circle {place} fill={self.ink(mark.ink)}{_pale(mark.opacity)}/>"
            case Block():
                round_by = f' rx="{_n(mark.round_mm)}"' if mark.round_mm else ""
                place = _box(mark.x, mark.y, mark.w, mark.h)
                return f"<rect {place}{round_by} fill={self.ink(mark.ink)}{_pale(mark.opacity)}/>"
            case Label():
                size = size_of(mark.font, mark.size_mm)
                too_wide = mark.fit and drawn.wide_of(mark.words) * mark.size_mm / drawn.CAPITAL > mark.fit
                fit = f' textLength="{_n(mark.fit)}" lengthAdjust="spacingAndGlyphs"' if too_wide else ""
                anchor = "" if mark.anchor == "start" else f' text-anchor="{mark.anchor}"'
                return (
                    f'<text x="{_n(mark.x)}" y="{_n(mark.y)}" font-size="{_n(size)}"{anchor}{fit}'
                    f" fill={self.ink(mark.ink)}>{escape(mark.words)}</text>"
                )
            case _:
                return _FINE.sub(r"\1", super().mark(mark)).replace(_ROUND, "")


_ROUND = ' stroke-linejoin="round" stroke-linecap="round"'
"""What the page's style says of all its lines."""
_FINE = re.compile(r"(\.\d)\d+")
"""Less than a tenth of a millimetre."""


def _pale(opacity: float) -> str:
    return "" if opacity == 1 else f' opacity="{_n(opacity)}"'


def escape(words: str) -> str:
    """Words as they stand in a page, whatever somebody wrote: no tags, and nothing that turns their order about."""
    return html.escape(in_order(words))


def seat_class(seat: int | None) -> str:
    """The class that gives a seat's colour; empty for what is nobody's."""
    return "" if seat is None else f" s{seat % 6}"


def seat_shape(seat: int) -> str:
    """A seat's own shape as a sign among words: a disc, a diamond, a corner more for each further seat."""
    inside = PageWriter().all((drawn.seat_shape(seat, 5, 5, 10, "own"),))
    return f'<svg class="shape" viewBox="0 0 10 10" aria-hidden="true">{inside}</svg>'


def _box(x: float, y: float, w: float, h: float) -> str:
    return f'x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}"'


def _n(value: float) -> str:
    """A number as short as it may be."""
    return f"{value:.1f}".removesuffix(".0")
