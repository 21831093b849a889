"""Cards side by side on sheets of paper, with cut marks, and their backs behind them in register."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from vision.arrays import Picture
from vision.decks.deck import Deck, DeckFace
from vision.printed.drawing import frame
from vision.printed.marks import Colour, Drawing, Image, Label, Line, Mark, Placed, Shape, grey
from vision.printed.pdf import picture_of
from vision.printed.shapes import box, circle, moved

GAP_MM: Final = 4.0
"""Gap between cards, if as many fit."""
CLOSE_MM: Final = 0.0
"""Gap between cards otherwise: one cut separates two of them."""
BLEED_MM: Final = 1.5
"""Width of a back's rim beyond its card, so that a sheet turned a little askew shows no white."""
MARK_MM, MARK_GAP_MM = 3.0, 1.0
"""Length of cut marks, in the rim of the sheet, and their distance from the cards."""
MARK_WIDE_MM: Final = 0.2
CUT: Final = grey(110)


def draw_card_sheets(
    cards: Sequence[tuple[Drawing, Drawing | None]],
    width_mm: float,
    height_mm: float,
    named: tuple[str, str] = ("faces {n}", "backs {n}"),
) -> list[Drawing]:
    """Sheets of at most this size with faces of one size, each with its back.

    Each sheet of faces is followed by that of their backs, mirrored, for turning over the long side; left out if no
    card on it has a back. `named`: the names of both, {n} is their number. Cut marks extend beyond the drawing, into
    the rim of the paper. Raises ValueError if not even one card fits.
    """
    if not cards:
        return []
    wide, high = cards[0][0].width_mm, cards[0][0].height_mm
    # The gap with which the most cards fit, and their number across and down.
    gap, across, down = max(
        (
            (gap, int((width_mm + gap) // (wide + gap)), int((height_mm + gap) // (high + gap)))
            for gap in (GAP_MM, CLOSE_MM)
        ),
        key=lambda fitting: fitting[1] * fitting[2],
    )
    if across < 1 or down < 1:
        raise ValueError(
            f"expected paper for cards of {wide:g} × {high:g} mm, found room for {width_mm:.0f} × {height_mm:.0f} mm"
        )
    sheets = []
    for start in range(0, len(cards), across * down):
        part = cards[start : start + across * down]
        number, columns = start // (across * down) + 1, min(across, len(part))
        places = [divmod(n, columns) for n in range(len(part))]
        faces = [(*place, face) for place, (face, _) in zip(places, part, strict=True)]
        # Mirrored columns bring each back behind its face.
        backs = [
            (row, columns - 1 - column, back)
            for (row, column), (_, back) in zip(places, part, strict=True)
            if back is not None
        ]
        sheets.append(_sheet(named[0].format(n=number), faces, gap, columns, bleed=0.0))
        if backs:
            sheets.append(_sheet(named[1].format(n=number), backs, gap, columns, bleed=BLEED_MM))
    return sheets


def _sheet(
    name: str, laid: Sequence[tuple[int, int, Drawing]], gap: float, columns: int, bleed: float
) -> Drawing:
    first = laid[0][2]
    step_x, step_y = first.width_mm + gap, first.height_mm + gap
    rows = 1 + max(row for row, _, _ in laid)
    wide, high = columns * step_x - gap, rows * step_y - gap
    marks: list[Mark] = []
    # Bleed beneath all cards, so that none covers its neighbour.
    for row, column, card in laid if bleed else ():
        around = box(
            column * step_x - bleed,
            row * step_y - bleed,
            card.width_mm + 2 * bleed,
            card.height_mm + 2 * bleed,
        )
        marks.append(Shape(around, fill=_rim(card)))
    marks += [Placed(card, column * step_x, row * step_y) for row, column, card in laid]
    across = sorted({x for n in range(columns) for x in (n * step_x, n * step_x + first.width_mm)})
    down = sorted({y for n in range(rows) for y in (n * step_y, n * step_y + first.height_mm)})
    far = MARK_GAP_MM + bleed + MARK_MM
    near = MARK_GAP_MM + bleed
    for x in across:
        marks += [_cut(x, -far, x, -near), _cut(x, high + near, x, high + far)]
    for y in down:
        marks += [_cut(-far, y, -near, y), _cut(wide + near, y, wide + far, y)]
    return Drawing(name, wide, high, tuple(marks))


def _cut(x0: float, y0: float, x1: float, y1: float) -> Line:
    return Line(x0, y0, x1, y1, ink=CUT, width_mm=MARK_WIDE_MM)


@lru_cache(maxsize=32)
def _rim(card: Drawing) -> Colour:
    """The median colour along a card's edge."""
    picture = picture_of(card, 2)
    edge = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])
    blue, green, red = (round(float(value)) for value in np.median(edge, axis=0))
    return red, green, blue


def draw_deck(
    deck: Deck, width_mm: float, height_mm: float, copies: Mapping[str, int] | None = None
) -> list[Drawing]:
    """The cards of a deck of pictures on sheets, by `draw_card_sheets`.

    `copies`: number of cards by label, default 1. Raises ValueError if not even one card fits, and for a label that
    the deck lacks.
    """
    faces, back = deck_drawings(deck)
    every = [(faces[face.label], back) for face in _copied(deck, copies or {})]
    return draw_card_sheets(every, width_mm, height_mm)


def _copied(deck: Deck, copies: Mapping[str, int]) -> list[DeckFace]:
    unknown = next((label for label in copies if label not in deck.labels), None)
    if unknown is not None:
        raise ValueError(f"expected labels of the deck {deck.name}, found {unknown!r}")
    return [face for face in deck.faces for _ in range(copies.get(face.label, 1))]


def deck_drawings(deck: Deck) -> tuple[dict[str, Drawing], Drawing | None]:
    """The faces of a deck of pictures by label, and its first back, as drawings with a faint line about them."""

    def drawn(name: str, picture: Picture) -> Drawing:
        whole = Image(0, 0, deck.width_mm, deck.height_mm, picture)
        rim = frame(0, 0, deck.width_mm, deck.height_mm)
        return Drawing(name, deck.width_mm, deck.height_mm, (whole, *rim))

    faces = {face.label: drawn(face.label, face.image) for face in deck.faces}
    return faces, drawn("back", deck.backs[0]) if deck.backs else None


DISC_GAP_MM: Final = 3.0
NAME_MM: Final = 1.8
DISC_CUT: Final = grey(150)


def draw_discs(
    deck: Deck, width_mm: float, height_mm: float, copies: Mapping[str, int] | None = None
) -> list[Drawing]:
    """Sheets of at most this size with a deck's discs true to size, each with its name below.

    `copies` and errors as in `draw_deck`.
    """
    side = deck.width_mm
    step_x, step_y = side + DISC_GAP_MM, side + DISC_GAP_MM + NAME_MM
    across = int((width_mm + DISC_GAP_MM) // step_x)
    down = int((height_mm + DISC_GAP_MM + NAME_MM) // step_y)
    if across < 1 or down < 1:
        raise ValueError(
            f"expected paper for discs of {side:g} mm, found room for {width_mm:.0f} × {height_mm:.0f} mm"
        )
    round_, every, sheets = circle(side / 2, side / 2, side / 2), _copied(deck, copies or {}), []
    for start in range(0, len(every), across * down):
        faces = every[start : start + across * down]
        marks: list[Mark] = []
        for number, face in enumerate(faces):
            row, column = divmod(number, across)
            x, y = column * step_x, row * step_y
            picture = Drawing(face.label, side, side, (Image(0, 0, side, side, face.image),))
            marks.append(Placed(picture, x, y, within=round_))
            marks.append(Shape(moved(round_, x, y), edge=DISC_CUT, edge_mm=0.15))
            marks.append(Label(x + 1.0, y + side + NAME_MM + 0.4, face.label, NAME_MM, grey(110)))
        name, rows = f"{deck.name} {start // (across * down) + 1}", -(-len(faces) // across)
        sheets.append(Drawing(name, across * step_x - DISC_GAP_MM, rows * step_y, tuple(marks)))
    return sheets
