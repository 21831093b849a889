"""Law and consequence: which rule an event breaks first, and what it does even when forbidden."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from companion.game import Breach, Event
from companion.games.zoon.family.board import March, Star
from companion.games.zoon.family.laying import (
    Reinforced,
    deploy_breaches,
    deployed,
    reinforce_breaches,
    reinforced,
)
from companion.games.zoon.family.moves import stop_breaches
from companion.games.zoon.family.state import draw_agreed, resigned, tidied
from companion.games.zoon.family.unseen import credible
from companion.games.zoon.zoondo import (
    effects,
    moving,
    ruling,
    touching,
    trumps,
    turning,
)
from companion.games.zoon.zoondo.events import Deployed, Moved, PlayedTrump, Ruled, Swapped, Touched, TurnedUp
from companion.games.zoon.zoondo.settling import settled, stuck
from companion.games.zoon.zoondo.state import State
from companion.games.zoon.zoondo.timing import out_of_time
from companion.kits.events import DrawAgreed, Resigned, Starts, Stopped


@dataclass(frozen=True, slots=True)
class Deed:
    """What one kind of event breaks and does. `plays`: it may end a turn; `any_time`: it may come while others act."""

    after: Callable[[State, Any], State]
    breaches: Callable[[State, Any], Iterator[Breach]] = lambda _state, _event: iter(())
    plays: bool = True
    any_time: bool = False


def breaches(state: State, event: Any) -> Iterator[Breach]:
    """The rules that an event breaks: its time, then whose it is, then all the rest."""
    deed = _DEEDS[type(event)]
    if state.over is not None and not isinstance(event, Ruled):
        yield Breach("ours-over", state.over.words)
        return
    if deed.any_time:
        yield from deed.breaches(state, event)
        return
    if event.seat not in (0, 1):
        yield Breach("ours-two-seats", str(event.seat))
        return
    state = _gone_on(state, event)
    if state.over is not None:
        yield Breach("ours-over", state.over.words)
        return
    yield from out_of_time(state, event)
    yield from deed.breaches(state, event)


def after(state: State, event: Any) -> State:
    """What an event does, lawful or not; one that does nothing ends no turn."""
    before, deed = state, _DEEDS[type(event)]
    if state.over is not None and not isinstance(event, Ruled):
        return state
    if not deed.any_time:
        state = _gone_on(state, event)
    if state.fought is not None and not isinstance(event, TurnedUp):
        state = replace(state, fought=None)
    changed = deed.after(state, event)
    if changed is state and not isinstance(event, Touched | TurnedUp):
        return before
    if isinstance(event, Ruled):
        return credible(changed)
    told_too_often = isinstance(event, Touched | TurnedUp) and (changed is state or state.duel is None)
    return settled(credible(changed)) if deed.plays and not told_too_often else changed


def _gone_on(state: State, event: Any) -> State:
    """Whoever takes the next turn has seen that a trump's further moves are not wanted."""
    step = state.todo[-1] if state.todo else None
    if not (isinstance(step, March) and step.made and isinstance(event, Moved | PlayedTrump | Reinforced)):
        return state
    return state if event.seat == step.seat else settled(replace(state, todo=state.todo[:-1]))


def _started(state: State, event: Starts) -> State:
    begun = replace(state, phase="play", turn=event.seat)
    return replace(begun, over=stuck(begun))


def _stopped(state: State, _event: Stopped) -> State:
    if not isinstance(state.step, March | Star):
        return state
    return replace(state, todo=state.todo[:-1])


def _swapped(state: State, event: Swapped) -> State:
    todo = state.todo[:-1] if isinstance(state.step, Star) else state.todo
    untidy = tidied(state.untidy, event.start, event.to)
    return effects.swapped(replace(state, untidy=untidy, todo=todo), event)


def _resign_breaches(_state: State, event: Resigned) -> Iterator[Breach]:
    if event.seat not in (0, 1):
        yield Breach("ours-two-seats", str(event.seat))


def _rule_breaches(state: State, event: Ruled) -> Iterator[Breach]:
    yield from filter(None, (ruling.breach(state, event),))


_DEEDS: dict[type[Event], Deed] = {
    Moved: Deed(moving.after, moving.breaches),
    Touched: Deed(touching.touched, touching.touch_breaches),
    TurnedUp: Deed(turning.turned, turning.turn_breaches),
    PlayedTrump: Deed(trumps.after, trumps.breaches),
    Reinforced: Deed(reinforced, reinforce_breaches),
    Swapped: Deed(_swapped, effects.trade_breaches),
    Stopped: Deed(_stopped, stop_breaches),
    Deployed: Deed(deployed, deploy_breaches, plays=False),
    Starts: Deed(_started, plays=False),
    Resigned: Deed(resigned, _resign_breaches, plays=False, any_time=True),
    DrawAgreed: Deed(draw_agreed, plays=False, any_time=True),
    Ruled: Deed(ruling.after, _rule_breaches, plays=False, any_time=True),
}
