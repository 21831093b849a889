"""The screen of a game under way: the board, and the referee's words beside or below it."""

from typing import Any

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from ui.present.models import TableModel
from ui.present.touches import Touch
from ui.screens.steps import ScreenPage
from ui.widgets.boxes import Column, Row, taken_out
from ui.widgets.drawing import DrawingView, Send
from ui.widgets.panel import GuideStrip, Highlight, Panel, Pill, drawer
from ui.widgets.pictures import Faces
from ui.widgets.simulated_table import SimulatedStage
from ui.widgets.theme import GAP, style, u, upright
from ui.widgets.tiles import OwnBoard, SignBoard, TallyBar, TileBoard, card_board

BOARD_PART = 0.56
"""Maximum share of an upright screen's height for a board."""


def _in_place(model: TableModel) -> tuple[object, ...]:
    """The parts that fill the board's place and the strip above; a game's own board stays while it changes."""
    guided = model.guide is not None and bool(model.tiles)
    known = (model.tasks, model.past, model.body, model.chips) if model.kind == "menu" else None
    places = (model.pad, model.sign, model.card, len(model.tiles), guided)
    return (*places, model.tally is None, type(model.own), known)


class TableScreen(ScreenPage):
    """The board view stays while models come and go; the panel is redrawn when its content changes.

    `stage`: the widget in the board's place, such as the simulated table or the camera's picture.
    """

    def __init__(self, send: Send, faces: Faces, **more: Any) -> None:
        super().__init__(send, **more)
        self._faces = faces
        # The widgets in the board's place and above, and the parts of the model that they show.
        self._pad: Widget | None = None
        self._above: TallyBar | None = None
        self._wanted: tuple[object, ...] = ()
        self._tiles: tuple[object, TileBoard] | None = None
        self._stage: Widget | None = None
        self._room = 0.0
        self._under: Any = None
        self._highlight: Highlight | None = None
        self._lit = -1
        self._guide: GuideStrip | None = None
        self._pill = Pill(size_hint=(None, None))
        self.bind(size=self._shape)

    def show(self, model: TableModel) -> bool:
        old, self.shown = self.shown, model
        if model == old:
            return False
        if old is None:
            self._board = DrawingView(model.board, self._faces, self.send)
            self._panel = Panel(self._faces, self.send)
            self._holder, self._ground = FloatLayout(), Column(gap=GAP)
            parts = (self._panel, self._ground) if style.left_handed else (self._ground, self._panel)
            setattr(self._ground, "size_hint_y" if upright() else "size_hint_x", None)
            self.clear_widgets()
            self.add_widget((Column if upright() else Row)(parts, padding=u(GAP)))
            self._lit = model.past[0].seq if model.past else self._lit
        else:
            self._board.show(model.board)
        # The guide stands above the board or piles, which have the rest of the room.
        if self._guide is not None and self._guide.card != model.guide:
            taken_out(self._guide)
            self._guide = None
        if model.guide is not None and self._guide is None:
            self._guide = GuideStrip(model.guide, self.send)
            self._ground.add_widget(self._guide, index=len(self._ground.children))
        if old is None or _in_place(model) != self._wanted:
            # In the board's place: a pad, a sign, one card, tiles, or a game's own board.
            self._wanted = _in_place(model)
            self._above = None if model.tally is None else TallyBar(model.tally, self.send)
            self._pad = None
            if model.kind == "menu":
                self._pad = drawer(model, self._faces, self.send)
            elif model.pad is not None:
                self._pad = DrawingView(model.pad, self._faces, self.send)
            elif model.sign is not None:
                self._pad = SignBoard(model.sign)
            elif model.card is not None:
                self._pad = card_board(model.card, self._faces)
            elif model.tiles:
                # Only changed tiles are redrawn, as new ones take a slow box its time.
                guided = model.guide is not None
                kept = (len(model.tiles), guided)
                if self._tiles is None or self._tiles[0] != kept:
                    self._tiles = kept, TileBoard(model.tiles, self.send, faces=self._faces, guided=guided)
                self._pad = self._tiles[1]
                self._tiles[1].show(model.tiles)
            elif model.own is not None:
                self._pad = OwnBoard(model.own, self._faces, self.send)
            self._place()
        elif isinstance(self._pad, OwnBoard) and model.own is not None:
            self._pad.show(model.own)
        elif isinstance(self._pad, TileBoard):
            self._pad.show(model.tiles)
        if self._above is not None and model.tally is not None:
            self._above.show(model.tally)
        self._mark_stage()
        # The awaited condition overlays the board's lower edge, so that nothing moves when it comes and goes.
        self._place_pill()
        self._pill.show(model.banner.words if model.banner and model.banner.tone == "wait" else "")
        changed = self._panel.show(model)
        if old is None:
            self.do_layout()
        else:
            self._light(model)
        return changed

    def redraw(self) -> None:
        self._guide = self._tiles = None
        super().redraw()

    def stage(self, widget: Widget | None, room: float = 0.0) -> None:
        """Puts a widget in the board's place; None gives the board back.

        `room` (px) stays free beside the board, as beside a table that has trays.
        """
        if (widget, room) != (self._stage, self._room):
            self._stage, self._room = widget, room
            self._place()
            self._mark_stage()

    def _mark_stage(self) -> None:
        if isinstance(self._stage, SimulatedStage):
            self._stage.mark(self.shown.board)

    def _light(self, model: TableModel) -> None:
        """Shows the last event large for a moment, over the half of the board without marks."""
        one = model.highlight
        if one is None:
            self._darken()
        elif one.seq > self._lit:
            self._darken()
            _x, low, _width, high = model.board.window
            marked = {mark.region for mark in model.board.marks}
            places = [region for region in model.board.regions if region.name in marked]
            above = sum(region.y + region.h / 2 - low - high / 2 for region in places) < 1
            where = {"center_x": 0.5, "top": 0.98} if above else {"center_x": 0.5, "y": 0.02}
            self._highlight = Highlight(one, self._faces, self._darken, size_hint_x=0.96, pos_hint=where)
            self._holder.add_widget(self._highlight)
        self._lit = max(self._lit, *(each.seq for each in model.past), -1)

    def _darken(self) -> None:
        if self._highlight is not None:
            taken_out(self._highlight)
        self._highlight = None

    def on_touch_down(self, touch: Any) -> bool:
        """Any touch ends the large event; one upon it does nothing else."""
        shown = self._highlight
        if shown is not None:
            shown.leave()
            if shown.collide_point(*touch.pos):
                return True
        return bool(super().on_touch_down(touch))

    @property
    def answers(self) -> tuple[Touch, ...]:
        """The choices of number keys: cards being asked for, then answers, else reports."""
        model = self.shown
        picked = tuple(tile.action for tile in model.tiles) if model.kind == "pick" else ()
        keys = model.answers or model.helps
        return (*picked, *(key.action for key in keys if key.enabled))

    def _shape(self, *_changed: object) -> None:
        """The board is the largest square of the shorter side; one with its own shape fills its room."""
        if self.shown is None:
            return
        gap = 2 * u(GAP)
        if isinstance(self._pad, OwnBoard) and self._stage is None:
            if upright():
                self._ground.height = min(self._pad.high(self.width - gap), self.height * BOARD_PART)
            else:
                self._ground.width = self.width * 0.61
            return
        if upright():
            # Reports about piles need room below; a board with trays has more, less with numbers above it.
            tiled = self.shown.tiles and self.shown.guide is None
            side = min(self.width - gap, self.height * (0.52 if tiled else BOARD_PART))
            most = 0.58 if self._above is None else 0.55
            self._ground.height = min(side + self._room, self.height * most)
        else:
            side = min(self.height - gap, self.width * 0.62)
            self._ground.width = min(side + self._room, self.width * 0.62)
        if self._board.parent is self._holder:
            # The board leaves room for a simulated table's trays: at its left, or below it.
            long = self._ground.height if upright() else self._ground.width
            part = max(0.0, 1 - self._room / max(long, 1))
            self._board.size_hint = (1, part) if upright() else (part, 1)
            self._board.pos_hint = {"x": 0, "top": 1} if upright() else {"right": 1, "y": 0}

    def _place_pill(self, *_changed: object) -> None:
        """Over the board's lowest squares, clear of trays and column letters."""
        under = self._under
        if isinstance(under, DrawingView):
            left, near, wide_mm, _high = under.model.window
            (x, y), wide = under.to_px(left, near), wide_mm * under.scale
        else:
            x, y, wide = under.x, under.y, under.width
        self._pill.width = wide * 0.86
        self._pill.pos = (x + wide * 0.07, y + u(4))

    def _place(self) -> None:
        self._ground.clear_widgets()
        for part in (self._guide, self._above, self._holder):
            if part is not None:
                self._ground.add_widget(part)
        self._holder.clear_widgets()
        shown: Any = self._pad or self._stage or self._board
        if isinstance(self._pad, OwnBoard) and self._stage is not None:
            shown = self._stage
        if self._under is not None:
            self._under.unbind(size=self._place_pill, center=self._place_pill)
        self._under = getattr(shown, "field", shown)
        self._under.bind(size=self._place_pill, center=self._place_pill)
        shown.pos_hint, shown.size_hint = {"x": 0, "y": 0}, (1, 1)
        for widget in (shown, self._pill):
            self._holder.add_widget(taken_out(widget))
        self._shape()
