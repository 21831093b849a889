"""What may happen in Zombinion: every lawful event, what a seat can turn up, and one by lot."""

from collections.abc import Iterator

from companion.game import Event, EventTemplate, RandomSource
from companion.games.zombinion.acts import may_play
from companion.games.zombinion.draft import Draft, in_reach
from companion.games.zombinion.events import Ended, Played, Shot, Starts, Took
from companion.games.zombinion.state import State
from companion.games.zombinion.steps import WAITING

# Every lawful event of a state, where it can be listed: an order of cards that nobody has told cannot.


def candidates(state: State) -> Iterator[Event]:
    """Every lawful event but those that `shapes` tells of, and a few that break a rule.

    What people may say at any time, a ruling, is not listed, nor what the referee has done by itself.
    """
    if state.over is not None:
        return
    if state.phase == "lot":
        yield from (Starts(seat) for seat in state.agreed.starters)
        return
    if state.todo:
        yield from WAITING[state.todo[-1].do].listed(state, state.todo[-1])
        return
    seat = state.turn
    if state.phase == "action":
        if may_play(state):
            faces = state.players[seat].hand_faces(state.agreed.cards)
            yield from (Played(seat, card) for card in faces if state.agreed.cards[card].is_action)
        else:
            yield from _hunt(state, seat)
    elif state.phase == "hunt":
        yield from _hunt(state, seat)
    yield Ended(seat)


def shapes(state: State) -> tuple[EventTemplate, ...]:
    """What is awaited and has too many forms to list: the order of a shuffle, discards out of a large hand."""
    return () if state.step is None else WAITING[state.step.do].shapes(state, state.step)


def _hunt(state: State, seat: int) -> Iterator[Event]:
    player = state.players[seat]
    for cards in player.piles_of(player.held(state.agreed.cards, "treasure")):
        yield Shot(seat, cards)
    if state.targets:
        yield from (Took(seat, card.id) for card in in_reach(state, state.shots))


# One lawful event drawn by lot, without listing them all: for random play, demonstrations and figures.
#
# Every lawful event has a chance, and the common ones more: all Mirare are laid, then something is taken.


RARELY = 16
"""One in so many times something is done that is lawful, but that people rarely do."""


def sample(state: State | Draft, lots: RandomSource) -> Event:
    if state.phase == "lot":
        return Starts(state.agreed.starters[lots(len(state.agreed.starters))])
    if state.todo:
        return WAITING[state.todo[-1].do].drawn(state, state.todo[-1], lots)
    seat = state.turn
    if state.phase == "action" and state.actions > 0:
        player, actions = state.players[seat], state.agreed.actions
        faces = player.hand if None not in player.hand else player.hand_faces(state.agreed.cards)
        playable = [card for card in faces if card in actions]
        if playable:
            drawn = lots(len(playable) * RARELY)
            return Played(seat, playable[drawn // RARELY]) if drawn % RARELY else Ended(seat)
    if state.phase == "cleanup":
        return Ended(seat)
    # Lay Mirare, of unseen cards as many as the lot gives; rarely later, or not all.
    player, treasures = state.players[seat], state.agreed.treasures
    hand = player.hand if None not in player.hand else player.dealt(state.agreed.cards, lots)
    cards = tuple([card for card in hand if card is not None and card in treasures])
    if not cards and not state.targets:
        return Ended(seat)
    if cards:
        drawn = lots(RARELY)
        if drawn == 0:
            return Ended(seat)
        if drawn == 2:
            # Some of them, at least one.
            return Shot(seat, tuple([card for card in cards if lots(2)]) or (cards[lots(len(cards))],))
        if drawn > 1 or not state.targets:
            return Shot(seat, cards)
    # Take a card of the supply for the shots that there are; rarely none, though there would be one.
    agreed, supply = state.agreed, state.supply
    may = agreed.within[min(state.shots, len(agreed.within) - 1)]
    drawn = lots(RARELY * len(may)) if may else 0
    if not drawn % RARELY:
        return Ended(seat)
    number = may[drawn // RARELY]
    if not supply[number]:
        may = tuple([number for number in may if supply[number]])
        if not may:
            return Ended(seat)
        number = may[lots(len(may))]
    return Took(seat, agreed.piles[number])
