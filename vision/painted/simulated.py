"""A table without a camera: fingers move the things on it, and frames of it come as from a camera."""

import threading
from collections.abc import Callable, Iterator

from companion.sight import Table
from vision.painted.painter import Painter
from vision.painted.tabletop import Hand, TableTop
from vision.sources.frames import Frame

USUAL_FRAMES_PER_SECOND = 8.0


class SimulatedTable:
    """A frame source that paints a table top, which may be changed from any thread.

    `clock` (s) stamps the frames; at most `frames_per_second` are given out, and one at once after a change. Frames
    differ by the sensor's noise even while nothing moves.
    """

    trouble: str | None = None

    def __init__(
        self,
        painter: Painter,
        clock: Callable[[], float],
        tabletop: TableTop | None = None,
        frames_per_second: float = USUAL_FRAMES_PER_SECOND,
    ) -> None:
        self._painter = painter
        self._clock = clock
        self._tabletop = tabletop or TableTop()
        self._pause = 1.0 / frames_per_second
        self._changing = threading.Lock()
        self._painting = threading.Lock()
        self._last: tuple[float, TableTop] | None = None
        self._number = 0
        self.table = painter.table
        self.ended = False

    @property
    def tabletop(self) -> TableTop:
        with self._changing:
            return self._tabletop

    def put(self, tabletop: TableTop) -> None:
        with self._changing:
            self._tabletop = tabletop

    def change(self, change: Callable[[TableTop], TableTop]) -> TableTop:
        """Changes the table top by a function, atomically; returns the new one."""
        with self._changing:
            self._tabletop = change(self._tabletop)
            return self._tabletop

    def newest(self) -> Frame | None:
        """A frame of the table now; None while nothing changed and the last frame is fresh, or when closed."""
        with self._painting:
            if self.ended:
                return None
            now = self._clock()
            tabletop = self.tabletop
            if self._last is not None and tabletop == self._last[1] and now - self._last[0] < self._pause:
                return None
            image = self._painter.paint(tabletop, self._number)
            frame = Frame(image, now, self._number)
            self._last = (now, tabletop)
            self._number += 1
            return frame

    def close(self) -> None:
        self.ended = True


def by_hand(
    before: TableTop, after: TableTop, table: Table, seat: int = 0, reaches: int = 2
) -> Iterator[TableTop]:
    """Table tops from `before` to `after`: a hand comes in from a seat, makes the change, and goes.

    `reaches`: pictures of the hand on its way in, and as many on its way out.
    """
    # The hand reaches for the first thing that came, else for the first that went.
    came = [thing for thing in after.things if thing not in before.things]
    went = [thing for thing in before.things if thing not in after.things]
    x, y = next(((one.x, one.y) for one in came or went), (table.width_mm / 2, table.height_mm / 2))
    edge = 0.0 if seat == 0 else table.height_mm
    way = [edge + (y - edge) * (step / (reaches + 1)) for step in range(1, reaches + 1)]
    for top, places in ((before, (*way, y)), (after, (y, *reversed(way)))):
        yield from (top.with_hand(Hand(x, at, seat, seat)) for at in places)
    yield after.with_hand(None)
