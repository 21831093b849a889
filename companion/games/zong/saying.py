"""Events in a sentence, told on the state before them."""

from collections.abc import Callable
from typing import Any

from companion.games.zong.board import GOAL, START
from companion.games.zong.events import (
    Advanced,
    Cleaned,
    Disc,
    Disputed,
    FellBack,
    Passed,
    Ruled,
    Starts,
    Threw,
    Voted,
    Zonged,
)
from companion.games.zong.flow import back_place, forward_place
from companion.games.zong.resting import as_lying
from companion.games.zong.sorting import belonging
from companion.games.zong.state import State, seat_name
from companion.games.zong.throwing import points_of
from companion.games.zong.voting import voted
from companion.kits.counting import several

DISC_COLOURS = {"blue": "blue", "risk": "violet", "lightning": "yellow"}
"""Each kind of disc by its colour, as it looks on the table and is called everywhere that players read."""


def words(state: State, event: Any) -> str:
    """The event in one sentence."""
    seat = event.seat
    if seat is not None and seat not in range(state.seats):
        return f"{seat_name(state, seat)} is nobody at this table"
    return _SAID[type(event)](state, event)


def called(square: str) -> str:
    """A square as people name it."""
    return f"the {square}" if square in (START, GOAL) else square


def shown(disc: Disc) -> str:
    """A disc in words: what it shows, and for a number which kind it is."""
    return f"{DISC_COLOURS[disc.disc]} {disc.face}" if str(disc.face).isdecimal() else str(disc.face)


def _starts(state: State, event: Starts) -> str:
    return f"{seat_name(state, event.youngest)} is the youngest and begins"


def _threw(state: State, event: Threw) -> str:
    discs, points = ", ".join(map(shown, event.discs)), several(points_of(event.discs), "point", "points")
    return f"{seat_name(state, event.seat)} throws {discs}: {points}"


def _zonged(state: State, event: Zonged) -> str:
    where = []
    for colour, rest in event.rest.items():
        seat = state.agreed.seat(colour)
        if seat is None:
            continue
        home = state.board.named(state.place(seat))
        found = belonging(state.board, state.seats, home, as_lying(state, rest), state.agreed.straddle)
        if found.square != home:
            where.append(f"{colour} belongs on {called(found.square)}")
    said = f"{seat_name(state, event.seat)} ZONGs"
    return f"{said}: {', '.join(where)}" if where else f"{said}: every piece stays on its square"


def _passed(state: State, event: Passed) -> str:
    return f"{seat_name(state, event.seat)} makes no use of a lightning"


def _disputed(_state: State, event: Disputed) -> str:
    return f"The table votes on where {event.colour} belongs"


def _voted(state: State, event: Voted) -> str:
    vote = event.colour if state.vote.asked == GOAL else called(event.square)
    said = f"{seat_name(state, event.seat)} votes for {vote}"
    after, seat = voted(state, event), state.agreed.seat(state.vote.asked)
    if seat is None or (after.phase, after.vote.asked) == (state.phase, state.vote.asked):
        return said
    square = GOAL if after.over is not None else dict(after.vote.decided).get(seat, "")
    return f"{said}; so {state.vote.asked} belongs on {called(square)}" if square else said


def _cleaned(_state: State, _event: Cleaned) -> str:
    return "Every piece stands where it belongs"


def _fell_back(state: State, event: FellBack) -> str:
    place = back_place(state, event.seat)
    to = event.to or state.board.named(state.place(event.seat) if place is None else place)
    return f"{seat_name(state, event.seat)} falls back to {called(to)}"


def _advanced(state: State, event: Advanced) -> str:
    to = event.to or state.board.named(forward_place(state, event.seat))
    said = f"{seat_name(state, event.seat)} goes on to {called(to)}"
    if not event.taken:
        return said
    said = f"{said} and takes {' and '.join(event.taken)} along"
    return f"{said}, in the order {', '.join(event.order)}" if event.order else said


def _ruled(_state: State, event: Ruled) -> str:
    said = f"By agreement {event.colour} belongs on {called(event.square)}"
    return f"{said}, where stand {', '.join(event.order)}" if event.order else said


_SAID: dict[type, Callable[[State, Any], str]] = {
    Starts: _starts,
    Threw: _threw,
    Zonged: _zonged,
    Passed: _passed,
    Disputed: _disputed,
    Voted: _voted,
    Cleaned: _cleaned,
    FellBack: _fell_back,
    Advanced: _advanced,
    Ruled: _ruled,
}
