"""What every frame is looked at for first: how still it is, what changed since the last look, and hands in it.

Rule kept: all of it is told from a small picture, so that a frame in which nothing happens costs next to nothing. Bands
of a lamp that flickers are taken out of that first: every frame is given those of the table that was read last.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.motion.hands import HandsInView, Point, find_hand
from vision.motion.still import Changed, Motion, Stillness, Unchanged

SMALL_WIDE: Final = 480
"""Width in px of the small picture that every frame is first looked at in."""

BLANK: Final = 4
"""A picture whose pixels differ by no more (0..255) is of one colour: no camera's noise is so weak."""


def is_blank(image: Picture) -> bool:
    """Whether a picture (BGR) is of one colour all over, as one is that was not sent whole."""
    pixels = image[::32, ::32].reshape(-1, image.shape[-1])
    return int(np.ptp(pixels, axis=0).max()) <= BLANK


def small_picture(image: Picture) -> Picture:
    """The picture (BGR or grey) brought down to SMALL_WIDE; one that is no wider as it is."""
    scale = max(1.0, image.shape[1] / SMALL_WIDE)
    wide, high = round(image.shape[1] / scale), round(image.shape[0] / scale)
    # Halving is quick where shrinking by other factors is not; means of means are the same picture.
    while image.shape[1] >= 2 * wide and image.shape[0] >= 2 * high:
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    if image.shape[:2] == (high, wide):
        return image
    return np.asarray(cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA), dtype=np.uint8)


# Bands of a lamp that flickers. A camera reads its rows one after the other, and a lamp on the mains lights
# each at another moment. Bands run alike from side to side of the picture, margins and all; what lies on a
# table or moves over it does not.

STRIPS: Final = 8
"""Bands are told in upright strips of the picture, in each by itself …"""
COLUMNS: Final = 5
"""… as the median of this many columns."""
ROWS: Final = 90
PERIODS: Final = tuple(float(n) for n in np.arange(1.5, 16, 0.05))
"""How many bands the picture may show."""
LEAST: Final = 0.015
"""Bands lighter than the mean by less than this share are noise, and disturb nothing."""
ALIKE: Final = 0.4
"""A strip shows the same bands where its own differ by no more than this share of them."""
OTHERS: Final = 2
"""As many strips at most may show others: a hand is there, or something was laid down."""
FAR, NOISE = 0.1, 0.003
"""Half of a strip's rows are no farther from the bands than this share of them, and noise. Rows of cards laid at once
are strips alike too, but no waves: they leave the rows between them as they were."""
UNLIKE: Final = 0.05
"""A row whose logarithm differs by this from the bands has half their weight."""
ROUNDS: Final = 3
MOST: Final = 0.4
DARK_LEVEL: Final = 12.0
"""Added to brightness (0..255) before logarithms are taken, so that noise in the dark is no pattern."""


def bands_between(before: Picture, after: Picture) -> Floats | None:
    """How many times as bright a flickering lamp made each row of a grey picture as of an earlier one of its size.

    None where there are no bands.
    """
    shares = _logarithms(after) - _logarithms(before)
    strips = np.median(shares.reshape(ROWS, STRIPS, COLUMNS), axis=2)
    strips = np.clip(strips - np.median(strips), -MOST, MOST)
    fits, ways = _fits()
    waves = np.median(fits[:, :2] @ strips, axis=2)
    best = int(np.hypot(*waves.T).argmax())
    basis = ways[best]
    weights = np.ones_like(strips.T)
    for _ in range(ROUNDS):
        weighted = basis.T * weights[:, None]
        found = np.linalg.solve(
            weighted @ basis + 1e-6 * np.eye(basis.shape[1]), weighted @ strips.T[..., None]
        )
        off = strips.T - (basis @ found)[..., 0]
        weights = 1 / (1 + (off / UNLIKE) ** 2)
    each = found[..., 0]
    bands = np.median(each, axis=0)
    strong = float(np.hypot(*bands[:2]))
    alike = np.hypot(*(each[:, :2] - bands[:2]).T) <= ALIKE * strong
    alike &= np.median(np.abs(off), axis=1) <= FAR * strong + NOISE
    if strong < LEAST or int(alike.sum()) < STRIPS - OTHERS:
        return None
    return np.asarray(np.exp(_waves(PERIODS[best], before.shape[0]) @ bands[:4]))


def _waves(periods: float, rows: int) -> Floats:
    """So many waves over the rows, and twice as many: rows x 4."""
    turn = 2 * np.pi * periods * (np.arange(rows) + 0.5) / rows
    return np.stack([np.sin(turn), np.cos(turn), np.sin(2 * turn), np.cos(2 * turn)], axis=1)


@lru_cache(maxsize=1)
def _fits() -> tuple[Floats, Floats]:
    """For each of PERIODS what fits its waves, and slow light, to ROWS rows; and those waves and that light."""
    at = np.linspace(-1, 1, ROWS)
    slow = np.stack([np.ones(ROWS), at, at * at], axis=1)
    ways = np.stack([np.concatenate([_waves(periods, ROWS), slow], axis=1) for periods in PERIODS])
    return np.linalg.pinv(ways), ways


def _logarithms(grey: Picture) -> Floats:
    small = cv2.resize(grey, (STRIPS * COLUMNS, ROWS), interpolation=cv2.INTER_AREA)
    return np.asarray(np.log(np.maximum(small, DARK_LEVEL)))


RESTING_S: Final = 8.0
"""What looks like a hand and has not moved at all for this long holds play up only where it hides something."""
PERHAPS_RESTING_S: Final = 2.0
"""What has not moved for this long may be none: the table is looked at, and tells."""
FLICKERS: Final = 0.1
"""A lamp flickers whose bands differed by this share, lighter than the mean, in two …"""
LATELY: Final = 10
"""… of this many frames: they wander, and may lie as they lay in some."""

BURNT: Final = 240
"""A channel at this value or above has reached the sensor's end, or a part of what was brought down to it has."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Glimpse:
    """A frame in small, of which one px stands for `scale` px of the frame; `at`: the frame's own time in s.

    `flickers`: bands of a flickering lamp wander over the picture.
    """

    small: Picture
    scale: float
    at: float
    motion: Motion
    changed: Changed
    still: Stillness
    flickers: bool

    def hand(
        self, background: Picture | None, cards_px: Sequence[Sequence[Point]] = ()
    ) -> HandsInView | None:
        """The hands in the frame (see `find_hand`), and what looks like one."""
        return find_hand(self.small, background=background, scale=self.scale, cards_px=cards_px)

    def rests(self, hand: HandsInView) -> float:
        """For how long (s) nothing has moved where a hand seems to be."""
        return self.at - self.still.moved_at(hand.mask)

    def since(self, background: Picture) -> Unchanged:
        """Tells of single things whether they look as they did in an earlier small picture."""
        return Unchanged(background, self.small, self.scale)


class Glimpses:
    """Sees the frames of one camera."""

    def __init__(self) -> None:
        self._still: Stillness | None = None
        self._sizes: object = None
        self._newest: Picture | None = None
        self._accepted: Picture | None = None
        self._bands = deque[float](maxlen=LATELY)

    def see(self, image: Picture, at: float, given: Picture | None = None) -> Glimpse:
        """Takes in the next frame (BGR), taken at `at` (s); `given`: the same brought down by the camera itself.

        With a picture of another size all begins anew: every box is in px of the full frame.
        """
        small = small_picture(image if given is None else given)
        scale, sizes = image.shape[1] / small.shape[1], (image.shape, small.shape)
        if self._still is None or sizes != self._sizes:
            self._still, self._sizes, self._accepted = Stillness(scale), sizes, None
        grey = _grey(small)
        accepted = self._accepted
        bands = None if accepted is None else bands_between(_grey(accepted), grey)
        self._bands.append(0.0 if bands is None else float(bands.max()) - 1)
        if accepted is not None and bands is not None:
            level = np.clip(small / bands[:, None, None], 0, 255).astype(np.uint8)
            # What burnt out in a band is at least as bright as it would be without it: as before, for all that is seen.
            small = np.where(small >= BURNT, np.maximum(level, accepted), level)
            grey = _grey(small)
        self._newest = small
        return Glimpse(
            small=small,
            scale=scale,
            at=at,
            motion=self._still.see(grey, at),
            changed=self._still.changed(),
            still=self._still,
            flickers=sum(share >= FLICKERS for share in self._bands) > 1,
        )

    def accept(self) -> None:
        """The newest frame's table has been read: changes are told against it."""
        self._accepted = self._newest
        if self._still is not None:
            self._still.accept()


def _grey(picture: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
