"""ZONG at the screen: discs, dragged pieces, ticks and votes that people tell, and what the camera adds to them.

Rule kept: nothing told here is booked before it is whole; then it goes to the referee as one event. The picture of a
piece in question is kept as it was when the question came up.
"""

from dataclasses import replace
from typing import Any

from companion.game import Event, Over
from companion.games.zong.events import (
    Advanced,
    Cleaned,
    Disc,
    Disputed,
    FellBack,
    Ruled,
    Voted,
    Zonged,
)
from companion.games.zong.readings import Strip
from companion.games.zong.rest import placings
from companion.games.zong.rules import choices, mates_of
from companion.games.zong.state import THROWN, State
from companion.journal import TookBack
from ui.box.by_touch import LayingHands
from ui.faces.registry import face_of
from ui.games.zong.seen import asked_window, quiet_now, rectified, seen_back, sightings, strip_now
from ui.games.zong.telling import (
    Telling,
    advance_told,
    ballots_told,
    dragged,
    goes_there,
    is_decided,
    natural,
    next_choice,
    votes_left,
)
from ui.games.zong.touches import (
    AddDisc,
    CastVote,
    CountVotes,
    DiscOff,
    ListDiscs,
    Retell,
    TakeAlong,
    TouchPiece,
    TurnDisc,
    VoteSquare,
)
from ui.games.zong.track import printed_ground
from ui.pages.played_table import GameSide, PlayedTable
from ui.present.models import Settling, TableFocus
from ui.present.steps import Shown
from ui.present.touches import DragPiece, TableTouch


class TrackSide(GameSide):
    says_done_itself = True
    hides_simulated = True

    def __init__(self, side: PlayedTable) -> None:
        super().__init__(side)
        printed_ground(self.state.board)  # takes a moment, which nobody minds while the table is opened
        self.telling = Telling()
        self._counting: tuple[str, tuple[Voted, ...]] = ("", ())
        self._seen: frozenset[str] = frozenset()
        self._read: object = None
        self._picture: tuple[int, str, Shown | None] = (-1, "", None)
        self._shown: object = None
        self.follow()

    @property
    def state(self) -> State:
        state: State = self.side.session.referee.state
        return state

    @property
    def done(self) -> frozenset[str]:
        """The pieces that are back, seen or said."""
        return self._seen | self.telling.ticked

    @property
    def picture(self) -> Shown | None:
        """The piece that is voted on, as it was seen when the question came up."""
        return self._picture[2]

    @property
    def sighted(self) -> tuple[tuple[str, float, float], ...]:
        """Colour and place (mm) of each piece that is seen now."""
        reading = self.side.session.reading
        return () if reading is None or not reading.mat.found else sightings(self.state, reading.scene)

    @property
    def strip(self) -> Strip:
        """The discs that are seen while a throw is awaited."""
        return strip_now(self.side.session)

    def follow(self) -> bool:
        """Takes in what has been booked, seen and pressed; whether a screen has to change."""
        session = self.side.session
        presses, session.seat_presses = session.seat_presses, []
        (asked, counting), self._counting = self._counting, ("", ())
        for vote in counting:
            if self.state.vote.asked == asked and vote.seat in votes_left(self.state, Telling()):
                self.side.tell(vote)
        seq = session.reply.seq
        if self.telling.seq != seq:
            self._tell_the_eye()
            listed = self.state.phase == "throw" and not session.has_camera
            self.telling, self._seen = Telling(seq, listed=listed), frozenset()
        for seat in presses:
            if self.state.phase == "vote" and seat in votes_left(self.state, Telling()):
                self._vote(seat, next_choice(self.state, self.telling, seat))
        if session.reading is not None and session.reading is not self._read:
            self._read = session.reading
            scene = session.reading.scene if session.reading.mat.found else None
            self._seen = seen_back(self.state, scene)
        asked = self.state.vote.asked if self.state.phase == "vote" else ""
        if asked != self._picture[1] or (asked and self._picture[2] is None):
            part = asked_window(self.state) if asked else None
            picture = None if part is None else rectified(session.frame, session.reading, part)
            self._picture = (seq, asked, picture)
        before, self._shown = self._shown, (self.telling, self._seen, self._picture)
        return before != self._shown

    def lay_told(self, hands: LayingHands, event: Event, regions: list[str]) -> bool:
        """After a flick each piece lies where it was said to; what is left to put back is put there by the people."""
        if isinstance(event, Zonged):
            for colour, rest in event.rest.items():
                if rest.x is not None and rest.y is not None:
                    hands.move(colour, rest.x, rest.y)
            return True
        return not self.state.rest and super().lay_told(hands, event, regions)

    def _tell_the_eye(self) -> None:
        """Where pieces stand by the book, the eye is told: people know better than it does, and a move what it hid."""
        session, opened = self.side.session, self.side.opened
        last = session.referee.entries[-1] if session.referee.entries else None
        if last is None or opened.eye is None or self.state.rest:
            return
        said = last.by != "camera" and isinstance(last.event, Cleaned | Ruled | TookBack)
        if said or isinstance(last.event, Advanced | FellBack):
            face_of(session.referee.game).tell_eye(opened.eye, self.state)

    @property
    def colours(self) -> tuple[str, ...]:
        return self.state.agreed.colours

    def natural(self) -> Event | None:
        """What "done" says while nothing else can be meant.

        A flick that left every piece where it was is said by two presses: the first asks.
        """
        if self._is_elsewhere or self.state.phase == "vote":
            return None
        if self.state.phase == "lightning" and not self.telling.rest:
            once, self.telling = self.telling.once, replace(self.telling, once=True)
            return quiet_now(self.side.session) if once else None
        event: Any = natural(
            self.state, self.telling, self._seen, looked=self.side.session.reading is not None
        )
        return event if isinstance(event, Event) else None

    @property
    def _is_elsewhere(self) -> bool:
        """Whether "done" is about something else than the game as it stands."""
        side = self.side
        away = side.is_looking or side.focus.settling.refused is not None
        return away or isinstance(side.session.reply.turn, Over)

    def settled(self) -> Event | None:
        """What "done" says whatever the table shows: count the votes, or what was dragged is agreed."""
        if self._is_elsewhere:
            return None
        if self.state.phase == "vote":
            return self._counted() if is_decided(self.state, self.telling) else None
        return self.telling.ruled

    def _counted(self) -> Event | None:
        """The first of the votes told; the others are booked after it, as long as the question is the same."""
        votes = ballots_told(self.state, self.telling)
        self._counting = (self.state.vote.asked, votes[1:])
        return votes[0] if votes else None

    # what a touch asks for

    def take(self, touch: TableTouch) -> bool:
        match touch:
            case Retell(fields):
                self.telling = replace(self.telling, **dict(fields))
            case TouchPiece(colour):
                self._look_at(colour)
            case DragPiece(colour, x, y):
                self._dragged(colour, x, y)
            case ListDiscs(listed):
                self.side.focus = TableFocus(settling=Settling(put_back=self.side.session.reply.verdict))
                self.telling = replace(self.telling, listed=listed)
            case AddDisc(disc):
                self._fell(None, disc)
            case DiscOff(disc):
                self._fell(disc, None)
            case TurnDisc(before, after):
                self._fell(before, after)
            case TakeAlong(colour):
                taken = set(self.telling.taken) ^ {colour}
                mates = [self.state.agreed.colours[seat] for seat in mates_of(self.state, self.state.turn)]
                self.telling = replace(self.telling, taken=tuple(mate for mate in mates if mate in taken))
            case CastVote(seat, choice):
                self._vote(seat, choice)
            case VoteSquare(square):
                # One more square may be voted for; what was voted for the one before is open again.
                also = "" if square in choices(self.state)[:2] else square
                votes = tuple(pair for pair in self.telling.votes if pair[1] != self.telling.also)
                self.telling = replace(self.telling, also=also, votes=votes)
            case CountVotes():
                first = self._counted()
                if first is not None:
                    self.side.tell(first)
            case _:
                return False
        return True

    def _look_at(self, colour: str) -> None:
        """A piece is looked at, or no longer; where one is to be voted on, it is this one."""
        if self.telling.differing and any(p.colour == colour and not p.decided for p in placings(self.state)):
            self.side.tell(Disputed(colour))
            return
        shown = None if self.telling.touched == colour else colour
        self.telling = replace(self.telling, touched=shown)

    def _dragged(self, colour: str, x: float, y: float) -> None:
        """A piece was dragged: after a flick to where it lies, in a clean-up to where it goes, else to where it is.

        The piece whose turn it is goes on where it is dragged to where it goes by the rules.
        """
        if self.state.phase == "cleanup" and self.side.hands is not None:
            self.side.hands.move(colour, x, y)
            return
        going = advance_told(self.state, self.telling) if self.state.phase == "points" else None
        if going is not None and goes_there(self.state, colour, x, y):
            self.side.tell(going)
            return
        self.telling = dragged(self.state, self.telling, colour, x, y)

    def _fell(self, before: Disc | None, after: Disc | None) -> None:
        """One of the discs told is another one now, or none; without one before it is one more."""
        told = self.telling.discs
        at = told.index(before) if before in told else len(told)
        discs = (*told[:at], *(() if after is None else (after,)), *told[at + 1 :])
        self.telling = replace(self.telling, discs=discs[:THROWN])

    def _vote(self, seat: int, choice: str) -> None:
        kept = tuple(pair for pair in self.telling.votes if pair[0] != seat)
        self.telling = replace(self.telling, votes=(*kept, (seat, choice)))
