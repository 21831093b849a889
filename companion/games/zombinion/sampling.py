"""One lawful event drawn by lot, without listing them all: for random play, demonstrations and figures.

Every lawful event has a chance, and the common ones more: all Mirare are laid, then something is taken.
"""

from collections.abc import Callable
from functools import cache
from math import prod

from companion.game import Event, RandomSource
from companion.games.zombinion.cards import BARRICATA
from companion.games.zombinion.draft import Draft
from companion.games.zombinion.effects import SORTS, what_of
from companion.games.zombinion.events import Chose, Ended, Played, Revealed, Shot, Shuffled, Starts, Took
from companion.games.zombinion.knowing import could_hold, could_lack, hand_faces, lacking, removed, strained
from companion.games.zombinion.listing import single, unseen_actions
from companion.games.zombinion.state import Player, Slots, State, Step

AT_ONCE = 8
"""So many cards of a shuffle are drawn by one lot."""
RARELY = 16
"""One in so many times something is done that is lawful, but that people rarely do."""


def sample(state: State | Draft, lots: RandomSource) -> Event:
    """A lawful event of a state that is not over."""
    if state.phase == "lot":
        return Starts(state.agreed.starters[lots(len(state.agreed.starters))])
    if state.todo:
        step = state.todo[-1]
        return DUE[step.do](state, step, lots)
    seat = state.turn
    if state.phase == "action" and state.actions > 0:
        player, actions = state.players[seat], state.agreed.actions
        faces = player.hand if None not in player.hand else hand_faces(state.agreed.cards, player)
        playable = [card for card in faces if card in actions]
        if playable:
            drawn = lots(len(playable) * RARELY)
            return Played(seat, playable[drawn // RARELY]) if drawn % RARELY else Ended(seat)
    if state.phase == "cleanup":
        return Ended(seat)
    return _hunt(state, seat, lots)


def _hunt(state: State | Draft, seat: int, lots: RandomSource) -> Event:
    """Lay Mirare, take something, end; rarely in another order, or not everything."""
    cards = _mirare(state, state.players[seat], lots)
    if not cards and not state.targets:
        return Ended(seat)
    if cards:
        drawn = lots(RARELY)
        if drawn == 0:
            return Ended(seat)
        if drawn > 1 or not state.targets:
            return Shot(seat, _some(cards, lots) if drawn == 2 else cards)
    return _taking(state, seat, lots)


def _taking(state: State | Draft, seat: int, lots: RandomSource) -> Event:
    """Take a card of the supply for the shots that there are; rarely none, though there would be one."""
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


def _mirare(state: State | Draft, player: Player, lots: RandomSource) -> tuple[str, ...]:
    """The Mirare of a hand; of unseen cards as many as the lot gives."""
    known = state.agreed.cards
    if None not in player.hand:
        treasures = state.agreed.treasures
        return tuple([card for card in player.hand if card in treasures])
    return tuple(card for card in _dealt(state, player, lots) if known[card].is_treasure)


def _dealt(state: State | Draft, player: Player, lots: RandomSource) -> list[str]:
    """A hand as it may be: unseen cards drawn from the pool."""
    pool = list(player.unseen)
    if player.lacks:
        pool = [face for face in pool if lacking(state.agreed.cards, player, face) is None]
    return [pool.pop(lots(len(pool))) if card is None else card for card in player.hand]


def _some(cards: tuple[str, ...], lots: RandomSource) -> tuple[str, ...]:
    """Some of these, at least one, in their order."""
    kept = tuple(card for card in cards if lots(2))
    return kept or (cards[lots(len(cards))],)


def _shuffle(state: State | Draft, step: Step, lots: RandomSource) -> Event:
    return Shuffled(step.seat, order_by_lot(state, step, lots))


def order_by_lot(state: State | Draft, step: Step, lots: RandomSource) -> tuple[str, ...]:
    """An order of the discards; several cards are drawn by one lot."""
    left = [card for card in state.players[step.seat].discard if card is not None]
    order: list[str] = []
    for first in range(len(left), 0, -AT_ONCE):
        number = lots(_ways(first)) if first > 1 else 0
        for count in range(first, max(0, first - AT_ONCE), -1):
            order.append(left.pop(number % count))
            number //= count
    return tuple(order)


@cache
def _ways(count: int) -> int:
    """How many ways there are to draw the next cards of so many, one after the other."""
    return prod(range(count, max(0, count - AT_ONCE), -1))


def _reveal(state: State | Draft, step: Step, lots: RandomSource) -> Event:
    player, known = state.players[step.seat], state.agreed.cards
    faces = list(player.unseen)
    while True:
        face = faces[lots(len(faces))]
        left = Player(
            hand=player.hand, deck=player.deck, unseen=removed(player.unseen, face), lacks=player.lacks
        )
        if strained(known, left) is None:
            return Revealed(step.seat, face)
        faces = [other for other in faces if other != face]


def _react(state: State | Draft, step: Step, lots: RandomSource) -> Event:
    """A Barricata is shown only by who has one; an unseen hand may have one."""
    yes = could_hold(state.agreed.cards, state.players[step.seat], BARRICATA) and lots(2)
    return Chose(step.seat, "react", yes=bool(yes))


def _yes_or_no(_state: State | Draft, step: Step, lots: RandomSource) -> Event:
    return Chose(step.seat, what_of(step), yes=bool(lots(2)))


def _set_aside(state: State | Draft, step: Step, lots: RandomSource) -> Event:
    if step.cards:
        yes = state.agreed.cards[step.cards[0]].is_action and lots(2)
        return Chose(step.seat, "set-aside", yes=bool(yes))
    cards = unseen_actions(state, state.players[step.seat])
    drawn = lots(len(cards) + 1)
    if drawn == len(cards):
        return Chose(step.seat, "set-aside", yes=False)
    return Chose(step.seat, "set-aside", (cards[drawn],), yes=True)


def _discard(state: State | Draft, step: Step, lots: RandomSource) -> Event:
    """Known cards by lot; where some are unseen, the uppermost is shown or not."""
    player = state.players[step.seat]
    count = len(player.hand) - step.n if step.n else lots(len(player.hand) + 1)
    if None not in player.hand:
        return Chose(step.seat, "discard", _drawn(player.hand, count, lots))
    cards: Slots = (None,) * count
    if count and lots(2):
        faces = hand_faces(state.agreed.cards, player)
        cards = (*cards[1:], faces[lots(len(faces))])
    return Chose(step.seat, "discard", cards)


def _drawn(cards: Slots, count: int, lots: RandomSource) -> Slots:
    """So many of these, in an order of chance."""
    left = list(cards)
    return tuple(left.pop(lots(len(left))) for _ in range(count))


def _trash(state: State | Draft, step: Step, lots: RandomSource) -> Event:
    if step.card != "sacrificio":
        return _single(state, step, lots)
    player = state.players[step.seat]
    hand = _dealt(state, player, lots) if None in player.hand else list(player.hand)
    most = min(len(hand), state.agreed.cards[step.card].limit)
    return Chose(step.seat, "trash", _drawn(tuple(hand), lots(most + 1), lots))


def _single(state: State | Draft, step: Step, lots: RandomSource) -> Event:
    """One of the cards among which is chosen, or that there is none, where that may be so."""
    cards = list(single(state, step))
    none = False
    if step.do in ("topdeck", "twice", "trash"):
        player = state.players[step.seat]
        sort = {"topdeck": "victory", "twice": "action"}.get(step.do) or SORTS.get(step.card)
        none = None in player.hand and bool(sort) and could_lack(state.agreed.cards, player, str(sort))
    drawn = lots(len(cards) + none) if len(cards) + none > 1 else 0
    chosen = (cards[drawn],) if drawn < len(cards) else ()
    return Chose(step.seat, what_of(step), chosen)


def _thief_gain(_state: State | Draft, step: Step, lots: RandomSource) -> Event:
    return Chose(step.seat, "thief-gain", tuple(card for card in step.cards if lots(2)))


DUE: dict[str, Callable[[State | Draft, Step, RandomSource], Event]] = {
    "shuffle": _shuffle,
    "reveal": _reveal,
    "react": _react,
    "deck-to-discard": _yes_or_no,
    "spy-discard": _yes_or_no,
    "set-aside": _set_aside,
    "discard": _discard,
    "trash": _trash,
    "gain": _single,
    "topdeck": _single,
    "twice": _single,
    "thief-trash": _single,
    "envoy-discard": _single,
    "thief-gain": _thief_gain,
}
