"""Events that only move a few known cards, done at once: the most of a game goes by them.

Each gives up, with None, where a card has to be carried out, a shuffle may be needed, or the law is broken: then the
event goes by steps, to the same end.
"""

from typing import Any

from companion.games.zombinion.effects import SPECIAL
from companion.games.zombinion.events import Ended, Played, Shot, Took
from companion.games.zombinion.scoring import ending
from companion.games.zombinion.state import ACTIONS, HAND, TARGETS, Phase, Player, State


def played(state: State, event: Played) -> State | None:
    """A card that only adds and draws, where the deck has enough."""
    seat, name = event.seat, event.card
    p, card = state.players[seat], state.agreed.cards.get(name)
    if card is None or name in SPECIAL or card.is_attack or name not in p.hand or not state.actions:
        return None
    hand, deck, count = p.hand, p.deck, card.cards
    at = hand.index(name)
    if count > len(deck) or p.lacks:
        return None
    after = Player(
        hand[:at] + hand[at + 1 :] + deck[:count],
        deck[count:],
        p.discard,
        (*p.in_play, name),
        p.shown,
        p.unseen,
        p.lacks,
    )
    return _moved(
        state,
        seat,
        after,
        state.phase,
        state.actions - 1 + card.actions,
        state.targets + card.targets,
        state.shots + card.shots,
        state.supply,
    )


def shot(state: State, event: Shot) -> State | None:
    """Known Mirare go from the hand into play."""
    seat, known, shots = event.seat, state.agreed.cards, state.shots
    p = state.players[seat]
    hand = list(p.hand)
    for card in event.cards:
        if card not in hand:
            return None
        hand.remove(card)
        shots += known[card].shots
    if p.lacks:
        return None
    after = Player(tuple(hand), p.deck, p.discard, p.in_play + event.cards, p.shown, p.unseen, p.lacks)
    phase: Phase = "hunt" if state.phase == "action" else state.phase
    return _moved(state, seat, after, phase, state.actions, state.targets, shots, state.supply)


def took(state: State, event: Took) -> State | None:
    """A card goes from its pile onto the discards, for an Obiettivo and its cost."""
    number = state.agreed.pile.get(event.card)
    if number is None or not state.supply[number] or not state.targets:
        return None
    seat, supply = event.seat, state.supply
    p, shots = state.players[seat], state.shots - state.agreed.priced[number].cost
    if shots < 0:
        return None
    after = Player(p.hand, p.deck, (*p.discard, event.card), p.in_play, p.shown, p.unseen, p.lacks)
    left = (*supply[:number], supply[number] - 1, *supply[number + 1 :])
    phase: Phase = "hunt" if state.phase == "action" else state.phase
    return _moved(state, seat, after, phase, state.actions, state.targets - 1, shots, left)


def ended(state: State, event: Ended) -> State | None:
    """The Action phase ends by a word; a turn at once where all is known, five can be drawn and play goes on."""
    seat, actions, targets, shots = event.seat, state.actions, state.targets, state.shots
    if seat != state.turn:
        return None
    if state.phase == "action":
        return _moved(state, seat, state.players[seat], "hunt", actions, targets, shots, state.supply)
    p, players, taken = state.players[seat], state.players, state.turns_taken
    plain = len(p.deck) >= HAND and event.top is None and None not in p.hand and not p.shown
    if state.phase != "hunt" or not plain or (0 in state.supply and ending(state)):
        return None
    after = Player(p.deck[:HAND], p.deck[HAND:], p.discard + p.in_play + p.hand, unseen=p.unseen)
    return State(
        state.agreed,
        (seat + 1) % len(players),
        "action",
        ACTIONS,
        TARGETS,
        0,
        state.supply,
        state.trash,
        (*players[:seat], after, *players[seat + 1 :]),
        (*taken[:seat], taken[seat] + 1, *taken[seat + 1 :]),
        state.total,
        (),
        (Ended(seat),),
        state.untidy,
    )


def _moved(
    state: State,
    seat: int,
    player: Player,
    phase: Phase,
    actions: int,
    targets: int,
    shots: int,
    supply: tuple[int, ...],
) -> State:
    """The state with one seat's cards, the phase, the counts of the turn and the supply changed."""
    players = state.players
    return State(
        state.agreed,
        state.turn,
        phase,
        actions,
        targets,
        shots,
        supply,
        state.trash,
        (*players[:seat], player, *players[seat + 1 :]),
        state.turns_taken,
        state.total,
        (),
        (),
        state.untidy,
        state.over,
    )


PLAIN: dict[type, Any] = {Played: played, Shot: shot, Took: took, Ended: ended}
