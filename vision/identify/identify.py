"""Which of up to a thousand enrolled faces a straightened card shows, and whether it is any of them at all.

Rule kept: a shortlist by thumbnails, then only what can be seen, window by window, on corners put right first; faces
that look alike are told apart by what differs between them or share the chance.
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

# The few faces among a thousand that a card may show: small thumbnails, freed of light, in one matrix
# product. Burnt-out or hidden samples have no say, on either side of the comparison.

SHORTLIST_ACROSS = 16
"""Samples across a card's shorter side: each forgives a misplacement of some 3 % of the card."""
PX_A_SAMPLE = 8
"""Px a sample at which faces are blurred: with half as many a nine of hearts in a photograph became a ten."""
SHORTLIST_NOISE = 6.0
"""Contrast (grey levels) below which a patch is taken for plain."""


@dataclass(frozen=True, slots=True, eq=False)
class Thumbnails:
    """All references of a group as rows of one matrix (K x values, each of length 1) and their squares by sample."""

    rows: int
    columns: int
    values: Values
    squares: Values

    def agreements(self, patches: Values, weights: Values | None) -> Values:
        """How well each upright patch (N x rows x columns x 3, grey levels) agrees with each reference (N x K, -1..1).

        `weights` (N x rows x columns, 0..1) says which samples count; None: all of them.
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
    """Rows and columns of samples of a card of the group with `across` samples on its shorter side."""
    shorter = min(group.width_mm, group.height_mm)
    return round(across * group.height_mm / shorter), round(across * group.width_mm / shorter)


def best(scores: Values, most: int) -> list[tuple[float, int]]:
    """The highest scores (K) with their numbers, at most `most`, highest first; of equal ones the earlier."""
    some = min(most, len(scores))
    return [(float(scores[index]), int(index)) for index in np.argsort(-scores, kind="stable")[:some]]


Bytes = NDArray[np.int8]

ACROSS = 64
"""Samples across a card's shorter side."""
WINDOW = 0.04
"""Standard deviation of the Gaussian windows, as a part of the shorter side."""
EVERY = 3
"""Windows stand at every third sample, closer than their own deviation: nothing falls between them."""
WINDOW_NOISE = 4.0
"""Contrast (grey levels) that a camera's noise alone has in a window."""
TEXTURE = 8.0
"""Contrast (grey levels) at which a window has half its full weight."""
CAST = (0.5, 2.0)
"""How far a lamp's colour may change one channel's contrast against that of all."""


@dataclass(frozen=True, slots=True, eq=False)
class WindowedPatch:
    """A patch less the mean of a window about each sample (3 x rows x columns); `whole` is 1 where it counts.

    `powers` is the mean square in each window by channel (3 x windows down x windows across), `weights` the share
    of each window that counts.
    """

    rest: Values
    whole: Values
    powers: Values
    weights: Values


@dataclass(frozen=True, slots=True, eq=False)
class Windows:
    """All faces of a group at the fine level: what is left of each picture less its local means, in grey levels.

    `every`, `sparse`: the matrices that smooth down and across, to all samples and to where the windows stand.
    """

    rest: Bytes
    powers: Values
    every: tuple[Values, Values]
    sparse: tuple[Values, Values]

    def see(self, patch: Values, whole: Values) -> WindowedPatch:
        """A patch (rows x columns x 3, grey levels) made ready; `whole` (rows x columns, 0..1) says what counts."""
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
        """How well each chosen face agrees with what is seen: the mean over all windows (-1..1)."""
        products = self.rest[chosen].astype(np.float32)
        products *= seen.rest
        # By how much each channel of what is seen is to be raised for each face (K x 3), less what raises all alike.
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
        contrast = np.sqrt(own / share + theirs)
        say = contrast / (contrast + np.float32(TEXTURE)) * np.maximum(seen.weights * 1.5 - 0.5, 0)
        levels = (correlation * say).sum(axis=(1, 2)) / np.maximum(say.sum(axis=(1, 2)), 1e-3)
        return np.asarray(levels, dtype=np.float32)

    def common(self, one: int, others: list[int]) -> Values:
        """How much of one face others show as well: their agreements with it (-1..1)."""
        rest = self.rest[one].astype(np.float32)
        whole = np.ones(rest.shape[1:], dtype=np.float32)
        weights = np.ones(tuple(map(len, self.sparse)), dtype=np.float32)
        seen = WindowedPatch(rest, whole, smooth(rest * rest, *self.sparse), weights)
        return self.compare(seen, others)

    def between(self, seen: WindowedPatch, one: int, other: int) -> float:
        """Which of two faces is seen, along what differs between them: the logarithm of the odds for the one.

        Least squares: the place of what is seen on the line between the two; its variance is told by what neither
        face explains.
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
        # Where they differ, the likelier one must be seen: something that lies there is neither.
        likelier = first if place > 0 else second
        shown = seen.rest * gain
        own, theirs, both = (
            float((channel_sums((a * b)[None])[0] * square).sum())
            for a, b in ((shown, shown), (likelier, likelier), (shown, likelier))
        )
        agree = both / np.sqrt((own + SLIGHT * square.sum()) * (theirs + SLIGHT * square.sum()))
        return place / variance * float(np.clip((agree - 0.2) / 0.4, 0, 1))


TOGETHER = 3.0
"""Neighbouring samples that err together: blur, and a pose that is not quite right."""
SLIGHT = 16.0
"""Contrast (grey levels squared) that counts for nothing where faces differ."""
NEAREST = 0.12
"""What is seen is never placed better than this between two faces."""


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
    """Planes (K x 3 x rows x columns) added up over the channels, each by its weight (K x 3)."""
    total = planes[:, 0] * weights[:, 0, None, None]
    for channel in (1, 2):
        total += planes[:, channel] * weights[:, channel, None, None]
    return np.asarray(total, dtype=np.float32)


# A crop's corners put right against a face: outlines are off by a few percent of a card, sleeves and shadows
# by more. Method: forward Lucas-Kanade with inverse-compositional gradients (Baker and Matthews 2004) over
# the shifts of the four corners, on pictures freed of light, with a prior that holds each corner near where
# it was.

STEPS = ((2.5, 2), (1.0, 1), (0.0, 2))
"""First on blurred pictures, then on sharp ones: the blur (in samples) and the number of steps."""
PRIOR = 0.035
"""How far corners are off as a rule (standard deviation), as a part of the card's sides."""
NOISE = 6.0
FAR = 0.2
"""A corner that would have to move by more than this stays where it was."""
SETTLED = 0.002
"""Steps shorter than this are not worth another."""
CONTRAST_ERROR = 0.5
"""How much two pictures of one card differ by a sample, after `stand_out` (standard deviation)."""
PATCH = 4.0
"""Neighbouring samples that err together."""
_PRIOR = np.eye(8, dtype=np.float32) * np.float32(CONTRAST_ERROR**2 * PATCH / PRIOR**2)


class Template:
    """A face (grey, rows x columns, as made by `ready`) with what registering works out of it alone."""

    def __init__(self, face: Values) -> None:
        self.shape: tuple[int, int] = (face.shape[0], face.shape[1])
        blurred = [_blurred(face, blur) for blur, _ in STEPS]
        self.steps = tuple((wanted, slopes := _slopes(wanted), _pull(slopes)) for wanted in blurred)
        """At each blur its values, how they change (samples x 8), and what makes a move of the difference."""


def _pull(slopes: Values) -> Values:
    return np.asarray(np.linalg.inv(slopes.T @ slopes + _PRIOR), dtype=np.float32)


def registered(picture: Values, to_crop: Floats, template: Template, weights: Values | None) -> Floats:
    """The map from the unit square of the card to crop px that shows the template.

    `picture` is the crop (grey, rows x columns), `to_crop` (3 x 3) the map to begin with, `weights` which of the
    template's samples count.
    """
    rows, columns = template.shape
    samples = _samples(rows, columns)
    shift, found = np.zeros(8, dtype=np.float32), to_crop
    for (blur, steps), (wanted, slopes, pull) in zip(STEPS, template.steps, strict=True):
        if weights is not None:
            slopes = slopes * weights.ravel()[:, None]
            pull = _pull(slopes)
        for _ in range(steps):
            seen = ready(_warped(picture, found @ samples, rows, columns), weights)
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
    """A grey patch (rows x columns) freed of light; what has no weight (0..1) comes out as 0."""
    return stand_out(grey[None, ..., None], NOISE, weights)[0, ..., 0]


def _warped(picture: NDArray[np.generic], to_crop: Floats, rows: int, columns: int) -> Values:
    source, flags = np.asarray(picture), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(source, to_crop, (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.float32)


def _blurred(picture: Values, blur: float) -> Values:
    if not blur:
        return picture
    return np.asarray(
        cv2.GaussianBlur(picture, (0, 0), blur, borderType=cv2.BORDER_REFLECT), dtype=np.float32
    )


def _slopes(template: Values) -> Values:
    """How the template changes (samples x 8) as each corner moves right and down, in parts of the card."""
    rows, columns = template.shape
    both = np.zeros((rows, columns, 1, 2), dtype=np.float32)
    both[:, 1:-1, 0, 0] = (template[:, 2:] - template[:, :-2]) * np.float32(columns / 2)
    both[1:-1, :, 0, 1] = (template[2:] - template[:-2]) * np.float32(rows / 2)
    return (_shares(rows, columns) * both).reshape(-1, 8)


@lru_cache(maxsize=16)
def _shares(rows: int, columns: int) -> Values:
    """How much of each corner's shift (TL TR BR BL) every sample takes part in: rows x columns x 4 x 1."""
    v, u = np.meshgrid((np.arange(rows) + 0.5) / rows, (np.arange(columns) + 0.5) / columns, indexing="ij")
    parts = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=-1)
    return np.asarray(parts[..., None], dtype=np.float32)


@lru_cache(maxsize=16)
def _samples(rows: int, columns: int) -> Floats:
    """The map from sample numbers to the unit square."""
    return np.array([[1 / columns, 0, 0.5 / columns], [0, 1 / rows, 0.5 / rows], [0, 0, 1.0]])


# A straightened card as it is worked on: at its sizes, what of it counts, and the maps from a card onto it.
# Maps go from the unit square of the card, upright, to the unit square of the crop. What is burnt out is
# tried both as white paper and as glare, which says nothing.

LOOK_ACROSS = 80
"""Samples across the shorter side of the crop as it is worked on."""
SOFT_ACROSS = 20
"""The same for thumbnails,"""
REGISTER_ACROSS = 32
"""and for putting corners right."""
BURNT = 250
"""A sample whose darkest channel reaches this is burnt out."""
BURNT_FROM = 0.02
"""With more of the crop burnt out, it is tried both as glare and as white paper."""


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """A crop in colour, very small, grey (float), what of it counts (None: all), and its size as given (px)."""

    picture: Picture
    soft: Picture
    grey: Values
    whole: Values | None
    width: int
    height: int

    @property
    def share(self) -> float:
        """The part of it that counts (0..1)."""
        return 1.0 if self.whole is None else float(self.whole.mean())


TURNED: dict[int, Floats] = {
    0: np.eye(3),
    1: np.array([[0.0, -1, 1], [1, 0, 0], [0, 0, 1]]),
    2: np.array([[-1.0, 0, 1], [0, -1, 1], [0, 0, 1]]),
    3: np.array([[0.0, 1, 0], [-1, 0, 1], [0, 0, 1]]),
}
"""By quarter turns that make a crop upright: the map from an upright card's unit square to the crop's."""


GROWN = tuple(
    np.array([[1 + by, 0, -by / 2], [0, 1 + by, -by / 2], [0, 0, 1.0]]) for by in (-0.08, 0.0, 0.08)
)
"""Sleeves, borders and shadows make outlines too large or too small: the unit square is tried larger, too."""


def look(crop: Picture, visible: Values | None) -> Crop:
    """The crop at the size it is worked on."""
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
    """The crop with all that is burnt out taken for white paper and, where that is much, also for glare."""
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
    """From the unit square to the px of a picture."""
    rows, columns = picture.shape[:2]
    return np.array([[columns, 0, -0.5], [0, rows, -0.5], [0, 0, 1.0]])


def warped(picture: NDArray[np.generic], to_crop: Floats, shape: tuple[int, ...]) -> Values:
    """What a picture (of the crop) shows at the samples (rows, columns) of the card."""
    rows, columns = shape[:2]
    return _warped(picture, size_of(picture) @ to_crop @ _samples(rows, columns), rows, columns)


def corners_px(to_crop: Floats, crop: Crop) -> Corners:
    """Where a card's own top-left, top-right, bottom-right and bottom-left corners lie in the crop as given (px)."""
    square = np.array([[[0.0, 0], [1, 0], [1, 1], [0, 1]]])
    at = cv2.perspectiveTransform(square, to_crop)[0]
    return tuple(
        (round(float(x) * crop.width - 0.5, 2), round(float(y) * crop.height - 0.5, 2)) for x, y in at
    )


MOST_TOLD = 5
SHORTLIST = 12
"""Faces (each in one turn) that are chosen by their thumbnails."""
LEAST, FEW, MANY, PARTLY = 2, 3, 5, 8
"""The most faces whose corners are put right: where none agrees at all, where one agrees well, where none agrees well,
and where only a part of the card shows, by which one face may pass for many."""
WHOLE = 0.75
"""Less than this part of a card is only a part."""
CLEARLY_BEHIND = 0.15
"""Thumbnails of a part that agree less well than the best by this are left, once a face agrees very well."""
COARSE = 0.4
"""The say of the thumbnails in how well a face agrees: they forgive blur, bent sleeves and poor corners."""
CLEAR, GOOD = 0.72, 0.62
"""Agreements from which a face is looked for no further, and from which only its nearest rivals are."""
HOPELESS = 0.32
"""Agreement below which the likeliest faces are no better than others: the crop shows none of the enrolled."""
FAR_BEHIND = 0.25
"""Thumbnails that agree less well than the best by this are left, once a face agrees well."""
COMPARED = 7
"""So many more of the shortlist are compared as the best one lies."""
RIVALS = 3
"""The next best that are compared with the best."""
BY_CHANCE = 0.2
"""A face that has nothing to do with a card agrees with it by so much."""
ALIKE = 0.9
"""Faces that agree so well with each other tell nothing of whether the card is one of them at all."""
CLOSE = 0.12
"""Faces whose agreements differ by less are told apart by what differs between them."""
GAP_SPREAD, PART_SPREAD = 0.01, 0.06
"""Others are by how much less they agree: by so much for odds of e, and by the second more, times what is hidden."""
MOST_ODDS = 12.0
KNOWN = (-5.0, 4.0, 32.0)
"""Calibration of the chance that the best face is the right one: logistic in its agreement, and in that times how far
it leads its nearest rival against how far it should. Fitted on cards of three rendered tables, darkened, blurred, noisy
and burnt, with all faces enrolled, with half of each deck and with other decks only; each table checked with the fit
of the others. The offset is lower than the fit's, for fewer sure errors on cards of no deck."""
MOST_TEMPLATES = 128
"""Most faces kept as corners are put right by them, some 150 kB each."""
SHAPE = 0.5
"""A crop and a card whose logarithms of width over height differ by more are of different shapes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """One face that a crop may show: `group` and `reference` by number.

    `turns`: the quarter turns counter-clockwise that make the crop upright. `sure` is the chance (0..1) that it is this
    one; all of them add up to the chance that it is one of the enrolled at all. `level` is the agreement (-1..1).
    `corners`: where the card's own top-left, top-right, bottom-right and bottom-left corners lie in the crop (px), put
    right.
    """

    group: int
    reference: int
    turns: int
    sure: float
    level: float
    corners: Corners


@dataclass(frozen=True, slots=True, eq=False)
class _Prepared:
    """A group as kept: thumbnails, grey pictures for registering, and windows."""

    shape: float
    thumbnails: Thumbnails
    templates: Values
    windows: Windows


@dataclass(frozen=True, slots=True, eq=False)
class _Start:
    """A face that the crop may show, by its thumbnail: in which turn, and about where it lies (as below)."""

    group: int
    reference: int
    turns: int
    to_crop: Floats
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """A face as it was started from, the map from its unit square to that of the crop, and what is seen by that map."""

    start: _Start
    to_crop: Floats
    level: float
    seen: WindowedPatch


class Identifier:
    """Tells enrolled faces apart. Prepared once, then used from one thread; some 30 kB a face.

    `groups` are the groups by whose numbers it answers: those given, without empty ones.
    """

    def __init__(self, groups: Sequence[References]) -> None:
        self.groups = tuple(group for group in groups if group.all)
        self._prepared = tuple(_prepared(group) for group in self.groups)
        self._templates: dict[tuple[int, int], Template] = {}

    def identify(self, crop: Picture, visible: Values | None = None) -> tuple[Identity, ...]:
        """The likeliest faces of a straightened card, best first, a few; none where nothing is enrolled.

        `crop` (BGR, any size, about the card's shape) shows the card to within some 5 % of its sides, in any quarter
        turn. `visible` (as large as the crop, 0..1): where the card can be seen; None: everywhere.
        """
        ways = [(crop, self._ranked(crop)) for crop in variants(look(crop, visible))]
        if not ways[0][1]:
            return ()
        seen, ranked = max(ways, key=lambda way: way[1][0].level)
        return self._told(seen, ranked)[:MOST_TOLD]

    def glance(self, crop: Picture, visible: Values | None = None) -> float:
        """How well the likeliest face's thumbnail agrees with a crop as `identify` takes it (-1..1; -1: no faces)."""
        return max(
            (way[0].score for seen in variants(look(crop, visible)) if (way := self._shortlist(seen))),
            default=-1.0,
        )

    def _shortlist(self, crop: Crop) -> list[_Start]:
        """The faces whose thumbnails agree best, best first, each with where it lies in the crop."""
        found: dict[tuple[int, int, int], _Start] = {}
        ratio = float(np.log(crop.width / crop.height))
        for number, group in enumerate(self._prepared):
            level = group.thumbnails
            shape = (level.rows, level.columns)
            # The quarter turns in which the crop has about the group's shape.
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
        """The shortlist with the corners put right, each face once in its best look, best first.

        Corners are put right for the likeliest faces by themselves; for the rest as for the best of these.
        """
        starts = self._shortlist(crop)
        if not starts:
            return []
        found: list[_Candidate] = []
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
        # Of a face known in several looks the one that agrees best stands for all: a face is no rival of its own.
        unique: dict[tuple[int, str, str | None], _Candidate] = {}
        for candidate in sorted(found, key=lambda one: -one.level):
            unique.setdefault((candidate.start.group, *self._shown(candidate.start)), candidate)
        return list(unique.values())

    def _shown(self, one: _Start) -> tuple[str, str | None]:
        """Deck and label of what is tried."""
        return self.groups[one.group].all[one.reference].shown

    def _registered(self, crop: Crop, start: _Start) -> _Candidate:
        template = self._template(start.group, start.reference)
        size = size_of(crop.grey)
        weights = None
        if crop.whole is not None:
            weights = warped(crop.whole, start.to_crop, template.shape)
        to_crop = np.linalg.inv(size) @ registered(crop.grey, size @ start.to_crop, template, weights)
        found = self._candidate(crop, start, to_crop)
        if found.level >= GOOD or max(found.level, start.score) < HOPELESS:
            return found
        before = self._candidate(crop, start, start.to_crop)
        return before if before.level > found.level else found

    def _template(self, group: int, reference: int) -> Template:
        """A face as corners are put right by it: of a thousand few are ever tried, and those again and again."""
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
        """Candidates with their chances, the best first."""
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
        # no other was compared with a face that does not agree: nothing speaks for it
        place = _place(first.level, BY_CHANCE, 0.0) if first.level >= HOPELESS else 0.0
        for other in ranked[1:]:
            gap = first.level - other.level
            against = min(gap / GAP_SPREAD, MOST_ODDS)
            same_group, reference = other.start.group == first.start.group, other.start.reference
            alike = apart.get(reference, 0.0) if same_group else 0.0
            # Two printings of one face are no rivals.
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
        # The chance that the best face is the right one at all, rather than a card that is not enrolled.
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
    """Where what is seen stands between two faces that agree with it and with each other by so much.

    1 at the one, 0 half way: least squares in the plane of the two.
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
