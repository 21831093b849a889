"""Trumps: when each may be played, and what it does."""

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoondo import marching
from companion.games.zoondo.changes import laid_for_good, on_board, out_of_hand, put, tidied
from companion.games.zoondo.events import PlayedTrump
from companion.games.zoondo.knowing import all_faces, claimed, possible
from companion.games.zoondo.options import is_shown
from companion.games.zoondo.state import Piece, Shot, State
from companion.kits.grid import Offset
from companion.kits.zoon_board import NAMES, NUMBERS, Claim, in_rows, in_zone, walled
from companion.kits.zoon_piles import added, joined, taken
from companion.kits.zoons import BOARD, CAMP_ROWS, OWN_CAMP, Trump

MOVES = ("march", "pull-back", "control")
LAID = ("wall", "terrain", "zoon")
"""What trumps do that are laid on an empty square."""


def breaches(state: State, event: PlayedTrump) -> Iterator[Breach]:
    """The first rule that playing a trump breaks, its time and turn apart."""
    trump = state.agreed.facts.trumps.get(event.trump)
    if trump is None or event.trump not in state.stock.hand[event.seat]:
        yield Breach("s2-trumps-in-hand", trump.name if trump else event.trump)
    if trump is None:
        return
    if trump.does in MOVES:
        if not marching.may_begin(state, event.seat, trump):
            yield Breach("zo-29-at-least-one", trump.name)
        yield from _user_breaches(state, event, trump)
    elif event.at not in NUMBERS:
        yield Breach("ours-squares", f"{trump.name} → {event.at}")
    elif trump.does == "shot":
        yield from _shot_breaches(state, event, trump)
    elif trump.does in LAID:
        yield from _laid_breaches(state, event, trump)
    elif trump.does == "gear":
        yield from _gear_breaches(state, event, trump)
    else:
        yield from _cage_breaches(state, event, trump)


def _user_breaches(state: State, event: PlayedTrump, trump: Trump) -> Iterator[Breach]:
    if not someone_can(state, event.seat, trump):
        yield Breach("s2-trumps-for-a-type", trump.name)


def _shot_breaches(state: State, event: PlayedTrump, trump: Trump) -> Iterator[Breach]:
    target, at = state.at(event.at), event.at or ""
    if not isinstance(trump.aim, str):
        shooter = state.at(event.by)
        if event.by is None or shooter is None or shooter.seat != event.seat:
            yield Breach("s2-shooter", f"{trump.name}: {event.by or '?'}")
        if event.by is None or shooter is None:
            return
        if shooter.cage:
            yield Breach("zo-28-caged", event.by)
        if not any(may_shoot(state, trump, face) for face in possible(state, NUMBERS[event.by])):
            yield Breach("s2-trumps-for-a-type", f"{trump.name}: {event.by}")
    if target is None or target.seat == event.seat or target.cage:
        yield Breach("s2-shots-strike-enemies", f"{trump.name} → {at}")
    if isinstance(trump.aim, str):
        if not in_rows(event.seat, at, CAMP_ROWS):
            yield Breach("card-own-camp", f"{trump.name} → {at}")
        yield from _user_breaches(state, event, trump)
    elif NUMBERS[at] not in BOARD.steps(event.seat, NUMBERS[event.by or ""], trump.aim):
        yield Breach("s2-shot-grid", f"{trump.name}: {event.by} → {at}")


def _laid_breaches(state: State, event: PlayedTrump, trump: Trump) -> Iterator[Breach]:
    at = event.at or ""
    empty = state.is_free(NUMBERS[at]) and state.wall_at(at) is None
    if not empty or not in_zone(event.seat, at, str(trump.aim)):
        rule = {"wall": "card-mur-darbres", "terrain": "zo-31-terrain"}.get(trump.does, "zo-50-zoon-trump")
        yield Breach(rule, f"{trump.name} → {at}")
    yield from _user_breaches(state, event, trump)


def _gear_breaches(state: State, event: PlayedTrump, trump: Trump) -> Iterator[Breach]:
    target, at = state.at(event.at), event.at or ""
    if target is None or target.seat != event.seat or not in_zone(event.seat, at, str(trump.aim)):
        yield Breach("zo-49-gear", f"{trump.name} → {at}")
    if target is None:
        return
    if target.cage:
        yield Breach("zo-28-caged", at)
    if target.gear:
        yield Breach("zo-49-one-gear", at)
    if not any(may_carry(state, trump, face) for face in possible(state, NUMBERS[at])):
        yield Breach("s2-trumps-for-a-type", f"{trump.name}: {at}")
    yield from _user_breaches(state, event, trump)


def _cage_breaches(state: State, event: PlayedTrump, trump: Trump) -> Iterator[Breach]:
    target, at = state.at(event.at), event.at or ""
    if target is None or target.seat == event.seat or target.cage:
        yield Breach("card-cage-de-racines", at)
    if not in_zone(event.seat, at, str(trump.aim)):
        yield Breach("card-cage-de-racines", at)
    yield from _user_breaches(state, event, trump)


def may_shoot(state: State, trump: Trump, face: str) -> bool:
    """Whether a Zoon with this face may use a trump."""
    return not trump.usable_by or state.agreed.zoon(face).type in trump.usable_by


def may_carry(state: State, trump: Trump, face: str) -> bool:
    """Whether a gear may lie on a Zoon with this face."""
    return not trump.of or state.agreed.zoon(face).type in trump.of


def someone_can(state: State, seat: int, trump: Trump) -> bool:
    """Whether a Zoon that may use the trump stands, or may stand, on the board."""
    return not trump.usable_by or _some(all_faces(state, seat), trump.usable_by, state)


def _some(faces: Mapping[int, tuple[str, ...]], types: tuple[str, ...], state: State) -> bool:
    """Whether any of these cards may be of one of the types; any is, where none is named."""
    zoon = state.agreed.zoon
    return not types or any(zoon(face).type in types for can in faces.values() for face in can)


def plays(state: State, seat: int, faces: Mapping[int, tuple[str, ...]]) -> Iterator[PlayedTrump]:
    """Every lawful way to play a trump; `faces`: what each Zoon of the seat on the board may be, by square."""
    for name in dict.fromkeys(state.stock.hand[seat]):
        trump = state.agreed.facts.trumps[name]
        if trump.does == "shot" and not isinstance(trump.aim, str):
            yield from _shots(state, seat, trump, trump.aim, faces)
        elif not _some(faces, trump.usable_by, state):
            continue
        elif trump.does in MOVES:
            if marching.may_begin(state, seat, trump):
                yield PlayedTrump(seat, name)
        else:
            yield from (PlayedTrump(seat, name, NAMES[at]) for at in _targets(state, seat, trump, faces))


def _shots(
    state: State, seat: int, trump: Trump, aim: tuple[Offset, ...], faces: Mapping[int, tuple[str, ...]]
) -> Iterator[PlayedTrump]:
    """Every shot from a Zoon that may shoot at an enemy that can be struck from there."""
    for by, can in faces.items():
        struck = [at for at in BOARD.steps(seat, by, aim) if _is_foe(state.board[at], seat)]
        if struck and any(may_shoot(state, trump, face) for face in can):
            yield from (PlayedTrump(seat, trump.id, NAMES[at], NAMES[by]) for at in struck)


def _is_foe(piece: Piece | None, seat: int) -> bool:
    """Whether an enemy stands there that can be struck."""
    return piece is not None and piece.seat != seat and not piece.cage


def _targets(state: State, seat: int, trump: Trump, faces: Mapping[int, tuple[str, ...]]) -> Iterator[int]:
    """Every square that a trump may be laid on, or that it strikes from beside the board."""
    if trump.does in LAID:
        taken_up = walled(state.walls)
        squares = (n for n, piece in enumerate(state.board) if piece is None and n not in taken_up)
    elif trump.does == "gear":
        of, board, zoon = trump.of, state.board, state.agreed.zoon
        squares = (
            number
            for number, can in faces.items()
            if (piece := board[number]) is not None
            and not piece.gear
            and (not of or any(zoon(face).type in of for face in can))
        )
    else:
        squares = (number for number, _ in on_board(state, 1 - seat))
    aim = OWN_CAMP if trump.does == "shot" else str(trump.aim)
    return (number for number in squares if in_zone(seat, NAMES[number], aim))


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
        return laid_for_good(state, seat, at, trump.id, blocks=trump.does == "wall" or trump.blocks)
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
