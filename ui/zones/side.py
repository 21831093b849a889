"""ZoneS at the screen: halves told or read behind the screen, pieces touched and sent, the coin that a camera sees.

Rule kept: while the screen is down nothing of a half is kept here but what its own seat told, and nothing of it is
shown but on that seat's page; a picture is read only when a seat says that it is ready.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.game import Event, Over, Seat, Seen
from companion.games.zones.events import Laid, Lifted
from companion.games.zones.pieces import Facts, facts
from companion.games.zones.play import Zones
from companion.games.zones.screened import is_up
from companion.games.zones.state import State
from companion.judge import SETTLE_S, Ask, Lost, Refuse
from companion.sight import Sighting
from ui.present.models import Focus
from ui.secrecy import public_differences
from ui.words import _
from ui.zones.board_side import Boardside
from ui.zones.half import HalfDraft, begun, put
from ui.zones.telling import Telling, meant

if TYPE_CHECKING:
    from ui.tableside import Tableside


class FieldSide:
    """The side of a table screen that is about ZoneS; in any other game it has nothing to say."""

    def __init__(self, side: "Tableside") -> None:
        self._side = side
        self.is_on = isinstance(side.session.referee.game, Zones)
        self.telling = Telling()
        self._drafts: dict[Seat, HalfDraft] = {}
        self._turned_down: frozenset[Seat] = frozenset()
        self._unseen = ""
        self._read: object = None
        self._stay = -1
        self.staged = False
        self._tried: dict[Seat, HalfDraft] = {}

    @property
    def _state(self) -> State:
        state: State = self._side.session.referee.state
        return state

    @property
    def screened(self) -> bool:
        """Whether the screen is down."""
        return self.is_on and self._state.phase == "set-up" and self._state.over is None

    @property
    def roster(self) -> Facts:
        """The pieces that are played with."""
        return facts(self._side.session.referee.setup.facts)

    def shown(self, names: tuple[str, ...]) -> Boardside | None:
        """What ZoneS's faces are made from; None in any other game. A half is in it only for the seat that looks."""
        if not self.is_on:
            return None
        focus = self._side.focus
        draft = (
            self._draft(focus.alone) if focus.alone is not None and focus.drawn and self.screened else None
        )
        side = self._side
        return Boardside(
            self._state,
            names,
            self.telling,
            focus.alone,
            draft,
            self._turned_down,
            self.looked,
            self._unseen if draft is not None else "",
            public_differences(side.session.reply),
            self._seen(),
            None if side.opened.simulated is None else self.staged,
        )

    @property
    def looked(self) -> bool:
        """Whether a camera looks at what people lay; the simulated table only follows what they tell."""
        return self._side.session.reading is not None and self._side.opened.simulated is None

    def _seen(self) -> dict[str, tuple[Sighting, ...]] | None:
        """What was seen, square by square, where people want to see the table in the book's place."""
        reading = self._side.session.reading
        if reading is None or self.screened or not self._side.focus.seen:
            return None
        return dict(reading.scene.by_region())

    def follow(self) -> bool:
        """Takes in what has been booked and seen; whether a screen has to change."""
        if not self.is_on:
            return False
        before = (self.telling, self._turned_down)
        session, focus = self._side.session, self._side.focus
        if self.telling.seq != session.reply.seq:
            self.telling = Telling(session.reply.seq)
            self._forget_halves()
            self._simulate()
        elif self.telling.square and self.telling.square != focus.square:
            self.telling = Telling(session.reply.seq)
        if focus.square is not None and not self.telling.square:
            self.telling = Telling(session.reply.seq, focus.square)
        if self.screened:
            self._keep()
        self._flipped()
        return before != (self.telling, self._turned_down)

    def stays(self) -> Focus | None:
        """What stays open when something was booked: a half that its seat still tells, or that was found wrong."""
        focus = self._side.focus
        if not self.screened or focus.alone is None or not focus.drawn:
            return None
        entries = self._side.session.referee.entries
        last = getattr(entries[-1].event, "seat", None) if entries else None
        return focus if last != focus.alone or self._stay == self._side.session.reply.seq else None

    def _keep(self) -> None:
        """What was told on a page that is closed now is kept by the referee, also if the box is switched off."""
        focus = self._side.focus
        open_for = focus.alone if focus.drawn else None
        for seat, draft in list(self._drafts.items()):
            if draft.changed and seat != open_for and self._tried.get(seat) != draft:
                self._tried[seat] = draft
                self._told(draft.event(whole=False), "touch")

    def _forget_halves(self) -> None:
        """What the referee knows by now is not told any more; once the screen is lifted nothing of it is kept."""
        if not self.screened:
            self._drafts, self._tried, self._turned_down = {}, {}, frozenset()
            return
        self._turned_down = frozenset(seat for seat in self._turned_down if not self._state.ready[seat])
        self._drafts = {seat: draft for seat, draft in self._drafts.items() if draft.changed}

    def _simulate(self) -> None:
        """The simulated table follows what was told by touch: there are no hands that would carry it out."""
        table, session = self._side.opened.simulated, self._side.session
        last = session.referee.entries[-1] if session.referee.entries else None
        if table is None or last is None or last.by != "touch" or self.screened:
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

    def pressed(self, seat: Seat) -> None:
        """A seat's own button while the screen is down: it is ready, or wants to tell its half."""
        focus = self._side.focus
        if focus.alone == seat and focus.drawn:
            self.do_half_ready(seat)
        elif focus.alone is not None and focus.drawn:
            return
        elif self.looked:
            self.do_read_half(seat)
        else:
            self._side.focus = Focus(alone=seat)

    def _draft(self, seat: Seat) -> HalfDraft:
        """What a seat has told so far; at first what the referee knows of its half."""
        if seat not in self._drafts:
            self._drafts[seat] = begun(self._state, seat)
        return self._drafts[seat]

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
        if len(found) == 1 and not self.looked:
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

    def do_stage(self, staged: bool) -> None:
        """The simulated table stands in the board's place, or no longer."""
        self.staged = staged

    def do_brush(self, brush: str) -> None:
        """What the next touched squares of a half get."""
        seat = self._side.focus.alone
        if seat is not None and self.screened:
            self._drafts[seat] = replace(self._draft(seat), brush=brush)

    def do_half_square(self, at: str) -> None:
        """A square of the half that is being told."""
        seat = self._side.focus.alone
        if seat is not None and self.screened:
            self._drafts[seat] = put(self._state.agreed, self._draft(seat), at)

    def do_half_ready(self, seat: Seat) -> None:
        """The seat says that its half is as it told; if the referee finds otherwise its page stays open."""
        if self.screened:
            self._tell(self._draft(seat).event(), "touch", stay=True)

    def do_hide_half(self, _about: object) -> None:
        """The page closes; what was told is kept for its seat."""
        self._side.focus = Focus()

    def do_read_half(self, seat: Seat) -> None:
        """The camera reads one half, once, for its owner; nothing of the picture is kept."""
        session = self._side.session
        if not self.screened:
            return
        open_for = self._side.focus.alone if self._side.focus.drawn else None
        reading = session.reading
        self._unseen = ""
        if reading is None or not reading.mat.found:
            self._unseen = _("The camera does not see the whole table.")
        elif reading.scene.hand:
            self._unseen = _("A hand was over the table.")
        if reading is None or self._unseen:
            self._turned_down |= {seat}
            return
        event = Zones().half_seen(self._state, seat, Seen(reading.scene.by_region(), frozenset()))
        self._tell(event, "camera", stay=open_for == seat)

    def _tell(self, event: Laid, by: str, stay: bool) -> None:
        """A seat is ready: if it is not after all, all learn that, and only its own page says why."""
        if not self._told(event, by):
            return
        seat = event.seat
        ready = self._state.ready[seat]
        self._turned_down = self._turned_down - {seat} if ready else self._turned_down | {seat}
        if stay and not ready:
            self._side.focus = Focus(alone=seat, drawn=True)
            self._stay = self._side.session.reply.seq
        elif self._side.focus.alone in (None, seat):
            self._side.focus = Focus()

    def _told(self, event: Laid, by: str) -> bool:
        """Whether the referee could take it in; what could not be written is kept here."""
        session = self._side.session
        seq = session.reply.seq
        session.tell(event, by=by, asked_at=seq)
        if session.reply.seq == seq:
            return False
        self._drafts.pop(event.seat, None)
        return True
