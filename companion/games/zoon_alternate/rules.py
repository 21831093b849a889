"""Turn, law and consequence: which rule an event breaks first, and what it does even when forbidden."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.game import Breach, Chance, Over, Seats, Turn
from companion.games.zoon_alternate import (
    effects,
    fought,
    laying,
    moving,
    reinforcing,
    ruling,
    trumps,
    turning,
)
from companion.games.zoon_alternate.changes import seat_name, tidied
from companion.games.zoon_alternate.events import (
    Deployed,
    Flipped,
    Fought,
    FrontsUp,
    Moved,
    PlayedTrump,
    Reinforced,
    Ruled,
    Swapped,
    TurnedUp,
)
from companion.games.zoon_alternate.settling import settled, stuck
from companion.games.zoon_alternate.state import Fight, Shot, Show, State, TurnUp
from companion.games.zoon_alternate.unseen import credible
from companion.kits.zoon_board import March, Star
from companion.kits.zoon_events import DrawAgreed, Resigned, Starts, Stopped

Act = Moved | PlayedTrump | Reinforced


def turn(state: State) -> Turn:
    """Who is to act, or what chance is awaited, or how it ended."""
    if state.over is not None:
        return state.over
    if state.phase in ("deploy", "fronts"):
        return Seats(frozenset(seat for seat in (0, 1) if not state.ready[seat]))
    if state.phase == "lot":
        return Chance("lot", (0, 1), "Draw lots: who begins?")
    step = state.step
    if isinstance(step, Fight | Shot):
        defender = state.at(step.at)
        rival = 1 - step.seat if defender is None or defender.seat == step.seat else defender.seat
        return Chance("dice", (step.seat, rival), "Both roll a die for the fight.")
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
    if isinstance(event, Flipped):
        waits = any(thing.what == "flip" and thing.at == event.at for thing in state.untidy)
        return None if waits else Breach("za-25-pennies-turn-after-fights", event.at)
    if isinstance(event, Resigned | DrawAgreed):
        return None
    if (seat := getattr(event, "seat", 0)) not in (0, 1):
        return Breach("ours-two-seats", str(seat))
    state = _gone_on(state, event)
    if state.over is not None:
        return Breach("ours-over", state.over.why)
    out_of_time = _time(state, event)
    if out_of_time is not None:
        return out_of_time
    return _LAWS[type(event)](state, event)


def _time(state: State, event: Any) -> Breach | None:
    """Whether now is the time for such an event, and by this seat."""
    if state.phase == "deploy":
        return None if isinstance(event, Deployed) else Breach("zo-03-armies-first")
    if isinstance(event, Deployed):
        return Breach("zo-03-armies-first", "the armies lie already")
    if state.phase == "fronts":
        return None if isinstance(event, FrontsUp) else Breach("za-02-fronts-up-first")
    if isinstance(event, FrontsUp):
        return Breach("za-02-fronts-up-first", "the front rows are up already")
    if state.phase == "lot":
        return None if isinstance(event, Starts) else Breach("s2-lot")
    if isinstance(event, Starts):
        return Breach("s2-lot", "the game has begun")
    return _due(state, event)


def _due(state: State, event: Any) -> Breach | None:
    """Whether an event is what must come next in a turn."""
    step, seat = state.step, getattr(event, "seat", None)
    if isinstance(step, Fight | Shot):
        return None if isinstance(event, Fought) else Breach("za-32-dice-first", f"the fight on {step.at}")
    if isinstance(step, Show):
        shown = isinstance(event, TurnedUp) and (seat, event.at) == (step.seat, step.at)
        return None if shown else Breach("za-09-turned-up", step.at)
    if isinstance(event, Fought):
        return Breach("za-32-dice-first", "no fight is due")
    if isinstance(step, TurnUp):
        if isinstance(event, TurnedUp) and seat == step.seat:
            return None
        return Breach("za-04-flip-one-more", f"{seat_name(state, step.seat)} turns up {step.left}")
    if isinstance(event, TurnedUp):
        return Breach("za-03-stays-down", event.at)
    if isinstance(step, March | Star):
        card = step.trump if isinstance(step, March) else step.card
        name = state.agreed.facts.name(card)
        wanted = (Moved, Stopped) if isinstance(step, March) else (Moved, Swapped, Stopped)
        if seat != step.seat or not isinstance(event, wanted):
            return Breach("zo-19-carry-out-first", f"{name}: {seat_name(state, step.seat)}")
        return None
    if seat != state.turn:
        return Breach("s2-in-turn", f"{seat_name(state, state.turn)} to move")
    return Breach("ours-nothing-to-stop") if isinstance(event, Swapped | Stopped) else None


def _stop_breach(state: State, event: Stopped) -> Breach | None:
    step = state.step
    if isinstance(step, March):
        free = step.made > 0 or next(trumps.march_moves(state, step, sure=True), None) is None
        return None if free else Breach("zo-29-at-least-one", state.agreed.facts.name(step.trump))
    if isinstance(step, Star):
        if effects.is_certain(state, step):
            return Breach("zo-19-must-if-possible", state.agreed.facts.name(step.card))
        return None
    return Breach("ours-nothing-to-stop")


def _swap_breach(state: State, event: Swapped) -> Breach | None:
    step = state.step
    if isinstance(step, Star):
        return effects.trade_breach(state, step, event)
    return Breach("zo-19-carry-out-first", f"{event.start} ↔ {event.to}")


def _starts_breach(state: State, event: Starts) -> Breach | None:
    return None


_LAWS: dict[type, Callable[[State, Any], Breach | None]] = {
    Deployed: laying.deployed_breach,
    FrontsUp: laying.fronts_breach,
    Starts: _starts_breach,
    Moved: moving.breach,
    Fought: fought.breach,
    TurnedUp: turning.breach,
    PlayedTrump: trumps.breach,
    Reinforced: reinforcing.breach,
    Swapped: _swap_breach,
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
    state = _DOES[type(event)](state, event)
    if state.phase == "play":
        state = credible(state)
    return settled(state) if isinstance(event, _PLAY) else state


def _started(state: State, event: Starts) -> State:
    begun = replace(state, phase="play", turn=event.seat)
    return replace(begun, over=stuck(begun))


def _stopped(state: State, event: Stopped) -> State:
    return replace(state, todo=state.todo[:-1])


def _swapped(state: State, event: Swapped) -> State:
    if isinstance(state.step, Star):
        state = replace(state, todo=state.todo[:-1])
    untidy = tidied(state.untidy, (event.start, event.to))
    return effects.swapped(replace(state, untidy=untidy), event)


def _flipped(state: State, event: Flipped) -> State:
    return replace(
        state, untidy=tuple(t for t in state.untidy if not (t.what == "flip" and t.at == event.at))
    )


def _resigned(state: State, event: Resigned) -> State:
    return replace(
        state, over=Over((1 - event.seat,), f"{seat_name(state, event.seat)} surrenders", "s2-surrender")
    )


def _draw(state: State, event: DrawAgreed) -> State:
    return replace(state, over=Over((), "Both agree to a draw", "zo-43-draw-agreed"))


_DOES: dict[type, Callable[[State, Any], State]] = {
    Deployed: laying.deployed,
    FrontsUp: laying.fronts_up,
    Starts: _started,
    Moved: moving.after,
    Fought: fought.after,
    TurnedUp: turning.after,
    PlayedTrump: trumps.after,
    Reinforced: reinforcing.after,
    Swapped: _swapped,
    Stopped: _stopped,
    Flipped: _flipped,
    Resigned: _resigned,
    DrawAgreed: _draw,
    Ruled: ruling.after,
}
_PLAY = (Moved, Fought, TurnedUp, PlayedTrump, Reinforced, Swapped, Stopped)
