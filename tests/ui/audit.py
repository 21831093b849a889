"""Looks through a screen for what no picture of it may show: words cut off, things off their place, tiny targets."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from kivy.core.window import Window
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from ui.screens.table import TableScreen
from ui.widgets.keys import Touched
from ui.widgets.text import Fitted, Words, least, longest_word
from ui.widgets.theme import SHORT_SIDE, TOUCH, is_enlarged, type_px, u
from ui.words import _

SLACK = 1.5
RULE_ID = re.compile(r"\b(?:z[aogn]-\d\d|zb|s[1-4]|ours|undo)-[a-z0-9-]+\b|\bZ[AOBNG]-\d\d\b")
"""The id of a rule, or of an entry of the ledger."""
SHORT_SIDE_MM = 85.9
"""The shorter side of a 7-inch screen of 800 × 480, which is the smaller of those that people buy for the box."""
FINGER = 9.0 / SHORT_SIDE_MM * SHORT_SIDE
"""The least side of a target in units: 9 mm there."""


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
        found += [f"{_named(widget)}: {what}" for what in _faults(widget)]
    return found


def _faults(widget: Widget) -> Iterator[str]:
    yield from _scrolls(widget)
    yield from _outside(widget)
    yield from _clipped(widget)
    yield from _small(widget)
    yield from _loud(widget)
    yield from _coded(widget)


def _scrolls(widget: Widget) -> Iterator[str]:
    """The page of the table turns to what finds no room: nobody scrolls with a hand full of cards."""
    if isinstance(widget, TableScreen) and not is_enlarged():
        yield from ("scrolls" for each in walk(widget) if isinstance(each, ScrollView))


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
        size = _size_of(widget)
        if longest_word(widget.text, size, bold=widget.bold) > widget.width + SLACK:
            yield f"a word broken in two in {_box(widget)}"
    if isinstance(widget, Fitted):
        size = _size_of(widget)
        if size <= least() + 0.5 and not widget._fits(size, widget.width, widget.height, widget.text):
            yield f"text too long for {_box(widget)} even at the smallest type"


def _size_of(widget: Words | Fitted) -> float:
    """The size of a text's type in units, before it is made as much larger as the players chose."""
    return _nearest(float(widget.font_size), (u(1), type_px(1)))


@cache
def _nearest(pixels: float, _scales: tuple[float, float]) -> float:
    """The size of type that comes nearest: the same wherever a unit, of a length and of type, is as many pixels."""
    return min((n / 2 for n in range(12, 180)), key=lambda size: abs(type_px(size) - pixels))


def _small(widget: Widget) -> Iterator[str]:
    if isinstance(widget, Touched) and (widget.width < u(FINGER) - 1 or widget.height < u(TOUCH) - 1):
        yield f"target of {widget.width / u(1):.0f} × {widget.height / u(1):.0f} units"


def _loud(widget: Widget) -> Iterator[str]:
    """A way back is never what stands out."""
    if isinstance(widget, Touched) and widget.is_main:
        said = {text.text for text in walk(widget) if isinstance(text, Words | Fitted)}
        if said & {_("Back"), _("Back to the game"), _("Leave"), _("Hide"), _("Not now"), _("Home")}:
            yield "a way back is the loudest key"


def _coded(widget: Widget) -> Iterator[str]:
    """No player reads the id of a rule or of an entry of the ledger, but at the foot of a page of the rule book."""
    told = widget.text if isinstance(widget, Words | Fitted) else ""
    found = RULE_ID.search(told)
    if found and told != _("Rule {id}").format(id=found[0]):
        yield f"an id: {found[0]}"


def _box(widget: Widget) -> str:
    return f"({widget.x:.0f}, {widget.y:.0f}, {widget.width:.0f}, {widget.height:.0f})"


def _named(widget: Any) -> str:
    return f"{type(widget).__name__} {str(getattr(widget, 'text', ''))[:30]!r}"
