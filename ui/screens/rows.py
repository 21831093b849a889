"""The rows of a page, each as the widget that draws it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.sight import Thing
from ui.present.models import Button, Chip, OptionRow, SeatColumn, Tile
from ui.present.steps import Chart, CheckLine, Fallen, HistoryLine, Numbers, Plot, Said, WonOf
from ui.screens.page import Send
from ui.widgets.boxes import Card, Column, Row, in_rows
from ui.widgets.card_board import card_picture
from ui.widgets.charts import bar, face_bars, fallen_bars, line_plot
from ui.widgets.drawing import SeatSign, SmallDrawing
from ui.widgets.faces import Faces
from ui.widgets.keys import Key, Tool
from ui.widgets.seat_band import SeatChip
from ui.widgets.text import Fitted, Icon, Words
from ui.widgets.theme import BODY, GAP, GREAT, SMALL, TOUCH, colours, seat_colour, u, upright
from ui.widgets.tiles import tile_board
from ui.widgets.track_feet import PieceSign
from ui.words import _

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
        return PieceSign(name, None, size_hint_x=None, width=u(30))
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
