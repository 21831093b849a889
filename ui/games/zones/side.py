"""ZoneS at the screen: halves told behind the screen, pieces touched and sent, the coin that a camera sees.

Rule kept: nothing touched here is booked before it is whole, and nothing while something is in question; what may be
told by a touch is what the rules allow. Nothing of a half is kept but what its own seat told, and nothing of it is
shown but on that seat's page; a picture is read only when a seat says that it is ready.
"""

from collections import Counter
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.game import Breach, Event, Over, Seat, Seen
from companion.games.zones import GAME
from companion.games.zones.events import Laid, Lifted, Moved, Shot, Summoned
from companion.games.zones.halves import half_faults, is_up
from companion.games.zones.moves import entries, moves, shots
from companion.games.zones.pieces import BASE, TERRAINS
from companion.games.zones.rules import dealt
from companion.games.zones.state import Agreed, Half, State
from companion.sight import Sighting
from companion.weigh import SETTLE_S, Ask, Lost, Refuse
from ui.pages import picking
from ui.pages.played_table import GameSide, PlayedTable
from ui.present.models import Settling, TableFocus
from ui.words import _

PATIENCE_S = 6.0
"""Seconds for which a half that is to be read waits for a still picture without a hand."""
NOTHING = "nothing"
"""The choice that takes away what lies on a square."""


class HalfDraft(Half, frozen=True, kw_only=True):
    """What a seat has told of its half so far.

    `brush`: what the next touched square gets: a terrain, `base`, a piece's id or `nothing`. `changed`: something was
    told since the referee was.
    """

    seat: Seat
    brush: str = BASE
    changed: bool = False

    @classmethod
    def laid(cls, event: Laid) -> "HalfDraft":
        """A half that the referee has not been told of yet."""
        tiles = tuple((kind, at) for at, kind in event.terrain.items())
        return cls(event.base, tiles, event.pieces, seat=event.seat, brush=NOTHING, changed=True)

    def event(self, *, whole: bool = True) -> Laid:
        """What the referee is told when the seat is ready, or (not `whole`) to be kept for it."""
        terrain: dict[str, Any] = {at: kind for kind, at in self.tiles}
        return Laid(self.seat, self.pieces, self.base, terrain, self.twice, whole)

    def piece_on(self, at: str) -> str:
        return next((piece for piece, where in self.pieces if where == at), "")


def begun(state: State, seat: Seat) -> HalfDraft:
    """A seat's half as far as the referee was told of it."""
    half = state.screen.halves[seat]
    brush = TERRAINS[0] if half.base else BASE
    return HalfDraft(half.base, half.tiles, half.pieces, twice=half.twice, seat=seat, brush=brush)


def left(given: Agreed, draft: HalfDraft, brush: str) -> int:
    """How many more of this may lie in the half, as far as the seat itself can know."""
    if brush == BASE:
        return int(not draft.base)
    if brush in TERRAINS:
        return given.each - sum(kind == brush for kind, _ in draft.tiles)
    army = Counter(given.armies[draft.seat])
    return army[brush] - sum(piece == brush for piece, _ in draft.pieces)


def put(given: Agreed, draft: HalfDraft, at: str) -> HalfDraft:
    """The half with the chosen thing on a square; the same once more takes it away."""
    number, brush = given.board.numbers.get(at), draft.brush
    if number is None or not given.board.is_own(draft.seat, number):
        return draft
    base = "" if draft.base == at else draft.base
    tiles = tuple(pair for pair in draft.tiles if pair[1] != at)
    pieces = tuple(pair for pair in draft.pieces if pair[1] != at)
    if at in draft.twice:
        # What really lies there is said now.
        twice = tuple(square for square in draft.twice if square != at)
        draft = replace(draft, tiles=tiles, twice=twice, changed=True)
    bared = replace(draft, base=base, tiles=tiles, changed=True)
    cleared = replace(draft, pieces=pieces, changed=True)
    if brush == NOTHING:
        # Without the piece on a square; where none stands without the tile or base.
        return cleared if draft.piece_on(at) else bared
    if brush == BASE:
        # The base comes first and once: what is told next are tiles.
        return bared if draft.base == at else replace(bared, base=at, brush=TERRAINS[0])
    if brush in TERRAINS:
        if (brush, at) in draft.tiles and draft.base != at:
            return bared
        return replace(bared, tiles=(*tiles, (brush, at))) if left(given, draft, brush) > 0 else draft
    if draft.piece_on(at) == brush:
        return cleared
    return replace(cleared, pieces=(*pieces, (brush, at))) if left(given, draft, brush) > 0 else draft


def faults(given: Agreed, draft: HalfDraft) -> tuple[Breach, ...]:
    return tuple(half_faults(given, draft.seat, draft))


# What is touched on the open board.


class Telling(msgspec.Struct, frozen=True):
    """What has been touched so far on one state, `seq`.

    `square`: the one looked at; `piece`: one in reserve; `between`: events of which one is meant. `rosters`:
    the roster cards are being read.
    """

    seq: int = -1
    square: str = ""
    piece: str = ""
    between: tuple[Event, ...] = ()
    rosters: bool = False
    laying: int | None = None


def ways(state: State, square: str) -> tuple[Event, ...]:
    """Every move and shot of the piece on a square by the rules, as if it were its turn."""
    number, piece = state.square(square), state.at(square)
    if number is None or piece is None:
        return ()
    names, seat = state.agreed.board.names, piece.seat
    return (
        *(Moved(seat, square, names[to]) for to in sorted(moves(state, number, piece))),
        *(Shot(seat, square, names[at]) for at in sorted(shots(state, number, piece))),
    )


def doors(state: State, piece: str) -> tuple[Summoned, ...]:
    """Every way in which a piece may enter from the reserve of the seat whose turn it is."""
    names = state.agreed.board.names
    return tuple(
        Summoned(state.turn, name, names[square])
        for name, squares in entries(state, state.turn)
        if name == piece
        for square in sorted(squares)
    )


def may_act(state: State) -> bool:
    return state.phase == "play" and state.over is None and not state.choosing


def meant(state: State, telling: Telling, at: str) -> tuple[Event, ...]:
    """What a touch on a square tells, after what was touched before: nothing, one event, or a few to choose from."""
    if not may_act(state):
        return ()
    if telling.piece:
        return tuple(event for event in doors(state, telling.piece) if event.at == at)
    piece = state.at(telling.square)
    if piece is None or piece.seat != state.turn:
        return ()
    return tuple(event for event in ways(state, telling.square) if end(event) == at)


def end(event: Event) -> str:
    """The square that an event is about at its end."""
    return event.to if isinstance(event, Moved) else event.at or ""


class FieldSide(GameSide):
    """The side of a table screen that belongs to ZoneS.

    `turned_down`: seats that said that they are ready and are not. `due`: by seat, since when its half waits to be
    read. `unseen`: why a half could not be read just now.
    """

    hides_simulated = True

    def __init__(self, side: PlayedTable) -> None:
        super().__init__(side)
        self.telling = Telling()
        self._judged: object = None
        self.turned_down: frozenset[Seat] = frozenset()
        self.due: dict[Seat, float] = {}
        self.unseen = ""
        self._drafts: dict[Seat, HalfDraft] = {}
        self._tried: dict[Seat, HalfDraft] = {}
        self._last: dict[Seat, HalfDraft] = {}
        self._stay = -1

    @property
    def state(self) -> State:
        state: State = self.side.session.referee.state
        return state

    @property
    def screened(self) -> bool:
        """Whether the screen is down, so that nothing of either half may be shown to all."""
        return self.state.phase == "set-up" and self.state.over is None

    @property
    def looked(self) -> bool:
        """Whether a camera looks at what people lay; the simulated table only follows what they tell."""
        return self.side.session.reading is not None and self.side.opened.simulated is None

    @property
    def shown(self) -> HalfDraft | None:
        """The half of the seat that looks alone: no other is ever drawn."""
        focus = self.side.focus
        return self._draft(focus.alone) if focus.alone is not None and focus.drawn and self.screened else None

    def stays(self) -> TableFocus | None:
        """What stays open when something was booked: a half that its seat still tells, or that was found wrong."""
        focus = self.side.focus
        if not self.screened or focus.alone is None or not focus.drawn:
            return None
        entries = self.side.session.referee.entries
        last = entries[-1].event.seat if entries else None
        return focus if last != focus.alone or self._stay == self.side.session.reply.seq else None

    def pressed(self, seat: Seat) -> None:
        """A seat's own button while the screen is down: it is ready, or wants to tell its half."""
        focus = self.side.focus
        if seat in self.side.box_seats:
            return
        if focus.alone == seat and focus.drawn:
            self.half_ready(seat)
        elif focus.alone is not None and focus.drawn:
            return
        elif self.looked:
            self.read_half(seat)
        else:
            self.side.focus = TableFocus(alone=seat)

    def _draft(self, seat: Seat) -> HalfDraft:
        """What a seat has told so far; at first what the referee knows of its half, or had before it was taken back."""
        if seat not in self._drafts:
            draft = begun(self.state, seat)
            taken_back = not (draft.base or draft.tiles or draft.pieces) and seat in self._last
            self._drafts[seat] = replace(self._last[seat], changed=True) if taken_back else draft
        return self._drafts[seat]

    def deal_halves(self, seats: tuple[Seat, ...]) -> None:
        """Lays halves by lot: the one that is looked at stays to be changed, others are ready, both are shown."""
        lots, looking = self.side.opened.chance.randrange, self.side.focus.alone
        for seat in seats if self.screened else ():
            event = dealt(self.state, seat, lots)
            if seat == looking:
                self._drafts[seat] = HalfDraft.laid(event)
            else:
                self._drafts.pop(seat, None)
                self._tell(event, "touch", stay=False)
        if len(seats) > 1 and is_up(self.state):
            self.side.session.tell(Lifted(), by="touch", asked_at=self.side.session.reply.seq)

    def choose_brush(self, brush: str) -> None:
        if self.screened and self.side.focus.alone is not None:
            self._drafts[self.side.focus.alone] = replace(self._draft(self.side.focus.alone), brush=brush)

    def half_square(self, square: str) -> None:
        if self.screened and self.side.focus.alone is not None:
            seat = self.side.focus.alone
            self._drafts[seat] = put(self.state.agreed, self._draft(seat), square)

    def hide_half(self) -> None:
        """The page closes; what was told is kept for its seat."""
        self.side.focus = TableFocus()

    def half_ready(self, seat: Seat) -> None:
        """The seat says that its half is as it told; if the referee finds otherwise its page stays open."""
        if self.screened:
            self._tell(self._draft(seat).event(), "touch", stay=True)

    def read_half(self, seat: Seat) -> None:
        """The camera reads one half, once, for its owner: from the first still picture without a hand in it."""
        if self.screened and self.looked:
            self.unseen = ""
            self.due[seat] = self.side.session.now
            self._read_due()

    def _read_due(self) -> None:
        """Reads the halves that wait for a picture; one that waits too long is told why, alone."""
        session, focus = self.side.session, self.side.focus
        for seat, since in list(self.due.items()):
            why, reading = "", session.reading
            if reading is None or not reading.mat.found:
                why = _("The camera does not see the whole table.")
            elif reading.scene.hand:
                why = _("A hand was over the table.")
            elif reading.scene.still_for < SETTLE_S:
                why = _("Something moved on the table.")
            if why and session.now - since < PATIENCE_S:
                continue
            del self.due[seat]
            if why or reading is None:
                self.unseen = why
                self.turned_down |= {seat}
                continue
            seen = Seen(reading.scene.by_region(), frozenset())
            self._tell(
                GAME.half_seen(self.state, seat, seen), "camera", stay=focus.drawn and focus.alone == seat
            )

    def _tell(self, event: Laid, by: str, *, stay: bool) -> None:
        """A seat is ready: if it is not after all, all learn that, and only its own page says why."""
        before = self.state.screen.ready
        if not self._told(event, by):
            return
        seat = event.seat
        ready = self.state.screen.ready[seat]
        self.turned_down = self.turned_down - {seat} if ready else self.turned_down | {seat}
        if before[1 - seat] and not self.state.screen.ready[1 - seat]:
            self.turned_down |= {1 - seat}
        if stay and not ready:
            self.side.focus = TableFocus(alone=seat, drawn=True)
            self._stay = self.side.session.reply.seq
        elif self.side.focus.alone in (None, seat):
            self.side.focus = TableFocus()

    def _told(self, event: Laid, by: str) -> bool:
        """Whether the referee could take it in; what could not be written is kept here."""
        session = self.side.session
        seq = session.reply.seq
        session.tell(event, by=by, asked_at=seq)
        if session.reply.seq == seq:
            return False
        self._last.pop(event.seat, None)
        if event.seat in self._drafts:
            self._last[event.seat] = self._drafts.pop(event.seat)
        return True

    # the open board

    def close(self) -> None:
        self._show()

    def _show(self, square: str = "", **told: Any) -> None:
        """What is touched from now on, and nothing that was before."""
        self.telling = Telling(self.side.session.reply.seq, square, **told)

    @property
    def told(self) -> Telling:
        """What was touched so far by who looks; a phone keeps it in its focus, apart from the shared screen's."""
        if self.side.on_phone:
            return Telling(self.side.session.reply.seq, self.side.focus.square or "")
        return self.telling

    @property
    def seen(self) -> dict[str, tuple[Sighting, ...]] | None:
        """What was seen, square by square, where people want to see the table in the book's place."""
        reading = self.side.session.reading
        if reading is None or self.screened or not self.side.focus.seen:
            return None
        return dict(reading.scene.by_region())

    def follow(self) -> bool:
        super().follow()
        before = (self.telling, self.turned_down, tuple(self.due))
        session, focus = self.side.session, self.side.focus
        if self.telling.seq != session.reply.seq:
            self._show()
            # What the referee knows by now is not told any more; once the screen is lifted nothing of it is kept.
            self._drafts = {seat: draft for seat, draft in self._drafts.items() if draft.changed}
            ready = self.state.screen.ready
            self.turned_down = frozenset(seat for seat in self.turned_down if not ready[seat])
            if not self.screened:
                self._drafts, self._tried, self._last = {}, {}, {}
                self.due, self.turned_down = {}, frozenset()
        elif not self.side.on_phone and self.telling.square not in ("", focus.square):
            self._show()
        if focus.square is not None and not self.telling.square and not self.side.on_phone:
            self._show(focus.square)
        if self.screened:
            self._read_due()
            # What was told on a page that is closed now is kept by the referee, also if the box is switched off.
            focus = self.side.focus
            open_for = {focus.alone} | self.side.phones if focus.drawn else self.side.phones
            for seat, draft in list(self._drafts.items()):
                if draft.changed and seat not in open_for and self._tried.get(seat) != draft:
                    self._tried[seat] = draft
                    self._told(draft.event(whole=False), "touch")
        reading = session.reading
        awaited = self.state.phase == "coin" and not session.disputed
        if awaited and reading is not None and reading is not self._judged:
            # The coin that lies still on the table says who begins.
            self._judged, scene = reading, reading.scene
            still = not scene.hand and scene.still_for >= SETTLE_S
            if reading.mat.found and still and not session.checking:
                event = GAME.coin_seen(self.state, Seen(scene.by_region(), frozenset()))
                if event is not None:
                    session.tell(event, by="camera", asked_at=session.reply.seq)
        return before != (self.telling, self.turned_down, tuple(self.due))

    def natural(self) -> Event | None:
        """What "done" says while nothing else can be meant: that the screen is lifted."""
        if self.side.is_looking or self.side.focus.settling.refused is not None:
            return None
        if isinstance(self.side.session.reply.turn, Over):
            return None
        return Lifted() if is_up(self.state) else None

    def _may_tell(self) -> bool:
        """Whether two touches tell a move: not while something is in question, where they settle squares."""
        session = self.side.session
        asked = isinstance(session.reply.verdict, Ask | Refuse | Lost) or session.reply.differences
        return not (asked or session.disputed or session.checking)

    def carry(self, start: str, to: str) -> bool:
        self._show(start)
        told = bool(self._may_tell() and meant(self.state, self.telling, to))
        if told:
            self.touch_field(to)
        return told

    # what touches do

    def touch_field(self, square: str) -> None:
        """A square of the open board: where the piece touched before goes, or one to be looked at.

        With a camera people mostly look: a move is asked about before it is told.
        """
        if self.side.on_phone:
            picking.touch(self.side, square)
            return
        refused, reply = self.side.refused_from, self.side.session.reply
        telling = self.telling if refused is None else Telling(reply.seq, refused)
        found = meant(self.state, telling, square) if refused is not None or self._may_tell() else ()
        if len(found) == 1 and (refused is not None or not self.looked):
            self.side.tell(found[0])
        elif found:
            if refused is not None:
                self.side.focus = TableFocus(settling=Settling(put_back=reply.verdict))
            self.telling = replace(self.telling, between=found)
        else:
            self.side.focus = TableFocus(square=square)
            self._show(square)

    def summon(self, piece: str) -> None:
        """A piece in reserve, which may enter with the next touch."""
        if self.side.on_phone:
            self.side.focus = TableFocus(picking=True, picks=(("piece", piece),))
            return
        self.side.focus = TableFocus()
        self._show(piece="" if self.telling.piece == piece else piece)

    def read_rosters(self) -> None:
        self.side.focus = TableFocus()
        self._show(rosters=True)

    def show_laying(self, step: int | None) -> None:
        """One step of laying the real tiles as the box has them; None: no more of it."""
        self._show(laying=step)
