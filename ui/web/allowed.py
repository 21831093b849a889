"""Which touches a phone may send: those of its own seat, and what anybody at the table may touch."""

from collections.abc import Iterable
from typing import Any

from companion.game import Event, Seat
from ui.present.muster import Muster
from ui.present.table_touches import (
    AskTurn,
    OpenMenu,
    PressButton,
    ShowSeen,
    StageTouch,
    SwitchPicture,
    TableTouch,
)
from ui.present.touches import Touch

BOX_ALONE = (OpenMenu, SwitchPicture, ShowSeen, StageTouch, AskTurn)
"""What only the shared screen shows: its menu, the picture of the camera, which never leaves the box, and the simulated
table, on which a touch may turn up anybody's card."""


def may_send(touch: Touch, seat: Seat) -> bool:
    """Whether a seat's phone may send a touch: one of a game on the table that is nobody else's."""
    if not isinstance(touch, TableTouch) or isinstance(touch, BOX_ALONE):
        return False
    if isinstance(touch, PressButton):
        return touch.button in ("done", "back", "dispute", f"seat{seat}")
    return all(each == seat for each in _seats(touch))


def _seats(touch: Touch) -> Iterable[Seat]:
    """Whose a touch is: the seats in it, and those of the events that it tells."""
    for name in touch.__struct_fields__:
        yield from _seats_in(name, getattr(touch, name))


def _seats_in(name: str, value: Any) -> Iterable[Seat]:
    if isinstance(value, Event | Muster):
        if value.seat is not None:
            yield value.seat
    elif name == "seat" and isinstance(value, int):
        yield value
    elif name == "seats" and isinstance(value, tuple):
        yield from (each for each in value if isinstance(each, int))
