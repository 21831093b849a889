"""The simulated table under a camera that can lose its cable, its light and its place; time is what it is told."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import cv2
import numpy as np

from vision.arrays import Picture
from vision.painted.simulated import SimulatedTable
from vision.sources.device import NO_PICTURE
from vision.sources.frames import Frame

BEGUN = datetime(2026, 11, 23, 19, 30, tzinfo=UTC)


@dataclass(slots=True)
class Clock:
    """The clock of the program (s), and how far the wall clock, that stamps what is written, is off.

    `slept`: so long of it the machine was asleep.
    """

    now: float = 0.0
    wrong_by: timedelta = timedelta()
    slept: float = 0.0

    def __call__(self) -> float:
        return self.now

    @property
    def awake(self) -> float:
        """So long (s) the evening has lasted, without sleep."""
        return self.now - self.slept

    def sleep(self, seconds: float) -> None:
        """Time passes, and nobody is there."""
        self.now += seconds
        self.slept += seconds

    def stamp(self) -> str:
        """The wall clock, as the journal writes it."""
        then = BEGUN + timedelta(seconds=self.now) + self.wrong_by
        return then.isoformat(timespec="milliseconds")


class TroubledCamera:
    """Pictures of a simulated table. `out`: its cable is out; `light`: 1 as it should be; `moved`: by a knock (px).

    `painting_s`: so long (s of this thread) was painted, which a camera would not cost.
    """

    def __init__(self, table: SimulatedTable, clock: Clock, before: "TroubledCamera | None" = None) -> None:
        """`before`: the camera over the table of the game before, whose troubles last."""
        self.table, self._clock = table, clock
        self.out = before is not None and before.out
        self.light = 1.0 if before is None else before.light
        self.moved = (0.0, 0.0, 0.0) if before is None else before.moved
        self.trouble: str | None = None
        self.ended = False
        self.painting_s = 0.0
        self._painted: tuple[Any, Picture] | None = None
        self._number = 0

    def newest(self) -> Frame | None:
        """A picture of the table as it lies; one in which nothing moved is not painted again."""
        began = time.thread_time()
        frame = self._frame()
        self.painting_s += time.thread_time() - began
        return frame

    def _frame(self) -> Frame | None:
        self.trouble = NO_PICTURE if self.out else None
        if self.out:
            return None
        shown = (self.table.tabletop, self.light, self.moved)
        if self._painted is None or self._painted[0] != shown:
            fresh = self.table.newest()
            if fresh is None and self._painted is None:
                return None
            self._painted = (shown, self._seen(fresh.image if fresh is not None else self._last))
            if fresh is not None:
                self._last = fresh.image
        self._number += 1
        return Frame(self._painted[1], self._clock(), self._number)

    def close(self) -> None:
        self.ended = True
        self.table.close()

    def _seen(self, image: Picture) -> Picture:
        self._last = image
        across, down, turned = self.moved
        if any(self.moved):
            high, wide = image.shape[:2]
            turn = cv2.getRotationMatrix2D((wide / 2, high / 2), turned, 1.0)
            turn[:, 2] += (across, down)
            image = np.asarray(
                cv2.warpAffine(image, turn, (wide, high), borderMode=cv2.BORDER_REPLICATE), np.uint8
            )
        return image if self.light == 1.0 else np.asarray(image * self.light, np.uint8)
