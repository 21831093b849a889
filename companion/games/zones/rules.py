"""Law and consequence: which rule an event breaks first, and what it does even when forbidden."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

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
from companion.games.zones.settling import after_move, after_return, passed, settled
from companion.games.zones.state import Phase, State, seat_name
from companion.kits.events import DrawAgreed, Resigned, Starts
from companion.language import _, marked


@dataclass(frozen=True, slots=True)
class Deed:
    """What one kind of event breaks and does, and when it may come. `turn`: only from the seat whose turn it is."""

    after: Callable[[State, Any], State]
    breaches: Callable[[State, Any], Iterator[Breach]] = lambda _state, _event: iter(())
    phases: tuple[Phase, ...] = ("play",)
    turn: bool = False


_TO_ACT = tuple(Seats(frozenset({seat})) for seat in (0, 1))


def turn(state: State) -> Turn:
    """Who is to act, or that the coin is awaited, or how it ended."""
    if state.over is not None:
        return state.over
    if state.phase == "coin":
        return Chance("penny", (0,), coin_words(state))
    if state.phase == "play":
        return _TO_ACT[state.turn]
    stage = screened.stage(state)
    if stage == "bases":
        return Seats(frozenset(seat for seat in (0, 1) if not state.screen.based[seat]))
    if stage == "tiles":
        return Seats(screened.drawing(state))
    return Seats(frozenset(seat for seat in (0, 1) if not state.screen.ready[seat]) or frozenset({0, 1}))


def coin_words(state: State) -> str:
    """What the coin decides."""
    return _("Flip the coin: on heads {name} begins.").format(name=seat_name(state, 0))


def breaches(state: State, event: Any) -> Iterator[Breach]:
    """The rules that an event breaks: its time, then whose it is, then all the rest."""
    deed = _DEEDS[type(event)]
    if state.over is not None:
        yield Breach("ours-over", state.over.words)
        return
    seat = event.seat
    if seat not in (None, 0, 1):
        yield Breach("ours-two-seats", str(seat))
        return
    if state.phase not in deed.phases:
        yield _out_of_time(state, event)
        return
    if deed.turn and seat != state.turn:
        yield Breach("s4-in-turn", _("{name} to move").format(name=seat_name(state, state.turn)))
    if state.choosing and deed.turn and not isinstance(event, Returned):
        yield Breach("zn-19-must-return", _("a captured piece returns first"))
    yield from deed.breaches(state, event)


def _out_of_time(state: State, event: Event) -> Breach:
    if state.phase == "coin":
        return Breach("s4-coin", _("the coin decides who begins"))
    if state.phase == "set-up":
        return Breach("zn-40-both-ready", _("the screen has not been lifted"))
    return Breach("s4-coin" if isinstance(event, Starts) else "zn-38-set-up-once", _("the game has begun"))


def after(state: State, event: Any) -> State:
    """What an event does, lawful or not; nothing where it cannot be thought of."""
    deed = _DEEDS[type(event)]
    if state.over is not None or state.phase not in deed.phases:
        return state
    if event.seat not in (None, 0, 1):
        return state
    return deed.after(state, event)


def _moved(state: State, event: Moved) -> State:
    start, to = state.square(event.start), state.square(event.to)
    if start is None or to is None or state.board[start] is None:
        return state
    return after_move(moving.moved(state, start, to), event.seat, to)


def _shot(state: State, event: Shot) -> State:
    start, at = state.square(event.start), state.square(event.at)
    if start is None or at is None or state.board[start] is None:
        return state
    return settled(moving.shot(state, start, at), event.seat)


def _summoned(state: State, event: Summoned) -> State:
    return passed(summoning.summoned(state, event), 1 - event.seat)


def _started(state: State, event: Starts) -> State:
    return passed(replace(state, phase="play"), event.seat)


def _return_breaches(state: State, event: Returned) -> Iterator[Breach]:
    if not state.choosing:
        yield Breach("zn-19-must-return", _("nothing is to return"))
    if event.piece not in returning(state, event.seat):
        yield Breach("zn-19-infantry-returns", event.piece)


def _returned(state: State, event: Returned) -> State:
    changed = returned(state, event.seat, event.piece)
    return after_return(changed, event.seat) if state.choosing and not changed.choosing else changed


def _resigned(state: State, event: Resigned) -> State:
    parts = (("name", seat_name(state, event.seat)),)
    over = Over((1 - event.seat,), marked("{name} surrenders"), "ours-surrender", parts)
    return replace(state, over=over, choosing=False)


def _drawn(state: State, _event: DrawAgreed) -> State:
    return replace(state, over=Over((), marked("Both agree to a draw"), "zn-33-draw-agreed"), choosing=False)


def _rule_breaches(state: State, event: Ruled) -> Iterator[Breach]:
    yield from filter(None, (ruling.breach(state, event),))


_DEEDS: dict[type[Event], Deed] = {
    Moved: Deed(_moved, moving.move_breaches, turn=True),
    Shot: Deed(_shot, moving.shot_breaches, turn=True),
    Summoned: Deed(_summoned, summoning.breaches, turn=True),
    Returned: Deed(_returned, _return_breaches, turn=True),
    Based: Deed(screened.based, screened.base_breaches, ("set-up",)),
    Drew: Deed(screened.drew, screened.draw_breaches, ("set-up",)),
    Laid: Deed(screened.laid, phases=("set-up",)),
    Lifted: Deed(screened.lifted, screened.lift_breaches, ("set-up",)),
    Starts: Deed(_started, phases=("coin",)),
    Resigned: Deed(_resigned, phases=("set-up", "coin", "play")),
    DrawAgreed: Deed(_drawn, phases=("set-up", "coin", "play")),
    Ruled: Deed(ruling.ruled, _rule_breaches, ("coin", "play")),
}
