"""Looks through a screen for what no picture of it may show: words cut off, things off their place, tiny targets."""

from collections.abc import Iterator
from typing import Any

from kivy.core.window import Window
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from ui.widgets.keys import Touched
from ui.widgets.text import LEAST, Fitted, Words, longest_word
from ui.widgets.theme import TOUCH, u

SLACK = 1.5
FINGER = 48.0
"""The least side of a target in units: 9 mm on a 7-inch screen of 800 × 480."""


def walk(widget: Widget) -> Iterator[Widget]:
    """Every widget below one, itself included, that can be seen."""
    if widget.opacity == 0:
        return
    yield widget
    for child in widget.children:
        yield from walk(child)


def complaints(root: Widget) -> list[str]:
    """Everything that is wrong with a screen, in words; drawing it raises what cannot be drawn."""
    found = []
    Window.render_context.draw()
    for widget in walk(root):
        found += [
            f"{_named(widget)}: {what}" for what in (*_outside(widget), *_clipped(widget), *_small(widget))
        ]
    return found


def _outside(widget: Widget) -> Iterator[str]:
    parent = widget.parent
    if parent is None or parent is Window or isinstance(parent, ScrollView):
        return
    if (
        widget.x < parent.x - SLACK
        or widget.y < parent.y - SLACK
        or widget.x + widget.width > parent.x + parent.width + SLACK
        or widget.y + widget.height > parent.y + parent.height + SLACK
    ):
        yield f"at {_box(widget)} outside {_named(parent)} at {_box(parent)}"


def _clipped(widget: Widget) -> Iterator[str]:
    if not isinstance(widget, Words | Fitted) or not widget.text:
        return
    width, height = widget.texture_size
    if width > widget.width + SLACK or height > widget.height + SLACK:
        yield f"text of {width} × {height} in {_box(widget)}"
    if isinstance(widget, Words) and not widget.markup:
        size = widget.font_size / u(1)
        if longest_word(widget.text, size, bold=widget.bold) > widget.width + SLACK:
            yield f"a word broken in two in {_box(widget)}"
    if isinstance(widget, Fitted):
        size = widget.font_size / u(1)
        if size <= LEAST and not widget._fits(size, widget.width, widget.height):
            yield f"text too long for {_box(widget)} even at the smallest type"


def _small(widget: Widget) -> Iterator[str]:
    if isinstance(widget, Touched) and (widget.width < u(FINGER) - 1 or widget.height < u(TOUCH) - 1):
        yield f"target of {widget.width / u(1):.0f} × {widget.height / u(1):.0f} units"


def _box(widget: Widget) -> str:
    return f"({widget.x:.0f}, {widget.y:.0f}, {widget.width:.0f}, {widget.height:.0f})"


def _named(widget: Any) -> str:
    return f"{type(widget).__name__} {str(getattr(widget, 'text', ''))[:30]!r}"
