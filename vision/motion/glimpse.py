"""What every frame is looked at for first: how still it is, what changed since the last look, and hands in it.

Rule kept: all of it is told from a small picture, so that a frame in which nothing happens costs next to nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.arrays import Picture
from vision.motion.hands import HandsInView, Point, find_hand
from vision.motion.small import small_picture
from vision.motion.still import Changed, Motion, Stillness
from vision.motion.unchanged import Unchanged

RESTING_S: Final = 8.0
"""What looks like a hand and has not moved at all for so long is none."""
PERHAPS_RESTING_S: Final = 2.0
"""What has not moved for so long may be none: the table is looked at, and tells."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Glimpse:
    """A frame in small, of which one px stands for `scale` px of the frame; `at`: the frame's own time in s."""

    small: Picture
    scale: float
    at: float
    motion: Motion
    changed: Changed
    still: Stillness

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

    def see(self, image: Picture, at: float, given: Picture | None = None) -> Glimpse:
        """Takes in the next frame (BGR), taken at `at` (s); `given`: the same brought down by the camera itself.

        With a picture of another size all begins anew: every box is in px of the full frame.
        """
        small = small_picture(image if given is None else given)
        scale, sizes = image.shape[1] / small.shape[1], (image.shape, small.shape)
        if self._still is None or sizes != self._sizes:
            self._still, self._sizes = Stillness(scale), sizes
        motion = self._still.see(np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.uint8), at)
        changed = self._still.changed()
        return Glimpse(small=small, scale=scale, at=at, motion=motion, changed=changed, still=self._still)

    def accept(self) -> None:
        """The newest frame's table has been read: changes are told against it."""
        if self._still is not None:
            self._still.accept()
