"""Pieces that enter from reserve: where they may, in play and among the first three.

Ledger ZN-08, ZN-09, ZN-22, ZN-23, ZN-26, ZN-34, ZN-39.
"""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from companion.game import Breach, Seat
from companion.games.zones.board import Field
from companion.games.zones.events import Summoned
from companion.games.zones.naming import stands_on, terrain_name
from companion.games.zones.pieces import BASE, FOREST, Kind
from companion.games.zones.state import State, piece_of, with_pile, with_squares, without


class Ground(msgspec.Struct, frozen=True, gc=False):
    """What decides where a seat's pieces may enter. `entering`: also on terrain that is restricted for them."""

    board: Field
    terrain: tuple[str, ...]
    home: tuple[int, ...]
    entering: bool


def ground_of(state: State, seat: Seat) -> Ground:
    return Ground(state.agreed.board, state.terrain, state.home(seat), state.agreed.entering)


def entry_breach(ground: Ground, kind: Kind, square: int, kin: Iterable[int]) -> Breach | None:
    """What stands against a piece entering on an open square; `kin` are the squares of its owner's like pieces."""
    rule = entry_rule(ground, kind, square, kin)
    if rule is None:
        return None
    at = ground.board.names[square]
    return Breach(rule, stands_on(terrain_name(ground.terrain[square]), at) if rule in _OF_TERRAIN else at)


_OF_TERRAIN = ("zn-34-preferred-only", "zn-23-into-forest", "zn-09-restricted-entry")


def entry_rule(ground: Ground, kind: Kind, square: int, kin: Iterable[int]) -> str | None:
    """The rule that stands against it; None where none does."""
    terrain = ground.terrain[square]
    if kind.is_fortification:
        if terrain not in kind.preferred:
            return "zn-34-preferred-only"
        return "zn-34-not-by-own-base" if square in ground.home else None
    if square not in ground.home and not _by_its_text(ground, kind, square, kin):
        if kind.special == "beside-kin":
            return "zn-22-beside-a-spearman"
        return "zn-23-into-forest" if kind.special == "into-forest" else "s4-home-tiles"
    if terrain in kind.restricted and not ground.entering:
        return "zn-09-restricted-entry"
    return None


def _by_its_text(ground: Ground, kind: Kind, square: int, kin: Iterable[int]) -> bool:
    """Whether a piece's own text lets it enter outside the home tiles."""
    if kind.special == "into-forest":
        return ground.terrain[square] == FOREST
    return kind.special == "beside-kin" and any(square in ground.board.near[other] for other in kin)


def kin_of(state: State, seat: Seat, kind: str) -> tuple[int, ...]:
    """The squares on which a seat's pieces of one kind stand."""
    return tuple(
        number
        for number, piece in enumerate(state.board)
        if piece is not None and piece.seat == seat and piece.kind.id == kind
    )


def entries(state: State, seat: Seat) -> list[tuple[str, list[int]]]:
    """Every lawful summons: each kind of piece in reserve that may enter, and the squares on which it may."""
    reserve = state.pool.reserve[seat]
    if not reserve:
        return []
    ground, board, found = ground_of(state, seat), state.board, []
    for name in dict.fromkeys(reserve):
        kind = state.agreed.kinds[name]
        kin = kin_of(state, seat, name) if kind.special == "beside-kin" else ()
        squares = [square for square in entrances(ground, kind, kin) if board[square] is None]
        if squares:
            found.append((name, squares))
    return found


def entrances(ground: Ground, kind: Kind, kin: Iterable[int]) -> list[int]:
    """The squares on which a piece may enter where they are open, each once: `entry_rule` forbids all others."""
    terrain = ground.terrain
    barred = _BASES if kind.is_fortification or ground.entering else kind.barred
    return [square for square in _by_home_and_text(ground, kind, kin) if terrain[square] not in barred]


def _by_home_and_text(ground: Ground, kind: Kind, kin: Iterable[int]) -> Iterable[int]:
    """The squares that a piece's home tiles and its own text give, each once."""
    if kind.is_fortification:
        home = set(ground.home)
        return [n for n, terrain in enumerate(ground.terrain) if terrain in kind.preferred and n not in home]
    if kind.special == "into-forest":
        forest = (n for n, terrain in enumerate(ground.terrain) if terrain == FOREST)
        return dict.fromkeys((*ground.home, *forest))
    if kind.special == "beside-kin":
        return dict.fromkeys((*ground.home, *(near for square in kin for near in ground.board.near[square])))
    return ground.home


_BASES = frozenset({BASE})


def breaches(state: State, event: Summoned) -> Iterator[Breach]:
    square, kind = state.square(event.at), state.agreed.kinds.get(event.piece)
    if square is None:
        yield Breach("ours-squares", event.at)
        return
    if kind is None or event.piece not in state.pool.reserve[event.seat]:
        yield Breach("ours-from-reserve", event.piece if kind is None else kind.name)
    if kind is None:
        return
    other = state.board[square]
    if other is not None and other.seat != event.seat:
        yield Breach("zn-26-no-capture-from-reserve", event.at)
    if other is not None:
        yield Breach("zn-26-open-tile", event.at)
    if state.terrain[square] == "base":
        yield Breach("zn-29-base-in-the-way", event.at)
    kin = kin_of(state, event.seat, event.piece)
    yield from filter(None, (entry_breach(ground_of(state, event.seat), kind, square, kin),))


def summoned(state: State, event: Summoned) -> State:
    """The piece stands on its square, whatever stood there before; that goes to its owner's reserve."""
    square, seat = state.square(event.at), event.seat
    if square is None or event.piece not in state.agreed.kinds:
        return state
    if event.piece not in state.pool.reserve[seat]:
        return state
    reserve = with_pile(state.pool.reserve, seat, without(state.pool.reserve[seat], event.piece))
    other = state.board[square]
    if other is not None:
        back = tuple(sorted((*reserve[other.seat], other.kind.id)))
        reserve = with_pile(reserve, other.seat, back)
    piece = piece_of(state.agreed, seat, event.piece)
    return replace(
        state,
        board=with_squares(state, {square: piece}),
        pool=replace(state.pool, reserve=reserve),
        untidy=(),
    )
