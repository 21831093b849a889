"""ZoneS at the screen: pieces touched and sent, the coin that a camera sees, a simulated table that follows.

Rule kept: nothing touched here is booked before it is whole, and nothing while something is in question; what may be
told by a touch is what the rules allow.
"""

from dataclasses import dataclass, replace
from typing import Any

from companion.game import Event, Over, Seen
from companion.games.zones import GAME
from companion.games.zones.events import Lifted, Moved, Shot, Summoned
from companion.games.zones.halves import is_up
from companion.games.zones.moves import entries, moves, shots
from companion.games.zones.state import State
from companion.sight import Sighting
from companion.weigh import SETTLE_S, Ask, Lost, Refuse
from ui.games.zones.half import HalfSide
from ui.pages import picking
from ui.pages.played_table import PlayedTable
from ui.present.models import Settling, TableFocus


@dataclass(frozen=True, slots=True)
class Telling:
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


class FieldSide(HalfSide):
    hides_simulated = True

    def __init__(self, side: PlayedTable) -> None:
        super().__init__(side)
        self.telling = Telling()
        self._judged: object = None

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
        """Takes in what has been booked and seen; whether a screen has to change."""
        super().follow()
        before = (self.telling, self.turned_down, tuple(self.due))
        session, focus = self.side.session, self.side.focus
        if self.telling.seq != session.reply.seq:
            self._show()
            self._forget()
        elif not self.side.on_phone and self.telling.square not in ("", focus.square):
            self._show()
        if focus.square is not None and not self.telling.square and not self.side.on_phone:
            self._show(focus.square)
        if self.screened:
            self._read_due()
            self._keep()
        self._flipped()
        return before != (self.telling, self.turned_down, tuple(self.due))

    def _flipped(self) -> None:
        """The coin that lies still on the table says who begins."""
        session = self.side.session
        reading = session.reading
        if self.state.phase != "coin" or reading is None or reading is self._judged or session.disputed:
            return
        self._judged, scene = reading, reading.scene
        if not reading.mat.found or scene.hand or scene.still_for < SETTLE_S or session.checking:
            return
        event = GAME.coin_seen(self.state, Seen(scene.by_region(), frozenset()))
        if event is not None:
            session.tell(event, by="camera", asked_at=session.reply.seq)

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
