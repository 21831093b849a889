"""The referee's side of the table screen: seats, headline, banner, chores, answers and tools, drawn from one model."""

# mypy: disable-error-code="misc"
from dataclasses import replace
from typing import Any

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.uix.widget import Widget

from companion.contest import Contest
from ui.present.models import Banner, BoardModel, Button, Chip, TableModel, Task
from ui.present.table_touches import WaveAll
from ui.widgets.boxes import Card, Column, Row, Scroll
from ui.widgets.close_up import CloseUpCard
from ui.widgets.contest_card import ContestCard
from ui.widgets.corner_pad import CardPicture
from ui.widgets.dice import DieFace, RollTile
from ui.widgets.faces import Faces
from ui.widgets.icons import Icon, seat_shape
from ui.widgets.keys import HOME, Key, Send, Tool, home_key
from ui.widgets.sound_key import SoundKey
from ui.widgets.table import TableView
from ui.widgets.text import Fitted, Words
from ui.widgets.theme import (
    BODY,
    GAP,
    SMALL,
    TITLE,
    TOUCH,
    colours,
    seat_colour,
    tone,
    tone_ground,
    u,
    upright,
)
from ui.words import _, several

MOST_TASKS = 4
WITH_CHIPS = frozenset({"play", "layout", "over", "mustering"})
"""Faces of the screen that show whose turn it is; questions need the room."""
PICTURE = 104.0
CARD_PICTURE = 62.0
SHORT = 14
"""Answers of so few letters may stand side by side."""
CHIP, LOW_CHIP = 44.0, 32.0
NOTHING = BoardModel((), (0.0, 0.0, 1.0, 1.0))
MOST_BOLD = 60
MOST_LETTERS = 320


class SeatChip(Row):
    """A seat's shape and name; filled with its colour while it is to act."""

    def __init__(self, chip: Chip, height: float = CHIP, **more: Any) -> None:
        super().__init__(height=height, gap=6, padding=(u(10), u(4)), **more)
        self._chip = chip
        ink = colours().on_seat if chip.active else colours().text
        self._shape = Widget(size_hint_x=None, width=u(20))
        self.add_widget(self._shape)
        self.add_widget(Fitted(chip.name, BODY, ink, bold=chip.active, align="left"))
        self.bind(pos=self._draw, size=self._draw)
        self._draw()

    def _draw(self, *_changed: object) -> None:
        self.canvas.before.clear()
        colour = seat_colour(self._chip.seat)
        with self.canvas.before:
            Color(*(colour if self._chip.active else colours().raised))
            SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[u(10)])
            side = u(18)
            ink = colours().on_seat if self._chip.active else colour
            seat_shape(self._chip.seat, self.x + u(11), (self.y + self.height / 2) - side / 2, side, ink)


class BannerCard(Card):
    """A banner: its tone's shape and ground, the words, what else there is, and where they come from."""

    def __init__(self, banner: Banner, type_size: float = BODY, **more: Any) -> None:
        bold = banner.tone != "wait" and len(banner.words) <= MOST_BOLD
        lines: list[Widget] = [Words(shortened(banner.words), type_size, colours().text, bold=bold)]
        if banner.more:
            lines.append(Words(banner.more, BODY, colours().text))
        if banner.source:
            lines.append(Words(_("rule {id}").format(id=banner.source), SMALL, colours().quiet))
        text = Column(lines, tight=True, gap=4)
        icon = Icon(banner.tone, tone(banner.tone), size_hint=(None, None), size=(u(28), u(28)))
        side = Column((icon, Widget()), gap=0, size_hint_x=None, width=u(28))
        row = Row((side, text), gap=10, size_hint_y=None)
        text.bind(height=lambda _text, height: setattr(row, "height", max(height, u(28))))
        row.height = max(text.height, u(28))
        super().__init__((row,), tone_ground(banner.tone), pad=10, **more)


def shortened(words: str) -> str:
    """A text that leaves room for others: what is longer is in the log."""
    return words if len(words) <= MOST_LETTERS else words[:MOST_LETTERS].rsplit(" ", 1)[0] + " …"


class TaskRow(Row):
    """A chore with its own tap that says it is done."""

    def __init__(self, task: Task, send: Send, **more: Any) -> None:
        words = Words(task.words, BODY, colours().text, pos_hint={"center_y": 0.5})
        icon = Icon(
            "tidy",
            colours().warning.ink,
            size_hint=(None, None),
            size=(u(24), u(24)),
            pos_hint={"center_y": 0.5},
        )
        key = Tool(
            Button("", task.action, "plain", "done"), send, size_hint=(None, None), size=(u(TOUCH), u(TOUCH))
        )
        super().__init__((icon, words, key), size_hint_y=None, **more)
        words.bind(height=self._grow)
        self._words = words
        self._grow()

    def _grow(self, *_changed: object) -> None:
        self.height = max(u(TOUCH), self._words.height)


class HeadRow(Row):
    """A headline as high as its words, or as what was decided, with keys at its right."""

    def __init__(self, words: Words | ContestCard, *keys: Tool, **more: Any) -> None:
        words.pos_hint = {"center_y": 0.5}
        super().__init__((words, *keys), size_hint_y=None, **more)
        self._words = words
        words.bind(height=self._grow)
        self._grow()

    def _grow(self, *_changed: object) -> None:
        self.height = max(u(TOUCH), self._words.height)


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
        for part in self._parts(model):
            self.add_widget(part)
        return True

    def _parts(self, model: TableModel) -> list[Widget]:
        if model.kind == "dice" and model.rolls:
            return self._dice(model)
        parts: list[Widget] = []
        if model.contest is not None and model.kind != "over":
            parts.append(self._decided(model.contest))
        else:
            parts += [self._chips(model)] if _shows_chips(model) else []
            parts.append(self._head(model))
        if model.kind == "menu":
            return [*parts, *self._grid(model.answers)]
        fixed, scrolled = split_answers(model)
        if model.kind == "agree" and len(model.chips) > 2:
            parts.append(Scroll(self._middle(model, ())))
            keys = [Tool(answer, self._send) for answer in scrolled]
            parts += [Row(keys[n : n + 2], height=TOUCH + 8) for n in range(0, len(keys), 2)]
        else:
            parts.append(Scroll(self._middle(model, scrolled)))
        parts += self._foot(fixed)
        if model.tools:
            tools = self._tools(model.tools)
            if model.contest is not None and model.kind != "over":
                if isinstance(tools, Column):
                    tools.children[-1].add_widget(SoundKey(self._send))
                self._with_home(tools)
            parts.append(tools)
        return parts

    def _head(self, model: TableModel) -> Widget:
        """The headline; beside it the way home where no key with words leads there, and the sound where no seats do."""
        words = Words(model.headline, 26 if len(model.headline) > 22 else TITLE, colours().text, bold=True)
        known = any(key.action == HOME for key in (*model.answers, *model.tools))
        keys = () if known else (home_key(self._send),)
        if not _shows_chips(model):
            keys = (*keys, SoundKey(self._send, pos_hint={"top": 1}))
        return HeadRow(words, *keys) if keys else words

    def _decided(self, contest: Contest) -> Widget:
        """What has been decided, as wide as a narrow panel allows: then the key for the sound stands below."""
        card = ContestCard(contest)
        return HeadRow(card, SoundKey(self._send, pos_hint={"top": 1})) if upright() else card

    def _foot(self, answers: tuple[Button, ...]) -> list[Widget]:
        """The answers that always stand at the foot: the first across, two short ones after it side by side."""
        if len(answers) == 3 and all(
            len(answer.words) <= SHORT and not answer.detail for answer in answers[1:]
        ):
            pair = Row([Tool(answer, self._send) for answer in answers[1:]], height=TOUCH)
            return [Key(answers[0], self._send), pair]
        return [Key(answer, self._send) for answer in answers]

    def _grid(self, answers: tuple[Button, ...]) -> list[Widget]:
        """Choices of equal weight two by two, the last one across at the foot."""
        keys = [Tool(answer, self._send, stacked=True) for answer in answers[:-1]]
        rows: list[Widget] = [Row(keys[n : n + 2]) for n in range(0, len(keys), 2)]
        return [Column(rows), Key(answers[-1], self._send)]

    def _chips(self, model: TableModel) -> Widget:
        """Two seats a row: a name needs so much room. The key for the sound stands at their end."""
        key = SoundKey(self._send, pos_hint={"center_y": 0.5})
        if len(model.chips) <= 2:
            chips = [SeatChip(chip, pos_hint={"center_y": 0.5}) for chip in model.chips]
            return Row((*chips, key), height=TOUCH)
        rows = [
            Row([SeatChip(chip, LOW_CHIP) for chip in model.chips[n : n + 2]], height=LOW_CHIP)
            for n in range(0, len(model.chips), 2)
        ]
        high = max(TOUCH, len(rows) * (LOW_CHIP + 4) - 4)
        return Row((Column(rows, tight=True, gap=4, pos_hint={"center_y": 0.5}), key), height=high)

    def _middle(self, model: TableModel, answers: tuple[Button, ...]) -> list[Widget]:
        """What may need scrolling."""
        lines: list[Widget] = []
        if model.close_up is not None:
            lines.append(CloseUpCard(model.close_up, self._faces, self._send))
        if model.trouble is not None:
            lines.append(BannerCard(model.trouble))
        body: list[Widget] = [Words(text, BODY, colours().text) for text in model.body]
        if model.kind in ("refuse", "over"):
            lines, body = [*lines, *body], []
        if model.banner is not None and model.banner.tone != "wait":
            lines.append(BannerCard(model.banner))
        if model.rolls:
            lines.append(self._fallen(model))
        helps: list[Widget] = [Key(button, self._send) for button in model.helps]
        if model.contest is None:
            lines += [*helps, *body, *self._tasks(model)]
        elif model.kind == "over":
            lines += [ContestCard(model.contest, headline=False), *helps, *body]
        else:
            first = sum(key.weight == "main" for key in model.helps)
            headline = Words(model.headline, 26, colours().text, bold=True)
            lines += [*helps[:first], *self._tasks(model), headline, *body, *helps[first:]]
        lines += [Key(answer, self._send, picture=self._picture(answer)) for answer in answers]
        lines += [Words(text, SMALL, colours().quiet) for text in model.notes]
        if model.past:
            lines.append(Words(_("Last"), SMALL, colours().quiet, bold=True))
            lines += [
                Words(text, SMALL, colours().text if n == 0 else colours().quiet)
                for n, text in enumerate(model.past)
            ]
        for chip in model.chips:
            if chip.aside and model.past:
                lines.append(Words(chip.name, SMALL, seat_colour(chip.seat), bold=True))
                lines += [Words(text, SMALL, colours().quiet) for text in chip.aside]
        return lines

    def _tasks(self, model: TableModel) -> list[Widget]:
        """The chores; of many only the first, with how many more there are."""
        shown = model.tasks if len(model.tasks) <= MOST_TASKS else model.tasks[: MOST_TASKS - 1]
        lines: list[Widget] = [TaskRow(task, self._send) for task in shown]
        more = len(model.tasks) - len(shown)
        if more:
            words = several("and {n} more like it", "and {n} more like these", more)
            every = Button(_("All done"), WaveAll(), "plain", "done", detail=words)
            lines.append(Key(every, self._send))
        return lines

    def _picture(self, answer: Button) -> Widget | None:
        if answer.card is not None:
            side = u(CARD_PICTURE)
            return CardPicture(answer.card, self._faces, size_hint=(None, None), size=(side, side))
        if answer.board is None:
            return None
        side = u(PICTURE)
        return TableView(answer.board, self._faces, rim=False, size_hint=(None, None), size=(side, side))

    def _fallen(self, model: TableModel) -> Row:
        """The dice that have just been thrown, small."""
        faces = [
            DieFace(
                roll.what, roll.value, seat_colour(roll.seat), size_hint=(None, None), size=(u(40), u(40))
            )
            for roll in model.rolls
        ]
        return Row((*faces, Widget()), height=44)

    def _dice(self, model: TableModel) -> list[Widget]:
        """The throws: a seat across the table has its tile on the far side, turned towards it; of many two a row."""
        if len(model.rolls) > 2:
            return self._many_dice(model)
        tiles = {
            roll.seat: RollTile(roll, self._send, turned=roll.seat == 1 and len(model.rolls) > 1)
            for roll in model.rolls
        }
        far = [tile for seat, tile in tiles.items() if seat == 1]
        near = [tile for seat, tile in tiles.items() if seat != 1]
        middle = Scroll(self._middle_of_dice(model))
        tools = self._tools_of_dice(model)
        if upright():
            row = Row((*near, *far))
            row.size_hint_y = None
            row.height = u(120)
            return [middle, row, tools]
        for tile in tiles.values():
            tile.size_hint_y, tile.height = None, u(102)
        return [*far, middle, *near, tools]

    def _many_dice(self, model: TableModel) -> list[Widget]:
        tiles = [RollTile(roll, self._send, turned=False) for roll in model.rolls]
        rows = [Row(tiles[n : n + 2], height=84) for n in range(0, len(tiles), 2)]
        return [Scroll(self._middle_of_dice(model)), *rows, self._tools_of_dice(model)]

    def _tools_of_dice(self, model: TableModel) -> Widget:
        """While dice are awaited only these: take back, more, and the way home."""
        return self._with_home(
            self._tools(tuple(tool for tool in model.tools if tool.icon in ("back", "menu")))
        )

    def _with_home(self, tools: Row | Column) -> Widget:
        """Tools with the way home at the end of their last row."""
        last = tools.children[0] if isinstance(tools, Column) else tools
        last.add_widget(home_key(self._send))
        return tools

    def _middle_of_dice(self, model: TableModel) -> list[Widget]:
        lines: list[Widget] = []
        if model.trouble is not None:
            lines.append(BannerCard(model.trouble))
        headline = Words(model.headline, 26, colours().text, bold=True, align="center")
        lines.append(HeadRow(headline, SoundKey(self._send, pos_hint={"top": 1})))
        lines += [Words(text, BODY, colours().text, align="center") for text in model.body]
        lines += [Key(button, self._send) for button in model.helps]
        lines += self._tasks(model)
        return lines

    def _tools(self, tools: tuple[Button, ...]) -> Row | Column:
        """In one row where there is width, else in two."""
        keys = [Tool(tool, self._send, stacked=upright()) for tool in tools]
        if upright() or len(keys) <= 2:
            return Row(keys, height=TOUCH + 8 if upright() else TOUCH)
        half = (len(keys) + 1) // 2
        rows = (Row(keys[:half], height=TOUCH), Row(keys[half:], height=TOUCH))
        return Column(rows, tight=True, gap=GAP)


def _shows_chips(model: TableModel) -> bool:
    return model.kind in WITH_CHIPS and bool(model.chips)


def split_answers(model: TableModel) -> tuple[tuple[Button, ...], tuple[Button, ...]]:
    """The answers that always stand at the foot, and those that may scroll."""
    if len(model.answers) <= 3 and not any(answer.board or answer.card for answer in model.answers):
        return model.answers, ()
    return model.answers[-1:], model.answers[:-1]


def _beside(model: TableModel) -> TableModel:
    """The model without what is not drawn here: the board, and what is being waited for."""
    banner = None if model.banner is not None and model.banner.tone == "wait" else model.banner
    return replace(
        model,
        banner=banner,
        board=NOTHING,
        pad=None,
        sign=None,
        card=None,
        tiles=(),
        tally=None,
        own=None,
    )
