"""The first look at every frame: how still it is, what changed since the table was read, and hands.

Rule kept: a small picture is enough for all of it, so that a frame in which nothing happens costs next to nothing. A
flickering lamp's bands are corrected first, to those of the picture in which the table was read.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.arrays import Box, Floats, Mask, Picture, Values
from vision.motion.hands import HandsInView, Point, find_hand, shrunk

# Stillness: for how long nothing has moved, and what changed since the table was last read.
# Rule kept: light may drift, flicker or be switched without motion; only edges that come or go are motion.

CELL_PX: Final = 6
"""Side (px of the small picture) of the square cells of change."""
CHANGED: Final = 0.07
"""Minimum relative change of a changed pixel's brightness, beyond that of the light about it."""
NOISES: Final = 8.0
"""Minimum of that change as a multiple of the median one, because noise exceeds CHANGED in a dim room."""
PIXELS_CHANGED: Final = 3
"""Minimum number of changed pixels in a changed cell; fewer are noise."""
DARKEST: Final = 20.0
"""Added to brightness (0..255) before ratios are taken, so that noise in the dark is no change."""
LIGHT_CELLS: Final = 15
"""Side (cells) of the square whose median gives the light's change; moving things are smaller than half of it."""
LOCAL_LIGHT: Final = 1.2
"""Maximum factor between the light's change at a spot and over the whole picture; more is a thing."""
LAMP_GAIN: Final = 1.25
"""Factor of brightness from which, over MOSTLY of the picture, a lamp or blind changed."""
MOSTLY: Final = 0.6
EXPOSED: Final = 1.15
"""Factor of exposure from which the earlier picture is converted to the later one's exposure."""
SEEN: Final = (10.0, 245.0)
"""Brightness range by which the exposure is measured; beyond it values are clipped."""
DRIFT: Final = 0.05
"""Weight of each still picture in the running mean that the next are compared with."""


@dataclass(frozen=True, slots=True)
class Changed:
    """The changes from the picture last accepted.

    `everything`: the whole table must be read again, as there is no such picture or the light changed. Otherwise
    `boxes` (px of the full frame) hold all changes.
    """

    everything: bool
    boxes: tuple[Box, ...]


def soft(picture: Picture) -> Values:
    """The picture for comparisons: a 3 x 3 mean, plus DARKEST."""
    mean = cv2.boxFilter(picture, cv2.CV_32F, (3, 3), borderType=cv2.BORDER_REFLECT)
    return np.asarray(mean + DARKEST, dtype=np.float32)


def _cell_means(soft: Values) -> Values:
    rows, columns = max(1, soft.shape[0] // CELL_PX), max(1, soft.shape[1] // CELL_PX)
    return np.asarray(cv2.resize(soft, (columns, rows), interpolation=cv2.INTER_AREA), dtype=np.float32)


def _compare(before: Values, after: Values) -> tuple[Mask, bool]:
    """Mask of the cells (rows x columns) that changed, and whether the light did, or the exposure too much to tell."""
    now, was = _cell_means(after), _cell_means(before)
    gain = now / was
    relit = max(float((gain > LAMP_GAIN).mean()), float((gain < 1 / LAMP_GAIN).mean())) > MOSTLY
    # Convert the earlier picture to the later one's exposure, if that differs.
    low, high = (np.float32(level + DARKEST) for level in SEEN)
    tell = (was > low) & (was < high) & (now > low) & (now < high)
    lighter = float(np.median((now[tell] - DARKEST) / (was[tell] - DARKEST))) if tell.any() else 1.0
    exposed = before
    if not 1 / EXPOSED <= lighter <= EXPOSED:
        exposed = np.asarray(np.minimum((before - DARKEST) * lighter, 255) + DARKEST, dtype=np.float32)
        gain = now / _cell_means(exposed)
    whole = float(np.median(gain))
    steps = np.clip(np.log2(gain / whole) * 128 + 128, 0, 255).astype(np.uint8)
    steps = cv2.resize(
        steps, tuple(max(1, side // 2) for side in steps.shape[::-1]), interpolation=cv2.INTER_AREA
    )
    local = np.exp2((cv2.medianBlur(steps, LIGHT_CELLS // 2).astype(np.float32) - 128) / 128)
    light = whole * np.clip(local, 1 / LOCAL_LIGHT, LOCAL_LIGHT)
    expected = cv2.multiply(exposed, cv2.resize(light, before.shape[::-1], interpolation=cv2.INTER_LINEAR))
    if exposed is not before and max(float(before.max()), float(after.max())) >= SEEN[1] + DARKEST:
        # The brighter picture may be clipped at any pixel: values between the two expectations are no change.
        relit = True
        expected = np.clip(after, np.minimum(before, expected), np.maximum(before, expected))
    differs = cv2.absdiff(after, expected)
    some = differs[::4, ::4].ravel()
    noise = NOISES * float(np.partition(some, len(some) // 2)[len(some) // 2])
    moved = cv2.compare(differs, np.maximum(cv2.min(after, expected) * CHANGED, noise), cv2.CMP_GT)
    part = cv2.resize(moved, gain.shape[::-1], interpolation=cv2.INTER_AREA)
    return np.asarray(part >= (PIXELS_CHANGED - 0.5) * 255 * gain.size / moved.size), relit


class Stillness:
    """Compares small grey pictures of one camera; its only clock is the frames' own time.

    `scale`: full-frame pixels per pixel of the small pictures.
    """

    def __init__(self, scale: float = 4.0) -> None:
        if not scale > 0:
            raise ValueError(f"scale must be above 0, found {scale}")
        self._scale = scale
        self._anchor: Values | None = None
        self._since = 0.0
        self._moved_at: Floats | None = None
        self._last_at = 0.0
        self._newest: Values | None = None
        self._accepted: Values | None = None

    def see(self, grey: Picture, at: float) -> float:
        """Processes a small picture (grey, H x W uint8) taken at `at` (s); returns for how long (s) nothing has moved.

        A picture of another size, or from an earlier time, starts afresh with 0. Raises ValueError for a picture that
        is not grey.
        """
        if grey.ndim != 2 or grey.dtype != np.uint8:
            raise ValueError("Stillness looks at grey pictures (H x W, uint8)")
        view = soft(grey)
        before = self._anchor
        self._newest = view
        if before is None or before.shape != view.shape or at < self._last_at:
            self._anchor, self._since, self._last_at = view, at, at
            self._moved_at = self._accepted = None
            return 0.0
        self._last_at = at
        # After a change of light nobody can tell what moved when: everything counts as moved now.
        cells, relit = _compare(before, view)
        if self._moved_at is None or relit:
            self._moved_at = np.full(cells.shape, self._since if self._moved_at is None else at)
        if cells.any():
            self._moved_at[cells] = at
            self._since = at
        # Still pictures flow in slowly, so that slow light is followed; after motion the comparison starts anew.
        flow = 1.0 if relit or cells.any() else DRIFT
        self._anchor = np.asarray(cv2.addWeighted(before, 1 - flow, view, flow, 0), dtype=np.float32)
        return at - self._since

    def moved_at(self, mask: Mask) -> float:
        """The time (s, of the frames) of the last motion within a mask over the whole picture (any rows x columns)."""
        if self._moved_at is None or not mask.any():
            return self._since
        size = (mask.shape[1], mask.shape[0])
        return float(cv2.resize(self._moved_at, size, interpolation=cv2.INTER_NEAREST)[mask].max())

    def accept(self) -> None:
        """Makes the newest picture the one in which the table was read."""
        self._accepted = self._newest

    def changed(self) -> Changed:
        """The changes from the accepted picture to the newest."""
        before, after = self._accepted, self._newest
        if before is None or after is None or before.shape != after.shape:
            return Changed(everything=True, boxes=())
        cells, relit = _compare(before, after)
        if relit:
            return Changed(everything=True, boxes=())
        # One box for each run of cells in a row.
        down, across = (
            self._scale * size / number for size, number in zip(after.shape, cells.shape, strict=True)
        )
        boxes: list[Box] = []
        for row in np.nonzero(cells.any(axis=1))[0].tolist():
            edges = np.flatnonzero(np.diff(np.concatenate([[0], cells[row].astype(np.int8), [0]]))).tolist()
            for first, last in zip(edges[::2], edges[1::2], strict=True):
                boxes.append((first * across, row * down, last * across, (row + 1) * down))
        return Changed(everything=False, boxes=tuple(boxes))


THING_CHANGED = 0.09
"""Minimum relative change of any colour of a pixel, beyond that of the thing's light. In colour, because a dark card
laid over another may be no darker."""
MOST_PIXELS, MOST_PART = 2, 0.01
"""A thing is changed if more pixels differ than the first and a larger share than the second: a shadow's edge stays
below, a penny laid on a card changes eight times as many. For small things upon it the first decides alone."""


class Unchanged:
    """Compares single things in two small pictures (BGR, same size); `scale`: full-frame px per px of theirs."""

    def __init__(self, before: Picture, after: Picture, scale: float) -> None:
        self._before, self._after, self._scale = before, after, scale

    def looks_the_same(self, corners_px: Sequence[Point], upon: Sequence[Sequence[Point]] = ()) -> bool:
        """Whether an outline (px of the full frame), its very edge left out, shows what it did; so must the outlines
        of small things `upon` it, more strictly, as they may have been turned over."""
        if len(corners_px) < 3:
            return False
        corners = (np.asarray(corners_px) + 0.5) / self._scale - 0.5
        low = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
        high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 1, np.array(self._after.shape[1::-1]))
        if (high - low < 3).any():
            return False
        inside = np.zeros((int(high[1] - low[1]), int(high[0] - low[0])), dtype=np.uint8)
        cv2.fillConvexPoly(inside, np.rint((corners - low) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        border = cv2.BORDER_CONSTANT
        within = np.flatnonzero(
            cv2.erode(inside, np.ones((3, 3), np.uint8), borderType=border, borderValue=0)
        )
        if not len(within):
            return False
        window = np.s_[low[1] : high[1], low[0] : high[0]]
        before, after = (
            np.ascontiguousarray(soft(picture[window]).reshape(-1, 3)[within].T)
            for picture in (self._before, self._after)
        )
        half = np.s_[:, before.shape[1] // 2, None]
        # The light's change by the upper median of each colour; np.median takes three times as long.
        expected = before * np.partition(after / before, half[1], axis=1)[half]
        moved = (np.abs(after - expected) > THING_CHANGED * np.minimum(after, expected)).any(axis=0)
        inside[:] = 0
        inside.reshape(-1)[within] = moved
        if int(moved.sum()) <= MOST_PIXELS or int(moved.sum()) > MOST_PART * len(moved):
            return int(moved.sum()) <= MOST_PIXELS
        for one in upon:
            outline, there = (np.asarray(one) + 0.5) / self._scale - 0.5, np.zeros_like(inside)
            cv2.fillConvexPoly(there, np.rint((outline - low) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
            if int((inside & there).sum()) > MOST_PIXELS:
                return False
        return True


SMALL_WIDE: Final = 480
"""Width (px) of the small picture."""

BLANK: Final = 4
"""Maximum range (0..255) of the pixels of a blank picture; every camera's noise exceeds it."""


def is_blank(image: Picture) -> bool:
    """Whether a picture (BGR) has one colour all over, as after an incomplete transfer."""
    pixels = image[::32, ::32].reshape(-1, image.shape[-1])
    return int(np.ptp(pixels, axis=0).max()) <= BLANK


def small_picture(image: Picture) -> Picture:
    """The picture (BGR or grey) scaled down to SMALL_WIDE; a narrower one is returned as it is."""
    scale = max(1.0, image.shape[1] / SMALL_WIDE)
    return shrunk(image, (round(image.shape[1] / scale), round(image.shape[0] / scale)))


# Bands of a flickering lamp. A camera reads its rows one after the other, and a lamp on the mains lights each at
# another moment. Then whole rows differ, from side to side of the picture (columns, if the camera is turned); things
# on the table or moving over it change each pixel differently.

LANES: Final = 60
"""Approximate number of pieces of a row."""
LEAST: Final = 0.015
"""Minimum relative strength of bands; weaker ones disturb nothing."""
ALIKE, NOISE = 0.08, 0.015
"""Tolerance of a piece against its row's band: this share of the bands' strength, plus noise."""
MOSTLY_ALIKE: Final = 0.55
"""Minimum share of pieces of banded rows that show their bands; cards laid in rows at once have less."""
_LOGARITHMS: Final = np.log(np.maximum(np.arange(256), 1)).astype(np.float32)
STILL: Final = 0.08
"""Maximum share of those pieces that is as bright as before; beside a row of cards taken away, the table is."""
DARK_LEVEL: Final = 12
"""Minimum brightness (0..255) that is compared, so that noise in the dark is no pattern."""
BURNT: Final = 240
"""Channel value from which a small picture's pixel may be clipped, at least in part."""


def bands_between(before: Picture, after: Picture) -> Floats | None:
    """The ratio of a flickering lamp's light, after over before, of two grey pictures of one size: rows x 1.

    1 x columns if bands run upright; None without bands.
    """
    found = _bands_of_rows(before, after)
    if found is not None:
        return found
    upright = _bands_of_rows(np.ascontiguousarray(before.T), np.ascontiguousarray(after.T))
    return None if upright is None else upright.T


def _bands_of_rows(before: Picture, after: Picture, rows: int = 2) -> Floats | None:
    # Whole pixels a lane: OpenCV takes several times as long to average parts of pixels.
    lanes = before.shape[1] // (step := max(1, round(before.shape[1] / LANES)))
    even, size = np.s_[: len(before) // rows * rows, : lanes * step], (lanes, len(before) // rows)
    was, now = (cv2.resize(one[even], size, interpolation=cv2.INTER_AREA) for one in (before, after))
    told = (np.minimum(was, now) >= DARK_LEVEL) & (np.maximum(was, now) < BURNT)
    shares = cv2.LUT(now, _LOGARITHMS) - cv2.LUT(was, _LOGARITHMS)
    shares[~told] = np.nan
    shares -= _middles(shares.T).T
    bands = _middles(shares)
    # A smooth change over the rows is light from another side, not bands.
    bent = np.linalg.qr(np.vander(np.linspace(-1, 1, len(bands)), 3))[0]
    strength = np.abs(bands - bent @ (bent.T @ bands))[:, 0]
    strong = float(np.sqrt(np.mean(strength**2)))
    if strong < LEAST:
        return None
    off = np.abs(shares - bands - _middles((shares - bands).T).T)
    banded = told & (strength >= strong)[:, None]
    alike, still = (banded & (one <= ALIKE * strong + NOISE) for one in (off, np.abs(shares)))
    is_lit = alike.sum() > MOSTLY_ALIKE * banded.sum() and still.sum() <= STILL * banded.sum()
    # Every two rows tell whether there are bands, in half the time; how strong they are, all rows.
    return None if not is_lit else np.exp(bands) if rows == 1 else _bands_of_rows(before, after, 1)


def _middles(shares: Values) -> Values:
    """The median of each row without its nan, as a column; 0 if all are nan."""
    middle = np.maximum(np.isfinite(shares).sum(axis=1, keepdims=True) - 1, 0) // 2
    return np.nan_to_num(np.take_along_axis(np.sort(shares, axis=1), middle, axis=1))


RESTING_S: Final = 8.0
"""Time without any motion after which a supposed hand holds play up only if it hides something."""
PERHAPS_RESTING_S: Final = 2.0
"""Time without motion after which a supposed hand is checked by reading the table."""
FLICKERS, MOST_ROWS = 0.1, 0.95
"""Minimum relative strength of a flickering lamp's bands in two of LATELY frames, and its quantile over the rows."""
LATELY: Final = 10
"""Number of recent frames that are judged; bands wander, so in some of them they lie as before."""
WANDER, STEADY_S = 0.06, 3.0
"""Minimum relative change by which bands wander, and the time without it after which the lamp is steady."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Glimpse:
    """A small picture of a frame, with `scale` full-frame px per px; `at`: the frame's own time (s).

    `flickers`: a flickering lamp's bands wander over the picture.
    """

    small: Picture
    scale: float
    at: float
    still_for: float
    changed: Changed
    still: Stillness
    flickers: bool

    def hand(
        self, background: Picture | None, cards_px: Sequence[Sequence[Point]] = ()
    ) -> HandsInView | None:
        """The hands in the frame, supposed ones included (see `find_hand`)."""
        return find_hand(self.small, background=background, scale=self.scale, cards_px=cards_px)

    def rests(self, hand: HandsInView) -> float:
        """For how long (s) nothing has moved at a supposed hand."""
        return self.at - self.still.moved_at(hand.mask)

    def since(self, background: Picture) -> Unchanged:
        """The comparison of single things with an earlier small picture."""
        return Unchanged(background, self.small, self.scale)


class Glimpses:
    """Makes the glimpses of one camera's frames."""

    def __init__(self) -> None:
        self._still: Stillness | None = None
        self._sizes: object = None
        self._newest: Picture | None = None
        self._accepted: Picture | None = None
        self._bands = deque[float](maxlen=LATELY)
        self._stood: tuple[Floats, float] | None = None

    def see(self, image: Picture, at: float, given: Picture | None = None) -> Glimpse:
        """The glimpse of the next frame (BGR), taken at `at` (s); `given`: its small picture, if the camera made one.

        A picture of another size starts afresh, as all boxes are in px of the full frame.
        """
        small = small_picture(image if given is None else given)
        scale, sizes = image.shape[1] / small.shape[1], (image.shape, small.shape)
        if self._still is None or sizes != self._sizes:
            self._still, self._sizes, self._accepted, self._stood = Stillness(scale), sizes, None, None
        grey = _grey(small)
        accepted = self._accepted
        bands = None if accepted is None else bands_between(_grey(accepted), grey)
        self._bands.append(0.0 if bands is None else float(np.quantile(bands, MOST_ROWS)) - 1)
        if accepted is not None and bands is not None:
            level = np.clip(small / bands[..., None], 0, 255).astype(np.uint8)
            # Pixels clipped in a band cannot be corrected: at least the accepted picture's value is assumed.
            small = np.where(small >= BURNT, np.maximum(level, accepted), level)
            grey = _grey(small)
        self._newest = small
        return Glimpse(
            small=small,
            scale=scale,
            at=at,
            still_for=self._still.see(grey, at),
            changed=self._still.changed(),
            still=self._still,
            flickers=sum(share >= FLICKERS for share in self._bands) > 1 and self._wanders(bands, at),
        )

    def _wanders(self, bands: Floats | None, at: float) -> bool:
        """Whether a frame's bands moved within the last STEADY_S."""
        now = np.ones((1, 1)) if bands is None else bands
        off = np.sort(now / (now if self._stood is None else self._stood[0]), axis=None)
        most = round(MOST_ROWS * (len(off) - 1))
        dark, light = off[-1 - most], off[most]
        if self._stood is None or light > (1 + WANDER) * dark:
            self._stood = now, at
        return at - self._stood[1] < STEADY_S

    def accept(self) -> None:
        """Makes the newest frame the one that changes are relative to, as its table was read."""
        self._accepted = self._newest
        if self._still is not None:
            self._still.accept()


def _grey(picture: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
