"""How the table looks, and what a camera saw: throws, flicks and moves, and pieces that were stirred.

Regions are the squares' areas, the place for throws, the rest of the board and what is around it.

Pieces are pawns labelled with their colour; a region holds a piece whose middle lies in it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, combinations, islice, product
from math import dist, hypot
from typing import Literal

from companion.game import Chore, Event, Seat, Seen, Setup
from companion.games.zong.board import BESIDE, GOAL, LOOSE, START, THROW, Board
from companion.games.zong.events import (
    Advanced,
    Cleaned,
    Disc,
    DiscName,
    FellBack,
    Passed,
    Rest,
    Threw,
    Zonged,
)
from companion.games.zong.rest import DOUBT_MM, area_at, areas, belonging_of, loose, put_at, sorted_out
from companion.games.zong.rest import Lying as Resting
from companion.games.zong.rules import (
    advances_with,
    after,
    back_place,
    forward_place,
    in_order,
    mates_of,
    value,
)
from companion.games.zong.state import (
    BLUE,
    DISC_NAMES,
    LIGHTNING,
    RISK,
    THROWN,
    State,
    agreed,
    called_square,
    piece_name,
)
from companion.language import Language, _, spoken
from companion.sight import Look, Lying, Region, Scene, Sighting, Table, Thing

THROW_MM = 104.0
"""Depth in mm of the strip before the board in which discs are thrown."""
GAP_MM = 8.0
AROUND_MM = 115.0
"""Distance in mm around the board within which pieces are looked for."""


@lru_cache(maxsize=64)
def regions(board: Board, seats: int) -> tuple[Region, ...]:
    """All regions, in the order in which a point is looked up: squares, throws, the board, around it."""
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
    board = agreed(setup).board
    grid = regions(board, setup.seats)
    return Table(board.width_mm, board.height_mm, board.tags, grid, kinds=("disc", "pawn"))


def region_of(state: State, rest: Rest, home: str, belongs: str) -> str:
    """The region where a flicked piece lies now, as far as was said."""
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
    """A piece; a flicked one has the place where it lies."""
    rest = dict(state.rest).get(seat)
    x, y = (None, None) if rest is None else (rest.x, rest.y)
    return Thing("pawn", state.agreed.colours[seat], hidden=hidden, x=x, y=y)


def look(state: State) -> Look:
    """Everything on the table, all tidied; pieces that nobody puts back yet lie where they came to rest."""
    left_lying = state.rest and state.phase in ("lightning", "over")
    found = {name: tuple(things) for name, things in lying(state).items()} if left_lying else tidy(state)
    if state.throw.thrown:
        found[THROW] = tuple(map(disc_thing, state.throw.thrown)) + found.get(THROW, ())
    return Look(found)


def tidy(state: State) -> dict[str, Lying]:
    """Every piece where the clean-up puts it, by square, bottom first; all except the highest may be hidden."""
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
    """The seats whose pieces lie in each region now: unflicked ones first, bottom first."""
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


# The clean-up as chores: every piece to put back, with every look of the table while that is not done.


STIRRED_MM = 2.0
"""Maximum movement in mm of a piece that counts as unmoved: four times what pieces at rest were ever seen to move,
and less than the doubt, so that it cannot have come to another square.
"""


def chores(state: State) -> tuple[Chore, ...]:
    """What people still have to do: pick up the discs for the next throw, put back flicked pieces."""
    return _chores(state, spoken())


@lru_cache(maxsize=256)
def _chores(state: State, _language: Language) -> tuple[Chore, ...]:
    if state.phase == "throw" and state.throw.lying:
        words = _("{name} takes the three discs that were thrown").format(name=state.seat_name(state.turn))
        before = (tuple(map(disc_thing, state.throw.lying)),)
        return (Chore("zg-37-next-takes-three", words, THROW, before, state.turn),)
    return tuple(_put_back(state)) if state.phase in ("cleanup", "vote") else ()


def put_back(state: State, sightings: tuple[Sighting, ...]) -> frozenset[str]:
    """The colours of flicked pieces seen on the square where they belong: to be ticked off.

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
    """Whether a flicked piece seen at a point (mm) has not been moved since."""
    return rest.x is not None and rest.y is not None and hypot(rest.x - x, rest.y - y) <= STIRRED_MM


def colour_of(state: State, sighting: Sighting) -> str | None:
    """The piece that a sighting may be: by its label, else by its colour."""
    return next((name for name in (sighting.label, sighting.colour) if name in state.agreed.colours), None)


def _put_back(state: State) -> Iterator[Chore]:
    """For each piece that must be moved a chore in two regions: it comes onto its square and leaves where it lies."""
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
        # The looks of the region by which of its pieces have come or gone, nothing done first; all done is no chore.
        discs = tuple(map(disc_thing, state.throw.thrown)) if name == THROW else ()
        clean, things = (*discs, *tidy(state).get(name, ())), [*discs, *before.get(name, [])]
        for done in map(frozenset, chain.from_iterable(combinations(due, n) for n in range(len(due) + 1))):
            way = _way(state, name, done, clean, things, moving)
            if not _looks_alike(way, clean):
                ways[name][done] = way
    for seat in moving:
        colour, square = state.agreed.colours[seat], called_square(target[seat])
        words = _("Put {piece} on {square}").format(piece=piece_name(colour), square=square)
        for name, deed in ((target[seat], "come"), (lie_in[seat], "go")):
            looks = tuple(way for done, way in ways[name].items() if (seat, deed) not in done)
            if looks:
                yield Chore(found.pieces[colour].rule, words, name, looks, seat)


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
    """Whether two regions look the same to the eye: things that may be hidden do not count."""
    return [t.label for t in one if not t.hidden] == [t.label for t in other if not t.hidden] and (
        {t.label for t in one} <= {t.label for t in other}
    )


# Where each piece is seen, and where it lay before.


Found = dict[Seat, tuple[str, Sighting]]


def pieces(state: State, seen: Seen) -> Found:
    """Where each piece is seen; of two places the one where something has changed."""
    found: Found = {}
    ranks: dict[Seat, tuple[bool, bool, float]] = {}
    for region, sightings in seen.regions.items():
        for sighting in sightings:
            colour = colour_of(state, sighting)
            if colour is None or (sighting.kind == "disc" and region == THROW):
                continue
            seat = state.agreed.colours.index(colour)
            rank = (region in seen.changed, sighting.x is not None, sighting.sure)
            if seat not in found or rank > ranks[seat]:
                found[seat], ranks[seat] = (region, sighting), rank
    return found


@dataclass(frozen=True)
class Clues:
    """Where each piece is seen now, and where it `lay` before; None: nothing is known of that."""

    state: State
    found: Found
    lay: Found | None

    @cached_property
    def lies(self) -> dict[Seat, str]:
        """The region in which each piece lies by the book."""
        return lying_in(self.state)

    @cached_property
    def moved(self) -> dict[Seat, float | None]:
        return {seat: self.moved_by(seat) for seat in self.found}

    def moved_by(self, seat: Seat) -> float | None:
        """Distance in mm of a seen piece from where it lay; None: unknown.

        A piece under another cannot be seen itself: near enough to its old place it has not moved.
        """
        away = apart(self.found[seat][1], self.stood(seat))
        if away is not None and away < self.state.board.piece_mm and self.is_covered_anew(seat):
            return 0.0
        return away

    def is_covered_anew(self, seat: Seat) -> bool:
        """Whether a piece from elsewhere lies on this one, so that the place seen is that of the upper one."""
        own = self.found[seat][1]
        return any(
            other not in self.state.tower(seat)
            and (near := apart(own, sighting)) is not None
            and near <= ON_IT_MM
            and sighting.visible >= own.visible
            and (gone := apart(sighting, self.stood(other))) is not None
            and gone > STIRRED_MM
            for other, (_, sighting) in self.found.items()
        )

    def region(self, seat: Seat, *, flicking: bool) -> str:
        """The region in which a piece stands, if its place is seen."""
        (lies_in, seen), home = self.found[seat], self.lies[seat]
        if seen.x is None or seen.y is None:
            return lies_in
        rest = dict(self.state.rest).get(seat)
        if rest is not None and is_unmoved(rest, seen.x, seen.y):
            return region_of(self.state, rest, home, home)
        there = put_at(self.state.board, self.state.seats, seen.x, seen.y)
        if not flicking:
            return there or lies_in
        away = self.moved_by(seat)
        if away is None or away > STIRRED_MM:
            return lies_in
        return home if there == home or self.is_covered_anew(seat) else lies_in

    def stood(self, seat: Seat) -> Sighting | None:
        """Where a piece was seen before, or the next above it in its tower, which then hid it."""
        lay = self.lay or {}
        return next((lay[other][1] for other in tower_from(self.state, seat) if other in lay), None)

    def is_elsewhere(self, seat: Seat, *, unknown: bool) -> bool:
        """Whether a piece moved, or is in another region than it lay; `unknown`: the answer where nobody can know."""
        away = self.moved[seat]
        return self.found[seat][0] != self.lies[seat] or (unknown if away is None else away > STIRRED_MM)

    def resting(self) -> dict[str, Rest]:
        """The pieces that a flick reports: those that moved, or are not where they should be.

        If one of a tower is among them, all of it are: then it matters which lies highest and nearest.
        """
        told = {seat for seat in self.found if self.is_elsewhere(seat, unknown=True)}
        flicked = sorted(seat for seat in self.found if told & set(self.state.tower(seat)))
        rests = {self.state.agreed.colours[seat]: self._rest(seat) for seat in flicked}
        return {colour: rest for colour, rest in rests.items() if rest is not None}

    def _rest(self, seat: Seat) -> Rest | None:
        """Where a piece lies; an unmoved one stands on its square, however crookedly. None: unknown."""
        state, (region, sighting), away = self.state, self.found[seat], self.moved[seat]
        if sighting.x is None or sighting.y is None:
            # Only the region is known.
            if region == self.lies[seat]:
                return None
            if region in (BESIDE, GOAL):
                return Rest(off_board=region == BESIDE, goal=region == GOAL)
            return Rest(square=region) if state.board.has(region) else None
        rest, home = Rest(round(sighting.x, 1), round(sighting.y, 1)), state.board.named(state.place(seat))
        if away is None or away > STIRRED_MM or seat in dict(state.rest):
            return rest
        if put_at(state.board, state.seats, sighting.x, sighting.y) != home:
            return rest
        return (
            rest if home == belonging_of(state, seat, Resting(rest.x, rest.y)).square else Rest(square=home)
        )

    def came_apart(self) -> bool:
        """Whether two of a tower are seen too far apart for one to lie on the other."""
        state, found = self.state, self.found
        flat, lying = state.board.piece_mm - DOUBT_MM, dict(state.rest)
        towers = [
            [seat for seat in tower if seat in found and seat not in lying] for tower in state.squares[1:]
        ]
        return any(
            (away := apart(found[one][1], found[other][1])) is not None and away >= flat
            for tower in towers
            for one, other in combinations(tower, 2)
        )

    def is_stirred(self) -> bool:
        """Whether a piece moved within the region where it lay, or a tower came apart on its own square."""
        if self.lay is None:
            return self.came_apart()
        for seat, away in self.moved.items():
            stood, lies = self.stood(seat), self.lies[seat]
            if stood is None or stood.x is None or stood.y is None:
                continue
            # The region where it was seen before, and the square on which it stood by its place.
            stood_at = (stood.region, put_at(self.state.board, self.state.seats, stood.x, stood.y))
            if away is not None and away > STIRRED_MM and self.found[seat][0] == lies and lies in stood_at:
                return True
        return False


def clues(state: State, seen: Seen) -> Clues:
    lay = None if seen.before is None else pieces(state, Seen(seen.before, frozenset()))
    return Clues(state, pieces(state, seen), lay)


def tower_from(state: State, seat: Seat) -> tuple[Seat, ...]:
    """A piece and those that stand on it."""
    tower = state.tower(seat)
    return tower[tower.index(seat) :]


def apart(one: Sighting, other: Sighting | None) -> float | None:
    """Distance in mm between two sightings; None: unknown."""
    if other is None or one.x is None or one.y is None or other.x is None or other.y is None:
        return None
    return hypot(one.x - other.x, one.y - other.y)


# The discs in the strip for throws: whether they are three, and whether any lies on another (ZG-06).
#
# Rule kept: a partly hidden disc is never counted by what can be read of it; people say what it shows, or throw
# again.


DISC_MM = 24.0
"""Distance in mm between the middles of two discs that touch flat, where no outline is known."""
TOUCHING = 0.95
"""Tolerance of overlap, as pictures are inexact: discs nearer than this share of the touching distance overlap."""
ZONG_DISC_COLOUR = "black"
PRINTED_ON: dict[str, str] = {BLUE: "blue", RISK: "violet", LIGHTNING: "yellow"}
WHOLE = 0.85
"""Minimum visible share of a disc that lies free."""


@dataclass(frozen=True, slots=True)
class Strip:
    """What lies in the strip: the number of discs, and what is wrong with them, if anything.

    One lies `over` another, or they are too `few` (none is no trouble: nobody has thrown) or too `many`.
    """

    count: int
    trouble: Literal["", "few", "many", "over"]


def discs_in(regions: Mapping[str, Sequence[Sighting]]) -> tuple[Sighting, ...]:
    """The discs in the strip without the ZONG disc."""
    discs = (sighting for sighting in regions.get(THROW, ()) if sighting.kind == "disc")
    return tuple(disc for disc in discs if disc.colour != ZONG_DISC_COLOUR)


def strip(state: State, regions: Mapping[str, Sequence[Sighting]]) -> Strip:
    """The strip while a throw is awaited. Discs of the last turn that are being picked up are no trouble."""
    discs = discs_in(regions)
    if len(discs) < THROWN and _left_over(state, discs):
        return Strip(len(discs), "")
    if len(discs) > THROWN:
        return Strip(len(discs), "many")
    if is_heap(discs):
        return Strip(len(discs), "over")
    return Strip(len(discs), "few" if 0 < len(discs) < THROWN else "")


def third_discs(state: State, scene: Scene) -> Iterator[Sighting]:
    """Every disc that may lie unseen in the strip where two of a throw are seen."""
    discs = discs_in(scene.by_region())
    if state.phase != "throw" or len(discs) != THROWN - 1 or _left_over(state, discs):
        return
    for name, owned in zip(DISC_NAMES, state.hands[state.turn], strict=True):
        for face in state.agreed.faces(name) if owned else ():
            yield Sighting("disc", str(face), THROW, colour=PRINTED_ON[name])


def _left_over(state: State, discs: Sequence[Sighting]) -> bool:
    left = [str(value(disc.face)) for disc in state.throw.lying]
    for disc in discs:
        if disc.label is None or disc.label not in left:
            return False
        left.remove(disc.label)
    return True


def is_heap(discs: Sequence[Sighting]) -> bool:
    """Whether a disc seems to lie on another or under one."""
    for one, other in combinations(discs, 2):
        # By the outlines in the picture, else by the places on the table.
        if one.corners_px and other.corners_px:
            (x, y, radius), (x2, y2, radius2) = _circle(one.corners_px), _circle(other.corners_px)
            if hypot(x - x2, y - y2) < TOUCHING * (radius + radius2):
                return True
        elif (away := apart(one, other)) is not None and away < TOUCHING * DISC_MM:
            return True
    return any(disc.visible < WHOLE for disc in discs)


def _circle(ring: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """The middle of an outline (px), and its mean radius."""
    x, y = (sum(point[n] for point in ring) / len(ring) for n in (0, 1))
    return x, y, sum(dist((x, y), point) for point in ring) / len(ring)


# The region in which a piece stands: put down by hand, flicked, or not moved since.
#
# Rule kept: measuring is for flicks. A piece put down by hand stands on the square it was meant for, and an unmoved
# one where the book has it, however crookedly. The ZONG disc is never part of the scene.


ON_IT_MM = 3.0
"""Maximum distance in mm of two pieces seen one on the other: the upper one gives the place of both."""


def assign_regions(state: State, scene: Scene, before: Scene | None) -> Scene:
    """The scene with each piece in the region where it stands, and only the discs that were thrown."""
    told = clues(state, Seen(scene.by_region(), frozenset(), {} if before is None else before.by_region()))
    is_thrown = any(sighting.kind == "disc" and sighting.region == THROW for sighting in scene.sightings)
    flicking = state.phase == "lightning" or (state.phase == "throw" and is_thrown)
    left, found = _extra_discs(state, scene), []
    for sighting in scene.sightings:
        # A disc of a throw is not black, not outside the strip, and not one too many.
        outside = sighting.colour == ZONG_DISC_COLOUR or sighting.region not in (None, THROW)
        if sighting.kind == "disc" and (outside or sighting in left):
            continue
        colour = colour_of(state, sighting) if sighting.kind == "pawn" else None
        if colour is not None and sighting.region is not None and sighting.x is not None:
            seat = state.agreed.colours.index(colour)
            seen = told
            if told.found[seat][1] is not sighting:
                seen = replace(told, found=told.found | {seat: (sighting.region, sighting)})
            region = seen.region(seat, flicking=flicking)
            sighting = sighting if region == sighting.region else replace(sighting, region=region)
        found.append(sighting)
    return replace(scene, sightings=tuple(found)) if tuple(found) != scene.sightings else scene


def _extra_discs(state: State, scene: Scene) -> list[Sighting]:
    """The unread discs in the strip beyond those thrown: the ZONG disc is among them."""
    discs = [one for one in scene.sightings if one.kind == "disc" and one.region == THROW]
    if state.phase == "throw" or not state.throw.thrown:
        return []
    faces = [str(disc.face) for disc in state.throw.thrown]
    kept: list[Sighting] = []
    for disc in sorted(discs, key=lambda disc: disc.label is None):
        if disc.label in faces or (disc.label is None and len(kept) < len(state.throw.thrown)):
            kept.append(disc)
            if disc.label is not None:
                faces.remove(disc.label)
    return [disc for disc in discs if disc not in kept and disc.label is None]


# What a flick stirred: pieces that moved since the throw was booked, and towers that came apart.
#
# Rule kept: what has not moved was not flicked, wherever it stands; what moved within its own square is asked about,
# as regions cannot tell.


SURELY_SEEN = 0.7
"""Minimum confidence in a piece seen: below it people are asked."""


def quiet_flick(state: State, seen: Seen) -> Zonged:
    """A flick after which every piece is on its square: those that moved there, and towers that came apart there."""
    told = clues(state, seen)
    at_home = {seat: where for seat, where in told.found.items() if where[0] == told.lies[seat]}
    told = replace(told, found=at_home)
    return Zonged(state.turn, told.resting() if told.is_stirred() else {})


def doubts(
    state: State, events: tuple[Event, ...], flick: Zonged | None, seen: Seen
) -> Iterator[tuple[Event, ...]]:
    """Possible events if pieces were stirred within their regions, or if nothing moved.

    `flick`: the flick as it looks. Nobody need have flicked: a sleeve stirs pieces, too.
    """
    if state.phase != "lightning":
        return
    told = clues(state, seen)
    found = told.found
    if not events:
        if flick is not None and told.is_stirred():
            yield (flick,)
            yield ()
        return
    booked = events[0]
    if len(events) > 1 or not isinstance(booked, Zonged):
        return
    # Pieces seen unsurely where the flick has them, off the board only because nobody sees them, or seen nowhere.
    seats = {colour: state.agreed.seat(colour) for colour in booked.rest}
    unsure = {colour for colour, seat in seats.items() if seat in found and found[seat][1].sure < SURELY_SEEN}
    gone = {colour for colour, rest in booked.rest.items() if rest.off_board and rest.x is None}
    lost = [
        colour
        for seat, colour in enumerate(state.agreed.colours)
        if colour not in booked.rest and not {*tower_from(state, seat)} & found.keys()
    ]
    if unsure or gone or lost:
        yield events
    if gone:
        # An unseen piece may lie beneath another, or was missed: people say whether it left the board.
        yield (Zonged(state.turn, {c: rest for c, rest in booked.rest.items() if c not in gone}),)
    if unsure:
        # What was taken for a piece may be something else: then the piece left the board, or never moved.
        others = {colour: rest for colour, rest in booked.rest.items() if colour not in unsure}
        yield (Zonged(state.turn, others | dict.fromkeys(unsure, Rest(off_board=True))),)
        yield (Zonged(state.turn, others),) if others else ()
    elif lost and not gone:
        # A piece unseen before, too, may lie where it lay, or went with the flick.
        yield (Zonged(state.turn, {**booked.rest, **dict.fromkeys(lost, Rest(off_board=True))}),)
    elif not gone and all(state.agreed.seat(colour) in found for colour in booked.rest):
        if seen.before is None:
            # Hands may have put every piece on its own square: perhaps nobody flicked.
            if all(
                one.x is None
                or one.y is None
                or put_at(state.board, state.seats, one.x, one.y) == state.board.named(state.place(seat))
                for seat, (_, one) in found.items()
            ):
                yield events
                yield ()
            return
        unmoved = all(away is not None and away <= STIRRED_MM for away in told.moved.values())
        # Where the black piece seems to have moved, the small ZONG disc may lie, which is black as well.
        black = booked.rest.get(ZONG_DISC_COLOUR)
        may_be_disc = black is not None and black.x is not None and state.agreed.discs[state.turn] == "small"
        if unmoved or may_be_disc:
            yield events


# What may have led to the scene: throws by their discs, flicks by where pieces lie, moves by the own piece.


PLAUSIBLE = 0.05
MOST_THROWS = 60
MOST_HIDDEN = 16
DISC_COLOURS: dict[str, DiscName] = {"blue": BLUE, "violet": RISK, "purple": RISK, "yellow": LIGHTNING}


def seen_events(state: State, seen: Seen) -> Iterator[Event]:
    if state.phase == "throw" and THROW in seen.changed:
        discs = discs_in(seen.regions)
        if len(discs) != THROWN:
            return
        shown = product(*(_readings(state, disc) for disc in discs))
        for thrown in islice(dict.fromkeys(map(in_order, shown)), MOST_THROWS):
            yield Threw(state.turn, thrown)
    elif state.phase == "lightning" and seen.changed:
        yield from _flicks(state, seen)
        # Hands alone may have done it: only the own piece moved, and others out of its tower with it.
        home, found = lying_in(state), pieces(state, seen)
        moved = [seat for seat, (region, _) in found.items() if region != home[seat]]
        own_left = state.turn in moved or state.turn not in found
        if not moved or (own_left and set(moved) <= set(state.tower(state.turn))):
            yield Passed(state.turn)
    elif state.phase == "cleanup":
        yield from filter(None, (cleaned_event(state),))
    elif state.phase in ("spiral", "points"):
        # The own piece stands elsewhere; unseen, it may be under one that it took along.
        found, seat = pieces(state, seen), state.turn
        start = state.board.named(state.place(seat))
        if not {*tower_from(state, seat)} & found.keys():
            # Nobody sees the own piece or any on it: it is where the rules put it.
            if state.phase == "points":
                yield from _advances(state, found, state.board.named(forward_place(state, state.turn)))
            else:
                yield FellBack(state.turn)
            return
        own = (seat,) if seat in found else mates_of(state, seat)
        wheres = [found[one][0] for one in own if one in found]
        for region in dict.fromkeys(wheres):
            if region == start or region not in seen.changed or not state.board.has(region):
                continue
            if state.phase == "points":
                yield from _advances(state, found, region)
            elif seat in found:
                back = back_place(state, seat)
                yield FellBack(seat, "" if back is not None and region == state.board.named(back) else region)


def cleaned_event(state: State) -> Event | None:
    """The clean-up as an event, once every piece is seen put back; None where people must say more."""
    return Cleaned() if state.phase == "cleanup" and not sorted_out(state).doubtful else None


def _readings(state: State, sighting: Sighting) -> list[Disc]:
    """Every disc that a sighting may be, likeliest first."""
    printed = DISC_COLOURS.get(sighting.colour or "")
    found = []
    for name in DISC_NAMES:
        for face in state.agreed.faces(name):
            unread = sighting.label is None and not sighting.others
            chance = 1.0 if unread else sighting.chance(str(face))
            if chance >= PLAUSIBLE and printed in (None, name):
                found.append((-chance, Disc(name, value(face))))
    return [disc for _, disc in sorted(found, key=lambda pair: pair[0])]


def _flicks(state: State, seen: Seen) -> Iterator[Zonged]:
    """One flick: every piece that moved lies where it is seen, unseen ones wherever they may be."""
    told = clues(state, seen)
    rest = told.resting()
    stirred = told.came_apart() or any(told.is_elsewhere(seat, unknown=False) for seat in told.found)
    # Whether this turn's discs are new in the scene: a piece merely missing since then was not flicked by them.
    faces = sorted(disc.label or "" for disc in discs_in(seen.before or {}))
    is_thrown_anew = faces != sorted(str(disc.face) for disc in state.throw.thrown)
    unseen = [
        [(colour, place) for place in _hiding(told, seen, seat, rest)]
        for seat, colour in enumerate(state.agreed.colours)
        if seat not in told.found
    ]
    for hidden in islice(product(*unseen), MOST_HIDDEN):
        lies = dict(rest)
        for colour, place in hidden:
            if place == GONE:
                lies[colour] = Rest(off_board=True)
            elif place != STAYS:
                # The one that covers it lies on it.
                upper = rest[place]
                lies |= {colour: Rest(upper.x, upper.y), place: Rest(upper.x, upper.y, on=colour)}
        if stirred or not is_thrown_anew:
            yield Zonged(state.turn, lies)


def ambiguities(state: State, events: tuple[Event, ...], seen: Seen) -> Iterator[tuple[Event, ...]]:
    """Possible events where positions say more than regions do.

    A throw in which a disc lies on another is asked about, as it may be thrown again.
    """
    if events and isinstance(events[0], Threw) and is_heap(discs_in(seen.regions)):
        yield events
        yield ()
        return
    first, last = events[:-1], events[-1:]
    there = state
    for event in first:
        there = after(there, event)
    flick = next(_flicks(there, seen), None) if there.phase == "lightning" else None
    for option in doubts(there, last, flick, seen):
        yield (*first, *option)


STAYS, GONE = "stays", "gone"


def _hiding(told: Clues, seen: Seen, seat: Seat, rest: Mapping[str, Rest]) -> list[str]:
    """Where an unseen piece may be: on its square, under one that was above it and moved along, off the board."""
    state, found = told.state, told.found
    home = state.board.named(state.place(seat))
    above = [other for other in tower_from(state, seat)[1:] if other in found]
    if home not in seen.changed or any(found[other][0] == home for other in above):
        return [STAYS]
    if told.lay is not None and told.stood(seat) is None:
        return [STAYS]
    ways = [STAYS] if any(region == home for region, _ in found.values()) else []
    ways += [colour for other in above[:1] if (colour := state.agreed.colours[other]) in rest]
    return [*ways, GONE]


def _advances(state: State, found: Found, region: str) -> Iterator[Advanced]:
    """With those of the tower seen to have come along, and with or without each unseen one."""
    seat = state.turn
    to = "" if region == state.board.named(forward_place(state, seat)) else region
    mates = mates_of(state, seat)
    came = [mate for mate in mates if mate in found and found[mate][0] == region]
    unseen = [mate for mate in mates if mate not in found]
    for along in product((False, True), repeat=len(unseen)):
        hidden = [mate for mate, with_it in zip(unseen, along, strict=True) if with_it]
        taken = tuple(mate for mate in mates if mate in came or mate in hidden)
        yield from advances_with(state, seat, taken, to)
