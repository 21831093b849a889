"""The screen on which a board is mapped: the board in its picture, beside it what to tap next."""

from dataclasses import replace
from typing import Any

from kivy.uix.widget import Widget

from ui.present.steps import MapModel
from ui.screens.page import ScreenPage, Send
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Column, HeadRow, Row, Scroll
from ui.widgets.keys import Key, SoundKey, Tool
from ui.widgets.text import Words
from ui.widgets.theme import BODY, GAP, SMALL, TOUCH, colours, u, upright
from ui.widgets.tiles import OwnBoard

BOARD_PART = 0.66


class MapScreen(ScreenPage):
    """Draws a MapModel. The board stays while pictures come and squares are tapped."""

    numbered = ("keys",)

    def __init__(self, send: Send, **more: Any) -> None:
        super().__init__(send, **more)
        self._board: OwnBoard | None = None

    def show(self, model: MapModel) -> bool:
        old = self._model
        if isinstance(old, MapModel) and self._board is not None and not model.editing and not old.editing:
            if model != old:
                self._board.show(model.track)
            if replace(model, track=old.track) == old:
                self._model = model
                return False
        return super().show(model)

    def build(self, model: MapModel) -> Widget:
        board = self._board = OwnBoard(model.track, None, self.send)
        headline = Words(model.headline, 24, colours().text, bold=True)
        words: list[Widget] = [HeadRow(headline, SoundKey(self.send, pos_hint={"top": 1}))]
        if model.banner is not None:
            words.append(BannerCard(model.banner))
        words += [Words(line, BODY, colours().text) for line in model.body]
        words += [Key(button, self.send) for button in model.keys]
        side = Scroll(words, gap=8)
        steps = [Tool(button, self.send, type_size=SMALL) for button in model.steps]
        tools = [Tool(button, self.send) for button in model.tools]
        if upright():
            board.size_hint_y = None
            board.bind(width=lambda _board, width: setattr(board, "height", board.high(width)))
            parts = (board, Row(steps, height=TOUCH, gap=4), side, Row(tools, height=TOUCH))
            return Column(parts, padding=u(GAP), gap=GAP)
        half = len(steps) // 2
        rows = (Row(steps[:half], height=TOUCH, gap=4), Row(steps[half:], height=TOUCH, gap=4))
        beside = Column((*rows, side, Row(tools, height=TOUCH, gap=4)), gap=6)
        board.size_hint_x = BOARD_PART
        beside.size_hint_x = 1 - BOARD_PART
        return Row((board, beside), padding=u(GAP), gap=GAP)
