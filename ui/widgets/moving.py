"""Motion over a board: things slide, turn over and fade while only a few numbers of the canvas change.

Rule kept: nothing runs while nothing moves, and nothing moves where motion is reduced.
"""

import math
from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.event import EventDispatcher
from kivy.graphics import Canvas, PopMatrix, PushMatrix, Scale, Translate
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from ui.widgets.theme import CALM, still

Draw = Callable[[], None]
PULSE_SECONDS, PULSE_STEP = 1.2, 0.05
"""Seconds of a pulse, and between two of its steps."""
WEAKEST = 0.25
Step = Callable[[float], None]
"""Puts a thing where it is after so much of its motion, 0 to 1."""


class Motions(EventDispatcher):
    """The motions under way on one canvas; `done` is called once when all have ended. `part`: 1 where nothing moves."""

    part = NumericProperty(1.0)

    def __init__(self, done: Draw) -> None:
        super().__init__()
        self._done = done
        self.steps: list[Step] = []
        """They are added again whenever the canvas is drawn anew while the motion goes on."""

    def begin(self) -> None:
        """From now on what is added moves, from its beginning: quick at first, slow at the end."""
        self.stop()
        self.part = 0.0
        running = Animation(part=1.0, d=CALM, t="out_cubic")
        running.bind(on_complete=lambda *_ended: self._done())
        running.start(self)

    def add(self, step: Step) -> None:
        self.steps.append(step)
        step(self.part)

    def stop(self) -> None:
        Animation.cancel_all(self)
        self.steps.clear()
        self.part = 1.0

    def on_part(self, _motions: object, part: float) -> None:
        for step in self.steps:
            step(part)


class Pulse:
    """Layers that grow stronger and weaker, so that what is next is found at a glance; not where motion is reduced."""

    def __init__(self) -> None:
        self.layers: list[Canvas] = []
        self._clock: Any = None

    def begin(self, widget: Widget) -> None:
        """Runs for what was added, as long as the widget is in a window."""
        if self.layers and not still() and self._clock is None:
            self._clock = Clock.schedule_interval(lambda _seconds: self._tick(widget), PULSE_STEP)

    def _tick(self, widget: Widget) -> bool:
        if not self.layers or still() or widget.get_parent_window() is None:
            self._clock = None
            for layer in self.layers:
                layer.opacity = 1.0
            return False
        part = math.sin(math.pi * Clock.get_time() / PULSE_SECONDS) ** 2
        for layer in self.layers:
            layer.opacity = WEAKEST + (1.0 - WEAKEST) * part
        return True


def sliding(
    draw: Draw, by_x: float, by_y: float, at: tuple[float, float] = (0.0, 0.0), high: float = 0.0
) -> Step:
    """Draws a thing at its end, `at`; it comes there from so many pixels away, so much larger where it falls."""
    PushMatrix()
    shift, size = Translate(), Scale(x=1.0, y=1.0, z=1.0)
    size.origin = (*at, 0.0)
    draw()
    PopMatrix()

    def step(part: float) -> None:
        shift.xy = (by_x * (1 - part), by_y * (1 - part))
        size.x = size.y = 1.0 + high * (1 - part)

    return step


def turning(before: Draw, after: Draw, at: tuple[float, float]) -> Step:
    """Draws both sides of a thing; it is turned over about its upright middle line."""
    sides = []
    for draw in (before, after):
        PushMatrix()
        side = Scale(x=0.001, y=1.0, z=1.0)
        side.origin = (*at, 0.0)
        draw()
        PopMatrix()
        sides.append(side)

    def step(part: float) -> None:
        wide = math.cos(math.pi * part)
        sides[0].x = max(wide, 0.001)
        sides[1].x = max(-wide, 0.001)

    return step


def fading(draw: Draw) -> Step:
    """Draws a thing that fades away."""
    layer = Canvas()
    with layer:
        draw()

    def step(part: float) -> None:
        layer.opacity = 1.0 - part

    return step
