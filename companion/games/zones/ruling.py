"""What the people put right by hand: they outrank the referee, but nobody can make a piece."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Breach, Seat
from companion.games.zones.capturing import returning
from companion.games.zones.events import Ruled
from companion.games.zones.pieces import BASE, TERRAINS
from companion.games.zones.settling import after_return, has_pieces, passed, settled
from companion.games.zones.state import Piece, State, piece_of, with_pile, with_squares, without

RESERVE, CAPTURED = "reserve", "captured"


def breach(state: State, event: Ruled) -> Breach | None:
    square = state.square(event.at)
    if square is None:
        return Breach("ours-squares", event.at)
    if event.terrain:
        return Breach("zn-29-base-in-the-way", event.at) if state.terrain[square] == BASE else None
    if not event.piece:
        known = state.board[square] is not None and event.place in ("", RESERVE, CAPTURED)
        return None if known else Breach("ours-put-right", event.place or event.at)
    seat = state.agreed.seat_of(event.piece)
    if seat is None or _place(state, event, seat, square) is None:
        return Breach("ours-put-right", event.piece)
    return Breach("zn-29-base-in-the-way", event.at) if state.terrain[square] == BASE else None


def _place(state: State, event: Ruled, seat: Seat, square: int) -> str | None:
    """Where the piece of a ruling comes from; None where it cannot be."""
    return next(
        (place for place in places(state, event.piece, seat, square) if event.place in ("", place)), None
    )


def places(state: State, piece: str, seat: Seat, square: int) -> Iterator[str]:
    """Every place that a piece may come from, likeliest first."""
    if piece in state.pool.reserve[seat]:
        yield RESERVE
    if piece in state.pool.captured[1 - seat]:
        yield CAPTURED
    for number, other in enumerate(state.board):
        if other is not None and other.seat == seat and other.kind.id == piece and number != square:
            yield state.agreed.board.names[number]


def ruled(state: State, event: Ruled) -> State:
    square = state.square(event.at)
    if square is None or breach(state, event) is not None:
        return state
    if event.terrain:
        terrain = (*state.terrain[:square], event.terrain, *state.terrain[square + 1 :])
        return _gone_on(replace(state, terrain=terrain))
    seat = state.agreed.seat_of(event.piece)
    place = None if seat is None else _place(state, event, seat, square)
    state = _cleared(state, square, event.place if not event.piece else RESERVE)
    if seat is not None and place is not None:
        state = _put(state, event.piece, seat, square, place)
    return _gone_on(replace(state, untidy=()))


def _gone_on(state: State) -> State:
    """What follows from the board is counted anew: who has pieces left, who can act, what may still return."""
    if state.phase != "play":
        return state
    if state.choosing:
        return state if returning(state, state.turn) else after_return(state, state.turn)
    if not all(has_pieces(state, seat) for seat in (0, 1)):
        return settled(state, 1 - state.turn)
    return passed(state, state.turn)


def _cleared(state: State, square: int, place: str) -> State:
    """The square without what stood there; that goes to its owner's reserve, or to the rival's captures."""
    piece = state.board[square]
    if piece is None:
        return state
    state = replace(state, board=with_squares(state, {square: None}))
    if place == CAPTURED:
        pile = (*state.pool.captured[1 - piece.seat], piece.kind.id)
        return replace(
            state, pool=replace(state.pool, captured=with_pile(state.pool.captured, 1 - piece.seat, pile))
        )
    pile = tuple(sorted((*state.pool.reserve[piece.seat], piece.kind.id)))
    return replace(state, pool=replace(state.pool, reserve=with_pile(state.pool.reserve, piece.seat, pile)))


def _put(state: State, piece: str, seat: Seat, square: int, place: str) -> State:
    changes: dict[int, Piece | None] = {square: piece_of(state.agreed, seat, piece)}
    if place == RESERVE:
        reserve = with_pile(state.pool.reserve, seat, without(state.pool.reserve[seat], piece))
        return replace(state, board=with_squares(state, changes), pool=replace(state.pool, reserve=reserve))
    if place == CAPTURED:
        left = with_pile(state.pool.captured, 1 - seat, without(state.pool.captured[1 - seat], piece))
        return replace(state, board=with_squares(state, changes), pool=replace(state.pool, captured=left))
    start = state.agreed.board.numbers[place]
    return replace(state, board=with_squares(state, {start: None, **changes}))


def rulings(state: State, region: str) -> Iterator[Ruled]:
    """What the people may say of a square, likeliest first: the pieces that can be there, nothing, another tile."""
    square = state.square(region)
    if square is None or state.phase == "set-up" or state.over is not None or state.terrain[square] == BASE:
        return
    piece = state.board[square]
    if piece is not None:
        yield from (Ruled(region, place=place) for place in (RESERVE, CAPTURED))
    for seat in (0, 1):
        for name in dict.fromkeys(state.pool.forces[seat]):
            if piece is None or piece.kind.id != name:
                yield from (Ruled(region, name, place) for place in places(state, name, seat, square))
    for terrain in TERRAINS:
        if terrain != state.terrain[square]:
            yield Ruled(region, terrain=terrain)
