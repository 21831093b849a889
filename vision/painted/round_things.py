"""What round things look like: discs with a printed face, the players' pieces, and the disc that is flicked.

Rule kept: a disc shows the face that a deck of discs has for its label; one without a label is the plain one that is
flicked.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from vision.arrays import Picture
from vision.decks.deck import Deck
from vision.painted.bodies import Colour, RoundBody
from vision.painted.brush import PlacedThing
from vision.painted.tabletop import thickness

PAINTS: Final[dict[str, Colour]] = {
    "red": (45, 40, 190),
    "yellow": (45, 180, 235),
    "green": (70, 125, 45),
    "blue": (185, 75, 40),
    "black": (42, 40, 40),
    "white": (228, 234, 236),
}
"""Blue, green and red of wooden pieces."""
_LIGHT: Final[Colour] = (235.0, 235.0, 235.0)
_ON_WHITE: Final[Colour] = (205.0, 205.0, 205.0)
_FLICKED: Final[Colour] = (38.0, 36.0, 36.0)
_RING: Final = 0.82
_PAPER, _PRINT_BLACK = np.float32(0.92), np.float32(6)
"""What print makes of a picture's white and black."""


class RoundThings:
    """Gives round things their bodies. `decks` are looked up by name, or by the first that has the label."""

    def __init__(self, decks: Sequence[Deck]) -> None:
        self._decks = {deck.name: deck for deck in decks if deck.kind == "disc"}
        self._printed = lru_cache(maxsize=256)(self._print)

    def body(self, item: PlacedThing) -> RoundBody:
        """A disc or a piece where it lies. Raises KeyError for a face that no deck has, or an unknown colour."""
        thing = item.thing
        radius, high = thing.width_mm / 2, thickness(thing)
        if thing.kind == "pawn":
            ink = _ON_WHITE if thing.label == "white" else _LIGHT
            return RoundBody(
                x=thing.x,
                y=thing.y,
                z=item.z,
                radius=radius,
                high=high,
                colour=PAINTS[thing.label or ""],
                ring=_RING,
                ink=ink,
            )
        if thing.label is None:
            return RoundBody(
                x=thing.x,
                y=thing.y,
                z=item.z,
                radius=radius,
                high=high,
                colour=_FLICKED,
                ring=0.85,
                letter="Z",
            )
        face, rim = self._printed(thing.deck, thing.label)
        return RoundBody(
            x=thing.x, y=thing.y, z=item.z, radius=radius, high=high, colour=rim, face=face, turn=thing.angle
        )

    def _print(self, deck_name: str | None, label: str) -> tuple[Picture, Colour]:
        """A face as it is printed, and the colour of its rim."""
        picture = self._deck(deck_name, label).face(label)
        printed = np.asarray(picture * _PAPER + _PRINT_BLACK, np.uint8)
        rim = np.zeros(printed.shape[:2], np.uint8)
        middle, side = (printed.shape[1] // 2, printed.shape[0] // 2), min(printed.shape[:2])
        cv2.circle(rim, middle, round(0.47 * side), 1, max(1, round(0.03 * side)))
        blue, green, red = np.median(printed[rim > 0], axis=0).tolist()
        return printed, (blue, green, red)

    def _deck(self, name: str | None, label: str) -> Deck:
        if name is not None:
            return self._decks[name]
        for deck in self._decks.values():
            if label in deck.labels:
                return deck
        raise KeyError(f"no deck has the disc {label}")
