"""The keyboard focus, with a ring around it. A touch hides the ring.

The next box in a direction is found by pure geometry, in pixels.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from kivy.graphics import Canvas, Color, SmoothLine
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from ui.present.touches import SwitchSound
from ui.widgets.drawing import DrawingView, Oblong
from ui.widgets.keys import HOME, Touched
from ui.widgets.theme import ROUND, colour_of, u

Way = Literal["left", "right", "up", "down"]
ASIDE = 2.5
"""Weight of sideways distance relative to distance ahead."""
SLACK = 2.0
"""Tolerated overlap of touching boxes (px)."""


def next_in(way: Way, start: Oblong, boxes: Sequence[Oblong]) -> int | None:
    """The index of the next box in a direction; None if there is none."""
    one, found = _turned(way, start), []
    for n, box in enumerate(boxes):
        other = _turned(way, box)
        beside = other.x > one.x + SLACK and other.middle[0] - one.middle[0] >= min(one.wide, other.wide) / 2
        if beside or other.x >= one.right - SLACK:
            along = max(0.0, other.x - one.right)
            aside = max(0.0, other.y - one.top, one.y - other.top)
            found.append((along + ASIDE * aside + 0.1 * abs(other.middle[1] - one.middle[1]), n))
    return min(found)[1] if found else None


def _turned(way: Way, box: Oblong) -> Oblong:
    """A box with the direction turned to the right."""
    lying = box if way in ("left", "right") else Oblong(box.y, box.x, box.high, box.wide)
    return lying._replace(x=-lying.right) if way in ("left", "down") else lying


def in_reading_order(boxes: Sequence[Oblong]) -> list[int]:
    """The indices of all boxes line by line from the top, each line from the left."""
    left = sorted(range(len(boxes)), key=lambda n: (-boxes[n].top, boxes[n].x))
    order: list[int] = []
    while left:
        first = boxes[left[0]]
        line = [
            n for n in left if first.top - boxes[n].top < min(first.high, boxes[n].high) / 2 or n == left[0]
        ]
        order += sorted(line, key=lambda n: boxes[n].x)
        left = [n for n in left if n not in line]
    return order


# The focusable parts of a page: keys, squares of boards, and scrolling text.


EVERYWHERE = (HOME, SwitchSound())


Place = tuple[object, Oblong]
"""A focused place: the name of a spot, and its visible box."""


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A focusable part. `name` identifies it, even after the page was rebuilt.

    `box`: in the window, in px; may be out of sight in a scroll view. `scroll`: the view that it scrolls
    with. `board`: the board of which it is a square.
    """

    widget: Widget
    name: object
    box: Oblong
    press: Callable[[], None] | None
    scroll: ScrollView | None = None
    board: Widget | None = None

    @property
    def seen(self) -> Oblong:
        """Its visible part."""
        return self.box if self.scroll is None else self.box.within(box_of(self.scroll))


def box_of(widget: Widget) -> Oblong:
    return Oblong(*widget.to_window(*widget.pos), *widget.size)


def spots_of(root: Widget) -> list[Spot]:
    """Every spot of a page in reading order; scrolling text is one if it holds no other."""
    found = _find(root, None, [])
    holding = {spot.scroll for spot in found if spot.press is not None}
    found = [spot for spot in found if spot.press is not None or spot.scroll not in holding]
    # Parts that scroll together are read together, in sight or not.
    blocks: dict[ScrollView | Spot, list[Spot]] = {}
    for spot in found:
        blocks.setdefault(spot.scroll or spot, []).append(spot)
    parts = [*blocks.values()]
    order = in_reading_order([each.box if isinstance(each, Spot) else box_of(each) for each in blocks])
    return [parts[n][each] for n in order for each in in_reading_order([spot.box for spot in parts[n]])]


def _find(widget: Widget, scroll: ScrollView | None, found: list[Spot]) -> list[Spot]:
    if widget.opacity == 0 or widget.disabled:
        return found
    if isinstance(widget, ScrollView):
        scroll = widget
        if hidden_part(widget) > 0:
            found.append(Spot(widget, "text", box_of(widget), None, widget))
    if isinstance(widget, Touched):
        found.append(Spot(widget, widget.action, box_of(widget), partial(widget.trigger_action, 0), scroll))
    if isinstance(widget, DrawingView):
        (left, low), keyed = widget.to_window(0, 0), getattr(widget.model, "keyed", False)
        for name, box, touch in widget.squares():
            at, board = box._replace(x=box.x + left, y=box.y + low), None if keyed else widget
            found.append(
                Spot(widget, touch if keyed else name, at, partial(widget.ask, touch), scroll, board)
            )
    for child in widget.children:
        _find(child, scroll, found)
    return found


def hidden_part(scroll: ScrollView) -> float:
    """Excess height of a text over its place (px); 0 if all of it is visible."""
    return max([0.0, *(float(child.height - scroll.height) for child in scroll.children)])


def scrolled(scroll: ScrollView, by: float) -> bool:
    """Scrolls by pixels, upwards if positive; returns whether anything moved."""
    hidden = hidden_part(scroll)
    if hidden < 1:
        return False
    before = scroll.scroll_y
    scroll.scroll_y = max(0.0, min(1.0, before + by / hidden))
    scroll.update_from_scroll()  # at once, not with the next frame
    return bool(abs(scroll.scroll_y - before) * hidden > 0.5)


def likeliest(spots: Sequence[Spot]) -> Spot | None:
    """The initial focus: the main key, else the first one that is not on every page."""
    keys = [spot for spot in spots if spot.board is None and spot.press is not None]
    own = [spot for spot in keys if spot.name not in EVERYWHERE]
    loud = (spot for spot in keys if getattr(spot.widget, "is_main", False))
    return next(loud, next(iter(own or keys or spots), None))


PAGE = 0.6
"""Share of its height by which a text scrolls at once."""


class Ring:
    """A bright line within a dark one, for contrast with everything."""

    WIDE, EDGE = 1.9, 3.6

    def __init__(self, canvas: Any) -> None:
        self.box: Oblong | None = None
        with canvas:
            self.layer = Canvas()

    def show(self, box: Oblong | None) -> None:
        """Places the ring around a box in the window; None hides it."""
        if box == self.box:
            return
        self.box = box
        self.layer.clear()
        if box is None:
            return
        out = u(1)
        shape = (box.x - out, box.y - out, max(box.wide, 1) + 2 * out, max(box.high, 1) + 2 * out, u(ROUND))
        with self.layer:
            for ink, width in (("night", self.EDGE), ("text", self.WIDE)):
                Color(*colour_of(ink))
                SmoothLine(rounded_rectangle=shape, width=u(width))


class Focus:
    """The focus on the pages below `root`. `shown`: whether the ring is visible."""

    def __init__(self, root: Widget) -> None:
        self.shown = False
        self.ring = Ring(root.canvas.after)
        self._root = root
        self._page: object = None
        self._place: Place | None = None
        self._left: dict[object, Place] = {}
        self._about: tuple[Widget, Oblong] | None = None
        """The widget with the ring, and its place at that time."""

    def turn_to(self, page: object) -> None:
        """Another page, or the same one rebuilt, is shown; each keeps its focus."""
        if page != self._page:
            if self._place is not None:
                self._left[self._page] = self._place
            self._page, self._place = page, self._left.get(page)
        self._about = None
        self.follow()

    def hide(self) -> None:
        """Hides the ring after a touch."""
        self.shown, self._about = False, None
        self.ring.show(None)

    def follow(self) -> None:
        """Once a frame: keeps the ring around its place, wherever that moves."""
        if not self.shown:
            return
        if self._about is not None:
            widget, box = self._about
            if widget.get_parent_window() is not None and box_of(widget) == box:
                return
        self._stay(self._now()[1])

    @property
    def at(self) -> Spot | None:
        """The focused spot while the ring is shown."""
        return self._now()[1] if self.shown else None

    def press(self) -> bool:
        """Chooses the focused spot; without a visible ring it only shows it and returns False."""
        at = self.at
        if at is None:
            self._show()
            return False
        if self._place is not None and at.name != self._place[0]:
            self._go(at)  # its spot vanished: the new one is shown first, chosen by the next press
        elif at.press is not None:
            at.press()
        return True

    def step(self, by: int) -> None:
        """Moves to the next or previous key in reading order; a board is one stop."""
        if not self.shown:
            self._show()
            return
        spots, at = self._now()
        stop_of = {spot.board: spot for spot in reversed(spots)}
        if at is not None:
            stop_of[at.board] = at
        stops = [spot for spot in spots if spot.board is None or stop_of[spot.board] is spot]
        if at is not None:
            self._go(stops[(stops.index(at) + by) % len(stops)])

    def move(self, way: Way) -> None:
        """Moves to the nearest in a direction; a text scrolls to its end first."""
        if not self.shown:
            self._show()
            return
        spots, at = self._now()
        if at is None:
            return
        target = towards(way, at, spots, together=True)
        if target is None and at.scroll is not None and way in ("up", "down"):
            by = at.scroll.height * PAGE
            if scrolled(at.scroll, by if way == "up" else -by):
                return
        target = target or towards(way, at, spots, together=False)
        if target is not None:
            self._go(target)

    def _now(self) -> tuple[list[Spot], Spot | None]:
        """All present spots, and the focused one."""
        spots = spots_of(self._root)
        if self._place is None:
            return spots, likeliest(spots)
        # On a rebuilt page: the nearest of that name, else the nearest of all.
        name, (x, y) = self._place[0], self._place[1].middle

        def away(spot: Spot) -> float:
            return abs(spot.seen.middle[0] - x) + abs(spot.seen.middle[1] - y)

        return spots, min([spot for spot in spots if spot.name == name] or spots, key=away, default=None)

    def _show(self) -> None:
        self.shown = True
        _spots, at = self._now()
        if at is not None:
            self._go(at)

    def _go(self, spot: Spot) -> None:
        """Focuses a spot and scrolls it into view."""
        if spot.scroll is not None and spot.press is not None:
            view = box_of(spot.scroll)
            above, below = spot.box.top - view.top, view.y - spot.box.y
            if above > 0 or below > 0:
                scrolled(spot.scroll, above + u(6) if above > 0 else -below - u(6))
                spot = replace(spot, box=box_of(spot.widget))
        self._stay(spot)

    def _stay(self, spot: Spot | None) -> None:
        self._about = None
        if spot is not None:
            self._place, self._about = (spot.name, spot.seen), (spot.widget, box_of(spot.widget))
        self.ring.show(None if spot is None else spot.seen)


def towards(way: Way, at: Spot, spots: list[Spot], *, together: bool) -> Spot | None:
    """The nearest in a direction, among all that scroll `together` with a spot, else among visible ones."""
    near = {
        each: each.box if together else each.seen
        for each in spots
        if (each.scroll is not None and each.scroll is at.scroll) is together
    }
    place = next_in(way, at.box if together else at.seen, list(near.values()))
    return None if place is None else list(near)[place]
