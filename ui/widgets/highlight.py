"""The moment of an event that matters: large over the board for two seconds, or until anything is touched."""

from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.game import Side
from ui.present.models import Happened
from ui.widgets.boxes import Card, Column, Row, paint_ground
from ui.widgets.dice import DieFace
from ui.widgets.event_pictures import EventPictures
from ui.widgets.faces import Faces
from ui.widgets.icons import Icon
from ui.widgets.text import Fitted
from ui.widgets.theme import BODY, GREAT, QUICK, TITLE, colours, seat_colour, seat_deep, still, u

SECONDS = 2.0
HEAD, SIDES, MORE, PICTURE = 84.0, 72.0, 30.0, 84.0
MOST_LETTERS = 90


class Highlight(Card):
    """What has just happened and what came of it. `gone` is called once, when its time is over."""

    def __init__(self, one: Happened, faces: Faces, gone: Callable[[], None], **more: Any) -> None:
        contest = one.contest
        words = one.words if contest is None else contest.words
        head = Fitted(words[:MOST_LETTERS], GREAT, colours().text, bold=True)
        pictures = [EventPictures(one.pictures, faces, PICTURE)] if one.pictures else []
        shown: list[Widget] = [Row((*pictures, head), height=HEAD, gap=10)]
        sides = () if contest is None else contest.sides
        if contest is not None and any(side.score for side in sides):
            rows = [_side(side, won=n == contest.winner) for n, side in enumerate(sides)]
            shown.append(Row(rows, height=SIDES, gap=8))
        if contest is not None and contest.more:
            shown.append(Fitted(contest.more, BODY, colours().text, size_hint_y=None, height=u(MORE)))
        won = one.seat
        ground = colours().raised if won is None else seat_deep(won)
        edge = colours().text if won is None else seat_colour(won)
        super().__init__(shown, ground, pad=10, gap=8, edge=edge, **more)
        self._gone = gone
        self._ending = Clock.schedule_once(lambda _seconds: self.leave(), SECONDS)
        if not still():
            self.opacity = 0.0
            Animation(opacity=1.0, d=QUICK).start(self)

    def leave(self) -> None:
        """Goes, once."""
        self._ending.cancel()
        gone, self._gone = self._gone, lambda: None
        if still():
            gone()
            return
        Animation.cancel_all(self)
        away = Animation(opacity=0.0, d=QUICK)
        away.bind(on_complete=lambda *_done: gone())
        away.start(self)


def _side(side: Side, *, won: bool) -> Row:
    """One side: its die as it fell, its sum and its name; the winner's on its colour, with a tick."""
    ink = colours().on_seat if won else colours().text
    parts: list[Widget] = []
    if side.die is not None:
        die = "text" if won else f"s{side.seat}"  # its pips are as dark as the words
        parts.append(DieFace("dice", side.die, die, size_hint_x=None, width=u(SIDES - 20)))
    lines = (
        Fitted(side.score, TITLE, ink, bold=True, align="left"),
        Fitted(side.name, BODY, ink, align="left"),
    )
    parts.append(Column(lines, gap=0))
    if won:
        parts.append(Icon("done", ink, side=30, pos_hint={"center_y": 0.5}))
    row = Row(parts, gap=8, padding=(u(10), u(6)))
    paint_ground(row, seat_colour(side.seat) if won else colours().surface)
    return row
