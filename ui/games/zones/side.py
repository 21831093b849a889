"""ZoneS at the screen: pieces touched and sent, the coin that a camera sees, a simulated table that follows.

Rule kept: nothing touched here is booked before it is whole, and nothing while something is in question.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.game import Event, Over, Seen
from companion.games.zones.events import Lifted
from companion.games.zones.play import Zones
from companion.games.zones.screened import is_up
from companion.games.zones.state import State
from companion.judge import SETTLE_S, Ask, Lost, Refuse
from companion.sight import Sighting
from ui.games.zones.board_side import Boardside
from ui.games.zones.half_side import HalfSide
from ui.games.zones.telling import Telling, meant
from ui.present.models import Focus
from ui.secrecy import public_differences

if TYPE_CHECKING:
    from ui.tableside import Tableside


class FieldSide:
    """The side of a table screen that is about ZoneS; in any other game it has nothing to say."""

    def __init__(self, side: "Tableside") -> None:
        self._side = side
        self.is_on = isinstance(side.session.referee.game, Zones)
        self.telling = Telling()
        self.halves = HalfSide(side)
        self.staged = False
        self._read: object = None

    @property
    def _state(self) -> State:
        state: State = self._side.session.referee.state
        return state

    def shown(self, names: tuple[str, ...]) -> Boardside | None:
        """What ZoneS's faces are made from; None in any other game. A half is in it only for the seat that looks."""
        if not self.is_on:
            return None
        side, halves, draft = self._side, self.halves, self.halves.shown
        return Boardside(
            self._state,
            names,
            self.telling,
            side.focus.alone,
            draft,
            halves.turned_down,
            tuple(halves.due),
            halves.looked,
            halves.unseen if draft is not None else "",
            public_differences(side.session.reply),
            self._seen(),
            None if side.opened.simulated is None else self.staged,
        )

    def _seen(self) -> dict[str, tuple[Sighting, ...]] | None:
        """What was seen, square by square, where people want to see the table in the book's place."""
        reading = self._side.session.reading
        if reading is None or self.halves.screened or not self._side.focus.seen:
            return None
        return dict(reading.scene.by_region())

    def follow(self) -> bool:
        """Takes in what has been booked and seen; whether a screen has to change."""
        if not self.is_on:
            return False
        halves = self.halves
        before = (self.telling, halves.turned_down, tuple(halves.due))
        session, focus = self._side.session, self._side.focus
        if self.telling.seq != session.reply.seq:
            self.telling = Telling(session.reply.seq)
            halves.forget()
            self._simulate()
        elif self.telling.square and self.telling.square != focus.square:
            self.telling = Telling(session.reply.seq)
        if focus.square is not None and not self.telling.square:
            self.telling = Telling(session.reply.seq, focus.square)
        halves.follow()
        self._flipped()
        return before != (self.telling, halves.turned_down, tuple(halves.due))

    def _simulate(self) -> None:
        """The simulated table follows what was told by touch: there are no hands that would carry it out."""
        table, session = self._side.opened.simulated, self._side.session
        last = session.referee.entries[-1] if session.referee.entries else None
        if table is None or last is None or last.by != "touch" or self.halves.screened:
            return
        from ui.by_touch import laid_out

        look, decks = session.reply.look, self._side.opened.decks
        table.change(lambda top: laid_out(table.table, top, look, decks, session.reply.seq))

    def _flipped(self) -> None:
        """The coin that lies still on the table says who begins."""
        session = self._side.session
        reading = session.reading
        if self._state.phase != "coin" or reading is None or reading is self._read or session.disputed:
            return
        self._read, scene = reading, reading.scene
        if not reading.mat.found or scene.hand or scene.still_for < SETTLE_S or session.checking:
            return
        event = Zones().coin_seen(self._state, Seen(scene.by_region(), frozenset()))
        if event is not None:
            session.tell(event, by="camera", asked_at=session.reply.seq)

    def natural(self) -> Event | None:
        """What "done" says while nothing else can be meant: that the screen is lifted."""
        if not self.is_on or self._side.is_looking or self._side.focus.refused is not None:
            return None
        if isinstance(self._side.session.reply.turn, Over):
            return None
        return Lifted() if is_up(self._state) else None

    def _may_tell(self) -> bool:
        """Whether two touches tell a move: not while something is in question, where they settle squares."""
        session = self._side.session
        asked = isinstance(session.reply.verdict, Ask | Refuse | Lost) or session.reply.differences
        return not (asked or session.disputed or session.checking)

    # what a touch asks for

    def do_field(self, at: str) -> None:
        """A square of the open board: where the piece touched before goes, or one to be looked at.

        With a camera people mostly look: a move is asked about before it is told.
        """
        found = meant(self._state, self.telling, at) if self._may_tell() else ()
        if len(found) == 1 and not self.halves.looked:
            self._side.say(found[0])
        elif found:
            self.telling = replace(self.telling, between=found)
        else:
            self._side.focus = Focus(square=at)
            self.telling = Telling(self._side.session.reply.seq, at)

    def do_summon(self, piece: str) -> None:
        """A piece in reserve, which may enter with the next touch; touched once more it is let go of."""
        self._side.focus = Focus()
        chosen = "" if self.telling.piece == piece else piece
        self.telling = Telling(self._side.session.reply.seq, piece=chosen)

    def do_rosters(self, _about: object) -> None:
        """The roster cards are read, in the board's company."""
        self._side.focus = Focus()
        self.telling = Telling(self._side.session.reply.seq, rosters=True)

    def do_close(self, _about: object) -> None:
        """What was touched is let go of."""
        self.telling = Telling(self._side.session.reply.seq)

    def do_stage(self, staged: bool) -> None:
        """The simulated table stands in the board's place, or no longer."""
        self.staged = staged
