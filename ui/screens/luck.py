"""The screen of how a game went: what fell by chance as bars, what everybody had come to as lines."""

from kivy.uix.widget import Widget

from ui.present.luck import Chart, LuckModel, Plot
from ui.present.models import Chip
from ui.present.touches import Touch
from ui.screens.page import ScreenPage, foot_of, tab_rows, title_row
from ui.widgets.boxes import Card, Column, Row, Scroll
from ui.widgets.charts import FaceBars, LinePlot
from ui.widgets.seat_band import SeatChip
from ui.widgets.text import Fitted, Words
from ui.widgets.theme import BODY, GAP, SMALL, colours, seat_colour, u, upright

BARS, HEAD, CHIP = 150.0, 28.0, 34.0


class LuckScreen(ScreenPage):
    """Tabs above; below them charts that scroll, or one plot that fills the page."""

    def build(self, model: LuckModel) -> Widget:
        parts: list[Widget] = [title_row(model.title, self.send), *tab_rows(model.tabs, self.send)]
        if model.plot is not None:
            parts += self._plot(model.plot)
        else:
            parts.append(self._charts(model))
        parts.append(foot_of(model.tools, self.send))
        return Column(parts, padding=u(12), gap=GAP)

    def _charts(self, model: LuckModel) -> Widget:
        """Two charts a row, where there is room."""
        cards = [_chart(chart) for chart in model.charts]
        across = 1 if upright() else 2
        rows: list[Widget] = [Words(model.body, BODY, colours().text)] if model.body else []
        for n in range(0, len(cards), across):
            some = cards[n : n + across]
            row = Row((*some, *(Widget() for _n in range(across - len(some)))), size_hint_y=None)
            _as_high_as(row, some)
            rows.append(row)
        return Scroll(rows, gap=10)

    def _plot(self, plot: Plot) -> list[Widget]:
        """The seats that the lines are of, and the lines."""
        chips = [SeatChip(Chip(seat, name), CHIP) for seat, name in enumerate(plot.names)]
        across = 3 if upright() else 6
        rows: list[Widget] = [Row(chips[n : n + across], height=CHIP) for n in range(0, len(chips), across)]
        return [*rows, Card((LinePlot(plot),), tight=False, pad=6)]

    @property
    def answers(self) -> tuple[Touch, ...]:
        model = self._model
        return tuple(tab.action for tab in model.tabs) if isinstance(model, LuckModel) else ()


def _chart(chart: Chart) -> Card:
    """Whose it is and of what, the bars, and what they say."""
    ink = colours().text if chart.seat is None else seat_colour(chart.seat)
    head = Row(
        (
            Fitted(chart.name, BODY, ink, bold=True, align="left"),
            Fitted(chart.kind, SMALL, colours().quiet, align="right"),
        ),
        height=HEAD,
    )
    bars = FaceBars(chart, size_hint_y=None, height=u(BARS))
    lines = [Words(line, SMALL, colours().text) for line in chart.lines]
    return Card((head, bars, *lines), pad=10, gap=4)


def _as_high_as(row: Row, cards: list[Card]) -> None:
    """A row as high as the highest of its cards, which stand at its top."""

    def grow(*_changed: object) -> None:
        row.height = max(card.height for card in cards)

    for card in cards:
        card.pos_hint = {"top": 1}
        card.bind(height=grow)
    grow()
