"""How well a seat of Zombinion stands: its points, and what its deck may still bring until the best pile is empty."""

from math import exp

from companion.game import Seat
from companion.games.zombinion.cards import MOLTI_PIU_ZOMBI
from companion.games.zombinion.knowing import owned
from companion.games.zombinion.scoring import score
from companion.games.zombinion.state import HAND, Player, State

STEEPNESS = 0.12
"""How much a point more counts."""
POINTS_A_TURN, ENOUGH, TOO_LITTLE = 6.0, 8.0, 2.5
"""A hand worth `ENOUGH` shots brings these points in a turn, one worth `TOO_LITTLE` none."""
TERMINALS = 8
"""Among so many cards one Action that gives no Azione is of use."""


def worth(state: State, seat: Seat) -> float:
    """Beside the best of the others: the points owned, and those that the deck brings in the turns that are left."""
    left = state.left(MOLTI_PIU_ZOMBI) or 0
    turns = 0.9 * left + 0.5
    hopes = [score(state.agreed.cards, player) + turns * _rate(state, player) for player in state.players]
    best = max(hope for number, hope in enumerate(hopes) if number != seat)
    return 1 / (1 + exp(STEEPNESS * (best - hopes[seat])))


def _rate(state: State, player: Player) -> float:
    """The points that a deck brings in a turn, by what a hand of it buys."""
    known, cards = state.agreed.cards, owned(player)
    shots = terminals = gain = 0.0
    for face in cards:
        card = known[face]
        if card.is_treasure:
            shots += card.shots
        elif card.is_action:
            value = card.shots + 0.8 * card.cards + 0.3 * card.targets + (0.6 if card.is_attack else 0.3)
            if card.actions:
                shots += value
            else:
                terminals += 1
                gain += value
    useful = min(1.0, len(cards) / TERMINALS / terminals) if terminals else 0.0
    hand = HAND * (shots + gain * useful) / max(HAND, len(cards))
    return POINTS_A_TURN * max(0.0, min(1.25, (hand - TOO_LITTLE) / (ENOUGH - TOO_LITTLE)))
