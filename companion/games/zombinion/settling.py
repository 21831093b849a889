"""A region put right by the people, by hand: rulings on what it may hold, likeliest first."""

from collections.abc import Iterator

from companion.game import Event
from companion.games.zombinion import ruling
from companion.games.zombinion.events import Ruled
from companion.games.zombinion.knowing import hand_faces
from companion.games.zombinion.places import TRASH
from companion.games.zombinion.state import State
from companion.sight import place_of

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
    yield from (event for event in dict.fromkeys(found) if ruling.breach(state, event) is None)


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
