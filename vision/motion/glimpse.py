"""What every frame is looked at for first: how still it is, what changed since the last look, and hands in it.

Rule kept: all of it is told from a small picture, so that a frame in which nothing happens costs next to nothing. Bands
of a lamp that flickers are taken out of that first: every frame is given those of the table that was read last.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.arrays import Box, Floats, Mask, Picture, Values, meets_any
from vision.motion.hands import HandsInView, Point, find_hand

# Stillness: for how long nothing has moved, and what has changed since the table was last read.
# Rule kept: light may drift, flicker or be switched without anything having moved; only edges that come or go
# are motion.

CELL_PX: Final = 6
"""Change is told in square cells of this many small-picture pixels."""
CHANGED: Final = 0.07
"""A pixel has changed where its brightness moved by this share of it, beyond what the light about it did."""
NOISES: Final = 8.0
"""… and by more than this multiple of what most pixels do: in a dim room a camera's noise is more than CHANGED of what
is dark."""
PIXELS_CHANGED: Final = 3
"""Changed pixels that make a cell changed; fewer are noise."""
DARKEST: Final = 20.0
"""Added to brightness (0..255) before shares are taken, so that noise in the dark is no change."""
LIGHT_CELLS: Final = 15
"""Side (cells) of the square whose median is the light's own change; what moves is smaller than half of it."""
LOCAL_LIGHT: Final = 1.2
"""The light on one spot may differ from that on the whole picture by this factor; more is a thing, not light."""
LAMP_GAIN: Final = 1.25
"""A brightness that changed by more than this factor over most of the picture is a lamp, or a blind."""
MOSTLY: Final = 0.6
EXPOSED: Final = 1.15
"""A picture that is exposed otherwise by more than this factor is held against what the earlier one would have been."""
SEEN: Final = (10.0, 245.0)
"""Brightness between these tells of the exposure; beyond them it is cut off."""
DRIFT: Final = 0.05
"""How much of each still picture flows into the one that the next are held against."""


@dataclass(frozen=True, slots=True)
class Changed:
    """What differs from the picture last accepted.

    `everything`: there is none yet, or the light is another: read the whole table again. Otherwise `boxes` (px of
    the full frame) hold all that changed, in pieces.
    """

    everything: bool
    boxes: tuple[Box, ...]

    def touches(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Whether a rectangle (px of the full frame) has to be read again."""
        return self.everything or meets_any((left, top, right, bottom), self.boxes)


def soft(picture: Picture) -> Values:
    """The picture as it is compared: a 3 x 3 mean, lifted by DARKEST."""
    mean = cv2.boxFilter(picture, cv2.CV_32F, (3, 3), borderType=cv2.BORDER_REFLECT)
    return np.asarray(mean + DARKEST, dtype=np.float32)


def _cell_means(soft: Values) -> Values:
    rows, columns = max(1, soft.shape[0] // CELL_PX), max(1, soft.shape[1] // CELL_PX)
    return np.asarray(cv2.resize(soft, (columns, rows), interpolation=cv2.INTER_AREA), dtype=np.float32)


def _compare(before: Values, after: Values) -> tuple[Mask, bool]:
    """Which cells of the picture changed (rows x columns), and whether the light did, or more than can be told."""
    now, was = _cell_means(after), _cell_means(before)
    gain = now / was
    relit = max(float((gain > LAMP_GAIN).mean()), float((gain < 1 / LAMP_GAIN).mean())) > MOSTLY
    # The earlier picture as it would have been with the later one's exposure, where that is another.
    low, high = (np.float32(level + DARKEST) for level in SEEN)
    tell = (was > low) & (was < high) & (now > low) & (now < high)
    lighter = float(np.median((now[tell] - DARKEST) / (was[tell] - DARKEST))) if tell.any() else 1.0
    exposed = before
    if not 1 / EXPOSED <= lighter <= EXPOSED:
        exposed = np.asarray(np.minimum((before - DARKEST) * lighter, 255) + DARKEST, dtype=np.float32)
        gain = now / _cell_means(exposed)
    whole = float(np.median(gain))
    steps = np.clip(np.log2(gain / whole) * 128 + 128, 0, 255).astype(np.uint8)
    local = np.exp2((cv2.medianBlur(steps, LIGHT_CELLS).astype(np.float32) - 128) / 128)
    light = whole * np.clip(local, 1 / LOCAL_LIGHT, LOCAL_LIGHT)
    expected = cv2.multiply(exposed, cv2.resize(light, before.shape[::-1], interpolation=cv2.INTER_LINEAR))
    if exposed is not before and max(float(before.max()), float(after.max())) >= SEEN[1] + DARKEST:
        # Of any pixel a part, or a colour, may be cut off in the brighter picture: between the two nothing is told.
        relit = True
        expected = np.clip(after, np.minimum(before, expected), np.maximum(before, expected))
    differs = cv2.absdiff(after, expected)
    noise = NOISES * float(np.median(differs[::4, ::4]))
    moved = cv2.compare(differs, np.maximum(cv2.min(after, expected) * CHANGED, noise), cv2.CMP_GT)
    part = cv2.resize(moved, gain.shape[::-1], interpolation=cv2.INTER_AREA)
    return np.asarray(part >= (PIXELS_CHANGED - 0.5) * 255 * gain.size / moved.size), relit


class Stillness:
    """Watches small grey pictures of one camera; knows no clock but the frames' own.

    `scale` is how many full-frame pixels one pixel of the small pictures stands for.
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
        """For how long (s) nothing has moved, after the next small picture (grey, H x W uint8), taken at `at` (s).

        Raises ValueError for a picture that is not grey. A picture of another size, or from an earlier time,
        starts afresh: nothing is then known to be still.
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
        cells, relit = _compare(before, view)
        if self._moved_at is None or relit:
            self._moved_at = np.full(cells.shape, self._since if self._moved_at is None else at)
        if cells.any():
            self._moved_at[cells] = at
            self._since = at
        flow = 1.0 if relit or cells.any() else DRIFT
        self._anchor = np.asarray(cv2.addWeighted(before, 1 - flow, view, flow, 0), dtype=np.float32)
        return at - self._since

    def moved_at(self, mask: Mask) -> float:
        """When anything last moved within a mask over the whole picture (any rows x columns), in s of the frames."""
        if self._moved_at is None or not mask.any():
            return self._since
        size = (mask.shape[1], mask.shape[0])
        return float(cv2.resize(self._moved_at, size, interpolation=cv2.INTER_NEAREST)[mask].max())

    def accept(self) -> None:
        """Remembers the newest picture as the one whose table has been read."""
        self._accepted = self._newest

    def changed(self) -> Changed:
        """What differs between the newest picture and the accepted one."""
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
"""A pixel has changed where a colour of it moved by this share, beyond what the thing's light did: a dark card that is
laid over another may be no darker."""
MOST_PIXELS, MOST_PART = 2, 0.01
"""More changed pixels than this, and than this part of all, make the thing changed: a shadow's edge, of which a penny
laid on a card has eight times as many; what lies on the thing has changed with more than the first."""


class Unchanged:
    """Two small pictures (BGR, same size) of one table; `scale` full-frame pixels are one of theirs."""

    def __init__(self, before: Picture, after: Picture, scale: float) -> None:
        self._before, self._after = soft(before), soft(after)
        self._scale = scale

    def looks_the_same(self, corners_px: Sequence[Point], upon: Sequence[Sequence[Point]] = ()) -> bool:
        """Whether nothing much has changed within an outline (px of the full frame), its very edge apart, and nothing
        in those of small things `upon` it, which may have been turned over."""
        if len(corners_px) < 3:
            return False
        outlines = [(np.asarray(one) + 0.5) / self._scale - 0.5 for one in (corners_px, *upon)]
        corners = outlines[0]
        low = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
        high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 1, np.array(self._after.shape[1::-1]))
        if (high - low < 3).any():
            return False
        inside = np.zeros((int(high[1] - low[1]), int(high[0] - low[0])), dtype=np.uint8)
        cv2.fillConvexPoly(inside, np.rint((corners - low) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        border = cv2.BORDER_CONSTANT
        within = cv2.erode(inside, np.ones((3, 3), np.uint8), borderType=border, borderValue=0) > 0
        if not within.any():
            return False
        window = np.s_[low[1] : high[1], low[0] : high[0]]
        before, after = (picture[window][within] for picture in (self._before, self._after))
        half = len(before) // 2
        # The upper median of each colour: NumPy's own takes three times as long.
        expected = before * np.partition((after / before).T, half, axis=1)[:, half]
        moved = (np.abs(after - expected) > THING_CHANGED * np.minimum(after, expected)).any(axis=1)
        inside[within], inside[~within] = moved, 0
        if int(moved.sum()) <= MOST_PIXELS or int(moved.sum()) > MOST_PART * len(moved):
            return int(moved.sum()) <= MOST_PIXELS
        for outline in outlines[1:]:
            there = np.zeros_like(inside)
            cv2.fillConvexPoly(there, np.rint((outline - low) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
            if int((inside & there).sum()) > MOST_PIXELS:
                return False
        return True


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
# each at another moment. Rows then differ from side to side of the picture, margins and all, columns where the
# camera is turned; of what lies on a table or moves over it each pixel differs by itself.

LANES: Final = 60
"""Each row is told in about this many pieces."""
LEAST: Final = 0.015
"""Bands that differ from the mean by less than this share are noise, and disturb nothing."""
ALIKE, NOISE = 0.08, 0.015
"""A piece of a row shows its band where it differs from it by no more than this share of what bands do, and noise."""
MOSTLY_ALIKE: Final = 0.55
"""More than this share of the pieces of banded rows show their bands; cards laid at once in rows are not so alike."""
_LOGARITHMS: Final = np.log(np.maximum(np.arange(256), 1)).astype(np.float32)
STILL: Final = 0.08
"""Of a lamp's bands no more than this share is as bright as before; beside a row of cards that went the table is."""
DARK_LEVEL: Final = 12
"""What is darker than this (0..255) is left out, so that noise in the dark is no pattern."""
BURNT: Final = 240
"""A channel at this value or above has reached the sensor's end, or a part of what was brought down to it has."""


def bands_between(before: Picture, after: Picture) -> Floats | None:
    """How many times as bright a flickering lamp made a grey picture as an earlier one of its size: rows x 1.

    Or 1 x columns, where bands run upright; None where there are no bands.
    """
    found = _bands_of_rows(before, after)
    if found is not None:
        return found
    upright = _bands_of_rows(*(np.asarray(cv2.transpose(one), np.uint8) for one in (before, after)))
    return None if upright is None else upright.T


def _bands_of_rows(before: Picture, after: Picture) -> Floats | None:
    # Means of whole pixels: OpenCV takes several times as long for those of parts.
    lanes = before.shape[1] // (step := max(1, round(before.shape[1] / LANES)))
    even, size = np.s_[:, : lanes * step], (lanes, len(before))
    was, now = (cv2.resize(one[even], size, interpolation=cv2.INTER_AREA) for one in (before, after))
    told = (np.minimum(was, now) >= DARK_LEVEL) & (np.maximum(was, now) < BURNT)
    shares = cv2.LUT(now, _LOGARITHMS) - cv2.LUT(was, _LOGARITHMS)
    shares[~told] = np.nan
    shares -= _middles(shares.T).T
    bands = _middles(shares)
    at = np.linspace(-1, 1, len(bands))
    # Light that comes from another side is no band.
    strength = np.abs(bands[:, 0] - np.polyval(np.polyfit(at, bands[:, 0], 2), at))
    strong = float(np.sqrt(np.mean(strength**2)))
    if strong < LEAST:
        return None
    off = np.abs(shares - bands - _middles((shares - bands).T).T)
    banded = told & (strength >= strong)[:, None]
    alike, still = (banded & (one <= ALIKE * strong + NOISE) for one in (off, np.abs(shares)))
    is_lit = alike.sum() > MOSTLY_ALIKE * banded.sum() and still.sum() <= STILL * banded.sum()
    return np.exp(bands) if is_lit else None


def _middles(shares: Values) -> Values:
    """The median of each row of what is told, in a column; 0 where nothing is."""
    middle = np.maximum(np.isfinite(shares).sum(axis=1, keepdims=True) - 1, 0) // 2
    return np.nan_to_num(np.take_along_axis(np.sort(shares, axis=1), middle, axis=1))


RESTING_S: Final = 8.0
"""What looks like a hand and has not moved at all for this long holds play up only where it hides something."""
PERHAPS_RESTING_S: Final = 2.0
"""What has not moved for this long may be none: the table is looked at, and tells."""
FLICKERS, MOST_ROWS = 0.1, 0.95
"""A lamp flickers whose bands differed by this share, lighter than most rows, in two …"""
LATELY: Final = 10
"""… of this many frames: they wander, and may lie as they lay in some."""
WANDER, STEADY_S = 0.06, 3.0
"""Bands that have not wandered by this share for so long are those of the table that was read: the lamp is steady."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Glimpse:
    """A frame in small, of which one px stands for `scale` px of the frame; `at`: the frame's own time in s.

    `flickers`: bands of a flickering lamp wander over the picture.
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
        self._stood: tuple[Floats, float] | None = None

    def see(self, image: Picture, at: float, given: Picture | None = None) -> Glimpse:
        """Takes in the next frame (BGR), taken at `at` (s); `given`: the same brought down by the camera itself.

        With a picture of another size all begins anew: every box is in px of the full frame.
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
            # What burnt out in a band is at least as bright as it would be without it: as before, for all that is seen.
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
        """Whether a frame's bands lie elsewhere than they lay a while ago."""
        now = np.ones((1, 1)) if bands is None else bands
        off = now / (now if self._stood is None else self._stood[0])
        dark, light = np.quantile(off, (1 - MOST_ROWS, MOST_ROWS))
        if self._stood is None or light > (1 + WANDER) * dark:
            self._stood = now, at
        return at - self._stood[1] < STEADY_S

    def accept(self) -> None:
        """The newest frame's table has been read: changes are told against it."""
        self._accepted = self._newest
        if self._still is not None:
            self._still.accept()


def _grey(picture: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
