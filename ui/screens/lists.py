"""Screens that are lists: the record of a game in words, the kept games, and the table check."""

from typing import Any

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from ui.present.list_models import CheckLine, CheckModel, HistoryLine, HistoryModel
from ui.screens.page import ScreenPage, Send, heading
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Card, Column, Row, Scroll
from ui.widgets.dice import DieFace
from ui.widgets.icons import Icon
from ui.widgets.text import Fitted, Words
from ui.widgets.theme import BODY, GAP, SMALL, colours, seat_colour, u, upright
from ui.words import _

BARS = 66.0


class HistoryScreen(ScreenPage):
    """Every entry, the newest first, and what the dice have been doing."""

    def build(self, model: HistoryModel) -> Widget:
        parts: list[Widget] = [heading(model.title, model.buttons, self.send)]
        if model.counts:
            parts.append(self._fairness(model))
        if not model.lines:
            parts.append(Words(_("Nothing has happened yet."), BODY, colours().quiet))
        parts.append(Scroll([self._line(line) for line in model.lines], gap=4))
        return Column(parts, padding=u(12), gap=GAP)

    def _line(self, line: HistoryLine) -> Widget:
        ink = colours().quiet if line.struck else colours().text
        words = f"[s]{_escaped(line.words)}[/s]" if line.struck else _escaped(line.words)
        source = " · ".join(part for part in (line.by, line.at) if part)
        lines: list[Widget] = [Words(words, BODY, ink, markup=True), Words(source, SMALL, colours().quiet)]
        if line.note:
            lines.insert(1, Words(line.note, SMALL, colours().warning.ink))
        text = Column(lines, tight=True, gap=1)
        number = Fitted(
            str(line.seq + 1), SMALL, colours().quiet, align="right", size_hint_x=None, width=u(34)
        )
        bar = Card(
            (), seat_colour(line.seat) if line.seat is not None else colours().raised, tight=False, pad=0
        )
        bar.size_hint_x, bar.width = None, u(5)
        row = Row((number, bar, text), gap=8, size_hint_y=None, padding=(0, u(4)))
        _as_high_as(row, text, 46)
        return row

    def _fairness(self, model: HistoryModel) -> Widget:
        most = max((count for _face, count in model.counts), default=1) or 1
        columns = [self._bar(face, count, most) for face, count in model.counts]
        text = Column([Words(line, SMALL, colours().text) for line in model.fairness], tight=True)
        bars = Row(columns, gap=4, size_hint_x=None, width=u(len(columns) * 34))
        row = Row((bars, text), gap=14, size_hint_y=None)
        _as_high_as(row, text, BARS)
        text.pos_hint = {"center_y": 0.5}
        return Card((row,), pad=8)

    def _bar(self, face: str, count: int, most: int) -> Widget:
        held = FloatLayout()
        if count:
            bar = Card((), colours().hint.ink, tight=False, pad=0)
            bar.size_hint, bar.pos_hint = (1, count / most), {"x": 0, "y": 0}
            held.add_widget(bar)
        die = DieFace("dice", int(face), colours().quiet, size_hint_y=None, height=u(20))
        number = Fitted(str(count), SMALL, colours().text, size_hint_y=None, height=u(20))
        return Column((number, held, die), gap=2)


class CheckScreen(ScreenPage):
    """Each check with its verdict, beside the camera's picture; `picture` is the widget that shows it."""

    def __init__(self, send: Send, picture: Widget, **more: Any) -> None:
        super().__init__(send, **more)
        self._picture = picture

    def build(self, model: CheckModel) -> Widget:
        if self._picture.parent is not None:
            self._picture.parent.remove_widget(self._picture)
        lines = Scroll((BannerCard(model.verdict), *(self._line(line) for line in model.lines)), gap=8)
        head = heading(model.title, model.buttons, self.send)
        if upright():
            self._picture.size_hint = (1, None)
            self._picture.height = u(264)
            return Column((head, self._picture, lines), padding=u(12), gap=GAP)
        self._picture.size_hint = (1.15, 1)
        return Column((head, Row((self._picture, lines), gap=12)), padding=u(12), gap=GAP)

    def _line(self, line: CheckLine) -> Widget:
        icon, colour = {
            True: ("pass", colours().success.ink),
            False: ("fail", colours().wrong.ink),
            None: ("wait", colours().quiet),
        }[line.passed]
        words: list[Widget] = [
            Words(line.name, BODY, colours().text, bold=True),
            Words(line.why, SMALL, colours().text),
        ]
        if line.fix and line.passed is False:
            words.append(Words(line.fix, SMALL, colours().warning.ink))
        text = Column(words, tight=True, gap=1)
        sign = Icon(icon, colour, size_hint=(None, None), size=(u(30), u(30)))
        side = Column((sign, Widget()), gap=0, size_hint_x=None, width=u(30))
        row = Row((side, text), gap=10, size_hint_y=None)
        _as_high_as(row, text, 34)
        return row


def _as_high_as(row: Row, text: Column, least: float) -> None:
    """A row as high as its text, with the padding."""

    def grow(*_changed: object) -> None:
        row.height = max(text.height, u(least)) + u(8)

    text.bind(height=grow)
    grow()


def _escaped(text: str) -> str:
    """Text whose brackets are no markup."""
    return text.replace("&", "&amp;").replace("[", "&bl;").replace("]", "&br;")
