"""ZoneS at the screen: pieces touched and sent, the coin that a camera sees, a simulated table that follows.

Rule kept: nothing touched here is booked before it is whole, and nothing while something is in question.
"""

from dataclasses import replace
from typing import assert_never

from companion.game import Event, Over, Seat, Seen
from companion.games.zones import GAME
from companion.games.zones.events import Lifted
from companion.games.zones.halves import is_up
from companion.games.zones.state import State
from companion.sight import Sighting
from companion.weigh import SETTLE_S, Ask, Lost, Refuse
from ui.games.zones.board_side import Boardside
from ui.games.zones.faces import zones_model
from ui.games.zones.half_side import HalfSide
from ui.games.zones.telling import Telling, meant
from ui.games.zones.touches import (
    FieldTouch,
    HalfTouch,
    ReadRosters,
    ShowLaying,
    Summon,
    TouchField,
)
from ui.pages.game_side import GameSide
from ui.pages.on_board import OnBoard
from ui.pages.played_table import PlayedTable
from ui.present.models import Settling, TableFocus, TableModel
from ui.present.table_touches import TableTouch
from ui.secrecy import public_differences


class FieldSide(GameSide):
    """The side of a table screen that is about ZoneS."""

    hides_simulated = True

    def __init__(self, side: PlayedTable) -> None:
        super().__init__(side)
        self.telling = Telling()
        self.halves = HalfSide(side)
        self._read: object = None

    @property
    def _state(self) -> State:
        state: State = self.side.session.referee.state
        return state

    def dress(self, kind: str, names: tuple[str, ...], model: TableModel) -> TableModel:
        return zones_model(self._shows(names), kind, model)

    def stays(self) -> TableFocus | None:
        return self.halves.stays()

    def pressed(self, seat: Seat) -> None:
        self.halves.pressed(seat)

    def close(self) -> None:
        self.telling = Telling(self.side.session.reply.seq)

    def _shows(self, names: tuple[str, ...]) -> Boardside:
        """What ZoneS's faces are made from. A half is in it only for the seat that looks."""
        side, halves, draft = self.side, self.halves, self.halves.shown
        return Boardside(
            self._state,
            names,
            self._telling,
            side.focus.alone,
            draft,
            halves.turned_down,
            tuple(halves.due),
            halves.looked,
            halves.unseen if draft is not None else "",
            public_differences(side.session.reply),
            self._seen(),
            side.opened.simulated is not None,
            side.box_seats,
        )

    @property
    def _telling(self) -> Telling:
        """What was touched so far by who looks; a phone keeps it in its focus, apart from the shared screen's."""
        if self.side.on_phone:
            return Telling(self.side.session.reply.seq, self.side.focus.square or "")
        return self.telling

    def _seen(self) -> dict[str, tuple[Sighting, ...]] | None:
        """What was seen, square by square, where people want to see the table in the book's place."""
        reading = self.side.session.reading
        if reading is None or self.halves.screened or not self.side.focus.seen:
            return None
        return dict(reading.scene.by_region())

    def follow(self) -> bool:
        """Takes in what has been booked and seen; whether a screen has to change."""
        super().follow()
        halves = self.halves
        before = (self.telling, halves.turned_down, tuple(halves.due))
        session, focus = self.side.session, self.side.focus
        if self.telling.seq != session.reply.seq:
            self.telling = Telling(session.reply.seq)
            halves.forget()
        elif not self.side.on_phone and self.telling.square not in ("", focus.square):
            self.telling = Telling(session.reply.seq)
        if focus.square is not None and not self.telling.square and not self.side.on_phone:
            self.telling = Telling(session.reply.seq, focus.square)
        halves.follow()
        self._flipped()
        return before != (self.telling, halves.turned_down, tuple(halves.due))

    def _flipped(self) -> None:
        """The coin that lies still on the table says who begins."""
        session = self.side.session
        reading = session.reading
        if self._state.phase != "coin" or reading is None or reading is self._read or session.disputed:
            return
        self._read, scene = reading, reading.scene
        if not reading.mat.found or scene.hand or scene.still_for < SETTLE_S or session.checking:
            return
        event = GAME.coin_seen(self._state, Seen(scene.by_region(), frozenset()))
        if event is not None:
            session.tell(event, by="camera", asked_at=session.reply.seq)

    def natural(self) -> Event | None:
        """What "done" says while nothing else can be meant: that the screen is lifted."""
        if self.side.is_looking or self.side.focus.settling.refused is not None:
            return None
        if isinstance(self.side.session.reply.turn, Over):
            return None
        return Lifted() if is_up(self._state) else None

    def _may_tell(self) -> bool:
        """Whether two touches tell a move: not while something is in question, where they settle squares."""
        session = self.side.session
        asked = isinstance(session.reply.verdict, Ask | Refuse | Lost) or session.reply.differences
        return not (asked or session.disputed or session.checking)

    # what a touch asks for

    def carry(self, start: str, to: str) -> bool:
        self.telling = Telling(self.side.session.reply.seq, start)
        told = bool(self._may_tell() and meant(self._state, self.telling, to))
        if told:
            self._touch(to)
        return told

    def take(self, touch: TableTouch) -> bool:
        if isinstance(touch, FieldTouch):
            self._take(touch)
        elif isinstance(touch, HalfTouch):
            self.halves.take(touch)
        else:
            return False
        return True

    def _take(self, touch: FieldTouch) -> None:
        match touch:
            case TouchField(square) if self.side.on_phone:
                OnBoard(self.side).touch(square)
            case TouchField(square):
                self._touch(square)
            case Summon(piece) if self.side.on_phone:
                self.side.focus = TableFocus(picking=True, picks=(("piece", piece),))
            case Summon(piece):
                self.side.focus = TableFocus()
                chosen = "" if self.telling.piece == piece else piece
                self.telling = Telling(self.side.session.reply.seq, piece=chosen)
            case ReadRosters():
                self.side.focus = TableFocus()
                self.telling = Telling(self.side.session.reply.seq, rosters=True)
            case ShowLaying(step):
                self.telling = Telling(self.side.session.reply.seq, laying=step)
            case _:
                assert_never(touch)

    def _touch(self, at: str) -> None:
        """A square of the open board: where the piece touched before goes, or one to be looked at.

        With a camera people mostly look: a move is asked about before it is told.
        """
        refused, reply = self.side.refused_from, self.side.session.reply
        telling = self.telling if refused is None else Telling(reply.seq, refused)
        found = meant(self._state, telling, at) if refused is not None or self._may_tell() else ()
        if len(found) == 1 and (refused is not None or not self.halves.looked):
            self.side.say(found[0])
        elif found:
            if refused is not None:
                self.side.focus = TableFocus(settling=Settling(put_back=reply.verdict))
            self.telling = replace(self.telling, between=found)
        else:
            self.side.focus = TableFocus(square=at)
            self.telling = Telling(self.side.session.reply.seq, at)
