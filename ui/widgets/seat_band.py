"""Whose turn it is, readable from across the table: a band in the seat's colour, and all seats small beneath it."""

from collections.abc import Sequence
from typing import Any

from kivy.uix.widget import Widget

from ui.present.models import Chip
from ui.widgets.boxes import Card, Column, Row, in_rows, paint_ground
from ui.widgets.drawing import SeatSign
from ui.widgets.text import Fitted, Words
from ui.widgets.theme import BODY, SMALL, TITLE, colours, seat_colour, seat_deep, u, upright

BAND, BAND_BELOW, SHAPE, ASIDE = 60.0, 50.0, 34.0, 16.0
CHIP, ACROSS = 32.0, 3
SHORT_NAME = 9
"""So few letters of a name find room in a third of a panel."""
LONG, LONG_UPRIGHT = 40, 64
"""A longer sentence is set in smaller type; there is more room below a board."""


class SeatChip(Row):
    """A seat's shape, name and what it has come to; filled with its colour while it is to act."""

    def __init__(self, chip: Chip, height: float = CHIP, **more: Any) -> None:
        super().__init__(height=height, gap=6, padding=(u(8), u(3)), **more)
        ink = colours().on_seat if chip.active else colours().text
        ground = seat_colour(chip.seat) if chip.active else colours().raised
        size = SMALL if height <= CHIP else BODY
        self.add_widget(SeatSign(chip.seat, "on_seat" if chip.active else "", height * 0.45))
        self.add_widget(Fitted(chip.name, size, ink, bold=chip.active, align="left"))
        if chip.score:
            self.add_widget(Fitted(chip.score, size, ink, bold=True, align="right"))
        paint_ground(self, ground)


class SeatBand(Card):
    """Who is to act, in the largest type and the seat's colour; below it what is awaited of them."""

    def __init__(self, chips: Sequence[Chip], headline: str, awaited: str, **more: Any) -> None:
        acting = [chip.seat for chip in chips if chip.active]
        alone = acting[0] if len(acting) == 1 else None
        ink = colours().text if alone is None else colours().on_seat
        signs = [SeatSign(seat, "" if alone is None else "on_seat", SHAPE) for seat in acting]
        words = Fitted(headline, TITLE, ink, bold=True, align="left")
        head = Row((*signs, words), height=BAND_BELOW if upright() else BAND, gap=10, padding=(u(12), u(4)))
        paint_ground(head, colours().raised if alone is None else seat_colour(alone))
        parts: list[Widget] = [head]
        if awaited:
            size = BODY + 2 if len(awaited) <= (LONG_UPRIGHT if upright() else LONG) else SMALL
            text = Words(awaited, size, colours().text)
            held = Column((text,), tight=True, padding=(u(12), 0, u(12), u(8)))
            parts.append(held)
        ground = colours().raised if alone is None else seat_deep(alone)
        super().__init__(parts, ground, pad=0, gap=6, **more)


def aside_row(chip: Chip) -> Row:
    """What a seat has beside the board, after its shape."""
    words = Words(" · ".join(chip.aside), SMALL, colours().quiet)
    return Row((SeatSign(chip.seat, side=ASIDE), words), tight=True)


def seat_chips(chips: Sequence[Chip]) -> list[Widget]:
    """The seats in a few low rows; none where the band above says as much.

    Where it names the one that acts, only the others stand here, in the order in which they follow.
    """
    scored = any(chip.score for chip in chips)
    if len(chips) <= 2 and not scored:
        return []
    acting = [n for n, chip in enumerate(chips) if chip.active]
    if len(acting) == 1 and not scored:
        chips = (*chips[acting[0] + 1 :], *chips[: acting[0]])
    long = any(len(chip.name) > SHORT_NAME for chip in chips)
    across = 2 if long or len(chips) in (2, 4) else ACROSS
    return [Column(in_rows([SeatChip(chip) for chip in chips], across, CHIP, 4), tight=True, gap=4)]
