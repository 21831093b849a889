"""The game on the table: what people look at there, what they do, and the side of it that belongs to one game.

Rule kept: all goes through the session; an answer carries the `seq` of its question.
"""

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Any

from companion.game import Event, Seat
from companion.referee import Reply
from companion.weigh import Accept, Refuse, Same
from ui.box.by_touch import LayingHands
from ui.box.opening import Opened
from ui.box.session import Session
from ui.present.models import Settling, TableFocus, TableModel
from ui.present.moment import GameSnapshot, players
from ui.present.touches import AtTable, TableTouch, at


class PlayedTable(ABC):
    """A game on the table, as what stands beside it may look at it and speak to it. Its methods are touches."""

    own: "GameSide"

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.focus = TableFocus()
        self.phones: frozenset[Seat] = frozenset()  # the seats whose own page stands open on a phone
        self.on_phone = False  # a seat looks or touches on its own page now
        self.hands = None if opened.simulated is None else LayingHands(opened, opened.simulated)
        self.lays_out = False

    @property
    def session(self) -> Session[Any]:
        return self.opened.session

    @property
    @abstractmethod
    def box_seats(self) -> frozenset[Seat]:
        """The seats for which the box thinks: what they have for one pair of eyes is nobody's to see or to say."""

    @abstractmethod
    def moment(self) -> GameSnapshot:
        """The game as it is now."""

    @abstractmethod
    def heard(self, reply: Reply) -> None:
        """Takes in what the referee replied to people."""

    @property
    def settling(self) -> Settling:
        return self.focus.settling

    @settling.setter
    def settling(self, settling: Settling) -> None:
        """The rest of what is looked at stays."""
        self.focus = replace(self.focus, settling=settling)

    @property
    def is_looking(self) -> bool:
        """Whether something else than the game as it stands is looked at."""
        focus = self.focus
        away = focus.alone is not None or focus.picking
        shown = focus.picture or focus.square is not None or focus.past is not None
        return away or focus.menu != "" or shown or self.session.disputed

    @property
    def refused_from(self) -> str | None:
        """Where the piece of the move stands whose refusal is on the screen: where else it may go is lit there."""
        settling, verdict = self.settling, self.session.reply.verdict
        shown = settling.refused or (None if verdict == settling.put_back else verdict)
        return shown.event.start if isinstance(shown, Refuse) and self.focus.square is None else None

    # the game as it stands

    def press_button(self, button: str) -> None:
        """A button of the panel: `done`, `back`, `dispute`, or a seat's own as `seat0`."""
        self.focus = TableFocus(picture=self.focus.picture)
        if button == "back":
            self.heard(self.session.take_back())
            return
        before = self._asks
        self.session.press(button)
        if button == "done" and not self.own.says_done_itself:
            self.focus = replace(self.focus, idle=self._asks == before)

    @property
    def _asks(self) -> tuple[object, ...]:
        """What of the referee's reply asks anything of the people."""
        reply = self.session.reply
        verdict = None if isinstance(reply.verdict, Accept | Same) else reply.verdict
        return (reply.seq, verdict, reply.chores, reply.differences, self.session.checking)

    def tell(self, event: Event) -> None:
        """This has happened: an answer to what the referee asks for now."""
        self.focus = TableFocus()
        self.heard(self.session.tell(event, asked_at=self.session.reply.seq))

    def wave(self, regions: tuple[str, ...]) -> None:
        for region in regions:
            self.session.dismiss_chore(region)

    def wave_all(self) -> None:
        self.wave(tuple({chore.region for chore in self.session.reply.chores}))

    # what is looked at

    def close(self) -> None:
        self.focus = TableFocus(settling=self.settling)
        self.own.close()
        if self.session.disputed:
            self.session.press("dispute")

    def open_menu(self) -> None:
        self.focus = TableFocus(settling=self.settling, menu="menu", picture=self.focus.picture)

    def open_telling(self) -> None:
        self.focus = TableFocus(settling=self.settling, menu="telling")

    def ask_turn(self, square: str) -> None:
        """A hidden card is to be turned up: asked about first."""
        self.focus = TableFocus(settling=self.settling, square=square, menu="turn")

    def switch_picture(self) -> None:
        self.focus = TableFocus(settling=self.settling, picture=not self.focus.picture)

    def show_seen(self, *, seen: bool) -> None:
        self.focus = replace(self.focus, seen=seen)

    def show_past(self, seq: int) -> None:
        """Shows one of the last events on the board; once more: the game as it stands."""
        past = None if self.focus.past == seq else seq
        self.focus = TableFocus(settling=self.settling, past=past)

    # what hands do on the simulated table

    def lay_out(self) -> None:
        if self.hands is not None:
            self.lays_out = True
            self.hands.lay_out()

    def tidy(self) -> None:
        regions = [chore.region for chore in self.session.reply.chores]
        if self.hands is not None and not self.hands.put(regions):
            self.wave_all()  # all lies so already, whatever the camera makes of it

    def turn_over(self, region: str) -> None:
        if self.hands is not None:
            self.focus = TableFocus()
            self.hands.turn_over(region)


CLOSE, MENU = at(PlayedTable.close), at(PlayedTable.open_menu)
ON_STAGE = (
    PlayedTable.lay_out, PlayedTable.tidy, PlayedTable.turn_over, LayingHands.lay_up, LayingHands.turn_down
)  # fmt: skip


def press(button: str) -> AtTable:
    return at(PlayedTable.press_button, button)


def tell(event: Event) -> AtTable:
    return at(PlayedTable.tell, event)


class GameSide:
    """The side of a table screen that belongs to one game; `take` does what the game's own touches ask for."""

    says_done_itself = False
    hides_simulated = False  # whether its own board stands in the place of the simulated table

    def __init__(self, side: PlayedTable) -> None:
        self.side = side

    def take(self, _touch: TableTouch, /) -> bool:
        """Does what a touch asks for; False for one that is not the game's own."""
        return False

    def lay_told(self, hands: LayingHands, _event: Event, regions: list[str], /) -> bool:
        """Lays what was told on the simulated table, where it changed these regions; whether anything lay otherwise."""
        return hands.put(regions)

    def carry(self, _start: str, _to: str, /) -> bool:
        """Does what dragging a piece between two squares asks for; False where that is told as in any game."""
        return False

    @property
    def names(self) -> tuple[str, ...]:
        return players(self.side.session.referee.setup)

    @property
    def colours(self) -> tuple[str, ...]:
        """The colour of each seat's piece, where each plays one."""
        return ()

    def natural(self) -> Event | None:
        """What "done" says of its own while the table is as the book has it; None where something else may be meant."""
        return None

    def settled(self) -> Event | None:
        """What "done" says whatever the table shows."""
        return None

    def follow(self) -> bool:
        """Takes in what has been booked, seen and pressed; whether a screen has to change."""
        self.side.session.seat_presses = []
        return False

    def stays(self) -> TableFocus | None:
        """What stays open when something was booked."""
        return None

    def close(self) -> None:
        """What was touched is let go of."""

    def pressed(self, seat: Seat) -> None:
        """A seat's own button, while a screen hides what people lay."""

    def dress(self, _kind: str, model: TableModel, /) -> TableModel:
        """The model of a face of the table screen as this game shows it."""
        return model
