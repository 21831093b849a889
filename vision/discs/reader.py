"""Finds discs: round flat counters, draughtsmen, chips and caps, with what is printed on them and their colour.

Rule kept: a face is named only if it reads the same whichever way it is turned, or if it was enrolled; everything
else is a disc of its colour that was not read.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.sight import Kind, Sighting
from vision.arrays import Box, Floats, Picture
from vision.decks.alike import SHARP, SIDE_PX, TURNS, filling, left_over, spectrum, turned_fits
from vision.decks.deck import Deck
from vision.decks.printed_faces import PrintedFaceReading, face_at, read_faces
from vision.discs.bodies import ANY, Body, FoundBody, find_bodies, height_mm
from vision.light.colours import White, body_colour, white_of
from vision.mat.plane import Plane, rectangle
from vision.reader import PieceReader, View

# Discs that were enrolled: a disc's top face held against the pictures of a deck of discs, in every turn. A
# face is named only if it is clearly the best of all enrolled ones in its best turn; faces that look the same
# turned (6 and 9) are left unread.


LEAST_ALIKE: Final = 0.5
"""A face that fits worse than this is none of the enrolled ones."""
STEPS: Final = (0.08, 0.04)
"""How far about a disc its place and size are looked for anew, over its radius, step by step."""
_AROUND: Final = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))
NONE_ALIKE: Final = 0.55
"""An unknown face is taken to fit some enrolled one about so well."""


@dataclass(frozen=True, slots=True)
class Enrolled:
    """The enrolled face that a disc shows, or None where it cannot be told; `others` as in a sighting.

    `angle_px`: the way the face's right points in the picture, deg counter-clockwise.
    """

    label: str | None
    deck: str | None
    sure: float
    others: tuple[tuple[str, float], ...]
    angle_px: float | None


@dataclass(frozen=True, slots=True, eq=False)
class _Faces:
    names: tuple[tuple[str, str], ...]
    spectra: NDArray[np.complex128]


def enrolled_faces(
    decks: tuple[Deck, ...], image: Picture, bodies: Sequence[Body]
) -> tuple[Enrolled | None, ...]:
    """What each body shows of the enrolled faces; None where nothing enrolled is like it, or nothing is enrolled."""
    if not decks:
        return (None,) * len(bodies)
    known = _known(decks)
    return tuple(_told(known, _best_fits(known, image, body)) for body in bodies)


@lru_cache(maxsize=4)
def _known(decks: tuple[Deck, ...]) -> _Faces:
    names, spectra = [], []
    for deck in decks:
        for face in (face for look in deck.looks for face in look.faces):
            names.append((deck.name, face.label))
            spectra.append(spectrum(filling(face.image)))
    return _Faces(tuple(names), np.stack(spectra))


def _best_fits(known: _Faces, image: Picture, body: Body) -> Floats:
    """How well each face fits in each turn where the body was found, or close by and a little larger or smaller if
    some face fits better there: the finder tells a disc's place to a pixel or two only."""

    def fits_at(shift: tuple[float, float], scale: float) -> Floats:
        anchor = body.anchor + body.spread @ np.array(shift)
        return turned_fits(known.spectra, spectrum(face_at(image, anchor, body.spread * scale, SIDE_PX)))

    place, scale = (0.0, 0.0), 1.0
    best = fits_at(place, scale)
    for step in STEPS:
        tries = [((place[0] + x * step, place[1] + y * step), scale) for x, y in _AROUND]
        tries += [(place, scale * (1 - step)), (place, scale * (1 + step))]
        for shift, size in tries:
            found = fits_at(shift, size)
            if found.max() > best.max():
                best, place, scale = found, shift, size
    return best


def _told(known: _Faces, fits: Floats) -> Enrolled | None:
    best = fits.max(axis=1)
    if float(best.max()) < LEAST_ALIKE:
        return None
    # Each face once, in the look that fits best: no face is a rival of its own.
    kept: dict[tuple[str, str], int] = {}
    for k in np.argsort(-best, kind="stable"):
        kept.setdefault(known.names[k], int(k))
    rows = sorted(kept.values())
    names, fits, best = [known.names[k] for k in rows], fits[rows], best[rows]
    odds = np.exp(SHARP * (best - best.max())) * left_over(best)
    chances = odds / (odds.sum() + np.exp(SHARP * (NONE_ALIKE - float(best.max()))))
    order = np.argsort(-chances, kind="stable")
    first = int(order[0])
    others = tuple((names[k][1], float(chances[k])) for k in order[1:4] if chances[k] >= 0.01)
    if chances[first] < 0.6:
        told = ((names[first][1], float(chances[first])), *others)[:3]
        return Enrolled(None, None, 1.0, told, None)
    deck, label = names[first]
    turn = float(int(fits[first].argmax()) * 360 / TURNS)
    return Enrolled(label, deck, float(chances[first]), others, turn)


Unlike = Callable[[Floats, Plane, Sequence[Floats]], bool]
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
    """Reads discs, also such as lie on others, of a tower the uppermost; those of enrolled decks by their faces.

    Where the table has no pawns, a round piece that shows no height is a disc. With a plane `x`, `y` are the middle of
    the disc in table mm, its height allowed for, and `angle` tells an enrolled face's turn.
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
            body = found.body
            # Straight from above only the top is seen, and a cap with its rim up, or a draughtsman with a relief,
            # passes for a pawn as well as for a cylinder.
            above = float(np.hypot(*(body.other - body.anchor))) <= FLAT * body.radius
            may_lie = "pawn" not in view.table.kinds and above and found.chance >= FLAT_SURE
            flat = body.shape == "disc" or may_lie
            return flat and (plane is None or unlike is None or not unlike(body.ring(), plane, covers))

        reaches = ANY
        # Where pawns are looked for as well they and discs are told by one look.
        if plane is not None and self._widths and "pawn" not in view.table.kinds:
            # How large (px) discs of these widths may seem to the finder, wherever on the table they lie.
            corners = rectangle(0, 0, plane.width_mm, plane.height_mm).tolist()
            scales = [plane.px_per_mm(x, y) / 2 for x, y in corners]
            reaches = min(self._widths) * min(scales) / ROUGHLY, max(self._widths) * max(scales) * ROUGHLY
        image = view.image
        found = [one for one in find_bodies(image, boxes, reaches) if may_be(one)]
        if not found:
            return ()
        white = white_of(image, plane)
        able = [f.body.radius >= LEAST_RADIUS_PX for f in found]
        crops = [
            face_at(image, f.body.anchor, f.body.spread) for f, can in zip(found, able, strict=True) if can
        ]
        read = iter(read_faces(crops))
        readings = [next(read) if can else None for can in able]
        enrolled = enrolled_faces(
            tuple(deck for deck in self.decks if deck.kind == "disc"), image, [f.body for f in found]
        )
        return tuple(
            _sighting(image, plane, white, one, reading, known)
            for one, reading, known in zip(found, readings, enrolled, strict=True)
        )


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
        if angle is not None:
            # A direction in the picture as the turn of a face on the table.
            towards = np.radians(angle)
            way = body.radius * np.array([np.cos(towards), -np.sin(towards)])
            start, end = plane.to_mm(np.stack([body.anchor, body.anchor + way]), high)
            turned = float(np.degrees(np.arctan2(end[1] - start[1], end[0] - start[0])) % 360)
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


# Finds playing pieces that stand up: turned pawns and cylinders, with their colour and where their foot is.
# The place of a piece is where it touches the table, however far its head leans in the picture.

PAWN_COLOURED: Final = 0.9
"""The colour is judged on so much of the outline, from its middle."""


class PawnReader(PieceReader):
    """Reads pawns and cylinders, labels `pawn` and `cylinder`; with a plane `x`, `y` are where the piece stands (mm).

    Where the table has no discs, flat round pieces are the players' own and count as cylinders; of a tower the
    uppermost.
    """

    kind: Kind = "pawn"

    def find(self, view: View, boxes: Sequence[Box] | None) -> Sequence[Sighting]:
        flat = ("disc",) if "disc" not in view.table.kinds else ()
        wanted = ("pawn", "cylinder", *flat)
        found = [f for f in find_bodies(view.image, boxes) if f.body.shape in wanted]
        if not found:
            return ()
        white = white_of(view.image, view.plane)
        return tuple(_pawn(view.image, view.plane, white, one) for one in found)


def _pawn(image: Picture, plane: Plane | None, white: White, found: FoundBody) -> Sighting:
    body = found.body
    x = y = None
    if plane is not None and body.shape == "pawn":
        (x, y), *_ = plane.to_mm(body.anchor[None]).tolist()
    elif plane is not None:
        high = height_mm(image, plane, body)
        (x, y), *_ = plane.to_mm(body.anchor[None], high).tolist()
    likeliest = body.chances[2] + (body.chances[1] if body.shape == "disc" else 0.0)
    chance = body.chances[3] if body.shape == "pawn" else likeliest
    label, other = ("pawn", "cylinder") if body.shape == "pawn" else ("cylinder", "pawn")
    share = min(1.0, chance / max(1e-6, 1 - body.chances[0]))
    outline = body.outline()
    middle = outline.mean(axis=0)
    return Sighting(
        kind="pawn",
        label=label,
        sure=found.chance * share,
        others=((other, found.chance * (1 - share)),) if share < 0.99 else (),
        x=None if x is None else round(x, 2),
        y=None if y is None else round(y, 2),
        corners_px=tuple((float(a), float(b)) for a, b in outline),
        visible=min(1.0, body.visible) if body.visible < 0.9 else 1.0,
        colour=body_colour(image, middle + PAWN_COLOURED * (outline - middle), white),
    )
