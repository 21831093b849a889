"""What is wrong with a half behind the screen, and how the first three pieces may stand in it.

Ledger ZN-05, ZN-08, ZN-09; source 004, "Setting up the game".
"""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Seat, Violation
from companion.games.zones.events import Based, Drew, Laid, Lifted
from companion.games.zones.moves import Ground, entrances, entry_violation
from companion.games.zones.pieces import BASE, FIRST, Limit, terrain_name
from companion.games.zones.state import Agreed, Half, Piece, State, start
from companion.language import _, joined

Stand = tuple[str, int]
"""A piece and the number of its square."""


def half_faults(given: Agreed, seat: Seat, half: Half) -> Iterator[Violation]:
    """Everything wrong with a half: its base and tiles, then its pieces if those are right."""
    wrong = tuple(_ground_faults(given, seat, half))
    yield from wrong
    # Where the first pieces may stand is asked only once base and tiles are right (`placed`).
    placed = not wrong
    beyond = Counter(name for name, _ in half.pieces) - Counter(given.armies[seat])
    for name, count in sorted(beyond.items()):
        called = given.kinds[name].name if name in given.kinds else name
        yield Violation("ours-from-reserve", _("{n} {piece} too many").format(n=count, piece=called))
    for at, count in sorted(Counter(at for _name, at in half.pieces).items()):
        if at not in given.board.numbers:
            yield Violation("ours-squares", at)
        elif count > 1:
            yield Violation("s4-one-piece-a-tile", _("{n} on {square}").format(n=count, square=at))
    known = [(name, given.board.numbers[at]) for name, at in half.pieces if at in given.board.numbers]
    known = [(name, square) for name, square in known if name in given.kinds]
    ground = ground_in(given, half)
    if placed:
        yield from filter(None, standing(given, seat, ground, tuple(known)))
    wanted = len(fullest(given, seat, ground)) if placed and len(half.pieces) < FIRST else FIRST
    if len(half.pieces) != wanted:
        found = len(half.pieces)
        words = _("{n} of {all}").format(n=found, all=wanted)
        yield Limit("s4-three-pieces", words, found=found, wanted=wanted)


def bag_overdrawn(given: Agreed, halves: tuple[Half, Half]) -> bool:
    counts = Counter(kind for half in halves for kind, _ in half.tiles)
    return any(count > given.each for count in counts.values())


def ground_in(given: Agreed, half: Half) -> Ground:
    """The facts that decide where pieces may stand in a half; a square without a tile has no terrain."""
    numbers = given.board.numbers
    terrain = [""] * len(given.board)
    for kind, at in half.tiles:
        if at in numbers:
            terrain[numbers[at]] = kind
    home: tuple[int, ...] = ()
    if half.base in numbers:
        terrain[numbers[half.base]] = BASE
        home = given.board.near[numbers[half.base]]
    return Ground(given.board, tuple(terrain), home, given.entering)


def standing(
    given: Agreed, seat: Seat, ground: Ground, pieces: tuple[Stand, ...]
) -> tuple[Violation | None, ...]:
    """For each piece what forbids it, as if they had been summoned one by one in the best order (ZN-08)."""
    open_to: dict[int, Violation | None] = dict.fromkeys(range(len(pieces)))
    stood: list[Stand] = []
    left = list(range(len(pieces)))
    gone_on = True
    while gone_on:
        # A piece that stands may admit others beside it: go round until nothing changes.
        gone_on = False
        for n in list(left):
            name, square = pieces[n]
            kin = (other for like, other in stood if like == name)
            at = ground.board.names[square]
            if not ground.board.is_own(seat, square):
                open_to[n] = Violation("zn-08-in-own-half", at)
            elif ground.terrain[square] == BASE:
                open_to[n] = Violation("zn-29-base-in-the-way", at)
            else:
                open_to[n] = entry_violation(ground, given.kinds[name], square, kin)
            if open_to[n] is None:
                stood.append(pieces[n])
                left.remove(n)
                gone_on = True
    return tuple(open_to.values())


def fullest(given: Agreed, seat: Seat, ground: Ground, stood: tuple[Stand, ...] = ()) -> tuple[Stand, ...]:
    """The first placement found of the maximum number: three, or fewer where the terrain has no room."""
    if len(stood) == FIRST:
        return stood
    best = stood
    for stand in open_stands(given, seat, ground, stood):
        found = fullest(given, seat, ground, (*stood, stand))
        if len(found) > len(best):
            best = found
        if len(best) == FIRST:
            break
    return best


def open_stands(given: Agreed, seat: Seat, ground: Ground, stood: tuple[Stand, ...]) -> Iterator[Stand]:
    left = Counter(given.armies[seat]) - Counter(name for name, _ in stood)
    taken = {square for _, square in stood}
    squares = [square for square in given.board.halves[seat] if square not in taken]
    for name in left:
        kin = [square for like, square in stood if like == name]
        found = set(entrances(ground, given.kinds[name], kin))
        yield from [(name, square) for square in squares if square in found]


def _ground_faults(given: Agreed, seat: Seat, half: Half) -> Iterator[Violation]:
    numbers, seen = given.board.numbers, Counter(at for _, at in half.tiles)
    number = numbers.get(half.base)
    if not half.base:
        yield Violation("s4-base-first", _("no base lies yet"))
    elif number is None:
        yield Violation("ours-squares", half.base)
    elif not given.board.is_own(seat, number):
        yield Violation("s4-base-own-half", half.base)
    if half.base:
        seen[half.base] += 1
    for at in sorted(seen):
        if at not in numbers:
            yield Violation("ours-squares", at)
        elif not given.board.is_own(seat, numbers[at]) and at != half.base:
            yield Violation("zn-05-own-half", at)
        elif seen[at] > 1 or at in half.twice:
            yield Violation("s4-one-tile-a-square", at)
    empty = [given.board.names[n] for n in given.board.halves[seat] if given.board.names[n] not in seen]
    if len(half.tiles) < given.tiles:
        yield Violation("s4-all-filled", _("nothing on {squares}").format(squares=", ".join(empty)))
    for kind, count in sorted(Counter(kind for kind, _at in half.tiles).items()):
        if count > given.each:
            words = _("tiles of {terrain}: {n} of {all}")
            words = words.format(terrain=terrain_name(kind), n=count, all=given.each)
            yield Limit("zn-06-bag", words, found=count, wanted=given.each, what=kind)


# Before play, behind the screen: bases, tiles drawn in turn from the bag, three pieces; then the screen is lifted.
#
# The contents of a half may be wrong, and only its owner is told so (`half_faults`). An event is refused for what
# everybody can see (whose turn it is to draw, who is ready), never for what it laid where. Ledger ZN-05 to ZN-11,
# ZN-38, ZN-40.


UNFINISHED = ("s4-base-first", "s4-all-filled", "s4-three-pieces")
"""Rules whose violation is no fault of a half before its seat says that it is ready."""


def with_half(state: State, seat: Seat, half: Half) -> State:
    return replace(state, screen=state.screen.told(seat, halves=half))


def is_up(state: State) -> bool:
    """Whether both are ready, so that the screen may be lifted."""
    return state.phase == "set-up" and all(state.screen.ready)


def stage(state: State) -> str:
    """The stage of laying behind the screen, as everybody can see it: `bases`, `tiles`, `pieces` or `lift`."""
    screen, tiles = state.screen, state.agreed.tiles
    if screen.ready[0] and screen.ready[1]:
        return "lift"
    if not (screen.based[0] and screen.based[1]):
        return "bases"
    return "tiles" if screen.drawn[0] < tiles or screen.drawn[1] < tiles else "pieces"


def drawing(state: State) -> frozenset[Seat]:
    """The seats that may draw the next tile: in turn after the first one, until one half is full (ZN-06)."""
    if stage(state) != "tiles":
        return frozenset()
    screen, tiles = state.screen, state.agreed.tiles
    for seat in (0, 1):
        if screen.drawn[seat] >= tiles:
            return frozenset({1 - seat})
    return frozenset({0, 1} if screen.drew is None else {1 - screen.drew})


def faults(state: State, seat: Seat) -> tuple[Violation, ...]:
    """Faults of a seat's half, for that seat's eyes alone; missing things count only once it is ready."""
    if state.phase != "set-up":
        return ()
    half = state.screen.halves[seat]
    found = tuple(half_faults(state.agreed, seat, half))
    if not half.whole:
        return tuple(violation for violation in found if violation.rule not in UNFINISHED)
    if not found and not state.screen.ready[seat] and bag_overdrawn(state.agreed, state.screen.halves):
        return (Violation("zn-06-bag", _("both halves together")),)
    return found


def base_violations(state: State, event: Based) -> Iterator[Violation]:
    if state.screen.based[event.seat]:
        yield Violation("s4-base-first", _("this base lies already"))
    if event.at not in ("", *state.agreed.board.numbers):
        yield Violation("ours-squares", event.at)


def based(state: State, event: Based) -> State:
    screen, seat = state.screen, event.seat
    half = replace(screen.halves[seat], base=event.at)
    return replace(state, screen=screen.told(seat, halves=half, based=True))


def draw_violations(state: State, event: Drew) -> Iterator[Violation]:
    if not all(state.screen.based):
        yield Violation("s4-base-first", _("both bases come first"))
    if event.at not in ("", *state.agreed.board.numbers):
        yield Violation("ours-squares", event.at)
    if state.screen.drawn[event.seat] >= state.agreed.tiles:
        yield Violation("s4-all-filled", _("{n} tiles are laid").format(n=state.agreed.tiles))
    if event.seat not in drawing(state):
        yield Violation(
            "zn-06-draw-in-turn", _("{name} to draw").format(name=state.seat_name(1 - event.seat))
        )


def drew(state: State, event: Drew) -> State:
    screen, seat = state.screen, event.seat
    half = screen.halves[seat]
    if event.terrain:
        half = replace(half, tiles=(*half.tiles, (event.terrain, event.at)))
    screen = screen.told(seat, halves=half, drawn=screen.drawn[seat] + 1)
    return replace(state, screen=replace(screen, drew=seat))


def laid(state: State, event: Laid) -> State:
    """The half as told; its seat is ready if it says so and nothing is wrong with it."""
    seat, screen = event.seat, state.screen
    before, drawn = screen.halves[seat], screen.drawn[seat]
    tiles = tuple((terrain, at) for at, terrain in sorted(event.terrain.items())) or before.tiles
    half = Half(event.base or before.base, tiles, event.pieces, event.whole, event.twice)
    if event.terrain:
        told = len(event.terrain) if event.whole else max(len(event.terrain), drawn)
        drawn = min(told, state.agreed.tiles)
    based = bool(half.base) or (screen.based[seat] and not event.whole)
    screen = screen.told(seat, halves=half, based=based, drawn=drawn, ready=False)
    if event.whole and not any(half_faults(state.agreed, seat, half)):
        # If only both halves together are wrong, nobody can say which of them: both look again.
        overdrawn = screen.ready[1 - seat] and bag_overdrawn(state.agreed, screen.halves)
        screen = replace(screen, ready=(False, False)) if overdrawn else screen.told(seat, ready=True)
    return replace(state, screen=screen)


def lift_violations(state: State, _event: Lifted) -> Iterator[Violation]:
    if all(state.screen.ready):
        return
    waiting = [state.seat_name(seat) for seat in (0, 1) if not state.screen.ready[seat]]
    yield Violation("zn-40-both-ready", _("not ready yet: {names}").format(names=joined(waiting)))


def lifted(state: State, _event: Lifted) -> State:
    """Both halves go onto the board, open to all; nothing happens before both are ready."""
    if not all(state.screen.ready):
        return state
    numbers = state.agreed.board.numbers
    begun = start(state.agreed.setup)
    terrain, pool = [""] * len(state.terrain), replace(begun.pool, reserve=state.pool.reserve)
    board: list[Piece | None] = [None] * len(terrain)
    for seat, half in enumerate(state.screen.halves):
        for kind, at in half.tiles:
            terrain[numbers[at]] = kind
        terrain[numbers[half.base]] = BASE
        for name, at in half.pieces:
            board[numbers[at]] = Piece(seat, state.agreed.kinds[name])
            pool = pool.out_of("reserve", seat, name)
    bases = (numbers[state.screen.halves[0].base], numbers[state.screen.halves[1].base])
    return replace(begun, phase="coin", board=tuple(board), terrain=tuple(terrain), bases=bases, pool=pool)
