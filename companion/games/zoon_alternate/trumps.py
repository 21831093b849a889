"""The twelve trumps: when each may be played, what it does, and the moves that it gives."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon_alternate.changes import (
    asked_to_turn_up,
    card_on,
    learnt,
    on_board,
    tidied,
    turned_up,
)
from companion.games.zoon_alternate.events import Moved, PlayedTrump, Side
from companion.games.zoon_alternate.routes import able_faces, follows_grid, grid_moves
from companion.games.zoon_alternate.showing import face_breaches
from companion.games.zoon_alternate.state import Aside, Piece, Shot, Show, State, Untidy, with_row
from companion.games.zoon_alternate.unseen import possible
from companion.kits.zoon_board import NAMES, NUMBERS, Claim, March, Wall, board_with, in_rows, in_zone
from companion.kits.zoon_piles import added, parted
from companion.kits.zoon_unseen import able
from companion.kits.zoons import BEHIND, BOARD, CAMP_ROWS, OWN_CAMP, Trump
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
    if trump.does in ("march", "pull-back"):
        step = March(event.seat, trump.id, trump.moves)
        movable = next(march_moves(replace(state, todo=(*state.todo, step)), step), None)
        if movable is None:
            yield Breach("zo-29-at-least-one", trump.name)
        return
    if event.at not in NUMBERS:
        yield Breach("ours-squares", f"{trump.name} → {event.at}")
        return
    number = NUMBERS[event.at]
    if trump.does == "shot":
        yield from _shot_breaches(state, event, trump)
    elif trump.does == "cage":
        yield from _cage_breaches(state, event, trump, number)
    elif not (state.is_free(number) and in_zone(event.seat, event.at, str(trump.aim))):
        yield Breach("card-mur-darbres", event.at)


def _shot_breaches(state: State, event: PlayedTrump, trump: Trump) -> Iterator[Breach]:
    assert event.at is not None
    target = state.board[NUMBERS[event.at]]
    strikes = target is not None and target.seat != event.seat and not target.on
    if isinstance(trump.aim, str):
        if not strikes:
            yield Breach("s2-shots-strike-enemies", f"{trump.name} → {event.at}")
        if not in_rows(event.seat, event.at, CAMP_ROWS):
            yield Breach("card-own-camp", f"{trump.name} → {event.at}")
    else:
        shooter = state.at(event.by) if event.by in NUMBERS else None
        if event.by is None or shooter is None or shooter.seat != event.seat:
            yield Breach("s2-shooter", f"{trump.name}: {event.by or '?'}")
        if event.by is None or shooter is None:
            return
        yield from _shooter_breaches(state, trump, event.by, shooter)
        if not strikes:
            yield Breach("s2-shots-strike-enemies", f"{trump.name} → {event.at}")
        if NUMBERS[event.at] not in BOARD.steps(event.seat, NUMBERS[event.by], trump.aim):
            yield Breach("s2-shot-grid", f"{trump.name}: {event.by} → {event.at}")
    if target is None:
        return
    if target.card is None:
        yield from face_breaches(state, event.at, event.met, must_show=False)
    elif event.met not in (None, target.card):
        yield Breach("ours-same-card", _("on {place}").format(place=event.at))


def _shooter_breaches(state: State, trump: Trump, by: str, shooter: Piece) -> Iterator[Breach]:
    """Who may shoot: free, and of a type that may use the trump."""
    if shooter.on:
        yield Breach("zo-28-caged", by)
    if not any(usable(state, trump, face) for face in possible(state, NUMBERS[by])):
        yield Breach("s2-trumps-for-a-type", f"{trump.name}: {card_on(state, shooter, by)}")


def _cage_breaches(state: State, event: PlayedTrump, trump: Trump, number: int) -> Iterator[Breach]:
    assert event.at is not None
    target = state.board[number]
    if (
        target is None
        or target.seat == event.seat
        or target.on
        or not in_zone(event.seat, event.at, str(trump.aim))
    ):
        yield Breach("card-cage-de-racines", event.at)
    if not someone_can(state, event.seat, trump):
        yield Breach("s2-trumps-for-a-type", trump.name)


def usable(state: State, trump: Trump, face: str) -> bool:
    """Whether a Zoon with this face may use a trump."""
    return not trump.usable_by or state.agreed.zoon(face).type in trump.usable_by


def someone_can(state: State, seat: int, trump: Trump) -> bool:
    """Whether a Zoon that may use the trump stands, or may stand, on the board."""
    if not trump.usable_by:
        return True
    return any(usable(state, trump, face) for n, _ in on_board(state, seat) for face in possible(state, n))


def plays(state: State, seat: int) -> Iterator[PlayedTrump]:
    """Every lawful way to play a trump."""
    for name in held(state, seat):
        trump = state.agreed.facts.trumps[name]
        if trump.does in ("march", "pull-back"):
            event = PlayedTrump(seat, name)
            if next(breaches(state, event), None) is None:
                yield event
        elif trump.does == "wall":
            free = (
                at for n, at in enumerate(NAMES) if state.is_free(n) and in_zone(seat, at, str(trump.aim))
            )
            yield from (PlayedTrump(seat, name, at) for at in free)
        elif trump.does == "cage":
            if someone_can(state, seat, trump):
                for number, _ in on_board(state, 1 - seat):
                    if in_zone(seat, NAMES[number], str(trump.aim)):
                        yield PlayedTrump(seat, name, NAMES[number])
        else:
            ways = copies(state, seat, name)
            pennies = ways if len(ways) > 1 else (None,)
            for at, by in aims(state, seat, trump):
                for penny in pennies:
                    shooter = None if by is None else NAMES[by]
                    yield PlayedTrump(seat, name, NAMES[at], shooter, penny=penny)


def aims(state: State, seat: int, trump: Trump) -> Iterator[tuple[int, int | None]]:
    """(target, shooter) for every shot that a trump allows now."""
    if isinstance(trump.aim, str):
        for number, _ in on_board(state, 1 - seat):
            if trump.aim == OWN_CAMP and BOARD.depth(seat, number) < CAMP_ROWS:
                yield number, None
        return
    for by, _ in on_board(state, seat):
        for at in BOARD.steps(seat, by, trump.aim):
            target = state.board[at]
            if target is None or target.seat == seat or target.on:
                continue
            if any(usable(state, trump, face) for face in possible(state, by)):
                yield at, by


def after(state: State, event: PlayedTrump) -> State:
    """What playing a trump does, lawful or not."""
    trump = state.agreed.facts.trumps.get(event.trump)
    if trump is None or event.trump not in held(state, event.seat):
        return state
    seat = event.seat
    if trump.does in ("march", "pull-back"):
        state = _used(state, seat, trump) if not trump.reused else state
        return replace(state, todo=(*state.todo, March(seat, trump.id, trump.moves)))
    if event.at not in NUMBERS:
        return state
    if trump.does == "wall":
        wall = Wall(event.at, seat, trump.id)
        walls = tuple(sorted((*state.walls, wall), key=lambda w: w.at))
        state = replace(state, walls=walls, untidy=tidied(state.untidy, (event.at,)))
        return _out_of_hand(state, seat, trump.id)
    target = state.at(event.at)
    if target is None or (trump.does == "cage" and (target.on or target.seat == seat)):
        return state
    if trump.does == "cage":
        return _caged(_out_of_hand(state, seat, trump.id), event.at, target, trump.id)
    return _shot(state, event, trump, target)


def _caged(state: State, at: str, target: Piece, trump: str) -> State:
    caged = Piece(seat=target.seat, card=target.card, up=target.up, penny=None, on=(*target.on, trump))
    untidy = (*tidied(state.untidy, (at,)), Untidy("spare", at))
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
            state = replace(state, untidy=(*tidied(state.untidy, (event.at,)), Untidy("penny", event.at)))
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


def _out_of_hand(state: State, seat: int, trump: str) -> State:
    return replace(state, stock=replace(state.stock, hand=parted(state.stock.hand, seat, trump)))


def _used(state: State, seat: int, trump: Trump) -> State:
    """The trump leaves the hand: for the tomb when it serves once, else to lie beside the board with a penny."""
    if trump.id not in state.stock.hand[seat]:
        return state
    state = _out_of_hand(state, seat, trump.id)
    if not trump.reused:
        return replace(state, stock=replace(state.stock, tomb=added(state.stock.tomb, seat, trump.id)))
    row = [*state.aside[seat], Aside(trump.id, "heads")]
    return replace(state, aside=with_row(state.aside, seat, row))


def march_breaches(state: State, step: March, event: Moved, faces: tuple[str, ...]) -> Iterator[Breach]:
    """Whether a Zoon may be moved by the trump that was played; grid and path are judged elsewhere."""
    trump = state.agreed.facts.trumps[step.trump]
    piece = state.at(event.start)
    assert piece is not None
    if piece.moved == step.trump:
        yield Breach("s2-different-zoons", card_on(state, piece, event.start))
    if not able_faces(state, step, faces):
        yield Breach("s2-trumps-for-a-type", f"{trump.name}: {card_on(state, piece, event.start)}")
    if follows_grid(state):
        return
    if NUMBERS[event.to] not in BOARD.steps(piece.seat, NUMBERS[event.start], BEHIND):
        yield Breach("card-poudre-descampette", f"{event.start} → {event.to}")
    if not state.is_free(NUMBERS[event.to]):
        yield Breach("card-onto-an-empty-square", event.to)


def march_moves(state: State, step: March, *, sure: bool = False) -> Iterator[Moved]:
    """Every lawful move by the trump that was played; `sure`: only Zoons whose identity is known."""
    trump = state.agreed.facts.trumps[step.trump]
    for number, piece in on_board(state, step.seat):
        if piece.moved == step.trump or (sure and piece.card is None):
            continue
        if trump.does == "pull-back":
            for to in BOARD.steps(step.seat, number, BEHIND):
                if state.is_free(to):
                    yield Moved(step.seat, NAMES[number], NAMES[to], piece.card if piece.up else None)
        else:
            faces = able_faces(state, step, possible(state, number))
            yield from grid_moves(state, number, piece, faces)
