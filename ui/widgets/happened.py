"""What has happened: the last events beside the board, what a contest came to, and the moment that matters, large."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.game import Contest, Side
from companion.sight import Thing
from ui.present.models import EventPicture, Happened
from ui.widgets.boxes import Card, Column, Row, paint_ground
from ui.widgets.card_board import card_drawing
from ui.widgets.dice import DieFace
from ui.widgets.drawing import SeatSign, SmallDrawing
from ui.widgets.faces import Faces
from ui.widgets.keys import Send, Touched
from ui.widgets.text import Fitted, Icon, Words, shortened
from ui.widgets.theme import (
    BODY,
    GREAT,
    QUICK,
    SMALL,
    TITLE,
    TOUCH,
    colours,
    seat_colour,
    seat_deep,
    still,
    u,
    upright,
)
from vision.printed.marks import Drawing, Placed

SHARE = (1.0, 0.76, 0.62)
"""The side of each of one, two or three pictures, as part of the side of one alone."""
INNER = 0.96
"""How large a picture is in its place."""


def event_pictures(pictures: Sequence[EventPicture], faces: Faces, side: float) -> SmallDrawing:
    """As wide as what it shows; `side`: how high one picture alone is, in units."""
    each = side * SHARE[min(len(pictures), len(SHARE)) - 1]
    inner, marks = each * INNER, []
    for n, one in enumerate(pictures):
        shown = card_drawing(one, faces, inner) if isinstance(one, Thing) else one
        rim = (each - inner) / 2
        marks.append(Placed(shown, n * each + rim, rim, scale=inner / shown.width_mm))
    wide = each * len(pictures)
    drawing, size = Drawing("event", wide, each, tuple(marks)), (u(wide), u(side))
    return SmallDrawing(drawing, faces, size_hint=(None, None), size=size, pos_hint={"center_y": 0.5})


HIGH, PICTURE, DIE, BAR = TOUCH + 2, 48.0, 22.0, 4.0
MOST_LETTERS, MOST_UPRIGHT = 76, 60
"""So many letters of an event are told, and of one that has half of an upright screen's width."""


class HappenedRow(Touched):
    """One event: no key, but a line of what is past, with a bar in the colour of whose it was at its left.

    The newest in larger type; of a contest the numbers of both sides stand below its words.
    """

    def __init__(self, one: Happened, faces: Faces, send: Send, *, newest: bool, **more: Any) -> None:
        ground = colours().chosen.ground if one.lit else colours().night
        edge = colours().chosen.ink if one.lit else None
        ink = colours().text if newest else colours().quiet
        most = MOST_UPRIGHT if upright() else MOST_LETTERS
        told = shortened(one.words if one.contest is None else one.contest.words, most)
        bar = Widget(size_hint_x=None, width=u(BAR))
        paint_ground(bar, colours().quiet if one.seat is None else seat_colour(one.seat), 0)
        words: Widget = Fitted(told, BODY if newest else SMALL, ink, align="left")
        if one.contest is not None and one.contest.sides and all(s.score for s in one.contest.sides):
            words = Column((words, _scores(one.contest)), gap=2)
        super().__init__(
            one.action, send, (bar, _picture(one, faces), words), ground=ground, edge=edge, spacing=u(6),
            padding=(0, u(3), u(4), u(3)), size_hint_y=None, height=u(HIGH), **more,
        )  # fmt: skip


def _picture(one: Happened, faces: Faces) -> Widget:
    """What was played; else the shape of whoever did it."""
    if one.pictures:
        return event_pictures(one.pictures, faces, PICTURE)
    if one.seat is None:
        return Widget(size_hint_x=None, width=u(2))
    return Row((Widget(), SeatSign(one.seat, side=24), Widget()), gap=0, size_hint_x=None, width=u(32))


def _scores(contest: Contest) -> Row:
    """Both sides' dice and sums in a line, the winner's in its colour."""
    parts: list[Widget] = []
    for number, side in enumerate(contest.sides):
        won = number == contest.winner
        if side.die is not None and not upright():
            parts.append(DieFace("dice", side.die, f"s{side.seat}", size_hint_x=None, width=u(DIE)))
        ink = seat_colour(side.seat) if won else colours().quiet
        parts.append(Fitted(side.score, SMALL, ink, bold=won, align="left"))
    return Row(parts, gap=6)


def happened_rows(past: Sequence[Happened], faces: Faces, send: Send) -> list[Callable[[], Widget]]:
    """What makes the last events, the newest first; two a row where there is width."""
    across = 2 if upright() else 1

    def row(first: int) -> Widget:
        shown = past[first : first + across]
        rows = [HappenedRow(one, faces, send, newest=one is past[0]) for one in shown]
        return rows[0] if len(rows) == 1 else Row(rows, HIGH)

    return [partial(row, n) for n in range(0, len(past), across)]


HEAD, SIDE, TICK = 64.0, 56.0, 20.0
"""Heights of the headline and of a side, and the width of its tick, in units."""


class ContestCard(Card):
    """Where it was counted both sides beside each other, the winner's on its colour; else who beats whom."""

    def __init__(self, contest: Contest, **more: Any) -> None:
        scored = all(side.score for side in contest.sides)
        won = None if contest.winner is None else contest.sides[contest.winner].seat
        if scored:
            sides: list[Widget] = [
                _side_row(side, won=n == contest.winner) for n, side in enumerate(contest.sides)
            ]
            lines = [Row(sides, height=SIDE, gap=6)]
        else:
            large: Any = {"size_hint_y": None, "height": u(HEAD)}
            lines = [Fitted(contest.words, GREAT, colours().text, bold=True, align="left", **large)]
        if contest.more:
            lines.append(Words(contest.more, BODY, colours().text))
        ground = colours().surface if won is None or scored else seat_deep(won)
        super().__init__(lines, ground, pad=4, gap=4, **more)


def _side_row(side: Side, *, won: bool, large: bool = False) -> Row:
    """One side: its die as it fell, where there is room for it, its sum and its name; the winner's with a tick."""
    ink = colours().on_seat if won and large else colours().text if won or large else colours().quiet
    parts: list[Widget] = []
    if side.die is not None and (large or upright()):
        die = "text" if won and large else f"s{side.seat}"  # its pips are as dark as the words
        wide = u(SIDE - 4)
        parts.append(DieFace("dice", side.die, die, size_hint=(None, 1), width=wide))
    name: list[Widget] = [Fitted(side.name, BODY if large else SMALL, ink, bold=won, align="left")]
    if won:
        tick = ink if large else seat_colour(side.seat)
        name.append(Icon("done", tick, size_hint=(None, 1), width=u(TICK)))
    score = Fitted(side.score, TITLE, ink, bold=True, align="left")
    parts.append(Column((score, Row(name, gap=4, size_hint_y=0.62)), gap=0))
    row = Row(parts, gap=8, padding=(u(6), u(3)))
    if won:
        paint_ground(row, (seat_colour if large else seat_deep)(side.seat))
    elif large:
        paint_ground(row, colours().surface)
    return row


SECONDS = 2.0
LARGE, SIDES, MORE = 84.0, 72.0, 30.0
"""Heights of the headline and its pictures, of the sides, and of what else is said, in units."""
MOST_LARGE = 90
"""So many letters of an event are told large."""


class Highlight(Card):
    """What has just happened and what came of it. `gone` is called once, when its time is over."""

    def __init__(self, one: Happened, faces: Faces, gone: Callable[[], None], **more: Any) -> None:
        contest = one.contest
        words = one.words if contest is None else contest.words
        head = Fitted(words[:MOST_LARGE], GREAT, colours().text, bold=True)
        pictures = [event_pictures(one.pictures, faces, LARGE)] if one.pictures else []
        shown: list[Widget] = [Row((*pictures, head), height=LARGE, gap=10)]
        sides = () if contest is None else contest.sides
        if contest is not None and any(side.score for side in sides):
            rows = [_side_row(side, won=n == contest.winner, large=True) for n, side in enumerate(sides)]
            shown.append(Row(rows, height=SIDES, gap=8))
        if contest is not None and contest.more:
            shown.append(Fitted(contest.more, BODY, colours().text, size_hint_y=None, height=u(MORE)))
        ground = colours().raised if one.seat is None else seat_deep(one.seat)
        edge = colours().text if one.seat is None else seat_colour(one.seat)
        super().__init__(shown, ground, pad=10, gap=8, edge=edge, **more)
        self._gone: Callable[[], None] | None = gone
        self._ending = Clock.schedule_once(lambda _seconds: self.leave(), SECONDS)
        if not still():
            self.opacity = 0.0
            Animation(opacity=1.0, d=QUICK).start(self)

    def leave(self) -> None:
        """Goes, once; another that has taken its place stays."""
        self._ending.cancel()
        gone, self._gone = self._gone, None
        if gone is None or self.parent is None:
            return
        if still():
            gone()
            return
        Animation.cancel_all(self)
        away = Animation(opacity=0.0, d=QUICK)
        away.bind(on_complete=lambda *_done: gone() if self.parent else None)
        away.start(self)
