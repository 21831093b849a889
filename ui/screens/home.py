"""The first screen: go on with the last game, begin another, look back, check the table."""

# mypy: disable-error-code="misc"
from kivy.graphics import Color, PopMatrix, PushMatrix, Rotate, SmoothEllipse, SmoothRoundedRectangle
from kivy.uix.widget import Widget

from ui.present.desk_touches import Goto, Quit
from ui.present.models import HomeModel
from ui.present.touches import Touch
from ui.screens.page import ScreenPage
from ui.widgets.boxes import Column, Row, Scroll, space
from ui.widgets.keys import Key
from ui.widgets.panel import BannerCard
from ui.widgets.sound_key import SoundKey
from ui.widgets.text import Fitted, Words
from ui.widgets.theme import GREAT, HEADS, ON_HEADS, TOUCH, colours, seat_colour, u, upright
from ui.words import _

ROOM = 5
"""So many choices find room one below the other on the lowest screen."""
AT_HAND = (Goto("games"), Goto("seats"), Quit())
"""What is never scrolled out of sight."""


class Emblem(Widget):
    """Two cards, a penny and a die: what the box referees."""

    def __init__(self, **more: object) -> None:
        super().__init__(**more)
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        side = min(self.size)
        x, y = (self.x + self.width / 2), (self.y + self.height / 2)
        with self.canvas:
            for seat, angle, dx in ((1, -14, 0.16), (0, 10, -0.14)):
                PushMatrix()
                Rotate(angle=angle, origin=(x + dx * side, y))
                half = side * 0.29
                Color(*seat_colour(seat))
                SmoothRoundedRectangle(
                    pos=(x + dx * side - half, y - half), size=(2 * half, 2 * half), radius=[side * 0.05]
                )
                Color(*colours().seat_deep[seat])
                inner = half * 0.86
                SmoothRoundedRectangle(
                    pos=(x + dx * side - inner, y - inner), size=(2 * inner, 2 * inner), radius=[side * 0.04]
                )
                PopMatrix()
            Color(*colours().night)
            SmoothEllipse(pos=(x - side * 0.37, y - side * 0.21), size=(side * 0.3, side * 0.3))
            Color(*HEADS)
            SmoothEllipse(pos=(x - side * 0.35, y - side * 0.19), size=(side * 0.26, side * 0.26))
            Color(*ON_HEADS)
            SmoothEllipse(pos=(x - side * 0.27, y - side * 0.11), size=(side * 0.1, side * 0.1))
            Color(*colours().primary)
            SmoothRoundedRectangle(
                pos=(x + side * 0.06, y - side * 0.24), size=(side * 0.3, side * 0.3), radius=[side * 0.05]
            )
            Color(*colours().night)
            for px, py in ((0.13, -0.17), (0.21, -0.09), (0.29, -0.01)):
                reach = side * 0.03
                SmoothEllipse(pos=(x + px * side - reach, y + py * side - reach), size=(2 * reach, 2 * reach))


class HomeScreen(ScreenPage):
    """Large choices, the likeliest first."""

    def build(self, model: HomeModel) -> Widget:
        title = Fitted(model.title, GREAT, bold=True, align="center", size_hint_y=None, height=u(56))
        motto = Words(_("The referee at your table"), 22, colours().quiet, align="center")
        keys: list[Widget] = []
        if model.notice is not None:
            keys.append(BannerCard(model.notice))
        if model.resume is not None:
            keys.append(Key(model.resume, self.send, type_size=24, least=96))
        least = 62 if len(keys) + len(model.buttons) <= ROOM else TOUCH
        keys += [Key(button, self.send, type_size=22, least=least) for button in model.buttons]
        corner = Row((SoundKey(self.send), Widget()), height=TOUCH)
        if upright():
            face = Column((corner, Emblem(), title, motto), gap=6)
            return Column((face, Column(keys, tight=True, gap=12), space(8)), padding=u(24), gap=20)
        face = Column(
            (Widget(size_hint_y=0.12), Emblem(), title, motto, Widget(size_hint_y=0.1), corner), gap=4
        )
        if model.notice is not None or len(keys) > ROOM:
            return Row((face, self._crowded(keys)), padding=u(24), gap=24)
        held = Column((Widget(), Column(keys, tight=True, gap=12), Widget()))
        return Row((face, held), padding=u(24), gap=24)

    def _crowded(self, keys: list[Widget]) -> Column:
        """Where not all finds room: a new game and the end are always at hand, the rest scrolls above them."""
        at_hand = [key for key in keys if isinstance(key, Key) and key.action in AT_HAND]
        rest = [key for key in keys if key not in at_hand]
        return Column((Scroll(rest, gap=12), Row(at_hand, height=TOUCH, padding=(0, 0, u(10), 0))), gap=12)

    @property
    def answers(self) -> tuple[Touch, ...]:
        model = self._model
        if not isinstance(model, HomeModel):
            return ()
        first = (model.resume.action,) if model.resume is not None else ()
        return (*first, *(button.action for button in model.buttons))
