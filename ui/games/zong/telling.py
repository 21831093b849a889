"""What people are telling at the moment: discs, resting places, who comes along, votes. Nothing of it is booked yet.

Rule kept: what may be told is what the rules let happen; the rest cannot be touched.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import permutations

from companion.game import Seat
from companion.games.zong.board import GOAL, START
from companion.games.zong.events import Advanced, Cleaned, Disc, FellBack, Rest, Ruled, Threw, Voted, Zonged
from companion.games.zong.rest import Belonging, put_at, rest_breach, sorted_out, touched
from companion.games.zong.rest import measured as measured_of
from companion.games.zong.rules import advances, certain, choices, clean_breaches, forward_place, throws
from companion.games.zong.state import State

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


def may_throw(state: State, chosen: Iterable[Disc]) -> tuple[Threw, ...]:
    wanted = Counter(chosen)
    return tuple(event for event in throws(state) if not wanted - Counter(event.discs))


def throw_told(state: State, telling: Telling) -> Threw | None:
    found = may_throw(state, telling.discs) if len(telling.discs) == 3 else ()
    return found[0] if found else None


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


def measured(state: State, colour: str, rest: Rest) -> Belonging | None:
    """Where a piece belongs by where it lies; None where only words were said."""
    seat = state.agreed.seat(colour)
    return None if seat is None else measured_of(state, seat, rest)


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


def flick_told(state: State, telling: Telling) -> Zonged:
    """The flick as it was told; nothing told is nothing moved."""
    return Zonged(state.turn, dict(telling.rest))


def advance_told(state: State, telling: Telling) -> Advanced | None:
    """The points as they were told: with those that are taken along, the own piece on top or where it stood."""
    found = [event for event in advances(state, state.turn) if set(event.taken) == set(telling.taken)]
    if not found:
        return None
    return found[-1] if telling.kept else found[0]


def has_two_orders(state: State, telling: Telling) -> bool:
    """Whether it is worth asking if the own piece goes on top."""
    return sum(set(event.taken) == set(telling.taken) for event in advances(state, state.turn)) > 1


def cleaned_told(telling: Telling) -> Cleaned:
    """The clean-up with the orders that were chosen."""
    return Cleaned(towers=dict(telling.orders))


def tower_orders(state: State, square: str) -> tuple[tuple[str, ...], ...]:
    """The orders, bottom first, that a tower in doubt may be given; the likeliest first."""
    due = sorted_out(state).towers[square]
    lawful = (
        order
        for order in permutations(due)
        if not any(clean_breaches(state, Cleaned(towers={square: order})))
    )
    return tuple(order for order, _n in zip(lawful, range(MOST_ORDERS), strict=False))


def votes_left(state: State, telling: Telling) -> tuple[Seat, ...]:
    voted = {seat for seat, _ in (*state.vote.votes, *telling.votes)}
    return tuple(seat for seat in range(state.seats) if seat not in voted)


def is_decided(state: State, telling: Telling) -> bool:
    """Whether the votes told are enough to be counted: all of them, or more than half for one choice."""
    count = Counter(vote for _, vote in (*state.vote.votes, *telling.votes))
    most = max(count.values(), default=0)
    return not votes_left(state, telling) or most * 2 > state.seats


def may_vote(state: State, telling: Telling) -> tuple[str, ...]:
    """What may be voted for: what the measuring leaves open, what others voted for, and a square that was touched."""
    if state.vote.asked == GOAL:
        return choices(state)
    also = (telling.also,) if telling.also else ()
    return tuple(dict.fromkeys((*choices(state)[:2], *(vote for _, vote in state.vote.votes), *also)))


def next_choice(state: State, telling: Telling, seat: Seat) -> str:
    """What a seat votes for when it presses its one button once more."""
    may = may_vote(state, telling)
    now = dict(telling.votes).get(seat)
    return may[(may.index(now) + 1) % len(may)] if now in may else may[0]


def ballots_told(state: State, telling: Telling) -> tuple[Voted, ...]:
    """The votes as events, in the order of the seats."""
    goal = state.vote.asked == GOAL
    return tuple(
        Voted(seat, GOAL, vote) if goal else Voted(seat, vote) for seat, vote in sorted(telling.votes)
    )


def natural(state: State, telling: Telling, seen_back: frozenset[str], *, looked: bool) -> object:
    """What "done" says: the one event that people need only nod at; None where something has to be said first.

    `looked`: a camera looks at the table, so that pieces not seen back are not back.
    """
    if state.phase == "throw":
        return throw_told(state, telling)
    if state.phase == "lightning":
        return flick_told(state, telling) if telling.rest else None
    if state.phase == "cleanup":
        flicked = {state.agreed.colours[seat] for seat, _ in state.rest}
        back = not looked or flicked <= seen_back | telling.ticked
        return cleaned_told(telling) if back and (certain(state) or telling.orders) else None
    if state.phase == "spiral":
        return FellBack(state.turn)
    if state.phase == "points":
        return advance_told(state, telling)
    return None


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


def goes_there(state: State, colour: str, x: float, y: float) -> bool:
    """Whether a point (mm) is where the piece whose turn it is goes with its points."""
    square, seat = put_at(state.board, state.seats, x, y), state.agreed.seat(colour)
    return seat == state.turn and square == state.board.named(forward_place(state, state.turn))
