"""The first screen: go on with the last game, begin another, look back, check the table."""

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from ui.art.pictures import picture
from ui.pages.front import HomeModel
from ui.screens.page import ScreenPage
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Column, Row, Scroll, paint_ground
from ui.widgets.keys import Key, SoundKey, Tool
from ui.widgets.painting import Painting
from ui.widgets.text import Fitted
from ui.widgets.theme import GREAT, TOUCH, colours, is_enlarged, u, upright
from ui.words import _

GO_ON, LARGE, TILE, QUIT = 92.0, 66.0, 74.0, 150.0
PICTURE_UPRIGHT = 0.8
"""So much of an upright screen has the picture."""
FEW = 3
"""So many large keys find room with all tiles on the lowest screen."""


class Title(FloatLayout):
    """The picture of the table, and on it the name of the box."""

    def __init__(self, words: str, **more: object) -> None:
        super().__init__(**more)
        self.add_widget(Painting(picture("title"), size_hint=(1, 1), pos_hint={"x": 0, "y": 0}, round_by=16))
        band = Column(padding=(u(16), u(8)), gap=0, size_hint=(1, None), pos_hint={"x": 0, "y": 0})
        band.height = u(96)
        paint_ground(band, (*colours().night[:3], 0.88), 16)
        band.add_widget(Fitted(words, GREAT, bold=True, align="left"))
        motto = _("The referee at your table")
        band.add_widget(Fitted(motto, 20, colours().quiet, align="left", size_hint_y=0.6))
        self.add_widget(band)


class HomeScreen(ScreenPage):
    """Large choices, the likeliest first."""

    numbered = ("resume", "buttons", "tiles", "end")

    def build(self, model: HomeModel) -> Widget:
        keys: list[Widget] = []
        if model.notice is not None:
            keys.append(BannerCard(model.notice))
        if model.resume is not None:
            keys.append(Key(model.resume, self.send, type_size=24, least=GO_ON))
        least = GO_ON if model.resume is None and len(model.buttons) <= FEW else LARGE
        keys += [Key(button, self.send, type_size=22, least=least) for button in model.buttons]
        below: list[Widget] = []
        if model.tiles:
            below.append(Row([Tool(tile, self.send, 18, stacked=True) for tile in model.tiles], height=TILE))
        ends = [] if model.end is None else [Tool(model.end, self.send, size_hint_x=None, width=u(QUIT))]
        below.append(Row((Widget(), *ends, SoundKey(self.send)), height=TOUCH))
        if model.tiles and (model.notice is not None or len(keys) > FEW or is_enlarged()):
            *more, new = keys  # a new game is begun without scrolling, however much lies unfinished
            held = Column((Scroll(more, gap=10), new, *below), gap=10)
        else:
            held = Column((Widget(), Column((*keys, *below), tight=True, gap=12), Widget()), gap=0)
        if upright():
            face = Title(model.title, size_hint_y=PICTURE_UPRIGHT)
            return Column((face, held), padding=u(16), gap=14)
        return Row((Title(model.title, size_hint_x=0.8), held), padding=u(16), gap=16)
