"""The screens of the kept games and of one person who plays: lists under headings, large numbers, parts won as bars."""

from pathlib import Path
from typing import Any

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.uix.widget import Widget

from ui.present.past import PastModel
from ui.present.people import PersonModel, WonOf
from ui.present.timeline import TimelineModel
from ui.present.touches import Touch
from ui.screens.page import ScreenPage, foot_of, tab_rows, title_row
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Card, Column, Row, Scroll
from ui.widgets.keys import Key
from ui.widgets.painting import Painting
from ui.widgets.text import Fitted, Words
from ui.widgets.theme import BODY, GAP, GREAT, SMALL, colours, u, upright
from ui.words import _

NUMBERS, ROW, PHOTO = 84.0, 44.0, 132.0


class PastScreen(ScreenPage):
    """Tabs above, the games under the name of each kind below."""

    def build(self, model: PastModel) -> Widget:
        parts: list[Widget] = [title_row(model.title, self.send), *tab_rows(model.tabs, self.send)]
        if model.banner is not None:
            parts.append(BannerCard(model.banner))
        lines: list[Widget] = [Words(model.body, BODY, colours().text)] if model.body else []
        for group in model.groups:
            if len(model.groups) > 1:
                lines.append(Words(group.words, SMALL, colours().quiet, bold=True))
            lines += [Key(key, self.send) for key in group.keys]
        parts += [Scroll(lines, gap=8), foot_of(model.tools, self.send)]
        return Column(parts, padding=u(12), gap=GAP)

    @property
    def answers(self) -> tuple[Touch, ...]:
        model = self._model
        return tuple(key.action for key in model.keys) if isinstance(model, PastModel) else ()


class TimelineScreen(ScreenPage):
    """Tabs above, below them what can be touched, in the order of the game."""

    def build(self, model: TimelineModel) -> Widget:
        lines: list[Widget] = [Words(model.body, BODY, colours().text)] if model.body else []
        lines += [Key(key, self.send, picture=_photo(key.photo)) for key in model.keys]
        tabs = tab_rows(model.tabs, self.send)
        foot = foot_of(model.tools, self.send)
        return Column(
            (title_row(model.title, self.send), *tabs, Scroll(lines, gap=6), foot), padding=u(12), gap=GAP
        )

    @property
    def answers(self) -> tuple[Touch, ...]:
        model = self._model
        return tuple(key.action for key in model.keys) if isinstance(model, TimelineModel) else ()


def _photo(file: str) -> Widget | None:
    """The picture of a moment; None where there is none any more, or none that can be shown."""
    if not file:
        return None
    try:
        return Painting(Path(file), whole=True, size_hint=(None, None), size=(u(PHOTO), u(PHOTO)))
    except Exception:  # whatever lies there as a picture, and whatever reads it: the page is shown without
        return None


class PersonScreen(ScreenPage):
    """Large numbers above, then the games, then what else is told."""

    def build(self, model: PersonModel) -> Widget:
        numbers = Row([_number(words, number) for words, number in model.numbers], height=NUMBERS)
        lines: list[Widget] = [Card([_won(each) for each in model.by_game], pad=10, gap=6)]
        lines += [Words(line, BODY, colours().text) for line in model.lines]
        lines += [Key(key, self.send) for key in model.keys]
        head, foot = title_row(model.title, self.send), foot_of(model.tools, self.send)
        return Column((head, numbers, Scroll(lines, gap=10), foot), padding=u(12), gap=GAP)

    @property
    def answers(self) -> tuple[Touch, ...]:
        model = self._model
        return tuple(key.action for key in model.keys) if isinstance(model, PersonModel) else ()


def _number(words: str, number: int) -> Widget:
    """A large number over its word."""
    large = Fitted(str(number), GREAT, colours().text, bold=True)
    word = Fitted(words, SMALL, colours().quiet, size_hint_y=0.7)
    return Card((large, word), tight=False, pad=6, gap=0)


def _won(each: WonOf) -> Widget:
    """A kind of game: its name, what part was won as a bar, and the numbers."""
    said = _("{won} of {games} won").format(won=each.won, games=each.games)
    name = Fitted(each.words, BODY, colours().text, bold=True, align="left")
    numbers = Fitted(said, SMALL, colours().text, align="right", size_hint_x=0.7)
    if upright():
        return Column(
            (Row((name, numbers), height=30), PartBar(each.won / max(1, each.games))), tight=True, gap=4
        )
    bar = PartBar(each.won / max(1, each.games), size_hint_x=0.8, pos_hint={"center_y": 0.5})
    return Row((name, bar, numbers), height=ROW, gap=12)


class PartBar(Widget):
    """A part of a whole, from left to right."""

    def __init__(self, part: float, **more: Any) -> None:
        super().__init__(size_hint_y=None, height=u(14), **more)
        self._part = part
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_changed: object) -> None:
        self.canvas.clear()
        with self.canvas:
            for part, colour in ((1.0, colours().line), (self._part, colours().primary)):
                if part > 0:
                    Color(*colour)
                    SmoothRoundedRectangle(
                        pos=self.pos,
                        size=(max(self.width * part, self.height), self.height),
                        radius=[self.height / 2],
                    )
