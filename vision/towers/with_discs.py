"""Reads the pieces of a board by their book, and what discs were thrown among them.

Rule kept: a thrown disc may have a piece's colour: what was read as one is no piece.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.sight import Sighting
from vision.arrays import Picture
from vision.boxes import Box
from vision.decks.deck import Deck
from vision.light.colours import White, body_colour
from vision.mat.plane import Plane
from vision.pieces import SeenPieces, looking_at
from vision.reader import Reader, Seen, View
from vision.towers.finding import BoardPieces, Size
from vision.towers.reader import LEAST_SURE, PieceWatch, as_sightings
from vision.towers.sheet import Circle

MOST_THROWN = 3
"""So many thrown discs may have the colours of pieces."""
_SHADED = 1.4
"""A piece with the shadow close about it is so many times as wide as the piece."""
_OUTLINE = 24
"""So many points make a circle."""


class TowerReader:
    """Reads the pieces that `watch` follows, and by `discs` what lies among them; `loose` reads without a mat.

    `decks`: all that are enrolled.
    """

    part = "pieces"

    def __init__(self, watch: PieceWatch, discs: Reader, loose: Reader, decks: Sequence[Deck]) -> None:
        self.watch = watch
        self.discs = discs
        self.loose = loose
        self.decks = tuple(decks)

    def read(self, view: View) -> Seen:
        """Pieces first, those beneath before those above."""
        if view.plane is None:
            return self.loose.read(view)
        watch, plane = self.watch, view.plane
        found = watch.see(view.image, plane)
        others: tuple[Circle, ...] = ()
        for _ in range(MOST_THROWN):
            placed = watch.newly_placed()
            read = self.discs.read(looking_at(view, boxes_about(placed, plane, watch.size))).sightings
            more = lie_as_discs(placed, read, self.decks, plane, watch.size)
            if not more:
                break
            others = (*others, *more)
            found = watch.see(view.image, plane, others)
        discs = without_pieces(self._discs(view), found, watch.size)
        return SeenPieces((*as_sightings(found, view.table, plane, watch.size), *discs))

    def _discs(self, view: View) -> tuple[Sighting, ...]:
        """Discs are looked for where something else changed than the pieces, after a knock as well."""
        watch = self.watch
        boxes = watch.changed() if view.changes is None else view.changes.px
        if boxes is None:
            return self.discs.read(replace(view, seen=())).sightings
        before = view.earlier(SeenPieces) or SeenPieces()
        known = [piece for piece in before.sightings if piece.kind == "disc"]
        if view.changes is None:
            known = list(watch.placed_anew(known))
        return self.discs.read(looking_at(view, watch.unexplained(boxes), known)).sightings


def lie_as_discs(
    places: Sequence[tuple[float, float]],
    discs: Sequence[Sighting],
    decks: Sequence[Deck],
    plane: Plane,
    size: Size,
) -> tuple[Circle, ...]:
    """Where (mm) discs lie in the places of what was taken for pieces: their face was read, and has their colour.

    What is nearer in size to a piece is one: its top may bear a ring, and read as some face.
    """
    found: list[Circle] = []
    for disc in discs:
        deck = next((deck for deck in decks if deck.name == disc.deck), None)
        if disc.label is None or deck is None or disc.x is None or disc.y is None or disc.sure < LEAST_SURE:
            continue
        ring = plane.to_mm(np.array(disc.corners_px))
        across = 2 * float(np.hypot(*(ring - ring.mean(axis=0)).T).mean())
        is_large = across > (size.across + deck.width_mm) / 2
        if not is_large or face_colour(deck.face(disc.label)) != disc.colour:
            continue
        if any(_on(disc, x, y, size.across / 4) for x, y in places):
            found.append((disc.x, disc.y, size.across / 2 * _SHADED))
    return tuple(found)


def face_colour(face: Picture) -> str:
    """The colour of an enrolled disc, which fills its picture."""
    angles = np.arange(_OUTLINE) / _OUTLINE * 2 * np.pi
    middle = np.array(face.shape[1::-1]) / 2
    return body_colour(face, middle * (1 + 0.9 * np.column_stack([np.cos(angles), np.sin(angles)])), White())


def boxes_about(places: Sequence[tuple[float, float]], plane: Plane, size: Size) -> tuple[Box, ...]:
    """Boxes (px) about places of the table (mm), each as wide as a piece on it shows with its shadow."""
    reach = size.across * _SHADED
    found = []
    for x, y in places:
        corners = plane.to_px(
            np.array([[x + i, y + j] for i in (-reach, reach) for j in (-reach, reach)]), 0.0
        )
        (left, top), (right, low) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
        found.append((left, top, right, low))
    return tuple(found)


def without_pieces(others: Sequence[Sighting], found: BoardPieces, size: Size) -> tuple[Sighting, ...]:
    """Other sightings less the discs that are a piece, or the flicked disc, once more."""
    places = [(piece.x, piece.y, size.across / 2) for piece in found.pieces]
    if found.disc is not None:
        places.append((found.disc.x, found.disc.y, size.disc_across / 2))
    return tuple(one for one in others if one.kind != "disc" or not any(_on(one, *place) for place in places))


def _on(one: Sighting, x: float | None, y: float | None, radius: float) -> bool:
    if one.x is None or one.y is None or x is None or y is None:
        return False
    # A tower's top, taken for a disc on the table, shows farther away than its foot.
    return float(np.hypot(one.x - x, one.y - y)) < 2 * radius
