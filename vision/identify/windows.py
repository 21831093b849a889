"""How well a card agrees with a face where it can be seen: window by window, each by its own light and contrast.

The measure is that of `card_reading.window_agreements`; here it is taken on a sparse grid of windows and from
pictures kept as bytes, so that a thousand faces fit into some 20 MB and a dozen are compared in a millisecond.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture, Values
from vision.decks.references import References, shrunk
from vision.light.contrast import channel_planes, channel_sums, flat_unit, smooth, smoothing, stand_out

# The few faces among a thousand that a card may show: small thumbnails, freed of light, in one matrix
# product. Burnt-out or hidden samples have no say, on either side of the comparison.

SHORTLIST_ACROSS = 16
"""Samples across a card's shorter side: each forgives a misplacement of some 3 % of the card."""
PX_A_SAMPLE = 8
"""Faces are blurred at so many px a sample: with half as many a nine of hearts in a photograph became a ten."""
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
        flat = np.stack(
            [
                stand_out(patch[None], noise=SHORTLIST_NOISE, weights=weight)[0].ravel()
                for patch, weight in zip(patches, weights, strict=True)
            ]
        )
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
    """Rows and columns with which a card of the group has so many samples across its shorter side."""
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
NOISE = 4.0
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


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Windows:
    """All faces of a group at the fine level: what is left of each picture less its local means, in grey levels."""

    rows: int
    columns: int
    rest: Bytes
    powers: Values
    down: Values
    across: Values
    down_sparse: Values
    across_sparse: Values

    def see(self, patch: Values, whole: Values) -> WindowedPatch:
        """A patch (rows x columns x 3, grey levels) made ready; `whole` (rows x columns, 0..1) says what counts."""
        planes = channel_planes(patch[None])[0]
        if whole.all():
            rest = planes - smooth(planes, self.down, self.across)
            weights = np.ones((len(self.down_sparse), len(self.across_sparse)), dtype=np.float32)
        else:
            share = np.maximum(smooth(whole, self.down, self.across), np.float32(1e-3))
            rest = (planes - smooth(planes * whole, self.down, self.across) / share) * whole
            weights = self._sparse(whole)
        rest = np.asarray(rest, dtype=np.float32)
        return WindowedPatch(rest, whole, self._sparse(rest * rest), weights)

    def compare(self, seen: WindowedPatch, chosen: list[int]) -> Values:
        """How well each chosen face agrees with what is seen: the mean over all windows (-1..1)."""
        products = self.rest[chosen].astype(np.float32)
        products *= seen.rest
        gains = _gains(seen.rest, np.asarray(products.sum(axis=(2, 3)), dtype=np.float32))
        together = self._sparse(_weighted(products, gains))
        own = _weighted(np.broadcast_to(seen.powers, (len(chosen), *seen.powers.shape)), gains * gains)
        share = np.maximum(seen.weights, np.float32(1e-3))
        theirs = self.powers[chosen]
        correlation = together / np.sqrt((own + NOISE * NOISE) * (theirs * share + NOISE * NOISE))
        contrast = np.sqrt(own / share + theirs)
        say = contrast / (contrast + np.float32(TEXTURE)) * np.maximum(seen.weights * 1.5 - 0.5, 0)
        levels = (correlation * say).sum(axis=(1, 2)) / np.maximum(say.sum(axis=(1, 2)), 1e-3)
        return np.asarray(levels, dtype=np.float32)

    def common(self, one: int, others: list[int]) -> Values:
        """How much of one face others show as well: their agreements with it (-1..1)."""
        rest = self.rest[one].astype(np.float32)
        whole = np.ones((self.rows, self.columns), dtype=np.float32)
        weights = np.ones((len(self.down_sparse), len(self.across_sparse)), dtype=np.float32)
        seen = WindowedPatch(rest, whole, self._sparse(rest * rest), weights)
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
        noise = smooth(channel_sums((rest * rest)[None])[0], self.down, self.across)
        variance = PATCH * float((noise * square).sum()) / (length * length) + LEAST * LEAST
        # Where they differ, the likelier one must be seen: something that lies there is neither.
        likelier = first if place > 0 else second
        shown = seen.rest * gain
        own, theirs, both = (
            float((channel_sums((a * b)[None])[0] * square).sum())
            for a, b in ((shown, shown), (likelier, likelier), (shown, likelier))
        )
        agree = both / np.sqrt((own + SLIGHT * square.sum()) * (theirs + SLIGHT * square.sum()))
        return place / variance * float(np.clip((agree - 0.2) / 0.4, 0, 1))

    def _sparse(self, planes: Values) -> Values:
        return smooth(planes, self.down_sparse, self.across_sparse)


PATCH = 3.0
"""So many neighbouring samples err together: blur, and a pose that is not quite right."""
SLIGHT = 16.0
"""Contrast (grey levels squared) that counts for nothing where faces differ."""
LEAST = 0.12
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
    return Windows(
        rows=rows,
        columns=columns,
        rest=rest,
        powers=powers,
        down=down,
        across=across,
        down_sparse=sparse_down,
        across_sparse=sparse_across,
    )


def _gains(seen: Values, shared: Values) -> Values:
    """By how much each channel of what is seen is to be raised for each face (K x 3), less what raises all alike.

    `shared` (K x 3) is the sum of the products of what is seen and of each face.
    """
    own = np.einsum("cij,cij->c", seen, seen) + 1
    gains = np.maximum(shared / own, 1e-3)
    gains /= (gains * own).sum(axis=1, keepdims=True) / own.sum()
    return np.asarray(np.clip(gains, *CAST), dtype=np.float32)


def _weighted(planes: Values, weights: Values) -> Values:
    """Planes (K x 3 x rows x columns) added up over the channels, each by its weight (K x 3)."""
    total = planes[:, 0] * weights[:, 0, None, None]
    for channel in (1, 2):
        total += planes[:, channel] * weights[:, channel, None, None]
    return np.asarray(total, dtype=np.float32)
