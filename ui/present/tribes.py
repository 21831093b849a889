"""Cards of Zoon as drawings to be touched, and in words: for the builder of tribes and the form of a card."""

from dataclasses import dataclass
from functools import lru_cache

from msgspec.structs import astuple

from companion.games.zoon.family.deck import Corners, Trump, Zoon
from companion.games.zoon.family.grids import SQUARES, Stride, reached
from ui.owned.tribe_words import words_of
from ui.present.drawn import said
from ui.present.models import Button
from ui.present.touches import Touch
from ui.words import _, several
from vision.printed.marks import Art, Block, Disc, Drawing, Mark, Part, Shape
from vision.printed.shapes import box, polygon

CORNER_SIGNS = {"star": "★", "x": "×"}
GREEN, YELLOW, VIOLET, INK = (61, 158, 92), (237, 204, 107), (158, 115, 219), (18, 20, 23)
SQUARE, RIM, ACROSS = 60.0, 2.0, 5
"""A square of the drawing, the room about it, and how many of them a grid has side by side; in units."""
SIGNS = {True: "G", False: "+", None: "·"}
"""What a square of a grid is called where it is not drawn: green, a square to stop on, any other."""


class TapSquare(Touch, frozen=True):
    """A square of the grid, as column and row from the card's own."""

    square: tuple[int, int]


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card as it lies before its owner: its corners (tl, tr, br, bl) and numbers as keys, its picture, and its grid.

    `strides`: the paths of the grid, which is about what `title` says; None where the card has none.
    """

    deck: str
    label: str
    corners: tuple[Button, ...]
    numbers: tuple[Button, ...]
    strides: tuple[Stride, ...] | None
    title: str = ""

    rim = 0.0
    window = (0.0, 0.0, (ACROSS + 2) * SQUARE, ACROSS * SQUARE)

    def drawn(self, _unit: float, _names: tuple[str, ...] = (), _large: float = 1.0, /) -> Drawing:
        """The corners outermost, as on the card; between those at the left the numbers, in the middle the grid."""
        _left, _top, wide, high = self.window
        right, low = ACROSS + 1, ACROSS - 1
        places = ((0, 0), (right, 0), (right, low), (0, low))
        keys = [*zip(self.corners, places, strict=False)]
        keys += [(button, (0, n)) for n, button in enumerate(self.numbers, 1)]
        marks: list[Mark] = [_key(button, x * SQUARE, y * SQUARE) for button, (x, y) in keys]
        alone = self.strides is None
        x, y, side = (SQUARE * 2, SQUARE, SQUARE * 3) if alone else (right * SQUARE, 2 * SQUARE, SQUARE)
        signs = tuple(button.words for button in self.corners)
        marks.append(_art(self.deck, self.label, signs, x + RIM, y + RIM, side - 2 * RIM))
        if self.strides is None:
            return Drawing("card", wide, high, tuple(marks))
        # Squares to be tapped: paths in black, dots to stop on, yellow and green squares, the card in the middle.
        x, y = (ACROSS + 1.5) * SQUARE, 1.5 * SQUARE
        title = (said(x, y, self.title, 14, "quiet", fit=SQUARE - 2 * RIM),)
        marks.append(Part(self.title, x, y, title, words=self.title))
        found = reached(self.strides)
        middles = {
            square: ((n % ACROSS + 1.5) * SQUARE, (n // ACROSS + 0.5) * SQUARE)
            for n, square in enumerate(SQUARES)
        }
        for square, (x, y) in middles.items():
            half = SQUARE / 2 - RIM
            ground = box(x - half, y - half, 2 * half, 2 * half, 6)
            own: list[Mark] = [Shape(ground, fill="surface", edge="line", edge_mm=1.5)]
            if square in found:
                half -= RIM
                ink = GREEN if found[square] else YELLOW
                own.append(Block(x - half, y - half, 2 * half, 2 * half, ink, round_mm=6))
            touch = TapSquare(square) if square != (0, 0) else None
            words = SIGNS[found.get(square)] if touch else "●"
            marks.append(Part(f"{square}", x, y, tuple(own), touch=touch, words=words, w=SQUARE, h=SQUARE))
        for stride in self.strides:
            ways = [(0, 0), *stride.offsets]
            if not stride.flown and all(way in middles for way in ways):
                line = polygon([middles[way] for way in ways])
                marks.append(Shape(line, edge=INK, edge_mm=3.2, closed=False))
        marks += (Disc(*middles[square], 14, INK) for square in found if square in middles)
        marks.append(Disc(*middles[0, 0], 28, VIOLET))
        return Drawing("card", wide, high, tuple(marks))


def _key(button: Button, x: float, y: float) -> Part:
    """A key of one square, its second line above its words; the chosen one has an edge."""
    side, middle = SQUARE - 2 * RIM, x + SQUARE / 2
    chosen = button.weight == "chosen"
    ground = box(x + RIM, y + RIM, side, side, 8)
    marks: list[Mark] = [
        Shape(ground, fill="raised", edge="chosen" if chosen else "line", edge_mm=3.0 if chosen else 1.2),
        said(middle, y + SQUARE * (0.62 if button.detail else 0.5), button.words, 24, "text"),
    ]
    if button.detail:
        marks.append(said(middle, y + SQUARE * 0.26, button.detail, 14, "quiet", fit=side - 4))
    words = f"{button.detail} {button.words}{' *' if chosen else ''}".strip()
    at = (middle, y + SQUARE / 2)
    return Part(words, *at, tuple(marks), touch=button.action, words=words, w=SQUARE, h=SQUARE)


def _art(deck: str, label: str, signs: tuple[str, ...], x: float, y: float, side: float) -> Art:
    """A card's picture, where there is none its corners on plain ground; nothing of a card without any."""
    near, far = side / 4, side * 3 / 4
    places = ((near, near), (far, near), (far, far), (near, far))
    plain: tuple[Mark, ...] = ()
    if signs:
        shown = (
            said(x + at, y + down, sign, side * 0.35, "text")
            for (at, down), sign in zip(places, signs, strict=False)
        )
        plain = (Shape(box(x, y, side, side, 6), fill="surface", edge="line", edge_mm=2), *shown)
    return Art(x, y, side, side, label, plain, deck=deck)


@lru_cache(maxsize=256)
def mini_card(deck: str, label: str, corners: Corners | None) -> Drawing:
    """A card in small; the same drawing as long as the card is the same."""
    signs = corner_signs(corners) if corners is not None else ()
    return Drawing(label, SQUARE, SQUARE, (_art(deck, label, signs, 0, 0, SQUARE),))


def corner_signs(corners: Corners) -> tuple[str, ...]:
    """The four corners as signs: tl, tr, br, bl."""
    return tuple(CORNER_SIGNS.get(str(corner), str(corner)) for corner in astuple(corners))


def card_line(card: Zoon | Trump, tribe: str) -> str:
    """A Zoon's corners, as they stand on the card, and points; a trump's force and what it does; then its tribe."""
    if isinstance(card, Zoon):
        tl, tr, br, bl = corner_signs(card.corners)
        parts = (f"{tl} {tr} / {bl} {br}", several("{n} point", "{n} points", card.value), tribe)
    else:
        parts = (_("force {n}").format(n=card.force), words_of("does")[card.does], tribe)
    return " · ".join(filter(None, parts))
