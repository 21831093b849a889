"""Trumps in Zoondo: held in the hand, fetched where people say so."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Breach, Seat
from companion.games.zoon.family import trumps
from companion.games.zoon.family.board import NUMBERS, Claim
from companion.games.zoon.family.deck import Trump
from companion.games.zoon.family.state import PileName, added, is_shown, put, taken
from companion.games.zoon.family.trumps import play_breaches, served
from companion.games.zoon.zoondo.events import PlayedTrump
from companion.games.zoon.zoondo.knowledge import claimed
from companion.games.zoon.zoondo.state import Piece, Shot, State


def breaches(state: State, event: PlayedTrump) -> Iterator[Breach]:
    trump = state.agreed.facts.trumps.get(event.trump)
    if trump is None or event.trump not in state.stock.hand[event.seat]:
        yield Breach("s2-trumps-in-hand", trump.name if trump else event.trump)
    if trump is not None:
        yield from play_breaches(state, event, trump)


def after(state: State, event: PlayedTrump) -> State:
    trump = state.agreed.facts.trumps.get(event.trump)
    if trump is None or (held := _fetched(state, event.seat, trump.id)) is None:
        return state
    done = trumps.after(held, event, trump)
    return state if done is held and event.at in NUMBERS else done


def _fetched(state: State, seat: int, trump: str) -> State | None:
    """The state with a trump in hand, from the tomb or the cards taken off where it lies there; None: it is nowhere."""
    if trump in state.stock.hand[seat]:
        return state
    piles: tuple[PileName, ...] = ("tomb", "off")
    for pile in piles:
        if trump in getattr(state.stock, pile)[seat]:
            return added(taken(state, pile, seat, trump), "hand", seat, trump)
    return None


def born(state: State, seat: Seat, at: str, trump: Trump) -> State:
    return put(state, {NUMBERS[at]: Piece(seat=seat, card=trump.id, seen=is_shown(state.agreed))})


def caged(state: State, at: str, target: Piece, trump: Trump) -> State:
    return put(state, {NUMBERS[at]: replace(target, cage=trump.id)})


def shot(state: State, event: PlayedTrump, trump: Trump) -> State:
    """The shot waits for both touches; a face-down shooter has said what it is able to do."""
    state = served(state, event.seat, trump)
    shooter = state.at(event.by)
    if shooter is not None and event.by and not isinstance(trump.aim, str):
        claims = claimed(state, shooter, Claim(event.by, event.at or "", trump.id))
        if claims != shooter.claims:
            state = put(state, {NUMBERS[event.by]: replace(shooter, claims=claims)})
    return replace(state, todo=(*state.todo, Shot(event.seat, event.at or "", trump.id)))
