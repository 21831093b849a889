"""Trumps: when each may be played, and what it does."""

from collections.abc import Iterator
from functools import partial

import msgspec
from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.family import trumps as family_trumps
from companion.games.zoon.family.board import NAMES, NUMBERS, Claim
from companion.games.zoon.family.deck import Trump
from companion.games.zoon.family.state import added, joined, out_of_hand, taken, tidied
from companion.games.zoon.family.trumps import Faces, aims, laid_for_good, user_breaches
from companion.games.zoon.family.ways import MOVES
from companion.games.zoon.zoondo import marching
from companion.games.zoon.zoondo.changes import put
from companion.games.zoon.zoondo.events import PlayedTrump
from companion.games.zoon.zoondo.knowing import claimed, possible
from companion.games.zoon.zoondo.options import is_shown
from companion.games.zoon.zoondo.state import Piece, Shot, State


def breaches(state: State, event: PlayedTrump) -> Iterator[Breach]:
    """The first rule that playing a trump breaks, its time and turn apart."""
    trump = state.agreed.facts.trumps.get(event.trump)
    if trump is None or event.trump not in state.stock.hand[event.seat]:
        yield Breach("s2-trumps-in-hand", trump.name if trump else event.trump)
    if trump is None:
        return
    can = partial(possible, state)
    if trump.does not in MOVES:
        yield from family_trumps.breaches(state, event, trump, can, str)
        return
    if not marching.may_begin(state, event.seat, trump):
        yield Breach("zo-29-at-least-one", trump.name)
    yield from user_breaches(state, event.seat, trump, can)


def plays(state: State, seat: int, faces: Faces) -> Iterator[PlayedTrump]:
    """Every lawful way to play a trump; `faces`: what each Zoon of the seat on the board may be, by square."""
    for name in dict.fromkeys(state.stock.hand[seat]):
        trump = state.agreed.facts.trumps[name]
        if trump.does not in MOVES:
            for at, by in aims(state, seat, trump, faces):
                yield PlayedTrump(seat, name, NAMES[at], None if by is None else NAMES[by])
        elif next(breaches(state, PlayedTrump(seat, name)), None) is None:
            yield PlayedTrump(seat, name)


def after(state: State, event: PlayedTrump) -> State:
    """What playing a trump does, lawful or not."""
    trump = state.agreed.facts.trumps.get(event.trump)
    if trump is None or (held := _fetched(state, event.seat, trump.id)) is None:
        return state
    before, state = state, held
    seat, at = event.seat, event.at if event.at in NUMBERS else None
    if trump.does in MOVES:
        return marching.begins(_used(state, seat, trump), seat, trump)
    if at is None:
        return state
    if trump.does == "wall" or trump.does == "terrain":
        walls = laid_for_good(state.walls, seat, at, trump)
        return replace(out_of_hand(state, seat, trump.id), walls=walls, untidy=tidied(state.untidy, at))
    target = state.at(at)
    if trump.does == "zoon":
        born = Piece(seat=seat, card=trump.id, seen=is_shown(state.agreed))
        state = replace(out_of_hand(state, seat, trump.id), untidy=tidied(state.untidy, at))
        return put(state, {NUMBERS[at]: born})
    foe = target is not None and target.seat != seat
    if target is None or (trump.does == "cage" and (target.cage or not foe)):
        return before
    if trump.does == "gear" and (target.gear or foe):
        return before
    if trump.does == "shot":
        return _shot(_used(state, seat, trump), event, trump)
    state = out_of_hand(replace(state, untidy=tidied(state.untidy, at)), seat, trump.id)
    if trump.does == "cage":
        return put(state, {NUMBERS[at]: msgspec.structs.replace(target, cage=trump.id)})
    claims = claimed(state, target, Claim(at, at, trump.id)) if trump.of else target.claims
    return put(state, {NUMBERS[at]: msgspec.structs.replace(target, gear=trump.id, claims=claims)})


def _fetched(state: State, seat: int, trump: str) -> State | None:
    """The state with a trump in hand, from the tomb or the cards taken off where it lies there; None: it is nowhere."""
    if trump in state.stock.hand[seat]:
        return state
    if trump in state.stock.tomb[seat]:
        state = replace(state, stock=replace(state.stock, tomb=taken(state.stock.tomb, seat, trump)))
    elif trump in state.stock.off[seat]:
        state = replace(state, stock=replace(state.stock, off=taken(state.stock.off, seat, trump)))
    else:
        return None
    return replace(state, stock=replace(state.stock, hand=joined(state.stock.hand, seat, trump)))


def _used(state: State, seat: int, trump: Trump) -> State:
    """A trump that serves once goes to the tomb, even if it misses; others come back to the hand."""
    if trump.reused or trump.id not in state.stock.hand[seat]:
        return state
    state = out_of_hand(state, seat, trump.id)
    return replace(state, stock=replace(state.stock, tomb=added(state.stock.tomb, seat, trump.id)))


def _shot(state: State, event: PlayedTrump, trump: Trump) -> State:
    """The shot waits for both touches; a face-down shooter has said what it is able to do."""
    shooter = state.at(event.by)
    if shooter is not None and event.by and not isinstance(trump.aim, str):
        claims = claimed(state, shooter, Claim(event.by, event.at or "", trump.id))
        if claims != shooter.claims:
            state = put(state, {NUMBERS[event.by]: msgspec.structs.replace(shooter, claims=claims)})
    return replace(state, todo=(*state.todo, Shot(event.seat, event.at or "", trump.id)))


def broken(state: State, seat: int, trump: str) -> State:
    """The X of a shooting trump was touched: it goes to the tomb, where it does not lie there already."""
    if trump not in state.stock.hand[seat]:
        return state
    state = out_of_hand(state, seat, trump)
    return replace(state, stock=replace(state.stock, tomb=added(state.stock.tomb, seat, trump)))
