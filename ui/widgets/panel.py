"""The referee's side of the table screen: whose turn it is, what is awaited, what happened, what may be said of it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from ui.pages.played_table import CLOSE, PlayedTable
from ui.pages.private_view import PrivateView
from ui.present.board import BoardModel
from ui.present.models import Banner, Button, CloseUp, TableModel, Task
from ui.present.touches import Touch, at, calls
from ui.widgets.banner_card import BannerCard
from ui.widgets.boxes import Column, HeadRow, Row, in_rows
from ui.widgets.card_board import picture_beside
from ui.widgets.dice import DieFace, RollTile
from ui.widgets.drawing import SmallDrawing, piece_sign
from ui.widgets.faces import Faces
from ui.widgets.happened import ContestCard, happened_rows
from ui.widgets.keys import FAR, HOME, EdgeKey, Key, Send, SoundKey, Tool, Touched, home_key
from ui.widgets.paged import LEAST_PICTURE, Made, Paged
from ui.widgets.seat_band import LONG, SeatBand, aside_row, seat_chips
from ui.widgets.text import Fitted, Words
from ui.widgets.theme import BODY, SMALL, TITLE, TOUCH, colours, is_enlarged, u, upright
from ui.words import _
from vision.printed.marks import Art, Drawing, Shape
from vision.printed.shapes import box

BANDED = frozenset({"play", "layout", "over", "mustering"})
"""Faces of the screen that show whose turn it is; questions need the room."""
SPARE = frozenset({"play", "over"})
"""Faces that ask nothing: what else is known stands there as far as there is room, and in the drawer."""
SHORT, SHORT_BELOW = 20, 24
"""Answers of so few letters may stand side by side, beside a board and below one."""
NARROW = 30
"""So few letters beside a picture fit in half of a panel."""
PAIRED, PAIRED_BELOW = 24, 56
"""Keys of so few letters stand two a row where there are several, beside a board and below one."""
LONG_WORD = 12
"""A word of more letters has no room in a loud key beside three tools."""
LONG_BANNER = 120
"""A banner of more letters is no more than its first sentence."""
SENTENCE_END = re.compile(r"(?<=[.!?…]) ")
MOST_IN_PAIRS = 6
"""So many choices stand two a row below a board."""
LOW_TITLE = 26.0
"""The type of a headline that is long, or stands above many keys."""
MOST_FIXED, MOST_LARGE = 3, 2
"""So many answers stand below what scrolls; the second where type is larger than usual."""
MOST_STACKED = 8
"""So many choices beside a board have room for an icon above their words; of more it stands beside them."""
HIGH_TOOL = TOUCH + 14
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
            parts.append(HeadRow(Key(model.answers[-1], self._send), SoundKey(self._send)))
        else:
            # At the foot the last answer, which leads out, or all where they are few.
            few = len(model.answers) <= (MOST_LARGE if is_enlarged() else MOST_FIXED)
            few = few and model.kind != "agree" and not any(key.board or key.card for key in model.answers)
            others = 0 if few or model.kind == "refuse" else len(model.answers) - (not edges)
            doors_here = self._doors(doors, len(model.chips))
            parts.append(self._middle(model, model.answers[:others], doors_here))
            parts += self._foot(model, model.answers[others:])
        return [*parts, *(edge for seat, edge in edges.items() if seat != FAR)]

    def _head(self, model: TableModel) -> list[Widget]:
        """Whose turn it is, or the headline."""
        home = self._home(model) if upright() else []
        if model.kind not in BANDED or not model.chips:
            large = TITLE if len(model.headline) <= 22 and model.kind != "menu" else LOW_TITLE
            words = Words(model.headline, large, colours().text, bold=True)
            return [HeadRow(words, *home) if home else words]
        return [SeatBand(model.chips, model.headline, _awaited(model))]

    def _home(self, model: TableModel) -> list[Tool]:
        """The way home from what asks something: elsewhere it is in the drawer."""
        known = model.tools or any(key.action == HOME for key in model.answers)
        return [] if known else [home_key(self._send, pos_hint={"top": 1} if upright() else {"y": 0})]

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
        """What is always in view: the key that stands out, the answers that lead on, and the tools."""
        loud = [key for key in model.helps if key.weight == "main"]
        low = len(loud) == 1 and not loud[0].detail and max(map(len, loud[0].words.split())) <= LONG_WORD
        if low and upright() and len(model.tools) == 3:
            tools = [Tool(tool, self._send, stacked=True) for tool in model.tools]
            return [Row((Key(loud[0], self._send, least=HIGH_TOOL, size_hint_x=2), *tools), tight=True)]
        most = SHORT_BELOW if upright() else SHORT
        long = any(len(answer.words) > most or answer.detail for answer in answers[1:])
        whole, small = (answers, model.tools) if long else (answers[:1], (*answers[1:], *model.tools))
        keys: list[Widget] = [Key(key, self._send) for key in (*loud, *whole)]
        home = [] if upright() else self._home(model)
        if not small:
            return [*keys[:-1], HeadRow(keys[-1] if keys else Widget(), *home)] if home else keys
        # Below a board all in one row, beside one two; three tools are what is left beside a loud key.
        stacked = (upright() and len(small) > 2) or len(small) == len(model.tools) == 3
        across = len(small) if stacked else 3 if upright() else 2
        made = [Tool(key, self._send, stacked=stacked) for key in small]
        rows = [made[n : n + across] for n in range(0, len(made), across)]
        rows[-1] += home
        return [*keys, Column([Row(row, height=HIGH_TOOL if stacked else TOUCH) for row in rows], tight=True)]

    def _middle(self, model: TableModel, answers: Sequence[Button], doors: Sequence[Widget]) -> Paged:
        """What has just happened and what asks something now, then the answers.

        While nothing is asked what else is known stands there only as far as there is room: the drawer has all of it.
        """
        rows: list[Made] = []
        if model.close_up is not None:
            rows.append(CloseUpCard(model.close_up, self._faces, self._send))
            rows += [Words(said, BODY - 2) for said in SENTENCE_END.split(model.close_up.says) if said]
        for banner in (model.trouble, _beside_board(model)):
            rows += [] if banner is None else banner_rows(banner)
        contest = [] if model.contest is None else [ContestCard(replace(model.contest, more=""))]
        if model.contest is not None:
            rows += [*contest, *(Words(text, BODY) for text in (model.contest.more,) if text)]
        banded = model.kind in BANDED and model.chips and _awaited(model)
        body = [Words(text, BODY, colours().text) for text in model.body[1 if banded else 0 :]]
        notes = [Words(text, SMALL, colours().quiet) for text in (*model.notes, model.remark) if text]
        helps = self._helps([key for key in model.helps if key.weight != "main"])
        # A contest is the last event; how a game ended, and what the box would do, is said in a banner.
        past = happened_rows(model.past, self._faces, self._send)
        said_above = model.contest is not None or any(isinstance(row, BannerCard) for row in rows)
        last = [past[0]()] if past and not said_above else []
        rows += [*chore_keys(model.tasks[:1], self._send), *last, *doors, *helps]
        keys = self._keys(model, answers)
        # The dice that have just been thrown, small.
        small = {"size_hint": (None, None), "size": (u(40), u(40))}
        faces = [DieFace(roll.what, roll.value, f"s{roll.seat}", **small) for roll in model.rolls]
        rolls = [Row((*faces, Widget()), height=44)] if faces else []
        chips = seat_chips(model.chips) if model.kind in BANDED else []
        if model.kind in SPARE and not model.answers:
            aside = [aside_row(chip) for chip in model.chips if chip.aside and model.past]
            older = past[len(last) :] if model.contest is None or model.kind == "over" else []
            if model.own is not None:  # what a game's own face says is more than what is known besides
                rows, body = [*rows, *body], []
            spared = next(iter(contest if model.kind == "over" else last), None)
            return Paged((*rows, *keys), (*rolls, *chips, *body, *older, *aside, *notes), spared)
        return Paged((*rows, *rolls, *body, *keys, *notes), chips)

    def _helps(self, keys: Sequence[Button]) -> list[Widget]:
        """The keys; of several those with few words two a row, then the others."""
        most, alone = (PAIRED_BELOW, 1) if upright() else (PAIRED, 2)
        several = len(keys) > alone
        short = [key for key in keys if several and len(key.words) <= most and not key.detail]
        pairs = in_rows([Tool(key, self._send) for key in short], 2, TOUCH)
        return [*pairs, *(Key(key, self._send) for key in keys if key not in short)]

    def _keys(self, model: TableModel, answers: Sequence[Button]) -> list[Made]:
        """A row for each answer; of those with short words and pictures two a row where there is width."""
        if model.kind == "agree":
            return [*in_rows([Tool(answer, self._send) for answer in answers], 2, TOUCH + 8)]
        pictured = bool(answers) and all(answer.board or answer.card for answer in answers)
        short = all(len(answer.words) <= NARROW and not answer.detail for answer in answers)
        if not (pictured and short and upright() and len(answers) > 1):
            rows: list[Made] = []
            for answer in answers:
                # Reasons of several lines stand below their key, each a row that finds its own place.
                detail, *reasons = answer.detail.split("\n")
                rows.append(partial(self._pictured, replace(answer, detail=detail)))
                words = [Words(reason, SMALL, colours().quiet) for reason in reasons]
                rows += [Column((each,), tight=True, padding=(u(12), 0)) for each in words]
            return rows
        pairs = [answers[n : n + 2] for n in range(0, len(answers), 2)]
        return [partial(self._pair, pair) for pair in pairs]

    def _pair(self, pair: Sequence[Button]) -> Row:
        keys = [self._pictured(answer) for answer in pair]
        return Row((*keys, *(Widget() for _half in range(2 - len(keys)))), tight=True)

    def _pictured(self, answer: Button) -> Key:
        picture = picture_beside(answer, self._faces, LEAST_PICTURE, LEAST_PICTURE)
        return Key(answer, self._send, picture=picture)

    def _dice(self, model: TableModel) -> list[Widget]:
        """The throws: a seat across the table has its tile on the far side, turned towards it; of many two a row."""
        # While dice are awaited only these: take back, and more.
        some = [Tool(tool, self._send) for tool in model.tools if tool.icon in ("back", "menu")]
        tools = Row(some, height=TOUCH)
        middle = Paged((
            *([] if model.trouble is None else [BannerCard(model.trouble)]),
            Words(model.headline, TITLE, colours().text, bold=True, align="center"),
            *(Words(text, BODY + 2, colours().text, align="center") for text in model.body),
            *self._helps(model.helps),
            *chore_keys(model.tasks, self._send),
        ))  # fmt: skip
        if len(model.rolls) > 2:
            many = [RollTile(roll, self._send, turned=False) for roll in model.rolls]
            return [middle, *in_rows(many, 2, 88), tools]
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


def _awaited(model: TableModel) -> str:
    """What stands in the band of whose turn it is: what is awaited of them, unless a banner says what to do or it
    would leave no room for keys.
    """
    if not model.body or model.kind == "over" or _beside_board(model) is not None:
        return ""
    too_long = is_enlarged() and not upright() and len(model.body[0]) > LONG
    return "" if too_long else model.body[0]


def _beside(model: TableModel) -> TableModel:
    """The model without what is not drawn here: the board, and what is being waited for."""
    return replace(model, banner=_beside_board(model), **ELSEWHERE)


def _beside_board(model: TableModel) -> Banner | None:
    """The banner, except what is being waited for: that lies over the board."""
    return None if model.banner is None or model.banner.tone == "wait" else model.banner


# What is still to be tidied, as a list to tick off: a touch anywhere on a line says that it is done.


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


def banner_rows(banner: Banner) -> list[Widget]:
    """A banner; the sentences of a long one, as of a whole rule, stand below its first."""
    if len(banner.words + banner.more) <= LONG_BANNER:
        return [BannerCard(banner)]
    first, *others = [*SENTENCE_END.split(banner.words), *SENTENCE_END.split(banner.more)]
    return [
        BannerCard(replace(banner, words=first, more="")),
        *(Words(said, BODY) for said in others if said),
    ]


def chore_keys(tasks: Sequence[Task], send: Send) -> list[Widget]:
    return [ChoreKey(task.words, task.action, send) for task in tasks]


# What is seldom needed beside the board, in the board's place while the menu stands beside it.


def drawer(model: TableModel, faces: Faces, send: Send) -> Paged:
    """What is still to be tidied, the last events, what each seat has beside the board, and what else is known."""
    chores = chore_keys(model.tasks, send)
    if len(chores) > 1:
        every = Button(_("All done"), at(PlayedTable.wave_all), "plain", "done")
        chores.append(Key(every, send))
    told = [Words(text, BODY, colours().text) for text in model.body]
    aside = [aside_row(chip) for chip in model.chips if chip.aside]
    notes = [Words(text, SMALL, colours().quiet) for text in model.notes]
    past = happened_rows(model.past, faces, send)
    return Paged((*chores, *told, *past, *seat_chips(model.chips), *aside, *notes))


# A card of the board close up: its picture with its figures, and beside it in words what it is worth and
# may do; what its rule says follows below. One touch closes it.


PICTURE = 108.0


class CloseUpCard(Touched):
    def __init__(self, shown: CloseUp, faces: Faces, send: Send, **more: Any) -> None:
        picture = piece_sign(shown.piece, faces, PICTURE)
        said = [Words(text, BODY, colours().text) for text in shown.lines]
        words = Column(said, tight=True, gap=4, pos_hint={"top": 1})
        picture.pos_hint = {"top": 1}
        parts = (Row((picture, words), gap=10, tight=True),)
        super().__init__(
            CLOSE, send, parts, ground=colours().surface, padding=u(8), spacing=u(6), tight=True, **more
        )
