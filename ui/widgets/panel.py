"""The panel beside the board: whose turn it is, the awaited event, the last events, and reports."""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.game import Contest, Side
from companion.sight import Thing
from ui.pages.played_table import CLOSE, PlayedTable
from ui.pages.private_view import PrivateView
from ui.present.board import SIDE, BoardModel, rolled, thing_parts
from ui.present.models import Banner, Button, Chip, CloseUp, GuideCard, Happened, Roll, TableModel, Task
from ui.present.names import throw_words
from ui.present.touches import at, calls
from ui.widgets.boxes import Card, Column, HeadRow, Row, in_rows, paint_ground, turn_round
from ui.widgets.drawing import Icon, SeatSign, Send, SmallDrawing, enlarged
from ui.widgets.keys import FAR, HOME, EdgeKey, Key, SoundKey, Tool, Touched, home_key
from ui.widgets.pictures import Faces
from ui.widgets.text import Fitted, Words, readable, shortened
from ui.widgets.theme import BODY, GREAT, QUICK, SMALL, TITLE, TOUCH, is_enlarged, sized, style, u, upright
from ui.widgets.tiles import LEAST_PICTURE, Made, Paged, card_drawing, picture_beside
from ui.words import _
from vision.printed.marks import Art, Drawing, Ink, Placed, Shape
from vision.printed.shapes import box

# Prominent parts: a banner, the guide's strip, a line over a board.

TONES = {"ask": "hint", "refuse": "wrong", "trouble": "warning", "good": "success"}
"""Inks of the tones; a calm one has none."""


class BannerCard(Card):
    def __init__(self, banner: Banner) -> None:
        bold = banner.tone != "wait" and len(banner.words) <= 60
        lines: list[Widget] = [Words(shortened(banner.words, 320), BODY, bold=bold)]
        if banner.more:
            lines.append(Words(banner.more, BODY))
        shade = TONES.get(banner.tone)
        icon = Icon(banner.tone, shade or "quiet", side=28, pos_hint={"top": 1})
        row = Row((icon, Column(lines, tight=True, gap=4)), gap=10, tight=True)
        super().__init__((row,), f"{shade}-ground" if shade else "surface", pad=10)


class GuideStrip(HeadRow):
    def __init__(self, card: GuideCard, send: Send) -> None:
        self.card = card
        words = Words(card.words, SMALL)
        look: Any = {"stacked": True, "pos_hint": {"center_y": 0.5}}
        keys = [
            Tool(key, send, SMALL, **look, **sized(84 if key.words else TOUCH, TOUCH)) for key in card.keys
        ]
        super().__init__(words, *keys, padding=(u(10), u(6), u(6), u(6)), gap=6, ground="chosen-ground")


class Pill(Fitted):
    """One line on a dark background; invisible without words. Touches go through it."""

    def __init__(self, **more: Any) -> None:
        super().__init__("", BODY, "text", **more)
        self.height = u(40)
        paint_ground(self, "night", 20, opacity=0.86)
        self.opacity = 0.0

    def show(self, words: str) -> None:
        self.opacity = 1.0 if words else 0.0
        self.say(readable(words))

    def collide_point(self, *_at: float) -> bool:
        return False


# The seats, legible across the table.

CHIP = 32.0
LONG, LONG_UPRIGHT = 40, 64
"""Minimum length of a sentence in smaller type; below a board there is more room."""


class SeatChip(Row):
    """A seat's shape, name and score; filled with its colour while it is to act."""

    def __init__(self, chip: Chip, height: float = CHIP, **more: Any) -> None:
        ground = f"s{chip.seat}" if chip.active else "raised"
        super().__init__(height=height, gap=6, padding=(u(8), u(3)), ground=ground, **more)
        ink = "on_seat" if chip.active else "text"
        size = SMALL if height <= CHIP else BODY
        self.add_widget(SeatSign(chip.seat, "on_seat" if chip.active else "", height * 0.45))
        self.add_widget(Fitted(chip.name, size, ink, bold=chip.active, align="left"))
        if chip.score:
            self.add_widget(Fitted(chip.score, size, ink, bold=True, align="right"))


class SeatBand(Card):
    """The acting seat in the largest type and its colour; below it the awaited event."""

    def __init__(self, chips: Sequence[Chip], headline: str, awaited: str, **more: Any) -> None:
        acting = [chip.seat for chip in chips if chip.active]
        alone = acting[0] if len(acting) == 1 else None
        ink = "text" if alone is None else "on_seat"
        signs = [SeatSign(seat, "" if alone is None else "on_seat", 34) for seat in acting]
        words = Fitted(headline, TITLE, ink, bold=True, align="left")
        look: Any = {
            "gap": 10,
            "padding": (u(12), u(4)),
            "ground": "raised" if alone is None else f"s{alone}",
        }
        parts: list[Widget] = [Row((*signs, words), 50 if upright() else 60, **look)]
        if awaited:
            size = BODY + 2 if len(awaited) <= (LONG_UPRIGHT if upright() else LONG) else SMALL
            parts.append(Column((Words(awaited, size),), tight=True, padding=(u(12), 0, u(12), u(8))))
        ground = "raised" if alone is None else f"d{alone}"
        super().__init__(parts, ground, pad=0, gap=6, **more)


def aside_row(chip: Chip) -> Row:
    words = Words(" · ".join(chip.aside), SMALL, "quiet")
    return Row((SeatSign(chip.seat, side=16), words), tight=True)


def seat_chips(chips: Sequence[Chip]) -> list[Widget]:
    """The seats in a few low rows; empty if the band above says as much.

    If the band names the acting seat, only the others stand here, in order of play.
    """
    scored = any(chip.score for chip in chips)
    if len(chips) <= 2 and not scored:
        return []
    acting = [n for n, chip in enumerate(chips) if chip.active]
    if len(acting) == 1 and not scored:
        chips = (*chips[acting[0] + 1 :], *chips[: acting[0]])
    long = any(len(chip.name) > 9 for chip in chips)  # too long for a third of a panel
    across = 2 if long or len(chips) in (2, 4) else 3
    return [Column(in_rows([SeatChip(chip) for chip in chips], across, CHIP, 4), tight=True, gap=4)]


# Throws: press, watch, and read the outcome across the table.


class DieFace(SmallDrawing):
    """A die's face, a penny's side, or an empty frame that waits."""

    def __init__(self, what: str, value: int | str | None, ink: Ink, **more: Any) -> None:
        self._what, self._value, self._ink, self._askew = what, value, ink, 0.0
        super().__init__(rolled(what, value, ink), **more)
        self.draw()

    def show(self, value: int | str | None, askew: float = 0.0) -> None:
        """`askew`: rotation in deg."""
        self._value, self._askew = value, askew
        face = Placed(rolled(self._what, value, self._ink), 0, 0, turn=askew)
        self._drawing = Drawing(self._what, SIDE, SIDE, (face,))
        self.draw()


class RollTile(Touched):
    """A seat's throw; the whole face is the button. An opposite seat reads it upright."""

    def __init__(self, roll: Roll, send: Send, *, turned: bool, **more: Any) -> None:
        words = throw_words(roll.what) if roll.value is None else roll.words
        if roll.running:
            words = _("on its way …")
        self.roll = roll
        self.face = DieFace(roll.what, None, f"s{roll.seat}", size_hint_x=None)
        self.face.bind(height=lambda face, height: setattr(face, "width", height))
        ink = "text" if roll.value is None else "quiet"
        what = Fitted(words, TITLE, bold=True, align="left", valign="bottom")
        name = Fitted(roll.name, 22, ink, align="left", valign="top", size_hint_y=0.8)
        super().__init__(
            roll.action, send, (self.face, Column((what, name), gap=2)), enabled=roll.value is None,
            ground=f"d{roll.seat}", edge=f"s{roll.seat}", padding=u(12), spacing=u(12), **more,
        )  # fmt: skip
        if turned:
            turn_round(self)
        if roll.running and not style.still:
            self._tumble()
            Clock.schedule_interval(self._tumble, 0.08)
        else:
            self.face.show(None if roll.running else roll.value)

    def _tumble(self, _seconds: float = 0.0) -> bool:
        """Shows flickering faces, always askew so that nobody takes one for the outcome.

        It ends when the panel replaces this tile by one with the outcome.
        """
        known: dict[str, Sequence[int | str]] = {"dice": range(1, 7), "penny": ("heads", "tails")}
        face, side = random.choice(known.get(self.roll.what, (None,))), random.choice((-1, 1))
        self.face.show(face, side * random.uniform(12.0, 33.0))
        return self.get_parent_window() is not None


# The last events, the result of a contest, and the last event shown large.

SHARE = (1.0, 0.76, 0.62)
"""Side of each of one, two or three pictures relative to a single one."""
INNER = 0.96
"""Size of a picture relative to its place."""


def event_pictures(event: Happened, faces: Faces, side: float) -> SmallDrawing:
    """An event's pictures, as wide as needed; `side`: height of a single one in units."""
    each = side * SHARE[min(len(event.pictures), len(SHARE)) - 1]
    inner, marks = each * INNER, []
    for n, one in enumerate(event.pictures):
        shown = card_drawing(one, faces, inner) if isinstance(one, Thing) else one
        rim = (each - inner) / 2
        marks.append(Placed(shown, n * each + rim, rim, scale=inner / shown.width_mm))
    wide = each * len(event.pictures)
    drawing = Drawing("event", wide, each, tuple(marks))
    return SmallDrawing(drawing, faces, pos_hint={"center_y": 0.5}, **sized(wide, side))


HIGH = TOUCH + 2


class HappenedRow(Touched):
    """A past event: a line with a bar in its seat's colour at the left.

    The newest is larger; a contest has both sides' numbers below its words.
    """

    def __init__(self, one: Happened, faces: Faces, send: Send, *, newest: bool, **more: Any) -> None:
        ground = "chosen-ground" if one.lit else "night"
        edge = "chosen" if one.lit else ""
        ink = "text" if newest else "quiet"
        told = one.words if one.contest is None else one.contest.words
        told = shortened(told, 60 if upright() else 76)
        bar = Widget(size_hint_x=None, width=u(4))
        paint_ground(bar, "quiet" if one.seat is None else f"s{one.seat}", 0)
        words: Widget = Fitted(told, BODY if newest else SMALL, ink, align="left")
        contest = one.contest
        if contest is not None and contest.sides and all(side.score for side in contest.sides):
            # Both sides' dice and sums, the winner's in its colour.
            parts: list[Widget] = []
            for n, side in enumerate(contest.sides):
                won, die = n == contest.winner, f"s{side.seat}"
                if side.die is not None and not upright():
                    parts.append(DieFace("dice", side.die, die, size_hint_x=None, width=u(22)))
                parts.append(Fitted(side.score, SMALL, die if won else "quiet", bold=won, align="left"))
            words = Column((words, Row(parts, gap=6)), gap=2)
        # The pictures, else the shape of the event's seat.
        if one.pictures:
            picture: Widget = event_pictures(one, faces, 48)
        elif one.seat is None:
            picture = Widget(size_hint_x=None, width=u(2))
        else:
            shape = (Widget(), SeatSign(one.seat, side=24), Widget())
            picture = Row(shape, gap=0, size_hint_x=None, width=u(32))
        super().__init__(
            one.action, send, (bar, picture, words), ground=ground, edge=edge, spacing=u(6),
            padding=(0, u(3), u(4), u(3)), size_hint_y=None, height=u(HIGH), **more,
        )  # fmt: skip


def happened_rows(past: Sequence[Happened], faces: Faces, send: Send) -> list[Callable[[], Widget]]:
    """Factories of the last events' rows, the newest first; two a row if there is width."""
    across = 2 if upright() else 1

    def row(first: int) -> Widget:
        shown = past[first : first + across]
        rows = [HappenedRow(one, faces, send, newest=one is past[0]) for one in shown]
        return rows[0] if len(rows) == 1 else Row(rows, HIGH)

    return [partial(row, n) for n in range(0, len(past), across)]


class ContestCard(Card):
    """Both sides with their counts, the winner on its colour; without counts, who beats whom."""

    def __init__(self, contest: Contest, **more: Any) -> None:
        scored = all(side.score for side in contest.sides)
        won = None if contest.winner is None else contest.sides[contest.winner].seat
        if scored:
            sides: list[Widget] = [
                _side_row(side, won=n == contest.winner) for n, side in enumerate(contest.sides)
            ]
            lines = [Row(sides, height=56, gap=6)]
        else:
            head = Fitted(contest.words, GREAT, bold=True, align="left", size_hint_y=None, height=u(64))
            lines = [head]
        if contest.more:
            lines.append(Words(contest.more, BODY))
        ground = "surface" if won is None or scored else f"d{won}"
        super().__init__(lines, ground, pad=4, gap=4, **more)


def _side_row(side: Side, *, won: bool, large: bool = False) -> Row:
    """A side: its die if there is room, sum and name; the winner's with a tick."""
    ink = "on_seat" if won and large else "text" if won or large else "quiet"
    parts: list[Widget] = []
    if side.die is not None and (large or upright()):
        die = "text" if won and large else f"s{side.seat}"  # its pips are as dark as the words
        parts.append(DieFace("dice", side.die, die, size_hint_x=None, width=u(52)))
    name: list[Widget] = [Fitted(side.name, BODY if large else SMALL, ink, bold=won, align="left")]
    if won:
        tick = ink if large else f"s{side.seat}"
        name.append(Icon("done", tick, size_hint_x=None, width=u(20)))
    score = Fitted(side.score, TITLE, ink, bold=True, align="left")
    parts.append(Column((score, Row(name, gap=4, size_hint_y=0.62)), gap=0))
    ground = f"{'s' if large else 'd'}{side.seat}" if won else "surface" if large else ""
    return Row(parts, gap=8, padding=(u(6), u(3)), ground=ground)


SECONDS = 2.0


class Highlight(Card):
    """The last event with its result. `gone` is called once, when its time is over."""

    def __init__(self, one: Happened, faces: Faces, gone: Callable[[], None], **more: Any) -> None:
        contest = one.contest
        words = one.words if contest is None else contest.words
        head = Fitted(words[:90], GREAT, bold=True)
        pictures = [event_pictures(one, faces, 84)] if one.pictures else []
        shown: list[Widget] = [Row((*pictures, head), height=84, gap=10)]
        sides = () if contest is None else contest.sides
        if contest is not None and any(side.score for side in sides):
            rows = [_side_row(side, won=n == contest.winner, large=True) for n, side in enumerate(sides)]
            shown.append(Row(rows, height=72, gap=8))
        if contest is not None and contest.more:
            shown.append(Fitted(contest.more, BODY, size_hint_y=None, height=u(30)))
        ground = "raised" if one.seat is None else f"d{one.seat}"
        edge = "text" if one.seat is None else f"s{one.seat}"
        super().__init__(shown, ground, pad=10, gap=8, edge=edge, **more)
        self._gone: Callable[[], None] | None = gone
        self._ending = Clock.schedule_once(lambda _seconds: self.leave(), SECONDS)
        if not style.still:
            self.opacity = 0.0
            Animation(opacity=1.0, d=QUICK).start(self)

    def leave(self) -> None:
        """Removes it once; a successor in its place stays."""
        self._ending.cancel()
        gone, self._gone = self._gone, None
        if gone is None or self.parent is None:
            return
        if style.still:
            gone()
            return
        Animation.cancel_all(self)
        away = Animation(opacity=0.0, d=QUICK)
        away.bind(on_complete=lambda *_done: gone() if self.parent else None)
        away.start(self)


# The whole panel.

BANDED = frozenset({"play", "layout", "over", "mustering"})
"""Faces that show whose turn it is; questions need the room."""
SENTENCE_END = re.compile(r"(?<=[.!?…]) ")
HIGH_TOOL = TOUCH + 14
"""Height of tools with words below their icons."""
ELSEWHERE: dict[str, Any] = {
    "board": BoardModel((), (0.0, 0.0, 1.0, 1.0)), "tiles": (),
    **dict.fromkeys(("pad", "sign", "card", "tally", "own", "highlight", "guide")),
}  # fmt: skip
"""Empty values for all parts that are drawn outside the panel."""


class Panel(Column):
    """Everything beside the board. `show` rebuilds it for a new model."""

    def __init__(self, faces: Faces, send: Send, **more: Any) -> None:
        super().__init__(**more)
        self._faces, self._send = faces, send
        self._model: TableModel | None = None

    def show(self, model: TableModel) -> bool:
        """Draws a model; returns False, without a change, if only its board differs."""
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
        # The turn, or the headline.
        if model.kind in BANDED and model.chips:
            parts.append(SeatBand(model.chips, model.headline, _awaited(model)))
        else:
            home = self._home(model) if upright() else []
            large = TITLE if len(model.headline) <= 22 and model.kind != "menu" else 26
            words = Words(model.headline, large, bold=True)
            parts.append(HeadRow(words, *home) if home else words)
        if model.kind == "menu":
            # Choices of equal weight: two a row, or three on a wide panel. Beside a board up to eight have an
            # icon above their words.
            choices = model.answers[:-1]
            stacked = upright() or len(choices) <= 8
            tools = [Tool(answer, self._send, stacked=stacked) for answer in choices]
            parts.append(Column(in_rows(tools, 3 if upright() and len(tools) > 6 else 2)))
            parts.append(HeadRow(Key(model.answers[-1], self._send), SoundKey(self._send)))
        else:
            # The foot has the last answer, which is the exit, or all if they are few.
            few = len(model.answers) <= (2 if is_enlarged() else 3)
            few = few and model.kind != "agree" and not any(key.board or key.card for key in model.answers)
            others = 0 if few or model.kind == "refuse" else len(model.answers) - (not edges)
            parts.append(self._middle(model, model.answers[:others], doors))
            parts += self._foot(model, model.answers[others:])
        return [*parts, *(edge for seat, edge in edges.items() if seat != FAR)]

    def _home(self, model: TableModel) -> list[Tool]:
        """The key home beside a question; elsewhere it is in the drawer."""
        known = model.tools or any(key.action == HOME for key in model.answers)
        return [] if known else [home_key(self._send, pos_hint={"top": 1} if upright() else {"y": 0})]

    def _foot(self, model: TableModel, answers: Sequence[Button]) -> list[Widget]:
        """The parts always in view: the main key, the answers that lead on, and the tools."""
        loud = [key for key in model.helps if key.weight == "main"]
        # A longer word has no room in a main key beside three tools.
        low = len(loud) == 1 and not loud[0].detail and max(map(len, loud[0].words.split())) <= 12
        if low and upright() and len(model.tools) == 3:
            tools = [Tool(tool, self._send, stacked=True) for tool in model.tools]
            return [Row((Key(loud[0], self._send, least=HIGH_TOOL, size_hint_x=2), *tools), tight=True)]
        most = 24 if upright() else 20
        long = any(len(answer.words) > most or answer.detail for answer in answers[1:])
        whole, small = (answers, model.tools) if long else (answers[:1], (*answers[1:], *model.tools))
        keys: list[Widget] = [Key(key, self._send) for key in (*loud, *whole)]
        home = [] if upright() else self._home(model)
        if not small:
            return [*keys[:-1], HeadRow(keys[-1] if keys else Widget(), *home)] if home else keys
        # Below a board all keys share a row, beside one two rows; three tools remain beside a main key.
        stacked = (upright() and len(small) > 2) or len(small) == len(model.tools) == 3
        across = len(small) if stacked else 3 if upright() else 2
        made = [Tool(key, self._send, stacked=stacked) for key in small]
        rows = [made[n : n + across] for n in range(0, len(made), across)]
        rows[-1] += home
        return [*keys, Column([Row(row, height=HIGH_TOOL if stacked else TOUCH) for row in rows], tight=True)]

    def _middle(self, model: TableModel, answers: Sequence[Button], doors: Sequence[Button]) -> Paged:
        """The last event and present question, then the answers.

        Without a question further facts fill the remaining room; the drawer has all of them.
        """
        rows: list[Made] = []
        if model.close_up is not None:
            rows.append(CloseUpCard(model.close_up, self._faces, self._send))
            rows += [Words(said, BODY - 2) for said in SENTENCE_END.split(model.close_up.says) if said]
        for banner in (model.trouble, _beside_board(model)):
            if banner is not None and len(banner.words + banner.more) <= 120:
                rows.append(BannerCard(banner))
            elif banner is not None:
                # A long banner, such as a whole rule, continues with one row a sentence.
                first, *others = [*SENTENCE_END.split(banner.words), *SENTENCE_END.split(banner.more)]
                rows.append(BannerCard(replace(banner, words=first, more="")))
                rows += [Words(said, BODY) for said in others if said]
        contest = [] if model.contest is None else [ContestCard(replace(model.contest, more=""))]
        if model.contest is not None:
            rows += [*contest, *(Words(text, BODY) for text in (model.contest.more,) if text)]
        banded = model.kind in BANDED and model.chips and _awaited(model)
        body = [Words(text, BODY) for text in model.body[1 if banded else 0 :]]
        notes = [Words(text, SMALL, "quiet") for text in (*model.notes, model.remark) if text]
        helps = self._helps([key for key in model.helps if key.weight != "main"])
        # A contest repeats the last event; the result and the box's plan are banners.
        past = happened_rows(model.past, self._faces, self._send)
        said_above = model.contest is not None or any(isinstance(row, BannerCard) for row in rows)
        last = [past[0]()] if past and not said_above else []
        rows += [*(ChoreKey(task, self._send) for task in model.tasks[:1]), *last]
        if doors:
            # Keys to private pages: each seat's always at the same place, two a row.
            ways = {door.seat: Tool(door, self._send) for door in doors}
            places = range(max(len(model.chips), 2, *(seat or 0 for seat in ways)))
            rows += in_rows([ways.get(seat, Widget()) for seat in places], 2, TOUCH + 4)
        rows += helps
        keys = self._keys(model, answers)
        # The dice just thrown, small.
        faces = [DieFace(roll.what, roll.value, f"s{roll.seat}", **sized(40)) for roll in model.rolls]
        rolls = [Row((*faces, Widget()), height=44)] if faces else []
        chips = seat_chips(model.chips) if model.kind in BANDED else []
        if model.kind in ("play", "over") and not model.answers:
            # Without a question further facts fill the room; all are in the drawer.
            aside = [aside_row(chip) for chip in model.chips if chip.aside and model.past]
            older = past[len(last) :] if model.contest is None or model.kind == "over" else []
            if model.own is not None:  # a game's own face takes precedence
                rows, body = [*rows, *body], []
            spared = next(iter(contest if model.kind == "over" else last), None)
            return Paged((*rows, *keys), (*rolls, *chips, *body, *older, *aside, *notes), spared)
        return Paged((*rows, *rolls, *body, *keys, *notes), chips)

    def _helps(self, keys: Sequence[Button]) -> list[Widget]:
        """The help keys; if there are several, short ones two a row, then the others."""
        most, alone = (56, 1) if upright() else (24, 2)
        several = len(keys) > alone
        short = [key for key in keys if several and len(key.words) <= most and not key.detail]
        pairs = in_rows([Tool(key, self._send) for key in short], 2, TOUCH)
        return [*pairs, *(Key(key, self._send) for key in keys if key not in short)]

    def _keys(self, model: TableModel, answers: Sequence[Button]) -> list[Made]:
        """A row for each answer; short ones with pictures two a row if there is width."""
        if model.kind == "agree":
            return [*in_rows([Tool(answer, self._send) for answer in answers], 2, TOUCH + 8)]
        pictured = bool(answers) and all(answer.board or answer.card for answer in answers)
        short = all(len(answer.words) <= 30 and not answer.detail for answer in answers)
        if not (pictured and short and upright() and len(answers) > 1):
            rows: list[Made] = []
            for answer in answers:
                # Each line of a long detail is a row below its key, which is paged by itself.
                detail, *reasons = answer.detail.split("\n")
                rows.append(partial(self._pictured, replace(answer, detail=detail)))
                words = [Words(reason, SMALL, "quiet") for reason in reasons]
                rows += [Column((each,), tight=True, padding=(u(12), 0)) for each in words]
            return rows

        def pair(first: int) -> Row:
            keys = [self._pictured(answer) for answer in answers[first : first + 2]]
            return Row((*keys, *(Widget() for _half in range(2 - len(keys)))), tight=True)

        return [partial(pair, n) for n in range(0, len(answers), 2)]

    def _pictured(self, answer: Button) -> Key:
        picture = picture_beside(answer, self._faces, LEAST_PICTURE, LEAST_PICTURE)
        return Key(answer, self._send, picture=picture)

    def _dice(self, model: TableModel) -> list[Widget]:
        """The throws: an opposite seat's tile is on the far side, turned towards it; many are two a row."""
        # Only these tools while dice are awaited: take back, and more.
        some = [Tool(tool, self._send) for tool in model.tools if tool.icon in ("back", "menu")]
        tools = Row(some, height=TOUCH)
        middle = Paged((
            *([] if model.trouble is None else [BannerCard(model.trouble)]),
            Words(model.headline, TITLE, bold=True, align="center"),
            *(Words(text, BODY + 2, align="center") for text in model.body),
            *self._helps(model.helps),
            *(ChoreKey(task, self._send) for task in model.tasks),
        ))  # fmt: skip
        two = len(model.rolls) == 2
        tiles = [RollTile(roll, self._send, turned=two and roll.seat == FAR) for roll in model.rolls]
        if len(tiles) > 2:
            return [middle, *in_rows(tiles, 2, 88), tools]
        far, near = ([tile for tile in tiles if (tile.roll.seat == FAR) is there] for there in (True, False))
        if upright():
            return [middle, Row((*near, *far), height=80 if model.helps else 120), tools]
        for tile in tiles:
            tile.size_hint_y, tile.height = None, u(80 if model.helps else 102)
        return [*far, middle, *near, tools]


def _awaited(model: TableModel) -> str:
    """The line in the turn's band: the awaited event, unless a banner instructs or keys need the room."""
    if not model.body or model.kind == "over" or _beside_board(model) is not None:
        return ""
    too_long = is_enlarged() and not upright() and len(model.body[0]) > LONG
    return "" if too_long else model.body[0]


def _beside(model: TableModel) -> TableModel:
    """The model without the parts drawn elsewhere: the board, and the awaited condition."""
    return replace(model, banner=_beside_board(model), **ELSEWHERE)


def _beside_board(model: TableModel) -> Banner | None:
    """The banner, unless it is an awaited condition, which lies over the board."""
    return None if model.banner is None or model.banner.tone == "wait" else model.banner


# The chores as a list to tick off: a touch on a line says that it is done.


BOX = 34.0
TICK_BOX = Drawing(
    "an open box with a faint tick in it", BOX, BOX,
    (
        Shape(box(0, 0, BOX, BOX, 7), edge="warning", edge_mm=3.2),
        Art(BOX * 0.18, BOX * 0.18, BOX * 0.64, BOX * 0.64, "done", deck="icon", ink="warning", opacity=0.75),
    ),
)  # fmt: skip


class ChoreKey(Touched):
    def __init__(self, task: Task, send: Send) -> None:
        box = SmallDrawing(TICK_BOX, size_hint_x=None, width=u(BOX))
        parts = (box, Fitted(task.words, BODY, align="left"))
        super().__init__(
            task.action, send, parts, ground="warning-ground", edge="warning", spacing=u(12),
            padding=(u(11), u(4)), size_hint_y=None, height=u(TOUCH),
        )  # fmt: skip


# Rarely needed facts, in the board's place while the menu stands beside it.


def drawer(model: TableModel, faces: Faces, send: Send) -> Paged:
    """The chores, the last events, each seat's things beside the board, and further facts."""
    chores: list[Widget] = [ChoreKey(task, send) for task in model.tasks]
    if len(chores) > 1:
        every = Button(_("All done"), at(PlayedTable.wave_all), "plain", "done")
        chores.append(Key(every, send))
    told = [Words(text, BODY) for text in model.body]
    aside = [aside_row(chip) for chip in model.chips if chip.aside]
    notes = [Words(text, SMALL, "quiet") for text in model.notes]
    past = happened_rows(model.past, faces, send)
    return Paged((*chores, *told, *past, *seat_chips(model.chips), *aside, *notes))


# A card close up: its picture with figures, beside it its worth and abilities in words, its rule below. One
# touch closes it.


PICTURE = 108.0


class CloseUpCard(Touched):
    def __init__(self, shown: CloseUp, faces: Faces, send: Send, **more: Any) -> None:
        piece = shown.piece
        wide, high = piece.width_mm, piece.height_mm
        marks = thing_parts(piece, (wide / 2, high / 2), high / PICTURE, enlarged())
        drawing, size = Drawing("thing", wide, high, marks), sized(PICTURE * wide / high, PICTURE)
        picture = SmallDrawing(drawing, faces, pos_hint={"top": 1}, **size)
        said = [Words(text, BODY) for text in shown.lines]
        words = Column(said, tight=True, gap=4, pos_hint={"top": 1})
        parts = (Row((picture, words), gap=10, tight=True),)
        super().__init__(CLOSE, send, parts, ground="surface", padding=u(8), spacing=u(6), tight=True, **more)
