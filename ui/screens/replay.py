"""The screen that goes through a game step by step: the board, what happened beside it, and a bar to drag below."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from kivy.uix.slider import Slider
from kivy.uix.widget import Widget

from ui.pages.looking_back import ReplayModel
from ui.present.desk_touches import PlayOn, ShowPlace
from ui.present.touches import Touch
from ui.screens.page import ScreenPage, Send
from ui.screens.table import TRACK_PART
from ui.widgets.boxes import Column, Row, Scroll, in_rows, taken_out
from ui.widgets.drawing import DrawingView, Painter
from ui.widgets.faces import Faces
from ui.widgets.happened import ContestCard
from ui.widgets.keys import SoundKey, Tool, home_key
from ui.widgets.seat_band import SeatChip
from ui.widgets.text import Fitted, Words
from ui.widgets.theme import BODY, GAP, SMALL, TOUCH, colours, seat_colour, u, upright
from ui.widgets.tiles import OwnBoard
from vision.printed.marks import Block, Disc

HEAD, CHIP = 30.0, 34.0
LEFT, RIGHT, SPACE, FIRST, END = 276, 275, 32, 278, 279


class ReplayScreen(ScreenPage):
    """The board and the bar stay while places come and go; what stands beside them is built anew."""

    numbered = ("steps",)

    def __init__(self, send: Send, faces: Faces, **more: Any) -> None:
        super().__init__(send, **more)
        self._faces = faces
        self._board: DrawingView | OwnBoard | None = None
        self._of = ""

    def show(self, model: ReplayModel) -> bool:
        if self._board is None or self._of != model.game or not isinstance(self._model, ReplayModel):
            return super().show(model)
        if model == self._model:
            return False
        before, self._model = self._model, model
        shown: Any = model.board if model.own is None else model.own
        self._board.show(shown)
        self._bar.show(model.at, model.last, model.marks)
        self._fill(model)
        if before.steps != model.steps:
            self._put_keys(model)
        return True

    def redraw(self) -> None:
        self._board = None
        super().redraw()

    def build(self, model: ReplayModel) -> Widget:
        self._of = model.game
        self._board = (
            DrawingView(model.board, self._faces)
            if model.own is None
            else OwnBoard(model.own, self._faces, self.send)
        )
        self._beside, self._foot = Column(gap=6), Column(gap=GAP, size_hint_y=None)
        self._bar = PlaceBar(lambda place: self.send(ShowPlace(place)))
        self._bar.show(model.at, model.last, model.marks)
        self._fill(model)
        self._put_keys(model)
        left = Column((self._board,))
        if upright():
            left.size_hint_y = None
            whole = Column((left, self._beside, self._foot), padding=u(GAP))
        else:
            left.size_hint_x = None
            whole = Column((Row((left, self._beside)), self._foot), padding=u(GAP))
        self._left = left
        self.bind(size=self._shape)
        self._shape()
        return whole

    def _shape(self, *_changed: object) -> None:
        """The board is as large a square as there is room; one that is wider than high has more."""
        gap, board = 2 * u(GAP), self._board
        if upright():
            own = board.high(self.width - gap) if isinstance(board, OwnBoard) else None
            self._left.height = min(own or self.width - gap, self.height * 0.56)
            return
        square = self.height - gap - self._foot.height - u(GAP)
        own = board.high(square) if isinstance(board, OwnBoard) else None
        self._left.width = square if own is None or own >= square else self.width * TRACK_PART

    def _fill(self, model: ReplayModel) -> None:
        """What happened, what was due then, what had happened before, and what each seat had."""
        self._beside.clear_widgets()
        ink = colours()
        head = Row(
            (
                Fitted(model.title, SMALL, ink.quiet, align="left"),
                Fitted(model.count, SMALL, ink.text, bold=True, align="right"),
            ),
            height=HEAD,
        )
        own = ink.text if model.seat is None else seat_colour(model.seat)
        lines: list[Widget] = [Words(model.words, 24, own, bold=True)]
        if model.note:
            lines.append(Words(model.note, SMALL, ink.warning.ink))
        if model.contest is not None and all(side.score for side in model.contest.sides):
            lines.append(ContestCard(model.contest))
        lines.append(Words(model.now, BODY, ink.text))
        lines += [Words(words, SMALL, ink.quiet) for words in model.earlier]
        for chip in model.chips:
            if chip.aside:
                lines.append(Words(chip.name, SMALL, seat_colour(chip.seat), bold=True))
                lines += [Words(words, SMALL, ink.quiet) for words in chip.aside]
        pairs = in_rows([SeatChip(chip, CHIP) for chip in model.chips], 2, CHIP)
        for part in (head, *pairs, Scroll(lines, gap=6)):
            self._beside.add_widget(part)

    def _put_keys(self, model: ReplayModel) -> None:
        self._foot.clear_widgets()
        bar = taken_out(self._bar)
        wide: dict[str, Any] = {} if upright() else {"size_hint_x": None, "width": u(TOUCH)}
        steps: list[Widget] = [Tool(key, self.send, **wide) for key in model.steps]
        out: list[Widget] = [Tool(key, self.send, size_hint_x=None, width=u(100)) for key in model.tools]
        out.append(home_key(self.send))
        rows = (
            (Row((bar, *out), height=TOUCH), Row((*steps, SoundKey(self.send)), height=TOUCH))
            if upright()
            else (Row((*steps, bar, *out, SoundKey(self.send)), height=TOUCH),)
        )
        for row in rows:
            self._foot.add_widget(row)
        self._foot.height = u(TOUCH) * len(rows) + u(GAP) * (len(rows) - 1)

    def pressed(self, key: int) -> Touch | None:
        model = self._model
        if not isinstance(model, ReplayModel):
            return None
        places = {LEFT: model.at - 1, RIGHT: model.at + 1, FIRST: 0, END: model.last}
        if key == SPACE:
            return PlayOn()
        return ShowPlace(max(0, min(places[key], model.last))) if key in places else None


BAR, KNOB, MARK = 8.0, 30.0, 5.0


class PlaceBar(Slider):
    """Places from 0 to `last`. `moved` is told the place under the finger, each once."""

    def __init__(self, moved: Callable[[int], None], **more: Any) -> None:
        super().__init__(step=1, padding=u(KNOB) / 2, **more)
        self.canvas.clear()
        self.clear_widgets()  # Kivy's own knob
        self._moved = moved
        self._at = self._last = 0
        self._marks: tuple[int, ...] = ()
        self.bind(pos=self._draw, size=self._draw, value=self._go)

    def show(self, at: int, last: int, marks: Sequence[int] = ()) -> None:
        """Draws the knob at a place; `marks`: the places that stand out."""
        if (at, last, tuple(marks)) != (self._at, self._last, self._marks):
            self._at, self._last, self._marks = at, last, tuple(marks)
            self.value, self.max = at, last
            self._draw()

    def x_of(self, place: int) -> float:
        part = place / self._last if self._last else 0.0
        return float(self.x + self.padding + part * self._room)

    @property
    def _room(self) -> float:
        return max(1.0, float(self.width - 2 * self.padding))

    def _go(self, _bar: object, place: float) -> None:
        if place != self._at:
            self._moved(round(place))

    def _draw(self, *_changed: object) -> None:
        """Sizes in units from the bar's top left."""
        self.canvas.clear()
        at, middle, half = (self.x_of(self._at) - self.x) / u(1), self.height / u(1) / 2, KNOB / 2
        whole = Block(half, middle - BAR / 2, self._room / u(1), BAR, "line", round_mm=BAR / 2)
        done = replace(whole, w=max(at - half, 1.0), ink="primary")
        above = middle - BAR - MARK / 2
        marks = [Disc((self.x_of(place) - self.x) / u(1), above, MARK, "warning") for place in self._marks]
        knob = (Disc(at, middle, KNOB, "night"), Disc(at, middle, KNOB - 6, "text"))
        with self.canvas:
            Painter(None, self.x, self.top, u(1)).paint((whole, done, *marks, *knob))
