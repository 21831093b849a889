"""ZONG at the screen: discs, dragged pieces, ticks and votes that people tell, and what the camera adds to them.

Rule kept: what may be told is what the rules let happen, and nothing told here is booked before it is whole; then it
goes to the referee as one event. The picture of a piece in question is kept as it was when the question came up.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

from companion.game import Event, Over, Seat, Seen
from companion.games.zong.board import GOAL, START
from companion.games.zong.events import (
    Advanced,
    Cleaned,
    Disc,
    Disputed,
    FellBack,
    Rest,
    Ruled,
    Threw,
    Voted,
    Zonged,
)
from companion.games.zong.rest import middle, placings, put_at, rest_breach, sorted_out, touched
from companion.games.zong.rules import advances, choices, clean_breaches, forward_place, mates_of, throws
from companion.games.zong.state import THROWN, State
from companion.games.zong.table import Strip, assign_regions, colour_of, put_back, quiet_flick, strip
from companion.journal import TookBack
from companion.weigh import SETTLE_S
from ui.box.by_touch import LayingHands
from ui.faces.face import face_of
from ui.pages.played_table import GameSide, PlayedTable
from ui.present.drawn import Window
from ui.present.models import Settling, Shown, TableFocus
from ui.present.touches import AtDraft, DragPiece, TableTouch, draft

if TYPE_CHECKING:
    from vision.eye import Reading
    from vision.sources.frames import Frame

PX_PER_MM = 8.0
MOST_PX = 1400
CLOSE_UP_MM = 34.0
"""The surroundings (mm) that are shown of a piece in question."""


ON_PART = 0.5
"""A piece let go of so near to another (part of a piece's size) lies on it."""
MOST_ORDERS = 6
DRAGGED = ("throw", "spiral", "points", "cleanup")
"""Phases in which a dragged piece is one that stands, or belongs, elsewhere than the referee has it."""


@dataclass(frozen=True, slots=True)
class Telling:
    """What has been told so far on one state, `seq`.

    `touched`: the piece looked at. `discs`: of the throw. `rest`: where flicked pieces lie, in the order in which they
    were told. `ticked`: pieces said to be back. `differing`: the next piece touched is the one to vote on. `taken`:
    taken along, `kept`: in the order in which they stood. `votes`, a square that may `also` be voted for, and `orders`
    of towers in doubt. `listed`: the discs stand in the board's place. `once`: “done” was pressed with nothing
    told. `ruled`: a piece dragged to where it is to be, not yet agreed.
    """

    seq: int = -1
    touched: str | None = None
    discs: tuple[Disc, ...] = ()
    rest: tuple[tuple[str, Rest], ...] = ()
    ticked: frozenset[str] = frozenset()
    differing: bool = False
    taken: tuple[str, ...] = ()
    kept: bool = False
    votes: tuple[tuple[Seat, str], ...] = ()
    also: str = ""
    orders: tuple[tuple[str, tuple[str, ...]], ...] = ()
    listed: bool = False
    once: bool = False
    ruled: Ruled | None = None

    def throw_told(self, state: State) -> Threw | None:
        found = may_throw(state, self.discs) if len(self.discs) == 3 else ()
        return found[0] if found else None

    def has_two_orders(self, state: State) -> bool:
        """Whether it is worth asking if the own piece goes on top."""
        return sum(set(event.taken) == set(self.taken) for event in advances(state, state.turn)) > 1

    def advance_told(self, state: State) -> Advanced | None:
        """The points as they were told: with those that are taken along, the own piece on top or where it stood."""
        found = [event for event in advances(state, state.turn) if set(event.taken) == set(self.taken)]
        if not found:
            return None
        return found[-1] if self.kept else found[0]

    def votes_left(self, state: State) -> tuple[Seat, ...]:
        voted = {seat for seat, _ in (*state.vote.votes, *self.votes)}
        return tuple(seat for seat in range(state.seats) if seat not in voted)

    def is_decided(self, state: State) -> bool:
        """Whether the votes told are enough to be counted: all of them, or more than half for one choice."""
        count = Counter(vote for _, vote in (*state.vote.votes, *self.votes))
        most = max(count.values(), default=0)
        return not self.votes_left(state) or most * 2 > state.seats

    def may_vote(self, state: State) -> tuple[str, ...]:
        """What may be voted for: what the measuring leaves open, what others voted for, a square that was touched."""
        if state.vote.asked == GOAL:
            return choices(state)
        also = (self.also,) if self.also else ()
        return tuple(dict.fromkeys((*choices(state)[:2], *(vote for _, vote in state.vote.votes), *also)))

    def next_choice(self, state: State, seat: Seat) -> str:
        """What a seat votes for when it presses its one button once more."""
        may = self.may_vote(state)
        now = dict(self.votes).get(seat)
        return may[(may.index(now) + 1) % len(may)] if now in may else may[0]

    def ballots_told(self, state: State) -> tuple[Voted, ...]:
        """The votes as events, in the order of the seats."""
        goal = state.vote.asked == GOAL
        return tuple(
            Voted(seat, GOAL, vote) if goal else Voted(seat, vote) for seat, vote in sorted(self.votes)
        )

    def natural(self, state: State, seen_back: frozenset[str], *, looked: bool) -> Event | None:
        """What "done" says: the one event that people need only nod at; None where something has to be said first.

        `looked`: a camera looks at the table, so that pieces not seen back are not back.
        """
        if state.phase == "throw":
            return self.throw_told(state)
        if state.phase == "lightning":
            return Zonged(state.turn, dict(self.rest)) if self.rest else None
        if state.phase == "cleanup":
            flicked = {state.agreed.colours[seat] for seat, _ in state.rest}
            back = not looked or flicked <= seen_back | self.ticked
            return (
                Cleaned(towers=dict(self.orders))
                if back and (self.orders or not sorted_out(state).doubtful)
                else None
            )
        if state.phase == "spiral":
            return FellBack(state.turn)
        if state.phase == "points":
            return self.advance_told(state)
        return None


def may_throw(state: State, chosen: Iterable[Disc]) -> tuple[Threw, ...]:
    wanted = Counter(chosen)
    return tuple(event for event in throws(state) if not wanted - Counter(event.discs))


def lies_at(state: State, telling: Telling, colour: str, x: float, y: float) -> Rest:
    """A piece let go of at a point, on the piece that lies there if it was told."""
    near = state.board.piece_mm * ON_PART
    below = [
        other
        for other, rest in telling.rest
        if other != colour and rest.x is not None and rest.y is not None and rest.on != colour
        if (rest.x - x) ** 2 + (rest.y - y) ** 2 < near**2
    ]
    return Rest(round(x, 1), round(y, 1), on=below[-1] if below else "")


def worded(state: State, colour: str, rest: Rest, square: str) -> Rest | None:
    """The same resting place with the square said in words; None where that cannot be so."""
    x, y, on = rest.x, rest.y, rest.on
    found = Rest(x, y, square=square, on=on)
    if square == GOAL:
        found = Rest(x, y, goal=True, on=on)
    elif square == START:
        found = Rest(x, y, off_board=True, on=on)
    elif (
        x is not None and y is not None and state.board.by_name[square].red and not touched(state.board, x, y)
    ):
        # Off the track it goes to a red square; whoever names another says that it touches that one after all.
        found = Rest(x, y, off_track=square, on=on)
    return None if rest_breach(state, colour, found) is not None else found


def tower_orders(state: State, square: str) -> tuple[tuple[str, ...], ...]:
    """The orders, bottom first, that a tower in doubt may be given; the likeliest first."""
    due = sorted_out(state).towers[square]
    lawful = (
        order
        for order in permutations(due)
        if not any(clean_breaches(state, Cleaned(towers={square: order})))
    )
    return tuple(order for order, _n in zip(lawful, range(MOST_ORDERS), strict=False))


# A dragged piece: where it lies after a flick, that it is back, or where it really stands. Rule kept: what
# would change the book is asked back before it counts, so that no finger slips a piece there.


def dragged(state: State, telling: Telling, colour: str, x: float, y: float) -> Telling:
    """What is told once a piece was dragged to a point (mm): where it lies, that it is back, or where it is to be."""
    if state.phase == "lightning":
        rest = lies_at(state, telling, colour, x, y)
        kept = tuple(pair for pair in telling.rest if pair[0] != colour)
        return replace(telling, rest=(*kept, (colour, rest)), touched=colour, once=False)
    ruled = put_right(state, colour, x, y)
    if state.phase != "cleanup":
        return replace(telling, ruled=ruled)
    is_back = put_at(state.board, state.seats, x, y) == sorted_out(state).pieces[colour].square
    ticked = telling.ticked | {colour} if is_back else telling.ticked - {colour}
    return replace(telling, touched=colour, ticked=ticked, ruled=ruled)


def put_right(state: State, colour: str, x: float, y: float) -> Ruled | None:
    """What people say by dragging a piece to a point (mm); None where that says nothing new."""
    square, seat = put_at(state.board, state.seats, x, y), state.agreed.seat(colour)
    if square is None or seat is None or state.phase not in DRAGGED:
        return None
    now = state.board.named(state.place(seat))
    if state.phase == "cleanup":
        now = sorted_out(state).pieces[colour].square
    if square == now:
        return None
    return Ruled(colour, square)


class TrackSide(GameSide):
    says_done_itself = True
    hides_simulated = True

    def __init__(self, side: PlayedTable) -> None:
        super().__init__(side)
        self.telling = Telling()
        self._counting: tuple[str, tuple[Voted, ...]] = ("", ())
        self._seen: frozenset[str] = frozenset()
        self._read: object = None
        self._picture: tuple[str, Shown | None] = ("", None)
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
        return self._picture[1]

    @property
    def reading(self) -> "Reading | None":
        """What the camera sees now, where it sees the board."""
        reading = self.side.session.reading
        return reading if reading is not None and reading.mat.found else None

    @property
    def sighted(self) -> tuple[tuple[str, float, float], ...]:
        return tuple(
            (colour, seen.x, seen.y)
            for seen in (self.reading.scene.sightings if self.reading else ())
            if (colour := colour_of(self.state, seen)) is not None and seen.kind == "pawn"
            if seen.x is not None and seen.y is not None
        )

    @property
    def strip(self) -> Strip:
        """The discs that lie still in the strip for throws while a throw is awaited."""
        scene = self.reading.scene if self.reading else None
        if self.state.phase != "throw" or scene is None or scene.hand or scene.still_for < SETTLE_S:
            return Strip(0, "")
        return strip(self.state, scene.by_region())

    def quiet(self) -> Zonged | None:
        """A flick that left every piece on its square, as the camera sees it now; None where no flick is awaited."""
        state, stood = self.state, self.side.session.referee.memory.reference
        if state.phase != "lightning":
            return None
        if self.reading is None or self.reading.scene.hand:
            return Zonged(state.turn)
        scene = assign_regions(state, self.reading.scene, stood)
        before = None if stood is None else stood.by_region()
        return quiet_flick(state, Seen(scene.by_region(), frozenset(), before))

    def follow(self) -> bool:
        session = self.side.session
        presses, session.seat_presses = session.seat_presses, []
        (asked, counting), self._counting = self._counting, ("", ())
        for vote in counting:
            if self.state.vote.asked == asked and vote.seat in Telling().votes_left(self.state):
                self.side.tell(vote)
        seq = session.reply.seq
        if self.telling.seq != seq:
            last, eye = session.referee.entries[-1:], self.side.opened.eye
            for entry in last if eye is not None and not self.state.rest else ():
                # Where pieces stand by the book, the eye is told: people know better than it does, and a move what
                # it hid.
                said = entry.by != "camera" and isinstance(entry.event, Cleaned | Ruled | TookBack)
                if said or isinstance(entry.event, Advanced | FellBack):
                    face_of(session.referee.game).tell_eye(eye, self.state)
            listed = self.state.phase == "throw" and not session.has_camera
            self.telling, self._seen = Telling(seq, listed=listed), frozenset()
        for seat in presses:
            if self.state.phase == "vote" and seat in Telling().votes_left(self.state):
                self.cast_vote(seat, self.telling.next_choice(self.state, seat))
        if session.reading is not None and session.reading is not self._read:
            self._read = session.reading
            scene = self.reading.scene if self.reading else None
            is_due = scene is not None and not scene.hand and self.state.phase in ("cleanup", "vote")
            self._seen = put_back(self.state, scene.sightings) if scene and is_due else frozenset()
        asked = self.state.vote.asked if self.state.phase == "vote" else ""
        if asked != self._picture[0] or (asked and self._picture[1] is None):
            part = asked_window(self.state) if asked else None
            picture = None if part is None else rectified(session.frame, session.reading, part)
            self._picture = (asked, picture)
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
            return self.quiet() if once else None
        return self.telling.natural(self.state, self._seen, looked=self.side.session.reading is not None)

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
            return self._counted() if self.telling.is_decided(self.state) else None
        return self.telling.ruled

    def _counted(self) -> Event | None:
        """The first of the votes told; the others are booked after it, as long as the question is the same."""
        votes = self.telling.ballots_told(self.state)
        self._counting = (self.state.vote.asked, votes[1:])
        return votes[0] if votes else None

    # what touches do

    def take(self, touch: TableTouch) -> bool:
        """A piece was dragged: after a flick to where it lies, in a clean-up to where it goes, else to where it is.

        The piece whose turn it is goes on where it is dragged to where it goes by the rules.
        """
        if not isinstance(touch, DragPiece):
            return False
        state, piece = self.state, (touch.colour, touch.x, touch.y)
        going = self.telling.advance_told(state) if state.phase == "points" else None
        where, seat = put_at(state.board, state.seats, touch.x, touch.y), state.agreed.seat(touch.colour)
        goal = state.board.named(forward_place(state, state.turn))
        if state.phase == "cleanup" and self.side.hands is not None:
            self.side.hands.move(*piece)
        elif going is not None and (seat, where) == (state.turn, goal):
            self.side.tell(going)
        else:
            self.telling = dragged(state, self.telling, *piece)
        return True

    def retell(self, fields: tuple[tuple[str, Any], ...]) -> None:
        """What is being told is otherwise from now on: these fields of the telling."""
        self.telling = replace(self.telling, **dict(fields))

    def touch_piece(self, colour: str) -> None:
        """A piece is looked at, or no longer; where one is to be voted on, it is this one."""
        if self.telling.differing and any(p.colour == colour and not p.decided for p in placings(self.state)):
            self.side.tell(Disputed(colour))
        else:
            self.telling = replace(self.telling, touched=None if self.telling.touched == colour else colour)

    def list_discs(self, *, listed: bool) -> None:
        self.side.focus = TableFocus(settling=Settling(put_back=self.side.session.reply.verdict))
        self.telling = replace(self.telling, listed=listed)

    def add_disc(self, disc: Disc) -> None:
        self.telling = replace(self.telling, discs=(*self.telling.discs, disc)[:THROWN])

    def disc_off(self, disc: Disc) -> None:
        self.turn_disc(disc)

    def turn_disc(self, disc: Disc, *to: Disc) -> None:
        told = list(self.telling.discs)
        if disc in told:
            at = told.index(disc)
            told[at : at + 1] = to
            self.telling = replace(self.telling, discs=tuple(told))

    def take_along(self, colour: str) -> None:
        taken = set(self.telling.taken) ^ {colour}
        mates = [self.colours[seat] for seat in mates_of(self.state, self.state.turn)]
        self.telling = replace(self.telling, taken=tuple(mate for mate in mates if mate in taken))

    def cast_vote(self, seat: int, choice: str) -> None:
        kept = tuple(pair for pair in self.telling.votes if pair[0] != seat)
        self.telling = replace(self.telling, votes=(*kept, (seat, choice)))

    def vote_square(self, square: str) -> None:
        """One more square may be voted for; what was voted for the one before is open again."""
        also = "" if square in choices(self.state)[:2] else square
        self.telling = replace(
            self.telling,
            also=also,
            votes=tuple(pair for pair in self.telling.votes if pair[1] != self.telling.also),
        )

    def count_votes(self) -> None:
        if (first := self._counted()) is not None:
            self.side.tell(first)


def retold(**fields: Any) -> AtDraft:
    """The touch by which these fields of the telling are otherwise."""
    return draft(TrackSide.retell, tuple(fields.items()))


def asked_window(state: State) -> Window:
    """The part of the board that is shown enlarged: about the piece that is voted on, or the goal."""
    seat = state.agreed.seat(state.vote.asked)
    rest = None if seat is None else dict(state.rest).get(seat)
    if rest is not None and rest.x is not None and rest.y is not None:
        x, y = rest.x, rest.y
    elif seat is None:
        x, y = state.board.goal.x, state.board.goal.y
    else:
        x, y = middle(state.board, state.seats, sorted_out(state).pieces[state.vote.asked].square)
    high = 2 * CLOSE_UP_MM * max(state.board.piece_mm / 22.0, 0.5)
    return (x - 0.7 * high, y - high / 2, 1.4 * high, high)


def rectified(frame: "Frame | None", reading: "Reading | None", part: Window) -> Shown | None:
    """A part of the table (mm) as the camera has it now, seen from above, far edge up; None without a camera or mat."""
    import cv2
    import numpy as np

    if frame is None or reading is None or reading.mat.image_to_table is None:
        return None
    left, near, width, height = part
    scale = min(PX_PER_MM, MOST_PX / max(width, height))
    to_cut = np.array([[scale, 0, -left * scale], [0, -scale, (near + height) * scale], [0, 0, 1.0]])
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    matrix = to_cut @ np.asarray(reading.mat.image_to_table)
    return Shown(cv2.warpPerspective(frame.image, matrix, size, flags=cv2.INTER_LINEAR))
