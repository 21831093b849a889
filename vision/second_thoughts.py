"""Pieces of different kinds together: what can be at one place, and how large, after each reader has told its own.

Rule kept: the readers know their own kind only. Of several that see one thing the surest is believed; what no table of
this scale holds is none; and what is printed on a card that was read is no piece.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from statistics import median
from typing import Final

import cv2
import numpy as np

from companion.sight import Kind, Sighting
from vision.decks.deck import Deck
from vision.pieces import SeenPieces, pieces_before
from vision.reader import Reader, View
from vision.tokens.reader import token_decks, without_unlike

SIZES_MM: Final[dict[Kind, tuple[float, float]]] = {
    "die": (7.0, 30.0),
    "penny": (14.5, 25.0),
    "disc": (11.0, 65.0),
    "pawn": (6.0, 45.0),
}
"""How wide things of each kind are, with much to spare: the scale is known roughly only."""
ONE_PLACE: Final = 0.5
"""Pieces whose middles are nearer than this part of the smaller one's width are one thing."""
NEVER_WITHIN: Final = 0.75
"""A piece seen on a card that was read must be surer than this: most such are print. Pennies do lie on cards."""


class Pieces:
    """Reads pieces of several kinds, and has second thoughts about what their readers tell.

    `decks`: all that are enrolled, by whose size the scale is told where no mat is. Round things on cards are tokens or
    print where `tokens_on_cards`.
    """

    part = "pieces"

    def __init__(
        self, readers: Sequence[Reader], decks: Sequence[Deck], *, tokens_on_cards: bool = False
    ) -> None:
        self.readers = tuple(readers)
        self.decks = tuple(decks)
        self._tokens = token_decks(decks) if tokens_on_cards else ()

    def read(self, view: View) -> SeenPieces:
        """First what is known from the look before, in the same order, then what was newly found."""
        found = [piece for reader in self.readers for piece in reader.read(view).sightings]
        ids, before = {id(piece) for piece in found}, pieces_before(view)
        known = [piece for piece in before if id(piece) in ids]
        ids = {id(piece) for piece in known}
        pieces = (*known, *(piece for piece in found if id(piece) not in ids))
        if view.changes is None or view.changes.px:
            scale = scale_by_cards(view.sightings, self.decks) if view.plane is None else None
            pieces = sensible(pieces, view.sightings, scale)
        if view.plane is not None:
            pieces = without_unlike(pieces, view.plane, view.covers, self._tokens)
        return SeenPieces(pieces)


@dataclass(frozen=True, slots=True)
class LocalScale:
    """How many px a mm has about some places of the picture (px): where cards whose size is known lie."""

    places: tuple[tuple[float, float, float], ...]

    def at(self, x: float, y: float) -> float:
        """Px per mm at a point of the picture, by the three cards nearest to it."""
        near = sorted(self.places, key=lambda place: hypot(place[0] - x, place[1] - y))[:3]
        return median(place[2] for place in near)


def scale_by_cards(cards: Sequence[Sighting], decks: Sequence[Deck]) -> LocalScale | None:
    """The scale that the cards tell whose deck was made out; None where there is none."""
    sizes = {deck.name: (deck.width_mm, deck.height_mm) for deck in decks if deck.kind == "card"}
    places = []
    for card in cards:
        size = sizes.get(card.deck or "")
        if size is None or card.corners_px is None or len(card.corners_px) != 4:
            continue
        corners = np.array(card.corners_px, dtype=np.float32)
        area = abs(float(cv2.contourArea(corners)))
        x, y = corners.mean(axis=0).tolist()
        places.append((x, y, (area / (size[0] * size[1])) ** 0.5))
    return LocalScale(tuple(places)) if places else None


def sensible(
    pieces: Sequence[Sighting], cards: Sequence[Sighting], scale: LocalScale | None
) -> tuple[Sighting, ...]:
    """The pieces without those that second thoughts speak against, in the order given.

    `cards`: the cards in the picture, and what is known to lie on them.
    `scale`: known without a mat only by cards, and not needed with one, as the finders go by its millimetres.
    """
    read = [card for card in cards if card.deck is not None and card.corners_px is not None]
    kept = [other for other in cards if other.kind != "card" and other.corners_px is not None]
    for piece in sorted(pieces, key=lambda one: -one.sure):
        x, y, width = _extent(piece)
        if scale is not None:
            least, most = SIZES_MM.get(piece.kind, (0.0, 1e9))
            if not least <= width / scale.at(x, y) <= most:
                continue
        if piece.kind != "penny" and piece.sure < NEVER_WITHIN and any(_holds(card, x, y) for card in read):
            continue
        if all(hypot(x - a, y - b) > ONE_PLACE * min(width, w) for a, b, w in map(_extent, kept)):
            kept.append(piece)
    chosen = {id(piece) for piece in kept}
    return tuple(piece for piece in pieces if id(piece) in chosen)


def _extent(piece: Sighting) -> tuple[float, float, float]:
    """The middle of a piece's outline and its width (px)."""
    corners = np.array(piece.corners_px, dtype=np.float32)
    x, y = (corners.min(axis=0) + corners.max(axis=0)) / 2
    width = abs(float(cv2.contourArea(cv2.convexHull(corners)))) ** 0.5
    if piece.kind != "die":
        width *= 1.13  # of a circle: the square root of its area to its width
    return float(x), float(y), max(width, 1.0)


def _holds(card: Sighting, x: float, y: float) -> bool:
    return cv2.pointPolygonTest(np.array(card.corners_px, dtype=np.float32), (x, y), measureDist=False) >= 0
