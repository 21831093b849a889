"""The law: who is to act, what may happen, which rules an event breaks, what comes of it, and how the seats stand."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from math import exp
from typing import Any

from msgspec.structs import replace

from companion.game import TO_ACT, Chance, Event, Over, RandomSource, Seat, Seats, Turn, Violation
from companion.games.zones import halves, moves
from companion.games.zones.events import Based, Drew, Laid, Lifted, Moved, Returned, Ruled, Shot, Summoned
from companion.games.zones.halves import Stand, fullest, ground_in, half_faults, open_stands, with_half
from companion.games.zones.pieces import BASE, FIRST, TERRAINS, Terrain
from companion.games.zones.state import EACH, Half, Phase, Piece, State
from companion.kits.events import DrawAgreed, Resigned, Starts, nearest, squares_of
from companion.language import _, marked

# What the people correct by hand: they outrank the referee, but nobody can make a piece.


RESERVE, CAPTURED = "reserve", "captured"


def override_violations(state: State, event: Ruled) -> Iterator[Violation]:
    square, seat = state.square(event.at), state.agreed.seat_of(event.piece)
    if square is None:
        yield Violation("ours-squares", event.at)
    elif not event.terrain and not event.piece:
        if state.board[square] is None or event.place not in ("", RESERVE, CAPTURED):
            yield Violation("ours-put-right", event.place or event.at)
    elif not event.terrain and (seat is None or _place(state, event, seat, square) is None):
        yield Violation("ours-put-right", event.piece)
    elif state.terrain[square] == BASE:
        yield Violation("zn-29-base-in-the-way", event.at)


def _place(state: State, event: Ruled, seat: Seat, square: int) -> str | None:
    """Where the piece of a override comes from; None: it cannot come from there."""
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
    if square is None or any(override_violations(state, event)):
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
    """The consequences of the board, counted again: who has pieces left, who can act, what may still return."""
    if state.phase != "play":
        return state
    if state.choosing:
        return state if moves.returning(state, state.turn) else moves.after_return(state, state.turn)
    if not all(moves.has_pieces(state, seat) for seat in (0, 1)):
        return moves.settled(state, 1 - state.turn)
    return moves.passed(state, state.turn)


def overrides(state: State, region: str) -> Iterator[Ruled]:
    """Rulings on a square, likeliest first: the pieces that can be there, no piece, another tile."""
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


# Which rules an event breaks, and what it does.


@dataclass(frozen=True, slots=True)
class Deed:
    """The effect and violations of one kind of event, and the phases in which it may come."""

    after: Callable[[State, Any], State]
    violations: Callable[[State, Any], Iterator[Violation]] = lambda _state, _event: iter(())
    phases: tuple[Phase, ...] = ("play",)
    turn: bool = False  # only from the seat whose turn it is


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


def violations(state: State, event: Any) -> Iterator[Violation]:
    """The rules that an event breaks: of its time, then of whose it is, then all others."""
    deed = _DEEDS[type(event)]
    if state.over is not None:
        yield Violation("ours-over", state.over.words)
        return
    seat = event.seat
    if seat not in (None, 0, 1):
        yield Violation("ours-two-seats", str(seat))
        return
    if state.phase not in deed.phases:
        if state.phase == "coin":
            yield Violation("s4-coin", _("the coin decides who begins"))
        elif state.phase == "set-up":
            yield Violation("zn-40-both-ready", _("the screen has not been lifted"))
        else:
            rule = "s4-coin" if isinstance(event, Starts) else "zn-38-set-up-once"
            yield Violation(rule, _("the game has begun"))
        return
    if deed.turn and seat != state.turn:
        yield Violation("s4-in-turn", _("{name} to move").format(name=state.seat_name(state.turn)))
    if state.choosing and deed.turn and not isinstance(event, Returned):
        yield Violation("zn-19-must-return", _("a captured piece returns first"))
    yield from deed.violations(state, event)


def after(state: State, event: Any) -> State:
    """The state after an event, lawful or not; unchanged if the event makes no sense."""
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


def _return_violations(state: State, event: Returned) -> Iterator[Violation]:
    if not state.choosing:
        yield Violation("zn-19-must-return", _("nothing is to return"))
    if event.piece not in moves.returning(state, event.seat):
        yield Violation("zn-19-infantry-returns", event.piece)


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
    Moved: Deed(_moved, moves.act_violations, turn=True),
    Shot: Deed(_moved, moves.act_violations, turn=True),
    Summoned: Deed(
        lambda state, event: moves.passed(moves.summoned(state, event), 1 - event.seat),
        moves.violations,
        turn=True,
    ),
    Returned: Deed(_returned, _return_violations, turn=True),
    Based: Deed(halves.based, halves.base_violations, ("set-up",)),
    Drew: Deed(halves.drew, halves.draw_violations, ("set-up",)),
    Laid: Deed(halves.laid, phases=("set-up",)),
    Lifted: Deed(halves.lifted, halves.lift_violations, ("set-up",)),
    Starts: Deed(
        lambda state, event: moves.passed(replace(state, phase="play"), event.seat), phases=("coin",)
    ),
    Resigned: Deed(_ended, phases=("set-up", "coin", "play")),
    DrawAgreed: Deed(_ended, phases=("set-up", "coin", "play")),
    Ruled: Deed(ruled, override_violations, ("coin", "play")),
}


# Every lawful event of a state, and a random one.
#
# Not listed: what people may say at any time (surrender, agree to a draw, a override), and a half told at once.


SAMPLES = 24
"""Maximum ways listed for each seat to place its first pieces."""


def lawful(state: State) -> Iterator[Event]:
    """Every lawful event; of the many first placements a sample."""
    if state.over is not None:
        return
    if state.phase == "coin":
        yield from (Starts(0), Starts(1))
    elif state.phase == "set-up":
        names, stage = state.agreed.board.names, halves.stage(state)
        if stage == "lift":
            yield Lifted()
        for seat in (0, 1):
            if stage == "bases" and not state.screen.based[seat]:
                yield from (Based(seat, names[square]) for square in state.agreed.board.halves[seat])
            elif stage == "tiles" and seat in halves.drawing(state):
                # The bag as this seat can know it: what the other drew must not show.
                drawn = Counter(kind for kind, _ in state.screen.halves[seat].tiles)
                kinds = [kind for kind in TERRAINS if drawn[kind] < state.agreed.each]
                squares = open_squares(state, seat)
                yield from (Drew(seat, kind, at) for kind in kinds for at in squares)
            elif stage == "pieces" and not state.screen.ready[seat]:
                # A sample: each draws its pieces from another place in the list of all.
                starts = (partial(_strode, number) for number in range(SAMPLES))
                yield from dict.fromkeys(first_pieces_by_lot(state, seat, start) for start in starts)
    elif state.choosing:
        yield from (Returned(state.turn, piece) for piece in moves.returning(state, state.turn))
    else:
        yield from plays(state)


def plays(state: State) -> Iterator[Moved | Shot | Summoned]:
    names = state.agreed.board.names
    for act, what, squares in moves.acts(state, state.turn):
        yield from (act(state.turn, what, names[square]) for square in squares)


def sample(state: State, rng: RandomSource) -> Event:
    """A random lawful event; moves, shots and summonses are all equally likely."""
    if state.phase == "set-up":
        stage, screen = halves.stage(state), state.screen
        if stage == "lift":
            return Lifted()
        done = screen.based if stage == "bases" else screen.ready
        open_to = halves.drawing(state) if stage == "tiles" else {seat for seat in (0, 1) if not done[seat]}
        seat = sorted(open_to)[rng(len(open_to))]
        if stage == "tiles":
            free = open_squares(state, seat)
            return Drew(seat, tile_drawn(state, rng), free[rng(len(free))])
        if stage == "bases":
            half = state.agreed.board.halves[seat]
            return Based(seat, state.agreed.board.names[half[rng(len(half))]])
        return first_pieces_by_lot(state, seat, rng)
    if state.phase == "play" and state.over is None and not state.choosing:
        # Only the drawn one of `plays` is made.
        found = moves.acts(state, state.turn)
        left = rng(sum([len(squares) for _, _, squares in found]))
        for act, what, squares in found:
            if left < len(squares):
                return act(state.turn, what, state.agreed.board.names[squares[left]])
            left -= len(squares)
        raise AssertionError("the lot falls on one of them")
    events = list(lawful(state))
    return events[rng(len(events))]


def open_squares(state: State, seat: Seat) -> tuple[str, ...]:
    half, names = state.screen.halves[seat], state.agreed.board.names
    laid = {half.base, *[at for _, at in half.tiles]}
    return tuple([names[n] for n in state.agreed.board.halves[seat] if names[n] not in laid])


def _strode(number: int, choices: int) -> int:
    """A lot that is the same every time; the primes visit lists of every length that they do not divide."""
    return (number * 7919 + choices * 104729) % choices


def first_pieces_by_lot(state: State, seat: Seat, rng: RandomSource) -> Laid:
    """First pieces drawn one by one; where a choice leaves too little room, the first that fit."""
    given = state.agreed
    ground, stood = ground_in(given, state.screen.halves[seat]), tuple[Stand, ...]()
    while len(stood) < FIRST:
        stands = tuple(open_stands(given, seat, ground, stood))
        if not stands:
            break
        stood = (*stood, stands[rng(len(stands))])
    if len(stood) < FIRST:
        stood = fullest(given, seat, ground)
    return Laid(seat, tuple(sorted((name, given.board.names[square]) for name, square in stood)))


def _bag(laid: Iterable[Half]) -> list[Terrain]:
    gone = [kind for half in laid for kind, _at in half.tiles]
    bag: list[Terrain] = []
    for kind in TERRAINS:
        bag += [kind] * (EACH - gone.count(kind))
    return bag


def tile_drawn(state: State, rng: RandomSource) -> Terrain:
    """A tile out of the bag, every single one equally likely."""
    bag = _bag(state.screen.halves)
    return bag[rng(len(bag))]


# A random half: its base, tiles drawn from the bag that both share, three pieces where they may stand.
#
# Players who draw every tile blindly and choose nothing lay such halves. Source 004, "Setting up the game".


def dealt(state: State, seat: Seat, rng: RandomSource) -> Laid:
    """A random whole half by the rules, without the tiles that the other half has taken from the bag."""
    board = state.agreed.board
    while True:
        left = [board.names[number] for number in board.halves[seat]]
        base = left.pop(rng(len(left)))
        bag = _bag((state.screen.halves[1 - seat],))
        tiles = tuple((bag.pop(rng(len(bag))), at) for at in left)
        laid = with_half(state, seat, Half(base, tiles, (), whole=True))
        pieces = first_pieces_by_lot(laid, seat, rng).pieces
        if not any(half_faults(state.agreed, seat, Half(base, tiles, pieces, whole=True))):
            return Laid(seat, pieces, base, {at: kind for kind, at in tiles})


def world_for(state: State, seat: Seat | None, rng: RandomSource) -> State:
    """A state drawn from all that this seat cannot tell from the real one: a random rival half, as far laid."""
    if state.phase != "set-up" or seat is None:
        return state
    rival, screen = 1 - seat, state.screen
    if not (screen.based[rival] or screen.drawn[rival]):
        return state
    event = dealt(with_half(covered(state), seat, screen.halves[seat]), rival, rng)
    tiles = tuple((kind, at) for at, kind in event.terrain.items())[: screen.drawn[rival]]
    ready = screen.ready[rival]
    base = event.base if screen.based[rival] else ""
    return with_half(state, rival, Half(base, tiles, event.pieces if ready else (), whole=ready))


def covered(state: State) -> State:
    """The state with nothing told of either half."""
    return replace(state, screen=replace(state.screen, halves=(Half(), Half())))


def fallen(state: State, decided: Event, rng: RandomSource) -> Event | None:
    return Drew(decided.seat, tile_drawn(state, rng), decided.at) if isinstance(decided, Drew) else None


def alternatives(state: State, event: Any, region: str) -> Iterator[Event]:
    if isinstance(event, Returned):
        yield from (other for other in lawful(state) if other != event)
    elif isinstance(event, Moved | Shot | Summoned) and region in squares_of(event) and state.phase == "play":
        yield from nearest(event, (other for other in plays(state) if region in squares_of(other)))


# How well a seat stands.


FOR_COST, FOR_HOME = 0.08, 0.9
NEAREST = (0.3, 0.2, 0.1)
"""Worth of the three pieces nearest to the rival's base, for every square nearer than the far edge."""


def worth(state: State, seat: Seat) -> float:
    """By the cost of all captures, the home tiles held, and the three pieces nearest to the rival's base."""
    if state.phase == "set-up" or min(state.bases) < 0:
        return 0.5
    return 1 / (1 + exp(_strength(state, 1 - seat) - _strength(state, seat)))


def _strength(state: State, seat: Seat) -> float:
    apart = state.agreed.board.apart[state.bases[1 - seat]]
    away = sorted([apart[n] for n, piece in state.own(seat) if not piece.kind.is_fortification])
    near = sum([weight * max(0, 6 - far) for weight, far in zip(NEAREST, away, strict=False)])
    return FOR_COST * state.cost(seat) + FOR_HOME * moves.occupied(state, seat) + near
