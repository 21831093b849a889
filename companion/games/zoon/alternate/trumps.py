"""Trumps: when each may be played, what it does, and the moves that it gives."""

from collections.abc import Iterator
from functools import partial

import msgspec
from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.alternate.changes import asked_to_turn_up, called_on, may_show, on_board, turned_up
from companion.games.zoon.alternate.events import Moved, PlayedTrump, Side
from companion.games.zoon.alternate.routes import grid_moves
from companion.games.zoon.alternate.showing import face_breaches
from companion.games.zoon.alternate.state import Aside, Piece, Shot, Show, State, Untidy, with_row
from companion.games.zoon.alternate.unseen import possible
from companion.games.zoon.family import trumps as family_trumps
from companion.games.zoon.family.board import NAMES, NUMBERS, Claim, March, board_with
from companion.games.zoon.family.deck import Trump
from companion.games.zoon.family.state import added, learnt, out_of_hand, tidied
from companion.games.zoon.family.trumps import LAID, aims, laid_for_good, user_breaches
from companion.games.zoon.family.unseen import able
from companion.games.zoon.family.ways import MOVES, follows_grid, let_move, mover_of, pulled_back
from companion.language import _


def held(state: State, seat: int) -> tuple[str, ...]:
    """The trumps that a seat may still play: those in hand and those beside the board, each once, sorted."""
    return tuple(sorted({*state.stock.hand[seat], *(aside.trump for aside in state.aside[seat])}))


def copies(state: State, seat: int, trump: str) -> tuple[Side | None, ...]:
    """The copies of a trump that a seat may play, by penny: None first for one in hand, then those beside the board."""
    beside = {aside.penny for aside in state.aside[seat] if aside.trump == trump}
    return (*((None,) if trump in state.stock.hand[seat] else ()), *sorted(beside))


def played(state: State, event: PlayedTrump) -> Side | None:
    """The copy that an event plays; without a `penny` it is the one in hand, or else the first beside the board."""
    found = copies(state, event.seat, event.trump)
    return event.penny if event.penny in found else next(iter(found), None)


def breaches(state: State, event: PlayedTrump) -> Iterator[Breach]:
    """The first rule that playing a trump breaks, its time and turn apart."""
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
    can = partial(possible, state)
    if trump.does in MOVES:
        step = March(event.seat, trump.id, trump.moves)
        movable = next(march_moves(replace(state, todo=(*state.todo, step)), step), None)
        if movable is None:
            yield Breach("zo-29-at-least-one", trump.name)
        yield from user_breaches(state, event.seat, trump, can)
        return
    yield from family_trumps.breaches(state, event, trump, can, partial(called_on, state))
    target = state.at(event.at) if event.at in NUMBERS and event.at else None
    if trump.does != "shot" or target is None:
        return
    if target.card is None:
        yield from face_breaches(state, event.at or "", event.met, must_show=False)
    elif event.met not in (None, target.card):
        yield Breach("ours-same-card", _("on {place}").format(place=event.at))


def plays(state: State, seat: int) -> Iterator[PlayedTrump]:
    """Every lawful way to play a trump."""
    faces = {number: possible(state, number) for number, _ in on_board(state, seat)}
    for name in held(state, seat):
        trump = state.agreed.facts.trumps[name]
        if trump.does in MOVES:
            event = PlayedTrump(seat, name)
            if next(breaches(state, event), None) is None:
                yield event
            continue
        ways = copies(state, seat, name)
        pennies = ways if len(ways) > 1 else (None,)
        for at, by in aims(state, seat, trump, faces):
            for penny in pennies:
                yield PlayedTrump(seat, name, NAMES[at], None if by is None else NAMES[by], penny=penny)


def after(state: State, event: PlayedTrump) -> State:
    """What playing a trump does, lawful or not."""
    trump = state.agreed.facts.trumps.get(event.trump)
    if trump is None or event.trump not in held(state, event.seat):
        return state
    seat = event.seat
    if trump.does in MOVES:
        state = _used(state, seat, trump) if not trump.reused else state
        return replace(state, todo=(*state.todo, March(seat, trump.id, trump.moves)))
    if event.at not in NUMBERS or not may_show(state, state.at(event.at), event.met):
        return state
    if trump.does in LAID and trump.id not in state.stock.hand[seat]:
        return state
    if trump.does == "wall" or trump.does == "terrain":
        walls = laid_for_good(state.walls, seat, event.at, trump)
        state = replace(state, walls=walls, untidy=tidied(state.untidy, event.at))
        return out_of_hand(state, seat, trump.id)
    target = state.at(event.at)
    if trump.does == "zoon":
        born = Piece(seat=seat, card=trump.id, up=True, penny="heads")
        untidy = (*tidied(state.untidy, event.at), Untidy("penny", event.at))
        board = board_with(state.board, {NUMBERS[event.at]: born})
        return out_of_hand(replace(state, board=board, untidy=untidy), seat, trump.id)
    if target is None or (trump.does == "cage" and (target.cage or target.seat == seat)):
        return state
    if trump.does == "gear":
        return state if target.gear or target.seat != seat else _worn(state, event.at, target, trump)
    if trump.does == "cage":
        return _caged(out_of_hand(state, seat, trump.id), event.at, target, trump.id)
    return _shot(state, event, trump, target)


def _worn(state: State, at: str, target: Piece, trump: Trump) -> State:
    """A gear on a Zoon, under its penny; a face-down one has said that it may carry it."""
    claims, claim = target.claims, Claim(at, at, trump.id)
    if trump.of and target.card is None and able(state.agreed, target.seat, claim):
        claims = (*claims, claim)
    worn = msgspec.structs.replace(target, gear=trump.id, claims=claims)
    state = replace(state, board=board_with(state.board, {NUMBERS[at]: worn}))
    return out_of_hand(replace(state, untidy=tidied(state.untidy, at)), target.seat, trump.id)


def _caged(state: State, at: str, target: Piece, trump: str) -> State:
    caged = msgspec.structs.replace(target, penny=None, cage=trump, claims=(), moved="")
    untidy = (*tidied(state.untidy, at), Untidy("spare", at))
    state = replace(state, board=board_with(state.board, {NUMBERS[at]: caged}), untidy=untidy)
    return asked_to_turn_up(state, target.seat)


def _shot(state: State, event: PlayedTrump, trump: Trump, target: Piece) -> State:
    assert event.at is not None
    at = NUMBERS[event.at]
    penny = played(state, event)
    if penny is None:
        state = _used(state, event.seat, trump)
    changes: dict[int, Piece | None] = {}
    if not target.up:
        can = possible(state, at)
        met = target.card or event.met or (can[0] if len(can) == 1 else None)
        if met is not None:
            if target.card is None:
                state = learnt(state, target.seat, met)
            changes[at] = turned_up(target, met)
            state = replace(state, untidy=(*tidied(state.untidy, event.at), Untidy("penny", event.at)))
    shooter = state.at(event.by) if event.by in NUMBERS and event.by else None
    if shooter is not None and event.by and shooter.card is None and not isinstance(trump.aim, str):
        claim = Claim(event.by, event.at, trump.id)
        if claim not in shooter.claims and able(state.agreed, shooter.seat, claim):
            claims = (*shooter.claims, claim)
            changes[NUMBERS[event.by]] = msgspec.structs.replace(
                shooter, card=None, up=False, penny=None, claims=claims
            )
    shot = Shot(event.seat, event.at, trump.id, penny or "heads")
    board = board_with(state.board, changes)
    struck = board[at]
    shows = (Show(target.seat, event.at),) if struck is not None and not struck.up else ()
    return replace(state, board=board, todo=(*state.todo, shot, *shows))


def _used(state: State, seat: int, trump: Trump) -> State:
    """The trump leaves the hand: for the tomb when it serves once, else to lie beside the board with a penny."""
    if trump.id not in state.stock.hand[seat]:
        return state
    state = out_of_hand(state, seat, trump.id)
    if not trump.reused:
        return replace(state, stock=replace(state.stock, tomb=added(state.stock.tomb, seat, trump.id)))
    row = [*state.aside[seat], Aside(trump.id, "heads")]
    return replace(state, aside=with_row(state.aside, seat, row))


def march_moves(state: State, step: March, *, sure: bool = False) -> Iterator[Moved]:
    """Every lawful move by the trump that was played; `sure`: only Zoons whose identity is known."""
    seat, back = step.seat, not follows_grid(state)
    for number, piece in on_board(state, mover_of(state.agreed.facts, step)):
        if piece.moved == step.trump or (sure and piece.card is None):
            continue
        can = let_move(state, possible(state, number))
        if not back:
            yield from grid_moves(state, number, piece, can, seat)
        elif can:
            shows = piece.card if piece.up else None
            behind = pulled_back(state, step, number)
            yield from (Moved(seat, NAMES[number], NAMES[to], shows) for to in behind)
