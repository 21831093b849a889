"""What everybody at the table may know of an event and of a state."""

from typing import Any

import msgspec

from companion.game import Event
from companion.games.zombinion.events import Chose, Shuffled
from companion.games.zombinion.saying import chosen
from companion.games.zombinion.state import Player, State


def public(state: State, event: Any) -> Event:
    """The event as everybody may know it: of discards only the top, of a shuffle no order."""
    if isinstance(event, Shuffled):
        return Shuffled(event.seat)
    if isinstance(event, Chose) and event.what == "discard":
        cards = chosen(event)
        if len(cards) > 1:
            hidden = (None,) * (len(cards) - 1)
            return msgspec.structs.replace(event, cards=(*hidden, cards[-1]), card=None)
    assert isinstance(event, Event)
    return event


def covered(state: State) -> State:
    """The state as everybody may know it: where every card is told to the referee, hands and decks are covered.

    Where they are not, the state holds nothing that was not laid open for all.
    """
    if not state.agreed.known or state.over is not None:
        return state
    players = tuple(_covered(player) for player in state.players)
    return msgspec.structs.replace(state, players=players)


def _covered(player: Player) -> Player:
    """The hand, the deck and all discards but the top become cards that nobody has shown."""
    top = player.discard[-1:]
    places = (*player.hand, *player.deck, *player.discard[:-1])
    unseen = (*player.unseen, *(card for card in places if card is not None))
    return Player(
        (None,) * len(player.hand),
        (None,) * len(player.deck),
        (*(None,) * (len(player.discard) - len(top)), *top),
        player.in_play,
        player.shown,
        tuple(sorted(unseen)),
        player.lacks,
    )
