"""Turn, law and consequence: which rule an event breaks first, and what it does even when forbidden."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.game import Breach, Chance, Over, Seats, Turn
from companion.games.zoondo import (
    effects,
    laying,
    marching,
    moving,
    reinforcing,
    ruling,
    touching,
    trumps,
)
from companion.games.zoondo.changes import seat_name, tidied
from companion.games.zoondo.events import (
    Deployed,
    Moved,
    PlayedTrump,
    Reinforced,
    Ruled,
    Swapped,
    Touched,
    TurnedUp,
)
from companion.games.zoondo.knowing import credible
from companion.games.zoondo.settling import settled, stuck
from companion.games.zoondo.state import Fight, Shot, State
from companion.kits.zoon_board import March, Star
from companion.kits.zoon_events import DrawAgreed, Resigned, Starts, Stopped

Act = Moved | PlayedTrump | Reinforced


def turn(state: State) -> Turn:
    """Who is to act, or what chance is awaited, or how it ended."""
    if state.over is not None:
        return state.over
    if state.phase == "deploy":
        return Seats(frozenset(seat for seat in (0, 1) if not state.ready[seat]))
    if state.phase == "lot":
        return Chance("lot", (0, 1), "Draw lots: who begins?")
    step = state.step
    if isinstance(step, Fight | Shot):
        return Seats(touching.seats_due(state, step))
    return Seats(frozenset({state.turn if step is None else step.seat}))


def breach(state: State, event: Any) -> Breach | None:
    """The first rule that an event breaks: its time, then whose it is, then all the rest."""
    if type(event) is Moved and not state.todo and state.phase == "play" and state.over is None:
        if event.seat != state.turn:
            return Breach("s2-in-turn", f"{seat_name(state, state.turn)} to move")
        return moving.breach(state, event)
    if isinstance(event, Ruled):
        return ruling.breach(state, event)
    if state.over is not None:
        return Breach("ours-over", state.over.why)
    if isinstance(event, Resigned | DrawAgreed):
        return None
    if (seat := getattr(event, "seat", 0)) not in (0, 1):
        return Breach("ours-two-seats", str(seat))
    state = _gone_on(state, event)
    if state.over is not None:
        return Breach("ours-over", state.over.why)
    out_of_time = _time(state, event)
    return out_of_time if out_of_time is not None else _LAWS[type(event)](state, event)


def _time(state: State, event: Any) -> Breach | None:
    """Whether now is the time for such an event, and by this seat."""
    if state.phase == "deploy":
        return None if isinstance(event, Deployed) else Breach("zo-03-armies-first")
    if isinstance(event, Deployed):
        return Breach("zo-03-armies-first", "the armies lie already")
    if state.phase == "lot":
        return None if isinstance(event, Starts) else Breach("s2-lot")
    if isinstance(event, Starts):
        return Breach("s2-lot", "the game has begun")
    return _due(state, event)


def _due(state: State, event: Any) -> Breach | None:
    """Whether an event is what must come next in a turn."""
    step, seat = state.step, event.seat
    if isinstance(event, Touched | TurnedUp):
        return None
    if isinstance(step, Fight | Shot):
        if touching.to_touch(step) is None:
            return Breach("zo-13-turned-up", step.at)
        return Breach("zo-12-touch-first", step.at)
    if isinstance(step, March | Star):
        card = step.trump if isinstance(step, March) else step.card
        wanted = (Moved, Stopped) if isinstance(step, March) else (Moved, Swapped, Stopped)
        if seat != step.seat or not isinstance(event, wanted):
            about = f"{state.agreed.facts.name(card)}: {seat_name(state, step.seat)}"
            return Breach("zo-19-carry-out-first", about)
        return None
    if seat != state.turn:
        return Breach("s2-in-turn", f"{seat_name(state, state.turn)} to move")
    return Breach("ours-nothing-to-stop") if isinstance(event, Swapped | Stopped) else None


def _stop_breach(state: State, event: Stopped) -> Breach | None:
    step = state.step
    if isinstance(step, Star):
        certain = effects.is_certain(state, step)
        return Breach("zo-19-must-if-possible", state.agreed.facts.name(step.card)) if certain else None
    return marching.stop_breach(state, event)


def _starts_breach(state: State, event: Starts) -> Breach | None:
    return None


_LAWS: dict[type, Callable[[State, Any], Breach | None]] = {
    Deployed: laying.breach,
    Starts: _starts_breach,
    Moved: moving.breach,
    Touched: touching.touch_breach,
    TurnedUp: touching.turn_breach,
    PlayedTrump: trumps.breach,
    Reinforced: reinforcing.breach,
    Swapped: effects.trade_breach,
    Stopped: _stop_breach,
}


def _gone_on(state: State, event: Any) -> State:
    """Whoever takes the next turn has seen that a trump's further moves are not wanted."""
    step = state.step
    if isinstance(step, March) and step.made and isinstance(event, Act) and event.seat != step.seat:
        return settled(replace(state, todo=state.todo[:-1]))
    return state


def after(state: State, event: Any) -> State:
    """What an event does, lawful or not."""
    if state.over is not None and not isinstance(event, Ruled):
        return state
    if state.phase == "play" and state.todo:
        state = _gone_on(state, event)
    if not isinstance(event, TurnedUp) and state.fought is not None:
        state = replace(state, fought=None)
    changed = _DOES[type(event)](state, event)
    idle = isinstance(event, _IN_A_FIGHT) and (changed is state or state.duel is None)
    return settled(credible(changed)) if isinstance(event, _PLAY) and not idle else changed


def _started(state: State, event: Starts) -> State:
    begun = replace(state, phase="play", turn=event.seat)
    return replace(begun, over=stuck(begun))


def _stopped(state: State, event: Stopped) -> State:
    return replace(state, todo=state.todo[:-1])


def _swapped(state: State, event: Swapped) -> State:
    todo = state.todo[:-1] if isinstance(state.step, Star) else state.todo
    untidy = tidied(state.untidy, event.start, event.to)
    return effects.swapped(replace(state, untidy=untidy, todo=todo), event)


def _resigned(state: State, event: Resigned) -> State:
    why = f"{seat_name(state, event.seat)} surrenders"
    return replace(state, over=Over((1 - event.seat,), why, "s2-surrender"))


def _draw(state: State, event: DrawAgreed) -> State:
    return replace(state, over=Over((), "Both agree to a draw", "zo-43-draw-agreed"))


_DOES: dict[type, Callable[[State, Any], State]] = {
    Deployed: laying.after,
    Starts: _started,
    Moved: moving.after,
    Touched: touching.touched,
    TurnedUp: touching.turned,
    PlayedTrump: trumps.after,
    Reinforced: reinforcing.after,
    Swapped: _swapped,
    Stopped: _stopped,
    Resigned: _resigned,
    DrawAgreed: _draw,
    Ruled: ruling.after,
}
_PLAY = (Moved, Touched, TurnedUp, PlayedTrump, Reinforced, Swapped, Stopped)
_IN_A_FIGHT = (Touched, TurnedUp)
"""Told once too often, or where nobody fights, the turn does not pass by it."""
