"""When the turn passes, who misses it, and how the game ends. Ledger ZN-24, ZN-25, ZN-27, ZN-28, ZN-31, ZN-32."""

from msgspec.structs import replace

from companion.game import Over, Seat
from companion.games.zones.acting import can_act
from companion.games.zones.state import BASE_ID, State, seat_name, with_pile
from companion.language import marked

NEEDED = 2
"""So many home tiles must be occupied for a base to be destroyed."""


def occupied(state: State, seat: Seat) -> int:
    """How many of the rival's home tiles a seat's pieces occupy."""
    count = 0
    for square in state.home(1 - seat):
        piece = state.board[square]
        count += piece is not None and piece.seat == seat
    return count


def after_move(state: State, seat: Seat, to: int | None) -> State:
    """What follows from a move that ended on `to`: what a capture brings back, then a base that is destroyed."""
    ends_there = state.agreed.any_move or to in state.home(1 - seat)
    if not state.choosing and ends_there and occupied(state, seat) >= NEEDED:
        rival = 1 - seat
        taken = (*state.pool.captured[seat], *state.pool.reserve[rival], BASE_ID)
        state = replace(
            state,
            pool=replace(
                state.pool,
                captured=with_pile(state.pool.captured, seat, taken),
                reserve=with_pile(state.pool.reserve, rival, ()),
            ),
        )
        why = marked("the base of {name} is destroyed; points captured: {own} to {other}")
        parts = (("name", seat_name(state, rival)), *_degree(state, seat))
        return replace(state, over=Over((seat,), why, "s4-base-destroyed", parts))
    return settled(state, seat)


def after_return(state: State, seat: Seat) -> State:
    """What follows from a capture once its captor has chosen what returns, or nothing can return any more."""
    captured_on = next((state.square(thing.at) for thing in state.untidy), None)
    return after_move(replace(state, choosing=False), seat, captured_on)


def settled(state: State, seat: Seat) -> State:
    """The turn passes from a seat that has nothing to choose any more, unless a side has no pieces left."""
    if state.choosing:
        return replace(state, turn=seat)
    for loser in (1 - seat, seat):
        if not has_pieces(state, loser):
            why = marked("{name} has no piece left; points captured: {own} to {other}")
            parts = (("name", seat_name(state, loser)), *_degree(state, 1 - loser))
            return replace(state, over=Over((1 - loser,), why, "zn-28-no-pieces", parts))
    return passed(state, 1 - seat)


def passed(state: State, seat: Seat) -> State:
    """It is this seat's turn; who can do nothing misses it, and when neither can do anything it is over."""
    if can_act(state, seat):
        return replace(state, turn=seat, skipped=None)
    if can_act(state, 1 - seat):
        return replace(state, turn=1 - seat, skipped=seat)
    costs = (state.cost(0), state.cost(1))
    winners: tuple[Seat, ...] = ()
    if state.agreed.by_cost and costs[0] != costs[1]:
        winners = (0 if costs[0] > costs[1] else 1,)
    why = marked("neither side can move or summon; points captured: {own} to {other}")
    parts = _degree(state, winners[0] if winners else 0)
    return replace(state, turn=seat, over=Over(winners, why, "zn-27-both-stuck", parts))


def has_pieces(state: State, seat: Seat) -> bool:
    if state.pool.reserve[seat]:
        return True
    return any(piece is not None and piece.seat == seat for piece in state.board)


def _degree(state: State, seat: Seat) -> tuple[tuple[str, str], ...]:
    """The captures of both sides by cost: the degree of a victory."""
    return ("own", str(state.cost(seat))), ("other", str(state.cost(1 - seat)))
