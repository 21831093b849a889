"""What is wrong with a half behind the screen, and how the first three pieces may stand in it.

Ledger ZN-05, ZN-08, ZN-09; source 004, "Setting up the game".
"""

from collections import Counter
from collections.abc import Iterator

from companion.game import Breach, Seat
from companion.games.zones.armies import FIRST
from companion.games.zones.limits import Limit
from companion.games.zones.naming import terrain_name
from companion.games.zones.pieces import BASE
from companion.games.zones.state import Agreed, Half
from companion.games.zones.summoning import Ground, entrances, entry_breach
from companion.language import _

Stand = tuple[str, int]
"""A piece and the number of its square."""


def half_faults(given: Agreed, seat: Seat, half: Half) -> Iterator[Breach]:
    """Everything that is wrong with a half: its base and tiles, then its pieces if those are right."""
    wrong = (*_base_faults(given, seat, half), *_tile_faults(given, seat, half))
    yield from wrong
    yield from _piece_faults(given, seat, half, placed=not wrong)


def bag_overdrawn(given: Agreed, halves: tuple[Half, Half]) -> bool:
    """Whether both halves together hold more tiles of a kind than the bag."""
    counts = Counter(kind for half in halves for kind, _ in half.tiles)
    return any(count > given.each for count in counts.values())


def ground_in(given: Agreed, half: Half) -> Ground:
    """What decides where pieces may stand in a half; what the half does not hold is no terrain at all."""
    numbers = given.board.numbers
    terrain = [""] * len(given.board.grid)
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
) -> tuple[Breach | None, ...]:
    """For each piece what stands against it, as if they had been summoned one by one in the best order (ZN-08)."""
    open_to: dict[int, Breach | None] = dict.fromkeys(range(len(pieces)))
    stood: list[Stand] = []
    left = list(range(len(pieces)))
    gone_on = True
    while gone_on:
        gone_on = False
        for n in list(left):
            name, square = pieces[n]
            kin = (other for like, other in stood if like == name)
            breach = first_breach(given, seat, ground, name, square, kin)
            open_to[n] = breach
            if breach is None:
                stood.append(pieces[n])
                left.remove(n)
                gone_on = True
    return tuple(open_to.values())


def first_breach(
    given: Agreed, seat: Seat, ground: Ground, name: str, square: int, kin: Iterator[int]
) -> Breach | None:
    """What stands against one of the first pieces on a square."""
    at = ground.board.names[square]
    if not ground.board.is_own(seat, square):
        return Breach("zn-08-in-own-half", at)
    if ground.terrain[square] == BASE:
        return Breach("zn-29-base-in-the-way", at)
    return entry_breach(ground, given.kinds[name], square, kin)


def most(given: Agreed, seat: Seat, ground: Ground) -> int:
    """How many pieces can stand there at first: three, or fewer where the terrain leaves no room."""
    return _most(given, seat, ground, ())


def _most(given: Agreed, seat: Seat, ground: Ground, stood: tuple[Stand, ...]) -> int:
    if len(stood) == FIRST:
        return FIRST
    best = len(stood)
    for stand in open_stands(given, seat, ground, stood):
        best = max(best, _most(given, seat, ground, (*stood, stand)))
        if best == FIRST:
            break
    return best


def open_stands(given: Agreed, seat: Seat, ground: Ground, stood: tuple[Stand, ...]) -> Iterator[Stand]:
    """Every further piece and square that may be chosen beside those that stand already."""
    left = Counter(given.armies[seat]) - Counter(name for name, _ in stood)
    taken = {square for _, square in stood}
    squares = [square for square in given.board.halves[seat] if square not in taken]
    for name in left:
        kin = [square for like, square in stood if like == name]
        found = set(entrances(ground, given.kinds[name], kin))
        yield from [(name, square) for square in squares if square in found]


def _base_faults(given: Agreed, seat: Seat, half: Half) -> Iterator[Breach]:
    number = given.board.numbers.get(half.base)
    if not half.base:
        yield Breach("s4-base-first", _("no base lies yet"))
    elif number is None:
        yield Breach("ours-squares", half.base)
    elif not given.board.is_own(seat, number):
        yield Breach("s4-base-own-half", half.base)


def _tile_faults(given: Agreed, seat: Seat, half: Half) -> Iterator[Breach]:
    numbers, seen = given.board.numbers, Counter(at for _, at in half.tiles)
    if half.base:
        seen[half.base] += 1
    for at in sorted(seen):
        if at not in numbers:
            yield Breach("ours-squares", at)
        elif not given.board.is_own(seat, numbers[at]) and at != half.base:
            yield Breach("zn-05-own-half", at)
        elif seen[at] > 1 or at in half.twice:
            yield Breach("s4-one-tile-a-square", at)
    empty = [given.board.names[n] for n in given.board.halves[seat] if given.board.names[n] not in seen]
    if len(half.tiles) < given.tiles:
        yield Breach("s4-all-filled", _("nothing on {squares}").format(squares=", ".join(empty)))
    for kind, count in sorted(Counter(kind for kind, _at in half.tiles).items()):
        if count > given.each:
            words = _("tiles of {terrain}: {n} of {all}")
            words = words.format(terrain=terrain_name(kind), n=count, all=given.each)
            yield Limit("zn-06-bag", words, found=count, wanted=given.each, what=kind)


def _piece_faults(given: Agreed, seat: Seat, half: Half, *, placed: bool) -> Iterator[Breach]:
    """What is wrong with the first pieces; where they stand is asked once base and tiles are right (`placed`)."""
    beyond = Counter(name for name, _ in half.pieces) - Counter(given.armies[seat])
    for name, count in sorted(beyond.items()):
        called = given.kinds[name].name if name in given.kinds else name
        yield Breach("ours-from-reserve", _("{n} {piece} too many").format(n=count, piece=called))
    for at, count in sorted(Counter(at for _name, at in half.pieces).items()):
        if at not in given.board.numbers:
            yield Breach("ours-squares", at)
        elif count > 1:
            yield Breach("s4-one-piece-a-tile", _("{n} on {square}").format(n=count, square=at))
    known = [(name, given.board.numbers[at]) for name, at in half.pieces if at in given.board.numbers]
    known = [(name, square) for name, square in known if name in given.kinds]
    ground = ground_in(given, half)
    if placed:
        yield from filter(None, standing(given, seat, ground, tuple(known)))
    wanted = most(given, seat, ground) if placed and len(half.pieces) < FIRST else FIRST
    if len(half.pieces) != wanted:
        found = len(half.pieces)
        words = _("{n} of {all}").format(n=found, all=wanted)
        yield Limit("s4-three-pieces", words, found=found, wanted=wanted)
