"""Elements of an SVG drawing as text. Millimetres of the table are its units; the far edge is at the top."""

import html
from collections.abc import Iterable
from math import cos, hypot, pi, sin

from ui.words import in_order

Window = tuple[float, float, float, float]
"""A part of the table: x, y, width and height in mm."""


class Drawn:
    """A drawing of a part of the table. `turn`: a point of the table as one of the drawing."""

    def __init__(self, window: Window, rim: float) -> None:
        self.window, self._rim = window, rim
        self._parts: list[str] = []

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A point of the table (mm) in the drawing, whose y grows downwards."""
        left, near, _wide, high = self.window
        return x - left + self._rim, near + high - y + self._rim

    def rect(
        self, x: float, y: float, wide: float, high: float, kind: str, angle: float = 0.0, rx: float = 2.0
    ) -> None:
        """A rectangle about a middle, turned counter-clockwise by so many degrees."""
        px, py = self.point(x, y)
        turned = f' transform="rotate({_n(-angle)} {_n(px)} {_n(py)})"' if angle % 180 else ""
        self._parts.append(
            f'<rect class="{kind}" x="{_n(px - wide / 2)}" y="{_n(py - high / 2)}" width="{_n(wide)}"'
            f' height="{_n(high)}" rx="{_n(rx)}"{turned}/>'
        )

    def disc(self, x: float, y: float, size: float, kind: str) -> None:
        """A disc about a middle; `size` is how wide it is."""
        px, py = self.point(x, y)
        self._parts.append(f'<circle class="{kind}" cx="{_n(px)}" cy="{_n(py)}" r="{_n(size / 2)}"/>')

    def text(self, words: str, x: float, y: float, kind: str, fit: float = 0.0) -> None:
        """Words about a middle, upright; squeezed into `fit` mm where they would be wider."""
        px, py = self.point(x, y)
        squeezed = ""
        letter = SMALL_LETTER_MM if kind in SMALL else LETTER_MM
        if fit and len(words) * letter > fit:
            squeezed = f' textLength="{_n(fit)}" lengthAdjust="spacingAndGlyphs"'
        self._parts.append(f'<text class="{kind}" x="{_n(px)}" y="{_n(py)}"{squeezed}>{escape(words)}</text>')

    def key(self, x: float, y: float, wide: float, high: float, id: str, words: str) -> None:
        """A rectangle about a middle that can be touched, or reached by keys; `words` say what it is."""
        px, py = self.point(x, y)
        self._parts.append(
            f'<rect class="hit" role="button" tabindex="0" data-key="{escape(id)}" aria-label="{escape(words)}"'
            f' x="{_n(px - wide / 2)}" y="{_n(py - high / 2)}" width="{_n(wide)}" height="{_n(high)}"/>'
        )

    def way(self, points: Iterable[tuple[float, float]]) -> None:
        """An arrow along points of the table."""
        turned = [self.point(x, y) for x, y in points]
        if len(turned) < 2:
            return
        line = " ".join(f"{_n(x)},{_n(y)}" for x, y in turned)
        (fx, fy), (x, y) = turned[-2:]
        long = hypot(x - fx, y - fy) or 1.0
        along = ((x - fx) / long * HEAD_MM, (y - fy) / long * HEAD_MM)
        wing = (-along[1] * 0.6, along[0] * 0.6)
        tip = (
            (x, y),
            (x - along[0] + wing[0], y - along[1] + wing[1]),
            (x - along[0] - wing[0], y - along[1] - wing[1]),
        )
        corners = " ".join(f"{_n(tx)},{_n(ty)}" for tx, ty in tip)
        self._parts.append(
            f'<polyline class="arrow" points="{line}"/><polygon class="tip" points="{corners}"/>'
        )

    def svg(self, title: str) -> str:
        """The whole drawing; `title` says in words what it shows."""
        _x, _y, wide, high = self.window
        box = f"0 0 {_n(wide + 2 * self._rim)} {_n(high + 2 * self._rim)}"
        inside = "".join(self._parts)
        role = "group" if "data-key" in inside else "img"
        return f'<svg viewBox="{box}" role="{role}" aria-label="{escape(title)}">{inside}</svg>'


HEAD_MM = 11.0
LETTER_MM, SMALL_LETTER_MM = 5.0, 3.6
"""About how wide a letter is."""
SMALL = frozenset({"token-name", "tile"})


def escape(words: str) -> str:
    """Words as they stand in a page, whatever somebody wrote: no tags, and nothing that turns their order about."""
    return html.escape(in_order(words))


def seat_class(seat: int | None) -> str:
    """The class that gives a seat's colour; empty for what is nobody's."""
    return "" if seat is None else f" s{seat % 6}"


def seat_shape(seat: int) -> str:
    """A seat's own shape as a sign among words: a disc, a diamond, a corner more for each further seat."""
    if seat == 0:
        inside = '<circle cx="5" cy="5" r="4"/>'
    else:
        corners = 3 + seat if seat > 1 else 4
        turns = (2 * pi * n / corners for n in range(corners))
        points = " ".join(f"{_n(5 + 5 * sin(turn))},{_n(5 - 5 * cos(turn))}" for turn in turns)
        inside = f'<polygon points="{points}"/>'
    return f'<svg class="shape" viewBox="0 0 10 10" aria-hidden="true">{inside}</svg>'


def _n(value: float) -> str:
    """A number as short as it may be."""
    return f"{value:.1f}".removesuffix(".0")
