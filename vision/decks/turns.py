"""Two round faces held against each other in every turn.

Rule kept: turns are compared round the disc's middle, on rings of samples, so that a turn is a shift along them and all
turns cost one product of spectra.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.decks.alike import CLOSE_UP_TO, SAME_UP_TO, LookAlike
from vision.decks.printed_faces import face_at

Doubles = NDArray[np.float64]
Spectra = NDArray[np.complex128]

SIDE_PX: Final = 48
RINGS: Final = 14
TURNS: Final = 72
EDGE_PX: Final = SIDE_PX * 14.5 / 32
"""Radius of the face as unwarped to SIDE_PX."""
FARTHER: Final = 5.0
"""How `disc_distance` grows with what is missing to a perfect fit: 0.2, as of a card taken twice, at a fit of 0.96."""


def filling(image: Picture) -> Picture:
    """A face that fills its square picture, as `face_at` unwarps one to SIDE_PX."""
    small = cv2.resize(image, (SIDE_PX * 2, SIDE_PX * 2), interpolation=cv2.INTER_AREA)
    middle = np.array([SIDE_PX - 0.5, SIDE_PX - 0.5])
    return face_at(np.asarray(small, np.uint8), middle, np.eye(2) * SIDE_PX, SIDE_PX)


def turned_fits(known: Spectra, seen: Spectra) -> Doubles:
    """How well each known face (K spectra) fits the one seen, in each of TURNS turns: K x TURNS, -1..1."""
    product = (known.conj() * seen[None]).sum(axis=(1, 2))
    return np.asarray(np.fft.irfft(product, TURNS, axis=1), np.float64)


def disc_distance(a: Picture, b: Picture) -> float:
    """How unlike two faces are that fill their pictures, in the turn in which they are most alike.

    On the scale of `alike.distance`: one disc taken twice is up to 0.2, and 0 is the same picture.
    """
    fits = turned_fits(spectrum(filling(a))[None], spectrum(filling(b)))
    return float(max(0.0, FARTHER * (1 - fits.max())))


def discs_alike(faces: Sequence[tuple[str, Picture]]) -> tuple[LookAlike, ...]:
    """The pairs of named faces that are hard to tell apart in any turn, nearest first."""
    spectra = [spectrum(filling(image)) for _, image in faces]
    found = []
    for (one, name), (other, its) in combinations(enumerate(name for name, _ in faces), 2):
        fit = float(turned_fits(spectra[one][None], spectra[other]).max())
        far = max(0.0, FARTHER * (1 - fit))
        if far <= CLOSE_UP_TO:
            found.append(LookAlike(name, its, round(far, 3), far <= SAME_UP_TO))
    return tuple(sorted(found, key=lambda pair: (pair.distance, pair.a, pair.b)))


def spectrum(face: Picture) -> NDArray[np.complex128]:
    """The face on rings, evened out, as spectra along them (RINGS x 3 x TURNS / 2 + 1); of length 1 in all."""
    soft = cv2.GaussianBlur(face, (0, 0), 1.0).astype(np.float32)
    radii = (np.arange(RINGS) + 0.5) / RINGS * 0.92 * EDGE_PX
    angles = np.arange(TURNS) / TURNS * 2 * np.pi
    middle = (SIDE_PX - 1) / 2
    x = (middle + radii[:, None] * np.cos(angles)).astype(np.float32)
    y = (middle - radii[:, None] * np.sin(angles)).astype(np.float32)
    rings = cv2.remap(soft, x, y, cv2.INTER_LINEAR).astype(np.float64).transpose(0, 2, 1)
    weight = np.sqrt(radii / radii.sum())[:, None, None]
    mean = (rings * weight**2).sum(axis=(0, 2), keepdims=True) / ((weight**2).sum() * TURNS)
    even = (rings - mean) * weight
    even /= max(1e-6, float(np.sqrt((even**2).sum())))
    return np.asarray(np.fft.rfft(even, axis=2), np.complex128)
