"""Which of up to a thousand enrolled faces a rectified card shows, and the chance that it is any of them.

Method: a shortlist by thumbnails; corners registered; then windows compared, visible parts only. Rule kept: similar
faces are separated along their difference, or they share the chance.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Corners, Floats, Picture, Values
from vision.decks.references import References, reduced, shrunk
from vision.light.contrast import channel_planes, channel_sums, flat_unit, smooth, smoothing, stand_out

# Shortlist: small light-normalised thumbnails of all faces in one matrix product. Burnt-out and hidden samples
# are left out on both sides of the comparison.

SHORTLIST_ACROSS = 16
"""Samples across a card's shorter side; so coarse that an offset of 3 % of the card is tolerated."""
PX_A_SAMPLE = 8
"""Px per sample at which faces are blurred; with 4, a nine of hearts in a photograph became a ten."""
SHORTLIST_NOISE = 6.0
"""Contrast (grey levels) below which a patch is plain."""


@dataclass(frozen=True, slots=True, eq=False)
class Thumbnails:
    """All references of a group as rows of one matrix (K x values, each of length 1), and their squares by sample."""

    rows: int
    columns: int
    values: Values
    squares: Values

    def agreements(self, patches: Values, weights: Values | None) -> Values:
        """Correlations (N x K, -1..1) of upright patches (N x rows x columns x 3, grey levels) with all references.

        `weights` (N x rows x columns, 0..1): the samples that count; None: all.
        """
        if weights is None:
            flat = flat_unit(stand_out(patches, noise=SHORTLIST_NOISE))
            return np.asarray((self.values @ flat.T).T, dtype=np.float32)
        flat = stand_out(patches, noise=SHORTLIST_NOISE, weights=weights).reshape(len(patches), -1)
        weighted = flat * np.repeat(weights.reshape(len(weights), -1), 3, axis=1)
        theirs = weights.reshape(len(weights), -1) @ self.squares.T
        own = np.einsum("ij,ij->i", weighted, flat)
        return np.asarray(weighted @ self.values.T / np.sqrt(theirs * own[:, None] + 1e-9), dtype=np.float32)


def thumbnails(group: References, pictures: Sequence[Picture]) -> Thumbnails:
    rows, columns = grid(group, SHORTLIST_ACROSS)
    small = np.stack([shrunk(picture, rows, columns, PX_A_SAMPLE) for picture in pictures])
    values = flat_unit(stand_out(small, noise=SHORTLIST_NOISE))
    squares = (values**2).reshape(len(values), -1, 3).sum(axis=2)
    return Thumbnails(rows, columns, values, np.ascontiguousarray(squares))


def grid(group: References, across: int) -> tuple[int, int]:
    """Rows and columns of a card's samples, with `across` of them on its shorter side."""
    shorter = min(group.width_mm, group.height_mm)
    return round(across * group.height_mm / shorter), round(across * group.width_mm / shorter)


def best(scores: Values, most: int) -> list[tuple[float, int]]:
    """The `most` highest scores with their indices, highest first; ties by index."""
    some = min(most, len(scores))
    return [(float(scores[index]), int(index)) for index in np.argsort(-scores, kind="stable")[:some]]


Bytes = NDArray[np.int8]

ACROSS = 64
"""Samples across a card's shorter side."""
WINDOW = 0.04
"""Standard deviation of the Gaussian windows, as a share of the shorter side."""
EVERY = 3
"""Step (samples) between windows; nearer than their standard deviation, so nothing falls between them."""
WINDOW_NOISE = 4.0
"""Contrast (grey levels) of camera noise alone in a window."""
TEXTURE = 8.0
"""Contrast (grey levels) at which a window has half its full weight."""
CAST = (0.5, 2.0)
"""Limits of the factor by which a lamp's colour changes one channel's contrast against all."""


@dataclass(frozen=True, slots=True, eq=False)
class WindowedPatch:
    """A patch minus its local means (`rest`: 3 x rows x columns); `whole` is 1 where it counts.

    `powers`: the mean square in each window by channel (3 x windows down x windows across); `weights`: the share of
    each window that counts.
    """

    rest: Values
    whole: Values
    powers: Values
    weights: Values


@dataclass(frozen=True, slots=True, eq=False)
class Windows:
    """All faces of a group at the fine level: each picture minus its local means (`rest`, grey levels).

    `every`, `sparse`: the matrices that smooth down and across, to all samples and to the windows.
    """

    rest: Bytes
    powers: Values
    every: tuple[Values, Values]
    sparse: tuple[Values, Values]

    def see(self, patch: Values, whole: Values) -> WindowedPatch:
        """Prepares a patch (rows x columns x 3, grey levels); `whole` (rows x columns, 0..1): what counts."""
        planes = channel_planes(patch[None])[0]
        if whole.all():
            rest = planes - smooth(planes, *self.every)
            weights = np.ones(tuple(map(len, self.sparse)), dtype=np.float32)
        else:
            share = np.maximum(smooth(whole, *self.every), np.float32(1e-3))
            rest = (planes - smooth(planes * whole, *self.every) / share) * whole
            weights = smooth(whole, *self.sparse)
        rest = np.asarray(rest, dtype=np.float32)
        return WindowedPatch(rest, whole, smooth(rest * rest, *self.sparse), weights)

    def compare(self, seen: WindowedPatch, chosen: list[int]) -> Values:
        """The agreement (-1..1) of each chosen face with a patch: the weighted mean over all windows."""
        products = self.rest[chosen].astype(np.float32)
        products *= seen.rest
        # Gains per face and channel (K x 3) undo a lamp's colour; their common factor drops out.
        power = np.einsum("cij,cij->c", seen.rest, seen.rest) + 1
        gains = np.maximum(np.asarray(products.sum(axis=(2, 3)), dtype=np.float32) / power, 1e-3)
        gains /= (gains * power).sum(axis=1, keepdims=True) / power.sum()
        gains = np.asarray(np.clip(gains, *CAST), dtype=np.float32)
        together = smooth(_weighted(products, gains), *self.sparse)
        own = _weighted(np.broadcast_to(seen.powers, (len(chosen), *seen.powers.shape)), gains * gains)
        share = np.maximum(seen.weights, np.float32(1e-3))
        theirs = self.powers[chosen]
        correlation = together / np.sqrt(
            (own + WINDOW_NOISE * WINDOW_NOISE) * (theirs * share + WINDOW_NOISE * WINDOW_NOISE)
        )
        # Windows with contrast count, in either picture; plain ones agree with everything.
        contrast = np.sqrt(own / share + theirs)
        say = contrast / (contrast + np.float32(TEXTURE)) * np.maximum(seen.weights * 1.5 - 0.5, 0)
        levels = (correlation * say).sum(axis=(1, 2)) / np.maximum(say.sum(axis=(1, 2)), 1e-3)
        return np.asarray(levels, dtype=np.float32)

    def common(self, one: int, others: list[int]) -> Values:
        """The agreements (-1..1) of other faces with one face."""
        rest = self.rest[one].astype(np.float32)
        whole = np.ones(rest.shape[1:], dtype=np.float32)
        weights = np.ones(tuple(map(len, self.sparse)), dtype=np.float32)
        seen = WindowedPatch(rest, whole, smooth(rest * rest, *self.sparse), weights)
        return self.compare(seen, others)

    def between(self, seen: WindowedPatch, one: int, other: int) -> float:
        """The log odds of face `one` against `other`, by the difference between the two.

        Method: least squares; the patch is projected on the line between the two faces, and the variance of its place
        there follows from what neither explains.
        """
        first, second = (self.rest[index].astype(np.float32) * seen.whole for index in (one, other))
        step = first - second
        middle = (first + second) * np.float32(0.5)
        gain = np.einsum("cij,cij->c", seen.rest, middle) / (
            np.einsum("cij,cij->c", seen.rest, seen.rest) + 1
        )
        gain = np.maximum(gain, gain.max() * 0.25)[:, None, None]
        left = seen.rest * gain - middle
        square = channel_sums((step * step)[None])[0]
        length = float(square.sum())
        if length < 1:
            return 0.0
        place = float(np.einsum("cij,cij->", left, step)) / length
        rest = left - np.float32(np.clip(place, -0.5, 0.5)) * step
        noise = smooth(channel_sums((rest * rest)[None])[0], *self.every)
        variance = TOGETHER * float((noise * square).sum()) / (length * length) + NEAREST * NEAREST
        # Where they differ, the likelier face must agree; a thing lying there agrees with neither.
        likelier = first if place > 0 else second
        shown = seen.rest * gain
        own, theirs, both = (
            float((channel_sums((a * b)[None])[0] * square).sum())
            for a, b in ((shown, shown), (likelier, likelier), (shown, likelier))
        )
        agree = both / np.sqrt((own + SLIGHT * square.sum()) * (theirs + SLIGHT * square.sum()))
        return place / variance * float(np.clip((agree - 0.2) / 0.4, 0, 1))


TOGETHER = 3.0
"""Number of neighbouring samples with correlated errors (blur, inexact pose)."""
SLIGHT = 16.0
"""Noise power (grey levels squared) where faces differ."""
NEAREST = 0.12
"""Minimum standard error of the place between two faces."""


def windows(group: References, pictures: Sequence[Picture]) -> Windows:
    """The fine level of all references of a group, given their pictures."""
    rows, columns = grid(group, ACROSS)
    deviation = WINDOW * ACROSS
    down, across = smoothing(rows, deviation), smoothing(columns, deviation)
    sparse_down, sparse_across = (np.ascontiguousarray(line[1::EVERY]) for line in (down, across))
    rest = np.empty((len(group.all), 3, rows, columns), dtype=np.int8)
    powers = np.empty((len(group.all), len(sparse_down), len(sparse_across)), dtype=np.float32)
    for index, picture in enumerate(pictures):
        planes = channel_planes(shrunk(picture, rows, columns, PX_A_SAMPLE)[None])[0]
        left = np.clip(np.rint(planes - smooth(planes, down, across)), -127, 127)
        rest[index] = left
        powers[index] = smooth(channel_sums((left * left)[None])[0], sparse_down, sparse_across)
    return Windows(rest, powers, (down, across), (sparse_down, sparse_across))


def _weighted(planes: Values, weights: Values) -> Values:
    """The sum of planes (K x 3 x rows x columns) over the channels, weighted (K x 3)."""
    total = planes[:, 0] * weights[:, 0, None, None]
    for channel in (1, 2):
        total += planes[:, channel] * weights[:, channel, None, None]
    return np.asarray(total, dtype=np.float32)


# Registration of a crop's corners with a face: outlines are off by a few percent of a card, more with sleeves
# and shadows. Method: forward Lucas-Kanade with inverse-compositional gradients (Baker and Matthews 2004) over
# the shifts of the four corners, on light-normalised pictures, with a prior on each shift.

STEPS = ((2.5, 2), (1.0, 1), (0.0, 2))
"""Blur (samples) and number of steps, coarse to fine."""
PRIOR = 0.035
"""Standard deviation of a corner's error, as a share of the card's sides."""
NOISE = 6.0
FAR = 0.2
"""Maximum shift of a corner; beyond it registration has failed and the start is kept."""
SETTLED = 0.002
"""Step below which registration has converged."""
CONTRAST_ERROR = 0.5
"""Standard deviation per sample between two pictures of one card, after `stand_out`."""
PATCH = 4.0
"""Number of neighbouring samples with correlated errors."""
_PRIOR = np.eye(8, dtype=np.float32) * np.float32(CONTRAST_ERROR**2 * PATCH / PRIOR**2)


class Template:
    """A face (grey, rows x columns, as made by `ready`) with all of registration that depends on it alone."""

    def __init__(self, face: Values) -> None:
        self.shape: tuple[int, int] = (face.shape[0], face.shape[1])
        blurred = [_blurred(face, blur) for blur, _ in STEPS]
        self.steps = tuple((wanted, slopes := _slopes(wanted), _pull(slopes)) for wanted in blurred)
        """Per blur: its values, their gradients (samples x 8), and the inverse normal matrix (8 x 8)."""


def _pull(slopes: Values) -> Values:
    return np.asarray(np.linalg.inv(slopes.T @ slopes + _PRIOR), dtype=np.float32)


def registered(picture: Values, to_crop: Floats, template: Template, weights: Values | None) -> Floats:
    """The homography from the card's unit square to the crop's at which the crop matches the template.

    `picture`: the crop (grey, rows x columns); `to_crop` (3 x 3): the homography to start from, returned if
    registration fails; `weights`: the template's samples that count.
    """
    # `shift`: of the four corners in the card's own square, held near zero by the prior; coarse to fine.
    shift, found = np.zeros(8, dtype=np.float32), to_crop
    for (blur, steps), (wanted, slopes, pull) in zip(STEPS, template.steps, strict=True):
        if weights is not None:
            # Hidden samples change the normal matrix, which is prepared for whole cards only.
            slopes = slopes * weights.ravel()[:, None]
            pull = _pull(slopes)
        for _ in range(steps):
            seen = ready(warped(picture, found, template.shape), weights)
            left = (_blurred(seen, blur) - wanted).ravel()
            move = pull @ (left @ slopes + shift * _PRIOR[0, 0])
            shift = shift - move
            if np.abs(shift).max() > FAR:
                return to_crop
            moved = _SQUARE + shift.reshape(4, 2)
            found = to_crop @ cv2.getPerspectiveTransform(_SQUARE, moved)
            if np.abs(move).max() < SETTLED:
                break
    return np.asarray(found, dtype=np.float64)


_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)


def ready(grey: Values, weights: Values | None = None) -> Values:
    """A grey patch (rows x columns), light-normalised; samples of weight 0 become 0."""
    return stand_out(grey[None, ..., None], NOISE, weights)[0, ..., 0]


def _blurred(picture: Values, blur: float) -> Values:
    if not blur:
        return picture
    return np.asarray(
        cv2.GaussianBlur(picture, (0, 0), blur, borderType=cv2.BORDER_REFLECT), dtype=np.float32
    )


def _slopes(template: Values) -> Values:
    """The template's derivatives (samples x 8) by the shift of each corner right and down, in shares of the card."""
    rows, columns = template.shape
    both = np.zeros((rows, columns, 1, 2), dtype=np.float32)
    both[:, 1:-1, 0, 0] = (template[:, 2:] - template[:, :-2]) * np.float32(columns / 2)
    both[1:-1, :, 0, 1] = (template[2:] - template[:-2]) * np.float32(rows / 2)
    return (_shares(rows, columns) * both).reshape(-1, 8)


@lru_cache(maxsize=16)
def _shares(rows: int, columns: int) -> Values:
    """Each sample's bilinear weights for the corners (TL TR BR BL): rows x columns x 4 x 1."""
    v, u = np.meshgrid((np.arange(rows) + 0.5) / rows, (np.arange(columns) + 0.5) / columns, indexing="ij")
    parts = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=-1)
    return np.asarray(parts[..., None], dtype=np.float32)


@lru_cache(maxsize=16)
def _samples(rows: int, columns: int) -> Floats:
    """The matrix from sample indices to the unit square."""
    return np.array([[1 / columns, 0, 0.5 / columns], [0, 1 / rows, 0.5 / rows], [0, 0, 1.0]])


# A crop at its working sizes, and homographies from the unit square of an upright card to the unit square of
# the crop. Burnt-out samples are tried both as white paper and as glare, which tells nothing.

LOOK_ACROSS = 80
"""Samples across the shorter side of the working crop."""
SOFT_ACROSS = 20
"""The same for thumbnails."""
REGISTER_ACROSS = 32
"""The same for registration."""
BURNT = 250
"""Level of a sample's darkest channel from which it is burnt out."""
BURNT_FROM = 0.02
"""Minimum burnt-out share of a crop that is tried as glare too."""


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """A crop: in colour, very small (`soft`), grey (float), the share of each sample that counts (`whole`; None: all),
    and its size as given (px)."""

    picture: Picture
    soft: Picture
    grey: Values
    whole: Values | None
    width: int
    height: int

    @property
    def share(self) -> float:
        """The share of it that counts (0..1)."""
        return 1.0 if self.whole is None else float(self.whole.mean())


TURNED: dict[int, Floats] = {
    0: np.eye(3),
    1: np.array([[0.0, -1, 1], [1, 0, 0], [0, 0, 1]]),
    2: np.array([[-1.0, 0, 1], [0, -1, 1], [0, 0, 1]]),
    3: np.array([[0.0, 1, 0], [-1, 0, 1], [0, 0, 1]]),
}
"""By the quarter turns that make a crop upright: the matrix from an upright card's unit square to the crop's."""

GROWN = tuple(
    np.array([[1 + by, 0, -by / 2], [0, 1 + by, -by / 2], [0, 0, 1.0]]) for by in (-0.08, 0.0, 0.08)
)
"""The unit square smaller, as it is, and larger: sleeves, borders and shadows falsify outlines."""


def look(crop: Picture, visible: Values | None) -> Crop:
    """The crop at its working sizes."""
    height, width = crop.shape[:2]
    scale = LOOK_ACROSS / min(width, height)
    picture = crop
    if scale < 1:
        size = (max(8, round(width * scale)), max(8, round(height * scale)))
        picture = np.asarray(cv2.resize(crop, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    size = (picture.shape[1], picture.shape[0])
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.float32)
    least = REGISTER_ACROSS / min(size)
    if least < 0.9:
        by = least * 1.2
        grey = np.asarray(
            cv2.resize(grey, None, fx=by, fy=by, interpolation=cv2.INTER_AREA), dtype=np.float32
        )
    soft_size = (max(4, size[0] * SOFT_ACROSS // min(size)), max(4, size[1] * SOFT_ACROSS // min(size)))
    soft = np.asarray(cv2.resize(picture, soft_size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    whole = None
    if visible is not None:
        whole = np.asarray(cv2.resize(visible, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
    return Crop(picture, soft, grey, whole, width, height)


def variants(crop: Crop) -> list[Crop]:
    """The crop with burnt-out samples as white paper and, if there are many, a second one with them left out."""
    burnt = crop.picture.min(axis=2) >= BURNT
    if burnt.mean() < BURNT_FROM:
        return [crop]
    glare = cv2.dilate(burnt.astype(np.float32), np.ones((3, 3), np.uint8))
    whole = np.asarray(1 - glare, dtype=np.float32)
    if crop.whole is not None:
        whole *= crop.whole
    if whole.mean() < 0.1:
        return [crop]
    return [crop, replace(crop, whole=whole)]


def size_of(picture: NDArray[np.generic]) -> Floats:
    """The matrix from the unit square to the px of a picture."""
    rows, columns = picture.shape[:2]
    return np.array([[columns, 0, -0.5], [0, rows, -0.5], [0, 0, 1.0]])


def warped(picture: NDArray[np.generic], to_crop: Floats, shape: tuple[int, ...]) -> Values:
    """A picture of the crop, warped to the samples (rows, columns) of the card."""
    rows, columns = shape[:2]
    to_px, flags = (
        size_of(picture) @ to_crop @ _samples(rows, columns),
        cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
    )
    seen = cv2.warpPerspective(
        np.asarray(picture), to_px, (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, dtype=np.float32)


def corners_px(to_crop: Floats, crop: Crop) -> Corners:
    """A card's top-left, top-right, bottom-right and bottom-left corners in the crop as given (px)."""
    square = np.array([[[0.0, 0], [1, 0], [1, 1], [0, 1]]])
    at = cv2.perspectiveTransform(square, to_crop)[0]
    return tuple(
        (round(float(x) * crop.width - 0.5, 2), round(float(y) * crop.height - 0.5, 2)) for x, y in at
    )


MOST_TOLD = 5
SHORTLIST = 12
"""Maximum faces (each in one turn) chosen by thumbnails."""
LEAST, FEW, MANY, PARTLY = 2, 3, 5, 8
"""Maximum faces registered: if none agrees at all, if one agrees well, if none agrees well, and if only part of the
card shows, which fits many faces."""
WHOLE = 0.75
"""Minimum visible share of a card that counts as whole."""
CLEARLY_BEHIND = 0.15
"""Lag of a thumbnail behind the best beyond which a face of a part is skipped, once one agrees by CLEAR."""
COARSE = 0.4
"""Weight of the thumbnail in a face's agreement; it tolerates blur, bent sleeves and poor corners."""
CLEAR, GOOD = 0.72, 0.62
"""Agreements from which no further face is registered, and from which only the nearest rivals are."""
HOPELESS = 0.32
"""Agreement below which the crop shows none of the enrolled faces."""
FAR_BEHIND = 0.25
"""Lag of a thumbnail behind the best beyond which a face is skipped, once one agrees by GOOD."""
COMPARED = 7
"""Maximum further faces of the shortlist compared at the best one's corners."""
RIVALS = 3
"""Maximum runners-up whose likeness to the best face is measured."""
BY_CHANCE = 0.2
"""Agreement of a card with a face that it has nothing in common with."""
ALIKE = 0.9
"""Agreement of two faces from which their gap does not tell whether the card is enrolled at all."""
CLOSE = 0.12
"""Gap of agreements below which two faces are separated along their difference."""
GAP_SPREAD, PART_SPREAD = 0.01, 0.06
"""Gap of agreements per log odds of 1; the second, times the hidden share, is added on partly hidden cards."""
MOST_ODDS = 12.0
KNOWN = (-5.0, 4.0, 32.0)
"""Calibration of the chance that the best face is right: logistic in its agreement, and in that times `_place` of its
nearest rival. Fitted on cards of three rendered tables, darkened, blurred, noisy and burnt, with all faces enrolled,
with half of each deck and with other decks only; each table checked with the fit of the others. The offset is lower
than fitted, for fewer sure errors on cards of no deck."""
MOST_TEMPLATES = 128
"""Maximum cached registration templates, some 150 kB each."""
SHAPE = 0.5
"""Tolerance (natural logarithm) of a crop's width over height against a card's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """One face that a crop may show: `group` and `reference` by number.

    `turns`: quarter turns counter-clockwise that make the crop upright. `sure`: its chance (0..1); the sum over all
    is the chance that the card is enrolled. `level`: its agreement (-1..1). `corners`: the card's registered top-left,
    top-right, bottom-right and bottom-left corners in the crop (px).
    """

    group: int
    reference: int
    turns: int
    sure: float
    level: float
    corners: Corners


@dataclass(frozen=True, slots=True, eq=False)
class _Prepared:
    """A prepared group. `shape`: logarithm of width over height; `templates`: grey faces for registration."""

    shape: float
    thumbnails: Thumbnails
    templates: Values
    windows: Windows


@dataclass(frozen=True, slots=True, eq=False)
class _Start:
    """A face of the shortlist, with its turn, its homography and its thumbnail's agreement."""

    group: int
    reference: int
    turns: int
    to_crop: Floats
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """A face of the shortlist compared: homography to the crop, agreement, and the patch seen by that homography."""

    start: _Start
    to_crop: Floats
    level: float
    seen: WindowedPatch


class Identifier:
    """Identifies enrolled faces. Prepared once, then used from one thread; some 30 kB a face.

    `groups`: those given without empty ones; `Identity.group` counts in it.
    """

    def __init__(self, groups: Sequence[References]) -> None:
        self.groups = tuple(group for group in groups if group.all)
        self._prepared = tuple(_prepared(group) for group in self.groups)
        self._templates: dict[tuple[int, int], Template] = {}

    def identify(self, crop: Picture, visible: Values | None = None) -> tuple[Identity, ...]:
        """The likeliest faces of a rectified card, best first, at most MOST_TOLD; empty if nothing is enrolled.

        `crop`: BGR, any size, about the card's shape, its corners within some 5 % of the sides, in any quarter turn.
        `visible` (as large as the crop, 0..1): where the card shows; None: everywhere.
        """
        ways = [(crop, self._ranked(crop)) for crop in variants(look(crop, visible))]
        if not ways[0][1]:
            return ()
        seen, ranked = max(ways, key=lambda way: way[1][0].level)
        return self._told(seen, ranked)[:MOST_TOLD]

    def glance(self, crop: Picture, visible: Values | None = None) -> float:
        """The best agreement (-1..1) of any thumbnail with a crop as for `identify`; -1 without faces."""
        return max(
            (way[0].score for seen in variants(look(crop, visible)) if (way := self._shortlist(seen))),
            default=-1.0,
        )

    def _shortlist(self, crop: Crop) -> list[_Start]:
        """The faces whose thumbnails agree best, best first."""
        found: dict[tuple[int, int, int], _Start] = {}
        ratio = float(np.log(crop.width / crop.height))
        for number, group in enumerate(self._prepared):
            level = group.thumbnails
            shape = (level.rows, level.columns)
            # Only quarter turns in which the crop has about the group's shape.
            fitting = [k for k in (0, 2) if abs(ratio - group.shape) <= SHAPE]
            fitting += [k for k in (1, 3) if abs(ratio + group.shape) <= SHAPE]
            starts = [(turns, TURNED[turns] @ grown) for turns in fitting for grown in GROWN]
            if not starts:
                continue
            patches = np.stack([warped(crop.soft, start, shape) for _, start in starts])
            weights = None
            if crop.whole is not None:
                weights = np.stack([warped(crop.whole, start, shape) for _, start in starts])
            for (turns, start), agreements in zip(starts, level.agreements(patches, weights), strict=True):
                for score, index in best(agreements, SHORTLIST):
                    key = (number, index, turns)
                    if key not in found or score > found[key].score:
                        found[key] = _Start(number, index, turns, start, score)
        return sorted(found.values(), key=lambda start: -start.score)[:SHORTLIST]

    def _ranked(self, crop: Crop) -> list[_Candidate]:
        """The shortlist compared window by window, each face once, best first."""
        starts = self._shortlist(crop)
        if not starts:
            return []
        found: list[_Candidate] = []
        # Registration is dear: how many faces get it depends on how well the best agrees so far.
        for number, start in enumerate(starts):
            level = max((candidate.level for candidate in found), default=-1.0)
            behind = starts[0].score - start.score
            if level < HOPELESS:
                most = LEAST
            elif crop.share < WHOLE:
                most = PARTLY
            else:
                most = FEW if level >= GOOD else MANY
            if number >= most or (level >= GOOD and behind > FAR_BEHIND):
                break
            if level >= CLEAR and (crop.share >= WHOLE or behind > CLEARLY_BEHIND):
                break
            found.append(self._registered(crop, start))
        winner = max(found, key=lambda candidate: candidate.level)
        if winner.level < HOPELESS:
            return [winner]
        # The rest, if turned alike, is compared at the winner's corners: the card is the same.
        rest = [
            start
            for start in starts
            if (start.group, start.turns) == (winner.start.group, winner.start.turns)
            and self._shown(start) != self._shown(winner.start)
        ][:COMPARED]
        if rest:
            faces = self._prepared[winner.start.group].windows
            levels = faces.compare(winner.seen, [start.reference for start in rest]).tolist()
            found += [
                replace(winner, start=start, level=COARSE * start.score + (1 - COARSE) * level)
                for start, level in zip(rest, levels, strict=True)
            ]
        # A face enrolled in several editions counts once, by the best, so that it is no rival of its own.
        unique: dict[tuple[int, str, str | None], _Candidate] = {}
        for candidate in sorted(found, key=lambda one: -one.level):
            unique.setdefault((candidate.start.group, *self._shown(candidate.start)), candidate)
        return list(unique.values())

    def _shown(self, one: _Start) -> tuple[str, str | None]:
        """Deck and label of a face of the shortlist."""
        return self.groups[one.group].all[one.reference].shown

    def _registered(self, crop: Crop, start: _Start) -> _Candidate:
        template = self._template(start.group, start.reference)
        weights = None
        if crop.whole is not None:
            weights = warped(crop.whole, start.to_crop, template.shape)
        found = self._candidate(crop, start, registered(crop.grey, start.to_crop, template, weights))
        if found.level >= GOOD or max(found.level, start.score) < HOPELESS:
            return found
        before = self._candidate(crop, start, start.to_crop)
        return before if before.level > found.level else found

    def _template(self, group: int, reference: int) -> Template:
        """A face's registration template, cached: of a thousand faces a few are tried, again and again."""
        known = self._templates.get((group, reference))
        if known is None:
            if len(self._templates) >= MOST_TEMPLATES:
                self._templates.clear()
            known = self._templates[group, reference] = Template(self._prepared[group].templates[reference])
        return known

    def _candidate(self, crop: Crop, start: _Start, to_crop: Floats) -> _Candidate:
        windows = self._prepared[start.group].windows
        shape = windows.rest.shape[2:]
        whole = np.ones(shape, dtype=np.float32) if crop.whole is None else warped(crop.whole, to_crop, shape)
        seen = windows.see(warped(crop.picture, to_crop, shape), whole)
        fine = float(windows.compare(seen, [start.reference])[0])
        return _Candidate(start, to_crop, COARSE * start.score + (1 - COARSE) * fine, seen)

    def _told(self, crop: Crop, ranked: Sequence[_Candidate]) -> tuple[Identity, ...]:
        """The candidates with their chances, the likeliest first."""
        first = ranked[0]
        group, own = self._prepared[first.start.group], first.start.reference
        label = self._shown(first.start)[1]
        rivals = [one for one in ranked[1:] if one.start.group == first.start.group][:RIVALS]
        others = [one.start.reference for one in rivals]
        fine = group.windows.common(own, others)
        coarse = group.thumbnails.values[others] @ group.thumbnails.values[own]
        common = COARSE * coarse + (1 - COARSE) * fine
        apart = {index: float(share) for index, share in zip(others, common, strict=True)}
        odds = [0.0]
        # Below HOPELESS nothing was compared with the best, so no lead counts.
        place = _place(first.level, BY_CHANCE, 0.0) if first.level >= HOPELESS else 0.0
        for other in ranked[1:]:
            gap = first.level - other.level
            against = min(gap / GAP_SPREAD, MOST_ODDS)
            same_group, reference = other.start.group == first.start.group, other.start.reference
            alike = apart.get(reference, 0.0) if same_group else 0.0
            # Two printings of one face are not rivals.
            if alike < ALIKE and (label is None or self._shown(other.start)[1] != label):
                place = min(place, _place(first.level, other.level, alike))
            if same_group and gap < CLOSE:
                odds_for = group.windows.between(first.seen, own, reference)
                against = float(np.clip(odds_for, 0, MOST_ODDS))
            if crop.share < WHOLE:
                against = min(against, gap / (GAP_SPREAD + PART_SPREAD * (1 - crop.share)))
            odds.append(-against)
        shares = np.exp(np.array(odds))
        shares /= shares.sum()
        # The chance that the card is enrolled at all; the shares divide it.
        offset, by_level, by_both = KNOWN
        right = offset + max(first.level, 0.0) * (by_level + by_both * min(place, 1.0))
        known = 1 / (1 + float(np.exp(-right)))
        told = [
            Identity(
                group=one.start.group,
                reference=one.start.reference,
                turns=one.start.turns,
                sure=round(known * float(share), 4),
                level=round(one.level, 4),
                corners=corners_px(one.to_crop, crop),
            )
            for one, share in zip(ranked, shares, strict=True)
        ]
        return tuple(sorted(told, key=lambda identity: -identity.sure))


def _place(level: float, other: float, alike: float) -> float:
    """The place of a patch between two faces: 1 at the first, 0 half way. Least squares in the plane of the two.

    `level`, `other`: the faces' agreements with the patch; `alike`: their agreement with each other.
    """
    return (level - other) * (1 + alike) / (max(level + other, 0.05) * (1 - alike))


def _prepared(group: References) -> _Prepared:
    rows, columns = grid(group, REGISTER_ACROSS)
    weights = np.array([0.114, 0.587, 0.299], dtype=np.float32)
    pictures = [reduced(reference.image, *grid(group, ACROSS), PX_A_SAMPLE) for reference in group.all]
    greys = [shrunk(picture, rows, columns, PX_A_SAMPLE) @ weights for picture in pictures]
    templates = np.stack([ready(np.asarray(grey, dtype=np.float32)) for grey in greys])
    shape = float(np.log(group.width_mm / group.height_mm))
    return _Prepared(shape, thumbnails(group, pictures), templates, windows(group, pictures))
