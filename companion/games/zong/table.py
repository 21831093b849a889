"""How the table looks: the squares' areas, the place for throws, the rest of the board and what is around it.

Pieces are pawns labelled with their colour; a region holds a piece whose middle lies in it.
"""

from functools import lru_cache

from companion.game import Seat, Setup
from companion.games.zong.board import START, Board
from companion.games.zong.events import Disc, Rest
from companion.games.zong.places import areas
from companion.games.zong.rest import sorted_out
from companion.games.zong.state import State, agreed
from companion.sight import Look, Lying, Region, Table, Thing

THROW, LOOSE, BESIDE = "throw", "board", "beside"
THROW_MM = 104.0
"""How deep the strip before the board is in which discs are thrown."""
GAP_MM = 8.0
AROUND_MM = 115.0
"""So far around the board pieces are looked for."""


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
    found: dict[str, Lying] = {}
    if state.rest and state.phase in ("lightning", "over"):
        found = {name: tuple(things) for name, things in lying(state).items()}
    elif state.rest:
        found = tidy(state)
    else:
        for number, tower in enumerate(state.squares):
            if tower:
                # Bottom first: all but the highest may be hidden, except side by side on the start.
                last = len(tower) - 1 if number else 0
                found[state.board.named(number)] = tuple(
                    piece_thing(state, seat, hidden=n < last) for n, seat in enumerate(tower)
                )
    if state.throw.thrown:
        found[THROW] = tuple(map(disc_thing, state.throw.thrown)) + found.get(THROW, ())
    return Look(found)


def tidy(state: State) -> dict[str, Lying]:
    """Every piece where the clean-up puts it, by square."""
    found: dict[str, Lying] = {}
    where = {seat: name for name, seats in places(state).items() for seat in seats}
    for name, tower in sorted_out(state).towers.items():
        seats = tuple(state.agreed.colours.index(colour) for colour in tower)
        last = len(seats) - 1
        found[name] = tuple(
            _put(state, seat, is_there=where[seat] == name, hidden=name != START and n < last)
            for n, seat in enumerate(seats)
        )
    return found


def _put(state: State, seat: Seat, *, is_there: bool, hidden: bool) -> Thing:
    if is_there:
        return piece_thing(state, seat, hidden=hidden)
    return Thing("pawn", state.agreed.colours[seat], hidden=hidden)


def lying(state: State) -> dict[str, list[Thing]]:
    """Every piece where it lies now, by region, bottom first."""
    found: dict[str, list[Thing]] = {}
    for name, seats in places(state).items():
        rest = dict(state.rest)
        below = {rest[seat].on for seat in seats if seat in rest}
        flicked = [seat for seat in seats if seat in rest]
        still = [seat for seat in seats if seat not in rest]
        for n, seat in enumerate(still):
            covered = name != START and (n < len(still) - 1 or bool(flicked))
            found.setdefault(name, []).append(piece_thing(state, seat, hidden=covered))
        for seat in flicked:
            colour = state.agreed.colours[seat]
            unseen = colour in below or rest[seat].x is None
            found.setdefault(name, []).append(piece_thing(state, seat, hidden=unseen))
    return found


def places(state: State) -> dict[str, tuple[Seat, ...]]:
    """The seats whose pieces lie in each region now: those that were not flicked first, bottom first."""
    rest, found = dict(state.rest), dict[str, tuple[Seat, ...]]()
    for number, tower in enumerate(state.squares):
        name = state.board.named(number)
        for seat in tower:
            if seat not in rest:
                found[name] = (*found.get(name, ()), seat)
    pieces = sorted_out(state).pieces
    for number, tower in enumerate(state.squares):
        for seat in tower:
            if seat in rest:
                due = pieces[state.agreed.colours[seat]].square
                name = region_of(state, rest[seat], state.board.named(number), due)
                found[name] = (*found.get(name, ()), seat)
    return found
