"""How well a place shows each enrolled face in its best turn, and the place near it where that fits best.

Rule kept: a face is compared round its middle, on rings of samples, so that a turn is a shift along them and all
turns cost one product of spectra.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Values
from vision.decks.deck import Deck

Doubles = NDArray[np.float64]

OUTERMOST: Final = 0.97
"""Samples reach so far out, over the token's radius."""
FIRST: Final = (7, 36)
CLOSE: Final = (14, 72)
"""Rings, and samples on each, of a first look and of a close one."""
STEPS_MM: Final = (1.2, 0.6, 0.3)
"""How far about a place it is looked for a better one, step by step."""
NOTHING: Final = 0.35
HOPELESS: Final = 0.5
"""What fits no better at a first look is given up; nor what fits no better in the best place about it."""
_SOFT: Final = 0.9


@dataclass(frozen=True, slots=True, eq=False)
class TokenFit:
    """A place (px) with how well each face of the deck fits there (-1..1) in its best turn (deg, counter-clockwise)."""

    column: float
    row: float
    fits: Doubles
    turns: Doubles


def fitted(picture: Values, px_per_mm: float, deck: Deck, places: Doubles) -> list[TokenFit]:
    """The places (N x 2, px) each moved to where a face of the deck fits best; the hopeless are left out.

    `picture`: the table from above, BGR.
    """
    radius = px_per_mm * deck.width_mm / 2
    if not len(places):
        return []
    fits, turns = _fits(picture, places, radius, _known(deck, px_per_mm, FIRST), FIRST)
    places = places[fits.max(axis=1) >= NOTHING]
    for number, step in enumerate(STEPS_MM):
        if not len(places):
            return []
        rings = FIRST if number == 0 else CLOSE
        about = np.array([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]) * step * px_per_mm
        around = (places[:, None] + about[None]).reshape(-1, 2)
        fits, turns = _fits(picture, around, radius, _known(deck, px_per_mm, rings), rings)
        best = fits.max(axis=1).reshape(-1, len(about))
        chosen = np.arange(len(places)) * len(about) + best.argmax(axis=1)
        if number == 0:
            chosen = chosen[best.max(axis=1) >= HOPELESS]
        places, fits, turns = around[chosen], fits[chosen], turns[chosen]
    return [
        TokenFit(float(column), float(row), fit, turn)
        for (column, row), fit, turn in zip(places.tolist(), fits, turns, strict=True)
    ]


def _fits(
    picture: Values, places: Doubles, radius: float, known: NDArray[np.complex64], rings: tuple[int, int]
) -> tuple[Doubles, Doubles]:
    """Places x faces: how well each fits in its best turn, and that turn."""
    seen = _spectra(picture, places, radius, rings)
    # One sum of products for each frequency of the samples along the rings.
    product = np.matmul(
        seen.transpose(2, 0, 1), known.conj().transpose(2, 1, 0)
    )  # frequencies x places x faces
    along = np.fft.irfft(product, rings[1], axis=0)
    turns = along.argmax(axis=0) * (360.0 / rings[1])
    return np.asarray(along.max(axis=0), np.float64), np.asarray(turns, np.float64)


def _spectra(
    picture: Values, places: Doubles, radius: float, rings: tuple[int, int]
) -> NDArray[np.complex64]:
    """What lies about places, evened out, of length 1, as spectra along rings: places x (rings * 3) x frequencies."""
    count, samples = rings
    radii = (np.arange(count) + 0.5) / count * OUTERMOST * radius
    angles = np.arange(samples) / samples * 2 * np.pi
    x = (places[:, 0, None, None] + radii[:, None] * np.cos(angles)).astype(np.float32)
    y = (places[:, 1, None, None] - radii[:, None] * np.sin(angles)).astype(np.float32)
    # OpenCV takes no more than 32 767 rows at once; places with their rings are the rows here.
    most = 32_000 // count
    taken = [
        cv2.remap(
            picture,
            x[start : start + most].reshape(-1, samples),
            y[start : start + most].reshape(-1, samples),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        for start in range(0, len(places), most)
    ]
    values = np.concatenate(taken).reshape(len(places), count, samples, 3)
    weight = np.sqrt(radii / radii.sum()).astype(np.float32)[None, :, None, None]
    mean = (values * weight**2).sum(axis=(1, 2), keepdims=True) / samples
    even = (values - mean) * weight
    length = np.sqrt(np.einsum("prsc,prsc->p", even, even))
    even /= np.maximum(length, 1e-6)[:, None, None, None]
    spectra = np.fft.rfft(even.transpose(0, 1, 3, 2), axis=3).astype(np.complex64)
    return np.asarray(spectra.reshape(len(places), count * 3, -1), np.complex64)


@lru_cache(maxsize=32)
def _known(deck: Deck, px_per_mm: float, rings: tuple[int, int]) -> NDArray[np.complex64]:
    side = max(8, round(px_per_mm * deck.width_mm))
    middle = np.array([[(side - 1) / 2, (side - 1) / 2]])
    found = []
    for face in deck.faces:
        small = cv2.resize(face.image, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
        soft = np.asarray(cv2.GaussianBlur(small, (0, 0), _SOFT), np.float32)
        found.append(_spectra(soft, middle, side / 2, rings)[0])
    return np.stack(found)
