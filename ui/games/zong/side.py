"""ZONG at the screen: what people tell (discs, dragged pieces, ticks, votes), what the camera adds, and the faces of
its table, one for each phase.

Rule kept: people can tell only what the rules let happen, and nothing told here is booked before it is whole; then it
goes to the referee as one event. The picture of a piece in question stays as it was when the question came up.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations
from math import hypot
from typing import TYPE_CHECKING, Any

from companion.game import Event, Over, Seat, Seen
from companion.games.zong import GAME
from companion.games.zong.board import GOAL, START
from companion.games.zong.events import (
    Advanced,
    Cleaned,
    Disc,
    Disputed,
    FellBack,
    Passed,
    Rest,
    Ruled,
    Starts,
    Threw,
    Voted,
    Zonged,
)
from companion.games.zong.rest import measured, middle, placings, put_at, rest_violation, sorted_out, touched
from companion.games.zong.rules import (
    advances,
    back_place,
    choices,
    clean_violations,
    forward_place,
    mates_of,
    points_of,
    threw,
    throws,
)
from companion.games.zong.state import (
    BLUE,
    LIGHTNING,
    RISK,
    THROWN,
    State,
    called_square,
    piece_name,
    piece_title,
)
from companion.games.zong.table import (
    Strip,
    assign_regions,
    colour_of,
    is_unmoved,
    put_back,
    quiet_flick,
    strip,
)
from companion.journal import TookBack
from companion.language import number
from companion.weigh import SETTLE_S
from ui.box.by_touch import LayingHands
from ui.faces.face import face_of
from ui.games.zong import track
from ui.games.zong.words import rest_words, short_rule, square_name
from ui.pages.played_table import Asking, GameSide, PlayedTable, tell
from ui.present.drawn import MarkKind, Window, piece_drawing
from ui.present.models import Banner, Button, Cell, Settling, Shown, TableFocus, TableModel
from ui.present.touches import AtDraft, DragPiece, NothingToDo, TableTouch, Touch, at, calls, draft
from ui.words import _, joined, several
from vision.printed.marks import Drawing

if TYPE_CHECKING:
    from vision.eye import Reading
    from vision.sources.frames import Frame

PX_PER_MM = 8.0
MOST_PX = 1400
CLOSE_UP_MM = 34.0
"""Surroundings in mm shown of a piece in question."""


ON_PART = 0.5
"""Maximum distance, as a share of a piece's size, of a piece let go of from the one that it then lies on."""
MOST_ORDERS = 6
DRAGGED = ("throw", "spiral", "points", "cleanup")
"""Phases in which a dragged piece stands, or belongs, elsewhere than the referee has it."""


@dataclass(frozen=True, slots=True)
class Telling:
    """What has been told so far on one state."""

    seq: int = -1  # the state's number of entries
    touched: str | None = None  # the piece looked at
    discs: tuple[Disc, ...] = ()  # of the throw
    rest: tuple[tuple[str, Rest], ...] = ()  # where flicked pieces lie, as told
    ticked: frozenset[str] = frozenset()  # pieces said to be back
    differing: bool = False  # the next piece touched is to be voted on
    taken: tuple[str, ...] = ()  # pieces taken along
    kept: bool = False  # in the order in which they stood
    votes: tuple[tuple[Seat, str], ...] = ()
    also: str = ""  # one more square that may be voted for
    orders: tuple[tuple[str, tuple[str, ...]], ...] = ()  # of towers in doubt
    listed: bool = False  # the discs replace the board
    once: bool = False  # “done” was pressed with nothing told
    ruled: Ruled | None = None  # a piece dragged to its place, not yet agreed

    def throw_told(self, state: State) -> Threw | None:
        found = may_throw(state, self.discs) if len(self.discs) == 3 else ()
        return found[0] if found else None

    def has_two_orders(self, state: State) -> bool:
        """Whether to ask if the own piece goes on top."""
        return sum(set(event.taken) == set(self.taken) for event in advances(state, state.turn)) > 1

    def advance_told(self, state: State) -> Advanced | None:
        """The points as told: with the pieces taken along, the own piece on top or where it stood."""
        found = [event for event in advances(state, state.turn) if set(event.taken) == set(self.taken)]
        if not found:
            return None
        return found[-1] if self.kept else found[0]

    def votes_left(self, state: State) -> tuple[Seat, ...]:
        voted = {seat for seat, _ in (*state.vote.votes, *self.votes)}
        return tuple(seat for seat in range(state.seats) if seat not in voted)

    def is_decided(self, state: State) -> bool:
        """Whether the votes told suffice: all of them, or more than half for one choice."""
        count = Counter(vote for _, vote in (*state.vote.votes, *self.votes))
        most = max(count.values(), default=0)
        return not self.votes_left(state) or most * 2 > state.seats

    def may_vote(self, state: State) -> tuple[str, ...]:
        """The choices of a vote: what the measuring leaves open, what others voted for, a square that was touched."""
        if state.vote.asked == GOAL:
            return choices(state)
        also = (self.also,) if self.also else ()
        return tuple(dict.fromkeys((*choices(state)[:2], *(vote for _, vote in state.vote.votes), *also)))

    def next_choice(self, state: State, seat: Seat) -> str:
        """The next choice of a seat that presses its one button again."""
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
        """The event behind "done", which people only confirm; None: something must be said first.

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
    """A resting place for a piece let go of at a point, on a told piece that lies there."""
    near = state.board.piece_mm * ON_PART
    below = [
        other
        for other, rest in telling.rest
        if other != colour and rest.x is not None and rest.y is not None and rest.on != colour
        if (rest.x - x) ** 2 + (rest.y - y) ** 2 < near**2
    ]
    return Rest(round(x, 1), round(y, 1), on=below[-1] if below else "")


def worded(state: State, colour: str, rest: Rest, square: str) -> Rest | None:
    """The resting place with its square in words; None: that is impossible."""
    x, y, on = rest.x, rest.y, rest.on
    found = Rest(x, y, square=square, on=on)
    if square == GOAL:
        found = Rest(x, y, goal=True, on=on)
    elif square == START:
        found = Rest(x, y, off_board=True, on=on)
    elif (
        x is not None and y is not None and state.board.by_name[square].red and not touched(state.board, x, y)
    ):
        # Off the track it goes to a red square; any other square means that it touches that one after all.
        found = Rest(x, y, off_track=square, on=on)
    return None if rest_violation(state, colour, found) is not None else found


def tower_orders(state: State, square: str) -> tuple[tuple[str, ...], ...]:
    """The orders, bottom first, that a tower in doubt may be given, likeliest first; at most MOST_ORDERS."""
    due = sorted_out(state).towers[square]
    lawful = (
        order
        for order in permutations(due)
        if not any(clean_violations(state, Cleaned(towers={square: order})))
    )
    return tuple(order for order, _n in zip(lawful, range(MOST_ORDERS), strict=False))


# A dragged piece: where it lies after a flick, that it is back, or where it really stands. Rule kept: a change of the
# book is confirmed before it counts, so that no finger slips a piece there.


def dragged(state: State, telling: Telling, colour: str, x: float, y: float) -> Telling:
    """The telling after a piece was dragged to a point (mm): where it lies, that it is back, or where it should be."""
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
    """The correction in a piece dragged to a point (mm); None: nothing new."""
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
        track.printed_ground(self.state.board)  # takes a moment, which nobody minds while the table is opened

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
        """What the camera sees now, if it sees the board."""
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
        """A flick that left every piece on its square, as the camera sees it now; None: no flick is awaited."""
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
                # The eye is told where pieces stand by the book: people know better than it does, and a move knows
                # what it hid.
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
        """After a flick each piece is laid where it was said to lie; people put back the rest."""
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
        """The event behind "done" while only one is possible.

        A flick that left every piece in place needs two presses: the first asks.
        """
        if self._is_elsewhere or self.state.phase == "vote":
            return None
        if self.state.phase == "lightning" and not self.telling.rest:
            once, self.telling = self.telling.once, replace(self.telling, once=True)
            return self.quiet() if once else None
        return self.telling.natural(self.state, self._seen, looked=self.side.session.reading is not None)

    @property
    def _is_elsewhere(self) -> bool:
        """Whether "done" now concerns looking back, a refusal or a game that is over."""
        side = self.side
        away = side.is_looking or side.focus.settling.refused is not None
        return away or isinstance(side.session.reply.turn, Over)

    def settled(self) -> Event | None:
        """The event behind "done" regardless of the table: the votes are counted, or a dragged piece is agreed."""
        if self._is_elsewhere:
            return None
        if self.state.phase == "vote":
            return self._counted() if self.telling.is_decided(self.state) else None
        return self.telling.ruled

    def _counted(self) -> Event | None:
        """The first of the votes told; the others are booked after it while the question stays the same."""
        votes = self.telling.ballots_told(self.state)
        self._counting = (self.state.vote.asked, votes[1:])
        return votes[0] if votes else None

    # what touches do

    def take(self, touch: TableTouch) -> bool:
        """Takes a dragged piece: after a flick where it lies, in a clean-up where it goes, else where it stands.

        The piece whose turn it is moves by its points if it is dragged to where they lead.
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
        """Changes these fields of the telling."""
        self.telling = replace(self.telling, **dict(fields))

    def touch_piece(self, colour: str) -> None:
        """Looks at a piece, or no longer; if one is to be voted on, it is this one."""
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
        """Lets one more square be voted for; votes for the one before are open again."""
        also = "" if square in choices(self.state)[:2] else square
        self.telling = replace(
            self.telling,
            also=also,
            votes=tuple(pair for pair in self.telling.votes if pair[1] != self.telling.also),
        )

    def count_votes(self) -> None:
        if (first := self._counted()) is not None:
            self.side.tell(first)

    # its faces

    def dress(self, kind: str, model: TableModel) -> TableModel:
        """The model of a face as ZONG shows it: always with its own board, and during play with its own faces."""
        marks: dict[str, MarkKind] = {
            m.region: m.kind for m in model.board.marks if m.kind in ("wrong", "chosen")
        }
        own = track.plain_track(self.state, marks, PlayedTrack)
        own = replace(own, cells=track.seat_cells(self.state, self.names))
        if self.sighted and (kind == "lost" or (kind == "ask" and self.state.phase == "lightning")):
            # Pieces where they are seen, and faintly where the book has those that are seen elsewhere or nowhere.
            colours, size = self.state.agreed.colours, self.state.board.piece_mm
            seen = {colour: (x, y) for colour, x, y in self.sighted}
            booked = (
                replace(token, faint=True)
                for token in own.tokens
                if token.colour not in seen
                or hypot(token.x - seen[token.colour][0], token.y - seen[token.colour][1]) > size / 2
            )
            found = (track.Token(colour, colours.index(colour), *seen[colour], size) for colour in seen)
            own = replace(own, tokens=(*booked, *found))
        answers = _answers(self, kind, model.answers)
        if self.state.phase == "throw" and kind in ("ask", "lost") and self.strip.trouble:
            model = replace(model, banner=strip_banner(self), body=())
        acting = tuple(chip for chip in model.chips if chip.active)  # all seats stand below the board
        chips = acting if kind in ("play", "over") else model.chips
        shown = replace(model, own=replace(own, taps=False), answers=answers, chips=chips)
        if kind == "square":
            return square(self, shown)
        if kind == "telling":
            # Here pieces are dragged and discs touched in the game itself: the rest is told there.
            where = _(
                "Go back to the game and drag a piece to where it lies, or touch the discs that were thrown."
            )
            nothing = () if len(shown.answers) > 1 else (_("Nothing else is to be said just now."),)
            return replace(shown, body=(*nothing, where))
        face = _FACES.get(self.state.phase)
        if kind != "play" or face is None:
            return shown
        own = replace(own, drags=self.state.phase in DRAGGED)
        drawn = face(self, replace(shown, own=own, tasks=()), own)
        if self.telling.ruled is not None and self.state.phase != "cleanup":
            banner, asked = asked_back(self.telling.ruled)
            drawn = replace(drawn, body=(), banner=banner, helps=asked)
        about = piece(self, self.telling.touched) if self.telling.touched else ()
        if about and drawn.banner is None and isinstance(drawn.own, track.TrackModel):
            drawn = replace(drawn, banner=Banner("calm", about[0], about[1]), body=about[2:])
        return replace(drawn, chips=acting if isinstance(drawn.own, track.TrackModel) else model.chips)


def retold(**fields: Any) -> AtDraft:
    """The touch that changes these fields of the telling."""
    return draft(TrackSide.retell, tuple(fields.items()))


@dataclass(frozen=True, slots=True)
class PlayedTrack(track.TrackModel):
    """The board in play: a touch on a piece goes to its side."""

    def on_piece(self, colour: str) -> Touch | None:
        return draft(TrackSide.touch_piece, colour)


def asked_window(state: State) -> Window:
    """The part of the board shown enlarged: around the piece voted on, or the goal."""
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
    """A part of the table (mm) as the camera has it now, from above, far edge up; None without a camera or mat."""
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


@lru_cache(maxsize=16)
def _back(colour: str, seat: Seat) -> Drawing:
    return Drawing("back", 32, 32, tuple(track.wood_marks(colour, seat, 16, 16, 30, done=True)))


def placing_cells(state: State, touched: str | None, done: frozenset[str]) -> tuple[Cell, ...]:
    """Each flicked piece: where it goes, and how far off another answer is if that is in doubt."""
    found = []
    for placing in placings(state):
        colour, away = placing.colour, ""
        goes = _("to {square}") if placing.must_move else _("stays on {square}")
        if placing.decided:
            away = _("decided")
        elif placing.doubtful:
            other, mm = placing.others[0]
            away = _("{square}: {mm} mm").format(mm=number(mm, 1), square=square_name(other))
        sign = _back if colour in done or not placing.must_move else piece_drawing
        cell = Cell(
            goes.format(square=square_name(placing.square)),
            draft(TrackSide.touch_piece, colour),
            away,
            sign(colour, placing.seat),
            lit=colour == touched,
            mark="chore" if placing.doubtful else None,
        )
        found.append(cell)
    return tuple(found)


# The face of a vote: the piece in question enlarged, from the camera or drawn, and one vote a seat.


def vote(side: TrackSide, model: TableModel, board: track.TrackModel) -> TableModel:
    state, telling = side.state, side.telling
    may, voted = telling.may_vote(state), dict((*state.vote.votes, *telling.votes))
    by_name = piece_title if state.vote.asked == GOAL else square_name
    # One key a choice for each seat; booked votes are fixed.
    ballots = tuple(
        Cell(
            name,
            sign=piece_drawing(state.agreed.colours[seat], seat),
            keys=tuple(
                Button(
                    by_name(choice), at(TrackSide.cast_vote, seat, choice),
                    "chosen" if voted.get(seat) == choice else "plain",
                    enabled=seat not in dict(state.vote.votes),
                )
                for choice in may
            ),
        )
        for seat, name in enumerate(side.names)
    )  # fmt: skip
    # What the measuring says of the piece, and which answer is next.
    asked = _("More than one piece lies on the goal: whose is it?") if state.vote.asked == GOAL else ""
    for placing in placings(state):
        if placing.colour == state.vote.asked:
            near = doubt(placing.others[0]) if placing.others else ""
            said = _("Measured: it lies on {square}.").format(square=called_square(placing.square))
            asked = f"{said} {near}".strip()
    left = telling.votes_left(state)
    count = Button(
        _("Count the votes"), draft(TrackSide.count_votes), "main", "done", enabled=telling.is_decided(state)
    )
    own = replace(
        board,
        part=asked_window(state),
        tokens=track.tokens(state, track.lying(state), state.vote.asked),
        picture=side.picture,
        taps=False,
        square=vote_square,
        cells=ballots,
    )
    waits = several("{n} vote is missing.", "{n} votes are missing.", len(left)) if left else ""
    other = _("Touch another square to vote for it.") if state.vote.asked != GOAL else ""
    body = tuple(text for text in (asked, waits, other) if text)
    tools = tuple(tool for tool in model.tools if tool.icon != "done")
    return replace(model, kind="vote", body=body, answers=(count,), own=own, past=(), tools=tools)


def vote_square(square: str) -> Touch:
    return draft(TrackSide.vote_square, square)


# The face of a throw: discs, touched as they fell, and their result; and what all faces share.

Pair = tuple[Disc, ...]
"""A disc as its two faces."""


def doubt(other: tuple[str, float]) -> str:
    square, away = other
    return _("Next nearest: {square}, {mm} mm away.").format(square=called_square(square), mm=number(away, 1))


def led(state: State, board: track.TrackModel, place: int) -> track.TrackModel:
    """The board with a way from the piece whose turn it is to a place."""
    own, where = state.agreed.colours[state.turn], track.standing(state)
    x, y = middle(state.board, state.seats, state.board.named(place))
    end = track.stacked(state.board, x, y, len(state.squares[place]) if place else 0)
    way = track.Way(own, where[own][:2], end)
    return replace(board, tokens=track.tokens(state, where, own), arrows=(way,))


def awaited(model: TableModel) -> str:
    return model.body[0] if model.body else ""


def throw(side: TrackSide, model: TableModel, board: track.TrackModel) -> TableModel:
    """The discs to touch, or the board; and who begins, while nobody has thrown."""
    state, telling = side.state, side.telling
    keys: list[Button] = []
    told = telling.throw_told(state)
    if told is not None:
        # The result of the throw, in the order in which it is played.
        faces, points = [disc.face for disc in told.discs], points_of(told.discs)
        flicks, backs = faces.count("lightning"), faces.count("spiral")
        parts = [several("{n} lightning bolt", "{n} lightning bolts", flicks)] if flicks else []
        parts += [several("{n} spiral", "{n} spirals", backs)] if backs else []
        parts += [several("{n} point", "{n} points", points)] if points or not parts else []
        detail = _("This was thrown.")
        if points and not flicks and not backs:
            square = state.board.named(forward_place(threw(state, told), state.turn))
            words = _("{name} goes to {square}.")
            detail = words.format(name=side.names[state.turn], square=called_square(square))
        keys.append(Button(joined(parts), tell(told), "main", "done", detail))
    if telling.listed:
        keys.append(Button(_("Show the board"), draft(TrackSide.list_discs, listed=False), "quiet", "eye"))
    else:
        keys.append(
            Button(_("Say what was thrown"), draft(TrackSide.list_discs, listed=True), "plain", "hand")
        )
    if not state.begun:
        keys += [
            Button(_("{name} begins").format(name=name), tell(Starts(seat)), "quiet", "turn")
            for seat, name in enumerate(side.names)
            if seat != state.turn
        ]
    # With discs in the board's place there is no board to lead on.
    if telling.listed:
        body = () if len(telling.discs) == THROWN else (_("Touch what each disc shows."),)
        return replace(model, body=body, helps=tuple(keys), own=discs_to_touch(side))
    banner = strip_banner(side)
    body = (awaited(model),) if banner is None else ()
    points = points_of(telling.discs)
    place = min(state.place(state.turn) + points, state.board.last + 1)
    own = led(state, board, place) if points else board
    return replace(model, body=body, banner=banner, helps=tuple(keys), own=own)


def fallen_of(pairs: tuple[Pair, ...], told: tuple[Disc, ...]) -> dict[int, Disc]:
    """By number of a disc, which told face it shows; empty where these discs cannot have fallen so."""
    for order in permutations(range(len(pairs)), len(told)):
        if all(disc in pairs[number] for number, disc in zip(order, told, strict=True)):
            return dict(zip(order, told, strict=True))
    return {}


def discs_to_touch(side: TrackSide) -> track.ThrowModel:
    """Every disc of the thrower with its faces; impossible ones are faded."""
    state, told = side.state, side.telling.discs
    # It is unknown which blue discs a seat has: if it has any, all three are shown.
    blue, risk, lightning = state.hands[state.turn]
    pairs: tuple[Pair, ...] = (
        *(tuple(Disc(BLUE, face) for face in dict.fromkeys(pair)) for pair in state.agreed.blue if blue),
        *(tuple(Disc(RISK, face) for face in state.agreed.faces(RISK)),) * risk,
        *(tuple(Disc(LIGHTNING, face) for face in state.agreed.faces(LIGHTNING)),) * lightning,
    )
    fallen = fallen_of(pairs, told)

    def face(disc: Disc, fell: Disc | None) -> track.DiscFace:
        """A touched face fell so, or no longer; the other face of one that fell turns it over."""
        if fell == disc:
            return track.DiscFace(disc, draft(TrackSide.disc_off, disc), lit=True)
        others = list(told)
        action: Touch = draft(TrackSide.add_disc, disc)
        if fell is not None:
            others.remove(fell)
            action = draft(TrackSide.turn_disc, fell, disc)
        may = len(others) < THROWN and bool(may_throw(state, (*others, disc)))
        return track.DiscFace(disc, action if may else NothingToDo(), faded=fell is not None or not may)

    shown = tuple(tuple(face(disc, fallen.get(n)) for disc in pair) for n, pair in enumerate(pairs))
    thrown = tuple(track.DiscFace(disc, draft(TrackSide.disc_off, disc)) for disc in told)
    total = points_of(told)
    word, piece = several("point", "points", total), state.agreed.colours[state.turn]
    return track.ThrowModel(state.turn, piece, shown, thrown, THROWN, total, word, _("Thrown"))


def strip_banner(side: TrackSide) -> Banner | None:
    """The trouble with discs seen in the strip for throws, and what helps (ZG-06)."""
    strip, again = side.strip, _("A disc on edge, under another or off the table is thrown again.")
    if strip.trouble == "over":
        return Banner("ask", _("A disc lies on another."), again)
    if strip.trouble == "few":
        seen = several(
            "Only {n} disc is seen in the strip.", "Only {n} discs are seen in the strip.", strip.count
        )
        return Banner("ask", seen, again)
    if strip.trouble == "many":
        seen = _("{n} discs are seen in the strip, but three are thrown.").format(n=strip.count)
        return Banner("ask", seen, _("Take away what was not thrown."))
    return None


# The faces of a flick: pieces are dragged to where they lie, then put back as arrows show, each with its rule.


def lightning(side: TrackSide, model: TableModel, board: track.TrackModel) -> TableModel:
    """A flick: pieces are dragged to where they came to rest, or the camera sees them.

    It shows where the dragged pieces belong once all lie as told.
    """
    state, telling = side.state, side.telling
    keys: list[Button] = []
    banner = None
    places = track.lying(state, dict(telling.rest))
    own = replace(board, drags=True, arrows=())
    if telling.touched is not None and telling.touched in dict(telling.rest):
        # Where the dragged piece belongs, and the words in which its place may be said instead.
        colour, rest = telling.touched, dict(telling.rest)[telling.touched]
        found, said, words = measured(state, colour, rest), rest_words(rest), piece_title(colour)
        on = called_square("" if found is None else found.square)
        belongs = _("{piece} belongs on {square}.").format(piece=words, square=on)
        banner = Banner("calm", _("{piece}: {where}.").format(piece=words, where=said) if said else belongs)
        if found is not None and not said:
            near = doubt(found.others[0]) if found.doubtful else ""
            banner, why = _why(side, Banner("ask" if found.doubtful else "calm", belongs, near), found.rule)
            for choice in found.choices if found.doubtful else ():
                meant = worded(state, colour, rest, choice)
                if meant is not None:
                    told = tuple((name, meant if name == colour else old) for name, old in telling.rest)
                    keys.append(Button(rest_words(meant, said=True), retold(rest=told), "plain", "hand"))
            keys += why
    # Told pieces may be booked as they lie; without any, the flick moved nothing or was not made.
    if telling.rest:
        event = Zonged(state.turn, dict(telling.rest))
        keys.insert(0, Button(_("The pieces lie like this"), tell(event), "main", "done"))
        keys.append(Button(_("Drag them again"), retold(rest=(), touched=None), "quiet", "back"))
        after = GAME.after(state, event)
        own = replace(
            own,
            arrows=_ways(after, places, frozenset()),
            cells=placing_cells(after, telling.touched, frozenset()) or own.cells,
        )
    else:
        quiet = side.quiet() or Zonged(state.turn)
        keys.append(Button(_("No piece left its square"), tell(quiet), "plain", "hand"))
        keys.append(Button(_("No flick for this lightning bolt"), tell(Passed(state.turn)), "plain", "back"))
        if telling.once:
            banner = Banner(
                "ask", _("Did the flick leave every piece on its square? Then press “Done” once more.")
            )
    # Pieces near to another answer are ringed.
    unsure = [c for c, rest in telling.rest if (to := measured(state, c, rest)) is not None and to.doubtful]
    own = replace(own, tokens=track.tokens(state, places, telling.touched, (), unsure))
    body = _("Drag on any other piece that moved.")
    if not telling.rest:
        dragged = _("Drag each piece that moved to where it lies now.")
        body = f"{awaited(model)} {dragged}".strip()
    return replace(
        model,
        body=() if banner is not None and not telling.rest else (body,),
        banner=banner,
        helps=tuple(keys),
        own=own,
    )


def _ways(
    state: State, lie: dict[str, tuple[float, float, int]], done: frozenset[str]
) -> tuple[track.Way, ...]:
    """An arrow for each piece that must move, from where it lies."""
    return tuple(
        track.Way(
            placing.colour,
            lie[placing.colour][:2],
            track.stacked(state.board, *placing.to, placing.level),
            placing.colour in done,
        )
        for placing in placings(state)
        if placing.must_move
    )


def _why(side: TrackSide, banner: Banner, rule_id: str) -> tuple[Banner, list[Button]]:
    """A one-line banner with the key to its rule, or the banner with the rule and the key that hides it."""
    if not side.side.focus.settling.whole_rule:
        return banner, [Button(_("Why?"), at(Asking.whole_rule), "plain", "book")]
    more = " ".join(text for text in (banner.more, short_rule(rule_id)) if text)
    return replace(banner, more=more), [Button(_("Got it"), at(Asking.whole_rule), "plain", "done")]


def cleanup(side: TrackSide, model: TableModel, board: track.TrackModel) -> TableModel:
    """Arrows from where pieces lie to where they belong, ticked off; a touch shows the rule, another starts a vote."""
    state, telling = side.state, side.telling
    rests, lie = track.rested(state), track.lying(state)
    # Flicked pieces that a hand has moved, but not yet to where they belong, are drawn where they are seen.
    for colour, x, y in side.sighted:
        rest = rests.get(colour, Rest())
        if rest.x is not None and not is_unmoved(rest, x, y):
            lie[colour] = (*track.shown_at(state.board, Rest(x, y), (x, y)), 0)
    ways = _ways(state, lie, side.done)
    for put in placings(state):
        if put.colour in side.done:
            lie[put.colour] = (*track.stacked(state.board, *put.to, put.level), put.level)
    doubtful = [placing.colour for placing in placings(state) if placing.doubtful]
    own = replace(
        board,
        tokens=track.tokens(state, lie, telling.touched, side.done, doubtful),
        arrows=ways,
        cells=placing_cells(state, telling.touched, side.done),
        drags=True,
    )
    # The touched piece: where it belongs and by which rule.
    banner, why = None, list[Button]()
    piece = telling.touched
    placing = next((each for each in placings(state) if each.colour == piece), None)
    if telling.differing:
        banner = Banner("ask", _("Touch the piece that you see differently: then all vote on it."))
    elif placing is not None:
        words = _("{piece} belongs on {square}.").format(
            piece=piece_title(placing.colour), square=called_square(placing.square)
        )
        near = doubt(placing.others[0]) if placing.doubtful else ""
        banner = Banner("ask" if placing.doubtful else "calm", words, near)
        banner, why = _why(side, banner, placing.rule)
    # The answers: all is back, this piece is, or somebody disagrees.
    orders = dict(telling.orders)
    keys = [Button(_("All pieces are back"), tell(Cleaned(towers=orders)), "main", "done")]
    open_still = [placing.colour for placing in placings(state) if not placing.decided]
    if piece in open_still and piece not in side.done:
        ticked = retold(ticked=telling.ticked | {piece}, touched=None)
        keys.append(Button(_("{piece} is back").format(piece=piece_title(piece)), ticked, "plain", "done"))
    differ: Touch = retold(differing=not telling.differing, touched=None)
    if len(open_still) == 1 or piece in open_still:
        differ = tell(Disputed(piece if piece in open_still else open_still[0]))
    if open_still:
        keys.append(Button(_("We see it differently"), differ, "plain", "wrong"))
    keys += why
    # Of a tower in doubt the seat whose turn it is chooses the order.
    for square in sorted(sorted_out(state).doubtful, key=lambda name: state.board.number(name) or 0):
        chosen = orders.get(square, sorted_out(state).towers[square])
        others = tuple(pair for pair in telling.orders if pair[0] != square)
        keys += [
            Button(
                _("{square}, bottom first: {pieces}").format(
                    square=square_name(square), pieces=", ".join(map(piece_title, order))
                ),
                retold(orders=(*others, (square, order))),
                "plain" if order != chosen else "main",
                "done" if order == chosen else "",
                detail=_("Order in doubt: {name} decides").format(name=state.seat_name(state.turn)),
            )
            for order in tower_orders(state, square)
        ]
    left = [p for p in placings(state) if p.must_move and p.colour not in side.done]
    body: tuple[str, ...] = (_("Every piece is back."),)
    if left:
        much = several(
            "{n} piece goes back as the arrow shows.", "{n} pieces go back as the arrows show.", len(left)
        )
        body = (much, _("Touch a piece to read why."))
    if telling.ruled is not None:
        banner, asked = asked_back(telling.ruled)
        return replace(model, body=(), banner=banner, helps=asked, own=own)
    return replace(
        model,
        headline=_("Put the pieces back"),
        body=() if telling.touched is not None or telling.differing else body,
        banner=banner,
        helps=tuple(keys),
        own=own,
    )


def asked_back(told: Ruled) -> tuple[Banner, tuple[Button, ...]]:
    """What was dragged, in words, with the keys that accept or drop it."""
    words = _("{piece} on {square}?").format(
        piece=piece_title(told.colour), square=called_square(told.square)
    )
    yes = _("It stands like this: we agree")
    return Banner("ask", words), (
        Button(yes, tell(told), "main", "done"),
        Button(_("Leave it as it was"), retold(ruled=None, touched=None), "plain", "back"),
    )


def _answers(side: TrackSide, kind: str, answers: tuple[Button, ...]) -> tuple[Button, ...]:
    """The answers to a question, without boards of their own; another throw can be told at once."""
    plain = tuple(replace(answer, board=None) for answer in answers)
    nothing, none = at(Asking.answer, ()), at(Asking.none_of_these)
    if kind not in ("ask", "lost") or side.state.phase not in ("throw", "lightning"):
        return plain
    others = tuple(answer for answer in plain if answer.action != none)
    if side.state.phase == "lightning":
        return others if any(answer.action == nothing for answer in plain) else plain
    say = Button(_("Say what was thrown"), draft(TrackSide.list_discs, listed=True), "plain", "hand")
    again = _("It is thrown again")
    told = tuple(replace(one, words=again) if one.action == nothing else one for one in others)
    if kind == "lost":
        return (replace(say, weight="main"), *told) if side.strip.trouble else told
    return (*told, say)


def _spiral(side: TrackSide, model: TableModel, board: track.TrackModel) -> TableModel:
    state = side.state
    place = back_place(state, state.turn)
    if place is None:
        return model
    key = Button(_("It fell back"), tell(FellBack(state.turn)), "main", "done")
    return replace(model, helps=(key,), own=led(state, board, place), body=(awaited(model), *model.body[1:2]))


def _points(side: TrackSide, model: TableModel, board: track.TrackModel) -> TableModel:
    """Forward by the sum; others out of the tower may come along."""
    state, telling = side.state, side.telling
    event = telling.advance_told(state)
    keys: list[Button] = []
    if event is not None:
        words = _("{name} goes on").format(name=side.names[state.turn])
        if event.taken:
            along = joined([piece_name(colour) for colour in event.taken])
            words = _("{name} goes on and takes {pieces} along").format(
                name=side.names[state.turn], pieces=along
            )
        keys.append(Button(words, tell(event), "main", "done"))
    for seat in mates_of(state, state.turn):
        colour = state.agreed.colours[seat]
        along_now = colour in telling.taken
        words = _("Leave {piece} here") if along_now else _("Take {piece} along")
        words, take = words.format(piece=piece_name(colour)), draft(TrackSide.take_along, colour)
        keys.append(Button(words, take, "plain", "done" if along_now else "hand"))
    if telling.has_two_orders(state):
        words = _("Your own piece on top instead") if telling.kept else _("Keep the order as it stood")
        keys.append(Button(words, retold(kept=not telling.kept), "quiet", "turn"))
    own = led(state, board, forward_place(state, state.turn))
    return replace(model, helps=tuple(keys), own=own, body=(awaited(model), *model.body[1:2]))


_FACES: dict[str, Callable[[TrackSide, TableModel, track.TrackModel], TableModel]] = {
    "throw": throw,
    "lightning": lightning,
    "cleanup": cleanup,
    "vote": vote,
    "spiral": _spiral,
    "points": _points,
}


# A touched square or piece: what stands there, how far it is from the goal, and its rule.


def square(side: TrackSide, model: TableModel) -> TableModel:
    state, name = side.state, side.side.focus.square or ""
    number = state.board.number(name)
    if number is None:
        return model
    # The kind of square, and the rule about it.
    what, rule_id = _("A running square."), "zg-11-between-higher"
    if name == GOAL:
        what, rule_id = _("The goal."), "s1-first-on-goal-wins"
    elif name == START:
        what, rule_id = _("The start."), "zg-13-off-the-board"
    elif state.board.by_name[name].red:
        what, rule_id = _("A red square."), "zg-12-nearest-red"
    tower = state.squares[number]
    there = _("Nobody stands here.")
    if len(tower) == 1 or (tower and name in (START, GOAL)):
        there = _("Here: {pieces}.").format(pieces=_pieces(state, tower))
    elif tower:
        there = _("Here, bottom first: {pieces}.").format(pieces=_pieces(state, tower))
    comes = ""
    if state.phase == "points" and forward_place(state, state.turn) == number:
        points = several("{n} point", "{n} points", state.throw.points)
        comes = _("{name} comes here with {points}.").format(name=side.names[state.turn], points=points)
    banner = Banner("calm", what, short_rule(rule_id))
    asked = any(calls(key.action, Asking.correct) for key in model.answers)
    question = _("What really lies here?") if asked else ""
    lines = tuple(line for line in (there, comes, question) if line)
    headline = square_name(name) if name in (START, GOAL) else model.headline
    return replace(model, headline=headline, banner=banner, body=lines, card=None)


def _pieces(state: State, tower: tuple[int, ...]) -> str:
    return joined([piece_title(state.agreed.colours[seat]) for seat in tower])


def piece(side: TrackSide, colour: str) -> tuple[str, ...]:
    """A touched piece: owner and place, where the points lead, its tower, the way to the goal, its rule."""
    state, seat = side.state, side.state.agreed.seat(colour)
    if seat is None:
        return ()
    place, tower = state.place(seat), state.tower(seat)
    at = called_square(state.board.named(place))
    whose = _("{piece} is {name}’s, on {square}.")
    lines = [whose.format(piece=piece_title(colour), name=side.names[seat], square=at)]
    if state.phase == "points" and (seat == state.turn or seat in mates_of(state, state.turn)):
        to = called_square(state.board.named(forward_place(state, state.turn)))
        lines.append(
            several(
                "{n} point leads to {square}.", "{n} points lead to {square}.", state.throw.points, square=to
            )
        )
    if len(tower) > 1:
        lines.append(_("Its tower, bottom first: {pieces}.").format(pieces=_pieces(state, tower)))
    left = state.board.last + 1 - place
    lines.append(several("{n} square to the goal.", "{n} squares to the goal.", left))
    return (*lines, short_rule("zg-31-same-tower" if len(tower) > 1 else "s1-first-on-goal-wins"))
