"""What has just been decided, larger than anything else: who beats whom, the dice at rest, the sums of both sides."""

# mypy: disable-error-code="misc"
from typing import Any

from kivy.uix.widget import Widget

from companion.contest import Contest, Side
from ui.widgets.boxes import Card, Row, paint_ground
from ui.widgets.dice import DieFace
from ui.widgets.icons import Icon
from ui.widgets.text import Fitted, Words
from ui.widgets.theme import BODY, GREAT, TITLE, colours, seat_colour, seat_deep, u, upright

HEAD, LOW_HEAD, SIDE = 84.0, 56.0, 44.0
"""Heights of the headline, beside and below the board, and of a side's row, in units."""


class ContestCard(Card):
    """Who beats whom, and below it a row a side: its die as it fell, its name, its sum; the winner's on its colour."""

    def __init__(self, contest: Contest, *, headline: bool = True, **more: Any) -> None:
        lines: list[Widget] = []
        if headline:
            head = Fitted(contest.words, GREAT, colours().text, bold=True, align="left", size_hint_y=None)
            head.height = u(LOW_HEAD if upright() else HEAD)
            lines.append(head)
        scored = all(side.score for side in contest.sides)
        lines += [_side_row(side, won=n == contest.winner) for n, side in enumerate(contest.sides) if scored]
        if contest.more:
            lines.append(Words(contest.more, BODY, colours().text))
        won = None if contest.winner is None else contest.sides[contest.winner].seat
        super().__init__(
            lines, colours().surface if won is None or scored else seat_deep(won), pad=6, gap=4, **more
        )


def _side_row(side: Side, *, won: bool) -> Row:
    ink = colours().text if won else colours().quiet
    parts: list[Widget] = []
    if side.die is not None:
        box = u(SIDE - 6)
        parts.append(DieFace("dice", side.die, seat_colour(side.seat), size_hint=(None, 1), width=box))
    parts.append(Fitted(side.name, BODY, ink, bold=won, align="left"))
    if side.score:
        parts.append(Fitted(side.score, TITLE, ink, bold=True, align="right", size_hint_x=1.3))
    if won:
        tick = Icon("done", seat_colour(side.seat), size_hint=(None, None), size=(u(26), u(26)))
        tick.pos_hint = {"center_y": 0.5}
        parts.append(tick)
    row = Row(parts, height=SIDE, gap=8, padding=(u(6), u(3)))
    if won:
        paint_ground(row, seat_deep(side.seat))
    return row
