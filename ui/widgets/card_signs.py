"""What stands on a card of the mirror, to be read from a metre: its figure on a plate, its name in a strip, its seat.

Seats are told by colour and by shape. Everything is upright for whoever reads the screen, and stands where the card
lies: a figure in a corner is in the corner in which it is printed.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kivy.graphics import Color, Rectangle, SmoothRoundedRectangle

from companion.game import Seat
from ui.widgets.icons import seat_shape
from ui.widgets.palette import Colour
from ui.widgets.text import LEAST, letters
from ui.widgets.theme import colours, seat_colour, seat_deep, type_px, u

SQUEEZED = 0.8
"""Letters may be drawn so much narrower than they are to fit a strip."""
FIGURE, CORNER = 0.46, 0.3
"""The height of a figure's plate as part of a card's shorter side: one for the card, or one in each corner."""
SMALLEST = 8
"""A figure for which less height is left, in px, is left out: its letters would run over their plate."""
WIDEST = 0.6
"""The width of a figure's plate as part of the card's width: a penny has room beside it."""
NAME = 17.0
NAMED = 0.52
"""The most of a card's height that its name takes: the figure above it stays in sight."""
FEWEST_LETTERS = 6
"""A word is cut no shorter than this."""
SHAPE = 15.0


@dataclass(frozen=True, slots=True)
class Plate:
    """Words to be drawn: the middle and the size of their ground in px, the size of the words, and both colours."""

    words: str
    x: float
    y: float
    width: float
    height: float
    texture: Any
    text_size: tuple[float, float]
    ground: Colour
    ink: Colour


@dataclass(frozen=True, slots=True)
class Box:
    """The middle and size of a card in px as it lies, and how it is turned, in quarters counter-clockwise."""

    x: float
    y: float
    width: float
    height: float
    quarters: int = 0


def seat_inks(seat: Seat | None) -> tuple[Colour, Colour]:
    """Ground and ink of what tells a seat's figure."""
    return (colours().text, colours().surface) if seat is None else (seat_colour(seat), colours().on_seat)


def name_inks(seat: Seat | None) -> tuple[Colour, Colour]:
    """Ground and ink of a name."""
    return (colours().surface if seat is None else seat_deep(seat)), colours().text


def plates(name: str, figure: str, corners: tuple[str, ...], seat: Seat | None, box: Box) -> Iterator[Plate]:
    """What stands on a card: figures and the name, where the card is large enough for them."""
    left, top = box.x - box.width / 2, box.y + box.height / 2
    side = min(box.width, box.height)
    if figure and side * FIGURE >= SMALLEST:
        yield _plate(figure, left, top, (0, 1), side * FIGURE, box.width * WIDEST, seat_inks(seat))
    for n, corner in enumerate(corners if side * CORNER >= SMALLEST else ()):
        right, far = ((0, 0), (1, 0), (1, 1), (0, 1))[(n + box.quarters) % 4]
        at = (left + right * box.width, top - (1 - far) * box.height)
        yield _plate(corner, *at, (right, far), side * CORNER, box.width * CORNER * 1.2, seat_inks(seat))
    part = 0.34 if figure or corners else 0.6
    strip = name_strip(name, box, seat, part, middle=bool(corners), most=NAMED)
    if strip is not None:
        yield strip


def name_strip(
    name: str, box: Box, seat: Seat | None, part: float, *, middle: bool = False, most: float = 0.0
) -> Plate | None:
    """A name along the lower edge, or across the `middle`, no higher than `part` of it; None where it has no room.

    `most`: the part of it that a name has in the smallest type, in two lines, with its long words cut short.
    """
    found = fitted_name(name, box.width + u(2), box.height * part, box.height * most)
    if found is None:
        return None
    texture, wide = found
    high = texture.height + u(1)
    y = box.y if middle else box.y - box.height / 2 + high / 2
    room = max(box.width, wide + u(2))
    return Plate(name, box.x, y, room, high, texture, (wide, texture.height), *name_inks(seat))


def _plate(
    words: str,
    x: float,
    y: float,
    corner: tuple[int, int],
    high: float,
    widest: float,
    inks: tuple[Colour, Colour],
) -> Plate:
    """A figure as large as its plate allows, in a corner of the card: (0, 0) near left … (1, 1) far right."""
    texture = letters(words, max(SMALLEST, round(high * 0.96)))
    pad = high * 0.14
    text_wide = min(texture.width, widest - 2 * pad)
    wide = max(text_wide + 2 * pad, high * 0.86)
    right, far = corner
    middle = (x + wide / 2 - right * wide, y + high / 2 - far * high)
    return Plate(words, *middle, wide, high, texture, (text_wide, texture.height), *inks)


def fitted_name(name: str, width: float, height: float, most: float = 0.0) -> tuple[Any, float] | None:
    """A name's texture and the width to draw it at; None where it would be too small to read.

    It is as large as the players chose where there is room, and never left out because they chose large type. In the
    smallest type it stands in two lines where they find room; with `most`, a height of more room, its long words are
    cut short before it is left out.
    """
    if not name:
        return None
    least = round(u(LEAST))
    for pixels in range(round(type_px(NAME)), least, -1):
        texture = letters(name, pixels)
        if texture.width <= width and texture.height <= height:
            return texture, texture.width
    for words in _shorter(name, cut=most > 0):
        texture = letters(words, least)
        if texture.width * SQUEEZED <= width and texture.height <= max(height, most):
            return texture, min(texture.width, width)
    return None


def _shorter(name: str, *, cut: bool) -> Iterator[str]:
    """A name in less and less room: in one line, in two, with its long words cut short, its end cut off."""
    yield name
    words = name.split()
    longest = max(map(len, words))
    for most in range(longest, min(longest, FEWEST_LETTERS) - 1 if cut else longest - 1, -1):
        short = [word if len(word) <= most else f"{word[: most - 1]}." for word in words]
        lines = [(" ".join(short[:n]), " ".join(short[n:])) for n in range(1, len(short))]
        yield "\n".join(min(lines, key=lambda pair: max(map(len, pair)))) if lines else short[0]
    for most in range(len(name) - 1, FEWEST_LETTERS if cut else len(name), -1):
        yield f"{name[: most - 1].rstrip()}."


def draw_plates(found: Iterable[Plate]) -> None:
    """Onto the canvas that is open."""
    for plate in found:
        Color(*plate.ground)
        pos = (plate.x - plate.width / 2, plate.y - plate.height / 2)
        SmoothRoundedRectangle(pos=pos, size=(plate.width, plate.height), radius=[u(3)])
        Color(*plate.ink)
        wide, high = plate.text_size
        Rectangle(texture=plate.texture, pos=(plate.x - wide / 2, plate.y - high / 2), size=(wide, high))


def draw_seat(seat: Seat, box: Box, *, figure: bool, corners: bool) -> None:
    """The seat's shape on the card's edge: at the left, below a figure; between two corners with figures."""
    side = min(u(SHAPE), box.width * (0.26 if corners else 0.3))
    low = box.y + box.height / 2 - side - (min(box.width, box.height) * FIGURE if figure else 0.0)
    left = box.x - (side if corners else box.width) / 2
    Color(*seat_colour(seat))
    SmoothRoundedRectangle(pos=(left, low), size=(side, side), radius=[u(3)])
    inset = side * 0.18
    seat_shape(seat, left + inset, low + inset, side - 2 * inset, colours().on_seat)
