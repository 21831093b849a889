"""What has just been decided, larger than anything else: who beats whom, the dice at rest, the sums of both sides."""

from typing import Any

from kivy.uix.widget import Widget

from companion.game import Contest, Side
from ui.widgets.boxes import Card, Column, Row, paint_ground
from ui.widgets.dice import DieFace
from ui.widgets.icons import Icon
from ui.widgets.text import Fitted, Words
from ui.widgets.theme import BODY, GREAT, SMALL, TITLE, colours, seat_colour, seat_deep, u, upright

HEAD, SIDE, TICK = 64.0, 56.0, 20.0
"""Heights of the headline and of a side, and the width of its tick, in units."""


class ContestCard(Card):
    """Where it was counted both sides beside each other: the sum, the name, and where there is room the die; the
    winner's on its colour, with a tick. Else who beats whom.
    """

    def __init__(self, contest: Contest, **more: Any) -> None:
        scored = all(side.score for side in contest.sides)
        won = None if contest.winner is None else contest.sides[contest.winner].seat
        if scored:
            sides: list[Widget] = [
                _side_row(side, won=n == contest.winner) for n, side in enumerate(contest.sides)
            ]
            lines = [Row(sides, height=SIDE, gap=6)]
        else:
            head = Fitted(contest.words, GREAT, colours().text, bold=True, align="left", size_hint_y=None)
            head.height = u(HEAD)
            lines = [head]
        if contest.more:
            lines.append(Words(contest.more, BODY, colours().text))
        ground = colours().surface if won is None or scored else seat_deep(won)
        super().__init__(lines, ground, pad=6, gap=4, **more)


def _side_row(side: Side, *, won: bool) -> Row:
    ink = colours().text if won else colours().quiet
    parts: list[Widget] = []
    if side.die is not None and upright():
        box = u(SIDE - 4)
        parts.append(DieFace("dice", side.die, f"s{side.seat}", size_hint=(None, 1), width=box))
    name: list[Widget] = [Fitted(side.name, SMALL, ink, bold=won, align="left")]
    if won:
        name.append(Icon("done", seat_colour(side.seat), size_hint=(None, 1), width=u(TICK)))
    score = Fitted(side.score, TITLE, ink, bold=True, align="left")
    parts.append(Column((score, Row(name, gap=4, size_hint_y=0.62)), gap=0))
    row = Row(parts, height=SIDE, gap=8, padding=(u(6), u(3)))
    if won:
        paint_ground(row, seat_deep(side.seat))
    return row
