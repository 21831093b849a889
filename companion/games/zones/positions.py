"""A state as JSON, and back: the shape of the line protocol, with everything that cannot be told from it added.

`load_position` takes sparse input: `terrain` and `pieces` are enough. Without `reserve` pieces named nowhere are in
reserve; with it they are out of the game. Which seat has which side follows from the pieces, whatever was agreed.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.game import Over, PositionFault, Seat, Setup
from companion.games.zones import screened
from companion.games.zones.acting import can_act
from companion.games.zones.invariants import faults
from companion.games.zones.pieces import BASE, TERRAINS
from companion.games.zones.settling import passed
from companion.games.zones.state import (
    BASE_ID,
    Agreed,
    Half,
    Piece,
    Piles,
    State,
    Untidy,
    agreed,
    piece_of,
    start,
)
from companion.kits.given import checked_faults, checked_fields, converted, over_json

FIELDS = (
    "turn", "terrain", "bases", "pieces", "reserve", "captured", "points", "choosing", "skipped", "untidy", "halves",
    "based", "drawn", "drew", "ready", "faults", "over",
)  # fmt: skip
PHASES = ("set-up", "coin")


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece on a square as the protocol has it."""

    seat: int
    piece: str


BEHIND_SCREEN = ("halves", "based", "drawn", "drew", "ready")


def dump_position(state: State) -> dict[str, Any]:
    """The state as JSON. `points` and `faults` follow from the rest and are for reading only."""
    names = state.agreed.board.names
    board = {names[n]: piece for n, piece in enumerate(state.board) if piece is not None}
    found: dict[str, Any] = {
        "turn": state.turn if state.phase == "play" else state.phase,
        "terrain": {names[n]: kind for n, kind in enumerate(state.terrain) if kind},
        "bases": [names[base] if base >= 0 else None for base in state.bases],
        "pieces": {at: {"seat": piece.seat, "piece": piece.kind.id} for at, piece in board.items()},
        "reserve": state.pool.reserve,
        "captured": state.pool.captured,
        "points": [state.cost(0), state.cost(1)],
        "choosing": state.choosing,
        "skipped": state.skipped,
        "untidy": state.untidy,
        "over": None if state.over is None else over_json(state.over),
    }
    if state.phase == "set-up":
        found |= {
            "halves": state.screen.halves,
            "based": state.screen.based,
            "drawn": state.screen.drawn,
            "drew": state.screen.drew,
            "ready": state.screen.ready,
            "faults": [[breach.rule for breach in screened.faults(state, seat)] for seat in (0, 1)],
        }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
    return plain


def load_position(setup: Setup, given: Mapping[str, Any]) -> State:
    """A state from its JSON. Raises PositionFault naming the field, SetupFault for a set-up that is none."""
    checked_fields(given, FIELDS)
    setup = _sided(setup, given)
    known = agreed(setup)
    state = _timed(start(setup), given)
    if state.phase != "set-up":
        state = _board(known, state, given)
    state = _piles(known, state, given)
    checked_faults(faults(state))
    waits = state.phase == "play" and state.over is None and not state.choosing
    return passed(state, state.turn) if waits and not can_act(state, state.turn) else state


def _sided(setup: Setup, given: Mapping[str, Any]) -> Setup:
    """The set-up with the sides changed over where every piece of the position tells so."""
    known = agreed(setup)
    found = [(one.get("seat"), one.get("piece")) for one in _entries(given.get("pieces"), dict)]
    for field, owner in (("reserve", (0, 1)), ("captured", (1, 0))):
        for seat, pile in zip(owner, _entries(given.get(field), list), strict=False):
            found += [(seat, piece) for piece in pile if piece != BASE_ID]
    owners = {
        (seat, known.seat_of(piece) if isinstance(piece, str) else None)
        for seat, piece in found
        if isinstance(seat, int)
    }
    if owners not in ({(0, 1)}, {(1, 0)}, {(0, 1), (1, 0)}):
        return setup
    changed = ("sides", ",".join(reversed(known.sides)))
    options = (*(pair for pair in setup.options if pair[0] != "sides"), changed)
    return msgspec.structs.replace(setup, options=options)


def _entries(given: Any, kind: type[Any]) -> list[Any]:
    """The entries of a pile or of a board, as far as they have the right form; all else is told of later."""
    values = given.values() if isinstance(given, Mapping) else given if isinstance(given, list) else ()
    return [value for value in values if isinstance(value, kind)]


def _timed(state: State, given: Mapping[str, Any]) -> State:
    """Whose turn it is, and all that is told as it is."""
    turn = given.get("turn", 0)
    if turn not in (0, 1, *PHASES) or isinstance(turn, bool):
        raise PositionFault("turn", f"expected 0, 1 or one of {', '.join(PHASES)}, found {turn!r}")
    more: dict[str, Any] = {"phase": turn} if turn in PHASES else {"phase": "play", "turn": turn}
    kinds: dict[str, Any] = {
        "choosing": bool,
        "skipped": int | None,
        "untidy": tuple[Untidy, ...],
        "halves": tuple[Half, Half],
        "based": tuple[bool, bool],
        "drawn": tuple[int, int],
        "drew": int | None,
        "ready": tuple[bool, bool],
    }
    for name, kind in kinds.items():
        if name in given:
            more[name] = converted(given[name], kind, name)
    for n, thing in enumerate(more.get("untidy", ())):
        _checked_untidy(state.agreed, thing, f"untidy[{n}]")
    for name in ("skipped", "drew"):
        if more.get(name) not in (None, 0, 1):
            raise PositionFault(name, f"expected 0, 1 or null, found {more[name]}")
    over = given.get("over")
    if over is not None:
        more["over"] = converted(over, Over, "over")
    screen = {name: more.pop(name) for name in BEHIND_SCREEN if name in more}
    return replace(state, **more, screen=replace(state.screen, **screen))


def _checked_untidy(known: Agreed, thing: Untidy, at: str) -> None:
    if thing.at not in known.board.numbers:
        raise PositionFault(f"{at}.at", f"there is no square {thing.at!r}")
    for field, piece in (("piece", thing.piece), ("back", thing.back)):
        if (piece or field == "piece") and known.seat_of(piece) is None:
            raise PositionFault(f"{at}.{field}", f"there is no piece {piece!r}")


def _board(known: Agreed, state: State, given: Mapping[str, Any]) -> State:
    """Terrain, bases and pieces; a base is known by its tile or by `bases`."""
    numbers = known.board.numbers
    told: dict[str, str] = converted(given.get("terrain", {}), dict[str, str], "terrain")
    terrain = [""] * len(numbers)
    for at, kind in told.items():
        if at not in numbers:
            raise PositionFault(f"terrain.{at}", "there is no such square")
        if kind not in (*TERRAINS, BASE):
            raise PositionFault(
                f"terrain.{at}", f"expected one of {', '.join((*TERRAINS, BASE))}, found {kind!r}"
            )
        terrain[numbers[at]] = kind
    bases = _bases(known, terrain, given)
    for base in bases:
        if terrain[base] not in ("", BASE):
            raise PositionFault(
                f"terrain.{known.board.names[base]}", f"expected base, found {terrain[base]!r}"
            )
        terrain[base] = BASE
    board: list[Piece | None] = [None] * len(numbers)
    entries: dict[str, Any] = converted(given.get("pieces", {}), dict[str, Any], "pieces")
    for at, entry in entries.items():
        if at not in numbers:
            raise PositionFault(f"pieces.{at}", "there is no such square")
        board[numbers[at]] = _piece(known, entry, f"pieces.{at}")
    return replace(state, terrain=tuple(terrain), bases=bases, board=tuple(board))


def _bases(known: Agreed, terrain: list[str], given: Mapping[str, Any]) -> tuple[int, int]:
    if "bases" in given:
        named: tuple[str, str] = converted(given["bases"], tuple[str, str], "bases")
        for seat, at in enumerate(named):
            if at not in known.board.numbers:
                raise PositionFault(f"bases.{seat}", f"there is no square {at!r}")
        return known.board.numbers[named[0]], known.board.numbers[named[1]]
    found = []
    for seat in (0, 1):
        own = [n for n in known.board.halves[seat] if terrain[n] == BASE]
        if len(own) != 1:
            raise PositionFault("bases", f"expected one base in the half of seat {seat}, found {len(own)}")
        found.append(own[0])
    return found[0], found[1]


def _piece(known: Agreed, entry: Any, at: str) -> Piece:
    standing: Standing = converted(entry, Standing, at)
    owner = known.seat_of(standing.piece)
    if owner is None:
        raise PositionFault(f"{at}.piece", f"there is no piece {standing.piece!r}")
    if owner != standing.seat:
        raise PositionFault(
            f"{at}.seat", f"{standing.piece} is a piece of seat {owner}, found {standing.seat}"
        )
    return piece_of(known, owner, standing.piece)


def _piles(known: Agreed, state: State, given: Mapping[str, Any]) -> State:
    """Reserves and captures; what is named too often is an error, what is named nowhere is in reserve or out."""
    captured: Piles = converted(given.get("captured", ((), ())), Piles, "captured")
    named: Piles = converted(given.get("reserve", ((), ())), Piles, "reserve")
    reserve: list[tuple[str, ...]] = []
    forces: list[tuple[str, ...]] = []
    for seat in (0, 1):
        _checked(known, named[seat], seat, f"reserve[{seat}]")
        lost = tuple(piece for piece in captured[1 - seat] if piece != BASE_ID)
        _checked(known, lost, seat, f"captured[{1 - seat}]")
        if len(captured[1 - seat]) - len(lost) > 1:
            raise PositionFault(f"captured[{1 - seat}]", f"seat {seat} has one base")
        standing = (piece.kind.id for piece in state.board if piece is not None and piece.seat == seat)
        elsewhere = Counter((*standing, *lost))
        army = Counter(known.armies[seat])
        beyond = (elsewhere + Counter(named[seat])) - army
        if beyond:
            piece = min(beyond)
            raise PositionFault(
                "pieces", f"{army[piece] + beyond[piece]} of {piece}, but seat {seat} has {army[piece]}"
            )
        held = named[seat] if "reserve" in given else tuple((army - elsewhere).elements())
        reserve.append(tuple(sorted(held)))
        forces.append(tuple(sorted((elsewhere + Counter(held)).elements())))
    return replace(
        state,
        pool=replace(
            state.pool, captured=captured, reserve=(reserve[0], reserve[1]), forces=(forces[0], forces[1])
        ),
    )


def _checked(known: Agreed, pile: tuple[str, ...], seat: Seat, at: str) -> None:
    for piece in pile:
        if known.seat_of(piece) != seat:
            raise PositionFault(at, f"{piece} is no piece of seat {seat}")
