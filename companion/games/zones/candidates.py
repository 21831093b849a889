"""What may happen in ZoneS: every lawful event, a half dealt by lot, worlds, and what people may have meant."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.game import Event, RandomSource, Seat
from companion.games.zones import halves
from companion.games.zones.events import Based, Drew, Laid, Lifted, Moved, Returned, Shot, Summoned
from companion.games.zones.halves import Stand, fullest, ground_in, half_faults, open_stands, with_half
from companion.games.zones.moves import acts, returning
from companion.games.zones.pieces import FIRST, TERRAINS, Terrain
from companion.games.zones.state import EACH, Half, State
from companion.kits.events import Starts, nearest, squares_of

# Every lawful event of a state, and one drawn by lot.
#
# What people may say at any time is not listed: that they surrender, agree to a draw, or rule; nor a half told at once.


SAMPLES = 24
"""Most ways listed for each seat to place the first pieces."""


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
                # The kinds that the bag may hold as far as this seat can know: what the other drew must not show.
                drawn = Counter(kind for kind, _ in state.screen.halves[seat].tiles)
                kinds = [kind for kind in TERRAINS if drawn[kind] < state.agreed.each]
                squares = open_squares(state, seat)
                yield from (Drew(seat, kind, at) for kind in kinds for at in squares)
            elif stage == "pieces" and not state.screen.ready[seat]:
                # A sample of the lawful first placements: each draws its pieces from another place in the list of all.
                starts = (partial(_strode, number) for number in range(SAMPLES))
                yield from dict.fromkeys(first_pieces_by_lot(state, seat, start) for start in starts)
    elif state.choosing:
        yield from (Returned(state.turn, piece) for piece in returning(state, state.turn))
    else:
        yield from plays(state)


def plays(state: State) -> Iterator[Moved | Shot | Summoned]:
    names = state.agreed.board.names
    for act, what, squares in acts(state, state.turn):
        yield from (act(state.turn, what, names[square]) for square in squares)


def sample(state: State, lots: RandomSource) -> Event:
    """One lawful event drawn by lot; of moves, shots and summonses all are as likely."""
    if state.phase == "set-up":
        stage, screen = halves.stage(state), state.screen
        if stage == "lift":
            return Lifted()
        done = screen.based if stage == "bases" else screen.ready
        open_to = halves.drawing(state) if stage == "tiles" else {seat for seat in (0, 1) if not done[seat]}
        seat = sorted(open_to)[lots(len(open_to))]
        if stage == "tiles":
            free = open_squares(state, seat)
            return Drew(seat, tile_drawn(state, lots), free[lots(len(free))])
        if stage == "bases":
            half = state.agreed.board.halves[seat]
            return Based(seat, state.agreed.board.names[half[lots(len(half))]])
        return first_pieces_by_lot(state, seat, lots)
    if state.phase == "play" and state.over is None and not state.choosing:
        # The one of `plays` that the lot falls on; no other is made.
        found = acts(state, state.turn)
        left = lots(sum([len(squares) for _, _, squares in found]))
        for act, what, squares in found:
            if left < len(squares):
                return act(state.turn, what, state.agreed.board.names[squares[left]])
            left -= len(squares)
        raise AssertionError("the lot falls on one of them")
    events = list(lawful(state))
    return events[lots(len(events))]


def open_squares(state: State, seat: Seat) -> tuple[str, ...]:
    half, names = state.screen.halves[seat], state.agreed.board.names
    laid = {half.base, *[at for _, at in half.tiles]}
    return tuple([names[n] for n in state.agreed.board.halves[seat] if names[n] not in laid])


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
        stood = fullest(given, seat, ground)
    return Laid(seat, tuple(sorted((name, given.board.names[square]) for name, square in stood)))


def _bag(halves: Iterable[Half]) -> list[Terrain]:
    gone = [kind for half in halves for kind, _at in half.tiles]
    bag: list[Terrain] = []
    for kind in TERRAINS:
        bag += [kind] * (EACH - gone.count(kind))
    return bag


def tile_drawn(state: State, lots: RandomSource) -> Terrain:
    """A tile out of the bag: every single one is as likely."""
    bag = _bag(state.screen.halves)
    return bag[lots(len(bag))]


# A half dealt by lot: its base, tiles drawn from the bag that both share, three pieces where they may stand.
#
# It is what players lay who draw every tile blindly and choose nothing. Source 004, "Setting up the game".


def dealt(state: State, seat: Seat, lots: RandomSource) -> Laid:
    """A whole half by the rules, drawn by lot; what the other half holds is not in the bag any more."""
    board = state.agreed.board
    while True:
        left = [board.names[number] for number in board.halves[seat]]
        base = left.pop(lots(len(left)))
        bag = _bag((state.screen.halves[1 - seat],))
        tiles = tuple((bag.pop(lots(len(bag))), at) for at in left)
        laid = with_half(state, seat, Half(base, tiles, (), whole=True))
        pieces = first_pieces_by_lot(laid, seat, lots).pieces
        if not any(half_faults(state.agreed, seat, Half(base, tiles, pieces, whole=True))):
            return Laid(seat, pieces, base, {at: kind for kind, at in tiles})


def world_for(state: State, seat: Seat | None, lots: RandomSource) -> State:
    """A state drawn from all that this seat cannot tell from the real one: a rival half that lies as far by lot."""
    if state.phase != "set-up" or seat is None:
        return state
    rival, screen = 1 - seat, state.screen
    if not (screen.based[rival] or screen.drawn[rival]):
        return state
    bare = replace(state, screen=replace(screen, halves=(Half(), Half())))
    event = dealt(with_half(bare, seat, screen.halves[seat]), rival, lots)
    tiles = tuple((kind, at) for at, kind in event.terrain.items())[: screen.drawn[rival]]
    ready = screen.ready[rival]
    base = event.base if screen.based[rival] else ""
    return with_half(state, rival, Half(base, tiles, event.pieces if ready else (), whole=ready))


def decided(_state: State, event: Event) -> Event:
    return Drew(event.seat, "", event.at) if isinstance(event, Drew) else event


def fallen(state: State, decided: Event, lots: RandomSource) -> Event | None:
    return Drew(decided.seat, tile_drawn(state, lots), decided.at) if isinstance(decided, Drew) else None


def public(_state: State, event: Event) -> Event:
    """What everybody may know while the screen is down: that something was laid, never what or where."""
    if isinstance(event, Laid):
        return Laid(event.seat, whole=event.whole)
    if isinstance(event, Based | Drew):
        return type(event)(event.seat)
    return event


def public_state(state: State) -> State:
    if state.phase != "set-up":
        return state
    return replace(state, screen=replace(state.screen, halves=(Half(), Half())))


LIKE = (Moved, Shot, Summoned)


def reveals(_state: State, event: Any) -> bool:
    return isinstance(event, Lifted | Starts)


def rereadings(state: State, event: Any, region: str) -> Iterator[Event]:
    if isinstance(event, Returned):
        yield from (other for other in lawful(state) if other != event)
    elif isinstance(event, LIKE) and region in squares_of(event) and state.phase == "play":
        yield from nearest(event, (other for other in plays(state) if region in squares_of(other)))
