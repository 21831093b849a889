"""The base of all screens, and the screen of pages that are values, with the rows of a page."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, pairwise
from math import dist
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.properties import NumericProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.slider import Slider
from kivy.uix.widget import Widget

from companion.game import Contest
from companion.sight import Thing
from ui.art.pictures import picture, picture_of
from ui.present import models as page
from ui.present.board import SIDE, BoardModel, rolled
from ui.present.drawn import CAPITAL, DrawnBoard, piece_drawing, seat_shape
from ui.present.models import Banner, Button, Chart, Chip, OptionRow, Plot, SeatColumn, Tile
from ui.present.touches import Do, Touch, do
from ui.widgets import theme
from ui.widgets.boxes import Card, Column, Row, Scroll, in_rows, lay_out, paint_ground, taken_out
from ui.widgets.drawing import DrawingView, Icon, Painter, SeatSign, Send, SmallDrawing
from ui.widgets.keys import HOME, Key, SoundKey, Tool, Touched, home_key
from ui.widgets.panel import BannerCard, ContestCard, SeatChip
from ui.widgets.pictures import Faces, Painting
from ui.widgets.text import Fitted, Words
from ui.widgets.theme import BODY, GAP, GREAT, ROUND, SMALL, TITLE, TOUCH, style, u, upright
from ui.widgets.tiles import OwnBoard, TileBoard, card_picture, picture_beside
from ui.widgets.typing_pad import TypingPad
from ui.words import _
from vision.calibration.verdict import Verdict
from vision.printed.marks import Art, Block, Disc, Drawing, Image, Ink, Label, Line, Mark, Placed, Shape
from vision.printed.shapes import polygon

HEAD, CHIP, HIGH_KEY, PHOTO, LARGE_PICTURE = 28.0, 34.0, 74.0, 132.0, 300.0
ABREAST, SHORT, LONG = 4, 16, 24
"""Maximum keys of a choice per row; letters above which a key needs double width, or its own line."""
FEW_TILES = 12
"""Maximum number of choices with wide tiles."""
PIECES, PAPER, POINTS = 42, 16.0, 36.0
KINDS = ("confetti-strip", "confetti-disc", "confetti-star")
"""Confetti: kinds, number and size; and the height of a seat with its points."""
STEP_KEYS = (278, 276, 32, 275, 279)
"""Key codes of home, left, space, right, end, for the keys beside a bar."""
KNOB = 30.0


class ScreenPage(FloatLayout):
    """One screen; the table and all other pages have one each."""

    def __init__(self, send: Send, **more: Any) -> None:
        super().__init__(**more)
        self.send = send
        self.shown: Any = None
        """The model on screen; None at first."""

    def show(self, _model: Any, /) -> bool:
        """Draws a model if it is new; returns whether widgets were rebuilt."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draws the model again, as for another window size."""
        model, self.shown = self.shown, None
        if model is not None:
            self.show(model)

    @property
    def answers(self) -> tuple[Touch, ...]:
        """The choices of number keys."""
        return tuple(key.action for key in getattr(self.shown, "answers", ()))

    def pressed(self, _key: int, /) -> Touch | None:
        """The touch of a keyboard key special to this screen, or None."""
        return None


def said(row: page.Said) -> Words:
    """Words in their style and size."""
    size = {"title": 24, "large": 22}.get(row.size, SMALL)
    inks = {"heading": "quiet", "small": "quiet", "note": "warning"}
    ink = inks.get(row.size, "text") if row.seat is None else f"s{row.seat}"
    return Words(row.words, size, ink, bold=row.size in ("title", "heading"))


def choice(row: OptionRow, send: Send) -> Card:
    """A choice: its keys beside its name, below it if there is little room, or one a line if long."""
    letters = max(len(key.words) for key in row.choices)
    if letters > LONG:
        words = Words(row.words, BODY, bold=True)
        return Card((words, *(Key(key, send) for key in row.choices)), pad=8, gap=6)
    keys = [Tool(key, send) for key in row.choices]
    wide = letters > SHORT or any(key.icon for key in row.choices)
    if not upright() and not wide and len(keys) <= ABREAST and len(row.words) <= LONG:
        name = Fitted(row.words, BODY, bold=True, align="left", size_hint_x=0.26)
        return Card((Row((name, Row(keys, height=TOUCH, gap=6)), height=TOUCH, gap=10),), pad=6)
    across = ABREAST // 2 if upright() and wide else ABREAST
    lines = in_rows(keys, across, TOUCH, 6)
    return Card((Words(row.words, BODY, bold=True), *lines), pad=8, gap=4)


def level(parts: Sequence[Widget], across: int) -> Row:
    """Widgets side by side at the top of a row; missing ones leave empty room."""
    for part in parts:
        part.pos_hint = {"top": 1}
    return Row((*parts, *(Widget() for _n in range(across - len(parts)))), tight=True)


# choices


def seat(column: SeatColumn, send: Send, faces: Faces | None) -> Card:
    shape = SeatSign(column.seat, size_hint_x=None, width=u(26))
    who = Tool(column.played_by, send, size_hint_x=0.62)
    parts: list[Widget] = [Row((shape, Tool(column.name, send, type_size=24), who), height=TOUCH)]
    if column.where:
        parts.append(Words(column.where, SMALL, "quiet"))
    for row in column.rows:
        parts.append(Words(row.words, SMALL, "quiet"))
        keys = [Tool(button, send, picture=_picture(button, faces)) for button in row.choices]
        short = len(keys) > 4 and all(len(key.words) <= 7 for key in row.choices)
        parts += in_rows(keys, 3 if short else 2, TOUCH)
    return Card(parts, pad=10, gap=6)


def _picture(button: Button, faces: Faces | None) -> Widget | None:
    """The picture beside a choice: a deck's back, or a piece."""
    kind, _colon, name = button.icon.partition(":")
    if kind == "swatch":
        return SmallDrawing(piece_drawing(name), size_hint_x=None, width=u(30))
    if kind == "face" and faces is not None:
        return card_picture(Thing("card", None, "down", name), faces, 44)
    return None


def tiles(row: Sequence[Tile], send: Send) -> Widget:
    few = len(row) <= FEW_TILES
    columns = (1 if upright() else 2) if few else 3 if upright() else 5
    return TileBoard(row, send, columns, high=72 if few else 0.0)


def pad(row: page.KeyPad, send: Send, *, fills: bool = False) -> Column:
    """Keys of one size, higher with an icon; `fills`: as high as their place."""
    keys = [Tool(key, send, stacked=bool(key.icon and key.words)) for key in row.keys]
    high = None if fills else HIGH_KEY if any(key.icon and key.words for key in row.keys) else TOUCH
    odd = len(keys) % row.across
    rows = [*in_rows(keys[:odd], max(odd, 1), high, 6), *in_rows(keys[odd:], row.across, high, 6)]
    return Column(rows, tight=not fills, gap=6)


def counted(row: page.Counted, send: Send, faces: Faces | None) -> Row:
    """A counted thing, faint at zero, with keys to change its count."""
    ink = "text" if row.count else "quiet"
    picture = SmallDrawing(row.picture, faces, pos_hint={"center_y": 0.5}, **theme.sized(52))
    name = Fitted(row.words, BODY, bold=row.count > 0, align="left")
    words = Column((name, Fitted(row.detail, SMALL, ink, align="left")), gap=0)
    ground = "raised" if row.count else "surface"
    count = Fitted(str(row.count), 24, ink, bold=True, size_hint_x=None, width=u(30))
    less, more = (
        Tool(Button(sign, touch, enabled=may), send, 30, size_hint_x=None, width=u(TOUCH))
        for sign, touch, may in (("−", row.less, row.count > 0), ("+", row.more, True))
    )
    opened = Touched(
        row.open, send, (picture, words), ground=ground, spacing=u(8), padding=(u(4), u(3))
    )  # fmt: skip
    return Row((opened, less, count, more), height=60, gap=4)


def game_key(tile: page.GameTile, send: Send) -> Touched:
    """A game: players and duration, description, needs.

    Its picture is at the left on an upright screen, else above.
    """
    about, ink = " · ".join(part for part in (tile.players, tile.minutes) if part), "text"
    if tile.is_last:
        about, ink = " · ".join((about, _("played last"))), "chosen"
    needs = _("Needs {things}").format(things=tile.needs) if tile.needs else ""
    lines: list[Widget] = [
        Fitted(about, 19, ink, bold=True, align="left", size_hint_y=0.7),
        Fitted(tile.gist, SMALL, align="left"),
        Fitted(needs, SMALL, "quiet", align="left"),
    ]
    picture = Painting(picture_of(tile.id, "title"), round_by=ROUND)
    name = Fitted(tile.words, 24, bold=True, align="left")
    if upright():
        picture.size_hint_x = 0.62
        parts: tuple[Widget, ...] = (picture, Column((name, *lines), gap=0, padding=(u(6), 0)))
    else:
        pictured = _over(picture, (name,), 34, pad=8, round_by=ROUND, size_hint_y=0.72)
        parts = (pictured, Column(lines, gap=0, padding=(u(6), 0)))
    edge = "chosen" if tile.is_last else "line"
    look: Any = {"ground": "surface", "edge": edge, "spacing": u(8), "padding": u(6)}
    return Touched(tile.action, send, parts, orientation="horizontal" if upright() else "vertical", **look)


def _over(
    picture: Painting, words: Sequence[Widget], height: float, *, pad: float, round_by: float, **more: Any
) -> FloatLayout:
    """Words on a dark band over the lower edge of a picture."""
    where: Any = {"size_hint_y": None, "height": u(height), "pos_hint": {"x": 0, "y": 0}}
    band = Column(words, padding=(u(pad), u(pad / 2)), gap=0, **where)
    paint_ground(band, "night", round_by, opacity=0.88)
    picture.pos_hint = {"x": 0, "y": 0}
    whole = FloatLayout(**more)
    for part in (picture, band):
        whole.add_widget(part)
    return whole


# numbers of a person


def gauge(row: page.Gauge) -> Column:
    over = row.found > row.most
    ink, filled = ("wrong", "wrong") if over else ("text", "success")
    label = Fitted(f"{row.words} {row.found}/{row.most}", SMALL, ink, bold=over, align="left")
    drawn = bar(row.found / max(row.most, 1), filled, "raised", 7 if over else 0, 10)
    return Column((label, drawn), gap=2, size_hint_y=None, height=u(42))


def numbers(row: page.Numbers) -> Row:
    cells: list[Widget] = []
    for words, number in row.numbers:
        large = Fitted(str(number), GREAT, bold=True)
        word = Fitted(words, SMALL, "quiet", size_hint_y=0.7)
        cells.append(Card((large, word), tight=False, pad=6, gap=0))
    return Row(cells, height=84)


def won(row: page.WonOf) -> Card:
    part = (row.won / max(1, row.games), "primary", "line")
    words = _("{won} of {games} won").format(won=row.won, games=row.games)
    name = Fitted(row.words, BODY, bold=True, align="left")
    figures = Fitted(words, SMALL, align="right", size_hint_x=0.7)
    if upright():
        return Card((Row((name, figures), height=30), bar(*part)), pad=8, gap=4)
    beside = bar(*part, size_hint_x=0.8, pos_hint={"center_y": 0.5})
    return Card((Row((name, beside, figures), height=HEAD, gap=12),), pad=8)


# history and checks


def history_line(row: page.HistoryLine) -> Row:
    ink = "quiet" if row.struck else "text"
    plain = row.words.replace("&", "&amp;").replace("[", "&bl;").replace("]", "&br;")
    words = f"[s]{plain}[/s]" if row.struck else plain
    source = " · ".join(part for part in (row.by, row.at) if part)
    lines: list[Widget] = [Words(words, BODY, ink, markup=True), Words(source, SMALL, "quiet")]
    if row.note:
        lines.insert(1, Words(row.note, SMALL, "warning"))
    number = Fitted(str(row.seq + 1), SMALL, "quiet", align="right", size_hint_x=None, width=u(34))
    seat = "raised" if row.seat is None else f"s{row.seat}"
    bar = Card((), seat, tight=False, pad=0, size_hint_x=None, width=u(5))
    text = Column(lines, tight=True, gap=1)
    return Row((number, bar, text), gap=10, tight=True, least=46, padding=(0, u(4)))


def check_line(row: Verdict) -> Row:
    signs = {True: ("pass", "success"), False: ("fail", "wrong"), None: ("wait", "quiet")}
    sign = Icon(*signs[row.ok], side=30, pos_hint={"top": 1})
    words = [Words(row.name, BODY, bold=True), Words(row.words, SMALL)]
    if row.fix and row.ok is False:
        words.append(Words(row.fix, SMALL, "warning"))
    return Row((sign, Column(words, tight=True, gap=1)), gap=10, tight=True, least=34, padding=(0, u(4)))


# how a game went


def chart(row: page.Chart, high: float) -> Card:
    ink = "text" if row.seat is None else f"s{row.seat}"
    name = Fitted(row.name, BODY, ink, bold=True, align="left")
    kind = Fitted(row.kind, SMALL, "quiet", align="right")
    bars = SmallDrawing(partial(face_bars, row), size_hint_y=None, height=u(high))
    lines = [Words(line, SMALL) for line in row.lines]
    return Card((Row((name, kind), height=HEAD), bars, *lines), pad=10, gap=4)


def plot(row: page.Plot) -> Column:
    chips = [SeatChip(Chip(seat, name), CHIP) for seat, name in enumerate(row.names)]
    seats = in_rows(chips, 3 if upright() else 6, CHIP)
    return Column((*seats, Card((SmallDrawing(partial(line_plot, row)),), tight=False, pad=6)))


# how a game ended


class WinnerSign(FloatLayout):
    """A seat's shape in its own colour, in a wreath."""

    def __init__(self, seat: int, **more: Any) -> None:
        middle = {"center_x": 0.5, "center_y": 0.5}
        super().__init__(**more)
        self.add_widget(Painting(picture("laurel"), whole=True, pos_hint=middle))
        self.add_widget(SeatSign(seat, size_hint=(0.46, 0.46), pos_hint=middle))


class WinnerPoster(Column):
    """The winner, for a photograph: a wreath over the game's picture, words below.

    It is as high as `room` (px) if the words leave space for the picture, else higher.
    """

    room = NumericProperty(0.0)

    def __init__(self, game: str, seat: int, words: Sequence[Widget], **more: Any) -> None:
        sign = WinnerSign(seat, size_hint=(0.96, 0.96), pos_hint={"center_x": 0.5, "center_y": 0.5})
        self._art = FloatLayout(size_hint_y=None)
        dim = (0.62, 0.62, 0.62, 1.0)  # for contrast with the wreath
        behind = Painting(picture_of(game, "title"), round_by=ROUND, tint=dim, pos_hint={"x": 0, "y": 0})
        self._art.add_widget(behind)
        self._art.add_widget(sign)
        self._words = Column(words, tight=True, gap=6)
        super().__init__(
            (self._art, self._words), gap=10, padding=u(12), size_hint_y=None, ground=f"d{seat}", **more
        )
        self.bind(room=self._fill)
        self._words.bind(height=self._fill)
        self._fill()

    def _fill(self, *_changed: object) -> None:
        """Gives the picture the room that the words leave."""
        beside = self._words.height + self.spacing + 2 * u(12)
        self._art.height = max(u(92), self.room - beside)
        self.height = beside + self._art.height


class Confetti(SmallDrawing):
    """Paper that falls once over the whole place; none with reduced motion. Touches go through it."""

    def __init__(self, **more: Any) -> None:
        super().__init__(self._falling, **more)
        self._began = Clock.get_time()
        self._clock = None if style.still else Clock.schedule_interval(self._tick, 1 / 30)

    @property
    def _part(self) -> float:
        return float((Clock.get_time() - self._began) / 3.2)

    def _tick(self, _seconds: float) -> None:
        if self._clock is not None and (self._part >= 1 or self.get_parent_window() is None):
            self._clock.cancel()
            self._clock = None
        self.draw()

    def _falling(self, wide: float, high: float) -> Iterator[Mark]:
        """Each piece falls at its own pace, swings and turns; its start follows from its number."""
        part = self._part
        for n in range(PIECES if self._clock is not None else 0):
            pace = 0.8 + 0.5 * ((n * 0.383) % 1.0)
            way = part * pace * 1.35 - 0.35 * ((n * 0.271) % 1.0)
            x, y = wide * ((n * 0.618) % 1.0) + 26 * math.sin(part * 9 + n), high * way
            if way >= 0 and y <= high + 20:
                ink, faint = f"s{n % theme.SEATS}", min(1.0, 3 * (1 - part))
                paper = Art(0, 0, PAPER, PAPER, KINDS[n % len(KINDS)], ink=ink, opacity=faint)
                turn = part * 540 * (1 if n % 2 else -1) + n * 40
                yield Placed(Drawing("", PAPER, PAPER, (paper,)), x - PAPER / 2, y - PAPER / 2, turn=-turn)

    def collide_point(self, *_at: float) -> bool:
        return False


def ended(row: page.Ending) -> Card | WinnerPoster:
    """The winner and reason, all points, and other facts."""
    ink = "text"
    words: list[Widget] = [
        Words(row.headline, GREAT if row.winners else TITLE, ink, bold=True, align="center")
    ]
    if row.why:
        words.append(Words(row.why, BODY, ink, bold=True, align="center"))
    # The seats with their points, in one row if names are short; none in a game without points.
    chips = [SeatChip(chip, POINTS) for chip in row.standings if chip.score]
    if row.rule and not chips:
        words.append(Words(row.rule, SMALL, ink, align="center"))
    short = len(chips) <= 4 and all(len(one.name) <= 8 for one in row.standings)
    words += in_rows(chips, max(len(chips), 1) if short else 2, POINTS, 4)
    words.append(Words(" · ".join(row.facts), SMALL, ink, align="center"))
    return WinnerPoster(row.game, row.winners[0], words) if row.winners and row.game else Card(words, pad=16)


DRAWN: dict[type, Callable[[Any], Widget]] = {
    str: lambda words: Words(words, BODY), page.Said: said, Banner: BannerCard, page.Numbers: numbers,
    page.Gauge: gauge, page.WonOf: won, page.HistoryLine: history_line, Verdict: check_line,
    Contest: ContestCard, page.Ending: ended,
    page.Chart: lambda row: chart(row, 84), Chip: lambda chip: SeatChip(chip, CHIP),
}  # fmt: skip
"""The drawing function of each kind of row."""
ACROSS: dict[type, tuple[int, int]] = {Button: (2, 3), Chip: (2, 2), page.Gauge: (3, 3)}
"""Number side by side on an upright and a wide screen; for all other kinds one and two."""
IN_SIGHT = (page.Numbers, Chip, page.Gauge)
"""Kinds that stay in sight while rows scroll; gauges beside the title if there is room."""


def photo_of(file: str) -> Widget | None:
    """The picture in a file; None if there is none that can be shown."""
    if not file:
        return None
    try:
        return Painting(Path(file), whole=True, **theme.sized(PHOTO))
    except Exception:  # a broken picture must not keep the page away
        return None


class StepScreen(ScreenPage):
    """Draws a StepModel; `picture`: the widget of the camera's picture; `faces`: cards' pictures.

    Unchanged boards, bars and rows stay while models come and go.
    """

    def __init__(self, send: Send, picture: Widget, faces: Faces | None = None, **more: Any) -> None:
        super().__init__(send, **more)
        self._picture, self._faces = picture, faces
        self._list: Scroll | None = None
        self._board: Any = None
        self._drawn_from: type = object
        self._bar: PlaceBar | None = None
        self._celebrated: list[page.Ending] = []
        self._rows: dict[tuple[str, int], tuple[page.PageRow, list[Widget]]] = {}

    def show(self, model: page.StepModel) -> bool:
        """Draws a model; a list keeps its scroll position if its keys only change their words."""
        old = self.shown
        if model == old:
            return False
        self.shown, at = model, None if self._list is None else self._list.scroll_y
        boards = old is not None and None not in (old.board, model.board, self._board)
        if boards and replace(model, board=old.board) == old:
            self._board.show(model.board)
            return False
        self.clear_widgets()
        if model.editing is None:
            self.add_widget(self.build(model))
        else:
            self.add_widget(TypingPad(*model.editing, self.send, plain=model.names))
        self.do_layout()  # at once, so that boxes are not first laid out elsewhere
        if old is not None and _asks_the_same(old, model) and at is not None and self._list is not None:
            lay_out()  # without its height a list would scroll to the top
            self._list.scroll_y = at
        won = [row for row in model.rows if isinstance(row, page.Ending) and row.festive]
        if won != self._celebrated:
            self._celebrated = won
            if won and not style.still:
                self.add_widget(Confetti())
        return True

    def redraw(self) -> None:
        self._rows, self._board = {}, None
        super().redraw()

    def build(self, model: page.StepModel) -> Widget:
        taken_out(self._picture)
        self._list = None
        before, self._rows = self._rows, {}
        if model.cover:
            return self._cover(model)
        # Tabs side by side, half the number in an upright window or with large type.
        stacked, count = any(tab.emblem for tab in model.tabs), len(model.tabs)
        tabs = [Tool(tab, self.send, SMALL, stacked=stacked) for tab in model.tabs]
        if stacked:
            tab_rows: list[Widget] = [Row(tabs, height=64, gap=6)]
        else:
            most = 3 if model.board is not None and not upright() else 9 if count >= 9 else 6
            across = -(-most // 2) if upright() or theme.type_px(1) > 1.25 * u(1) else most
            across = -(-count // -(-count // across)) if count else across
            tab_rows = in_rows(tabs, across, TOUCH, 6)
        title = Fitted(model.title, TITLE, bold=True, align="left")
        head: list[Widget] = [Row((title, SoundKey(self.send)), height=TOUCH), *tab_rows]
        words: list[Widget] = [Words(model.headline, 24, bold=True)] if model.headline else []
        pictures = list[Widget]()
        for each in model.pictures:
            height = u(120 if not each.large else 380 if upright() else LARGE_PICTURE)
            high, wide = each.image.shape[:2]
            drawing = Drawing("picture", wide, high, (Image(0, 0, wide, high, each.image),))
            parts: list[Widget] = [SmallDrawing(drawing, size_hint_y=None, height=height)]
            parts += [Words(each.words, SMALL, "quiet", align="center")] if each.words else []
            pictures.append(Column(parts, tight=True, gap=2))
        beside = not model.live and not upright() and any(each.large for each in model.pictures)
        words += [] if beside else pictures
        if model.banner is not None:
            # A banner about rows stays in sight while they scroll.
            (head if model.rows and not model.live else words).append(BannerCard(model.banner))
        foot = self._foot(model)
        match model.rows:
            case (page.Plot() as lines, *_more):
                return Column((*head, plot(lines), *foot), padding=u(12), gap=GAP)
            case (page.Tiles(many),) if len(many) <= FEW_TILES:
                return Column((*head, tiles(many, self.send), *foot), padding=u(12), gap=GAP)
            case (page.Tiles(many),):
                # Title and headline move to the foot, so that all tiles find room above.
                foot[0].add_widget(Fitted(model.title, BODY, bold=True), len(foot[0].children))
                foot[0].add_widget(SoundKey(self.send, size_hint_y=1))
                return Column((tiles(many, self.send), *head[1:], *foot), padding=u(10), gap=GAP)
            case ((page.GameTile(), *_others) as games,):
                across = 1 if upright() else 3
                keys = [game_key(tile, self.send) for tile in games if isinstance(tile, page.GameTile)]
                rows = in_rows(keys, across)
                if len(games) % across:
                    # The exits take the place that no game needs.
                    rows[-1].add_widget(Column((Widget(), foot.pop())))
                return Column((*head, *rows, *foot), padding=u(12), gap=GAP)

        def drawn(place: str, rows: Iterable[page.PageRow]) -> Iterator[tuple[page.PageRow, list[Widget]]]:
            for n, row in enumerate(rows):
                was, made = before.get((place, n), (None, []))
                kept = [taken_out(each) for each in made] if was == row else self._row(row)
                self._rows[place, n] = row, kept
                yield row, kept

        for row, made in drawn("rows", (*model.body, *model.keys, *model.rows)):
            first = row[0] if isinstance(row, tuple) and row else row
            if isinstance(first, page.Gauge) and not upright():
                made[0].pos_hint = {"center_y": 0.5}
                head[0].add_widget(made[0], 1)
                continue
            (head if isinstance(first, IN_SIGHT) else words).extend(made)
        side: Widget = Scroll(words, gap=8 if model.rows else 10)
        self._list = side
        for made_of in words:
            if isinstance(made_of, WinnerPoster):
                side.bind(height=made_of.setter("room"))
        if model.aside:
            aside = self._aside(model.aside, drawn)
            if upright():
                aside.size_hint_y = None
                side = Column((side, aside))
            else:
                aside.size_hint_x = 0.75
                side = Row((side, aside), gap=12)
        if model.board is not None:
            side = self._with_board(model.board, Column((*head, side), gap=6))
            head = []
        elif beside:
            side = Row(
                (Column((*pictures, Widget()), size_hint_x=None, width=u(LARGE_PICTURE)), side), gap=12
            )
        elif model.live and upright():
            self._picture.size_hint, self._picture.height = (1, None), u(250)
            head.append(self._picture)
        elif model.live:
            self._picture.size_hint = (1.1, 1)
            side = Row((self._picture, side), gap=12)
        return Column((*head, side, *foot), padding=u(12), gap=GAP)

    def _cover(self, model: page.StepModel) -> Widget:
        """A first page: picture, name, large keys with the likeliest first, the rest below."""
        keys: list[Widget] = [] if model.banner is None else [BannerCard(model.banner)]
        for key in model.keys:
            high = 92 if key.weight == "main" or len(model.keys) <= 2 else 66
            keys.append(Key(key, self.send, type_size=22, least=high))
        below = [widget for row in model.rows for widget in self._row(row)]
        ends = [Tool(key, self.send, size_hint_x=None, width=u(150)) for key in model.tools]
        below.append(Row((Widget(), *ends, SoundKey(self.send)), height=TOUCH))
        # The lowest screen has room for three large keys and all tiles.
        if model.rows and (model.banner is not None or len(keys) > 3 or theme.is_enlarged()):
            *others, new = keys  # the key of a new game never scrolls out of sight
            held = Column((Scroll(others, gap=10), new, *below), gap=10)
        else:
            held = Column((Widget(), Column((*keys, *below), tight=True, gap=12), Widget()), gap=0)
        name = Fitted(model.title, GREAT, bold=True, align="left")
        motto = Fitted(_("The referee at your table"), 20, "quiet", align="left", size_hint_y=0.6)
        cover = _over(Painting(picture(model.cover), round_by=16), (name, motto), 96, pad=16, round_by=16)
        if upright():
            cover.size_hint_y = 0.8
            return Column((cover, held), padding=u(16), gap=14)
        cover.size_hint_x = 0.8
        return Row((cover, held), padding=u(16), gap=16)

    def _foot(self, model: page.StepModel) -> list[Row]:
        """The exits, with a key home if none leads there, and the bar with its keys."""
        keys: list[Widget] = []
        below: list[Row] = []
        if model.bar is not None:
            bar = self._bar = self._bar or PlaceBar(self._go)
            bar.show(model.bar.at, model.bar.last, model.bar.marks)
            taken_out(bar)
            bar.size_hint_x = 2
            narrow: Any = {} if upright() else {"size_hint_x": None, "width": u(TOUCH)}
            steps = [Tool(key, self.send, **narrow) for key in model.bar.steps]
            keys, below = ([bar], [Row(steps, height=TOUCH)]) if upright() else ([*steps, bar], [])
        keys += [Tool(button, self.send) for button in model.tools]
        if model.tools and all(button.action != HOME for button in model.tools):
            keys.append(home_key(self.send, size_hint=(None, 1)))
        return [Row(keys, height=TOUCH + 4), *below]

    def _go(self, place: int) -> None:
        self.send(do(self.shown.bar.go, place))

    def pressed(self, key: int) -> Touch | None:
        bar = self.shown.bar
        return bar.steps[STEP_KEYS.index(key)].action if bar is not None and key in STEP_KEYS else None

    def _aside(self, rows: Sequence[page.PageRow], drawn: Callable[..., Any]) -> Widget:
        """The part beside or below the rows: keys fill it, everything else scrolls."""
        match rows:
            case (page.KeyPad() as keys,):
                aside = pad(keys, self.send, fills=True)
                lines = len(aside.children)
                aside.height = u(HIGH_KEY) * lines + u(6) * (lines - 1)
                return aside
        aside = Scroll([widget for _row, made in drawn("aside", rows) for widget in made], gap=8)

        def fit(_column: object, height: float) -> None:
            aside.height = min(height, u(270))

        aside.column.bind(height=fit)
        fit(None, aside.column.height)
        return aside

    def _with_board(self, shown: DrawnBoard, side: Widget) -> Widget:
        """The board in its own shape, as large as possible, with the rest beside or below it."""
        if self._board is not None and isinstance(shown, self._drawn_from):
            board = taken_out(self._board)
            board.show(shown)
        elif isinstance(shown, BoardModel):
            board = DrawingView(shown, self._faces)  # a past table takes no touches
        else:
            board = OwnBoard(shown, self._faces, self.send)
        self._board, self._drawn_from = board, type(shown)
        whole = Column((board, side), gap=GAP) if upright() else Row((board, side), gap=12)
        if upright():
            board.size_hint_y = None
        else:
            board.size_hint_x = None

        def fit(*_changed: object) -> None:
            if upright():
                board.height = min(_high(board, whole.width), whole.height * 0.62)
                return
            wide = whole.width * 0.64
            board.width = wide * min(1.0, whole.height / _high(board, wide))

        whole.bind(size=fit)
        return whole

    def _row(self, row: page.PageRow) -> list[Widget]:
        match row:
            case Button():
                beside = None if self._faces is None else picture_beside(row, self._faces, 72, 150)
                return [Key(row, self.send, picture=beside or photo_of(row.photo))]
            case page.Counted():
                return [counted(row, self.send, self._faces)]
            case SeatColumn():
                return [seat(row, self.send, self._faces)]
            case OptionRow() | page.KeyPad():
                return [choice(row, self.send) if isinstance(row, OptionRow) else pad(row, self.send)]
            case tuple():
                # Charts need more room than keys.
                across = ACROSS.get(type(next(iter(row), None)), (1, 2))[not upright()]
                charts = [chart(each, 150) for each in row if isinstance(each, page.Chart)]
                parts = charts or [widget for each in row for widget in self._row(each)]
                return [level(parts[n : n + across], across) for n in range(0, len(parts), across)]
        return [DRAWN[type(row)](row)]


def _high(board: Any, width: float) -> float:
    """A board's height at a width; one without a shape of its own is square."""
    if isinstance(board, OwnBoard):
        return board.high(width)
    _x, _y, wide, high = board.model.window
    return float(width * high / wide)


def _asks_the_same(old: page.StepModel, new: page.StepModel) -> bool:
    """Whether two models have keys and rows for the same things, perhaps in other words."""

    def of_row(row: page.PageRow) -> object:
        if isinstance(row, OptionRow | page.Counted):
            return row.words
        if isinstance(row, tuple):
            return tuple(each.words if isinstance(each, page.Gauge) else each for each in row)
        return row

    def asked(model: page.StepModel) -> tuple[object, ...]:
        touches = (key.action for key in model.keys)
        keys = [touch.method if isinstance(touch, Do) else type(touch) for touch in touches]
        weights, rows = [tab.weight for tab in model.tabs], [of_row(row) for row in model.rows]
        return model.title, model.headline, weights, keys, rows

    return asked(old) == asked(new)


class PlaceBar(Slider):
    """Places from 0 to `last`. `moved` gets each place under the finger once."""

    def __init__(self, moved: Callable[[int], None], **more: Any) -> None:
        super().__init__(step=1, padding=u(KNOB) / 2, **more)
        self.canvas.clear()
        self.clear_widgets()  # removes Kivy's own knob
        self._moved = moved
        self._at = self._last = 0
        self._marks: tuple[int, ...] = ()
        self.bind(pos=self._draw, size=self._draw, value=self._go)

    def show(self, at: int, last: int, marks: Sequence[int] = ()) -> None:
        """Draws the knob at a place; `marks`: highlighted places."""
        if (at, last, tuple(marks)) != (self._at, self._last, self._marks):
            self._at, self._last, self._marks = at, last, tuple(marks)
            self.value, self.max = at, last
            self._draw()

    def x_of(self, place: int) -> float:
        room = max(1.0, self.width - 2 * self.padding)
        return float(self.x + self.padding + room * place / max(self._last, 1))

    def _go(self, _bar: object, place: float) -> None:
        if place != self._at:
            self._moved(round(place))

    def _draw(self, *_changed: object) -> None:
        """Draws in units from the bar's top left."""
        self.canvas.clear()
        at, middle, half = (self.x_of(self._at) - self.x) / u(1), self.height / u(1) / 2, KNOB / 2
        whole = Block(half, middle - 4, max(1.0, self.width / u(1) - KNOB), 8, "line", round_mm=4)
        done = replace(whole, w=max(at - half, 1.0), ink="primary")
        marks = [Disc((self.x_of(n) - self.x) / u(1), middle - 10.5, 5, "warning") for n in self._marks]
        knob = (Disc(at, middle, KNOB, "night"), Disc(at, middle, KNOB - 6, "text"))
        with self.canvas:
            Painter(None, self.x, self.top, u(1)).paint((whole, done, *marks, *knob))


# Bar charts with expected values, and line charts over turns, in the seats' colours and shapes. Each draws
# marks for a place that is `wide` and `high` in units.

LABEL, COUNT = 24.0, 22.0
BAR_PART = 0.62
"""Width of a bar as a share of its room."""
LEFT, LOW, RIM = 44.0, 42.0, 16.0
"""Margins for the numbers beside and below the lines, and at the other sides."""
MARKED = 12
"""Maximum number of marks on a line."""
DASHES = ((1, 0), (10, 5), (3, 4), (14, 4), (6, 6), (2, 6))
"""By seat, lengths of stroke and gap in units."""
ROUND_STEPS = (1, 2, 5, 10, 20, 50, 100, 1000)


def bar(
    part: float, ink: Ink, ground: Ink, hatches: int = 0, high: float = 14.0, **more: Any
) -> SmallDrawing:
    """A share from left to right, `high` in units; above 1 it is full and marked by `hatches`."""

    def drawn(wide: float, high: float) -> Iterator[Mark]:
        yield Block(0, 0, wide, high, ground, round_mm=high / 2)
        if part:
            yield Block(0, 0, max(high, wide * min(1.0, part)), high, ink, round_mm=high / 2)
        for n in range(1, hatches + 1):
            x = wide * n / (hatches + 1)
            yield Line(x, high, x + high, 0, ink="night", width_mm=2)

    return SmallDrawing(drawn, size_hint_y=None, height=u(high), **more)


def _number(words: str, x: float, y: float, size: float, ink: Ink = "text") -> Label:
    return Label(x, y + size * CAPITAL / 2, words, size * CAPITAL, ink, anchor="middle")


def face_bars(chart: Chart, wide: float, high: float) -> Iterator[Mark]:
    """A bar for each face's count, with its number above; a line across shows the expected count."""
    each, low, room = wide / max(1, len(chart.bars)), high - LABEL - 4, high - LABEL - COUNT - 8
    own = "primary" if chart.seat is None else f"s{chart.seat}"
    most = max(1.0, *(float(max(one.count, one.expected)) for one in chart.bars))
    for n, one in enumerate(chart.bars):
        middle, left = (n + 0.5) * each, (n + 0.5 - BAR_PART / 2) * each
        tall, level = room * one.count / most, room * one.expected / most
        if one.count:
            tall = max(3.0, tall)
            yield Block(left, low - tall, each * BAR_PART, tall, own, round_mm=3)
        right = left + each * BAR_PART
        yield Line(left - 4, low - level, right + 4, low - level, ink="text", width_mm=2.4)
        yield _number(str(one.count), middle, low - max(tall, level) - COUNT / 2 - 2, 16)
        if chart.dice:
            die = rolled("dice", int(one.face), "quiet")
            yield Placed(die, middle - LABEL / 2, high - LABEL, scale=LABEL / SIDE)
        else:
            yield _number(one.face, middle, high - LABEL / 2, 15)


def line_plot(plot: Plot, wide: float, high: float) -> Iterator[Mark]:
    """A number over the turns: per seat a line in its colour and dashes, with its shape on it."""
    from numpy import arange, interp

    turns = len(plot.values[0]) - 1
    every = [value for line in plot.values for value in line]
    least, most = min(0, *every), max(1, *every)

    def point(turn: int, value: float) -> tuple[float, float]:
        x = LEFT + (wide - LEFT - RIM) * turn / max(1, turns)
        return x, high - LOW - (high - LOW - RIM) * (value - least) / (most - least)

    # Horizontal lines at round numbers, and the turns below.
    step = next(each for each in ROUND_STEPS if (most - least) / each <= 6)
    for value in range(-(-least // step) * step, most + 1, step):
        _x, level = point(0, value)
        yield Line(LEFT, level, point(turns, value)[0], level, ink="line", width_mm=1.2)
        yield _number(str(value), LEFT / 2, level, 16)
    for turn in range(0, turns + 1, next(each for each in ROUND_STEPS if turns / each <= 8)):
        yield _number(str(turn), point(turn, least)[0], high - LOW * 0.62, 15, "quiet")
    yield _number(plot.below, wide / 2, high - LOW * 0.12, 14, "quiet")
    for seat, values in enumerate(plot.values):
        ink, points = f"s{seat}", [point(turn, value) for turn, value in enumerate(values)]
        stroke, gap = DASHES[seat % len(DASHES)]
        yield Shape(polygon(points), edge=ink, edge_mm=1.2 if gap else 3.0, closed=False)
        if gap:
            # Dashes continue around corners of the line.
            far = [0.0, *accumulate(dist(one, other) for one, other in pairwise(points))]
            xs, ys = zip(*points, strict=True)
            for start in arange(0.0, far[-1], stroke + gap):
                ends = [start, min(start + stroke, far[-1])]
                (x0, x1), (y0, y1) = interp(ends, far, xs), interp(ends, far, ys)
                yield Line(float(x0), float(y0), float(x1), float(y1), ink=ink, width_mm=3.4)
        every_nth = max(1, -(-len(values) // MARKED))
        for turn in sorted({*range(seat % every_nth, len(values), every_nth), len(values) - 1}):
            x, y = points[turn]
            yield seat_shape(seat, x, y, 17, "night")
            yield seat_shape(seat, x, y, 13, ink)
