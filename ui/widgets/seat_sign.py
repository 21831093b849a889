"""A seat's own shape, as large as its place."""

from typing import Any

from companion.game import Seat
from ui.present.drawn import seat_shape
from ui.widgets.drawing import Sign
from ui.widgets.theme import u
from vision.printed.marks import Drawing, Ink


class SeatSign(Sign):
    """In the seat's own colour or in `ink`; `side`: how wide it is, in units, where it does not fill its place."""

    def __init__(self, seat: Seat, ink: Ink = "", side: float = 0.0, **more: Any) -> None:
        if side:
            more |= {"size_hint_x": None, "width": u(side)}
        shape = seat_shape(seat, 15, 15, 30, ink or f"s{seat}")
        super().__init__(Drawing("seat", 30, 30, (shape,)), **more)
