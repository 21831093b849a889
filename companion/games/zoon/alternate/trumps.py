"""Trumps by the alternate rules: which copy is played, those beside the board with their pennies, shots and cages."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Breach, Seat
from companion.games.zoon.alternate import face_up
from companion.games.zoon.alternate.events import PlayedTrump, Side
from companion.games.zoon.alternate.state import Aside, Piece, Shot, Show, State, Untidy, with_row
from companion.games.zoon.family import trumps
from companion.games.zoon.family.board import NUMBERS, Claim
from companion.games.zoon.family.deck import Trump
from companion.games.zoon.family.state import put, taken, tidied
from companion.games.zoon.family.trumps import LAID, Faces, held, play_breaches, served
from companion.language import _


def copies(state: State, seat: int, trump: str) -> tuple[Side | None, ...]:
    """The copies of a trump that a seat may play, by penny: None first for one in hand, then those beside the board."""
    beside = {aside.penny for aside in state.aside[seat] if aside.trump == trump}
    return (*((None,) if trump in state.stock.hand[seat] else ()), *sorted(beside))


def played(state: State, event: PlayedTrump) -> Side | None:
    """The copy that an event plays; without a `penny` it is the one in hand, or else the first beside the board."""
    found = copies(state, event.seat, event.trump)
    return event.penny if event.penny in found else next(iter(found), None)


def breaches(state: State, event: PlayedTrump) -> Iterator[Breach]:
    trump = state.agreed.facts.trumps.get(event.trump)
    if trump is None or event.trump not in held(state, event.seat):
        yield Breach("s2-trumps-in-hand", trump.name if trump else event.trump)
    if trump is None:
        return
    ways = copies(state, event.seat, event.trump)
    if event.penny is not None and event.penny not in ways:
        words = _("{trump}: no penny on heads") if event.penny == "heads" else _("{trump}: no penny on tails")
        yield Breach("za-26-trump-beside-the-board", words.format(trump=trump.name))
    elif event.penny is None and None not in ways and len(ways) > 1:
        yield Breach("za-26-which-copy", trump.name)
    yield from play_breaches(state, event, trump)
    target = state.at(event.at)
    if trump.does != "shot" or target is None:
        return
    if target.card is None:
        yield from face_up.face_breaches(state, event.at or "", event.met, must_show=False)
    elif event.met not in (None, target.card):
        yield Breach("ours-same-card", _("on {place}").format(place=event.at))


def plays(state: State, seat: int, faces: Faces) -> Iterator[PlayedTrump]:
    """Every lawful way to play a trump, an event for each copy of it that differs."""
    for event in trumps.plays(state, seat, faces):
        ways = copies(state, seat, event.trump)
        if event.at is None or len(ways) < 2:
            yield event
        else:
            yield from (replace(event, penny=penny) for penny in ways)


def after(state: State, event: PlayedTrump) -> State:
    trump = state.agreed.facts.trumps.get(event.trump)
    if trump is None or event.trump not in held(state, event.seat):
        return state
    if event.at in NUMBERS and not face_up.may_show(state, state.at(event.at), event.met):
        return state
    if trump.does in LAID and trump.id not in state.stock.hand[event.seat]:
        return state
    return trumps.after(state, event, trump)


def born(state: State, seat: Seat, at: str, trump: Trump) -> State:
    piece = Piece(seat=seat, card=trump.id, up=True, penny="heads")
    return replace(put(state, {NUMBERS[at]: piece}), untidy=(*state.untidy, Untidy("penny", at)))


def caged(state: State, at: str, target: Piece, trump: Trump) -> State:
    piece = replace(target, penny=None, cage=trump.id, claims=(), moved="")
    state = replace(put(state, {NUMBERS[at]: piece}), untidy=(*state.untidy, Untidy("spare", at)))
    return face_up.asked_to_turn_up(state, target.seat)


def shot(state: State, event: PlayedTrump, trump: Trump) -> State:
    """The target is turned up, and dice are awaited; a face-down shooter has said what it is able to do."""
    assert event.at is not None
    at, penny = event.at, played(state, event)
    target = state.at(at)
    assert target is not None
    if penny is None:
        state = _used(state, event.seat, trump)
    changes: dict[int, Piece | None] = {}
    if not target.up:
        state, target = face_up.shown_as(state, target, at, event.met)
        if target.up:
            changes[NUMBERS[at]] = target
            state = replace(state, untidy=(*tidied(state.untidy, at), Untidy("penny", at)))
    shooter = state.at(event.by)
    if shooter is not None and event.by and shooter.card is None and not isinstance(trump.aim, str):
        claims = face_up.claimed(state, shooter, Claim(event.by, at, trump.id))
        changes[NUMBERS[event.by]] = replace(shooter, claims=claims)
    fight = Shot(event.seat, at, trump.id, penny or "heads")
    shows = () if target.up else (Show(target.seat, at),)
    return replace(put(state, changes), todo=(*state.todo, fight, *shows))


def _used(state: State, seat: int, trump: Trump) -> State:
    """The trump leaves the hand: for the tomb when it serves once, else to lie beside the board with a penny."""
    if not trump.reused or trump.id not in state.stock.hand[seat]:
        return served(state, seat, trump)
    row = [*state.aside[seat], Aside(trump.id, "heads")]
    return replace(taken(state, "hand", seat, trump.id), aside=with_row(state.aside, seat, row))
