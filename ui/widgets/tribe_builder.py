"""The tribe builder's page: name and sums, cards by type with + and −, broken limits with what mends them.

Rule kept: a touch changes only what it touched; a list stays where it was scrolled to.
"""

from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from ui.present.models import Button
from ui.present.tribes import BrokenRow, BuilderModel, CardRow
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Card, Column, Row, Scroll
from ui.widgets.faces import Faces
from ui.widgets.icons import Icon
from ui.widgets.keys import Key, Send, Tool, Touched, home_key
from ui.widgets.sound_key import SoundKey
from ui.widgets.text import Fitted, Words
from ui.widgets.theme import BODY, GAP, SMALL, TOUCH, colours, u, upright
from ui.widgets.tribe_parts import GAUGE, MINI, MiniCard, gauge_row

TABS_UPRIGHT, TABS_WIDE = 5, 9
BROKEN_UPRIGHT, WELL_UPRIGHT = 210.0, 112.0


class Builder(Column):
    """One tribe being built. `show` draws a model, anew only where it differs from the one before."""

    def __init__(self, send: Send, faces: Faces, **more: Any) -> None:
        super().__init__(padding=u(12), gap=GAP, **more)
        self._send, self._faces = send, faces
        self._shown: BuilderModel | None = None
        self._name, self._sums, self._tabs = BoxLayout(), BoxLayout(), BoxLayout(size_hint_y=None)
        self._list, self._judged = BoxLayout(), BoxLayout()
        self._foot = BoxLayout(size_hint_y=None, height=u(TOUCH + 8))
        self._rows: dict[str, BoxLayout] = {}
        if upright():
            self._judged.size_hint_y = None
            self._sums.size_hint_y, self._sums.height = None, u(GAUGE - 12)
            head = Row((self._name, SoundKey(send)), height=TOUCH)
            parts: tuple[Widget, ...] = (head, self._sums, self._tabs, self._list, self._judged, self._foot)
        else:
            self._name.size_hint_x = 0.72
            self._sums.size_hint_y, self._sums.pos_hint = None, {"center_y": 0.5}
            self._sums.height = u(GAUGE - 12)
            self._list.size_hint_x = 1.5
            head = Row((self._name, self._sums, SoundKey(send)), height=TOUCH, gap=14)
            parts = (head, self._tabs, Row((self._list, self._judged), gap=12), self._foot)
        for part in parts:
            self.add_widget(part)

    def show(self, model: BuilderModel) -> None:
        old, self._shown = self._shown, model
        if old is None or old.name != model.name:
            _put(self._name, Tool(model.name, self._send, type_size=24))
        if old is None or old.gauges != model.gauges:
            _put(self._sums, gauge_row(model.gauges))
        if old is None or old.tabs != model.tabs:
            across = TABS_UPRIGHT if upright() else TABS_WIDE
            box, lines = GridLayout(cols=across, spacing=u(4)), -(-len(model.tabs) // across)
            for tab in model.tabs:
                box.add_widget(Tool(tab, self._send, type_size=SMALL))
            _put(self._tabs, box)
            self._tabs.height = u(lines * TOUCH + (lines - 1) * 4)
        if old is None or (old.tab, _labels(old)) != (model.tab, _labels(model)):
            self._show_rows(model)
        elif old.rows != model.rows:
            for was, row in zip(old.rows, model.rows, strict=True):
                if was != row:
                    _put(self._rows[row.label], self._card(row))
        if old is None or _judgement(old) != _judgement(model):
            if upright():
                self._judged.height = u(BROKEN_UPRIGHT if model.broken else WELL_UPRIGHT)
            banners = [BannerCard(banner) for banner in (model.fault, model.all_well) if banner is not None]
            _put(self._judged, Scroll((*banners, *(self._broken(row) for row in model.broken)), gap=8))
        if old is None or old.tools != model.tools:
            tools = [Tool(button, self._send, stacked=upright()) for button in model.tools]
            _put(self._foot, Row((*tools, home_key(self._send))))

    def _show_rows(self, model: BuilderModel) -> None:
        self._rows = {row.label: BoxLayout(size_hint_y=None, height=u(MINI + 8)) for row in model.rows}
        for row in model.rows:
            _put(self._rows[row.label], self._card(row))
        rows: list[Widget] = [*self._rows.values()]
        _put(self._list, Scroll(rows or [Words(model.empty, BODY, colours().quiet)], gap=6))

    def _card(self, row: CardRow) -> Widget:
        picture = MiniCard(self._faces.face(row.deck, row.label), row.corners, pos_hint={"center_y": 0.5})
        ink = colours().text if row.count else colours().quiet
        words = Column(
            (
                Fitted(row.name, BODY, colours().text, bold=row.count > 0, align="left"),
                Fitted(row.line, SMALL, ink, align="left"),
            ),
            gap=0,
        )
        ground = colours().raised if row.count else colours().surface
        tapped = Touched(
            row.open, self._send, enabled=True, ground=ground, edge=None, spacing=u(8), padding=(u(4), u(3))
        )
        tapped.add_widget(picture)
        tapped.add_widget(words)
        count = Fitted(str(row.count), 24, ink, bold=True, size_hint_x=None, width=u(30))
        return Row((tapped, self._key(row.less), count, self._key(row.more)), gap=4)

    def _key(self, button: Button) -> Tool:
        return Tool(button, self._send, type_size=30, size_hint_x=None, width=u(TOUCH))

    def _broken(self, row: BrokenRow) -> Widget:
        sign = Icon("refuse", colours().wrong.ink, side=20, pos_hint={"top": 0.96})
        head = Row((sign, Words(row.words, BODY, colours().text)), gap=8, tight=True)
        return Card((head, *(Key(mend, self._send) for mend in row.mends)), pad=8, gap=6)


def _put(place: BoxLayout, widget: Widget) -> None:
    """The one thing in a place."""
    place.clear_widgets()
    place.add_widget(widget)


def _labels(model: BuilderModel) -> tuple[str, ...]:
    return tuple(row.label for row in model.rows)


def _judgement(model: BuilderModel) -> tuple[object, ...]:
    return (model.broken, model.all_well, model.fault)
