"""The law and what happens: which rule an event breaks, and the state after it, whether it breaks one or not."""

from collections.abc import Callable
from typing import Any

from companion.game import Breach, Chance, Event, Seats, Turn
from companion.games.zombinion import answers, ruling, turning
from companion.games.zombinion.answering import answer
from companion.games.zombinion.draft import Draft, shuffled
from companion.games.zombinion.effects import left_to_reveal, play, settle
from companion.games.zombinion.events import (
    Chose,
    Ended,
    Played,
    Revealed,
    Ruled,
    Shot,
    Shuffled,
    Starts,
    Took,
)
from companion.games.zombinion.knowing import removed, said_none, strained
from companion.games.zombinion.scoring import clean_up
from companion.games.zombinion.state import Player, Slots, State, Step


def turn(state: State) -> Turn:
    """Who is to act, or that a lot is awaited, or how it ended."""
    if state.over is not None:
        return state.over
    if state.phase == "lot":
        return Chance("lot", state.agreed.starters, "Draw lots: who begins?")
    return Seats(frozenset({state.todo[-1].seat if state.todo else state.turn}))


def breach(state: State, event: Any) -> Breach | None:
    """The first rule that an event breaks. What the referee has done by itself may be told once more."""
    found = _broken(state, event)
    return None if found is not None and told_again(state, event) else found


def _broken(state: State, event: Any) -> Breach | None:
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
        return Breach("zb-your-turn", turning.player(state, state.turn))
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
        return Breach("zb-21-barricata", turning.player(state, event.seat))
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
    return any(type(done) is type(event) and _same(done, event) for done in state.passed)


def _same(done: Event, event: Event) -> bool:
    if isinstance(done, Chose) and isinstance(event, Chose):
        return answers.same_answer(done, event)
    if isinstance(done, Ended) and isinstance(event, Ended):
        return done.seat == event.seat and event.top is None
    return done == event


def after(state: State, event: Any) -> State:
    """The state after an event, lawful or not. Told again, nothing changes."""
    kind = type(event)
    if kind in AGAIN and state.passed and told_again(state, event) and _broken(state, event) is not None:
        return state
    if kind is not Ruled and not 0 <= event.seat < state.agreed.seats:
        return state
    d = Draft(state)
    AFTER[kind](d, event)
    if d.todo:
        settle(d)
    return d.frozen()


def _starts(d: Draft, event: Starts) -> None:
    d.turn = event.seat
    if d.phase == "lot":
        d.phase = "action"


def _played(d: Draft, event: Played) -> None:
    if event.card not in d.agreed.cards:
        return
    d.out_of_hand(event.seat, event.card)
    d.into_play(event.seat, (event.card,))
    if d.actions:
        d.actions -= 1
    play(d, event.seat, event.card)


def _shot(d: Draft, event: Shot) -> None:
    if d.phase == "action":
        d.phase = "hunt"
    known, seat = d.agreed.cards, event.seat
    cards = event.cards if all(card in known for card in event.cards) else ()
    for card in cards:
        d.out_of_hand(seat, card)
        d.shots += known[card].shots
    d.into_play(seat, cards)


def _took(d: Draft, event: Took) -> None:
    if event.card not in d.agreed.cards:
        return
    if d.phase == "action":
        d.phase = "hunt"
    d.targets = max(0, d.targets - 1)
    d.shots = max(0, d.shots - d.agreed.cards[event.card].cost)
    d.gain(event.seat, event.card)


def _shuffled(d: Draft, event: Shuffled) -> None:
    if d.todo and d.todo[-1].do == "shuffle" and d.todo[-1].seat == event.seat:
        d.todo.pop()
    player = d.players[event.seat]
    order = event.order
    if order is not None and sorted(order) != sorted(map(str, player.discard)):
        order = None
    d.players[event.seat] = shuffled(player, order)


def _revealed(d: Draft, event: Revealed) -> None:
    if event.card not in d.agreed.cards:
        return
    d.reveal(event.seat, event.card)
    step = d.todo[-1] if d.todo else None
    if step is not None and step.do == "reveal" and step.seat == event.seat:
        d.todo.pop()
        left = left_to_reveal(d, step.card, step.n, event.card)
        if left:
            d.push(Step("reveal", step.seat, step.card, left))


def _ended(d: Draft, event: Ended) -> None:
    if d.phase == "action":
        d.phase = "hunt"
    elif d.over is None:
        clean_up(d, event.seat, event.top)


AGAIN = (Chose, Revealed, Shuffled, Ended)
AFTER: dict[type, Callable[[Draft, Any], None]] = {
    Starts: _starts,
    Played: _played,
    Shot: _shot,
    Took: _took,
    Chose: answer,
    Shuffled: _shuffled,
    Revealed: _revealed,
    Ended: _ended,
    Ruled: ruling.rule,
}


def reveals(state: State, event: Any) -> bool:
    """Whether an event shows or settles what cannot be made unseen: a lot, a shuffle, cards drawn or turned over."""
    if isinstance(event, Starts | Shuffled | Revealed):
        return True
    if isinstance(event, Ruled):
        return False
    players = zip(state.players, after(state, event).players, strict=True)
    return any(_came_off(old.deck, new.deck) for old, new in players)


def _came_off(old: Slots, new: Slots) -> bool:
    """Whether cards have left a deck."""
    return len(new) < len(old) or new[len(new) - len(old) :] != old
