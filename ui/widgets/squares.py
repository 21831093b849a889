"""Squares and corners of a board that is drawn as one widget: touched, dragged from, or gone to with keys."""

# mypy: disable-error-code="misc"
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from kivy.graphics import PopMatrix, PushMatrix, Translate
from kivy.uix.widget import Widget

from ui.present.table_touches import CarrySquare, LiftSquare, SquareTouch
from ui.widgets.keys import Send
from ui.widgets.theme import DRAG, u


@dataclass(frozen=True, slots=True)
class Square:
    """A place to be touched: its name, its lower left corner and size (pixels of its widget), and what a touch does."""

    name: str
    box: tuple[float, float, float, float]
    touched: Callable[[], None]


@runtime_checkable
class HasSquares(Protocol):
    """A widget that takes touches at several places of its own."""

    def squares(self) -> Sequence[Square]:
        """All that may be touched now."""
        ...


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
