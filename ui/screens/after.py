"""The screen of a game that is looked back on: the winner large, how it was won, and tiles for all that can be done."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

from kivy.clock import Clock
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from ui.art.pictures import picture, picture_of
from ui.present.after import AfterModel, FinalPlace
from ui.present.models import Chip
from ui.screens.page import ScreenPage, foot_of, title_row
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Card, Column, Row, Scroll, in_rows, paint_ground
from ui.widgets.drawing import SeatSign, SmallDrawing
from ui.widgets.keys import Tool
from ui.widgets.painting import Painting
from ui.widgets.seat_band import SeatChip
from ui.widgets.text import Words
from ui.widgets.theme import BODY, GAP, GREAT, ROUND, SMALL, TITLE, colours, seat_deep, still, u, upright
from vision.printed.marks import Art, Drawing, Mark, Placed

PIECES, FALL_SECONDS, SIDE = 42, 3.2, 16.0
KINDS = ("confetti-strip", "confetti-disc", "confetti-star")
WREATHED = 0.46
"""How large a seat's shape is within the wreath."""
LEAST_ART, DIM = 92.0, (0.62, 0.62, 0.62, 1.0)
"""The picture of a poster is never lower, in units; it is dimmed, so that the wreath stands out from it."""


class WinnerSign(FloatLayout):
    """A seat's shape in its own colour, in a wreath."""

    def __init__(self, seat: int, **more: Any) -> None:
        middle = {"center_x": 0.5, "center_y": 0.5}
        super().__init__(**more)
        self.add_widget(Painting(picture("laurel"), whole=True, pos_hint=middle))
        self.add_widget(SeatSign(seat, size_hint=(WREATHED, WREATHED), pos_hint=middle))


class WinnerPoster(Column):
    """Who has won, to be photographed: the wreath over the game's own picture, and below it the words.

    It is as high as `room` (pixels) where its words leave room for the picture, and higher where they do not.
    """

    def __init__(self, game: str, seat: int, words: Sequence[Widget], **more: Any) -> None:
        sign = WinnerSign(seat, size_hint=(0.96, 0.96), pos_hint={"center_x": 0.5, "center_y": 0.5})
        self._art = FloatLayout(size_hint_y=None)
        behind = Painting(picture_of(game, "title"), round_by=ROUND, tint=DIM, pos_hint={"x": 0, "y": 0})
        self._art.add_widget(behind)
        self._art.add_widget(sign)
        self._words = Column(words, tight=True, gap=6)
        super().__init__((self._art, self._words), gap=10, padding=u(12), size_hint_y=None, **more)
        paint_ground(self, seat_deep(seat))
        self.room = 0.0
        self._words.bind(height=self.fill)
        self.fill()

    def fill(self, *_changed: object) -> None:
        """The picture takes what the words leave of the room."""
        beside = self._words.height + self.spacing + 2 * u(12)
        self._art.height = max(u(LEAST_ART), self.room - beside)
        self.height = beside + self._art.height


class Confetti(SmallDrawing):
    """Paper that falls over the whole place once and is gone; none where motion is reduced. Touches go through it."""

    def __init__(self, **more: Any) -> None:
        super().__init__(self._falling, **more)
        self._began = Clock.get_time()
        self._clock = None if still() else Clock.schedule_interval(self._tick, 1 / 30)

    @property
    def _part(self) -> float:
        return float((Clock.get_time() - self._began) / FALL_SECONDS)

    def _tick(self, _seconds: float) -> None:
        if self._clock is not None and (self._part >= 1 or self.get_parent_window() is None):
            self._clock.cancel()
            self._clock = None
        self._draw()

    def _falling(self, wide: float, high: float) -> Iterator[Mark]:
        """Each falls at its own pace, swings and turns; where it begins follows from its number."""
        part = self._part
        for n in range(PIECES if self._clock is not None else 0):
            pace = 0.8 + 0.5 * ((n * 0.383) % 1.0)
            way = part * pace * 1.35 - 0.35 * ((n * 0.271) % 1.0)
            x, y = wide * ((n * 0.618) % 1.0) + 26 * math.sin(part * 9 + n), high * way
            if way >= 0 and y <= high + 20:
                ink, faint = f"s{n % len(colours().seats)}", min(1.0, 3 * (1 - part))
                paper = Art(0, 0, SIDE, SIDE, KINDS[n % len(KINDS)], ink=ink, opacity=faint)
                turn = part * 540 * (1 if n % 2 else -1) + n * 40
                yield Placed(Drawing("", SIDE, SIDE, (paper,)), x - SIDE / 2, y - SIDE / 2, turn=-turn)

    def collide_point(self, *_at: float) -> bool:
        return False


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
