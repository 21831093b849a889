"""A banner: one thing that must be seen, on the ground of its tone."""

from collections.abc import Sequence
from typing import Any

from kivy.uix.widget import Widget

from ui.present.models import Banner
from ui.widgets.boxes import Card, Column, Row
from ui.widgets.icons import Icon
from ui.widgets.text import Words, shortened
from ui.widgets.theme import BODY, colours, tone, tone_ground, u

MOST_BOLD = 60
MOST_LETTERS = 320


class BannerCard(Card):
    """A banner: its tone's shape and ground, the words, and what else there is.

    `narrow`: the shape stands above the words, which have the whole width.
    """

    def __init__(self, banner: Banner, type_size: float = BODY, *, narrow: bool = False, **more: Any) -> None:
        bold = banner.tone != "wait" and len(banner.words) <= MOST_BOLD
        lines: list[Widget] = [
            Words(shortened(banner.words, MOST_LETTERS), type_size, colours().text, bold=bold)
        ]
        if banner.more:
            lines.append(Words(banner.more, BODY, colours().text))
        icon = Icon(banner.tone, tone(banner.tone), size_hint=(None, None), size=(u(28), u(28)))
        said = [icon, *lines] if narrow else [_beside(icon, lines)]
        super().__init__(said, tone_ground(banner.tone), pad=10, **more)


def _beside(icon: Widget, lines: Sequence[Widget]) -> Widget:
    """The lines with the shape at their left."""
    text = Column(lines, tight=True, gap=4)
    side = Column((icon, Widget()), gap=0, size_hint_x=None, width=u(28))
    row = Row((side, text), gap=10, size_hint_y=None)
    text.bind(height=lambda _text, height: setattr(row, "height", max(height, u(28))))
    row.height = max(text.height, u(28))
    return row
