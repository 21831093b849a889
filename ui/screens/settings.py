"""The settings page: a row a setting, its choices beside its name, or below it where the screen is upright."""

from kivy.uix.widget import Widget

from ui.present.models import OptionRow
from ui.present.settings import SettingsModel
from ui.present.touches import Touch
from ui.screens.page import ScreenPage, foot_of
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Card, Column, Row, Scroll
from ui.widgets.keys import Tool
from ui.widgets.sound_key import SoundKey
from ui.widgets.text import Fitted
from ui.widgets.theme import BODY, GAP, TITLE, TOUCH, u, upright

NAME_PART = 0.26
"""So much of a row has the setting's name, on a screen that lies."""


class SettingsScreen(ScreenPage):
    """Draws a SettingsModel."""

    def build(self, model: SettingsModel) -> Widget:
        title = Fitted(model.title, TITLE, bold=True, align="left")
        head = Row((title, SoundKey(self.send)), height=TOUCH)
        rows: list[Widget] = [self._setting(row) for row in model.rows]
        if model.notice is not None:
            rows.insert(0, BannerCard(model.notice))
        across = 1 if upright() else 2
        keys = [Tool(button, self.send) for button in model.keys]
        rows += [Row(keys[n : n + across], height=TOUCH) for n in range(0, len(keys), across)]
        return Column((head, Scroll(rows, gap=6), foot_of(model.buttons, self.send)), padding=u(12), gap=GAP)

    def _setting(self, row: OptionRow) -> Card:
        keys = Row([Tool(choice, self.send) for choice in row.choices], height=TOUCH, gap=6)
        if upright():
            name = Fitted(row.words, BODY, bold=True, align="left", size_hint_y=None, height=u(28))
            return Card((name, keys), pad=8, gap=4)
        name = Fitted(row.words, BODY, bold=True, align="left", size_hint_x=NAME_PART)
        return Card((Row((name, keys), height=TOUCH, gap=10),), pad=6)

    @property
    def answers(self) -> tuple[Touch, ...]:
        """Number keys lead to the pages of their own."""
        model = self._model
        return tuple(key.action for key in model.keys) if isinstance(model, SettingsModel) else ()
