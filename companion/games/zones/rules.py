"""Law and consequence: which rule an event breaks first, and what it does even when forbidden."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.game import Breach, Chance, Event, Over, Seats, Turn
from companion.games.zones import moving, ruling, screened, summoning
from companion.games.zones.capturing import returned, returning
from companion.games.zones.events import (
    Based,
    Drew,
    Laid,
    Lifted,
    Moved,
    Returned,
    Ruled,
    Shot,
    Summoned,
)
from companion.games.zones.settling import after_move, passed, settled
from companion.games.zones.state import Phase, State, seat_name
from companion.kits.zoon_events import DrawAgreed, Resigned, Starts


@dataclass(frozen=True, slots=True)
class Deed:
    """What one kind of event breaks and does, and when it may come. `turn`: only from the seat whose turn it is."""

    after: Callable[[State, Any], State]
    breach: Callable[[State, Any], Breach | None] = lambda state, event: None
    phases: tuple[Phase, ...] = ("play",)
    turn: bool = False


def turn(state: State) -> Turn:
    """Who is to act, or that the coin is awaited, or how it ended."""
    if state.over is not None:
        return state.over
    if state.phase == "coin":
        return Chance("penny", (0,), f"Flip the coin: on heads {seat_name(state, 0)} begins.")
    if state.phase == "play":
        return Seats(frozenset({state.turn}))
    stage = screened.stage(state)
    if stage == "bases":
        return Seats(frozenset(seat for seat in (0, 1) if not state.based[seat]))
    if stage == "tiles":
        return Seats(screened.drawing(state))
    return Seats(frozenset(seat for seat in (0, 1) if not state.ready[seat]) or frozenset({0, 1}))


def breach(state: State, event: Any) -> Breach | None:
    """The first rule that an event breaks: its time, then whose it is, then all the rest."""
    deed = _DEEDS[type(event)]
    if state.over is not None:
        return Breach("ours-over", state.over.why)
    seat = getattr(event, "seat", None)
    if seat not in (None, 0, 1):
        return Breach("ours-two-seats", str(seat))
    if state.phase not in deed.phases:
        return _out_of_time(state, event)
    if deed.turn and seat != state.turn:
        return Breach("s4-in-turn", f"{seat_name(state, state.turn)} to move")
    if state.choosing and deed.turn and not isinstance(event, Returned):
        return Breach("zn-19-must-return", "a captured piece returns first")
    return deed.breach(state, event)


def _out_of_time(state: State, event: Event) -> Breach:
    if state.phase == "coin":
        return Breach("s4-coin", "the coin decides who begins")
    if state.phase == "set-up":
        return Breach("zn-40-both-ready", "the screen has not been lifted")
    return Breach("s4-coin" if isinstance(event, Starts) else "zn-38-set-up-once", "the game has begun")


def after(state: State, event: Any) -> State:
    """What an event does, lawful or not; nothing where it cannot be thought of."""
    deed = _DEEDS[type(event)]
    if state.over is not None or state.phase not in deed.phases:
        return state
    if getattr(event, "seat", None) not in (None, 0, 1):
        return state
    return deed.after(state, event)


def _moved(state: State, event: Moved) -> State:
    start, to = state.square(event.start), state.square(event.to)
    if start is None or to is None or state.board[start] is None:
        return state
    return after_move(moving.moved(state, event.seat, start, to), event.seat, to)


def _shot(state: State, event: Shot) -> State:
    start, at = state.square(event.start), state.square(event.at)
    if start is None or at is None or state.board[start] is None:
        return state
    return settled(moving.shot(state, start, at), event.seat)


def _summoned(state: State, event: Summoned) -> State:
    return passed(summoning.summoned(state, event), 1 - event.seat)


def _started(state: State, event: Starts) -> State:
    return passed(replace(state, phase="play"), event.seat)


def _return_breach(state: State, event: Returned) -> Breach | None:
    if not state.choosing:
        return Breach("zn-19-must-return", "nothing is to return")
    if event.piece not in returning(state, event.seat):
        return Breach("zn-19-infantry-returns", event.piece)
    return None


def _returned(state: State, event: Returned) -> State:
    changed = returned(state, event.seat, event.piece)
    return settled(changed, event.seat) if state.choosing and not changed.choosing else changed


def _resigned(state: State, event: Resigned) -> State:
    why = f"{seat_name(state, event.seat)} surrenders"
    return replace(state, over=Over((1 - event.seat,), why, "ours-surrender"), choosing=False)


def _drawn(state: State, event: DrawAgreed) -> State:
    return replace(state, over=Over((), "Both agree to a draw", "zn-33-draw-agreed"), choosing=False)


_DEEDS: dict[type[Event], Deed] = {
    Moved: Deed(_moved, moving.move_breach, turn=True),
    Shot: Deed(_shot, moving.shot_breach, turn=True),
    Summoned: Deed(_summoned, summoning.breach, turn=True),
    Returned: Deed(_returned, _return_breach, turn=True),
    Based: Deed(screened.based, screened.base_breach, ("set-up",)),
    Drew: Deed(screened.drew, screened.draw_breach, ("set-up",)),
    Laid: Deed(screened.laid, phases=("set-up",)),
    Lifted: Deed(screened.lifted, screened.lift_breach, ("set-up",)),
    Starts: Deed(_started, phases=("coin",)),
    Resigned: Deed(_resigned, phases=("set-up", "coin", "play")),
    DrawAgreed: Deed(_drawn, phases=("set-up", "coin", "play")),
    Ruled: Deed(ruling.ruled, ruling.breach, ("coin", "play")),
}
