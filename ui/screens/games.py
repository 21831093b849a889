"""The choice of a game: every game as a tile with its picture, all of them in sight."""

from typing import Any

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from ui.art.pictures import picture_of
from ui.pages.front import GamesModel, GameTile
from ui.screens.page import ScreenPage, Send, foot_of, title_row
from ui.widgets.boxes import Column, in_rows, paint_ground
from ui.widgets.keys import Touched
from ui.widgets.painting import Painting
from ui.widgets.text import Fitted
from ui.widgets.theme import GAP, ROUND, SMALL, colours, u, upright
from ui.words import _

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
