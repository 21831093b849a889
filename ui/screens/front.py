"""The first screens: what can be gone on with, begun and looked at, and the choice of a game."""

from typing import Any

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from ui.art.pictures import picture, picture_of
from ui.pages.front import GamesModel, GameTile, HomeModel
from ui.screens.page import ScreenPage, Send, foot_of, title_row
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Column, Row, Scroll, in_rows, paint_ground
from ui.widgets.keys import Key, SoundKey, Tool, Touched
from ui.widgets.painting import Painting
from ui.widgets.text import Fitted
from ui.widgets.theme import GAP, GREAT, ROUND, SMALL, TOUCH, colours, is_enlarged, u, upright
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
        name = Fitted(words, GREAT, bold=True, align="left")
        motto = Fitted(_("The referee at your table"), 20, colours().quiet, align="left", size_hint_y=0.6)
        where: Any = {"size_hint_y": None, "height": u(96), "pos_hint": {"x": 0, "y": 0}}
        band = Column((name, motto), padding=(u(16), u(8)), gap=0, **where)
        paint_ground(band, (*colours().night[:3], 0.88), 16)
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


ACROSS = 3
"""So many tiles stand side by side on a screen that lies."""


class GameKey(Touched):
    """One game. The picture is at the left on an upright screen, else above the words."""

    def __init__(self, tile: GameTile, send: Send) -> None:
        edge = colours().chosen.ink if tile.is_last else colours().line
        picture = Painting(picture_of(tile.id, "title"), round_by=ROUND)
        name = Fitted(tile.name, 24, bold=True, align="left")
        if upright():
            picture.size_hint_x = 0.62
            parts = (picture, Column((name, *_lines(tile)), gap=0, padding=(u(6), 0)))
        else:
            band = Column(
                (name,), padding=(u(8), 0), size_hint_y=None, height=u(34), pos_hint={"x": 0, "y": 0}
            )
            paint_ground(band, (*colours().night[:3], 0.86))
            pictured = FloatLayout(size_hint_y=0.72)
            picture.pos_hint = {"x": 0, "y": 0}
            pictured.add_widget(picture)
            pictured.add_widget(band)
            parts = (pictured, Column(_lines(tile), gap=0, padding=(u(6), 0)))
        way = "horizontal" if upright() else "vertical"
        look: Any = {
            "ground": colours().surface,
            "edge": edge,
            "orientation": way,
            "spacing": u(8),
            "padding": u(6),
        }
        super().__init__(tile.action, send, parts, **look)


def _lines(tile: GameTile) -> list[Widget]:
    """Who plays how long, what it is, and what it needs."""
    about = " · ".join(part for part in (tile.players, tile.minutes) if part)
    ink = colours().text
    if tile.is_last:
        about, ink = " · ".join((about, _("played last"))), colours().chosen.ink
    needs = _("Needs {things}").format(things=tile.needs) if tile.needs else ""
    return [
        Fitted(about, 19, ink, bold=True, align="left", size_hint_y=0.7),
        Fitted(tile.gist, SMALL, colours().text, align="left"),
        Fitted(needs, SMALL, colours().quiet, align="left"),
    ]


class GamesScreen(ScreenPage):
    numbered = ("tiles",)

    def build(self, model: GamesModel) -> Widget:
        keys = [GameKey(tile, self.send) for tile in model.tiles]
        across = 1 if upright() else ACROSS
        rows = in_rows(keys, across)
        short = len(keys) % across
        if short:
            # The ways out stand in the place that no game takes.
            rows[-1].add_widget(Column((Widget(), foot_of(model.buttons, self.send))))
        foot = () if short else (foot_of(model.buttons, self.send),)
        return Column((title_row(model.title, self.send), *rows, *foot), padding=u(12), gap=GAP)
