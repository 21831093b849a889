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

from vision.arrays import Picture
from vision.motion.bands import bands_between
from vision.motion.hands import HandsInView, Point, find_hand
from vision.motion.small import small_picture
from vision.motion.still import Changed, Motion, Stillness
from vision.motion.unchanged import Unchanged

RESTING_S: Final = 8.0
"""What looks like a hand and has not moved at all for so long is none."""
PERHAPS_RESTING_S: Final = 2.0
"""What has not moved for so long may be none: the table is looked at, and tells."""
FLICKERS: Final = 0.1
"""A lamp flickers whose bands differed by this share, lighter than the mean, in two …"""
LATELY: Final = 10
"""… of so many frames: they wander, and may lie as they lay in some."""

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
        """The hands in the frame (see `find_hand`)."""
        # Nobody holds a hand so still: something else that looks like one must not hold play up.
        if self.motion.still_for >= RESTING_S:
            return None
        found = find_hand(self.small, background=background, scale=self.scale, cards_px=cards_px)
        return None if found is None or self.rests(found) >= RESTING_S else found

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
