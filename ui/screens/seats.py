"""Who plays, with which options, and where the pictures come from."""

from typing import Any

from kivy.uix.widget import Widget

from companion.sight import Thing
from ui.present.models import Button, OptionRow, SeatColumn, SeatsModel
from ui.screens.page import ScreenPage, Send, foot_of, title_row
from ui.screens.rows import level
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Card, Column, Row, Scroll
from ui.widgets.card_board import card_picture
from ui.widgets.drawing import SeatSign
from ui.widgets.faces import Faces
from ui.widgets.keys import Key, SoundKey, Tool
from ui.widgets.text import Fitted, Words
from ui.widgets.theme import BODY, GAP, SMALL, TOUCH, colours, u, upright
from ui.widgets.tiles import tile_board
from ui.widgets.track_feet import PieceSign
from ui.words import _

FEW, HIGH_TILE = 12, 72.0
"""So few choices have wide tiles, each so high."""
PLAYED_BY = 0.62
"""So much of the width of a seat's name is there for who plays it."""
MOST_PAIRED, SHORT = 4, 7
"""More choices than this, none of them with more letters, stand three a row."""


class SeatsScreen(ScreenPage):
    """Two pages: the seats with the source of pictures, and the rules agreed."""

    numbered = ("tiles",)
    types_names = True

    def __init__(self, send: Send, faces: Faces, **more: Any) -> None:
        super().__init__(send, **more)
        self._faces = faces

    def build(self, model: SeatsModel) -> Widget:
        if model.tiles:
            return self._many(model)
        options = [self._option(row) for row in model.options]
        middle = self._seats(model) if model.page == "seats" else Scroll(options, gap=10)
        foot = foot_of(model.buttons, self.send)
        parts: list[Widget] = [title_row(model.title, self.send), middle]
        if model.fault is not None:
            parts.append(BannerCard(model.fault))
        return Column((*parts, foot), padding=u(12), gap=GAP)

    def _many(self, model: SeatsModel) -> Widget:
        """All choices of an option of many; how many are taken stands at the foot, so that all find room above."""
        few = len(model.tiles) <= FEW
        columns = (1 if upright() else 2) if few else 3 if upright() else 5
        board = tile_board(model.tiles, self.send, columns, high=HIGH_TILE if few else 0.0)
        fault = [BannerCard(model.fault)] if model.fault is not None else []
        if few:
            head, foot = title_row(model.title, self.send), foot_of(model.buttons, self.send)
            return Column((head, *fault, board, foot), padding=u(12), gap=GAP)
        foot = foot_of(model.buttons, self.send, Fitted(model.title, BODY, colours().text, bold=True))
        foot.add_widget(SoundKey(self.send))
        foot.children[0].size_hint_y = 1
        return Column((board, *fault, foot), padding=u(10), gap=GAP)

    def _seats(self, model: SeatsModel) -> Widget:
        seats = [self._seat(column) for column in model.seats]
        across = 1 if upright() else 2
        pairs = [seats[n : n + across] for n in range(0, len(seats), across)]
        held = Column([level(pair, len(pair), gap=12) for pair in pairs], tight=True, gap=12)
        sources = Row([Tool(view, self.send) for view in model.views], height=TOUCH)
        views = Column((Words(_("Pictures come from"), SMALL, colours().quiet), sources), tight=True, gap=4)
        many = (
            (Row([Tool(count, self.send) for count in model.counts], height=TOUCH),) if model.counts else ()
        )
        facts = (Key(model.facts, self.send),) if model.facts else ()
        return Scroll((*many, held, *facts, *((views,) if model.views else ())), gap=12)

    def _seat(self, column: SeatColumn) -> Card:
        shape = SeatSign(column.seat, size_hint_x=None, width=u(26))
        who = Tool(column.played_by, self.send, size_hint_x=PLAYED_BY)
        head = Row((shape, Tool(column.name, self.send, type_size=24), who), height=TOUCH)
        rows: list[Widget] = [head]
        if column.where:
            rows.append(Words(column.where, SMALL, colours().quiet))
        for row in column.rows:
            rows.append(Words(row.words, SMALL, colours().quiet))
            keys = [self._choice(button) for button in row.choices]
            short = len(keys) > MOST_PAIRED and all(len(button.words) <= SHORT for button in row.choices)
            across = 3 if short else 2
            rows += [Row(keys[n : n + across], height=TOUCH) for n in range(0, len(keys), across)]
        return Card(rows, pad=10, gap=6)

    def _choice(self, button: Button) -> Widget:
        kind, _colon, name = button.icon.partition(":")
        picture: Widget | None = None
        if kind == "swatch":
            picture = PieceSign(name, None, size_hint_x=None, width=u(30))
        elif kind == "face":
            picture = card_picture(Thing("card", None, "down", name), self._faces, 44)
        return Tool(button, self.send, picture=picture)

    def _option(self, row: OptionRow) -> Card:
        head = Words(row.words, BODY, colours().text)
        if row.text is not None:
            return Card((head, Key(row.text, self.send)), pad=10, gap=6)
        keys = [Key(choice, self.send) for choice in row.choices]
        if upright() or any(len(choice.words) > 34 for choice in row.choices):
            return Card((head, *keys), pad=10, gap=6)
        line = Row([Tool(choice, self.send) for choice in row.choices], height=TOUCH)
        return Card((head, line), pad=10, gap=6)
