"""The referee's side of the table screen: whose turn it is, what is awaited, what happened, what may be said of it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from ui.pages.played_table import CLOSE, PlayedTable
from ui.pages.private_view import PrivateView
from ui.present.models import Button, CloseUp, TableModel, Task
from ui.present.tabletop import BoardModel
from ui.present.touches import Touch, at, calls
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Column, HeadRow, Row, Scroll, in_rows, side_by_side
from ui.widgets.card_board import picture_beside
from ui.widgets.dice import DieFace, RollTile
from ui.widgets.drawing import SmallDrawing, piece_sign
from ui.widgets.faces import Faces
from ui.widgets.happened import ContestCard, happened_rows
from ui.widgets.keys import FAR, HOME, EdgeKey, Key, Send, SoundKey, Tool, Touched, home_key
from ui.widgets.seat_band import LONG, SeatBand, aside_row, seat_chips
from ui.widgets.text import Fitted, Words
from ui.widgets.theme import BODY, GAP, SMALL, TITLE, TOUCH, colours, is_enlarged, u, upright
from ui.words import several
from vision.printed.marks import Art, Drawing, Shape
from vision.printed.shapes import box

BANDED = frozenset({"play", "layout", "over", "mustering"})
"""Faces of the screen that show whose turn it is; questions need the room."""
SHORT, SHORT_BELOW = 18, 24
"""Answers of so few letters may stand side by side, beside a board and below one."""
NARROW = 30
"""So few letters beside a picture fit in half of a panel."""
MOST_IN_PAIRS = 6
"""So many choices stand two a row below a board."""
LOW_TITLE = 26.0
"""The type of a headline that is long, or stands above many keys."""
MOST_FIXED, MOST_LARGE = 3, 2
"""So many answers stand below what scrolls; the second where type is larger than usual."""
MOST_STACKED = 8
"""So many choices beside a board have room for an icon above their words; of more it stands beside them."""
HIGH_TOOL = TOUCH + 18
"""Tools whose words stand below their icons."""
ELSEWHERE: dict[str, Any] = {
    "board": BoardModel((), (0.0, 0.0, 1.0, 1.0)), "tiles": (),
    **dict.fromkeys(("pad", "sign", "card", "tally", "own", "highlight", "guide")),
}  # fmt: skip
"""Nothing of what is drawn beside the panel."""


class Panel(Column):
    """Everything beside the board. `show` builds it anew when the model is another one."""

    def __init__(self, faces: Faces, send: Send, **more: Any) -> None:
        super().__init__(**more)
        self._faces, self._send = faces, send
        self._model: TableModel | None = None

    def show(self, model: TableModel) -> bool:
        """Draws a model; one that differs only in its board changes nothing here, and gives False."""
        if self._model is not None and _beside(self._model) == _beside(model):
            self._model = model
            return False
        self._model = model
        self.clear_widgets()
        for part in self._dice(model) if model.kind == "dice" and model.rolls else self._parts(model):
            self.add_widget(part)
        return True

    def _parts(self, model: TableModel) -> list[Widget]:
        edges = {key.seat: EdgeKey(key, self._send) for key in model.answers if key.edge}
        model = replace(model, answers=tuple(key for key in model.answers if not key.edge))
        doors = tuple(key for key in model.helps if calls(key.action, PrivateView.draw_curtain))
        model = replace(model, helps=tuple(key for key in model.helps if key not in doors))
        parts: list[Widget] = [edge for seat, edge in edges.items() if seat == FAR]
        parts += self._head(model)
        if model.kind == "menu":
            # Choices of equal weight two by two; of many three a row where the panel is wide.
            choices = model.answers[:-1]
            stacked = upright() or len(choices) <= MOST_STACKED
            tools = [Tool(answer, self._send, stacked=stacked) for answer in choices]
            parts.append(Column(in_rows(tools, 3 if upright() and len(tools) > MOST_IN_PAIRS else 2)))
            parts += self._foot(model, model.answers[-1:])
        else:
            fixed, scrolled = split_answers(model, closed=not edges)
            many = model.kind == "agree" and len(scrolled) > 2
            parts.append(self._middle(model, () if many else scrolled))
            if many:
                keys = [Tool(answer, self._send) for answer in scrolled]
                parts += in_rows(keys, 2, TOUCH + 8)
            parts += self._doors(doors, len(model.chips))
            # The key that stands out is never scrolled out of view.
            parts += [Key(key, self._send) for key in model.helps if key.weight == "main"]
            parts += self._foot(model, fixed)
        return [*parts, *(edge for seat, edge in edges.items() if seat != FAR)]

    def _head(self, model: TableModel) -> list[Widget]:
        """Whose turn it is, or the headline; beside it where there is width the keys of the corner."""
        keys = self._corner(model) if upright() else []
        if model.kind not in BANDED or not model.chips:
            large = TITLE if len(model.headline) <= 22 and model.kind != "menu" else LOW_TITLE
            words = Words(model.headline, large, colours().text, bold=True)
            return [HeadRow(words, *keys) if keys else words]
        band = SeatBand(model.chips, model.headline, _awaited(model))
        chips = seat_chips(model.chips)
        return [HeadRow(band, *keys) if keys else band, *([] if chips is None else [chips])]

    def _corner(self, model: TableModel) -> list[Tool]:
        """The sound, and the way home where no key with words leads there: always in the same corner."""
        known = any(key.action == HOME for key in (*model.answers, *model.tools))
        where = {"top": 1} if upright() else {"y": 0}
        keys: list[Tool] = [SoundKey(self._send, pos_hint=where)]
        if not known:
            keys.append(home_key(self._send, pos_hint=where))
        return keys

    def _doors(self, doors: Sequence[Button], seats: int) -> list[Widget]:
        """The ways to what one seat alone may see: each seat's always at the same place, two a row."""
        if not doors:
            return []
        keys = {door.seat: Tool(door, self._send) for door in doors}
        places = [
            keys.get(seat, Widget()) for seat in range(max(seats, max(keys, key=lambda s: s or 0) or 0, 2))
        ]
        return in_rows(places, 2, TOUCH + 4)

    def _foot(self, model: TableModel, answers: Sequence[Button]) -> list[Widget]:
        """The answers that always stand here, the tools, and at their end the keys of the corner."""
        corner: list[Tool] = [] if upright() else self._corner(model)
        if model.tools:
            return [*self._answers(answers, []), self._tools(model.tools, corner)]
        if not answers:
            return [Row((Widget(), *corner), height=TOUCH)] if corner else []
        return self._answers(answers, corner)

    def _answers(self, answers: Sequence[Button], corner: list[Tool]) -> list[Widget]:
        """Answers across; those after the first, or two below a board, side by side where they are short; at the end
        of all `corner`.
        """
        most = SHORT_BELOW if upright() else SHORT
        long = [len(a.words) > most or a.detail != "" for a in answers]
        if len(answers) == 2 and upright() and not any(long):
            return [Row([Tool(answer, self._send) for answer in answers], height=TOUCH)]
        if len(answers) <= 2 or any(long[1:]):
            keys: list[Widget] = [Key(answer, self._send) for answer in answers]
            return [*keys[:-1], HeadRow(keys[-1], *corner)] if keys and corner else keys
        small: list[Widget] = [Tool(answer, self._send) for answer in answers[1:]]
        across, alone = 3 if upright() else 2, len(small) - 1 if corner else len(small)
        rows = [small[n : min(n + across, alone)] for n in range(0, alone, across)]
        rows += [[*small[alone:], *corner]] if corner else []
        return [Key(answers[0], self._send), *(Row(row, height=TOUCH) for row in rows)]

    def _tools(self, tools: Sequence[Button], corner: list[Tool]) -> Widget:
        """In one row where there is width, else two a row; the keys of the corner at their ends, the way home last."""
        stacked = len(tools) != 2 if upright() else len(tools) == len(corner) == 2
        keys: list[Widget] = [Tool(tool, self._send, stacked=stacked) for tool in tools]
        if upright() or len(keys) <= 2:
            return Row((*keys, *map(_as_high, corner)), height=HIGH_TOOL if stacked else TOUCH)
        rows = [[*keys[n : n + 2]] for n in range(0, len(keys), 2)]
        for row, key in zip(reversed(rows), reversed(corner), strict=False):
            row.append(key)
        return Column([Row(row, height=TOUCH) for row in rows], tight=True)

    def _middle(self, model: TableModel, answers: Sequence[Button]) -> Widget:
        """What may need scrolling; of the last events as many as there is room for."""
        lines: list[Widget] = []
        if model.close_up is not None:
            lines.append(CloseUpCard(model.close_up, self._faces, self._send))
        if model.trouble is not None:
            lines.append(BannerCard(model.trouble))
        if model.banner is not None and model.banner.tone != "wait":
            lines.append(BannerCard(model.banner))
        if model.rolls:
            # The dice that have just been thrown, small.
            dice = {"size_hint": (None, None), "size": (u(40), u(40))}
            faces = [DieFace(roll.what, roll.value, f"s{roll.seat}", **dice) for roll in model.rolls]
            lines.append(Row((*faces, Widget()), height=44))
        if model.contest is not None:
            lines.append(ContestCard(model.contest))
        banded = model.kind in BANDED and model.chips and _awaited(model)
        body = [Words(text, BODY, colours().text) for text in model.body[1 if banded else 0 :]]
        said = [key for key in model.helps if key.weight != "main"]
        helps: list[Widget] = [Key(key, self._send) for key in said]
        if upright() and len(said) > 1 and not any(key.detail for key in said):
            helps = side_by_side([Tool(key, self._send) for key in said], TOUCH)
        told = model.past if model.contest is None else model.past[1:] if model.kind == "over" else ()
        rows = happened_rows(told, self._faces, self._send)
        told_last = [*helps, *body, *rows[:1]] if model.kind == "layout" else [*rows[:1], *helps, *body]
        lines += [*chore_keys(model.tasks, self._send), *told_last]
        keys = [partial(self._pictured, answer) for answer in answers]
        if keys and all(answer.board or answer.card for answer in answers):
            narrow = all(len(answer.words) <= NARROW and not answer.detail for answer in answers)
            return Answers(lines, keys, narrow=narrow)
        notes = [Words(text, SMALL, colours().quiet) for text in (*model.notes, model.remark) if text]
        # What each seat has beside the board.
        aside = [aside_row(chip) for chip in model.chips if chip.aside and model.past]
        return Filled((*lines, *(make() for make in keys), *notes), rows[1:], aside)

    def _pictured(self, answer: Button) -> Key:
        picture = picture_beside(answer, self._faces, LEAST_PICTURE, LEAST_PICTURE)
        return Key(answer, self._send, picture=picture)

    def _dice(self, model: TableModel) -> list[Widget]:
        """The throws: a seat across the table has its tile on the far side, turned towards it; of many two a row."""
        # While dice are awaited only these: take back, more, the sound and the way home.
        keys = [Tool(tool, self._send, stacked=True) for tool in model.tools if tool.icon in ("back", "menu")]
        tools = Row((*keys, *map(_as_high, self._corner(model))), height=HIGH_TOOL)
        middle = Scroll((
            *([] if model.trouble is None else [BannerCard(model.trouble)]),
            Words(model.headline, TITLE, colours().text, bold=True, align="center"),
            *(Words(text, BODY + 2, colours().text, align="center") for text in model.body),
            *(Key(button, self._send) for button in model.helps),
            *chore_keys(model.tasks, self._send),
        ))  # fmt: skip
        if len(model.rolls) > 2:
            many = [RollTile(roll, self._send, turned=False) for roll in model.rolls]
            return [middle, *in_rows(many, 2, 84), tools]
        tiles = {
            roll.seat: RollTile(roll, self._send, turned=roll.seat == FAR and len(model.rolls) > 1)
            for roll in model.rolls
        }
        far = [tile for seat, tile in tiles.items() if seat == FAR]
        near = [tile for seat, tile in tiles.items() if seat != FAR]
        if upright():
            return [middle, Row((*near, *far), height=80 if model.helps else 120), tools]
        for tile in tiles.values():
            tile.size_hint_y, tile.height = None, u(80 if model.helps else 102)
        return [*far, middle, *near, tools]


def _as_high(key: Tool) -> Tool:
    """A key of the corner, as high as those beside it."""
    key.size_hint_y = 1
    return key


def _awaited(model: TableModel) -> str:
    """What stands in the band of whose turn it is: what is awaited of them, unless it would leave no room for keys."""
    if not model.body or model.kind == "over":
        return ""
    too_long = is_enlarged() and not upright() and len(model.body[0]) > LONG
    return "" if too_long else model.body[0]


def split_answers(model: TableModel, *, closed: bool = True) -> tuple[tuple[Button, ...], tuple[Button, ...]]:
    """The answers that always stand at the foot, and those that may scroll. `closed`: the last one leads out."""
    pictured = any(answer.board or answer.card for answer in model.answers)
    most = MOST_LARGE if is_enlarged() else MOST_FIXED
    if model.kind == "refuse" or (len(model.answers) <= most and not pictured):
        return model.answers, ()
    return (model.answers[-1:], model.answers[:-1]) if closed else ((), model.answers)


def _beside(model: TableModel) -> TableModel:
    """The model without what is not drawn here: the board, and what is being waited for."""
    banner = None if model.banner is not None and model.banner.tone == "wait" else model.banner
    return replace(model, banner=banner, **ELSEWHERE)


# What is still to be tidied, as a list to tick off: a touch anywhere on a line says that it is done.


MOST_TASKS = 4
BOX = 34.0
TICK_BOX = Drawing(
    "an open box with a faint tick in it", BOX, BOX,
    (
        Shape(box(0, 0, BOX, BOX, 7), edge="warning", edge_mm=3.2),
        Art(BOX * 0.18, BOX * 0.18, BOX * 0.64, BOX * 0.64, "done", deck="icon", ink="warning", opacity=0.75),
    ),
)  # fmt: skip


class ChoreKey(Touched):
    def __init__(self, words: str, action: Touch, send: Send, **more: Any) -> None:
        warning = colours().warning
        box = SmallDrawing(TICK_BOX, size_hint_x=None, width=u(BOX))
        parts = (box, Fitted(words, BODY, colours().text, align="left"))
        super().__init__(
            action, send, parts, ground=warning.ground, edge=warning.ink, spacing=u(12),
            padding=(u(11), u(4)), size_hint_y=None, height=u(TOUCH), **more,
        )  # fmt: skip


def chore_keys(tasks: Sequence[Task], send: Send) -> list[Widget]:
    """The chores, two a row where there is width; of many only the first, and one key for all."""
    shown = tasks if len(tasks) <= MOST_TASKS else tasks[: MOST_TASKS - 1]
    keys: list[Widget] = [ChoreKey(task.words, task.action, send) for task in shown]
    more = len(tasks) - len(shown)
    if more:
        words = several("All done: these and {n} more", "All done: these and {n} more", more)
        keys.append(ChoreKey(words, at(PlayedTable.wave_all), send))
    return keys if len(keys) == 1 else side_by_side(keys, TOUCH)


# A card of the board close up: its picture with its figures, and beside it in words what it is worth and
# may do. One touch closes it.


PICTURE = 108.0


class CloseUpCard(Touched):
    def __init__(self, shown: CloseUp, faces: Faces, send: Send, **more: Any) -> None:
        picture = piece_sign(shown.piece, faces, PICTURE)
        said = [Words(text, BODY, colours().text) for text in shown.lines]
        if shown.says:
            said.append(Words(shown.says, BODY - 2, colours().text))
        words = Column(said, tight=True, gap=4, pos_hint={"top": 1})
        picture.pos_hint = {"top": 1}
        parts = (Row((picture, words), gap=10, tight=True),)
        super().__init__(
            CLOSE, send, parts, ground=colours().surface, padding=u(8), spacing=u(6), size_hint_y=None, **more
        )
        self.bind(minimum_height=self.setter("height"))
        self.height = self.minimum_height


# What fills the room that is left: as many rows as fit, and answers with pictures as large as fit.


LEAST_PICTURE, MOST_PICTURE, PICTURE_PART = 72.0, 190.0, 0.45
"""The side of an answer's picture, in units, and the most of its key's width that it takes."""
AT_ONCE = 5
"""So many rows of answers with pictures are in sight before one scrolls, or nearly."""


class Filled(Scroll):
    """A column that scrolls; of the rows at its end only those are shown that fit.

    `after` stands below them all. The rows have heights of their own from the beginning.
    """

    def __init__(
        self, children: Sequence[Widget], rows: Sequence[Widget], after: Sequence[Widget] = (), **more: Any
    ) -> None:
        super().__init__((*children, *after), **more)
        self._children, self._rows, self._after = children, rows, after
        self._shown = 0
        self._fill_soon = Clock.create_trigger(self._fill, -1)
        for part in children:
            part.bind(height=self._fill_soon)
        self.bind(size=self._fill_soon)

    def _fill(self, _seconds: float) -> None:
        gap = self.column.spacing
        room = self.height - sum(part.height + gap for part in self._children)
        shown = 0
        for row in self._rows:
            room -= row.height + gap
            if room < -gap - 1:
                break
            shown += 1
        if shown == self._shown:
            return
        self._shown = shown
        self.column.clear_widgets()
        for part in (*self._children, *self._rows[:shown], *self._after):
            self.column.add_widget(part)


class Answers(Scroll):
    """Answers with pictures: one below the other, two a row where there is width; the pictures share the room.

    The first are there at once, as many as can be in sight; the rest follow below them, a row a frame.
    """

    def __init__(
        self, before: Sequence[Widget], keys: Sequence[Callable[[], Key]], *, narrow: bool, **more: Any
    ) -> None:
        """`keys`: each makes one. `narrow`: the words are so short that two keys find room side by side."""
        self._keys: list[Key] = []
        self._before = before
        self._across = 2 if upright() and len(keys) > 1 and narrow else 1
        self._rows: list[Row] = []
        self._to_come = [keys[n : n + self._across] for n in range(0, len(keys), self._across)]
        self._in_all = len(self._to_come)
        super().__init__(before, **more)
        self._fit_soon = Clock.create_trigger(self._fit, -1)
        self._go_on = Clock.create_trigger(self._follow)
        for part in before:
            part.bind(height=self._fit_soon)
        self.bind(size=self._fit_soon)
        for _row in range(AT_ONCE):
            self._add_row()
        self._go_on()
        self._fit_soon()

    def _add_row(self) -> None:
        if not self._to_come:
            return
        keys = [make() for make in self._to_come.pop(0)]
        for key in keys:
            key.pos_hint = {"top": 1}
            key.bind(height=self._fit_soon)
        some: list[Widget] = [*keys, *(Widget() for _place in range(self._across - len(keys)))]
        row = Row(some, size_hint_y=None)
        self._keys += keys
        self._rows.append(row)
        self.column.add_widget(row)

    def _follow(self, _seconds: float) -> None:
        """One row more, until all are there or nobody shows them any more."""
        if self._to_come and self.parent is not None:
            self._add_row()
            self._fit_soon()
            self._go_on()

    def _fit(self, _seconds: float) -> None:
        gap = u(GAP)
        room = self.height - sum(part.height + gap for part in self._before)
        each = (room - gap * (self._in_all - 1)) / max(self._in_all, 1) - 2 * u(GAP)
        wide = (self.width - gap * (self._across - 1)) / self._across * PICTURE_PART
        side = max(u(LEAST_PICTURE), min(each, wide, u(MOST_PICTURE)))
        for key in self._keys:
            key.picture.size = (side, side)
        for row in self._rows:
            row.height = max(part.height for part in row.children if isinstance(part, Key))
