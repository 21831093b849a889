"""Which card lies over which: those just found among each other, and between those known from an earlier picture."""

from collections.abc import Callable, Sequence
from math import hypot

from vision.cards.explaining import FITS_BEST
from vision.cards.lying import STAYS_MM, Lying, lies_over, shared
from vision.cards.sheet import Sheet

TOUCHES = 0.01
"""Cards that share less than this part of their area do not lie over each other."""


def bottom_first(
    sheet: Sheet, found: Sequence[Lying], kept: Sequence[Lying] = (), order: Sequence[Lying] = ()
) -> list[Lying]:
    """Cards in an order in which each lies under those after it, as far as they touch.

    `kept` are cards taken over from an earlier picture, `order` all cards of that picture, bottom first. None lies on
    a card that looks as before but those that lay there then: what else shares its place with one, and does not show
    whole, lies under it.
    """
    known = {id(card): place for place, card in enumerate(order or kept)}
    rank = known | {id(card): known[id(old)] for card in found if (old := same_card(card, order)) is not None}
    still = {id(card) for card in kept}

    def over(card: Lying, other: Lying) -> bool:
        if id(card) in still or id(other) in still:
            if id(card) in rank and id(other) in rank:
                return rank[id(card)] > rank[id(other)]
            return card.visible == 1 if id(other) in still else other.visible < 1
        if (card.visible < 1) != (other.visible < 1):
            whole, part = (card, other) if card.visible == 1 else (other, card)
            if whole.agreement >= FITS_BEST or whole.index is None or part.index is None:
                return card.visible == 1
        return lies_over(sheet, card, other)

    def is_under(card: Lying) -> bool:
        return any(id(card) not in rank and card.visible < 1 and shared(card, old) >= TOUCHES for old in kept)

    under = [card for card in found if is_under(card)]
    return _sorted([*under, *kept, *(card for card in found if card not in under)], still, over)


def _sorted(cards: Sequence[Lying], still: set[int], over: Callable[[Lying, Lying], bool]) -> list[Lying]:
    """The cards, as far as may be in the order given, each after all that it lies over.

    In a row the next card but one hardly touches: which of the two lies over the other is told by chance there. Where
    that makes a ring, the one goes first that lies over others by the least.
    """
    beneath: list[dict[int, float]] = [{} for _ in cards]
    for place, card in enumerate(cards):
        for other in range(place):
            common = shared(card, cards[other])
            if common < TOUCHES:
                continue
            # How those that were kept lie to each other is known, and they stand in that order.
            both_kept = id(card) in still and id(cards[other]) in still
            common = 1.0 if both_kept else common
            if both_kept or over(card, cards[other]):
                beneath[place][other] = common
            if not both_kept and over(cards[other], card):
                beneath[other][place] = common
    rest, ordered = list(range(len(cards))), list[Lying]()
    while rest:
        free = next((place for place in rest if not beneath[place]), None)
        lowest = free if free is not None else min(rest, key=lambda place: sum(beneath[place].values()))
        rest.remove(lowest)
        ordered.append(cards[lowest])
        for others in beneath:
            others.pop(lowest, None)
    return ordered


def same_card(card: Lying, order: Sequence[Lying]) -> Lying | None:
    """The card of an earlier picture that this one is, lying where it lay."""
    return next(
        (
            old
            for old in order
            if card.index == old.index
            and card.index is not None
            and hypot(card.pose.x - old.pose.x, card.pose.y - old.pose.y) < STAYS_MM
        ),
        None,
    )
