"""What is said while something takes a few seconds in which nothing on the screen can move."""

from collections.abc import Iterator
from contextlib import contextmanager

from kivy.core.window import Window
from kivy.lang import Builder
from kivy.uix.widget import Widget

from ui.widgets.boxes import paint_ground
from ui.widgets.text import Fitted
from ui.widgets.theme import TITLE, colours, u


@contextmanager
def busy(over: Widget, words: str) -> Iterator[None]:
    """Shows words over everything at once, and takes them away when the work is done."""
    width, height = over.width * 0.8, u(96)
    sign = Fitted(words, TITLE, colours().hint.ink, bold=True, size_hint=(None, None), size=(width, height))
    sign.pos = (over.x + (over.width - width) / 2, over.y + (over.height - height) / 2)
    paint_ground(sign, (*colours().night[:3], 0.94), 20)
    over.add_widget(sign)
    sign.texture_update()
    Builder.sync()
    Window.dispatch("on_draw")
    Window.dispatch("on_flip")
    try:
        yield
    finally:
        over.remove_widget(sign)
