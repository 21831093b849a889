"""How the table looks: the squares' areas, the place for throws, the rest of the board and what is around it.

Pieces are pawns labelled with their colour; a region holds a piece whose middle lies in it.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, combinations
from math import hypot

from companion.game import Chore, Seat, Setup
from companion.games.zong.board import START, Board
from companion.games.zong.events import Disc, Rest
from companion.games.zong.rest import area_at, areas, loose, put_at, sorted_out
from companion.games.zong.state import State, agreed, called_square, piece_name
from companion.language import Language, _, spoken
from companion.sight import Look, Lying, Region, Sighting, Table, Thing

THROW, LOOSE, BESIDE = "throw", "board", "beside"
THROW_MM = 104.0
"""How deep the strip before the board is in which discs are thrown."""
GAP_MM = 8.0
AROUND_MM = 115.0
"""How far around the board pieces are looked for."""


@lru_cache(maxsize=64)
def regions(board: Board, seats: int) -> tuple[Region, ...]:
    """All regions, in the order in which a point is looked for: squares, throws, the board, what is beside it."""
    width, height = board.width_mm, board.height_mm
    return (
        *areas(board, seats).values(),
        Region(THROW, 0.0, -GAP_MM - THROW_MM, width, THROW_MM),
        Region(LOOSE, 0.0, 0.0, width, height),
        Region(BESIDE, -AROUND_MM, -AROUND_MM, width + 2 * AROUND_MM, height + 2 * AROUND_MM),
    )


@lru_cache(maxsize=64)
def table(setup: Setup) -> Table:
    """The board with the strip before it for throws. Raises SetupFault."""
    known = agreed(setup)
    board = known.board
    return Table(
        board.width_mm, board.height_mm, board.tags, regions(board, known.seats), kinds=("disc", "pawn")
    )


def region_of(state: State, rest: Rest, home: str, belongs: str) -> str:
    """The region where a flicked piece lies now, as far as that was said."""
    if rest.x is not None and rest.y is not None:
        x, y = rest.x, rest.y
        found = (region.name for region in regions(state.board, state.seats) if region.contains(x, y))
        return next(found, BESIDE)
    if rest.off_board:
        return BESIDE
    return belongs if rest.goal or rest.square == home else LOOSE


def disc_thing(disc: Disc) -> Thing:
    return Thing("disc", str(disc.face))


def piece_thing(state: State, seat: Seat, *, hidden: bool = False) -> Thing:
    """A piece; one that was flicked says where it lies."""
    rest = dict(state.rest).get(seat)
    x, y = (None, None) if rest is None else (rest.x, rest.y)
    return Thing("pawn", state.agreed.colours[seat], hidden=hidden, x=x, y=y)


def look(state: State) -> Look:
    """Everything on the table, all tidied; pieces that nobody puts back now lie where they came to rest."""
    left_lying = state.rest and state.phase in ("lightning", "over")
    found = {name: tuple(things) for name, things in lying(state).items()} if left_lying else tidy(state)
    if state.throw.thrown:
        found[THROW] = tuple(map(disc_thing, state.throw.thrown)) + found.get(THROW, ())
    return Look(found)


def tidy(state: State) -> dict[str, Lying]:
    """Every piece where the clean-up puts it, by square, bottom first: all but the highest may be hidden."""
    found: dict[str, Lying] = {}
    where = lying_in(state)
    for name, tower in sorted_out(state).towers.items():
        things = []
        for n, colour in enumerate(tower):
            seat, hidden = state.agreed.colours.index(colour), name != START and n < len(tower) - 1
            thing = piece_thing(state, seat, hidden=hidden)
            things.append(thing if where[seat] == name else Thing("pawn", colour, hidden=hidden))
        found[name] = tuple(things)
    return found


def lying(state: State) -> dict[str, list[Thing]]:
    """Every piece where it lies now, by region, bottom first."""
    rest, found = dict(state.rest), dict[str, list[Thing]]()
    for name, seats in places(state).items():
        below = {rest[seat].on for seat in seats if seat in rest}
        found[name] = []
        for n, seat in enumerate(seats):
            if seat in rest:
                hidden = state.agreed.colours[seat] in below or rest[seat].x is None
            else:
                hidden = name != START and n < len(seats) - 1
            found[name].append(piece_thing(state, seat, hidden=hidden))
    return found


def places(state: State) -> dict[str, tuple[Seat, ...]]:
    """The seats whose pieces lie in each region now: those that were not flicked first, bottom first."""
    rest, found = dict(state.rest), dict[str, tuple[Seat, ...]]()
    pieces = sorted_out(state).pieces
    standing = [(number, seat) for number, tower in enumerate(state.squares) for seat in tower]
    for number, seat in sorted(standing, key=lambda piece: piece[1] in rest):
        name = state.board.named(number)
        if seat in rest:
            name = region_of(state, rest[seat], name, pieces[state.agreed.colours[seat]].square)
        found[name] = (*found.get(name, ()), seat)
    return found


def lying_in(state: State) -> dict[Seat, str]:
    """The region in which each piece lies now."""
    return {seat: name for name, seats in places(state).items() for seat in seats}


# The clean-up as chores: every piece to be put back, and every look of the table while it is not done.


STIRRED_MM = 2.0
"""A piece that seems to have moved by less has not: four times what pieces at rest were ever seen to move, and less
than the doubt, so that it cannot have come to another square."""


def chores(state: State) -> tuple[Chore, ...]:
    """What people still have to do: pick up the discs for the next throw, put back what was flicked."""
    return _chores(state, spoken())


@lru_cache(maxsize=256)
def _chores(state: State, _language: Language) -> tuple[Chore, ...]:
    if state.phase == "throw" and state.throw.lying:
        words = _("{name} takes the three discs that were thrown").format(name=state.seat_name(state.turn))
        before = (tuple(map(disc_thing, state.throw.lying)),)
        return (Chore("zg-37-next-takes-three", words, THROW, before, state.turn),)
    return tuple(_put_back(state)) if state.phase in ("cleanup", "vote") else ()


def put_back(state: State, sightings: tuple[Sighting, ...]) -> frozenset[str]:
    """The colours of flicked pieces that are seen on the square where they belong: to be ticked off.

    Where a hand has put them, near enough counts; where they came to rest, only what is beyond doubt.
    """
    found, rest = sorted_out(state), dict(state.rest)
    done = set()
    for sighting in sightings:
        colour = colour_of(state, sighting)
        if colour is None or sighting.x is None or sighting.y is None:
            continue
        lay = rest.get(state.agreed.colours.index(colour))
        where = area_at if lay is not None and is_unmoved(lay, sighting.x, sighting.y) else put_at
        if where(state.board, state.seats, sighting.x, sighting.y) == found.pieces[colour].square:
            done.add(colour)
    return frozenset(done & {state.agreed.colours[seat] for seat, _ in state.rest})


def is_unmoved(rest: Rest, x: float, y: float) -> bool:
    """Whether a flicked piece that is seen at a point (mm) has not been moved since."""
    return rest.x is not None and rest.y is not None and hypot(rest.x - x, rest.y - y) <= STIRRED_MM


def colour_of(state: State, sighting: Sighting) -> str | None:
    """The piece that a sighting may be: by its label, or else by its colour."""
    return next((name for name in (sighting.label, sighting.colour) if name in state.agreed.colours), None)


def _put_back(state: State) -> Iterator[Chore]:
    """A chore for a piece that must be moved, in two regions: it comes onto its square and leaves where it lies."""
    found, before = sorted_out(state), lying(state)
    lie_in = lying_in(state)
    target = {seat: found.pieces[state.agreed.colours[seat]].square for seat in loose(state)}
    moving = [seat for seat in target if target[seat] != lie_in[seat]]
    deeds: dict[str, list[tuple[Seat, str]]] = {}
    for where, deed in ((lie_in, "go"), (target, "come")):
        for seat in moving:
            deeds.setdefault(where[seat], []).append((seat, deed))
    ways: dict[str, dict[Done, Lying]] = {name: {} for name in deeds}
    for name, due in deeds.items():
        # How the region looks with some of its pieces come and gone, nothing done first; all done is left out.
        discs = tuple(map(disc_thing, state.throw.thrown)) if name == THROW else ()
        clean, things = (*discs, *tidy(state).get(name, ())), [*discs, *before.get(name, [])]
        for done in map(frozenset, chain.from_iterable(combinations(due, n) for n in range(len(due) + 1))):
            way = _way(state, name, done, clean, things, moving)
            if not _looks_alike(way, clean):
                ways[name][done] = way
    for seat in moving:
        piece = found.pieces[state.agreed.colours[seat]]
        words = _("Put {piece} on {square}").format(
            piece=piece_name(state.agreed.colours[seat]), square=called_square(target[seat])
        )
        for name, deed in ((target[seat], "come"), (lie_in[seat], "go")):
            looks = tuple(way for done, way in ways[name].items() if (seat, deed) not in done)
            if looks:
                yield Chore(piece.rule, words, name, looks, seat)


Done = frozenset[tuple[Seat, str]]


def _way(state: State, name: str, done: Done, clean: Lying, before: list[Thing], moving: list[Seat]) -> Lying:
    colours = state.agreed.colours
    come = [seat for seat, deed in done if deed == "come"]
    if not done:
        return tuple(before)
    gone = {colours[seat] for seat, deed in done if deed == "go"}
    still = [thing for thing in before if thing.label not in gone]
    arrived = [thing for thing in clean if thing.label in {colours[seat] for seat in come}]
    things = [*still, *(Thing("pawn", thing.label) for thing in arrived)]
    if name == START or name not in (state.board.named(n) for n in range(len(state.squares))):
        return tuple(things)
    flat = {colours[seat] for seat in moving if colours[seat] not in {thing.label for thing in arrived}}
    top = len(things) - 1
    return tuple(
        Thing(t.kind, t.label, hidden=n < top and t.label not in flat, x=t.x, y=t.y)
        for n, t in enumerate(things)
    )


def _looks_alike(one: Lying, other: Lying) -> bool:
    """Whether two lyings show the same to the eye: what may be hidden does not count."""
    return [t.label for t in one if not t.hidden] == [t.label for t in other if not t.hidden] and (
        {t.label for t in one} <= {t.label for t in other}
    )
