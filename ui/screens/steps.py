"""The screen of a step: the camera's picture on one side, what is due and what can be done on the other."""

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from ui.present.models import Button
from ui.present.steps import Shown, StepModel
from ui.present.touches import Touch
from ui.screens.page import ScreenPage, Send, foot_of, title_row
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Column, Row, Scroll
from ui.widgets.corner_pad import CardPicture
from ui.widgets.faces import Faces
from ui.widgets.keys import Key
from ui.widgets.text import Words
from ui.widgets.theme import BODY, GAP, SMALL, colours, u, upright
from ui.widgets.typing_pad import TypingPad

PICTURE = 120.0
LARGE_PICTURE, LARGE_UPRIGHT = 300.0, 380.0
CAMERA_UPRIGHT = 250.0
CARD = 72.0


class Pictured(Widget):
    """A picture as large as its place allows, in its own shape."""

    def __init__(self, image: Any, **more: Any) -> None:
        super().__init__(**more)
        high, wide = image.shape[:2]
        self._shape = wide / high
        self._texture = Texture.create(size=(wide, high), colorfmt="bgr", mipmap=True)
        self._texture.blit_buffer(image.tobytes(), colorfmt="bgr", bufferfmt="ubyte")
        self._texture.flip_vertical()
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        wide = min(self.width, self.height * self._shape)
        high = wide / self._shape
        with self.canvas:
            Color(1, 1, 1)
            Rectangle(
                texture=self._texture,
                pos=(self.x + (self.width - wide) / 2, self.y + (self.height - high) / 2),
                size=(wide, high),
            )


class StepScreen(ScreenPage):
    """Draws a StepModel; `picture` is the widget that shows the camera's picture, `faces` has those of cards."""

    def __init__(self, send: Send, picture: Widget, faces: Faces | None = None, **more: Any) -> None:
        super().__init__(send, **more)
        self._picture, self._faces = picture, faces
        self._list: Scroll | None = None

    def show(self, model: Any) -> bool:
        """Draws a model; keys that are still there and only say something else are not scrolled back to their top."""
        old, at = self._model, None if self._list is None else self._list.scroll_y
        drawn = super().show(model)
        stays = isinstance(old, StepModel) and isinstance(model, StepModel) and _asks_the_same(old, model)
        if drawn and stays and at is not None and self._list is not None:
            self._list.scroll_y = at
        return drawn

    def build(self, model: StepModel) -> Widget:
        if self._picture.parent is not None:
            self._picture.parent.remove_widget(self._picture)
        if model.editing is not None:
            title, text = model.editing
            return TypingPad(title, text, self.send, plain=False)
        words: list[Widget] = [Words(model.headline, 24, colours().text, bold=True)] if model.headline else []
        pictures = [self._shown(each) for each in model.pictures]
        beside = not model.live and not upright() and any(each.large for each in model.pictures)
        words += [] if beside else pictures
        if model.banner is not None:
            words.append(BannerCard(model.banner))
        words += [Words(line, BODY, colours().text) for line in model.body]
        words += [Key(button, self.send, picture=self._card(button)) for button in model.keys]
        side = self._list = Scroll(words, gap=10)
        head = title_row(model.title, self.send)
        foot = foot_of(model.tools, self.send)
        if beside:
            held = Column((*pictures, Widget()), size_hint_x=None, width=u(LARGE_PICTURE))
            return Column((head, Row((held, side), gap=12), foot), padding=u(12), gap=GAP)
        if not model.live:
            return Column((head, side, foot), padding=u(12), gap=GAP)
        if upright():
            self._picture.size_hint, self._picture.height = (1, None), u(CAMERA_UPRIGHT)
            return Column((head, self._picture, side, foot), padding=u(12), gap=GAP)
        self._picture.size_hint = (1.1, 1)
        return Column((head, Row((self._picture, side), gap=12), foot), padding=u(12), gap=GAP)

    def _card(self, button: Button) -> Widget | None:
        """The card beside a key's words."""
        if button.card is None or self._faces is None:
            return None
        return CardPicture(button.card, self._faces, size_hint=(None, None), size=(u(CARD), u(CARD)))

    def _shown(self, shown: Shown) -> Widget:
        large = LARGE_UPRIGHT if upright() else LARGE_PICTURE
        height = u(large if shown.large else PICTURE)
        parts: list[Widget] = [Pictured(shown.image, size_hint_y=None, height=height)]
        if shown.words:
            parts.append(Words(shown.words, SMALL, colours().quiet, align="center"))
        return Column(parts, tight=True, gap=2)

    @property
    def answers(self) -> tuple[Touch, ...]:
        model = self._model
        return tuple(button.action for button in model.keys) if isinstance(model, StepModel) else ()


def _asks_the_same(old: StepModel, new: StepModel) -> bool:
    """Whether two models have the same keys, as far as what they are for goes."""
    one, other = ((each.title, each.headline, [type(key.action) for key in each.keys]) for each in (old, new))
    return one == other
