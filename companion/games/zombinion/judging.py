"""How well a seat of Zombinion stands: its points at the end, by what every deck brings from now on."""

from collections import Counter
from math import exp, sqrt
from typing import Any

from companion.game import Seat
from companion.games.zombinion.cards import INFEZIONE, MOLTI_PIU_ZOMBI, PALLOTTOLA, Card
from companion.games.zombinion.events import Ended, Played, Shot, Took
from companion.games.zombinion.knowing import owned
from companion.games.zombinion.prospects import Deck, Moment, deck_of, prospects
from companion.games.zombinion.state import State

SURE, UNSURE = 15.0, 2.5
"""How far the points at the end may be off (squared): with no turn left, and for each turn that is left."""
MOLTI_ZOMBI = "molti-zombi"
SURVIVORS, FEW = "survivors", 2
"""Who owns many cards has much of Survivors; the last few of a pile may end the game."""
NOT_LAID = 0.97
FEWER_TURNS = 0.3
"""Among equals the fewest turns win."""


def worth(state: State, seat: Seat) -> float:
    """By the points at the end beside the best of the others, and how sure those are by then."""
    agreed = state.agreed
    decks = tuple(deck_of(agreed, frozenset(Counter(owned(player)).items())) for player in state.players)
    own = state.players[seat]
    drawn = own.deck if state.turn == seat else own.deck + own.hand
    now = deck_of(agreed, frozenset(Counter(card for card in drawn if card is not None).items()))
    piles = [state.left(card) or 0 for card in (MOLTI_PIU_ZOMBI, MOLTI_ZOMBI, INFEZIONE)]
    shots = None if _begins(state) and state.turn != seat else _shots(state, decks[state.turn])
    left = (piles[0], piles[1], piles[2])
    points, turns = prospects(Moment(decks, seat, now, left, state.turn, shots, state.targets > 0))
    taken = state.turns_taken
    hopes = [each - FEWER_TURNS * done for each, done in zip(points, taken, strict=True)]
    best = max(hope for number, hope in enumerate(hopes) if number != seat)
    steep = 1.7 / sqrt(SURE + UNSURE * turns)
    return 1 / (1 + exp(max(-40.0, min(40.0, steep * (best - hopes[seat])))))


def is_settled(state: State) -> bool:
    """Whether no card is in the middle of what it does."""
    return not state.todo


def is_sensible(state: State, event: Any) -> bool:
    """What is never better than all else is left out: what costs nothing comes first, and no card without use is taken.

    Actions that give an Azione and more come before others, and all Mirare are laid before anything is taken.
    """
    if isinstance(event, Took):
        if not _laid(state, 0):
            return False
        poor = event.card == INFEZIONE or (event.card == PALLOTTOLA and SURVIVORS not in state.agreed.pile)
        return not poor or (state.left(event.card) or 0) <= FEW
    if isinstance(event, Shot):
        return _laid(state, len(event.cards))
    if state.todo or not isinstance(event, Ended | Played):
        return True
    if state.phase == "hunt":
        return _laid(state, 0)
    hand, known = state.players[state.turn].hand, state.agreed.cards
    free = any(_is_free(known[card]) for card in hand if card is not None) and state.actions > 0
    if isinstance(event, Played):
        return not free or _is_free(known[event.card])
    return not free and any(card in state.agreed.actions for card in hand)


def _is_free(card: Card) -> bool:
    """Whether an Action gives back the Azione that it takes, and more."""
    return card.actions > 0 and card.cards + card.shots > 0


def _laid(state: State, more: int) -> bool:
    """Whether with so many Mirare more none is left in the hand."""
    treasures = state.agreed.treasures
    return sum(card in treasures for card in state.players[state.turn].hand) == more


def _begins(state: State) -> bool:
    """Whether a turn has just begun: what the hand is worth is then chance."""
    return state.phase == "action" and not state.todo and not state.players[state.turn].in_play


def _shots(state: State, deck: Deck) -> float:
    """What the seat in its turn can pay with: shots, its Mirare, and about what its Actions add while it may play any.

    A Mirare that is not laid yet counts a little less, so that it is laid.
    """
    known, hand = state.agreed.cards, state.players[state.turn].hand
    each = deck.shots / max(1, deck.cards)
    shots, best = float(state.shots), 0.0
    for face in hand:
        card = known[face] if face is not None else None
        if card is None:
            continue
        if card.is_treasure:
            shots += NOT_LAID * card.shots
        elif card.is_action and state.phase == "action" and state.actions:
            added = card.shots + card.cards * each
            if card.actions:
                shots += added
            else:
                best = max(best, added)
    return shots + best
