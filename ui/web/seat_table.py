"""One seat's own page of a game on the table: what its phone shows, and what a touch there does.

Rule kept: a phone sees what all see and what its own seat may see, never what another seat looks at; it touches what
its own seat may touch. What it looks at is its own: the shared screen stays as it was.
"""

import secrets
from dataclasses import dataclass, replace

from companion.game import Chance, Event, Over, Seat, Seats
from ui.opponents.thinker import Thinker
from ui.pages.played_table import ANSWERS, ON_STAGE, PlayedTable
from ui.pages.tableside import Tableside
from ui.pages.thinking import Coach
from ui.present.models import Settling, TableFocus, TableModel
from ui.present.moment import Muster
from ui.present.touches import DraftTouch, TableTouch, Touch, calls, taken_by

ASKING = frozenset({"ask", "refuse", "lost", "agree", "confirm", "dispute", "dice"})
"""Faces of the shared screen that come before whatever a seat looks at."""


@dataclass(frozen=True, slots=True)
class SeatModel:
    """What a phone shows: the table as all see it, and what only this seat may see; None where that is nothing.

    `seat`: None for who watches. `is_home`: nothing is looked at more closely, so there is nothing to go back from.
    """

    seat: Seat | None
    shared: TableModel
    own: TableModel | None = None
    is_home: bool = False


class SeatTable:
    """A seat's page at a table; all phones of one seat show the same.

    What the referee asks all is settled for all, on whichever screen; what it refuses one seat stands on its phone.
    Where all agreed to the coach it speaks here to this seat alone, and thinks in a process of its own (`thinker`).
    """

    def __init__(self, side: Tableside, seat: Seat, thinker: Thinker | None = None) -> None:
        self._side, self.seat = side, seat
        self.focus, self._seq = TableFocus(), -1
        self._thinker = thinker or Thinker()
        box, agreed = side.box.seats, side.coach.agreed
        self._coach = Coach(
            side, self._thinker, secrets.randbelow, box, agreed=agreed, only=seat, focus=lambda: self.focus
        )

    def follow(self) -> bool:
        """Keeps up with game and coach; whether the coach has something new for this page."""
        self._follow()
        return self._coach.follow()

    def close(self) -> None:
        self._coach.leave_coach()
        self._thinker.close()

    def model(self) -> SeatModel:
        self.follow()
        focus = self.focus
        refused = focus.settling.refused is not None
        settling = focus.settling if refused else self._side.focus.settling
        coach, coached = self._coach, self._coach.speaks
        shared = self._side.model_of(TableFocus(settling=settling), coach if focus.alone is None else None)
        if shared.kind in ASKING:
            return SeatModel(self.seat, shared)
        if focus.alone is not None:
            own = self._side.model_of(focus, coach)
            if coached:  # a phone has no curtain to close
                own = replace(own, answers=own.answers[:-1], body=own.notes)
                return SeatModel(self.seat, replace(shared, body=()), own)
            is_home = not focus.picking and focus.square is None
            return SeatModel(self.seat, shared, own, is_home)
        if focus.picking or focus.square is not None or focus.past is not None:
            shared = self._side.model_of(replace(focus, settling=settling))
        elif coached:
            shared = replace(shared, body=shared.notes)
        return SeatModel(self.seat, shared)

    def take(self, touch: Touch) -> None:
        """Does what a touch asks for, where this seat may ask for it."""
        self._follow()
        if not isinstance(touch, TableTouch) or not self.may_take(touch) or taken_by(self._coach, touch):
            return
        side, alone = self._side, self._side.focus.alone is not None
        self._coach.leave_coach()  # what it said goes with any other touch
        if self.focus.settling.refused or not calls(touch, *FOR_ALL):
            self.focus = side.taken_for(self.focus, touch)
        elif alone:
            side.taken_for(TableFocus(settling=side.focus.settling), touch)
        else:
            side.take(touch)
        self._follow()

    def may_take(self, touch: Touch) -> bool:
        """Whether this seat may send a touch, and may now: its button throws, and who is to act says what happens."""
        turn = self._side.session.reply.turn
        pressed = touch.given[0] if calls(touch, PlayedTable.press_button) else ""
        if isinstance(touch, DraftTouch) or pressed == "done":
            waits = isinstance(turn, Seats) and self.seat not in turn.seats
            return not waits and may_send(touch, self.seat)
        return (not pressed.startswith("seat") or isinstance(turn, Chance)) and may_send(touch, self.seat)

    def _follow(self) -> None:
        """What was looked at goes when the game has gone on; a seat with something of its own has it before it."""
        reply, refused = self._side.session.reply, self.focus.settling.refused
        if reply.seq != self._seq:
            self._seq, self.focus = reply.seq, TableFocus(settling=Settling(refused=refused))
        # Whether this seat may see or choose something now that the others may not.
        offers, muster = self._side.alone.offers, self._side.alone.muster
        if isinstance(reply.turn, Over) or self.seat in self._side.box.seats:
            private = False
        elif self.seat in offers.showing:
            private = muster is not None and muster.seat == self.seat
        else:
            private = offers.screened or self.seat in offers.looking or self.seat in offers.choosing
        focus = self.focus
        if private and not refused:
            if focus.alone != self.seat or not focus.drawn:
                self.focus = TableFocus(alone=self.seat, drawn=True)
        elif focus.alone is not None:
            self.focus = TableFocus(settling=focus.settling)


# Which touches a phone may send: those of its own seat, and what anybody at the table may touch.

FOR_ALL = (PlayedTable.press_button, PlayedTable.wave, PlayedTable.wave_all, *ANSWERS)
"""What is done for all, on whichever screen, with what the referee asks."""
BOX_ALONE = (
    PlayedTable.open_menu, PlayedTable.switch_picture, PlayedTable.show_seen, PlayedTable.ask_turn, *ON_STAGE
)  # fmt: skip
"""What only the shared screen shows: its menu, the picture of the camera, which never leaves the box, and the simulated
table, on which a touch may turn up anybody's card."""


def may_send(touch: Touch, seat: Seat) -> bool:
    """Whether a seat's phone may send a touch: one of a game on the table that is nobody else's."""
    if not isinstance(touch, TableTouch) or calls(touch, *BOX_ALONE):
        return False
    if calls(touch, PlayedTable.press_button):
        return touch.given[0] in ("done", "back", "dispute", f"seat{seat}")
    # Whose it is: the seats in it, and those of the events that it tells.
    seats: list[object] = []
    for name, value in touch.about.items():
        if isinstance(value, Event | Muster):
            seats.append(seat if value.seat is None else value.seat)
        elif name == "seat" and isinstance(value, int):
            seats.append(value)
        elif name == "seats" and isinstance(value, tuple):
            seats += (each for each in value if isinstance(each, int))
    return all(each == seat for each in seats)
