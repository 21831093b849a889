"""A state as JSON, and back, in the shape of the line protocol.

`load_position` takes sparse input: `terrain` and `pieces` are enough. Without `reserve`, pieces named nowhere are in
reserve; with it they are out of the game. The pieces decide which seat has which side, over what was agreed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.game import Over, PositionFault, Setup
from companion.games.zones import halves
from companion.games.zones.halves import bag_overdrawn, half_faults
from companion.games.zones.moves import can_act, has_pieces, passed, returning
from companion.games.zones.pieces import BASE
from companion.games.zones.state import BASE_ID, Half, Piece, Piles, Screen, State, Untidy, agreed, start
from companion.kits.exact import all_faults, checked_faults, common, converted, told, written


@all_faults
def faults(state: State) -> Iterator[str]:
    """Broken invariants, as `field: what is wrong`; none in any state that play can reach."""
    if state.turn not in (0, 1):
        yield f"turn: expected 0 or 1, found {state.turn}"
    for seat in (0, 1):
        # Every piece of a seat is on the board, in reserve or among the rival's captures.
        found = [piece.kind.id for _n, piece in state.own(seat)]
        found += state.pool.reserve[seat]
        found += [piece for piece in state.pool.captured[1 - seat] if piece != BASE_ID]
        if sorted(found) != list(state.pool.forces[seat]):
            counts, due = Counter(found), Counter(state.pool.forces[seat])
            for piece in sorted(counts.keys() | due.keys()):
                if counts[piece] != due[piece]:
                    yield f"pieces: {counts[piece]} of {piece}, but seat {seat} has {due[piece]}"
        if list(state.pool.reserve[seat]) != sorted(state.pool.reserve[seat]):
            yield f"reserve.{seat}: expected sorted"
    if state.phase == "set-up":
        # Behind the screen, public knowledge must fit what is told, and the bag must hold what was drawn.
        if any(piece is not None for piece in state.board) or any(state.terrain):
            yield "pieces: nothing lies open before the screen is lifted"
        if all(state.screen.ready) and bag_overdrawn(state.agreed, state.screen.halves):
            yield "terrain: more tiles of a kind than the bag holds"
        for seat, half in enumerate(state.screen.halves):
            if half.base and not state.screen.based[seat]:
                yield f"based.{seat}: a base lies there"
            if state.screen.ready[seat] and any(half_faults(state.agreed, seat, half)):
                yield f"ready.{seat}: something is wrong with this half"
            if state.screen.ready[seat] and not (
                state.screen.based[seat] and state.screen.drawn[seat] == state.agreed.tiles
            ):
                yield f"ready.{seat}: not all is laid"
        return
    names = state.agreed.board.names
    for seat, base in enumerate(state.bases):
        if not state.agreed.board.is_own(seat, base):
            yield f"bases.{seat}: expected a square of the own half"
    if state.terrain.count(BASE) != 2 or any(state.terrain[base] != BASE for base in state.bases):
        yield "terrain: expected the two bases and nothing else as base"
    if "" in state.terrain:
        yield f"terrain.{names[state.terrain.index('')]}: no tile lies there"
    for base in state.bases:
        if state.board[base] is not None:
            yield f"pieces.{names[base]}: a piece on a base"
    if state.choosing and (state.phase != "play" or state.over is not None):
        yield "choosing: a piece returns after a capture only"
    elif state.choosing and not returning(state, state.turn):
        yield f"choosing: nothing can return to seat {state.turn}"
    if state.over is not None and state.over.winners not in ((), (0,), (1,)):
        yield f"over.winners: expected one seat, or none for a draw, found {list(state.over.winners)}"
    if state.phase == "play" and state.over is None and not state.choosing:
        for seat in (0, 1):
            if not has_pieces(state, seat):
                yield f"pieces: seat {seat} has none left, so the game is over"


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: int
    piece: str


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A state as the protocol has it. `points` and `faults` follow from the rest and are ignored when read."""

    turn: Literal[0, 1, "set-up", "coin"] = 0
    terrain: dict[str, Literal["field", "forest", "hills", "water", "base"]] = {}
    bases: tuple[str | None, str | None] | UnsetType = UNSET
    pieces: dict[str, Standing] = {}
    reserve: Piles | UnsetType = UNSET
    captured: Piles = ((), ())
    points: Any = UNSET
    choosing: bool = False
    skipped: Literal[0, 1] | None = None
    untidy: tuple[Untidy, ...] = ()
    over: Over | None = None
    halves: tuple[Half, Half] | UnsetType = UNSET
    based: tuple[bool, bool] | UnsetType = UNSET
    drawn: tuple[int, int] | UnsetType = UNSET
    drew: Literal[0, 1] | UnsetType | None = UNSET
    ready: tuple[bool, bool] | UnsetType = UNSET
    faults: Any = UNSET


def dump_position(state: State) -> dict[str, Any]:
    names = state.agreed.board.names
    board = {names[n]: piece for n, piece in enumerate(state.board) if piece is not None}
    found: dict[str, Any] = common(state, Position) | {
        "turn": state.turn if state.phase == "play" else state.phase,
        "terrain": {names[n]: kind for n, kind in enumerate(state.terrain) if kind},
        "bases": [names[base] if base >= 0 else None for base in state.bases],
        "pieces": {at: Standing(piece.seat, piece.kind.id) for at, piece in board.items()},
        "reserve": state.pool.reserve,
        "captured": state.pool.captured,
        "points": [state.cost(0), state.cost(1)],
    }
    if state.phase == "set-up":
        faults = [[violation.rule for violation in halves.faults(state, seat)] for seat in (0, 1)]
        found |= common(state.screen, Position) | {"faults": faults}
    return written(Position(**found))


def load_position(setup: Setup, given: Mapping[str, Any]) -> State:
    """A state from its JSON. Raises PositionFault naming the field, SetupFault for an unusable set-up."""
    position: Position = converted(given, Position)
    state = start(_sided(setup, position))
    for n, thing in enumerate(position.untidy):
        at = f"untidy[{n}]"
        if thing.at not in state.agreed.board.numbers:
            raise PositionFault(f"{at}.at", f"there is no square {thing.at!r}")
        for field, piece in (("piece", thing.piece), ("back", thing.back)):
            if (piece or field == "piece") and state.agreed.seat_of(piece) is None:
                raise PositionFault(f"{at}.{field}", f"there is no piece {piece!r}")
    screen = {name: value for name, value in common(position, Screen).items() if value is not UNSET}
    state = replace(
        state,
        choosing=position.choosing,
        skipped=position.skipped,
        untidy=position.untidy,
        screen=replace(state.screen, **screen),
        over=position.over,
    )
    if position.turn in (0, 1):
        state = replace(state, phase="play", turn=position.turn)
    else:
        state = replace(state, phase=position.turn)
    if state.phase != "set-up":
        state = _board(state, position)
    state = _piles(state, position)
    checked_faults(faults(state))
    waits = state.phase == "play" and state.over is None and not state.choosing
    return passed(state, state.turn) if waits and not can_act(state, state.turn) else state


def _sided(setup: Setup, position: Position) -> Setup:
    """The set-up with its sides exchanged if every piece of the position says so."""
    known = agreed(setup)
    found = [(one.seat, one.piece) for one in position.pieces.values()]
    for owners, piles in (((0, 1), told(position.reserve, ((), ()))), ((1, 0), position.captured)):
        found += [
            (seat, piece)
            for seat, pile in zip(owners, piles, strict=True)
            for piece in pile
            if piece != BASE_ID
        ]
    if {(seat, known.seat_of(piece)) for seat, piece in found} not in ({(0, 1)}, {(1, 0)}, {(0, 1), (1, 0)}):
        return setup
    changed = ("sides", ",".join(reversed(known.sides)))
    options = (*(pair for pair in setup.options if pair[0] != "sides"), changed)
    return replace(setup, options=options)


def _board(state: State, position: Position) -> State:
    """The state with terrain, bases and pieces; a base is known by its tile or by `bases`."""
    known, numbers = state.agreed, state.agreed.board.numbers
    for field, squares in (("terrain", position.terrain), ("pieces", position.pieces)):
        for at in squares:
            if at not in numbers:
                raise PositionFault(f"{field}.{at}", "there is no such square")
    terrain = [""] * len(numbers)
    for at, kind in position.terrain.items():
        terrain[numbers[at]] = kind
    # Each base is known by `bases`, or as the only base tile of its half.
    found = []
    for seat in (0, 1):
        if position.bases is not UNSET:
            number = known.board.numbers.get(position.bases[seat] or "")
            if number is None:
                raise PositionFault(f"bases.{seat}", f"there is no square {position.bases[seat]!r}")
            found.append(number)
            continue
        own = [n for n in known.board.halves[seat] if terrain[n] == BASE]
        if len(own) != 1:
            raise PositionFault("bases", f"expected one base in the half of seat {seat}, found {len(own)}")
        found += own
    bases = (found[0], found[1])
    for base in bases:
        if terrain[base] not in ("", BASE):
            raise PositionFault(
                f"terrain.{known.board.names[base]}", f"expected base, found {terrain[base]!r}"
            )
        terrain[base] = BASE
    # Only pieces of the seat that owns their side may stand.
    board: list[Piece | None] = [None] * len(numbers)
    for at, standing in position.pieces.items():
        owner, piece = known.seat_of(standing.piece), standing.piece
        if owner is None:
            raise PositionFault(f"pieces.{at}.piece", f"there is no piece {piece!r}")
        if owner != standing.seat:
            raise PositionFault(
                f"pieces.{at}.seat", f"{piece} is a piece of seat {owner}, found {standing.seat}"
            )
        board[numbers[at]] = Piece(owner, known.kinds[piece])
    return replace(state, terrain=tuple(terrain), bases=bases, board=tuple(board))


def _piles(state: State, position: Position) -> State:
    """The state with reserves and captures; pieces named too often are an error, unnamed ones in reserve or out."""
    known, captured, named = state.agreed, position.captured, told(position.reserve, ((), ()))
    reserve: list[tuple[str, ...]] = []
    forces: list[tuple[str, ...]] = []
    for seat in (0, 1):
        lost = tuple(piece for piece in captured[1 - seat] if piece != BASE_ID)
        for pile, at in ((named[seat], f"reserve[{seat}]"), (lost, f"captured[{1 - seat}]")):
            for piece in pile:
                if known.seat_of(piece) != seat:
                    raise PositionFault(at, f"{piece} is no piece of seat {seat}")
        if len(captured[1 - seat]) - len(lost) > 1:
            raise PositionFault(f"captured[{1 - seat}]", f"seat {seat} has one base")
        standing = (piece.kind.id for _n, piece in state.own(seat))
        elsewhere, army = Counter((*standing, *lost)), Counter(known.armies[seat])
        beyond = (elsewhere + Counter(named[seat])) - army
        if beyond:
            piece = min(beyond)
            raise PositionFault(
                "pieces", f"{army[piece] + beyond[piece]} of {piece}, but seat {seat} has {army[piece]}"
            )
        held = (army - elsewhere).elements() if position.reserve is UNSET else named[seat]
        reserve.append(tuple(sorted(held)))
        forces.append(tuple(sorted((elsewhere + Counter(reserve[seat])).elements())))
    pool = replace(
        state.pool, captured=captured, reserve=(reserve[0], reserve[1]), forces=(forces[0], forces[1])
    )
    return replace(state, pool=pool)
