"""Common elements of all boards: seats' signs, marks, arrows, words. Sizes in mm of the drawing.

A board is drawn for a unit: the mm of it that are 1/480 of the shorter side of the viewing area. Print grows
with the board; everything to be read or touched is measured in units.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Final, Literal, Protocol, runtime_checkable

from companion.game import Seat
from vision.printed.marks import Art, Block, Disc, Drawing, Ink, Label, Mark, Part, Point, Shape
from vision.printed.shapes import box, polygon

MarkKind = Literal["moved", "chore", "missing", "wrong", "chosen", "seen", "point", "go", "take", "shoot"]
"""`point`: a hint's place. The last three: targets to go to, to take, to shoot at."""
Window = tuple[float, float, float, float]
"""A part of the table: x, y, width and height in mm."""
CAPITAL: Final = 0.71
"""Height of capitals relative to the type size."""
WIDTHS: Final = (("’,'ijlI. |", 0.26), ("ftr-", 0.355), ("mwMW★", 0.85), ("ABCDGHKNOPQRSTUVXYZ", 0.66))
"""Widths of unusual bold letters relative to the type size."""
LINE: Final = 1.18
"""Line spacing relative to the type size."""
NAME: Final = 17.0
LEAST: Final = 13.0
"""Type size of names in units, and the minimum that can be read."""
SQUEEZED: Final = 0.76
"""Minimum width of squeezed letters relative to their own."""
SMALL: Final = 8.0
"""Minimum type size in units of a name on a card of the table."""
MARK_INKS: Final[dict[MarkKind, str]] = {
    "moved": "text", "chore": "warning", "missing": "hint", "wrong": "wrong", "chosen": "chosen", "seen": "quiet",
    "point": "hint", "go": "success", "take": "wrong", "shoot": "warning",
}  # fmt: skip
BADGES: Final[dict[MarkKind, str]] = {
    "chore": "tidy", "wrong": "refuse", "missing": "plus", "point": "hand", "take": "wrong", "shoot": "target",
}  # fmt: skip


@runtime_checkable
class DrawnBoard(Protocol):
    """A board that can be drawn on any surface."""

    @property
    def window(self) -> Window:
        """The part of the table that is shown."""

    @property
    def rim(self) -> float:
        """The margin of the drawing around it, in units."""

    def drawn(self, unit: float, names: tuple[str, ...] = (), large: float = 1.0, /) -> Drawing:
        """`unit`: mm; `names`: the seats', for screen readers; `large`: enlargement of words."""


def whose(seat: Seat | None, names: Sequence[str], words: str) -> str:
    """Words with the owner's name, which sighted people see by its colour."""
    return words if seat is None or seat >= len(names) else f"{words} ({names[seat]})"


def said(x: float, y: float, words: str, size: float, ink: Ink, fit: float = 0.0) -> Label:
    """Bold words around a point; `size`: of the type."""
    high = size * CAPITAL
    return Label(x, y + high / 2, words, high, ink, font="bold", anchor="middle", fit=fit)


def seat_shape(seat: Seat, x: float, y: float, side: float, ink: Ink) -> Mark:
    """A seat's shape around a point: disc (0), diamond (1), then one more corner per seat."""
    if seat == 0:
        return Disc(x, y, side * 0.8, ink)
    corners = 3 + seat if seat > 1 else 4
    turns = [2 * pi * n / corners for n in range(corners)]
    return Shape(polygon([(x + side / 2 * sin(turn), y - side / 2 * cos(turn)) for turn in turns]), fill=ink)


def piece(
    colour: str, seat: Seat | None, x: float, y: float, size: float, opacity: float = 1.0
) -> tuple[Mark, ...]:
    """A wooden piece from above around a point, with its seat's shape if `seat` is given."""
    ink = f"piece-{colour}"
    left, top, plain = x - size / 2, y - size / 2, Disc(x, y, size, ink, opacity=opacity)
    wood = Art(left, top, size, size, ink, (plain,), opacity=opacity)
    return (wood,) if seat is None else (wood, seat_shape(seat, x, y, size * 0.5, f"on-{ink}"))


@lru_cache(maxsize=32)
def piece_drawing(colour: str, seat: Seat | None = None) -> Drawing:
    """A single wooden piece with a ring that contrasts with every ground."""
    return Drawing("piece", 32, 32, (Disc(16, 16, 32, "line"), *piece(colour, seat, 16, 16, 30)))


def mark(
    kind: MarkKind, x: float, y: float, w: float, h: float, unit: float, *, due: bool = False
) -> tuple[Mark, ...]:
    """A mark in a rectangle: a dot for a target, else a ring; told by colour and badge."""
    ink = MARK_INKS[kind]
    if kind == "go":
        dot = min(w, h) * 0.3
        return Disc(x + w / 2, y + h / 2, dot + 4 * unit, "night"), Disc(x + w / 2, y + h / 2, dot, ink)
    heavy = unit * (2.4 if due or kind not in ("moved", "missing", "seen") else 1.2)
    ring = box(x + heavy, y + heavy, w - 2 * heavy, h - 2 * heavy, 5 * unit)
    dark = Shape(ring, edge="night", edge_mm=2 * heavy + 2.8 * unit)
    return dark, Part("", x, y, (Shape(ring, edge=ink, edge_mm=2 * heavy),), pulses=due)


def badge(kind: MarkKind, x: float, y: float, w: float, h: float, unit: float) -> tuple[Mark, ...]:
    """A mark's sign in the far right corner of its rectangle; none if its colour says enough."""
    if kind not in BADGES:
        return ()
    side = min(w * 0.34, h * 0.34, 26 * unit)
    # It juts out a little, as a name may cross the middle of a card.
    left, top, inset = x + w - side - 2 * unit, y - 2 * unit, side * 0.19
    ground = Disc(left + side / 2, top + side / 2, side, "night")
    sign = (left + inset, top + inset, side * 0.62, side * 0.62)
    return ground, Art(*sign, BADGES[kind], deck="icon", ink=MARK_INKS[kind])


def arrow(points: Sequence[Point], long_as: float, ink: Ink, unit: float) -> tuple[Mark, ...]:
    """An arrow along a minimum of two points, with a head of this length and a contrasting dark edge."""
    (fx, fy), (tx, ty) = points[-2], points[-1]
    long = hypot(tx - fx, ty - fy) or 1.0
    ax, ay = (tx - fx) / long, (ty - fy) / long
    head = max(7 * unit, min(17 * unit, long_as))
    tx, ty = tx - ax * head * 0.4, ty - ay * head * 0.4
    neck = (tx - ax * head, ty - ay * head)
    line = polygon([*points[:-1], neck])
    found: list[Mark] = []
    for colour, wider, opacity in (("night", unit, 0.85), (ink, 0.0, 1.0)):
        wing, ahead = head * 0.62 + 2.2 * wider, 2.4 * wider
        tip = polygon([
            (tx + ax * ahead, ty + ay * ahead),
            (neck[0] - ay * wing, neck[1] + ax * wing),
            (neck[0] + ay * wing, neck[1] - ax * wing),
        ])  # fmt: skip
        thick = head * 0.32 + 3.2 * wider
        found += [
            Shape(line, edge=colour, edge_mm=thick, opacity=opacity, closed=False),
            Shape(tip, fill=colour, opacity=opacity),
        ]
    return tuple(found)


def wide_of(words: str) -> float:
    """Approximate width of bold words relative to the type size."""
    return sum(next((wide for letters, wide in WIDTHS if letter in letters), 0.57) for letter in words)


def fitted(
    words: str, wide: float, high: float, unit: float, large: float = 1.0, most: float = 0.0
) -> tuple[tuple[str, ...], float] | None:
    """Words broken into lines, and their type size; None if it would be too small to read.

    The size that people chose is used if there is room, and never causes words to be left out. At the minimum
    size words break into several lines; with `most`, a larger height, they shrink further before they are
    left out. No word is cut.
    """
    if not words:
        return None
    size = min(NAME * large * unit, wide / wide_of(words), high / LINE)
    if size >= LEAST * unit:
        return (words,), size
    # One line, two even ones, or a line per word.
    each = words.split(" ")
    ways: list[tuple[str, ...]] = [(" ".join(each),)]
    pairs = [(" ".join(each[:n]), " ".join(each[n:])) for n in range(1, len(each))]
    if pairs:
        ways += [min(pairs, key=lambda pair: max(map(len, pair))), tuple(each)]
    sizes = {
        lines: min(wide / max(map(wide_of, lines)) / SQUEEZED, max(high, most) / len(lines) / LINE)
        for lines in ways
    }
    found = next((lines for lines, size in sizes.items() if size >= LEAST * unit), None)
    if found is not None:
        return found, LEAST * unit
    found = max(sizes, key=lambda lines: sizes[lines])
    return (found, sizes[found]) if most and sizes[found] >= SMALL * unit else None


def lines_about(
    words: str, x: float, y: float, wide: float, high: float, unit: float, large: float = 1.0, ink: Ink = "text"
) -> list[Label]:  # fmt: skip
    """Words in lines around a point; without room in the minimum size, and squeezed."""
    lines, size = fitted(words, wide, high, unit, large) or ((words,), LEAST * unit)
    top = y - (len(lines) - 1) / 2 * LINE * size
    return [said(x, top + n * LINE * size, line, size, ink, wide) for n, line in enumerate(lines)]


def strip(
    name: str, x: float, low: float, wide: float, high: float, ink: Ink, unit: float, large: float,
    *, most: float = 0.0, middle: bool = False, corner: tuple[float, float] = (0.0, 0.0),
) -> tuple[Mark, ...]:  # fmt: skip
    """A name on a ground above `low`, or across it, around `x`; empty if it has no room.

    `corner`: width and height of the thing at its left; lines beside that stand right of it.
    """
    broken = fitted(name, wide + 2 * unit, high, unit, large, most)
    if broken is None:
        return ()
    lines, size = broken
    widest = min(max(map(wide_of, lines)) * size, wide + 2 * unit)
    room = max(wide, widest + 2 * unit)
    step = size * LINE
    tall = step * len(lines) + unit
    top = low - (tall / 2 if middle else tall)
    found: list[Mark] = [Block(x - room / 2, top, room, tall, ink, round_mm=3 * unit)]
    for n, line in enumerate(lines):
        y = top + (n + 0.5) * step
        left = corner[0] if y - size * CAPITAL / 2 < corner[1] else -unit
        fit = wide + unit - left
        most = fit / wide_of(line) / SQUEEZED
        found.append(said(x + (left + unit) / 2, y, line, min(size, most), "text", fit))
    return tuple(found)


def seat_sign(seat: Seat, x: float, y: float, side: float, unit: float) -> tuple[Mark, ...]:
    """The seat's shape on its colour, with its top left at (x, y)."""
    ground = Block(x, y, side, side, f"s{seat}", round_mm=3 * unit)
    return ground, seat_shape(seat, x + side / 2, y + side / 2, side * 0.64, "on_seat")
