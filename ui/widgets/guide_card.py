"""The card of the first-game guide: a title, two short sentences, and its keys where it was touched."""

# mypy: disable-error-code="misc"
from collections.abc import Sequence
from typing import Any

from kivy.uix.widget import Widget

from ui.present.models import GuideCard
from ui.widgets.boxes import Card, Column, Row
from ui.widgets.icons import Icon
from ui.widgets.keys import Send, Tool, Touched
from ui.widgets.text import Words
from ui.widgets.theme import BODY, TOUCH, colours, u, upright

SIGN = 24.0


def guide_cards(card: GuideCard | None, send: Send) -> list[Widget]:
    """The card with its keys, or nothing."""
    if card is None:
        return []
    keys = [Tool(key, send) for key in card.keys]
    if not card.words:
        return [_question(card.title, keys)]
    if not card.keys:
        return [GuideView(card, send)]
    return [GuideView(card, send), Row(keys, height=TOUCH, gap=6)]


def _question(title: str, keys: Sequence[Widget]) -> Card:
    """A title with nothing but its keys, as low as can be: what is to be done stands below it."""
    paint = colours().chosen
    size = u(SIGN)
    lamp = Icon("lamp", paint.ink, size_hint=(None, None), size=(size, size), pos_hint={"center_y": 0.5})
    words = Words(title, BODY, colours().text, bold=True, pos_hint={"center_y": 0.5})
    if upright():
        return Card([Row((lamp, words, *keys), height=TOUCH, gap=8)], paint.ground, pad=6)
    return Card(
        [Row((lamp, words), height=SIGN, gap=8), Row(keys, height=TOUCH, gap=6)], paint.ground, pad=6, gap=4
    )


class GuideView(Touched):
    """A hint, or the offer of the guide: apart from all else by its ground, as high as its words."""

    def __init__(self, card: GuideCard, send: Send, **more: Any) -> None:
        paint = colours().chosen
        super().__init__(
            card.action, send, enabled=True, ground=paint.ground, edge=paint.ink,
            orientation="vertical", spacing=u(2), padding=(u(10), u(8)), size_hint_y=None, **more,
        )  # fmt: skip
        signs = [
            Icon(name, paint.ink, size_hint=(None, None), size=(u(SIGN), u(SIGN)))
            for name in ("lamp", "menu")
        ]
        title = Words(card.title, BODY, colours().text, bold=True)
        head = Row((signs[0], title, *signs[1 : 1 if card.keys else 2]), gap=8, size_hint_y=None)
        title.bind(height=lambda _title, height: setattr(head, "height", max(height, u(SIGN))))
        head.height = max(title.height, u(SIGN))
        words = (Words(card.words, BODY, colours().text),) if card.words else ()
        self._lines = Column((head, *words), tight=True, gap=2)
        self.add_widget(self._lines)
        self._lines.bind(height=self._grow)
        self._grow()

    def _grow(self, *_changed: object) -> None:
        self.height = max(u(TOUCH), self._lines.height + 2 * u(8))
