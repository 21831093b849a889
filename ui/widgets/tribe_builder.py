"""The tribe builder's page: name and sums, cards by type with + and −, broken limits with what mends them.

Rule kept: a touch changes only what it touched; a list stays where it was scrolled to.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.games.zoon.family.grids import SQUARES, Stride, reached
from ui.present.drawn import said
from ui.present.models import Button
from ui.present.tribes import BrokenRow, BuilderModel, CardRow, Gauge, GridModel, TapSquare
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Card, Column, Row, Scroll, grid
from ui.widgets.charts import bar
from ui.widgets.drawing import SmallDrawing
from ui.widgets.faces import Faces
from ui.widgets.keys import Key, Send, SoundKey, Tool, Touched, home_key
from ui.widgets.text import Fitted, Icon, Words
from ui.widgets.theme import BODY, GAP, SMALL, TOUCH, colours, u, upright
from vision.printed.marks import Art, Block, Disc, Drawing, Mark, Shape
from vision.printed.shapes import box, polygon

GREEN, YELLOW, VIOLET, INK = (61, 158, 92), (237, 204, 107), (158, 115, 219), (18, 20, 23)
ACROSS, RIM = 5, 2.0
"""Squares of a grid side by side, and the room between two of them in units."""
GAUGE = 54.0
MINI = 52.0


def gauge_row(gauges: tuple[Gauge, ...]) -> Row:
    """All sums side by side, each its words with the numbers, and a bar."""
    views = []
    for gauge in gauges:
        words = f"{gauge.words} {gauge.found}/{gauge.most}"
        ink = colours().wrong.ink if gauge.is_over else colours().text
        label = Fitted(words, SMALL, ink, bold=gauge.is_over, align="left")
        look = ("wrong", "raised", 7, 10) if gauge.is_over else ("success", "raised", 0, 10)
        views.append(Column((label, bar(gauge.found / max(gauge.most, 1), *look)), gap=2))
    return Row(views, height=GAUGE - 12, gap=14)


def mini_card(deck: str, label: str, corners: tuple[str, ...], faces: Faces) -> SmallDrawing:
    """A card in small: its picture if there is one, else its corners on plain ground; nothing of a card without any."""
    near, far = MINI / 4, MINI * 3 / 4
    places = ((near, near), (far, near), (far, far), (near, far))
    plain: tuple[Mark, ...] = ()
    if corners:
        rim = box(0, 0, MINI, MINI, 6)
        signs = (said(x, y, sign, 18, "text") for (x, y), sign in zip(places, corners, strict=False))
        plain = (Shape(rim, fill="surface", edge="line", edge_mm=2), *signs)
    card = Drawing(label, MINI, MINI, (Art(0, 0, MINI, MINI, label, plain, deck=deck),))
    size = (u(MINI), u(MINI))
    return SmallDrawing(card, faces, size_hint=(None, None), size=size, pos_hint={"center_y": 0.5})


class GridPad(FloatLayout):
    """A movement grid as on the card; every square but the middle can be tapped."""

    def __init__(self, model: GridModel, send: Send, **more: Any) -> None:
        super().__init__(**more)
        look: Any = {"ground": colours().surface, "edge": colours().line}
        squares = GridLayout(cols=ACROSS, spacing=u(RIM), pos_hint={"x": 0, "y": 0})
        for square in SQUARES:
            squares.add_widget(Touched(TapSquare(square), send, enabled=square != (0, 0), **look))
        self.add_widget(squares)
        self.add_widget(SmallDrawing(partial(grid_marks, model.strides), pos_hint={"x": 0, "y": 0}))


def grid_marks(strides: Sequence[Stride], wide: float, high: float) -> Iterator[Mark]:
    """Paths in black, dots to stop on, yellow and green squares, and the card in the middle."""
    found, step_x, step_y = reached(strides), (wide + RIM) / ACROSS, (high + RIM) / ACROSS
    middles = {
        square: ((n % ACROSS + 0.5) * step_x - RIM / 2, (n // ACROSS + 0.5) * step_y - RIM / 2)
        for n, square in enumerate(SQUARES)
    }
    stops = {square: middles[square] for square in found if square in middles}
    for square, (x, y) in stops.items():
        ink, w, h = GREEN if found[square] else YELLOW, step_x - 4 * RIM, step_y - 4 * RIM
        yield Block(x - w / 2, y - h / 2, w, h, ink, round_mm=6)
    for stride in strides:
        ways = [(0, 0), *stride.offsets]
        if not stride.flown and all(way in middles for way in ways):
            yield Shape(polygon([middles[way] for way in ways]), edge=INK, edge_mm=3.2, closed=False)
    yield from (Disc(x, y, 14, INK) for x, y in stops.values())
    x, y = middles[0, 0]
    yield Disc(x, y, 28, VIOLET)


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
            tabs = grid([Tool(tab, self._send, SMALL) for tab in model.tabs], across, TOUCH, 4)
            _put(self._tabs, tabs)
            self._tabs.height = tabs.height
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
        picture = mini_card(row.deck, row.label, row.corners, self._faces)
        ink = colours().text if row.count else colours().quiet
        words = Column(
            (
                Fitted(row.name, BODY, colours().text, bold=row.count > 0, align="left"),
                Fitted(row.line, SMALL, ink, align="left"),
            ),
            gap=0,
        )
        look: Any = {
            "ground": None if row.count else colours().surface,
            "spacing": u(8),
            "padding": (u(4), u(3)),
        }
        tapped = Touched(row.open, self._send, (picture, words), **look)
        count = Fitted(str(row.count), 24, ink, bold=True, size_hint_x=None, width=u(30))
        return Row((tapped, self._key(row.less), count, self._key(row.more)), gap=4)

    def _key(self, button: Button) -> Tool:
        return Tool(button, self._send, type_size=30, size_hint_x=None, width=u(TOUCH))

    def _broken(self, row: BrokenRow) -> Widget:
        sign = Icon("refuse", colours().wrong.ink, side=20, pos_hint={"top": 0.96})
        head = Row((sign, Words(row.words, BODY, colours().text)), gap=8, tight=True)
        return Card((head, *(Key(mend, self._send) for mend in row.mends)), pad=8, gap=6)


def _put(place: BoxLayout, widget: Widget) -> None:
    place.clear_widgets()
    place.add_widget(widget)


def _labels(model: BuilderModel) -> tuple[str, ...]:
    return tuple(row.label for row in model.rows)


def _judgement(model: BuilderModel) -> tuple[object, ...]:
    return (model.broken, model.all_well, model.fault)
