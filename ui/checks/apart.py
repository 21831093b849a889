"""Measures how far apart a deck's faces are to a camera, relative to each face under other lamps."""

from itertools import combinations
from typing import Any, Final

import cv2
import numpy as np

from companion.sight import Table
from vision.arrays import Picture
from vision.decks.alike import disc_distance, distance
from vision.decks.deck import Deck, DeckFace
from vision.painted.painter import Painter
from vision.painted.standpoint import CameraPose, Lamp
from vision.painted.tabletop import Laid, TableTop

LAMPS: Final = {
    "window": Lamp(warmth=-0.15, evenness=0.75),
    "bulb": Lamp(warmth=0.35),
    "warm and dim": Lamp(warmth=0.3, strength=0.55, noise=4.0),
    "one side": Lamp((-420.0, 100.0, 520.0), evenness=0.35),
    "bright": Lamp(strength=1.3, evenness=0.8),
    "glossy": Lamp((60.0, 420.0, 800.0), glare=0.6),
}
TABLE: Final = Table(400.0, 400.0)
ACROSS: Final = 4
"""Number of cards side by side in one photograph."""
PX_PER_MM: Final = 4.0
TURNS: Final = (0, 2)
"""Quarter turns between two cards of a game; square cards take all four."""


def faces_apart(deck: Deck) -> dict[str, Any]:
    """The nearest pair of a deck's faces in any turn, and the face that varies most under LAMPS.

    They are `apart` if that pair's distance is at least twice that variation.
    """
    faces, off = deck.faces, np.zeros(len(deck.faces))
    far = disc_distance if deck.kind == "disc" else distance
    for lamp in LAMPS.values():
        seen = (far(face.image, one) for face, one in zip(faces, _photographed(deck, lamp), strict=True))
        off = np.maximum(off, list(seen))
    different = ((a, b) for a, b in combinations(faces, 2) if a.label != b.label)
    apart = [(round(_nearest(a, b, deck), 3), a.label, b.label) for a, b in different]
    nearest, *pair = min(apart, default=(None,))
    itself = [round(float(most), 3) for most in off]
    worst = max(itself, default=None)
    return {
        "nearest": nearest,
        "pair": " – ".join(pair) or None,
        "itself": worst,
        "worst": faces[itself.index(worst)].label if worst is not None else None,
        "apart": nearest is None or worst is None or nearest >= 2 * worst,
    }


def _nearest(a: DeckFace, b: DeckFace, deck: Deck) -> float:
    if deck.kind == "disc":
        return disc_distance(a.image, b.image)
    square = abs(deck.width_mm - deck.height_mm) < 1.0
    one, other = (cv2.resize(face.image, (192, 192), interpolation=cv2.INTER_AREA) for face in (a, b))
    turned = (np.ascontiguousarray(np.rot90(other, turn)) for turn in (range(4) if square else TURNS))
    return min(distance(np.asarray(one, np.uint8), np.asarray(each, np.uint8)) for each in turned)


def _photographed(deck: Deck, lamp: Lamp) -> list[Picture]:
    """Each face as a camera sees it under a lamp, rectified by the known table plane."""
    wide, high = deck.width_mm, deck.height_mm
    rows = max(1, int(TABLE.height_mm // max(TABLE.width_mm / ACROSS, high + 5)))
    found: list[Picture] = []
    for start in range(0, len(deck.faces), ACROSS * rows):
        painter = Painter(TABLE, (deck,), CameraPose.over(TABLE), lamp, seed=start)
        laid = []
        for number, face in enumerate(deck.faces[start : start + ACROSS * rows]):
            row, column = divmod(number, ACROSS)
            x, y = (column + 0.5) * TABLE.width_mm / ACROSS, (row + 0.5) * TABLE.height_mm / rows
            card = Laid(deck.kind, face.label, x, y, face="up", deck=deck.name, width_mm=wide, height_mm=high)
            laid.append(card)
        picture = painter.paint(TableTop(tuple(laid)))
        corners = ((card.x - wide / 2, card.y - high / 2) for card in laid)
        found += [painter.plane.rectify(picture, x, y, wide, high, PX_PER_MM) for x, y in corners]
    return found
