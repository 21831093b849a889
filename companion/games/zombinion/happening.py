"""What happens: the state after an event, lawful or not, for people lay down what they like."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.game import RandomSource
from companion.games.zombinion import ruling
from companion.games.zombinion.answering import answer
from companion.games.zombinion.draft import Draft, shuffled
from companion.games.zombinion.effects import play
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
from companion.games.zombinion.knowing import strained
from companion.games.zombinion.rules import broken, told_again
from companion.games.zombinion.sampling import order_by_lot, sample
from companion.games.zombinion.scoring import clean_up
from companion.games.zombinion.state import Slots, State, Step
from companion.games.zombinion.steps import left_to_reveal, settle


def after(state: State, event: Any) -> State:
    """The state after an event, lawful or not. Telling again what the referee has done by itself changes nothing."""
    kind = type(event)
    if kind is not Ruled and not 0 <= event.seat < state.agreed.seats:
        return state
    if kind in AGAIN and state.passed and told_again(state, event) and any(broken(state, event)):
        return state
    if kind is Ruled and ruling.breach(state, event) is not None:
        return state
    d = Draft(state)
    happen(d, event)
    return d.frozen()


def happen(d: Draft, event: Any) -> None:
    """Let an event change a draft in which nothing has been done by itself yet."""
    BY_STEPS[type(event)](d, event)
    if d.todo:
        settle(d)
    for p in d.players:
        if p.lacks:
            _forget(d)


def _forget(d: Draft) -> None:
    """What a seat said that it had none of holds no longer where, against the rules, cards show otherwise."""
    for seat, p in enumerate(d.players):
        if p.lacks and strained(d.agreed.cards, p) is not None:
            d.players[seat] = replace(p, lacks=())


def play_on(d: Draft, lots: RandomSource, most: int) -> None:
    """Let up to so many events that are drawn by lot change a draft, one after the other, until the game is over.

    It comes to what `after` makes of what `sample` draws, each time anew; only that no state is made in between.
    """
    todo, passed = d.todo, d.passed
    for _ in range(most):
        if d.over is not None:
            return
        passed.clear()
        if todo and todo[-1].do == "shuffle" and d.phase != "lot" and not d.players[todo[-1].seat].unseen:
            step = todo.pop()
            d.players[step.seat] = shuffled(d.players[step.seat], order_by_lot(d, step, lots))
            settle(d)
        else:
            happen(d, sample(d, lots))


def _starts(d: Draft, event: Starts) -> None:
    d.turn = event.seat
    if d.phase == "lot":
        d.phase = "action"


def _played(d: Draft, event: Played) -> None:
    if event.card not in d.agreed.cards:
        return
    d.hand_to_play(event.seat, (event.card,))
    if d.actions:
        d.actions -= 1
    play(d, event.seat, event.card)


def _shot(d: Draft, event: Shot) -> None:
    if d.phase == "action":
        d.phase = "hunt"
    known = d.agreed.cards
    for card in event.cards:
        if card not in known:
            return
    for card in event.cards:
        d.shots += known[card].shots
    d.hand_to_play(event.seat, event.cards)


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
    player, order = d.players[event.seat], event.order
    if order is not None and (player.unseen or sorted(order) != sorted(filter(None, player.discard))):
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
    if d.phase == "action" and not (d.todo or event.seat != d.turn):
        d.phase = "hunt"
    elif d.over is None:
        clean_up(d, event.seat, event.top)


AGAIN = (Chose, Revealed, Shuffled, Ended)
"""What the referee may have done by itself."""

BY_STEPS: dict[type, Callable[[Draft, Any], None]] = {
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
