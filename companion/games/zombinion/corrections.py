"""What people may have meant or may put right in a region: other events, and rulings, the likeliest first."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from companion.game import Event
from companion.games.zombinion import candidates, rules
from companion.games.zombinion.answers import cards_of
from companion.games.zombinion.events import Chose, Ended, Played, Revealed, Ruled, Shot, Took
from companion.games.zombinion.knowing import hand_faces
from companion.games.zombinion.rules import breach
from companion.games.zombinion.state import State
from companion.games.zombinion.table import TRASH
from companion.sight import place_of

# A region put right by the people, by hand: rulings on what it may hold, likeliest first.


COUNTS = 12
"""So many numbers of cards on a pile are offered, those nearest to the book's first."""


def rulings(state: State, region: str) -> Iterator[Event]:
    """What the people may say of a region."""
    if state.phase == "lot":
        return
    place = place_of(region)
    own = {"play": _play, "discard": _discard, "deck": _deck}.get(place.kind)
    if region in state.agreed.pile:
        found = _counts(state, region)
    elif region == TRASH:
        found = _trash(state)
    elif own is None or place.seat is None or place.seat >= state.agreed.seats:
        return
    else:
        found = own(state, place.seat)
    yield from (event for event in dict.fromkeys(found) if rules.ruling_breach(state, event) is None)


def _counts(state: State, card: str) -> Iterator[Ruled]:
    """How many lie on a pile."""
    here, full = state.left(card) or 0, state.agreed.full[state.agreed.pile[card]]
    near = sorted(range(full + 1), key=lambda count: abs(count - here))
    yield from (Ruled(card=card, count=count) for count in near[1 : COUNTS + 1])


def _trash(state: State) -> Iterator[Ruled]:
    """A card that was not trashed, or one that was."""
    seat = state.turn
    for card in dict.fromkeys(reversed(state.trash)):
        yield Ruled(card=card, out_of=TRASH, into=f"hand.{seat}")
        yield Ruled(card=card, out_of=TRASH, into=f"discard.{seat}")
    for card in hand_faces(state.agreed.cards, state.players[seat]):
        yield Ruled(card=card, out_of=f"hand.{seat}", into=TRASH)
    for other in range(state.agreed.seats):
        top = state.players[other].discard[-1:]
        if top and top[0] is not None:
            yield Ruled(card=top[0], out_of=f"discard.{other}", into=TRASH)


def _play(state: State, seat: int) -> Iterator[Ruled]:
    """A card that is not in play after all, or one more that is; and what is left of the turn.

    The shots of a Mirare card come and go with it.
    """
    player, known = state.players[seat], state.agreed.cards
    hand, play = f"hand.{seat}", f"play.{seat}"
    mine = seat == state.turn
    for card in dict.fromkeys(reversed(player.in_play)):
        shots = known[card].shots if known[card].is_treasure and mine else 0
        left = max(0, state.shots - shots) if shots else None
        yield Ruled(card=card, out_of=play, into=hand, shots=left)
    for card in dict.fromkeys(reversed(player.shown)):
        yield Ruled(card=card, out_of=f"shown.{seat}", into=f"deck.{seat}")
    for card in hand_faces(known, player):
        if known[card].is_action or known[card].is_treasure:
            shots = known[card].shots if known[card].is_treasure and mine else 0
            yield Ruled(card=card, out_of=hand, into=play, shots=state.shots + shots if shots else None)
    if state.step is not None and state.step.seat == seat:
        yield Ruled(dropped=True)
    if mine:
        for by in (1, -1):
            yield Ruled(shots=state.shots + by)
            yield Ruled(targets=state.targets + by)
            yield Ruled(actions=state.actions + by)
        yield Ruled(phase="hunt" if state.phase == "action" else "action")
    else:
        yield Ruled(turn=seat, phase="action")


def _discard(state: State, seat: int) -> Iterator[Ruled]:
    """What lies on top of the discards really: a card that lies there too, one of the hand, one of the supply."""
    player, place = state.players[seat], f"discard.{seat}"
    top = player.discard[-1] if player.discard else None
    if top is not None:
        yield Ruled(card=top, out_of=place, into="supply")
        yield Ruled(card=top, out_of=place, into=f"hand.{seat}")
    for card in dict.fromkeys(reversed(player.discard[:-1])):
        if card is not None and card != top:
            yield Ruled(card=card, out_of=place, into=place)
    for card, left in zip(state.agreed.piles, state.supply, strict=True):
        if left:
            yield Ruled(card=card, out_of="supply", into=place)
    for card in hand_faces(state.agreed.cards, player):
        yield Ruled(card=card, out_of=f"hand.{seat}", into=place)


def _deck(state: State, seat: int) -> Iterator[Ruled]:
    """A card that lies on the deck, or does not."""
    player, place = state.players[seat], f"deck.{seat}"
    if player.deck and player.deck[0] is not None:
        yield Ruled(card=player.deck[0], out_of=place, into=f"hand.{seat}")
    top = player.discard[-1] if player.discard else None
    if top is not None:
        yield Ruled(card=top, out_of=f"discard.{seat}", into=place)
    for card in hand_faces(state.agreed.cards, player):
        yield Ruled(card=card, out_of=f"hand.{seat}", into=place)


# What a booked event may have been instead, told apart in the region that people touch.


MOST = 24
"""So many other readings are offered."""


def rereadings(state: State, event: Any, region: str) -> Iterator[Event]:
    if region not in regions(state, event):
        return
    others = dict.fromkeys(other for other in _others(state, event) if other != event)
    near = sorted(others, key=lambda other: _distance(event, other))
    lawful = (other for other in near if breach(state, other) is None)
    for _, other in zip(range(MOST), lawful, strict=False):
        yield other


def regions(state: State, event: Any) -> tuple[str, ...]:
    """Where an event leaves its traces."""
    seat = event.seat
    match event:
        case Played() | Shot() | Revealed():
            return (f"play.{seat}",)
        case Took():
            return (f"discard.{seat}", event.card)
        case Ended():
            return (f"discard.{seat}", f"play.{seat}")
        case Chose():
            step = state.step
            whose = seat if step is None or step.of is None else step.of
            return {
                "discard": (f"discard.{seat}",),
                "trash": (TRASH,),
                "gain": (f"discard.{seat}", *(card for card in cards_of(event) if card is not None)),
                "topdeck": (f"deck.{seat}",),
                "deck-to-discard": (f"deck.{seat}", f"discard.{seat}"),
                "thief-trash": (TRASH, f"play.{whose}"),
                "thief-gain": (TRASH, f"discard.{seat}"),
                "spy-discard": (f"play.{whose}", f"discard.{whose}"),
                "envoy-discard": (f"play.{whose}", f"discard.{whose}"),
            }.get(event.what, (f"play.{seat}",))
    return ()


def _others(state: State, event: Any) -> Iterator[Event]:
    """Events of the same kind; at the end of a turn with any card of the hand uppermost."""
    if isinstance(event, Ended):
        yield Ended(event.seat)
        player = state.players[event.seat]
        for card in (*hand_faces(state.agreed.cards, player), *player.in_play):
            yield Ended(event.seat, card)
        return
    what = event.what
    ready = state
    if isinstance(event, Shot | Took) and state.phase == "action":
        ready = msgspec.structs.replace(state, phase="hunt")
    for other in candidates.candidates(ready):
        if type(other) is type(event) and other.what == what:
            yield other


def _distance(event: Any, other: Any) -> int:
    """How many cards two events differ by; whether the uppermost does, counts too."""
    mine, theirs = _cards(event), _cards(other)
    apart = Counter(mine) - Counter(theirs), Counter(theirs) - Counter(mine)
    return sum(apart[0].values()) + sum(apart[1].values()) + (mine[-1:] != theirs[-1:])


def _cards(event: Any) -> tuple[str | None, ...]:
    if isinstance(event, Chose):
        return (*cards_of(event), str(event.yes))
    if isinstance(event, Shot):
        return event.cards
    card = event.top if isinstance(event, Ended) else event.card
    return (card,)
