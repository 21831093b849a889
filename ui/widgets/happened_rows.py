"""The last events beside the board: a picture, the words, and what came of it; a touch shows one on the board."""

from collections.abc import Sequence
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.game import Contest
from ui.present.models import Happened
from ui.widgets.boxes import Column, Row
from ui.widgets.dice import DieFace
from ui.widgets.event_pictures import EventPictures
from ui.widgets.faces import Faces
from ui.widgets.keys import Send, Touched
from ui.widgets.seat_sign import SeatSign
from ui.widgets.text import Fitted, shortened
from ui.widgets.theme import BODY, SMALL, TOUCH, colours, seat_colour, u, upright

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
        super().__init__(
            one.action, send, enabled=True, ground=ground, edge=edge, spacing=u(8),
            padding=(u(6 + BAR), u(3), u(4), u(3)), size_hint_y=None, height=u(HIGH), **more,
        )  # fmt: skip
        with self.canvas.before:
            Color(*(colours().quiet if one.seat is None else seat_colour(one.seat)))
            self._bar = Rectangle()
        self.bind(pos=self._place_bar, size=self._place_bar)
        self.add_widget(_picture(one, faces))
        ink = colours().text if newest else colours().quiet
        most = MOST_UPRIGHT if upright() else MOST_LETTERS
        told = shortened(one.words if one.contest is None else one.contest.words, most)
        words = Fitted(told, BODY if newest else SMALL, ink, align="left")
        scored = one.contest is not None and one.contest.sides and all(s.score for s in one.contest.sides)
        if one.contest is None or not scored:
            self.add_widget(words)
        else:
            self.add_widget(Column((words, _scores(one.contest)), gap=2))

    def _place_bar(self, *_changed: object) -> None:
        self._bar.pos, self._bar.size = (self.x, self.y + u(5)), (u(BAR), self.height - u(10))


def _picture(one: Happened, faces: Faces) -> Widget:
    """What was played; else the shape of whoever did it."""
    if one.pictures:
        return EventPictures(one.pictures, faces, PICTURE)
    if one.seat is None:
        return Widget(size_hint_x=None, width=u(2))
    held = Row((Widget(), SeatSign(one.seat, side=24), Widget()), gap=0)
    held.size_hint_x, held.width = None, u(32)
    return held


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


def happened_rows(past: Sequence[Happened], faces: Faces, send: Send) -> list[Widget]:
    """The last events, the newest first; two a row where there is width."""
    rows: list[Widget] = [HappenedRow(one, faces, send, newest=n == 0) for n, one in enumerate(past)]
    if not upright():
        return rows
    pairs = [rows[n : n + 2] for n in range(0, len(rows), 2)]
    return [Row((*pair, *[Widget()] * (2 - len(pair))), height=HIGH) for pair in pairs]
