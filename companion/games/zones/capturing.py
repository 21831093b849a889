"""Captures: which pieces are protected, who helps against that, and what becomes of a captured piece.

Ledger ZN-15, ZN-16, ZN-17, ZN-19, ZN-20, ZN-36.
"""

from msgspec.structs import replace

from companion.game import Breach, Seat
from companion.games.zones.naming import stands_on
from companion.games.zones.state import Piece, State, Untidy, with_pile, without
from companion.language import _


def is_protected(state: State, square: int) -> bool:
    """Whether the piece on a square stands on its preferred terrain, or counts as doing so beside an own Vala."""
    piece = state.board[square]
    return piece is not None and (
        state.terrain[square] in piece.kind.preferred or is_sheltered(state, square)
    )


def is_sheltered(state: State, square: int) -> bool:
    """Whether a friend beside the piece on a square lets it count as being on preferred terrain (ZN-20)."""
    piece, board = state.board[square], state.board
    if piece is None:
        return False
    for near in state.agreed.board.near[square]:
        other = board[near]
        if other is not None and other.seat == piece.seat and other.kind.special == "shelter":
            return True
    return False


def has_friend(state: State, square: int, seat: Seat, besides: int) -> bool:
    """Whether a piece of a seat, other than the one on `besides`, is adjacent to a square."""
    board = state.board
    for near in state.agreed.board.near[square]:
        other = board[near]
        if other is not None and other.seat == seat and near != besides:
            return True
    return False


def counts_twice(state: State, captor: Piece, square: int) -> bool:
    """Whether the captor is its own helper against the piece on a square (ZN-16, option `twice`)."""
    if captor.kind.special != "counts-twice":
        return False
    target = state.board[square]
    return not (
        state.agreed.friendless and target is not None and has_friend(state, square, target.seat, square)
    )


def may_capture(state: State, captor: Piece, start: int, square: int) -> bool:
    """Whether protection leaves the piece on a square to this captor, who comes from or shoots from `start`."""
    return (
        not is_protected(state, square)
        or has_friend(state, square, captor.seat, start)
        or counts_twice(state, captor, square)
    )


def capture_breach(state: State, captor: Piece, start: int, square: int) -> Breach | None:
    if may_capture(state, captor, start, square):
        return None
    target = state.board[square]
    assert target is not None
    at = stands_on(target.kind.name, state.agreed.board.names[square])
    if captor.kind.special == "counts-twice":
        return Breach("zn-16-counts-twice", _("{piece} has friends adjacent").format(piece=at))
    if state.terrain[square] in target.kind.preferred:
        return Breach("zn-15-protected", at)
    return Breach("zn-20-sheltered", at)


def captured(state: State, captor: Piece, square: int) -> State:
    """The piece on a square goes to the captor's captures; a Trollwife's capture brings one back (ZN-19).

    Pieces of the captor's own side, which nobody may capture, go back to reserve.
    """
    target = state.board[square]
    if target is None:
        return state
    seat, name = captor.seat, target.kind.id
    untidy = Untidy(state.agreed.board.names[square], name)
    if target.seat == seat:
        reserve = tuple(sorted((*state.pool.reserve[seat], name)))
        return replace(
            state,
            pool=replace(state.pool, reserve=with_pile(state.pool.reserve, seat, reserve)),
            untidy=(untidy,),
        )
    taken = with_pile(state.pool.captured, seat, (*state.pool.captured[seat], name))
    state = replace(state, pool=replace(state.pool, captured=taken), untidy=(untidy,))
    if captor.kind.special == "bring-back" and target.kind.category == "infantry":
        lost = returning(state, seat)
        if len(lost) == 1:
            return returned(state, seat, lost[0])
        return replace(state, choosing=len(lost) > 1)
    return state


def returning(state: State, seat: Seat) -> tuple[str, ...]:
    """The kinds of a seat's own infantry among its rival's captures."""
    kinds = state.agreed.kinds
    lost = (piece for piece in state.pool.captured[1 - seat] if piece in kinds)
    return tuple(sorted({piece for piece in lost if kinds[piece].category == "infantry"}))


def returned(state: State, seat: Seat, piece: str) -> State:
    """A captured piece leaves the rival's captures for its owner's reserve."""
    if piece not in state.pool.captured[1 - seat]:
        return state
    left = without(state.pool.captured[1 - seat], piece)
    reserve = tuple(sorted((*state.pool.reserve[seat], piece)))
    untidy = tuple(Untidy(thing.at, thing.piece, piece) for thing in state.untidy)
    return replace(
        state,
        pool=replace(
            state.pool,
            captured=with_pile(state.pool.captured, 1 - seat, left),
            reserve=with_pile(state.pool.reserve, seat, reserve),
        ),
        choosing=False,
        untidy=untidy,
    )
