"""The people put right what the referee believes: where a card lies, how many there are, and what is left of a turn."""

from collections import Counter

import msgspec

from companion.game import Breach
from companion.games.zombinion.draft import Draft
from companion.games.zombinion.events import Ruled
from companion.games.zombinion.knowing import from_hand, removed, strained
from companion.games.zombinion.places import TRASH
from companion.games.zombinion.state import Player, Slots, State, Step
from companion.language import _
from companion.sight import place_of

PLACES = ("hand", "deck", "discard", "play", "shown")
MOST = 99


def breach(state: State, event: Ruled) -> Breach | None:
    """Whether what the people say cannot be."""
    known = state.agreed
    if event.card is not None and event.card not in known.cards:
        return Breach("zb-ruling", event.card)
    moves = event.out_of is not None or event.into is not None
    if (moves or event.count is not None) and event.card is None:
        return Breach("zb-ruling", _("a card is missing"))
    for place in (event.out_of, event.into):
        if place is not None and not _is_place(state, place, event.card or ""):
            return Breach("zb-ruling", place)
    numbers = (event.count, event.actions, event.targets, event.shots)
    if any(number is not None and not 0 <= number <= MOST for number in numbers):
        return Breach("zb-ruling", _("a number from 0 to {most}").format(most=MOST))
    if event.count is not None and event.card not in known.pile:
        return Breach("zb-ruling", event.card or "")
    if event.turn is not None and not 0 <= event.turn < known.seats:
        return Breach("zb-ruling", _("Player {n}").format(n=event.turn + 1))
    if event.dropped and not state.todo:
        return Breach("zb-ruling", _("nothing is awaited"))
    if event.out_of is not None and event.card is not None and not can_leave(state, event.out_of, event.card):
        return Breach("zb-ruling", event.card)
    return None


def _is_place(state: State, place: str, card: str) -> bool:
    if place == "supply":
        return card in state.agreed.pile
    own = place_of(place)
    return place == TRASH or (own.kind in PLACES and own.seat in range(state.agreed.seats))


def _own(place: str) -> tuple[str, int]:
    """A seat's own place: which of `PLACES`, and whose."""
    own = place_of(place)
    assert own.seat is not None, "breach lets no other through"
    return own.kind, own.seat


def can_leave(state: State, place: str, card: str) -> bool:
    """Whether a card may lie in a place by all that is known, so that it can be taken from there."""
    if place == "supply":
        return bool(state.left(card))
    if place == TRASH:
        return card in state.trash
    own, seat = _own(place)
    left = _without(state.players[seat], own, card)
    return left is not None and strained(state.agreed.cards, left) is None


def rule(d: Draft, event: Ruled) -> None:
    """What the people say holds; what cannot be taken from a place came into the game."""
    if event.dropped and d.todo:
        d.todo.pop()
    if event.card is not None and (event.out_of is not None or event.into is not None):
        _take(d, event.out_of, event.card)
        _put(d, event.into, event.card)
    if event.count is not None and event.card in d.agreed.pile:
        _count(d, event.card, event.count)
    if event.actions is not None:
        d.actions = event.actions
    if event.targets is not None:
        d.targets = event.targets
    if event.shots is not None:
        d.shots = event.shots
    if event.turn is not None:
        d.turn = event.turn
    if event.phase is not None:
        d.phase = event.phase
    d.todo = [_of_trash(step, d.trash) for step in d.todo]
    if d.over is not None and (event.phase is not None or event.turn is not None):
        d.over, d.phase = None, event.phase or "action"


def _of_trash(step: Step, trash: tuple[str, ...]) -> Step:
    """A choice among trashed cards, without those that lie there no more."""
    if step.do != "thief-gain" or not Counter(step.cards) - Counter(trash):
        return step
    kept = tuple(sorted((Counter(step.cards) & Counter(trash)).elements()))
    return msgspec.structs.replace(step, cards=kept)


def _count(d: Draft, card: str, count: int) -> None:
    number = d.agreed.pile[card]
    _grow(d, card, count - d.supply[number])
    d.supply = (*d.supply[:number], count, *d.supply[number + 1 :])


def _grow(d: Draft, card: str, by: int) -> None:
    """So many more, or less, cards of a kind are in the game."""
    at = list(d.agreed.cards).index(card)
    d.total = (*d.total[:at], d.total[at] + by, *d.total[at + 1 :])


def _take(d: Draft, place: str | None, card: str) -> None:
    if place is None:
        d.came(card)
    elif place == "supply":
        d.out_of_supply(card)
    elif place == TRASH:
        if card in d.trash:
            d.trash = removed(d.trash[::-1], card)[::-1]
        else:
            d.came(card)
    else:
        own, seat = _own(place)
        left = _without(d.players[seat], own, card)
        if left is None:
            d.came(card)
        else:
            d.players[seat] = left


def _put(d: Draft, place: str | None, card: str) -> None:
    if place is None:
        _grow(d, card, -1)
    elif place == "supply":
        number = d.agreed.pile[card]
        d.supply = (*d.supply[:number], d.supply[number] + 1, *d.supply[number + 1 :])
    elif place == TRASH:
        d.trash = (*d.trash, card)
    else:
        own, seat = _own(place)
        _lay(d, own, seat, card)


def _lay(d: Draft, name: str, seat: int, card: str) -> None:
    """A card comes to lie in a place of a seat, uppermost."""
    if name == "hand":
        d.into_hand(seat, (card,))
    elif name == "deck":
        d.onto_deck(seat, card)
    elif name == "discard":
        d.onto_discard(seat, (card,))
    elif name == "play":
        d.into_play(seat, (card,))
    else:
        d.show(seat, (*d.players[seat].shown, card))


def _without(p: Player, name: str, card: str) -> Player | None:
    """The player without a card of a place, known there or one of its unseen ones; None where it cannot lie there."""
    if name == "hand":
        return from_hand(p, card)
    if name in ("play", "shown"):
        laid = p.in_play if name == "play" else p.shown
        if card not in laid:
            return None
        left = removed(laid, card)
        in_play, shown = (left, p.shown) if name == "play" else (p.in_play, left)
        return msgspec.structs.replace(p, in_play=in_play, shown=shown)
    slots = p.deck if name == "deck" else p.discard[::-1]
    found = _slots_without(slots, p.unseen, card)
    if found is None:
        return None
    slots, unseen = found
    deck, discard = (slots, p.discard) if name == "deck" else (p.deck, slots[::-1])
    return msgspec.structs.replace(p, deck=deck, discard=discard, unseen=unseen)


def _slots_without(slots: Slots, unseen: tuple[str, ...], card: str) -> tuple[Slots, tuple[str, ...]] | None:
    """The slots, nearest first, and the pool without this card."""
    if card in slots:
        at = slots.index(card)
    elif None in slots and card in unseen:
        at, unseen = slots.index(None), removed(unseen, card)
    else:
        return None
    return slots[:at] + slots[at + 1 :], unseen
