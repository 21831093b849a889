"""The first-game guide: one strip over the board, with its words and the keys that go on."""

from typing import Any

from ui.present.models import GuideCard
from ui.widgets.boxes import HeadRow, paint_ground
from ui.widgets.keys import Send, Tool
from ui.widgets.text import Words
from ui.widgets.theme import SMALL, TOUCH, colours, u

KEY = 84.0


class GuideStrip(HeadRow):
    """A hint, or the offer of the guide, as high as its words; nothing beneath it is touched by mistake."""

    def __init__(self, card: GuideCard, send: Send, **more: Any) -> None:
        paint = colours().chosen
        words = Words(card.words, SMALL, colours().text)
        keys = [
            Tool(
                key, send, SMALL, stacked=True, size_hint=(None, None), pos_hint={"center_y": 0.5},
                size=(u(KEY if key.words else TOUCH), u(TOUCH)),
            )
            for key in card.keys
        ]  # fmt: skip
        super().__init__(words, *keys, padding=(u(10), u(6), u(6), u(6)), gap=6, **more)
        paint_ground(self, paint.ground)

    def on_touch_down(self, touch: Any) -> bool:
        return bool(super().on_touch_down(touch)) or self.collide_point(*touch.pos)
