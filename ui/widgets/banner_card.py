"""What must be seen: a banner on the ground of its tone, the strip of the first-game guide, one line over a board."""

from typing import Any

from kivy.uix.widget import Widget

from ui.present.models import Banner, GuideCard
from ui.widgets.boxes import Card, Column, HeadRow, Row, paint_ground
from ui.widgets.keys import Send, Tool
from ui.widgets.text import Fitted, Icon, Words, readable, shortened
from ui.widgets.theme import BODY, SMALL, TOUCH, colours, shades, u

MOST_BOLD = 60
MOST_LETTERS = 320


class BannerCard(Card):
    """A banner: its tone's shape and ground, the words, and what else there is.

    `narrow`: the shape stands above the words, which have the whole width.
    """

    def __init__(self, banner: Banner, *, narrow: bool = False, **more: Any) -> None:
        bold = banner.tone != "wait" and len(banner.words) <= MOST_BOLD
        lines: list[Widget] = [Words(shortened(banner.words, MOST_LETTERS), BODY, colours().text, bold=bold)]
        if banner.more:
            lines.append(Words(banner.more, BODY, colours().text))
        shade = shades(banner.tone)
        icon = Icon(banner.tone, colours().quiet if shade is None else shade.ink, side=28)
        if not narrow:
            icon.pos_hint = {"top": 1}
            lines = [Row((icon, Column(lines, tight=True, gap=4)), gap=10, tight=True)]
        ground = colours().surface if shade is None else shade.ground
        super().__init__([icon, *lines] if narrow else lines, ground, pad=10, **more)


KEY = 84.0


class GuideStrip(HeadRow):
    """A hint, or the offer of the guide, as high as its words."""

    def __init__(self, card: GuideCard, send: Send) -> None:
        self.card = card
        words = Words(card.words, SMALL, colours().text)
        keys = [
            Tool(
                key, send, SMALL, stacked=True, size_hint=(None, None), pos_hint={"center_y": 0.5},
                size=(u(KEY if key.words else TOUCH), u(TOUCH)),
            )
            for key in card.keys
        ]  # fmt: skip
        super().__init__(words, *keys, padding=(u(10), u(6), u(6), u(6)), gap=6)
        paint_ground(self, colours().chosen.ground)


class Pill(Fitted):
    """One line on a dark ground; nothing at all without words. Touches go through it."""

    def __init__(self, **more: Any) -> None:
        super().__init__("", BODY, colours().text, **more)
        self.height = u(40)
        paint_ground(self, (*colours().night[:3], 0.86), 20)
        self.opacity = 0.0

    def show(self, words: str) -> None:
        self.opacity = 1.0 if words else 0.0
        self.say(readable(words))

    def collide_point(self, *_at: float) -> bool:
        return False
