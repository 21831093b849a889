"""Squares and corners of a board that is drawn as one widget: touched, dragged from, or gone to with keys."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from kivy.graphics import Color, PopMatrix, PushMatrix, SmoothEllipse, SmoothLine, Translate
from kivy.uix.widget import Widget

from ui.present.models import MarkKind
from ui.present.table_touches import CarrySquare, LiftSquare, SquareTouch
from ui.widgets.icons import draw_icon
from ui.widgets.keys import Send
from ui.widgets.theme import DRAG, colours, mark_colour, u

BADGES: dict[MarkKind, str] = {
    "chore": "tidy",
    "wrong": "refuse",
    "missing": "plus",
    "point": "hand",
    "take": "wrong",
    "shoot": "target",
}


def draw_mark(kind: MarkKind, low: tuple[float, float], size: tuple[float, float], *, due: bool) -> Color:
    """Onto the canvas that is open: a dot where something may go, else a ring with a badge; the colour of either.

    `low`, `size`: the square, in pixels.
    """
    (x, y), (width, height), colour = low, size, mark_colour(kind)
    if kind == "go":
        dot = min(width, height) * 0.3
        for ink, wide in ((colours().night, dot + u(4)), (colour, dot)):
            painted = Color(*ink)
            SmoothEllipse(pos=(x + (width - wide) / 2, y + (height - wide) / 2), size=(wide, wide))
        return painted
    heavy = u(2.4 if due or kind not in ("moved", "missing", "seen") else 1.2)
    ring = (x + heavy, y + heavy, width - 2 * heavy, height - 2 * heavy, u(5))
    for ink, wider in ((colours().night, u(1.4)), (colour, 0.0)):
        painted = Color(*ink)
        SmoothLine(rounded_rectangle=ring, width=heavy + wider)
    if badge := BADGES.get(kind):
        side = min(width * 0.36, u(26))
        left, bottom = x + width - side - u(2), y + height - side - u(2)
        Color(*colours().night)
        SmoothEllipse(pos=(left, bottom), size=(side, side))
        draw_icon(badge, left + side * 0.19, bottom + side * 0.19, side * 0.62, colour)
    return painted


@dataclass(frozen=True, slots=True)
class Square:
    """A place to be touched: its name, its lower left corner and size (pixels of its widget), and what a touch does."""

    name: str
    box: tuple[float, float, float, float]
    touched: Callable[[], None]


class InMillimetres(Widget):
    """What is drawn to scale: `window` is the part of the table that it shows (x, y, width, height in mm)."""

    @property
    def window(self) -> tuple[float, float, float, float]:
        raise NotImplementedError

    @property
    def scale(self) -> float:
        """Pixels a millimetre."""
        raise NotImplementedError

    def to_px(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the table (mm) is on the screen."""
        left, near, width, height = self.window
        scale = self.scale
        return (
            self.x + self.width / 2 + (x - left - width / 2) * scale,
            self.y + self.height / 2 + (y - near - height / 2) * scale,
        )

    def to_mm(self, x: float, y: float) -> tuple[float, float]:
        """Which point of the table (mm) is at a place on the screen."""
        left, near, width, height = self.window
        scale = self.scale
        return (
            (x - self.x - self.width / 2) / scale + left + width / 2,
            (y - self.y - self.height / 2) / scale + near + height / 2,
        )


class TouchedSquares(Widget):
    """A board whose squares are touched, and whose pieces are dragged where that asks for something.

    `lifted`: the square that a finger drags from, and how far it has come, in pixels.
    """

    lifted: tuple[str, float, float] | None = None

    def __init__(self, send: Send | None, **more: Any) -> None:
        super().__init__(**more)
        self._send = send

    @property
    def taps(self) -> type[SquareTouch] | None:
        """What a touch on a square asks for; None: nothing."""
        raise NotImplementedError

    def square_at(self, x: float, y: float) -> str | None:
        """The square under a place on the screen."""
        raise NotImplementedError

    def draw(self, *_changed: object) -> None:
        raise NotImplementedError

    @contextmanager
    def carried(self) -> Iterator[None]:
        """What is drawn meanwhile lies under the finger that drags it."""
        if self.lifted is None:
            yield
            return
        PushMatrix()
        Translate(*self.lifted[1:])
        yield
        PopMatrix()

    def on_touch_down(self, touch: Any) -> bool:
        name = self.square_at(*touch.pos) if self.collide_point(*touch.pos) else None
        if name is None or self._send is None or self.taps is None:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        touch.ud["square"] = name
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        x, y = touch.x - touch.ox, touch.y - touch.oy
        carries = self.taps is not None and self.taps.carries
        if self._send is not None and carries and (self.lifted or max(abs(x), abs(y)) >= u(DRAG)):
            first, self.lifted = self.lifted is None, (touch.ud["square"], x, y)
            if first:
                self._send(LiftSquare(touch.ud["square"]))
            self.draw()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        lifted, self.lifted = self.lifted, None
        start, to = touch.ud["square"], self.square_at(*touch.pos)
        if lifted is not None:
            self.draw()
        if self._send is not None and self.taps is not None and to is not None:
            if lifted is not None and to != start:
                self._send(CarrySquare(start, to))
            elif lifted is None and to == start:
                self._send(self.taps(start))
        return True
