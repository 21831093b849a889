"""The distance of two card faces as a camera sees them: that of their most different patch, not the average.

Faces are compared in Lab colour on a grid of 96 × 96, normalised in light and contrast. Near pairs are also
registered (findTransformECC), so that two photos of one card come out near. The distance is the maximum root
mean square difference over patches of a sixteenth of a card's side.
Measured on 117 faces of seven decks: one picture saved again smaller as JPEG 0.02 … 0.09; one card taken
twice, turned by 1.5 deg under another lamp 0.06 … 0.22; one corner number exchanged 0.07 … 0.75, median 0.16;
other pairs from 0.21, median 0.9.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Mask, Picture, Values

SAME_UP_TO = 0.09
"""Distance up to which two faces are one picture and cannot be told apart."""
TAKEN_TWICE_UP_TO = 0.2
"""Distance up to which two pictures may well show one card, taken twice."""
CLOSE_UP_TO = 0.3
"""Distance up to which two faces are worth a warning."""

_GRID = 96
"""Samples per side of the grid."""
_EDGE = 6
"""Samples left out at the border, where a cut may be off."""
_PATCH = 6
"""Side (samples) of a patch. The most different one gives the distance, as look-alikes differ in one place."""
_COARSE = 24
_COARSE_FAR = 0.3
"""Maximum distance on a grid of _COARSE samples per side for a close comparison."""
_SHAPE_SLACK = 1.1
"""Maximum factor between the sides of two faces that are compared."""
_SPREAD = 0.3
"""Standard deviation of colour (Lab / 100) to which every face is scaled, which cancels the exposure."""

Named = tuple[str, Picture, float, float]
"""A face to compare: its name, its picture, its width and height in mm."""


@dataclass(frozen=True, slots=True)
class LookAlike:
    """Two faces that are hard to tell apart, with their distance; `same`: impossible to tell apart."""

    a: str
    b: str
    distance: float
    same: bool


def alike(faces: Sequence[Named]) -> tuple[LookAlike, ...]:
    """The pairs with a distance up to CLOSE_UP_TO, nearest first; each is also tried upside down."""
    grids = [_grid(image) for _, image, _, _ in faces]
    coarse = [_coarse(grid) for grid in grids]
    found: list[LookAlike] = []
    for i, j in combinations(range(len(faces)), 2):
        ratios = (faces[i][2] / faces[j][2], faces[i][3] / faces[j][3])
        if not all(1.0 / _SHAPE_SLACK <= ratio <= _SHAPE_SLACK for ratio in ratios):
            continue
        off = {turn: ((coarse[i] - _turned(coarse[j], turn)) ** 2).sum(axis=2).mean() for turn in (0, 2)}
        turns = [turn for turn, square in off.items() if float(np.sqrt(square)) < _COARSE_FAR]
        distance = min(
            (_distance(grids[i], _turned(grids[j], turn)) for turn in turns), default=CLOSE_UP_TO + 1
        )
        if distance <= CLOSE_UP_TO:
            found.append(LookAlike(faces[i][0], faces[j][0], round(distance, 3), distance <= SAME_UP_TO))
    return tuple(sorted(found, key=lambda pair: (pair.distance, pair.a, pair.b)))


def same_faces(faces: Sequence[tuple[str, Picture]]) -> Iterator[tuple[str, str]]:
    """The pairs of different names with the same picture, also upside down."""
    grids = [_grid(image) for _, image in faces]
    coarse = np.stack([_coarse(grid).ravel() for grid in grids])
    squares = (coarse**2).sum(axis=1)
    near = []
    for upright in (coarse, coarse.reshape(len(faces), -1, 3)[:, ::-1].reshape(coarse.shape)):
        # Coarse distances of all pairs at once, as |a - b|² = |a|² + |b|² - 2ab; only near ones are compared closely.
        apart = squares[:, None] + squares[None] - 2 * coarse @ upright.T
        near.append(apart < SAME_UP_TO**2 * _COARSE**2)
    for i, j in np.argwhere(np.triu(near[0] | near[1], 1)).tolist():
        turns = [turn for turn, is_near in zip((0, 2), near, strict=True) if is_near[i, j]]
        alike = (_peak(grids[i], _turned(grids[j], turn)) <= SAME_UP_TO for turn in turns)
        if faces[i][0] != faces[j][0] and any(alike):
            yield faces[i][0], faces[j][0]


def distance(a: Picture, b: Picture) -> float:
    """The distance of two pictures of the same shape, both upright, after registering them on each other."""
    return _distance(_grid(a), _grid(b))


def _grid(image: Picture) -> Values:
    small = cv2.resize(image, (_GRID, _GRID), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), 1.0)
    lab = cv2.cvtColor(small.astype(np.float32) / 255.0, cv2.COLOR_BGR2Lab) / 100.0
    return _levelled(np.asarray(lab, np.float32))


def _levelled(lab: Values) -> Values:
    centred = lab - lab.mean(axis=(0, 1))
    spread = max(float(np.sqrt((centred**2).sum(axis=2).mean())), 0.1)
    return np.asarray(centred * (_SPREAD / spread), np.float32)


def _coarse(grid: Values) -> Values:
    return np.asarray(cv2.resize(grid, (_COARSE, _COARSE), interpolation=cv2.INTER_AREA), np.float32)


def _turned(grid: Values, turns: int) -> Values:
    return np.ascontiguousarray(np.rot90(grid, turns))


def _distance(a: Values, b: Values) -> float:
    moved = b
    one, other = np.ascontiguousarray(a[..., 0]), np.ascontiguousarray(b[..., 0])
    warp = registration(one, other, 30, 0.08, _GRID / 12)
    if warp is not None:
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        laid = cv2.warpAffine(b, warp, (_GRID, _GRID), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        moved = np.asarray(laid, np.float32)
    return min(_peak(a, b), _peak(a, moved))


def _peak(a: Values, b: Values) -> float:
    inner = slice(_EDGE, -_EDGE)
    squared = ((_levelled(a[inner, inner]) - _levelled(b[inner, inner])) ** 2).sum(axis=2)
    return float(np.sqrt(cv2.boxFilter(squared, -1, (_PATCH, _PATCH)).max()))


def registration(
    one: Values | Picture, other: Values | Picture, rounds: int, most_bent: float, most_px: float
) -> Floats | None:
    """The affine map (2 x 3) that registers `other` on `one` (grey); None if it fails or bends or shifts too much."""
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, rounds, 1e-4)
    start, everywhere = np.eye(2, 3, dtype=np.float32), np.ones(one.shape, np.uint8)
    try:
        _, found = cv2.findTransformECC(one, other, start, cv2.MOTION_AFFINE, stop, everywhere, 3)
    except cv2.error:
        return None
    warp = np.asarray(found, np.float64)
    far = np.abs(warp[:, :2] - np.eye(2)).max() > most_bent or np.abs(warp[:, 2]).max() > most_px
    return None if far else warp


# Compares round faces in every turn, on rings of samples about the middle: a turn is a shift along them, and one
# product of spectra covers all turns.

Spectra = NDArray[np.complex64]
"""Spectra along rings, normalised to length 1: (places or faces x) rings * 3 x frequencies."""

SIDE_PX: Final = 48
RINGS: Final = 14
TURNS: Final = 72
FACE_PX, EDGE = 32, 14.5
"""Side of a face's square for the network of printed faces, and the face's radius in it."""
EDGE_PX: Final = SIDE_PX * EDGE / FACE_PX
"""Radius of a face rectified to SIDE_PX."""
FARTHER: Final = 5.0
"""Factor from 1 - fit to `disc_distance`: a fit of 0.96 gives 0.2, the distance of a card taken twice."""


def face_at(image: Picture, anchor: Floats, spread: Floats, side: int = FACE_PX) -> Picture:
    """A top face rectified to a circle in a square of `side` px, BGR; `spread` maps the unit circle to it (px)."""
    finer = int(np.clip(np.ceil(float(np.sqrt(abs(np.linalg.det(spread)))) * FACE_PX / (EDGE * side)), 1, 4))
    wide = side * finer
    scale = spread * (FACE_PX / (EDGE * wide))
    matrix = np.column_stack([scale, anchor - scale @ np.array([(wide - 1) / 2] * 2)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    face = cv2.warpAffine(image, matrix, (wide, wide), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    if finer > 1:
        face = cv2.resize(face, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(face, np.uint8)


def filling(image: Picture) -> Picture:
    """A face that fills its square picture, rectified to SIDE_PX by `face_at`."""
    small = cv2.resize(image, (SIDE_PX * 2, SIDE_PX * 2), interpolation=cv2.INTER_AREA)
    middle = np.array([SIDE_PX - 0.5, SIDE_PX - 0.5])
    return face_at(np.asarray(small, np.uint8), middle, np.eye(2) * SIDE_PX, SIDE_PX)


def turned_fits(known: Spectra, seen: Spectra) -> Floats:
    """The fit (K x TURNS, -1..1) of each of K known faces to the one seen, in each of TURNS turns."""
    product = (known.conj() * seen[None]).sum(axis=1)
    return np.asarray(np.fft.irfft(product, TURNS, axis=1), np.float64)


SHARP: Final = 22.0
"""Log odds between two faces per unit of difference in fit."""
LEFT_OVER: Final = 2.0
"""Power of the ratio of what two faces leave unexplained, as a factor of their odds: faces of one colour are alike."""
NOISE: Final = 0.01
"""Share that no face explains."""


def left_over(fits: Floats) -> Floats:
    """The ratio (0..1) of what the best face leaves unexplained to what each face does, to the power LEFT_OVER."""
    left = 1 - np.square(np.clip(fits, 0.0, 1.0)) + NOISE
    return np.asarray((left.min() / left) ** LEFT_OVER, np.float64)


def disc_distance(a: Picture, b: Picture) -> float:
    """The distance of two faces that fill their pictures, in the turn in which they are most alike.

    On the scale of `distance`: 0 is the same picture, and one disc taken twice has up to 0.2.
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


def sampled(picture: Values, places: Floats, radius: float, rings: tuple[int, int]) -> Values:
    """Samples along the rings about places (N x 2 px): N x rings x samples (x 3). `radius`: of the outermost ring."""
    count, samples = rings
    radii = (np.arange(count) + 0.5) / count * radius
    angles = np.arange(samples) / samples * 2 * np.pi
    x = (places[:, 0, None, None] + radii[:, None] * np.cos(angles)).astype(np.float32)
    y = (places[:, 1, None, None] - radii[:, None] * np.sin(angles)).astype(np.float32)
    # OpenCV takes at most 32 767 rows at once; every ring of every place is a row here.
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
    values = np.concatenate(taken).reshape(len(places), count, samples, *picture.shape[2:])
    return np.asarray(values, np.float32)


def ring_areas(count: int) -> Values:
    """The share of each ring in the area of all."""
    return np.asarray((2 * np.arange(count) + 1) / count**2, np.float32)


def ring_spectra(
    picture: Values, places: Floats, radius: float, rings: tuple[int, int], shown: Mask | None = None
) -> Spectra:
    """Spectra along the rings about places, normalised to length 1: places x (rings * 3) x frequencies.

    `shown`: samples that count (places x rings x samples x 1); None: all.
    """
    count, samples = rings
    values = sampled(picture, places, radius, rings)
    # Rings are weighted by their area; mean and length are removed, so that light drops out.
    areas = ring_areas(count)[:, None, None]
    part = areas if shown is None else areas * shown
    total = samples if shown is None else part.sum(axis=(1, 2), keepdims=True) + 1e-6
    mean = (values * part).sum(axis=(1, 2), keepdims=True) / total
    even = (values - mean) * (part / np.sqrt(areas))
    length = np.sqrt(np.einsum("prsc,prsc->p", even, even))
    even /= np.maximum(length, 1e-6)[:, None, None, None]
    spectra = np.fft.rfft(even.transpose(0, 1, 3, 2), axis=3).astype(np.complex64)
    return np.asarray(spectra.reshape(len(places), count * 3, -1), np.complex64)


def spectrum(face: Picture) -> Spectra:
    """Spectra along the rings of a face in a square of SIDE_PX."""
    soft = cv2.GaussianBlur(face, (0, 0), 1.0).astype(np.float32)
    middle = np.full((1, 2), (SIDE_PX - 1) / 2)
    return np.asarray(ring_spectra(soft, middle, 0.92 * EDGE_PX, (RINGS, TURNS))[0], np.complex64)
