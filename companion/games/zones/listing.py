"""Every lawful event of a state, and one drawn by lot.

What people may say at any time is not listed: that they surrender, agree to a draw, or rule; nor a half told at once.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from companion.game import Event, RandomSource, Seat
from companion.games.zones import screened
from companion.games.zones.acting import acts
from companion.games.zones.armies import FIRST
from companion.games.zones.capturing import returning
from companion.games.zones.events import (
    Based,
    Drew,
    Laid,
    Lifted,
    Moved,
    Returned,
    Shot,
    Summoned,
)
from companion.games.zones.halves import Stand, ground_in, open_stands
from companion.games.zones.pieces import TERRAINS, Terrain
from companion.games.zones.state import EACH, State
from companion.kits.events import Starts

SAMPLES = 24
"""Of the many ways to place the first pieces, so many are listed for each seat."""


def lawful(state: State) -> Iterator[Event]:
    """Every lawful event; of the many first placements a sample."""
    if state.over is not None:
        return
    if state.phase == "coin":
        yield from (Starts(0), Starts(1))
    elif state.phase == "set-up":
        yield from _behind_screen(state)
    elif state.choosing:
        yield from (Returned(state.turn, piece) for piece in returning(state, state.turn))
    else:
        yield from plays(state)


def plays(state: State) -> Iterator[Moved | Shot | Summoned]:
    """Every move, shot and summons of the seat whose turn it is."""
    names = state.agreed.board.names
    for act, what, squares in acts(state, state.turn):
        yield from (act(state.turn, what, names[square]) for square in squares)


def sample(state: State, lots: RandomSource) -> Event:
    """One lawful event drawn by lot; of moves, shots and summonses all are as likely."""
    if state.phase == "set-up":
        return _sample_behind(state, lots)
    if state.phase == "play" and state.over is None and not state.choosing:
        return _sample_play(state, lots)
    events = list(lawful(state))
    return events[lots(len(events))]


def _sample_play(state: State, lots: RandomSource) -> Moved | Shot | Summoned:
    """The one of `plays` that the lot falls on; no other is made."""
    found = acts(state, state.turn)
    left = lots(sum([len(squares) for _, _, squares in found]))
    for act, what, squares in found:
        if left < len(squares):
            return act(state.turn, what, state.agreed.board.names[squares[left]])
        left -= len(squares)
    raise AssertionError("the lot falls on one of them")


def _behind_screen(state: State) -> Iterator[Event]:
    names, stage = state.agreed.board.names, screened.stage(state)
    if stage == "lift":
        yield Lifted()
    for seat in (0, 1):
        if stage == "bases" and not state.screen.based[seat]:
            yield from (Based(seat, names[square]) for square in state.agreed.board.halves[seat])
        elif stage == "tiles" and seat in screened.drawing(state):
            kinds, squares = may_be_drawn(state, seat), open_squares(state, seat)
            yield from (Drew(seat, kind, at) for kind in kinds for at in squares)
        elif stage == "pieces" and not state.screen.ready[seat]:
            yield from _first_pieces(state, seat)


def may_be_drawn(state: State, seat: Seat) -> tuple[Terrain, ...]:
    """The kinds of tiles that the bag may hold as far as a seat can know: what the other drew must not show in it."""
    drawn = Counter(kind for kind, _ in state.screen.halves[seat].tiles)
    return tuple(kind for kind in TERRAINS if drawn[kind] < state.agreed.each)


def open_squares(state: State, seat: Seat) -> tuple[str, ...]:
    """The squares of a seat's half on which nothing lies yet."""
    half, names = state.screen.halves[seat], state.agreed.board.names
    laid = {half.base, *[at for _, at in half.tiles]}
    return tuple([names[n] for n in state.agreed.board.halves[seat] if names[n] not in laid])


def _first_pieces(state: State, seat: Seat) -> Iterator[Laid]:
    """A sample of the lawful first placements: each draws its pieces from another place in the list of all."""
    seen: set[Laid] = set()
    for number in range(SAMPLES):
        event = first_pieces_by_lot(state, seat, partial(_strode, number))
        if event not in seen:
            seen.add(event)
            yield event


def _strode(number: int, choices: int) -> int:
    """A lot that is the same every time: primes lead round lists of any length that they do not divide."""
    return (number * 7919 + choices * 104729) % choices


def first_pieces_by_lot(state: State, seat: Seat, lots: RandomSource) -> Laid:
    """First pieces drawn one by one; where a choice leaves too little room, in the order of the list."""
    given = state.agreed
    ground, stood = ground_in(given, state.screen.halves[seat]), tuple[Stand, ...]()
    while len(stood) < FIRST:
        stands = tuple(open_stands(given, seat, ground, stood))
        if not stands:
            break
        stood = (*stood, stands[lots(len(stands))])
    if len(stood) < FIRST:
        stood = _fullest(state, seat, ())
    return Laid(seat, tuple(sorted((name, given.board.names[square]) for name, square in stood)))


def _fullest(state: State, seat: Seat, stood: tuple[Stand, ...]) -> tuple[Stand, ...]:
    """The first placement found that holds as many pieces as can stand."""
    if len(stood) == FIRST:
        return stood
    best = stood
    for stand in open_stands(state.agreed, seat, ground_in(state.agreed, state.screen.halves[seat]), stood):
        found = _fullest(state, seat, (*stood, stand))
        if len(found) > len(best):
            best = found
        if len(best) == FIRST:
            break
    return best


def _sample_behind(state: State, lots: RandomSource) -> Event:
    stage = screened.stage(state)
    if stage == "lift":
        return Lifted()
    if stage == "tiles":
        seats = sorted(screened.drawing(state))
        seat = seats[lots(len(seats))]
        squares = open_squares(state, seat)
        return Drew(seat, tile_drawn(state, lots), squares[lots(len(squares))])
    if stage == "bases":
        seats = [seat for seat in (0, 1) if not state.screen.based[seat]]
        seat = seats[lots(len(seats))]
        half = state.agreed.board.halves[seat]
        return Based(seat, state.agreed.board.names[half[lots(len(half))]])
    seats = [seat for seat in (0, 1) if not state.screen.ready[seat]]
    return first_pieces_by_lot(state, seats[lots(len(seats))], lots)


def tile_drawn(state: State, lots: RandomSource) -> Terrain:
    """A tile out of the bag: every single one is as likely."""
    gone = [kind for half in state.screen.halves for kind, _ in half.tiles]
    bag = [(kind, max(0, EACH - gone.count(kind))) for kind in TERRAINS]
    left = lots(sum([tiles for _, tiles in bag]))
    for kind, tiles in bag:
        if left < tiles:
            return kind
        left -= tiles
    raise AssertionError("the lot falls on one of them")
