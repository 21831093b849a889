"""Worlds for a seat of Zombinion, in which every card that it cannot see is dealt; and what a seat does not decide."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from companion.game import Event, RandomSource, Seat, Setup, shuffled
from companion.games.zombinion.dealing import determinize
from companion.games.zombinion.events import Revealed, Shuffled
from companion.games.zombinion.knowing import lacking
from companion.games.zombinion.options import KNOWING
from companion.games.zombinion.sampling import sample
from companion.games.zombinion.state import Agreed, Player, Slots, State, with_piles

TRIES = 12
"""So often a hand is dealt until it holds nothing that its seat said it lacked."""


def world_for(state: State, seat: Seat | None, lots: RandomSource) -> State:
    """A state drawn from all that this seat cannot tell from the real one.

    Of the others all that lies covered is dealt anew out of what each owns, and the order of its own deck. In it the
    referee is told everything, so that nothing has to be asked.
    """
    agreed = state.agreed
    if seat is None:
        return msgspec.structs.replace(determinize(state, lots), agreed=_told(agreed))
    players = tuple(
        _own(agreed, player, lots) if number == seat else _dealt(agreed, player, lots)
        for number, player in enumerate(state.players)
    )
    todo = state.todo
    if any(step.do == "set-aside" and step.seat != seat for step in todo):
        todo = tuple(
            msgspec.structs.replace(step, cards=_last(players[step.seat]))
            if step.do == "set-aside" and step.cards and step.seat != seat
            else step
            for step in todo
        )
    return msgspec.structs.replace(state, agreed=_told(agreed), players=players, todo=todo)


def _last(player: Player) -> tuple[str, ...]:
    """The card that was drawn last."""
    return tuple(card for card in player.hand[-1:] if card is not None)


@lru_cache(maxsize=256)
def _told(agreed: Agreed) -> Agreed:
    """The same agreement, with the order of each deck told."""
    if agreed.known:
        return agreed
    setup = agreed.setup
    options = tuple(pair for pair in setup.options if pair[0] != KNOWING.name)
    told: Setup = msgspec.structs.replace(setup, options=(*options, (KNOWING.name, "known")))
    return with_piles(told, agreed.piles)


def _own(agreed: Agreed, player: Player, lots: RandomSource) -> Player:
    """A seat's own cards: the hand and the discards as it knows them, the deck in any order."""
    if player.unseen:
        return _dealt(agreed, player, lots, known=player.hand)
    deck = shuffled(sorted(card for card in player.deck if card is not None), lots)
    return msgspec.structs.replace(player, deck=tuple(deck))


def _dealt(agreed: Agreed, player: Player, lots: RandomSource, known: Slots = ()) -> Player:
    """All but the top of the discards, and what is `known` of the hand, dealt anew; a hand holds nothing it lacks."""
    top = player.discard[-1:] if None not in player.discard[-1:] else ()
    kept = tuple(card for card in known if card is not None)
    places = (*player.hand, *player.deck, *player.discard[: len(player.discard) - len(top)])
    pool = [card for card in (*places, *player.unseen) if card is not None]
    for card in kept:
        pool.remove(card)
    pool.sort()
    drawn = len(player.hand) - len(kept)
    for _ in range(TRIES if player.lacks else 1):
        order = shuffled(pool, lots)
        if not player.lacks or all(lacking(agreed.cards, player, card) is None for card in order[:drawn]):
            break
    deck = drawn + len(player.deck)
    return Player(
        hand=(*kept, *order[:drawn]),
        deck=tuple(order[drawn:deck]),
        discard=(*order[deck:], *top),
        in_play=player.in_play,
        shown=player.shown,
    )


def untold(state: State, seat: Seat) -> tuple[int, tuple[str, ...]]:
    """How many cards of a seat's hand nobody has told, and all of its cards whose places nobody knows."""
    player = state.players[seat]
    return player.hand.count(None), player.unseen


def with_hand(state: State, seat: Seat, cards: Sequence[str]) -> State:
    """The state in which these cards of a seat's hand are told."""
    players = list(state.players)
    player = players[seat]
    unseen, told = list(player.unseen), iter(cards)
    for card in cards:
        unseen.remove(card)
    hand = tuple(next(told, None) if slot is None else slot for slot in player.hand)
    players[seat] = msgspec.structs.replace(player, hand=hand, unseen=tuple(unseen))
    return msgspec.structs.replace(state, players=tuple(players))


def decided(_state: State, event: Any) -> Event:
    """The event without the order in which a deck comes to lie, and without the card that is turned up."""
    if isinstance(event, Shuffled):
        return Shuffled(event.seat)
    if isinstance(event, Revealed):
        return Revealed(event.seat, "")
    assert isinstance(event, Event)
    return event


def fallen(state: State, decided: Event, lots: RandomSource) -> Event | None:
    """An order of the discards, all as likely."""
    return sample(state, lots) if isinstance(decided, Shuffled) else None
