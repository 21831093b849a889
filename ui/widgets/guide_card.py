"""The first-game guide: one strip over the board, with its words and the keys that go on."""

from typing import Any

from ui.present.models import Button, GuideCard
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
        keys = [_key(key, send) for key in card.keys]
        super().__init__(words, *keys, padding=(u(10), u(6), u(6), u(6)), gap=6, **more)
        paint_ground(self, paint.ground)

    def _grow(self, *_changed: object) -> None:
        self.height = max(u(TOUCH), self._first.height) + 2 * u(6)

    def on_touch_down(self, touch: Any) -> bool:
        return bool(super().on_touch_down(touch)) or self.collide_point(*touch.pos)


def _key(key: Button, send: Send) -> Tool:
    wide = KEY if key.words else TOUCH
    where = {"center_y": 0.5}
    return Tool(
        key, send, SMALL, stacked=True, size_hint=(None, None), size=(u(wide), u(TOUCH)), pos_hint=where
    )
