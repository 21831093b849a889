"""Where the keys are: a ring about it, moved by arrows and Tab, pressed by Enter. A touch takes the ring away."""

from dataclasses import replace
from typing import Any

from kivy.graphics import Color, SmoothLine
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from ui.touch.spots import Place, Spot, box_of, found_again, likeliest, scrolled, spots_of
from ui.touch.ways import Oblong, Way, next_in
from ui.widgets.theme import ROUND, colours, u

PAGE = 0.6
"""So much of its height a text is scrolled by at once."""


class Ring:
    """A bright line within a dark one, so that it stands out against whatever it is about."""

    WIDE, EDGE = 1.9, 3.6

    def __init__(self, canvas: Any) -> None:
        self.box: Oblong | None = None
        with canvas:
            self._dark = Color(0, 0, 0, 0)
            self._edge = SmoothLine(width=u(self.EDGE))
            self._bright = Color(0, 0, 0, 0)
            self._line = SmoothLine(width=u(self.WIDE))

    @property
    def inks(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """The colours of the line and of its edge."""
        return tuple(self._bright.rgba), tuple(self._dark.rgba)

    def show(self, box: Oblong | None) -> None:
        """About a box in the window; None: nowhere."""
        if box == self.box:
            return
        self.box = box
        if box is None:
            self._dark.a = self._bright.a = 0.0
            return
        self._dark.rgba, self._bright.rgba = colours().night, colours().text
        out = u(1)
        shape = (box.x - out, box.y - out, max(box.wide, 1) + 2 * out, max(box.high, 1) + 2 * out, u(ROUND))
        for line, width in ((self._edge, self.EDGE), (self._line, self.WIDE)):
            line.width, line.rounded_rectangle = u(width), shape


class Focus:
    """Where the keys are on the pages below `root`. `shown`: whether the ring is to be seen."""

    def __init__(self, root: Widget) -> None:
        self.shown = False
        self.ring = Ring(root.canvas.after)
        self._root = root
        self._page: object = None
        self._place: Place | None = None
        self._left: dict[object, Place] = {}
        self._about: tuple[Widget, Oblong] | None = None
        """The widget that the ring is at, and where that lay then."""

    def turn_to(self, page: object) -> None:
        """Another page is shown, or the same one anew; on each the keys are where they were left."""
        if page != self._page:
            if self._place is not None:
                self._left[self._page] = self._place
            self._page, self._place = page, self._left.get(page)
        self._about = None
        self.follow()

    def hide(self) -> None:
        """Somebody touches the screen: no ring."""
        self.shown, self._about = False, None
        self.ring.show(None)

    def follow(self) -> None:
        """Once a frame: keeps the ring about its place, wherever that has come to lie."""
        if not self.shown:
            return
        if self._about is not None:
            widget, box = self._about
            if widget.get_parent_window() is not None and box_of(widget) == box:
                return
        self._stay(self._now()[1])

    @property
    def at(self) -> Spot | None:
        """Where the keys are, while the ring is shown."""
        return self._now()[1] if self.shown else None

    def press(self) -> bool:
        """Chooses what the ring is about; False where there is none, and it is only shown."""
        at = self.at
        if at is None:
            self._show()
            return False
        if self._place is not None and at.name != self._place.name:
            self._go(at)  # a strip came over what the ring was about: shown first, chosen with the next press
        elif at.press is not None:
            at.press()
        return True

    def step(self, by: int) -> None:
        """To the next key in reading order, or the one before; a board is one stop."""
        if not self.shown:
            self._show()
            return
        spots, at = self._now()
        stops = [spot for n, spot in enumerate(spots) if spot is at or not _same_board(spots[:n], spot, at)]
        if at is not None and stops:
            self._go(stops[(stops.index(at) + by) % len(stops)])

    def move(self, way: Way) -> None:
        """To the nearest in a direction; a text scrolls on before it is left."""
        if not self.shown:
            self._show()
            return
        spots, at = self._now()
        if at is None:
            return
        target = inside(way, at, spots)
        if target is None and self._turn_page(at.scroll, way):
            return
        target = target or outside(way, at, spots)
        if target is not None:
            self._go(target)

    def _turn_page(self, scroll: ScrollView | None, way: Way) -> bool:
        """Scrolls a text on; False where that shows nothing more."""
        if scroll is None or way not in ("up", "down"):
            return False
        by = scroll.height * PAGE
        return scrolled(scroll, by if way == "up" else -by)

    def _now(self) -> tuple[list[Spot], Spot | None]:
        """All spots as they lie now, and which of them the keys are at."""
        spots = spots_of(self._root)
        return spots, likeliest(spots) if self._place is None else found_again(spots, self._place)

    def _show(self) -> None:
        self.shown = True
        _spots, at = self._now()
        if at is not None:
            self._go(at)

    def _go(self, spot: Spot) -> None:
        """What the spot scrolls with scrolls until it is in view."""
        if spot.scroll is not None and spot.press is not None:
            view = box_of(spot.scroll)
            above, below = spot.box.top - view.top, view.y - spot.box.y
            if above > 0 or below > 0:
                scrolled(spot.scroll, above + u(6) if above > 0 else -below - u(6))
                spot = replace(spot, box=box_of(spot.widget))
        self._stay(spot)

    def _stay(self, spot: Spot | None) -> None:
        self._place = self._place if spot is None else spot.place
        self._about = None if spot is None else (spot.widget, box_of(spot.widget))
        self.ring.show(None if spot is None else spot.seen)


def inside(way: Way, at: Spot, spots: list[Spot]) -> Spot | None:
    """The nearest in a direction of all that scroll together with a spot, in view or not."""
    own = [spot for spot in spots if spot.scroll is not None and spot.scroll is at.scroll]
    return _next(way, at.box, own, [spot.box for spot in own])


def outside(way: Way, at: Spot, spots: list[Spot]) -> Spot | None:
    """The nearest in a direction of all others, as they are in view."""
    others = [spot for spot in spots if spot.scroll is None or spot.scroll is not at.scroll]
    return _next(way, at.seen, others, [spot.seen for spot in others])


def _next(way: Way, start: Oblong, spots: list[Spot], boxes: list[Oblong]) -> Spot | None:
    place = next_in(way, start, boxes)
    return None if place is None else spots[place]


def _same_board(before: list[Spot], spot: Spot, at: Spot | None) -> bool:
    """Whether a square is not the one stop of its board: the one where the keys are, else its first."""
    if spot.board is None:
        return False
    if at is not None and at.board is spot.board:
        return True
    return any(other.board is spot.board for other in before)
