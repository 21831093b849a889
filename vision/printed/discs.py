"""Discs to print: round faces true to size, each with a line to cut along."""

from collections.abc import Mapping, Sequence
from typing import Final

import cv2
import numpy as np

from vision.arrays import Picture
from vision.decks.deck import Deck, DeckFace
from vision.printed.marks import Drawing, Image, Label, Mark, grey

GAP_MM: Final = 3.0
NAME_MM: Final = 1.8
PX_PER_MM: Final = 12
CUT: Final = (150, 150, 150)


def draw_discs(
    deck: Deck,
    width_mm: float,
    height_mm: float,
    copies: Mapping[str, int] | None = None,
    more: Sequence[DeckFace] = (),
) -> list[Drawing]:
    """A deck's discs in their own size, each with its name below, in as many sheets of at most this size as it takes.

    `copies`: how many of each label, one where it is not named. `more`: further faces, printed once each. Raises
    ValueError where not one disc fits, and for a label that the deck does not have.
    """
    wanted = dict(copies or {})
    unknown = next((label for label in wanted if label not in deck.labels), None)
    if unknown is not None:
        raise ValueError(f"expected labels of the deck {deck.name}, found {unknown!r}")
    side = deck.width_mm
    across, down = (
        int((room + gap) // (side + gap)) for room, gap in ((width_mm, GAP_MM), (height_mm, GAP_MM + NAME_MM))
    )
    if across < 1 or down < 1:
        raise ValueError(
            f"expected paper for discs of {side:g} mm, found room for {width_mm:.0f} × {height_mm:.0f} mm"
        )
    every = [face for face in deck.faces for _ in range(wanted.get(face.label, 1))]
    every += more
    sheets = []
    for start in range(0, len(every), across * down):
        faces = every[start : start + across * down]
        number = start // (across * down) + 1
        sheets.append(_sheet(f"{deck.name} {number}", faces, across, side))
    return sheets


def round_face(picture: Picture, size: int) -> Picture:
    """A face as it is printed: what lies outside the disc is white, and the cut line runs round it."""
    image = cv2.resize(picture, (size, size), interpolation=cv2.INTER_AREA)
    y, x = np.mgrid[0:size, 0:size] - (size - 1) / 2
    outside = np.clip(np.hypot(x, y) - size / 2 + 1.0, 0, 1)[..., None]
    mixed = image * (1 - outside) + 255 * outside
    found = np.ascontiguousarray(np.clip(mixed + 0.5, 0, 255).astype(np.uint8))
    half = size // 2
    cv2.circle(found, (half, half), half - 1, CUT, max(1, round(0.15 * PX_PER_MM)), cv2.LINE_AA)
    return found


def _sheet(name: str, faces: Sequence[DeckFace], across: int, side: float) -> Drawing:
    marks: list[Mark] = []
    printed: dict[int, Picture] = {}
    step_x, step_y = side + GAP_MM, side + GAP_MM + NAME_MM
    for number, face in enumerate(faces):
        row, column = divmod(number, across)
        picture = printed.setdefault(id(face), round_face(face.image, round(side * PX_PER_MM)))
        x, y = column * step_x, row * step_y
        marks.append(Image(x, y, side, side, picture))
        marks.append(Label(x + 1.0, y + side + NAME_MM + 0.4, face.label, NAME_MM, grey(110)))
    rows = -(-len(faces) // across)
    return Drawing(name, across * step_x - GAP_MM, rows * step_y, tuple(marks))
