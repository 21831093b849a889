"""The screen of a game under way: the board, and beside or below it what the referee has to say."""

from typing import Any

from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from ui.present.board import BoardModel
from ui.present.models import TableModel
from ui.present.touches import Touch
from ui.screens.steps import ScreenPage, Send
from ui.widgets.boxes import Column, Row, taken_out
from ui.widgets.drawing import DrawingView
from ui.widgets.panel import GuideStrip, Highlight, Panel, Pill, drawer
from ui.widgets.pictures import Faces
from ui.widgets.theme import GAP, left_handed, u, upright
from ui.widgets.tiles import OwnBoard, SignBoard, TallyBar, TileBoard, card_board

TRACK_PART = 0.61
"""So much of the width has a board of squares beside the panel."""
BOARD_PART, TILED_PART = 0.56, 0.52
"""The most of an upright screen's height that a board has, and piles as tiles: what may be said of them needs room."""
TRAYED_PART, TALLIED_PART = 0.58, 0.55
"""The same of a board with its trays, and of one with numbers above it."""


def _in_place(model: TableModel) -> tuple[object, ...]:
    """What stands in the board's place and above it; a game's own board stays while it changes."""
    guided = model.guide is not None and bool(model.tiles)
    known = (model.tasks, model.past, model.body, model.chips) if model.kind == "menu" else None
    places = (model.pad, model.sign, model.card, len(model.tiles), guided)
    return (*places, model.tally is None, type(model.own), known)


class TableScreen(ScreenPage):
    """The board view stays while models come and go; the panel is drawn anew when what it says changes.

    `stage` is what stands in the board's place instead: the simulated table, or the camera's picture.
    """

    def __init__(self, send: Send, faces: Faces, **more: Any) -> None:
        super().__init__(send, **more)
        self._faces = faces
        self._board: DrawingView | None = None
        self._panel = Panel(faces, send)
        # What stands in the board's place and above it, and what of the model that was made for.
        self._pad: Widget | None = None
        self._above: TallyBar | None = None
        self._wanted: tuple[object, ...] = ()
        self._tiles: tuple[object, TileBoard] | None = None
        self._ground = Column(gap=GAP)
        self._stage: Widget | None = None
        self._room = 0.0
        self._holder = FloatLayout()
        self._under: Any = None
        self._highlight: Highlight | None = None
        self._lit = -1
        self._guide: GuideStrip | None = None
        self._pill = Pill(size_hint=(None, None))

    def show(self, model: TableModel) -> bool:
        if self._board is None or self._model is None:
            self._model = model
            self._lit = model.past[0].seq if model.past else self._lit
            self.clear_widgets()
            self.add_widget(self.build(model))
            self.do_layout()
            return True
        if model == self._model:
            return False
        self._model = model
        self._board.show(model.board)
        self._mark_stage(model.board)
        if _in_place(model) != self._wanted:
            self._put_up(model)
            self._place()
        elif isinstance(self._pad, OwnBoard) and model.own is not None:
            self._pad.show(model.own)
        elif isinstance(self._pad, TileBoard):
            self._pad.show(model.tiles)
        if self._above is not None and model.tally is not None:
            self._above.show(model.tally)
        self._say(model)
        self._light(model)
        self._guided(model)
        return self._panel.show(model)

    def stage(self, widget: Widget | None, room: float = 0.0) -> None:
        """Puts something in the board's place; None gives the board back.

        `room` (pixels) is kept free beside the board, so that it lies where it lay on a table that has trays.
        """
        if (widget, room) != (self._stage, self._room):
            self._stage, self._room = widget, room
            self._place()

    def _light(self, model: TableModel) -> None:
        """What has just happened is large for a moment, over the half of the board on which nothing is marked."""
        one = model.highlight
        if one is None:
            self._darken()
        elif one.seq > self._lit:
            self._darken()
            # Below 0 where what is marked lies in the lower half of the board, above where it lies in the upper.
            (_x, low, _width, high), marked = model.board.window, {mark.region for mark in model.board.marks}
            places = [region for region in model.board.regions if region.name in marked]
            above = sum(region.y + region.h / 2 - low - high / 2 for region in places) - 1.0 < 0
            where = {"center_x": 0.5, "top": 0.98} if above else {"center_x": 0.5, "y": 0.02}
            self._highlight = Highlight(one, self._faces, self._darken, size_hint_x=0.96, pos_hint=where)
            self._holder.add_widget(self._highlight)
        self._lit = max(self._lit, *(each.seq for each in model.past), -1) if model.past else self._lit

    def _darken(self) -> None:
        if self._highlight is not None:
            taken_out(self._highlight)
        self._highlight = None

    def _guided(self, model: TableModel) -> None:
        """The guide stands above the board or the piles, which have the rest of the room."""
        strip = self._guide
        if strip is not None and strip.card != model.guide:
            taken_out(strip)
            strip = None
        if model.guide is not None:
            strip = strip or GuideStrip(model.guide, self.send)
            if strip.parent is None:
                self._ground.add_widget(strip, index=len(self._ground.children))
        self._guide = strip

    def on_touch_down(self, touch: Any) -> bool:
        """Any touch ends what is large for a moment; one upon it asks for nothing else."""
        shown = self._highlight
        if shown is not None:
            shown.leave()
            if shown.collide_point(*touch.pos):
                return True
        return bool(super().on_touch_down(touch))

    def _put_up(self, model: TableModel) -> None:
        """A card to be touched, who alone may look, one card, tiles or a game's own board in the board's place."""
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
            # The tiles that stood here before, those that changed drawn anew: what is new takes a slow box its time.
            guided = model.guide is not None
            kept = (len(model.tiles), guided)
            if self._tiles is None or self._tiles[0] != kept:
                self._tiles = kept, TileBoard(model.tiles, self.send, faces=self._faces, guided=guided)
            self._pad = self._tiles[1]
            self._tiles[1].show(model.tiles)
        elif model.own is not None:
            self._pad = OwnBoard(model.own, self._faces, self.send)

    def redraw(self) -> None:
        self._board = self._guide = self._tiles = None
        super().redraw()

    def _say(self, model: TableModel) -> None:
        """What is being waited for lies over the board's lower edge, so that nothing moves when it comes and goes."""
        banner = model.banner
        words = banner.words if banner is not None and banner.tone == "wait" else ""
        self._place_pill()
        self._pill.show(words)

    def build(self, model: TableModel) -> Widget:
        self._board = DrawingView(model.board, self._faces, self.send)
        self._panel = Panel(self._faces, self.send)
        self._holder = FloatLayout()
        self._ground = Column(gap=GAP)
        self._put_up(model)
        self._place()
        self._panel.show(model)
        gap = u(GAP)
        parts = (self._panel, self._ground) if left_handed() else (self._ground, self._panel)
        if upright():
            box: Widget = Column(parts, padding=gap)
            self._ground.size_hint_y = None
        else:
            box = Row(parts, padding=gap)
            self._ground.size_hint_x = None
        self.bind(size=self._shape)
        self._shape()
        self._say(model)
        self._guided(model)
        return box

    @property
    def answers(self) -> tuple[Touch, ...]:
        """What number keys pick: cards among which one is asked for, then answers, else what may be said."""
        model = self._model
        if not isinstance(model, TableModel):
            return ()
        picked = tuple(tile.action for tile in model.tiles) if model.kind == "pick" else ()
        keys = model.answers or model.helps
        return (*picked, *(key.action for key in keys if key.enabled))

    def _shape(self, *_changed: object) -> None:
        """The board is as large a square as the shorter side allows; one with a shape of its own as there is room."""
        gap = 2 * u(GAP)
        pad = self._pad
        high = pad.high(self.width - gap) if isinstance(pad, OwnBoard) else None
        if high is not None and self._stage is None:
            if upright():
                self._ground.height = min(high, self.height * BOARD_PART)
            else:
                self._ground.width = self.width * TRACK_PART
            return
        if upright():
            tiled = isinstance(self._model, TableModel) and self._model.tiles and self._model.guide is None
            side = min(self.width - gap, self.height * (TILED_PART if tiled else BOARD_PART))
            most = TALLIED_PART if self._above is not None else TRAYED_PART
            self._ground.height = min(side + self._room, self.height * most)
        else:
            side = min(self.height - gap, self.width * 0.62)
            self._ground.width = min(side + self._room, self.width * 0.62)
        if self._board is None or self._board.parent is not self._holder:
            return
        # The board keeps off where the trays of a simulated table lie: at its left, or below it.
        if upright():
            part = max(0.0, 1 - self._room / max(self._ground.height, 1))
            self._board.size_hint, self._board.pos_hint = (1, part), {"x": 0, "top": 1}
        else:
            part = max(0.0, 1 - self._room / max(self._ground.width, 1))
            self._board.size_hint, self._board.pos_hint = (part, 1), {"right": 1, "y": 0}

    def _place_pill(self, *_changed: object) -> None:
        """On the lowest squares of the board: neither over a tray nor over the letters of the columns."""
        under = self._under
        if isinstance(under, DrawingView):
            left, near, wide_mm, _high = under.model.window
            (x, y), wide = under.to_px(left, near), wide_mm * under.scale
        elif under is not None:
            x, y, wide = under.x, under.y, under.width
        else:
            return
        self._pill.width = wide * 0.86
        self._pill.pos = (x + wide * 0.07, y + u(4))

    def _place(self) -> None:
        if self._board is None:
            return
        self._ground.clear_widgets()
        pad, above = self._pad, self._above
        if above is not None:
            self._ground.add_widget(above)
        self._ground.add_widget(self._holder)
        self._holder.clear_widgets()
        own = isinstance(pad, OwnBoard)
        shown = self._stage if own and self._stage is not None else pad or self._stage or self._board
        for widget in (shown, self._pill):
            taken_out(widget)
        if self._under is not None:
            self._under.unbind(size=self._place_pill, center=self._place_pill)
        self._under = getattr(shown, "field", shown)
        self._under.bind(size=self._place_pill, center=self._place_pill)
        shown.pos_hint, shown.size_hint = {"x": 0, "y": 0}, (1, 1)
        self._holder.add_widget(shown)
        self._holder.add_widget(self._pill)
        if isinstance(self._model, TableModel):
            self._mark_stage(self._model.board)
            self._guided(self._model)
        self._shape()

    def _mark_stage(self, board: BoardModel) -> None:
        marked = getattr(self._stage, "mark", None)
        if marked is not None:
            marked(board)
