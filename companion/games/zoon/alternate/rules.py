"""Turn, law and consequence: which rule an event breaks first, and what it does even when forbidden."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from companion.game import Breach, Chance, Seats, Turn
from companion.games.zoon.alternate import (
    effects,
    fought,
    laying,
    moving,
    ruling,
    trumps,
    turning,
)
from companion.games.zoon.alternate.changes import asked_out_of_turn, asked_to_turn_up
from companion.games.zoon.alternate.events import (
    Deployed,
    Flipped,
    Fought,
    FrontsUp,
    Moved,
    PlayedTrump,
    Ruled,
    Swapped,
    TurnedUp,
)
from companion.games.zoon.alternate.settling import settled, stuck
from companion.games.zoon.alternate.state import Fight, Shot, Show, State, TurnUp
from companion.games.zoon.family.board import March, Star
from companion.games.zoon.family.laying import (
    Reinforced,
    deploy_breaches,
    deployed,
    reinforce_breaches,
    reinforced,
)
from companion.games.zoon.family.moves import stop_breaches
from companion.games.zoon.family.state import draw_agreed, resigned, seat_name, tidied
from companion.games.zoon.family.unseen import credible
from companion.kits.events import DrawAgreed, Resigned, Starts, Stopped
from companion.language import _, marked

Act = Moved | PlayedTrump | Reinforced
_BEFORE_PLAY = (
    ("deploy", Deployed, "zo-03-armies-first", marked("the armies lie already")),
    ("fronts", FrontsUp, "za-02-fronts-up-first", marked("the front rows are up already")),
    ("lot", Starts, "s2-lot", marked("the game has begun")),
)
"""What happens in each phase before play, in its order, and nowhere else."""


_TO_ACT = tuple(Seats(frozenset({seat})) for seat in (0, 1))


def turn(state: State) -> Turn:
    """Who is to act, or what chance is awaited, or how it ended."""
    if state.over is not None:
        return state.over
    if state.phase in ("deploy", "fronts"):
        return Seats(frozenset(seat for seat in (0, 1) if not state.ready[seat]))
    if state.phase == "lot":
        return Chance("lot", (0, 1), _("Draw lots: who begins?"))
    step = state.step
    if isinstance(step, Fight | Shot):
        defender = state.at(step.at)
        rival = 1 - step.seat if defender is None or defender.seat == step.seat else defender.seat
        return Chance("dice", (step.seat, rival), _("Both roll a die for the fight."))
    return _TO_ACT[state.turn if step is None else step.seat]


def breaches(state: State, event: Any) -> Iterator[Breach]:
    """The rules that an event breaks: its time, then whose it is, then all the rest."""
    if type(event) is Moved and not state.todo and state.phase == "play" and state.over is None:
        if event.seat != state.turn:
            yield Breach("s2-in-turn", _to_move(state))
        yield from moving.breaches(state, event)
        return
    if isinstance(event, Ruled):
        yield from filter(None, (ruling.breach(state, event),))
        return
    if state.over is not None:
        yield Breach("ours-over", state.over.words)
        return
    if isinstance(event, Flipped):
        if not any(thing.what == "flip" and thing.at == event.at for thing in state.untidy):
            yield Breach("za-25-pennies-turn-after-fights", event.at)
        return
    if isinstance(event, Resigned | DrawAgreed):
        return
    if event.seat not in (None, 0, 1):
        yield Breach("ours-two-seats", str(event.seat))
        return
    state = _gone_on(state, event)
    if state.over is not None:
        yield Breach("ours-over", state.over.words)
        return
    yield from _time(state, event)
    yield from _LAWS[type(event)](state, event)


def _time(state: State, event: Any) -> Iterator[Breach]:
    """Whether now is the time for such an event, and by this seat."""
    for phase, kind, rule, late in _BEFORE_PLAY:
        if (state.phase == phase) != isinstance(event, kind):
            yield Breach(rule, "" if state.phase == phase else _(late))
    if state.phase == "play" and not isinstance(event, Deployed | FrontsUp | Starts):
        yield from _due(state, event)


def _due(state: State, event: Any) -> Iterator[Breach]:
    """Whether an event is what must come next in a turn."""
    step, seat = state.step, event.seat
    if isinstance(step, Fight | Shot):
        if not isinstance(event, Fought):
            yield Breach("za-32-dice-first", _("the fight on {square}").format(square=step.at))
    elif isinstance(step, Show):
        if not (isinstance(event, TurnedUp) and (seat, event.at) == (step.seat, step.at)):
            yield Breach("za-09-turned-up", step.at)
    elif isinstance(event, Fought):
        yield Breach("za-32-dice-first", _("no fight is due"))
    elif isinstance(step, TurnUp):
        if not (isinstance(event, TurnedUp) and seat == step.seat):
            words = _("{name} turns up {n}").format(name=seat_name(state, step.seat), n=step.left)
            yield Breach("za-04-flip-one-more", words)
    elif isinstance(event, TurnedUp):
        yield Breach("za-03-stays-down", event.at)
    elif isinstance(step, March | Star):
        card = step.trump if isinstance(step, March) else step.card
        name = state.agreed.facts.name(card)
        wanted = (Moved, Stopped) if isinstance(step, March) else (Moved, Swapped, Stopped)
        if seat != step.seat or not isinstance(event, wanted):
            yield Breach("zo-19-carry-out-first", f"{name}: {seat_name(state, step.seat)}")
    else:
        yield from _in_turn(state, event)


def _to_move(state: State) -> str:
    return _("{name} to move").format(name=seat_name(state, state.turn))


def _in_turn(state: State, event: Any) -> Iterator[Breach]:
    """Whether an event may begin a turn's deed, where nothing else must come first."""
    if event.seat != state.turn:
        yield Breach("s2-in-turn", _to_move(state))
    if isinstance(event, Swapped | Stopped):
        yield Breach("ours-nothing-to-stop")


def _swap_breaches(state: State, event: Swapped) -> Iterator[Breach]:
    step = state.step
    if isinstance(step, Star):
        yield from effects.trade_breaches(state, step, event)
    else:
        yield Breach("zo-19-carry-out-first", f"{event.start} ↔ {event.to}")


def _starts_breaches(_state: State, _event: Starts) -> Iterator[Breach]:
    return iter(())


_LAWS: dict[type, Callable[[State, Any], Iterator[Breach]]] = {
    Deployed: deploy_breaches,
    FrontsUp: laying.fronts_breaches,
    Starts: _starts_breaches,
    Moved: moving.breaches,
    Fought: fought.breaches,
    TurnedUp: turning.breaches,
    PlayedTrump: trumps.breaches,
    Reinforced: reinforce_breaches,
    Swapped: _swap_breaches,
    Stopped: stop_breaches,
}


def _gone_on(state: State, event: Any) -> State:
    """Whoever takes the next turn has seen that a trump's further moves are not wanted."""
    step = state.step
    if isinstance(step, March) and step.made and isinstance(event, Act) and event.seat != step.seat:
        return settled(replace(state, todo=state.todo[:-1]))
    return state


def after(state: State, event: Any) -> State:
    """What an event does, lawful or not; one that does nothing ends no turn."""
    before = state
    if state.over is not None and not isinstance(event, Ruled):
        return state
    if state.phase == "play" and state.todo:
        state = _gone_on(state, event)
    done = _DOES[type(event)](state, event)
    if done is state:
        return before
    state = done
    if state.phase == "play":
        state = credible(state)
    return settled(state) if isinstance(event, _PLAY) else state


def _started(state: State, event: Starts) -> State:
    """Play begins; where cards lie face down against the rules, by a ruling or by leave, they are turned up first."""
    begun = replace(state, phase="play", turn=event.seat)
    begun = asked_out_of_turn(begun)
    return begun if begun.todo else replace(begun, over=stuck(begun))


def _stopped(state: State, _event: Stopped) -> State:
    if not isinstance(state.step, March | Star):
        return state
    return replace(state, todo=state.todo[:-1])


def _swapped(state: State, event: Swapped) -> State:
    if isinstance(state.step, Star):
        state = replace(state, todo=state.todo[:-1])
    untidy = tidied(state.untidy, event.start, event.to)
    return effects.swapped(replace(state, untidy=untidy), event)


def _reinforced(state: State, event: Reinforced) -> State:
    done = reinforced(state, event)
    return done if done is state else asked_to_turn_up(done, event.seat)


def _flipped(state: State, event: Flipped) -> State:
    return replace(
        state, untidy=tuple(t for t in state.untidy if not (t.what == "flip" and t.at == event.at))
    )


_DOES: dict[type, Callable[[State, Any], State]] = {
    Deployed: deployed,
    FrontsUp: laying.fronts_up,
    Starts: _started,
    Moved: moving.after,
    Fought: fought.after,
    TurnedUp: turning.after,
    PlayedTrump: trumps.after,
    Reinforced: _reinforced,
    Swapped: _swapped,
    Stopped: _stopped,
    Flipped: _flipped,
    Resigned: resigned,
    DrawAgreed: draw_agreed,
    Ruled: ruling.after,
}
_PLAY = (Moved, Fought, TurnedUp, PlayedTrump, Reinforced, Swapped, Stopped)
