"""Cards turned up in a fight: whose they are, whether they can be what they show, and how they lay."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.game import Breach, Event
from companion.games.zoon.family.board import NUMBERS, Claim
from companion.games.zoon.family.state import card_on, forgotten, learnt, put
from companion.games.zoon.family.unseen import faces_of, refuted
from companion.games.zoon.family.words import card_called
from companion.games.zoon.zoondo.changes import known_as
from companion.games.zoon.zoondo.events import Moved, PlayedTrump, Swapped, TurnedUp
from companion.games.zoon.zoondo.fight import OPPOSITE
from companion.games.zoon.zoondo.state import Duel, Piece, Shot, Side, State, Touch
from companion.games.zoon.zoondo.touching import SIDES, fighter, settled_if_ready, to_show, to_touch, touch_on
from companion.language import _


def turned_side(state: State, duel: Duel, event: TurnedUp) -> Side | None:
    """Which of the two cards a seat turned up: one that is due before one that is not."""
    if event.at != duel.at:
        return None
    due = to_show(state, duel)
    for side in (*due, *SIDES):
        piece = fighter(state, duel, side)
        if piece is not None and piece.seat == event.seat:
            return side
    return None


def turn_breaches(state: State, event: TurnedUp) -> Iterator[Breach]:
    if event.at not in NUMBERS:
        yield Breach("ours-squares", event.at)
        return
    duel = state.duel
    if duel is None:
        yield from filter(None, (_told_again_breach(state, event),))
        return
    if to_touch(state.agreed, duel):
        yield Breach("zo-12-touch-first", duel.at)
    side = turned_side(state, duel, event)
    piece = None if side is None else fighter(state, duel, side)
    if piece is None:
        yield Breach("zo-13-turned-up", duel.at)
    else:
        yield from filter(None, (face_breach(state, piece, event),))


def _told_again_breach(state: State, event: TurnedUp) -> Breach | None:
    """A card of the fight that was just settled may be told once more; nothing else lies face up."""
    held = state.fought
    cards = [card for seat, card in held.cards if seat == event.seat] if held is not None else []
    if held is None or held.at != event.at or not cards:
        return Breach("zo-13-stays-down", event.at)
    if event.card in (None, *cards):
        return None
    words = _("{card} on {square}")
    return Breach(
        "ours-same-card", words.format(card=card_called(state.agreed.facts, cards[0]), square=event.at)
    )


def face_breach(state: State, piece: Piece, event: TurnedUp) -> Breach | None:
    """Whether the card that was turned up can be the one that lay there."""
    card, facts = event.card, state.agreed.facts
    if piece.card is not None:
        if card in (None, piece.card):
            return None
        return Breach("ours-same-card", card_on(state, piece, event.at))
    can = faces_of(state, piece)
    if card is None:
        return Breach("zo-13-turned-up", event.at) if len(can) > 1 else None
    if card in can:
        return None
    claim = refuted(state, piece, card) if card in state.stock.unseen[piece.seat] else None
    if claim is None:
        return Breach("ours-cards-of-the-army", card_called(facts, card, card))
    about = f"{facts.name(card)}: {claim_words(state, claim)}"
    return Breach("zo-06-as-it-went", about, earlier(state, piece.seat, claim))


def claim_words(state: State, claim: Claim) -> str:
    by = f" ({state.agreed.facts.name(claim.by)})" if claim.by else ""
    return f"{claim.start} → {claim.to}{by}"


def earlier(state: State, seat: int, claim: Claim) -> Event:
    """The event by which a card did what it is held to."""
    trump, star = state.agreed.facts.trumps.get(claim.by), ""
    if trump is None and claim.by:
        star = state.agreed.zoon(claim.by).star or ""
    if trump is not None and trump.does in ("shot", "gear"):
        return PlayedTrump(seat, trump.id, claim.to, claim.start if trump.does == "shot" else None)
    if star == "trade":
        return Swapped(seat, claim.to, claim.start)
    mover = 1 - seat if trump is not None and trump.does == "control" else seat
    return Moved(mover, claim.start, claim.to)


def turned(state: State, event: TurnedUp) -> State:
    duel = state.duel
    if duel is None:
        return _told_again(state, event)
    if turned_side(state, duel, event) is None:
        return state
    ahead, done = with_card(state, duel, event)
    return state if done is duel and ahead is state else settled_if_ready(ahead, done)


def _told_again(state: State, event: TurnedUp) -> State:
    """After the fight nothing changes, but another card than the booked one may be what lies open there."""
    held = state.fought
    if event.card is None or held is None or held.at != event.at or (event.seat, event.card) in held.cards:
        return state
    untidy = tuple(
        msgspec.structs.replace(thing, piece=msgspec.structs.replace(thing.piece, card=event.card))
        if thing.at == event.at and thing.piece is not None and thing.piece.seat == event.seat
        else thing
        for thing in state.untidy
    )
    return state if event.card not in state.agreed.armies[event.seat] else replace(state, untidy=untidy)


def with_card(state: State, duel: Duel, event: TurnedUp) -> tuple[State, Duel]:
    """The fight with one card more turned up; just as it was where nobody can tell which card that is."""
    side = turned_side(state, duel, event)
    piece = None if side is None else fighter(state, duel, side)
    if piece is None:
        return state, duel
    can = faces_of(state, piece)
    card = event.card or piece.card or (can[0] if len(can) == 1 else None)
    found = None if card is None else retold(state, piece, card)
    if found is None:
        return state, duel
    state, piece = found
    touch = None if side is None else touch_on(duel, side)
    lies = "" if touch is None or not touch.back else "turned" if event.turned else "upright"
    piece = msgspec.structs.replace(piece, up=True, lies=lies)
    if side == "defender" or isinstance(duel, Shot):
        touch = _as_it_lay(touch, event)
        return put(state, {NUMBERS[duel.at]: piece}), msgspec.structs.replace(duel, defender=touch)
    touch = _as_it_lay(touch, event)
    return state, msgspec.structs.replace(duel, piece=piece, attacker=touch)


def retold(state: State, piece: Piece, card: str) -> tuple[State, Piece] | None:
    """A Zoon that proves to be this card; what lies where that card was thought to be is then what this one was.

    None where the card cannot be told from anything that is known.
    """
    if card in state.stock.unseen[piece.seat]:
        if piece.card is not None:
            state = forgotten(state, piece.seat, piece.card)
        state = learnt(state, piece.seat, card)
    elif card != piece.card:
        holders = (
            n for n, other in enumerate(state.board) if other is not None and _is(other, piece.seat, card)
        )
        number = next(holders, None)
        if number is None:
            return None
        state = put(state, {number: Piece(seat=piece.seat, card=piece.card)})
    return known_as(state, msgspec.structs.replace(piece, card=card), card)


def _is(piece: Piece, seat: int, card: str) -> bool:
    return (piece.seat, piece.card) == (seat, card) and not piece.on and not piece.up


def _as_it_lay(touch: Touch | None, event: TurnedUp) -> Touch | None:
    """The corner that was touched on the back, now that everybody sees whether the card lay turned."""
    if touch is None or not touch.back:
        return touch
    return Touch(OPPOSITE[touch.corner] if event.turned else touch.corner)


def reveals(state: State, duel: Duel) -> Iterator[TurnedUp]:
    """Every way to turn up the cards that are due, an event for each card that they may prove to be."""
    for side in to_show(state, duel):
        piece, touch = fighter(state, duel, side), touch_on(duel, side)
        if piece is None:
            continue
        for turned_ in (False, True) if touch is not None and touch.back else (False,):
            for card in faces_of(state, piece):
                yield TurnedUp(piece.seat, duel.at, card, turned_)
