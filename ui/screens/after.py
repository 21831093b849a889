"""The screen of a game that is looked back on: the winner large, how it was won, and tiles for all that can be done."""

# mypy: disable-error-code="misc"

from kivy.uix.widget import Widget

from ui.present.after import AfterModel, FinalPlace
from ui.present.touches import Touch
from ui.screens.page import ScreenPage, foot_of, title_row
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Card, Column, Row, Scroll
from ui.widgets.celebration import Confetti, WinnerSign
from ui.widgets.keys import Tool
from ui.widgets.seat_sign import SeatSign
from ui.widgets.text import Fitted, Words
from ui.widgets.theme import (
    BODY,
    GAP,
    GREAT,
    SMALL,
    TITLE,
    colours,
    seat_deep,
    still,
    u,
    upright,
)

SHAPE, ROW = 132.0, 40.0
TILE = 84.0
ACROSS = 2


class AfterScreen(ScreenPage):
    """Beside each other, one above the other where the window is upright. Who has won is celebrated once."""

    _celebrated = ""

    def show(self, model: AfterModel) -> bool:
        built = super().show(model)
        won = f"{model.title} {model.headline} {model.facts}" if model.festive else ""
        if built and won != self._celebrated:
            self._celebrated = won
            if won and not still():
                self.add_widget(Confetti())
        return built

    def build(self, model: AfterModel) -> Widget:
        head = title_row(model.title, self.send)
        tiles = self._tiles(model)
        told = Scroll(self._told(model), gap=8)
        foot = foot_of(model.tools, self.send)
        if upright():
            return Column((head, told, tiles, foot), padding=u(12), gap=GAP)
        tiles.size_hint_x = 0.8
        return Column((head, Row((told, tiles), gap=12), foot), padding=u(12), gap=GAP)

    def _told(self, model: AfterModel) -> list[Widget]:
        """Who has won and how, the points of all, and what else is worth knowing."""
        lines: list[Widget] = [BannerCard(model.banner)] if model.banner is not None else []
        lines.append(self._winner(model))
        if any(one.points is not None for one in model.standings):
            lines.append(Card([_standing(one) for one in model.standings], pad=8, gap=4))
        lines.append(Words(" · ".join(model.facts), BODY, colours().quiet))
        return lines

    def _winner(self, model: AfterModel) -> Widget:
        ink = colours()
        signs = [
            WinnerSign(seat, size_hint=(None, None), size=(u(SHAPE), u(SHAPE)), pos_hint={"center_y": 0.5})
            for seat in model.winners[:1]
        ]
        size = GREAT if model.winners else TITLE
        words: list[Widget] = [Words(model.headline, size, ink.text, bold=True)]
        if model.why:
            words.append(Words(model.why, BODY, ink.text, bold=True))
        if model.rule:
            words.append(Words(model.rule, SMALL, ink.text))
        text = Column(words, tight=True, gap=6, pos_hint={"center_y": 0.5})
        row = Row((*signs, text), gap=16, size_hint_y=None)

        def grow(*_changed: object) -> None:
            row.height = max(text.height, u(SHAPE) if signs else 0)

        text.bind(height=grow)
        grow()
        return Card((row,), seat_deep(model.winners[0]) if model.winners else ink.surface, pad=16)

    def _tiles(self, model: AfterModel) -> Column:
        """All of one size, two a row; the first across where their number is odd."""
        keys = [Tool(key, self.send, stacked=True) for key in model.keys]
        rows: list[Widget] = []
        if len(keys) % ACROSS:
            rows.append(Row(keys[:1]))
            keys = keys[1:]
        rows += [Row(keys[n : n + ACROSS]) for n in range(0, len(keys), ACROSS)]
        column = Column(rows)
        if upright():
            column.size_hint_y, column.height = None, u(TILE) * len(rows) + u(GAP) * (len(rows) - 1)
        return column

    @property
    def answers(self) -> tuple[Touch, ...]:
        model = self._model
        return tuple(key.action for key in model.keys) if isinstance(model, AfterModel) else ()


def _standing(one: FinalPlace) -> Widget:
    """A seat with its points."""
    ink = colours().text if one.won else colours().quiet
    sign = SeatSign(one.seat, size_hint=(None, None), size=(u(22), u(22)), pos_hint={"center_y": 0.5})
    points = "" if one.points is None else str(one.points)
    return Row(
        (
            sign,
            Fitted(one.name, BODY, ink, bold=one.won, align="left"),
            Fitted(points, TITLE, ink, bold=True, align="right", size_hint_x=0.5),
        ),
        height=ROW,
        gap=10,
    )
