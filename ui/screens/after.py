"""How a game stands that is looked back on: the winner large, and how it was won."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

from kivy.clock import Clock
from kivy.properties import NumericProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from ui.art.pictures import picture, picture_of
from ui.present.models import Ending
from ui.widgets.boxes import Card, Column, in_rows
from ui.widgets.drawing import SeatSign, SmallDrawing
from ui.widgets.panel import SeatChip
from ui.widgets.pictures import Painting
from ui.widgets.text import Words
from ui.widgets.theme import BODY, GREAT, ROUND, SEATS, SMALL, TITLE, style, u
from vision.printed.marks import Art, Drawing, Mark, Placed

PIECES, SIDE = 42, 16.0
KINDS = ("confetti-strip", "confetti-disc", "confetti-star")
CHIP = 36.0


class WinnerSign(FloatLayout):
    """A seat's shape in its own colour, in a wreath."""

    def __init__(self, seat: int, **more: Any) -> None:
        middle = {"center_x": 0.5, "center_y": 0.5}
        super().__init__(**more)
        self.add_widget(Painting(picture("laurel"), whole=True, pos_hint=middle))
        self.add_widget(SeatSign(seat, size_hint=(0.46, 0.46), pos_hint=middle))


class WinnerPoster(Column):
    """Who has won, to be photographed: the wreath over the game's own picture, and below it the words.

    It is as high as `room` (pixels) where its words leave room for the picture, and higher where they do not.
    """

    room = NumericProperty(0.0)

    def __init__(self, game: str, seat: int, words: Sequence[Widget], **more: Any) -> None:
        sign = WinnerSign(seat, size_hint=(0.96, 0.96), pos_hint={"center_x": 0.5, "center_y": 0.5})
        self._art = FloatLayout(size_hint_y=None)
        dim = (0.62, 0.62, 0.62, 1.0)  # so that the wreath stands out from it
        behind = Painting(picture_of(game, "title"), round_by=ROUND, tint=dim, pos_hint={"x": 0, "y": 0})
        self._art.add_widget(behind)
        self._art.add_widget(sign)
        self._words = Column(words, tight=True, gap=6)
        super().__init__(
            (self._art, self._words), gap=10, padding=u(12), size_hint_y=None, ground=f"d{seat}", **more
        )
        self.bind(room=self._fill)
        self._words.bind(height=self._fill)
        self._fill()

    def _fill(self, *_changed: object) -> None:
        """The picture takes what the words leave of the room."""
        beside = self._words.height + self.spacing + 2 * u(12)
        self._art.height = max(u(92), self.room - beside)
        self.height = beside + self._art.height


class Confetti(SmallDrawing):
    """Paper that falls over the whole place once and is gone; none where motion is reduced. Touches go through it."""

    def __init__(self, **more: Any) -> None:
        super().__init__(self._falling, **more)
        self._began = Clock.get_time()
        self._clock = None if style.still else Clock.schedule_interval(self._tick, 1 / 30)

    @property
    def _part(self) -> float:
        return float((Clock.get_time() - self._began) / 3.2)

    def _tick(self, _seconds: float) -> None:
        if self._clock is not None and (self._part >= 1 or self.get_parent_window() is None):
            self._clock.cancel()
            self._clock = None
        self.draw()

    def _falling(self, wide: float, high: float) -> Iterator[Mark]:
        """Each falls at its own pace, swings and turns; where it begins follows from its number."""
        part = self._part
        for n in range(PIECES if self._clock is not None else 0):
            pace = 0.8 + 0.5 * ((n * 0.383) % 1.0)
            way = part * pace * 1.35 - 0.35 * ((n * 0.271) % 1.0)
            x, y = wide * ((n * 0.618) % 1.0) + 26 * math.sin(part * 9 + n), high * way
            if way >= 0 and y <= high + 20:
                ink, faint = f"s{n % SEATS}", min(1.0, 3 * (1 - part))
                paper = Art(0, 0, SIDE, SIDE, KINDS[n % len(KINDS)], ink=ink, opacity=faint)
                turn = part * 540 * (1 if n % 2 else -1) + n * 40
                yield Placed(Drawing("", SIDE, SIDE, (paper,)), x - SIDE / 2, y - SIDE / 2, turn=-turn)

    def collide_point(self, *_at: float) -> bool:
        return False


def ended(row: Ending) -> Card | WinnerPoster:
    """Who has won and how, the points of all, and what else is worth knowing."""
    ink = "text"
    words: list[Widget] = [
        Words(row.headline, GREAT if row.winners else TITLE, ink, bold=True, align="center")
    ]
    if row.why:
        words.append(Words(row.why, BODY, ink, bold=True, align="center"))
    # The seats with their points, all in a row where their names are short; nothing in a game without points.
    chips = [SeatChip(chip, CHIP) for chip in row.standings if chip.score]
    if row.rule and not chips:
        words.append(Words(row.rule, SMALL, ink, align="center"))
    short = len(chips) <= 4 and all(len(one.name) <= 8 for one in row.standings)
    words += in_rows(chips, max(len(chips), 1) if short else 2, CHIP, 4)
    words.append(Words(" · ".join(row.facts), SMALL, ink, align="center"))
    return WinnerPoster(row.game, row.winners[0], words) if row.winners and row.game else Card(words, pad=16)
