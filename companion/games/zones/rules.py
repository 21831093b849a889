"""Law and consequence: which rule an event breaks first, and what it does even when forbidden."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from companion.game import TO_ACT, Breach, Chance, Event, Over, Seat, Seats, Turn
from companion.games.zones import halves, moves
from companion.games.zones.events import Based, Drew, Laid, Lifted, Moved, Returned, Ruled, Shot, Summoned
from companion.games.zones.pieces import BASE, TERRAINS
from companion.games.zones.state import Phase, Piece, State
from companion.kits.events import DrawAgreed, Resigned, Starts
from companion.language import _, marked

# What the people put right by hand: they outrank the referee, but nobody can make a piece.


RESERVE, CAPTURED = "reserve", "captured"


def ruling_breaches(state: State, event: Ruled) -> Iterator[Breach]:
    square, seat = state.square(event.at), state.agreed.seat_of(event.piece)
    if square is None:
        yield Breach("ours-squares", event.at)
    elif not event.terrain and not event.piece:
        if state.board[square] is None or event.place not in ("", RESERVE, CAPTURED):
            yield Breach("ours-put-right", event.place or event.at)
    elif not event.terrain and (seat is None or _place(state, event, seat, square) is None):
        yield Breach("ours-put-right", event.piece)
    elif state.terrain[square] == BASE:
        yield Breach("zn-29-base-in-the-way", event.at)


def _place(state: State, event: Ruled, seat: Seat, square: int) -> str | None:
    """Where the piece of a ruling comes from; None where it cannot be."""
    found = places(state, event.piece, seat, square)
    return next((place for place in found if event.place in ("", place)), None)


def places(state: State, piece: str, seat: Seat, square: int) -> Iterator[str]:
    """Every place that a piece may come from, likeliest first."""
    if piece in state.pool.reserve[seat]:
        yield RESERVE
    if piece in state.pool.captured[1 - seat]:
        yield CAPTURED
    for number, other in state.own(seat):
        if other.kind.id == piece and number != square:
            yield state.agreed.board.names[number]


def ruled(state: State, event: Ruled) -> State:
    square = state.square(event.at)
    if square is None or any(ruling_breaches(state, event)):
        return state
    if event.terrain:
        terrain = (*state.terrain[:square], event.terrain, *state.terrain[square + 1 :])
        return _gone_on(replace(state, terrain=terrain))
    seat = state.agreed.seat_of(event.piece)
    place = None if seat is None else _place(state, event, seat, square)
    squares, pool, standing = dict[int, Piece | None](), state.pool, state.board[square]
    if standing is not None:
        # It goes to its owner's reserve, or to the rival's captures.
        is_captured = not event.piece and event.place == CAPTURED
        pile, holder = (CAPTURED, 1 - standing.seat) if is_captured else (RESERVE, standing.seat)
        pool = pool.into(pile, holder, standing.kind.id)
        squares[square] = None
    if seat is not None and place is not None:
        if place in (RESERVE, CAPTURED):
            pool = pool.out_of(place, seat if place == RESERVE else 1 - seat, event.piece)
        else:
            squares[state.agreed.board.numbers[place]] = None
        squares[square] = Piece(seat, state.agreed.kinds[event.piece])
    state = replace(state, board=state.with_squares(squares), pool=pool)
    return _gone_on(replace(state, untidy=()))


def _gone_on(state: State) -> State:
    """What follows from the board is counted anew: who has pieces left, who can act, what may still return."""
    if state.phase != "play":
        return state
    if state.choosing:
        return state if moves.returning(state, state.turn) else moves.after_return(state, state.turn)
    if not all(moves.has_pieces(state, seat) for seat in (0, 1)):
        return moves.settled(state, 1 - state.turn)
    return moves.passed(state, state.turn)


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


@dataclass(frozen=True, slots=True)
class Deed:
    """What one kind of event breaks and does, and when it may come. `turn`: only from the seat whose turn it is."""

    after: Callable[[State, Any], State]
    breaches: Callable[[State, Any], Iterator[Breach]] = lambda _state, _event: iter(())
    phases: tuple[Phase, ...] = ("play",)
    turn: bool = False


def turn(state: State) -> Turn:
    if state.over is not None:
        return state.over
    if state.phase == "coin":
        return Chance("penny", (0,), coin_words(state))
    if state.phase == "play":
        return TO_ACT[state.turn]
    stage = halves.stage(state)
    if stage == "bases":
        return Seats(frozenset(seat for seat in (0, 1) if not state.screen.based[seat]))
    if stage == "tiles":
        return Seats(halves.drawing(state))
    return Seats(frozenset(seat for seat in (0, 1) if not state.screen.ready[seat]) or frozenset({0, 1}))


def coin_words(state: State) -> str:
    return _("Flip the coin: on heads {name} begins.").format(name=state.seat_name(0))


def breaches(state: State, event: Any) -> Iterator[Breach]:
    """The rules that an event breaks: its time, then whose it is, then all the rest."""
    deed = _DEEDS[type(event)]
    if state.over is not None:
        yield Breach("ours-over", state.over.words)
        return
    seat = event.seat
    if seat not in (None, 0, 1):
        yield Breach("ours-two-seats", str(seat))
        return
    if state.phase not in deed.phases:
        if state.phase == "coin":
            yield Breach("s4-coin", _("the coin decides who begins"))
        elif state.phase == "set-up":
            yield Breach("zn-40-both-ready", _("the screen has not been lifted"))
        else:
            rule = "s4-coin" if isinstance(event, Starts) else "zn-38-set-up-once"
            yield Breach(rule, _("the game has begun"))
        return
    if deed.turn and seat != state.turn:
        yield Breach("s4-in-turn", _("{name} to move").format(name=state.seat_name(state.turn)))
    if state.choosing and deed.turn and not isinstance(event, Returned):
        yield Breach("zn-19-must-return", _("a captured piece returns first"))
    yield from deed.breaches(state, event)


def after(state: State, event: Any) -> State:
    """What an event does, lawful or not; nothing where it cannot be thought of."""
    deed = _DEEDS[type(event)]
    if state.over is not None or state.phase not in deed.phases or event.seat not in (None, 0, 1):
        return state
    return deed.after(state, event)


def _moved(state: State, event: Moved | Shot) -> State:
    start, to = state.square(event.start), state.square(event.at if isinstance(event, Shot) else event.to)
    if start is None or to is None or state.board[start] is None:
        return state
    if isinstance(event, Shot):
        return moves.settled(moves.shot(state, start, to), event.seat)
    return moves.after_move(moves.moved(state, start, to), event.seat, to)


def _return_breaches(state: State, event: Returned) -> Iterator[Breach]:
    if not state.choosing:
        yield Breach("zn-19-must-return", _("nothing is to return"))
    if event.piece not in moves.returning(state, event.seat):
        yield Breach("zn-19-infantry-returns", event.piece)


def _returned(state: State, event: Returned) -> State:
    changed = moves.returned(state, event.seat, event.piece)
    return moves.after_return(changed, event.seat) if state.choosing and not changed.choosing else changed


def _ended(state: State, event: Resigned | DrawAgreed) -> State:
    over = Over((), marked("Both agree to a draw"), "zn-33-draw-agreed")
    if isinstance(event, Resigned):
        parts = (("name", state.seat_name(event.seat)),)
        over = Over((1 - event.seat,), marked("{name} surrenders"), "ours-surrender", parts)
    return replace(state, over=over, choosing=False)


_DEEDS: dict[type[Event], Deed] = {
    Moved: Deed(_moved, moves.act_breaches, turn=True),
    Shot: Deed(_moved, moves.act_breaches, turn=True),
    Summoned: Deed(
        lambda state, event: moves.passed(moves.summoned(state, event), 1 - event.seat),
        moves.breaches,
        turn=True,
    ),
    Returned: Deed(_returned, _return_breaches, turn=True),
    Based: Deed(halves.based, halves.base_breaches, ("set-up",)),
    Drew: Deed(halves.drew, halves.draw_breaches, ("set-up",)),
    Laid: Deed(halves.laid, phases=("set-up",)),
    Lifted: Deed(halves.lifted, halves.lift_breaches, ("set-up",)),
    Starts: Deed(
        lambda state, event: moves.passed(replace(state, phase="play"), event.seat), phases=("coin",)
    ),
    Resigned: Deed(_ended, phases=("set-up", "coin", "play")),
    DrawAgreed: Deed(_ended, phases=("set-up", "coin", "play")),
    Ruled: Deed(ruled, ruling_breaches, ("coin", "play")),
}
