"""Learns cards under a camera: waits until one lies still, takes it several times, waits for the next."""

import numpy as np

from companion.sight import Table
from vision.alike import TAKEN_TWICE_UP_TO, distance
from vision.card_edges import Quad
from vision.card_quad import NoCard, straighten
from vision.deck_writing import CardSize
from vision.pictures import Picture
from vision.plane import NoPlane, find_plane

NEEDED = 3
"""Pictures of a card lying still before it is taken; the best of them is kept."""
STILL_PART = 0.04
"""How far a corner may move between two pictures, as a part of the card's side, for the card to lie still."""
_PX_PER_MM_SPARE = 1.2
_EDGE_MM = 4.0


class CardWatch:
    """Watches for one card after another. `hint` always says what to do now.

    `table`: a table with corner tags, so that only its playing area is looked at; where the tags are not in view,
    the whole picture is. Not for use by several threads at once.
    """

    def __init__(
        self, size: CardSize | None = None, table: Table | None = None, needed: int = NEEDED
    ) -> None:
        self.hint = "lay a card under the camera"
        self._size = size
        self._table = table
        self._needed = needed
        self._last: Quad | None = None
        self._pictures: list[Picture] = []
        self._taken: Picture | None = None

    def see(self, picture: Picture) -> tuple[Picture, ...] | None:
        """Looks at one more picture; gives the pictures of a card, straightened, once it has lain still."""
        try:
            found = straighten(playing_area(picture, self._table), *self._millimetres())
        except NoCard as reason:
            self._forget()
            self._taken = None
            self.hint = str(reason)
            return None
        if self._taken is not None and distance(self._taken, found.image) <= TAKEN_TWICE_UP_TO:
            self.hint = "taken; lay the next card"
            return None
        side = float(np.mean(found.sides_px))
        moved = self._last is None or float(np.hypot(*(found.quad - self._last).T).max()) > STILL_PART * side
        if moved:
            self._forget()
        self._last = found.quad
        self._pictures.append(found.image)
        if len(self._pictures) < self._needed:
            self.hint = "hold still"
            return None
        pictures = tuple(self._pictures)
        self._taken = pictures[-1]
        self._forget()
        self.hint = "taken; lay the next card"
        return pictures

    def _forget(self) -> None:
        self._last = None
        self._pictures = []

    def _millimetres(self) -> tuple[float | None, float | None]:
        return (None, None) if self._size is None else (self._size.width_mm, self._size.height_mm)


def playing_area(picture: Picture, table: Table | None) -> Picture:
    """The playing area seen from straight above where its tags are in view, else the picture as it is."""
    if table is None or table.tags is None:
        return picture
    plane = find_plane(picture, table)
    if isinstance(plane, NoPlane):
        return picture
    scale = _PX_PER_MM_SPARE * plane.px_per_mm(table.width_mm / 2, table.height_mm / 2)
    wide, high = table.width_mm - 2 * _EDGE_MM, table.height_mm - 2 * _EDGE_MM
    return plane.rectify(picture, _EDGE_MM, _EDGE_MM, wide, high, scale)
