"""Finds discs: round flat counters, draughtsmen, chips and caps, with what is printed on them and their colour.

Rule kept: a face is named only if it reads the same whichever way it is turned, or if it was enrolled; everything
else is a disc of its colour that was not read.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.sight import Kind, Sighting
from vision.arrays import Picture
from vision.boxes import Box
from vision.decks.deck import Deck
from vision.decks.printed_faces import PrintedFaceReading, face_at, read_faces
from vision.discs.bodies import FoundBody, find_bodies
from vision.discs.enrolled import Enrolled, enrolled_faces
from vision.discs.finding import ANY, Reaches
from vision.discs.heights import height_mm
from vision.light.colours import White, body_colour, white_of
from vision.mat.plane import Plane
from vision.pieces import PieceReader
from vision.reader import View

Doubles = NDArray[np.float64]
Unlike = Callable[[Doubles, Plane, Sequence[Doubles]], bool]
"""Whether an outline (N x 2 px) is no disc's, given what is seen to lie on cards (outlines in mm)."""

LEAST_SURE: Final = 0.6
"""A face read less surely is not told."""
ROUGHLY: Final = 1.6
"""How far (factor) the finder's word on a disc's size may be off."""
LEAST_RADIUS_PX: Final = 7.0
"""On a smaller disc nothing is read."""
FLAT: Final = 0.2
"""A foot, or a pawn's head, seen no farther from the other end's middle than so much of the radius tells no height …"""
FLAT_SURE: Final = 0.8
"""… and a piece without height is a disc from this probability on. Over painted scenes 54 of 64 discs that passed for
something taller are so found, and of dice and coins, of which 314 pass for discs, 8 more. Of 38 pawns in rendered
scenes, seen from the side, 4 pass for discs with it and without."""
COLOURED: Final = 0.94
"""The colour is judged on so much of the top face's radius."""


class DiscReader(PieceReader):
    """Reads discs; those of enrolled decks by their faces.

    Where the table has no pawns, a round piece that shows no height is a disc.
    """

    kind: Kind = "disc"

    def __init__(
        self, decks: Sequence[Deck], unlike: Unlike | None = None, widths_mm: Sequence[float] = ()
    ) -> None:
        """`unlike`: which outlines are no disc's, whatever they show; None: any may be.

        `widths_mm`: with a mat, discs of about these widths are looked for and no others; empty: of any width.
        """
        self.decks = tuple(decks)
        self._unlike = unlike
        self._widths = tuple(widths_mm)

    def find(self, view: View, boxes: Sequence[Box] | None) -> Sequence[Sighting]:
        plane, covers, unlike = view.plane, view.covers, self._unlike

        def may_be(found: FoundBody) -> bool:
            ring = found.body.ring()
            flat = found.body.shape == "disc" or ("pawn" not in view.table.kinds and _shows_no_height(found))
            return flat and (plane is None or unlike is None or not unlike(ring, plane, covers))

        reaches = ANY
        # Where pawns are looked for as well they and discs are told by one look.
        if plane is not None and self._widths and "pawn" not in view.table.kinds:
            reaches = _reaches(plane, self._widths)
        return find_discs(view.image, plane, boxes, self.decks, may_be, reaches)


def _reaches(plane: Plane, widths_mm: Sequence[float]) -> Reaches:
    """How large (px) discs of these widths may seem to the finder, wherever on the table they lie."""
    edges = ((0.0, 0.0), (plane.width_mm, 0.0), (plane.width_mm, plane.height_mm), (0.0, plane.height_mm))
    scales = [plane.px_per_mm(*edge) / 2 for edge in edges]
    return min(widths_mm) * min(scales) / ROUGHLY, max(widths_mm) * max(scales) * ROUGHLY


def find_discs(
    image: Picture,
    plane: Plane | None,
    boxes: Sequence[Box] | None,
    faces: Sequence[Deck] = (),
    may_be: Callable[[FoundBody], bool] | None = None,
    reaches: Reaches = ANY,
) -> tuple[Sighting, ...]:
    """The discs in a picture (BGR), also such as lie on others; of a tower the uppermost.

    `boxes` (px) are all that need be looked at; None: everywhere. `faces`: the enrolled decks; those of kind `disc`
    are read before anything else. `may_be`: which bodies are discs and worth being read; None: all that have the
    shape of one. `reaches`: half the size (px), roughly, of the smallest and of the largest that are looked for. With a
    plane `x`, `y` are the middle of the disc in table mm, its height allowed for, and `angle` tells an enrolled face's
    turn.
    """
    wanted = may_be or (lambda found: found.body.shape == "disc")
    found = [one for one in find_bodies(image, boxes, reaches) if wanted(one)]
    if not found:
        return ()
    white = white_of(image, plane)
    readings = _read(image, found)
    enrolled = enrolled_faces(
        tuple(deck for deck in faces if deck.kind == "disc"), image, [f.body for f in found]
    )
    return tuple(
        _sighting(image, plane, white, one, reading, known)
        for one, reading, known in zip(found, readings, enrolled, strict=True)
    )


def _shows_no_height(found: FoundBody) -> bool:
    """Whether a body may as well be flat: something of which only the top is seen, straight from above.

    A cap with its rim up, or a draughtsman with a relief, then passes for a pawn as well as for a cylinder.
    """
    body = found.body
    above = float(np.hypot(*(body.other - body.anchor))) <= FLAT * body.radius
    return above and found.chance >= FLAT_SURE


def _read(image: Picture, found: Sequence[FoundBody]) -> list[PrintedFaceReading | None]:
    able = [f.body.radius >= LEAST_RADIUS_PX for f in found]
    crops = [face_at(image, f.body.anchor, f.body.spread) for f, can in zip(found, able, strict=True) if can]
    read = iter(read_faces(crops))
    return [next(read) if can else None for can in able]


def _sighting(
    image: Picture,
    plane: Plane | None,
    white: White,
    found: FoundBody,
    reading: PrintedFaceReading | None,
    known: Enrolled | None,
) -> Sighting:
    body = found.body
    label, sure, deck, angle = None, found.chance, None, None
    others: tuple[tuple[str, float], ...] = ()
    if known is not None:
        label, sure, others, deck = known.label, known.sure * found.chance, known.others, known.deck
        angle = known.angle_px
    elif reading is not None:
        others = reading.others()
        if reading.label is not None and reading.sure >= LEAST_SURE:
            label, sure = reading.label, reading.sure * found.chance
    x = y = turned = None
    if plane is not None:
        high = height_mm(image, plane, body)
        (x, y), *_ = plane.to_mm(body.anchor[None], high).tolist()
        turned = None if angle is None else _angle_mm(plane, body.anchor, body.radius, angle, high)
    return Sighting(
        kind="disc",
        label=label,
        sure=sure,
        others=others,
        deck=deck,
        x=None if x is None else round(x, 2),
        y=None if y is None else round(y, 2),
        angle=turned,
        corners_px=tuple((float(a), float(b)) for a, b in body.ring()),
        visible=min(1.0, body.visible) if body.visible < 0.9 else 1.0,
        colour=body_colour(image, body.ring(COLOURED), white),
    )


def _angle_mm(
    plane: Plane, anchor: NDArray[np.float64], radius: float, angle_px: float, high: float
) -> float:
    """A direction in the picture (deg, counter-clockwise from its right) as the turn of a face on the table."""
    towards = np.radians(angle_px)
    ends = np.stack([anchor, anchor + radius * np.array([np.cos(towards), -np.sin(towards)])])
    start, end = plane.to_mm(ends, high)
    return float(np.degrees(np.arctan2(end[1] - start[1], end[0] - start[0])) % 360)
