"""What is known of a seat's cards: a known card leaves a place by its name, an unseen one takes its face from the pool.

The rule kept here: the number of None slots of a seat is the number of faces in its pool (`unseen`), and no face is
made or lost. Where an unseen card leaves a hand in which others are known, those go back to the pool first: it may have
been one of them.
"""

from msgspec.structs import replace

from companion.game import Breach
from companion.games.zombinion.cards import Cards
from companion.games.zombinion.events import Chose
from companion.games.zombinion.state import Agreed, Lack, Player, Slots


def is_sort(known: Cards, card: str, sort: str) -> bool:
    """Whether a card is of a sort: a card's id, or a type."""
    return card == sort or sort in known[card].types


def removed(slots: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The slots without one card. Raises ValueError where it is not among them."""
    at = slots.index(card)
    return slots[:at] + slots[at + 1 :]


def slots_without(slots: Slots, unseen: tuple[str, ...], card: str) -> tuple[Slots, tuple[str, ...]] | None:
    """The slots and the pool without this card, the first that may be it; None where it cannot lie there."""
    if card in slots:
        at = slots.index(card)
    elif None in slots and card in unseen:
        at, unseen = slots.index(None), removed(unseen, card)
    else:
        return None
    return slots[:at] + slots[at + 1 :], unseen


def from_hand(player: Player, card: str) -> Player | None:
    """The player without this card of the hand; None where the hand cannot hold it."""
    found = slots_without(player.hand, player.unseen, card)
    if found is None:
        return None
    hand, unseen = found
    return replace(player, hand=hand, unseen=unseen, lacks=player.lacks if None in hand else ())


def unseen_from_hand(known: Cards, player: Player, count: int) -> tuple[Player, Slots]:
    """The player without so many cards of the hand that were not shown, and these as slots."""
    hand = player.hand
    faces = tuple(card for card in hand if card is not None)
    if count >= len(hand):
        return replace(player, hand=(), lacks=()), tuple(sorted(hand, key=lambda slot: slot is None))
    lacks = tuple(lack for lack in player.lacks if not any(is_sort(known, c, lack.sort) for c in faces))
    unseen = tuple(sorted((*player.unseen, *faces))) if faces else player.unseen
    return replace(player, hand=(None,) * (len(hand) - count), unseen=unseen, lacks=lacks), (None,) * count


def shown_in_hand(player: Player, card: str) -> Player:
    """The player with a card that was shown and goes on lying in the hand."""
    if card in player.hand or None not in player.hand or card not in player.unseen:
        return player
    at = player.hand.index(None)
    hand = (*player.hand[:at], card, *player.hand[at + 1 :])
    lacks = player.lacks if None in hand else ()
    return replace(player, hand=hand, unseen=removed(player.unseen, card), lacks=lacks)


def lacking(known: Cards, player: Player, card: str) -> Lack | None:
    """What the seat said that its unseen hand cards are not, though this card is just that."""
    for lack in player.lacks:
        if is_sort(known, card, lack.sort):
            return lack
    return None


def strained(known: Cards, player: Player) -> Lack | None:
    """What the seat said of its hand that cannot have been, now that so few other faces are left."""
    if not player.lacks:
        return None
    others = sum(lacking(known, player, face) is None for face in player.unseen)
    return player.lacks[-1] if player.hand.count(None) > others else None


def hand_faces(known: Cards, player: Player) -> tuple[str, ...]:
    """The different faces that a hand may hold, as far as anybody can know, sorted."""
    faces = {card for card in player.hand if card is not None}
    if None in player.hand:
        unseen = player.unseen
        faces.update([f for f in unseen if lacking(known, player, f) is None] if player.lacks else unseen)
    return tuple(sorted(faces))


def could_hold(known: Cards, player: Player, sort: str) -> bool:
    """Whether a hand may hold a card of a sort."""
    hand = player.hand
    for card in hand:
        if card is not None and (card == sort or sort in known[card].types):
            return True
    if None not in hand:
        return False
    faces = (face for face in player.unseen if is_sort(known, face, sort))
    return any(lacking(known, player, face) is None for face in faces)


def seems_to_hold(agreed: Agreed, player: Player, sort: str) -> bool:
    """Whether a hand may hold a card of a sort as far as the whole table knows, whatever the referee was told."""
    known = agreed.cards
    if not agreed.known:
        return could_hold(known, player, sort)
    if not player.hand:
        return False
    for cards in (player.hand, player.deck, player.discard[:-1], player.unseen):
        for card in cards:
            if card is not None and (card == sort or sort in known[card].types):
                return True
    return False


def could_lack(known: Cards, player: Player, sort: str) -> bool:
    """Whether a hand may hold no card of a sort: what the seat says when it says that it has none."""
    hand = player.hand
    if any(card is not None and is_sort(known, card, sort) for card in hand):
        return False
    others = sum(
        not is_sort(known, face, sort) and lacking(known, player, face) is None for face in player.unseen
    )
    return hand.count(None) <= others


def not_in_hand(known: Cards, player: Player, seat: int, card: str) -> Breach | None:
    """Why a card cannot come from this hand, if it cannot: who holds what is counted."""
    if card in player.hand:
        return None
    if None not in player.hand:
        return Breach("zb-in-hand", card)
    if card not in player.unseen:
        return Breach("zb-cannot-own", card)
    lack = lacking(known, player, card)
    return None if lack is None else said_none(seat, card, lack)


def said_none(seat: int, card: str, lack: Lack) -> Breach:
    """A seat showed what it had said that it had none of."""
    return Breach("zb-said-none", card, Chose(seat, lack.what))


def owned(player: Player) -> list[str]:
    """Every card that a seat owns, wherever it lies."""
    places = player.hand + player.deck + player.discard
    return [
        *(card for card in places if card is not None),
        *player.in_play,
        *player.shown,
        *player.unseen,
    ]
