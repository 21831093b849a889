"""What everybody at the table may know of an event and of a state."""

from typing import Any

import msgspec

from companion.game import Event
from companion.games.zombinion.answers import cards_of, says_yes
from companion.games.zombinion.events import Chose, Shuffled
from companion.games.zombinion.state import Player, State, Step


def public(_state: State, event: Any) -> Event:
    """The event as everybody may know it: of discards only the top, of a shuffle no order, of a no no card."""
    if isinstance(event, Shuffled):
        return Shuffled(event.seat)
    if isinstance(event, Chose):
        cards = cards_of(event)
        if event.what == "discard" and len(cards) > 1:
            hidden = (None,) * (len(cards) - 1)
            return msgspec.structs.replace(event, cards=(*hidden, cards[-1]), card=None)
        if event.what in ("react", "set-aside") and cards and not says_yes(event):
            return Chose(event.seat, event.what, yes=False)
    assert isinstance(event, Event)
    return event


def public_state(state: State) -> State:
    """The state as everybody may know it: where every card of a seat is told to the referee, they are covered.

    Where they are not, the state holds nothing that was not laid open for all.
    """
    if state.over is not None:
        return state
    told = [state.agreed.known or not player.unseen for player in state.players]
    if not any(told):
        return state
    pairs = zip(state.players, told, strict=True)
    players = tuple(_covered(player) if is_told else player for player, is_told in pairs)
    todo = tuple(_covered_step(step) if told[step.seat] else step for step in state.todo)
    return msgspec.structs.replace(state, players=players, todo=todo)


def _covered_step(step: Step) -> Step:
    """Which card was drawn is not told, nor whether it is an Action, before it is set aside."""
    if step.do != "set-aside" or not step.cards:
        return step
    return Step(step.do, step.seat, step.card, len(step.cards))


def _covered(player: Player) -> Player:
    """The hand, the deck and all discards but the top become cards that nobody has shown."""
    top = player.discard[-1:]
    places = (*player.hand, *player.deck, *player.discard[:-1])
    unseen = (*player.unseen, *(card for card in places if card is not None))
    return Player(
        hand=(None,) * len(player.hand),
        deck=(None,) * len(player.deck),
        discard=(*(None,) * (len(player.discard) - len(top)), *top),
        in_play=player.in_play,
        shown=player.shown,
        unseen=tuple(sorted(unseen)),
        lacks=player.lacks,
    )
