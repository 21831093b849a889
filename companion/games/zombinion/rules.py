"""The law: who is to act, and which rule an event breaks."""

from typing import Any

from companion.game import Breach, Chance, Event, Seats, Turn
from companion.games.zombinion import answers, ruling, turning
from companion.games.zombinion.events import (
    Chose,
    Ended,
    Revealed,
    Ruled,
    Shuffled,
    Starts,
)
from companion.games.zombinion.knowing import removed, said_none, strained
from companion.games.zombinion.saying import seat_name
from companion.games.zombinion.state import Player, State

TO_ACT = tuple(Seats(frozenset({seat})) for seat in range(4))


def turn(state: State) -> Turn:
    """Who is to act, or that a lot is awaited, or how it ended."""
    if state.over is not None:
        return state.over
    if state.phase == "lot":
        return Chance("lot", state.agreed.starters, "Draw lots: who begins?")
    return TO_ACT[state.todo[-1].seat if state.todo else state.turn]


def breach(state: State, event: Any) -> Breach | None:
    """The first rule that an event breaks. What the referee has done by itself may be told once more."""
    found = broken(state, event)
    return None if found is not None and told_again(state, event) else found


def broken(state: State, event: Any) -> Breach | None:
    """The first rule that an event breaks, whatever the referee has done by itself."""
    if isinstance(event, Ruled):
        return ruling.breach(state, event)
    if not 0 <= event.seat < state.agreed.seats:
        return Breach("zb-seats", str(event.seat))
    if state.over is not None:
        return Breach("zb-over", state.over.why)
    if isinstance(event, Starts):
        return turning.starts_breach(state, event)
    if isinstance(event, Chose):
        return _chose_breach(state, event)
    if isinstance(event, Shuffled):
        return _shuffled_breach(state, event)
    if isinstance(event, Revealed):
        return _revealed_breach(state, event)
    if state.phase == "lot":
        return Breach("zb-lot", "lots are to be drawn first")
    if event.seat != state.turn:
        return Breach("zb-your-turn", seat_name(state.agreed, state.turn))
    if state.todo:
        return Breach("zb-whole-card", turning.due(state, state.todo[-1]))
    return turning.BREACHES[type(event)](state, event)


def awaits(state: State, what: str, seat: int) -> bool:
    """Whether just this is what has to come next."""
    if not state.todo:
        return False
    step = state.todo[-1]
    return step.do == what and step.seat == seat


def _chose_breach(state: State, event: Chose) -> Breach | None:
    if awaits(state, event.what, event.seat):
        return answers.breach(state, state.todo[-1], event)
    if any(step.do == event.what and step.seat == event.seat for step in state.todo):
        return Breach("zb-order", _due(state))
    if (
        any(answers.is_answer(done, event.what, event.seat) for done in state.passed)
        and event.what == "react"
    ):
        return Breach("zb-21-barricata", seat_name(state.agreed, event.seat))
    return Breach("zb-as-it-asks", _due(state))


def _due(state: State) -> str:
    return turning.due(state, state.todo[-1]) if state.todo else "nothing is asked"


def _shuffled_breach(state: State, event: Shuffled) -> Breach | None:
    if not awaits(state, "shuffle", event.seat):
        return Breach("zb-shuffled", _due(state))
    if event.order is None:
        return None
    discard = [card for card in state.players[event.seat].discard if card is not None]
    return (
        None if sorted(event.order) == sorted(discard) else Breach("zb-shuffled", "the discards, no others")
    )


def _revealed_breach(state: State, event: Revealed) -> Breach | None:
    if not awaits(state, "reveal", event.seat):
        return Breach("zb-revealed", _due(state))
    player, known = state.players[event.seat], state.agreed.cards
    if event.card not in player.unseen:
        return Breach("zb-cannot-own", event.card)
    unseen = removed(player.unseen, event.card)
    left = Player(player.hand, player.deck, unseen=unseen, lacks=player.lacks)
    lack = strained(known, left)
    return None if lack is None else said_none(event.seat, event.card, lack)


def told_again(state: State, event: Any) -> bool:
    """Whether an event only tells what the last one has done by itself."""
    return any(type(done) is type(event) and _same(state, done, event) for done in state.passed)


def _same(state: State, done: Event, event: Event) -> bool:
    if isinstance(done, Chose) and isinstance(event, Chose):
        return answers.same_answer(done, event)
    if isinstance(done, Ended) and isinstance(event, Ended):
        return done.seat == event.seat and event.top is None
    if isinstance(done, Shuffled) and isinstance(event, Shuffled):
        return done.seat == event.seat and (state.over is not None or event.order is None)
    return done == event
