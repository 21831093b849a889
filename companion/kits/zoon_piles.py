"""Piles of cards by seat: reinforcements, tombs, cards taken off, hands of trumps, faces nobody has told.

None is a card that nobody has told; piles are kept sorted, unknown cards first.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

Pile = tuple[str | None, ...]
Piles = tuple[Pile, Pile]
Hands = tuple[tuple[str, ...], ...]


class Stock(msgspec.Struct, frozen=True, gc=False):
    """The cards of both seats that lie beside the board.

    `hand`: trumps. `tomb`: Zoons and trumps. `off`: cards that a ruling took off the board. `unseen`: the faces of all
    cards, on the board too, whose identity nobody has told the referee, sorted.
    """

    hand: Hands = ((), ())
    reinforcements: Piles = ((), ())
    tomb: Piles = ((), ())
    off: Piles = ((), ())
    unseen: Hands = ((), ())


def with_pile(piles: Piles, seat: int, pile: Pile) -> Piles:
    """One seat's pile replaced."""
    return (pile, piles[1]) if seat == 0 else (piles[0], pile)


def sorted_pile(pile: Pile) -> Pile:
    """A pile in its order: unknown cards first, then by name."""
    return tuple(sorted(pile, key=lambda card: card or ""))


def added(piles: Piles, seat: int, card: str | None) -> Piles:
    """A card more on one seat's pile."""
    return with_pile(piles, seat, sorted_pile((*piles[seat], card)))


def taken(piles: Piles, seat: int, card: str | None) -> Piles:
    """A card less in one seat's pile: this one or, where it is not known to lie there, an unknown one."""
    pile = list(piles[seat])
    if card in pile:
        pile.remove(card)
    elif None in pile:
        pile.remove(None)
    return with_pile(piles, seat, tuple(pile))


def with_hand(hands: Hands, seat: int, hand: tuple[str, ...]) -> Hands:
    """One seat's cards by name replaced, sorted."""
    ordered = tuple(sorted(hand))
    return (ordered, hands[1]) if seat == 0 else (hands[0], ordered)


def joined(hands: Hands, seat: int, *cards: str) -> Hands:
    """Cards more among one seat's cards by name."""
    return with_hand(hands, seat, (*hands[seat], *cards))


def parted(hands: Hands, seat: int, card: str) -> Hands:
    """A card less among one seat's cards by name, where it is there."""
    left = list(hands[seat])
    if card not in left:
        return hands
    left.remove(card)
    return with_hand(hands, seat, tuple(left))


def miscounted(field: str, held: Iterable[str], wanted: Sequence[str], seat: int) -> Iterator[str]:
    """Which cards a seat holds in all that are too many or too few; `wanted` is sorted."""
    lying = sorted(held)
    if lying == list(wanted):
        return
    found, due = Counter(lying), Counter(wanted)
    for card in sorted(found.keys() | due.keys()):
        if found[card] != due[card]:
            yield f"{field}: {found[card]} of {card}, but seat {seat} has {due[card]}"
