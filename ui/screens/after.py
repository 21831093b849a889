"""The screen of a game that is looked back on: the winner large, how it was won, and tiles for all that can be done."""

from collections.abc import Sequence

from kivy.uix.widget import Widget

from ui.present.after import AfterModel, FinalPlace
from ui.present.models import Chip
from ui.screens.page import ScreenPage, foot_of, title_row
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Card, Column, Row, Scroll, in_rows
from ui.widgets.celebration import Confetti, WinnerPoster
from ui.widgets.keys import Tool
from ui.widgets.seat_band import SeatChip
from ui.widgets.text import Words
from ui.widgets.theme import BODY, GAP, GREAT, SMALL, TITLE, colours, still, u, upright

CHIP = 36.0
MOST_ABREAST, SHORT_NAME = 4, 8
"""So many seats stand side by side where no name has more letters."""
TILE = 84.0
ACROSS = 2


class AfterScreen(ScreenPage):
    """Beside each other, one above the other where the window is upright. Who has won is celebrated once."""

    numbered = ("keys",)
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
        told = self._told(model)
        foot = foot_of(model.tools, self.send)
        if upright():
            return Column((head, told, tiles, foot), padding=u(12), gap=GAP)
        tiles.size_hint_x = 0.8
        return Column((head, Row((told, tiles), gap=12), foot), padding=u(12), gap=GAP)

    def _told(self, model: AfterModel) -> Scroll:
        """Who has won and how, the points of all, and what else is worth knowing: a poster as high as its place."""
        banner: list[Widget] = [BannerCard(model.banner)] if model.banner is not None else []
        size = GREAT if model.winners else TITLE
        words: list[Widget] = [Words(model.headline, size, colours().text, bold=True, align="center")]
        if model.why:
            words.append(Words(model.why, BODY, colours().text, bold=True, align="center"))
        standings = _standings(model.standings)
        if model.rule and not standings:
            words.append(Words(model.rule, SMALL, colours().text, align="center"))
        words += standings
        words.append(Words(" · ".join(model.facts), SMALL, colours().text, align="center"))
        if not model.winners or not model.game:
            return Scroll((*banner, Card(words, pad=16)), gap=8)
        poster = WinnerPoster(model.game, model.winners[0], words)
        told = Scroll((*banner, poster), gap=8)

        def fill(*_changed: object) -> None:
            poster.room = told.height - sum(part.height + u(8) for part in banner)
            poster.fill()

        told.bind(height=fill)
        return told

    def _tiles(self, model: AfterModel) -> Column:
        """All of one size, two a row; the first across where their number is odd."""
        keys = [Tool(key, self.send, stacked=True) for key in model.keys]
        odd = len(keys) % ACROSS
        rows = [*in_rows(keys[:odd], 1), *in_rows(keys[odd:], ACROSS)]
        column = Column(rows)
        if upright():
            column.size_hint_y, column.height = None, u(TILE) * len(rows) + u(GAP) * (len(rows) - 1)
        return column


def _standings(found: Sequence[FinalPlace]) -> list[Widget]:
    """The seats with their points, all in a row where their names are short; nothing in a game without points."""
    chips = [
        SeatChip(Chip(one.seat, one.name, one.won, score=str(one.points)), CHIP)
        for one in found
        if one.points is not None
    ]
    short = len(found) <= MOST_ABREAST and all(len(one.name) <= SHORT_NAME for one in found)
    return in_rows(chips, len(found) if short else 2, CHIP, 4)
