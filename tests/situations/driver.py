"""Drives the app by hand: a clock that goes only when told, touches from nowhere; for tests and screenshots."""

from typing import Any

from kivy.animation import Animation
from kivy.app import App
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent

from ui.pages.desk import Desk
from ui.touch.app import CompanionApp
from ui.widgets import theme

FRAME_SECONDS = 1 / 30


class Finger(MotionEvent):  # type: ignore[misc]
    """A touch at a place of the window, in pixels from the lower left."""

    def __init__(self, x: float, y: float) -> None:
        self._shape = None
        self._pixel = (x, y)
        width, height = Window.system_size
        super().__init__(
            "finger",
            1,
            {"x": x / max(width - 1, 1), "y": y / max(height - 1, 1)},
            is_touch=True,
            type_id="touch",
        )

    def depack(self, args: Any) -> None:
        self.profile = ["pos"]
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)

    def to(self, x: float, y: float) -> None:
        width, height = Window.system_size
        self.move({"x": x / max(width - 1, 1), "y": y / max(height - 1, 1)})


class Driver:
    """The app in a window of a given size, one frame at a time."""

    def __init__(self, desk: Desk, size: tuple[int, int], each_tick: Any = None) -> None:
        self.now = 1000.0
        Clock.time = lambda: self.now
        Clock._last_tick = self.now
        Clock._max_fps = 0
        EventLoop.ensure_window()
        Window.size = size
        EventLoop.start()
        theme.fit(*size)
        self.app = CompanionApp(desk, each_tick)
        self.app.load_config()
        self.app.root = self.app.build()
        Window.add_widget(self.app.root)
        self.run(0.1)

    def run(self, seconds: float) -> None:
        """Lets so much time pass."""
        for _frame in range(max(1, round(seconds / FRAME_SECONDS))):
            self.now += FRAME_SECONDS
            EventLoop.idle()

    def touch(self, x: float, y: float, taps: int = 1) -> None:
        """Taps a place (pixels from the lower left)."""
        for _tap in range(taps):
            finger = Finger(x, y)
            finger.is_double_tap = taps > 1 and _tap == taps - 1
            EventLoop.post_dispatch_input("begin", finger)
            self.run(FRAME_SECONDS)
            EventLoop.post_dispatch_input("end", finger)
            self.run(0.05)

    def hold(self, at: tuple[float, float], seconds: float) -> None:
        """Keeps a finger on a place for so long."""
        finger = Finger(*at)
        EventLoop.post_dispatch_input("begin", finger)
        self.run(seconds)
        EventLoop.post_dispatch_input("end", finger)
        self.run(0.05)

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 6) -> None:
        """Drags from one place to another; in no steps as a slow box takes it, all in one frame."""
        finger = Finger(*start)
        if not steps:
            finger.to(*end)  # as Kivy's own readers of input do before anything is dispatched
        EventLoop.post_dispatch_input("begin", finger)
        if not steps:
            EventLoop.post_dispatch_input("update", finger)
        for step in range(1, steps + 1):
            part = step / steps
            finger.to(start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            EventLoop.post_dispatch_input("update", finger)
            self.run(FRAME_SECONDS)
        EventLoop.post_dispatch_input("end", finger)
        self.run(0.05)

    def close(self) -> None:
        """Takes the app out of the window, and away from all that would keep it: its desk, and Kivy."""
        self.app.leave()
        if self.app.desk.opened is not None:
            self.app.desk.opened.session.divert = lambda _button: False
        Window.remove_widget(self.app.root)
        Clock.time = lambda now=self.now: now
        App._running_app = None
        Animation._instances.clear()
        # What still waits would wait until the next clock, which begins anew, got there, and be looked through twenty
        # times a frame.
        for event in Clock.get_events():
            event.cancel()
