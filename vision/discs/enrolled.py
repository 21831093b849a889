"""Discs that were enrolled: a disc's top face held against the pictures of a deck of discs, in every turn.

Rule kept: a face is named only if it is clearly the best of all enrolled ones in its best turn; faces that look the
same turned (6 and 9) are left unread.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.decks.deck import Deck
from vision.decks.printed_faces import face_at
from vision.decks.turns import SIDE_PX, TURNS, filling, spectrum, turned_fits
from vision.discs.shapes import Body

Doubles = NDArray[np.float64]

LEAST_ALIKE: Final = 0.5
"""A face that fits worse than this is none of the enrolled ones."""
SHARP: Final = 22.0
"""How fast the odds between two faces grow with how much better one fits."""
LEFT_OVER: Final = 2.0
"""How the odds grow with what a face leaves unexplained beside the best: faces of one colour are much alike …"""
NOISE: Final = 0.01
"""… and so much no face explains."""
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


def _left_over(fits: Doubles) -> Doubles:
    """What the best face leaves of the picture unexplained, over what each leaves, as odds (0..1)."""
    left = 1 - np.square(np.clip(fits, 0.0, 1.0)) + NOISE
    return np.asarray((left.min() / left) ** LEFT_OVER, np.float64)


def _best_fits(known: _Faces, image: Picture, body: Body) -> Doubles:
    """How well each face fits in each turn where the body was found, or close by and a little larger or smaller if
    some face fits better there: the finder tells a disc's place to a pixel or two only."""

    def fits_at(shift: tuple[float, float], scale: float) -> Doubles:
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


def _told(known: _Faces, fits: Doubles) -> Enrolled | None:
    best = fits.max(axis=1)
    if float(best.max()) < LEAST_ALIKE:
        return None
    known, fits, best = _best_looks(known, fits, best)
    odds = np.exp(SHARP * (best - best.max())) * _left_over(best)
    chances = odds / (odds.sum() + np.exp(SHARP * (NONE_ALIKE - float(best.max()))))
    order = np.argsort(-chances, kind="stable")
    first = int(order[0])
    others = tuple((known.names[k][1], float(chances[k])) for k in order[1:4] if chances[k] >= 0.01)
    if chances[first] < 0.6:
        told = ((known.names[first][1], float(chances[first])), *others)[:3]
        return Enrolled(None, None, 1.0, told, None)
    deck, label = known.names[first]
    turn = float(int(fits[first].argmax()) * 360 / TURNS)
    return Enrolled(label, deck, float(chances[first]), others, turn)


def _best_looks(known: _Faces, fits: Doubles, best: Doubles) -> tuple[_Faces, Doubles, Doubles]:
    """Each face once, in the look that fits best: no face is a rival of its own."""
    kept: dict[tuple[str, str], int] = {}
    for k in np.argsort(-best, kind="stable"):
        kept.setdefault(known.names[k], int(k))
    rows = sorted(kept.values())
    return _Faces(tuple(known.names[k] for k in rows), known.spectra[rows]), fits[rows], best[rows]
