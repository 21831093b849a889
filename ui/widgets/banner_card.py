"""A banner: one thing that must be seen, on the ground of its tone."""

from typing import Any

from kivy.uix.widget import Widget

from ui.present.models import Banner
from ui.widgets.boxes import Card, Column, Row
from ui.widgets.icons import Icon
from ui.widgets.text import Words, shortened
from ui.widgets.theme import BODY, colours, tone, tone_ground

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
        icon = Icon(banner.tone, tone(banner.tone), side=28)
        if not narrow:
            icon.pos_hint = {"top": 1}
            lines = [Row((icon, Column(lines, tight=True, gap=4)), gap=10, tight=True)]
        super().__init__([icon, *lines] if narrow else lines, tone_ground(banner.tone), pad=10, **more)
