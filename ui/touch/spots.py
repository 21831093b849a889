"""What of a page can be gone to with keys: its keys, the squares of its boards, and text that scrolls."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from ui.present.desk_touches import SwitchSound
from ui.touch.ways import Oblong, in_reading_order
from ui.widgets.guide_card import GuideStrip
from ui.widgets.keys import HOME, Touched
from ui.widgets.squares import HasSquares
from ui.widgets.theme import u

EVERYWHERE = (HOME, SwitchSound())
SLIVER = 12.0
"""A square of which a strip leaves less than this in view is not gone to."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the keys are, or were: what is remembered of a spot. `square`: it is one of a board's."""

    name: object
    box: Oblong
    square: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """Something to go to. `name` tells it from others, and is found again when the page was built anew.

    `box`: where it lies in the window, in pixels; of what is scrolled, perhaps beyond the edge. `scroll`: what it
    scrolls with. `board`: the board that it is a square of. `first`: it is the likeliest to be wanted.
    """

    widget: Widget
    name: object
    box: Oblong
    press: Callable[[], None] | None
    scroll: ScrollView | None = None
    board: Widget | None = None
    first: bool = False

    @property
    def seen(self) -> Oblong:
        """What of it is in view."""
        return self.box if self.scroll is None else self.box.within(box_of(self.scroll))

    @property
    def place(self) -> Place:
        return Place(self.name, self.seen, self.board is not None)


def box_of(widget: Widget) -> Oblong:
    """Where a widget lies in the window."""
    x, y = widget.to_window(widget.x, widget.y)
    return Oblong(x, y, widget.width, widget.height)


def spots_of(root: Widget) -> list[Spot]:
    """Every spot of a page, in reading order; a text that scrolls is one where it holds no other."""
    found = list(_uncovered(list(_found(root, None)), root))
    holding = {spot.scroll for spot in found if spot.press is not None}
    found = [spot for spot in found if spot.press is not None or spot.scroll not in holding]
    return list(_in_order(found))


def _uncovered(spots: Sequence[Spot], root: Widget) -> Iterator[Spot]:
    """Squares are gone to as they can be touched: where a strip over their board leaves them free."""
    strips = [box_of(each) for each in root.walk() if isinstance(each, GuideStrip)]
    for spot in spots:
        box = spot.box
        for strip in strips if spot.board is not None else ():
            box = box.clear_of(strip)
        if box is spot.box:
            yield spot
        elif box.high >= u(SLIVER):
            yield replace(spot, box=box)


def _in_order(spots: Sequence[Spot]) -> Iterator[Spot]:
    """Reading order; what scrolls together is read together, whatever of it is in view."""
    blocks: dict[int, list[Spot]] = {}
    for spot in spots:
        blocks.setdefault(id(spot) if spot.scroll is None else id(spot.scroll), []).append(spot)
    parts = list(blocks.values())
    places = [block[0].box if block[0].scroll is None else box_of(block[0].scroll) for block in parts]
    for n in in_reading_order(places):
        yield from (parts[n][each] for each in in_reading_order([spot.box for spot in parts[n]]))


def _found(widget: Widget, scroll: ScrollView | None) -> Iterator[Spot]:
    if widget.opacity == 0 or widget.disabled:
        return
    if isinstance(widget, ScrollView):
        scroll = widget
        if hidden_part(widget) > 0:
            yield Spot(widget, "text", box_of(widget), None, widget)
    if isinstance(widget, Touched):
        yield Spot(
            widget,
            widget.action,
            box_of(widget),
            lambda: _press(widget),
            scroll,
            first=widget.is_main,
        )
    board: Any = widget
    if isinstance(board, HasSquares):
        left, low = widget.to_window(0, 0)
        for square in board.squares():
            x, y, wide, high = square.box
            yield Spot(
                widget,
                square.name,
                Oblong(x + left, y + low, wide, high),
                square.touched,
                scroll,
                board=widget,
            )
    for child in widget.children:
        yield from _found(child, scroll)


def _press(key: Touched) -> None:
    key.dispatch("on_press")
    key.dispatch("on_release")


def hidden_part(scroll: ScrollView) -> float:
    """How much higher a text is than its place, in pixels; 0 where all of it is in view."""
    return max(
        (float(child.height - scroll.height) for child in scroll.children if child.height > scroll.height),
        default=0.0,
    )


def scrolled(scroll: ScrollView, by: float) -> bool:
    """Scrolls by so many pixels, upwards where that is positive; whether there was anything to scroll."""
    hidden = hidden_part(scroll)
    if hidden < 1:
        return False
    before = scroll.scroll_y
    scroll.scroll_y = max(0.0, min(1.0, before + by / hidden))
    scroll.update_from_scroll()  # at once, not with the next frame
    return bool(abs(scroll.scroll_y - before) * hidden > 0.5)


def found_again(spots: Sequence[Spot], place: Place) -> Spot | None:
    """The spot at a place of a page that was built anew: of its name, the nearest; else the nearest of all."""
    alike = [spot for spot in spots if (spot.board is not None, spot.name) == (place.square, place.name)]
    x, y = place.box.middle

    def far(spot: Spot) -> float:
        return abs(spot.seen.middle[0] - x) + abs(spot.seen.middle[1] - y)

    return min(alike or spots, key=far, default=None)


def likeliest(spots: Sequence[Spot]) -> Spot | None:
    """Where somebody begins: at the key that stands out, else at the first that is not on every page."""
    keys = [spot for spot in spots if spot.board is None and spot.press is not None]
    own = [spot for spot in keys if spot.name not in EVERYWHERE]
    return next((spot for spot in keys if spot.first), next(iter(own or keys or spots), None))
