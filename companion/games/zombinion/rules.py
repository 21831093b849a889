"""The law: who is to act, and which rule an event breaks."""

from collections.abc import Callable, Iterator
from dataclasses import replace
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
from companion.games.zombinion.naming import seat_name
from companion.games.zombinion.state import Player, State
from companion.language import _

TO_ACT = tuple(Seats(frozenset({seat})) for seat in range(4))


def turn(state: State) -> Turn:
    """Who is to act, or that a lot is awaited, or how it ended."""
    if state.over is not None:
        return state.over
    if state.phase == "lot":
        return Chance("lot", state.agreed.starters, _("Draw lots: who begins?"))
    return TO_ACT[state.todo[-1].seat if state.todo else state.turn]


def breach(state: State, event: Any) -> Breach | None:
    """The first rule that an event breaks."""
    return next(breaches(state, event), None)


def breaches(state: State, event: Any) -> Iterator[Breach]:
    """The rules that an event breaks. What the referee has done by itself may be told once more."""
    for found in broken(state, event):
        if told_again(state, event):
            return
        card = state.agreed.cards.get(found.about)
        yield found if card is None else replace(found, about=card.name)


def broken(state: State, event: Any) -> Iterator[Breach]:
    """The rules that an event breaks, whatever the referee has done by itself."""
    if isinstance(event, Ruled):
        yield from filter(None, (ruling.breach(state, event),))
        return
    if not 0 <= event.seat < state.agreed.seats:
        yield Breach("zb-seats", str(event.seat))
        return
    if state.over is not None:
        yield Breach("zb-over", state.over.words)
        return
    other = _AT_ANY_TIME.get(type(event))
    if other is not None:
        yield from other(state, event)
        return
    if state.phase == "lot":
        yield Breach("zb-lot", _("lots are to be drawn first"))
    if event.seat != state.turn:
        yield Breach("zb-your-turn", seat_name(state.agreed, state.turn))
    if state.todo:
        yield Breach("zb-whole-card", turning.due(state, state.todo[-1]))
    yield from turning.BREACHES[type(event)](state, event)


def awaits(state: State, what: str, seat: int) -> bool:
    """Whether just this is what has to come next."""
    if not state.todo:
        return False
    step = state.todo[-1]
    return step.do == what and step.seat == seat


def _chose_breaches(state: State, event: Chose) -> Iterator[Breach]:
    if awaits(state, event.what, event.seat):
        yield from answers.breaches(state, state.todo[-1], event)
    elif any(step.do == event.what and step.seat == event.seat for step in state.todo):
        yield Breach("zb-order", _due(state))
    elif event.what == "react" and any(
        answers.is_answer(done, event.what, event.seat) for done in state.passed
    ):
        yield Breach("zb-21-barricata", seat_name(state.agreed, event.seat))
    else:
        yield Breach("zb-as-it-asks", _due(state))


def _due(state: State) -> str:
    return turning.due(state, state.todo[-1]) if state.todo else _("nothing is asked")


def _shuffled_breaches(state: State, event: Shuffled) -> Iterator[Breach]:
    if not awaits(state, "shuffle", event.seat):
        yield Breach("zb-shuffled", _due(state))
    if event.order is None:
        return
    discard = [card for card in state.players[event.seat].discard if card is not None]
    if sorted(event.order) != sorted(discard):
        yield Breach("zb-shuffled", _("the discards, no others"))


def _revealed_breaches(state: State, event: Revealed) -> Iterator[Breach]:
    if not awaits(state, "reveal", event.seat):
        yield Breach("zb-revealed", _due(state))
    player, known = state.players[event.seat], state.agreed.cards
    if event.card not in player.unseen:
        yield Breach("zb-cannot-own", event.card)
        return
    unseen = removed(player.unseen, event.card)
    left = Player(hand=player.hand, deck=player.deck, unseen=unseen, lacks=player.lacks)
    lack = strained(known, left)
    if lack is not None:
        yield said_none(event.seat, event.card, lack)


_AT_ANY_TIME: dict[type, Callable[[State, Any], Iterator[Breach]]] = {
    Starts: turning.starts_breaches,
    Chose: _chose_breaches,
    Shuffled: _shuffled_breaches,
    Revealed: _revealed_breaches,
}
"""What is asked of any seat, whosever turn it is, and of none unless it is due."""


def told_again(state: State, event: Any) -> bool:
    """Whether an event only tells what the last one has done by itself; what is asked for now it does not."""
    if isinstance(event, Chose) and awaits(state, event.what, event.seat):
        return False
    return any(type(done) is type(event) and _same(state, done, event) for done in state.passed)


def _same(state: State, done: Event, event: Event) -> bool:
    if isinstance(done, Chose) and isinstance(event, Chose):
        return answers.same_answer(done, event)
    if isinstance(done, Ended) and isinstance(event, Ended):
        return done.seat == event.seat and event.top is None
    if isinstance(done, Shuffled) and isinstance(event, Shuffled):
        return done.seat == event.seat and (state.over is not None or event.order is None)
    return done == event
