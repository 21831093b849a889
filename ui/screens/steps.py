"""The screen of every page that is a value, beside the camera's picture; and the rows of a page."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from kivy.uix.widget import Widget

from companion.sight import Thing
from ui.present.drawn import piece_drawing
from ui.present.models import Button, Chip, OptionRow, SeatColumn, Tile
from ui.present.steps import (
    Chart,
    CheckLine,
    Fallen,
    HistoryLine,
    Numbers,
    PageRow,
    Plot,
    Said,
    Shown,
    StepModel,
    Tiles,
    WonOf,
)
from ui.present.touches import Do
from ui.screens.page import ScreenPage, Send, foot_of, tab_rows, title_row
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Card, Column, Row, Scroll, in_rows, taken_out
from ui.widgets.card_board import card_picture, picture_beside
from ui.widgets.charts import bar, face_bars, fallen_bars, line_plot
from ui.widgets.drawing import SeatSign, SmallDrawing
from ui.widgets.faces import Faces
from ui.widgets.keys import Key, SoundKey, Tool
from ui.widgets.painting import Painting
from ui.widgets.seat_band import SeatChip
from ui.widgets.text import Fitted, Icon, Words
from ui.widgets.theme import BODY, GAP, GREAT, SMALL, TOUCH, colours, seat_colour, u, upright
from ui.widgets.tiles import tile_board
from ui.words import _
from vision.printed.marks import Drawing, Image

BARS, HEAD, CHIP, NUMBERS, FALLEN = 150.0, 28.0, 34.0, 84.0, 66.0
NAME_PART = 0.26
"""The part of a row that a choice's name has beside its keys."""
ABREAST, SHORT, LONG = 4, 16, 24
"""Keys of a choice in a row at most, and the letters from which on they need twice the room, or a line each."""
FEW_TILES, HIGH_TILE = 12, 72.0
"""So few choices have wide tiles, each so high."""
PLAYED_BY = 0.62
"""So much of the width of a seat's name is there for who plays it."""
MOST_PAIRED, MOST_LETTERS = 4, 7
"""More choices than this, none of them with more letters, stand three a row."""


def said(row: Said) -> Words:
    """Words as large as they are meant."""
    if row.size == "large":
        return Words(row.words, 22, colours().text)
    return Words(row.words, SMALL, colours().quiet, bold=row.size == "heading")


def choice(row: OptionRow, send: Send) -> Card:
    """A choice: its keys beside its name, below it where there is little room, and one below the other if long."""
    letters = max(len(key.words) for key in row.choices)
    if letters > LONG:
        words = Words(row.words, BODY, colours().text, bold=True)
        return Card((words, *(Key(key, send) for key in row.choices)), pad=8, gap=6)
    keys = [Tool(key, send) for key in row.choices]
    wide = letters > SHORT or any(key.icon for key in row.choices)
    if not upright() and not wide and len(keys) <= ABREAST and len(row.words) <= LONG:
        name = Fitted(row.words, BODY, bold=True, align="left", size_hint_x=NAME_PART)
        return Card((Row((name, Row(keys, height=TOUCH, gap=6)), height=TOUCH, gap=10),), pad=6)
    across = ABREAST // 2 if upright() and wide else ABREAST
    lines = in_rows(keys, across, TOUCH, 6)
    return Card((Words(row.words, BODY, colours().text, bold=True), *lines), pad=8, gap=4)


def level(parts: Sequence[Widget], across: int, gap: float = GAP) -> Row:
    """Widgets side by side at the top of a row as high as the highest; empty room where there are too few."""
    for part in parts:
        part.pos_hint = {"top": 1}
    return Row((*parts, *(Widget() for _n in range(across - len(parts)))), gap=gap, tight=True)


# what a seat chooses, and choices among many


def seat(column: SeatColumn, send: Send, faces: Faces | None) -> Card:
    """A seat: its name, who plays it, where it sits, and what it chooses for itself."""
    shape = SeatSign(column.seat, size_hint_x=None, width=u(26))
    who = Tool(column.played_by, send, size_hint_x=PLAYED_BY)
    parts: list[Widget] = [Row((shape, Tool(column.name, send, type_size=24), who), height=TOUCH)]
    if column.where:
        parts.append(Words(column.where, SMALL, colours().quiet))
    for row in column.rows:
        parts.append(Words(row.words, SMALL, colours().quiet))
        keys = [Tool(button, send, picture=_picture(button, faces)) for button in row.choices]
        short = len(keys) > MOST_PAIRED and all(len(key.words) <= MOST_LETTERS for key in row.choices)
        parts += in_rows(keys, 3 if short else 2, TOUCH)
    return Card(parts, pad=10, gap=6)


def _picture(button: Button, faces: Faces | None) -> Widget | None:
    """What stands beside a choice: a deck's back, a piece."""
    kind, _colon, name = button.icon.partition(":")
    if kind == "swatch":
        return SmallDrawing(piece_drawing(name), most=u(30), size_hint_x=None, width=u(30))
    if kind == "face" and faces is not None:
        return card_picture(Thing("card", None, "down", name), faces, 44)
    return None


def tiles(row: Sequence[Tile], send: Send) -> Widget:
    """Choices among many, as large as their place lets them be."""
    few = len(row) <= FEW_TILES
    columns = (1 if upright() else 2) if few else 3 if upright() else 5
    return tile_board(row, send, columns, high=HIGH_TILE if few else 0.0)


# numbers of a person


def numbers(row: Numbers) -> Row:
    """Large numbers, each over its word."""
    cells: list[Widget] = []
    for words, number in row.numbers:
        large = Fitted(str(number), GREAT, colours().text, bold=True)
        word = Fitted(words, SMALL, colours().quiet, size_hint_y=0.7)
        cells.append(Card((large, word), tight=False, pad=6, gap=0))
    return Row(cells, height=NUMBERS)


def won(row: WonOf) -> Card:
    """A kind of game: its name, what part was won as a bar, and the numbers."""
    part = (row.won / max(1, row.games), "primary", "line")
    words = _("{won} of {games} won").format(won=row.won, games=row.games)
    name = Fitted(row.words, BODY, colours().text, bold=True, align="left")
    figures = Fitted(words, SMALL, colours().text, align="right", size_hint_x=0.7)
    if upright():
        return Card((Row((name, figures), height=30), bar(*part)), pad=8, gap=4)
    beside = bar(*part, size_hint_x=0.8, pos_hint={"center_y": 0.5})
    return Card((Row((name, beside, figures), height=HEAD, gap=12),), pad=8)


# what happened, and what was checked


def history_line(row: HistoryLine) -> Row:
    """One entry: its number, its seat's colour, what happened and how it came in."""
    ink = colours().quiet if row.struck else colours().text
    plain = row.words.replace("&", "&amp;").replace("[", "&bl;").replace("]", "&br;")
    words = f"[s]{plain}[/s]" if row.struck else plain
    source = " · ".join(part for part in (row.by, row.at) if part)
    lines: list[Widget] = [Words(words, BODY, ink, markup=True), Words(source, SMALL, colours().quiet)]
    if row.note:
        lines.insert(1, Words(row.note, SMALL, colours().warning.ink))
    number = Fitted(str(row.seq + 1), SMALL, colours().quiet, align="right", size_hint_x=None, width=u(34))
    seat = colours().raised if row.seat is None else seat_colour(row.seat)
    bar = Card((), seat, tight=False, pad=0, size_hint_x=None, width=u(5))
    text = Column(lines, tight=True, gap=1)
    return Row((number, bar, text), gap=10, tight=True, least=46, padding=(0, u(4)))


def check_line(row: CheckLine) -> Row:
    """One check: a sign, what was looked at, what was found and what mends it."""
    icon, colour = {
        True: ("pass", colours().success.ink),
        False: ("fail", colours().wrong.ink),
        None: ("wait", colours().quiet),
    }[row.passed]
    words = [Words(row.name, BODY, colours().text, bold=True), Words(row.why, SMALL, colours().text)]
    if row.fix and row.passed is False:
        words.append(Words(row.fix, SMALL, colours().warning.ink))
    sign = Icon(icon, colour, size_hint=(None, None), size=(u(30), u(30)))
    side = Column((sign, Widget()), gap=0, size_hint_x=None, width=u(30))
    return Row((side, Column(words, tight=True, gap=1)), gap=10, tight=True, least=34, padding=(0, u(4)))


# what fell, and how a game went


def fallen(row: Fallen) -> Card:
    """How often each face fell as a bar over it, and what that says."""
    bars = SmallDrawing(partial(fallen_bars, row.counts), size_hint_x=None, width=u(len(row.counts) * 34))
    text = Column([Words(line, SMALL, colours().text) for line in row.lines], tight=True)
    text.pos_hint = {"center_y": 0.5}
    return Card((Row((bars, text), gap=10, tight=True, least=FALLEN, padding=(0, u(4))),), pad=4)


def chart(row: Chart) -> Card:
    """Whose it is and of what, the bars, and what they say."""
    ink = colours().text if row.seat is None else seat_colour(row.seat)
    name = Fitted(row.name, BODY, ink, bold=True, align="left")
    kind = Fitted(row.kind, SMALL, colours().quiet, align="right")
    bars = SmallDrawing(partial(face_bars, row), size_hint_y=None, height=u(BARS))
    lines = [Words(line, SMALL, colours().text) for line in row.lines]
    return Card((Row((name, kind), height=HEAD), bars, *lines), pad=10, gap=4)


def plot(row: Plot) -> Column:
    """The seats that the lines are of, and the lines, as high as the page lets them be."""
    chips = [SeatChip(Chip(seat, name), CHIP) for seat, name in enumerate(row.names)]
    seats = in_rows(chips, 3 if upright() else 6, CHIP)
    return Column((*seats, Card((SmallDrawing(partial(line_plot, row)),), tight=False, pad=6)))


DRAWN: dict[type, Callable[[Any], Widget]] = {
    Said: said, Numbers: numbers, WonOf: won, HistoryLine: history_line, CheckLine: check_line, Fallen: fallen,
    Chart: chart, Plot: plot,
}  # fmt: skip
"""By the kind of a row, what draws it."""


PICTURE = 120.0
LARGE_PICTURE, LARGE_UPRIGHT = 300.0, 380.0
CAMERA_UPRIGHT = 250.0
CARD, PHOTO, BOARD = 72.0, 132.0, 150.0


def photo_of(file: str) -> Widget | None:
    """The picture in a file; None where there is none, or none that can be shown."""
    if not file:
        return None
    try:
        return Painting(Path(file), whole=True, size_hint=(None, None), size=(u(PHOTO), u(PHOTO)))
    except Exception:  # whatever lies there as a picture, and whatever reads it: the page is shown without
        return None


class StepScreen(ScreenPage):
    """Draws a StepModel; `picture` is the widget that shows the camera's picture, `faces` has those of cards."""

    numbered = ("answers",)

    def __init__(self, send: Send, picture: Widget, faces: Faces | None = None, **more: Any) -> None:
        super().__init__(send, **more)
        self._picture, self._faces = picture, faces
        self._list: Scroll | None = None

    def show(self, model: Any) -> bool:
        """Draws a model; keys that are still there and only say something else are not scrolled back to their top."""
        old, at = self._model, None if self._list is None else self._list.scroll_y
        drawn = super().show(model)
        stays = isinstance(old, StepModel) and isinstance(model, StepModel) and _asks_the_same(old, model)
        if drawn and stays and at is not None and self._list is not None:
            self._list.scroll_y = at
        return drawn

    def build(self, model: StepModel) -> Widget:
        taken_out(self._picture)
        self._list = None
        head: list[Widget] = [title_row(model.title, self.send), *tab_rows(model.tabs, self.send)]
        words: list[Widget] = [Words(model.headline, 24, colours().text, bold=True)] if model.headline else []
        pictures = [self._shown(each) for each in model.pictures]
        beside = not model.live and not upright() and any(each.large for each in model.pictures)
        words += [] if beside else pictures
        if model.banner is not None:
            # What is said of rows stays in sight while they scroll.
            (head if model.rows and not model.live else words).append(BannerCard(model.banner))
        foot = foot_of(model.tools, self.send)
        match model.rows:
            case (Plot() as lines, *_more):
                return Column((*head, plot(lines), foot), padding=u(12), gap=GAP)
            case (Tiles(many),) if len(many) <= FEW_TILES:
                return Column((*head, tiles(many, self.send), foot), padding=u(12), gap=GAP)
            case (Tiles(many),):
                # What is said at the head stands at the foot, so that all tiles find room above.
                foot.add_widget(Fitted(model.title, BODY, colours().text, bold=True), len(foot.children))
                foot.add_widget(SoundKey(self.send, size_hint_y=1))
                return Column((tiles(many, self.send), *head[1:], foot), padding=u(10), gap=GAP)
        for row in (*model.body, *model.keys, *model.rows):
            # So do large numbers, and what the dice fell like.
            (head if isinstance(row, Numbers | Fallen) else words).extend(self._row(row))
        side: Widget = Scroll(words, gap=8 if model.rows else 10)
        self._list = side
        if beside:
            side = Row(
                (Column((*pictures, Widget()), size_hint_x=None, width=u(LARGE_PICTURE)), side), gap=12
            )
        elif model.live and upright():
            self._picture.size_hint, self._picture.height = (1, None), u(CAMERA_UPRIGHT)
            head.append(self._picture)
        elif model.live:
            self._picture.size_hint = (1.1, 1)
            side = Row((self._picture, side), gap=12)
        return Column((*head, side, foot), padding=u(12), gap=GAP)

    def _row(self, row: PageRow) -> list[Widget]:
        match row:
            case str():
                return [Words(row, BODY, colours().text)]
            case Button():
                beside = None if self._faces is None else picture_beside(row, self._faces, CARD, BOARD)
                return [Key(row, self.send, picture=beside or photo_of(row.photo))]
            case OptionRow():
                return [choice(row, self.send)]
            case SeatColumn():
                return [seat(row, self.send, self._faces)]
            case tuple():
                # Charts need more room than keys.
                across = (2 if isinstance(next(iter(row), None), Button) else 1) + (not upright())
                parts = [widget for each in row for widget in self._row(each)]
                return [level(parts[n : n + across], across) for n in range(0, len(parts), across)]
        return [DRAWN[type(row)](row)]

    def _shown(self, shown: Shown) -> Widget:
        large = LARGE_UPRIGHT if upright() else LARGE_PICTURE
        height = u(large if shown.large else PICTURE)
        high, wide = shown.image.shape[:2]
        picture = Drawing("picture", wide, high, (Image(0, 0, wide, high, shown.image),))
        parts: list[Widget] = [SmallDrawing(picture, size_hint_y=None, height=height)]
        if shown.words:
            parts.append(Words(shown.words, SMALL, colours().quiet, align="center"))
        return Column(parts, tight=True, gap=2)


def _asks_the_same(old: StepModel, new: StepModel) -> bool:
    """Whether two models have the same keys and rows, as far as what they are for goes."""
    one, other = (
        (
            page.title,
            page.headline,
            [key.action.method if isinstance(key.action, Do) else type(key.action) for key in page.keys],
            [row.words if isinstance(row, OptionRow) else row for row in page.rows],
        )
        for page in (old, new)
    )
    return one == other
