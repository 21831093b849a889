"""What a flick stirred: pieces that moved since the throw was booked, and towers seen to have come apart.

The rule kept here: what has not moved was not flicked, wherever it stands; and what moved within its own square is
asked about, as the regions cannot tell it.
"""

from collections.abc import Iterator

from companion.game import Event, Seat, Seen
from companion.games.zong.areas import put_at
from companion.games.zong.board import GOAL
from companion.games.zong.events import Rest, Zonged
from companion.games.zong.finding import Found, pieces
from companion.games.zong.lying_discs import ZONG_DISC_COLOUR
from companion.games.zong.measuring import DOUBT_MM
from companion.games.zong.sorting import Lying, belonging
from companion.games.zong.standing import apart, moved_by, where_it_stood
from companion.games.zong.state import State
from companion.games.zong.table import BESIDE, places
from companion.games.zong.tidying import STIRRED_MM
from companion.sight import Sighting

SURELY_SEEN = 0.7
"""What is told of a piece that is seen less surely than this is asked about."""


def all_moved(state: State, seen: Seen, found: Found) -> dict[Seat, float | None]:
    """How far (mm) each piece that is seen lies from where it lay; None where that is not known."""
    if seen.before is None:
        return dict.fromkeys(found)
    lay = pieces(state, Seen(seen.before, frozenset()))
    return {seat: moved_by(state, seat, found, lay) for seat in found}


def have_moved(state: State, seen: Seen, found: Found) -> bool:
    """Whether any piece is seen elsewhere than it lay, or beside the tower that it stood in."""
    moved, lies = all_moved(state, seen, found), _regions(state)
    return came_apart(state, found) or any(
        region != lies[seat] or ((away := moved[seat]) is not None and away > STIRRED_MM)
        for seat, (region, _) in found.items()
    )


def flicked(state: State, seen: Seen, found: Found) -> frozenset[Seat]:
    """Of the pieces that are seen those that a flick is to tell of: which moved, or are not where they are to be.

    Where one of a tower is among them, all of it are: what lies highest and nearest then matters.
    """
    moved, lies = all_moved(state, seen, found), _regions(state)
    told = {
        seat
        for seat, (region, _) in found.items()
        if (away := moved[seat]) is None or away > STIRRED_MM or region != lies[seat]
    }
    return frozenset(seat for seat in found if told & set(state.tower(seat)))


def resting(state: State, seen: Seen, found: Found) -> dict[str, Rest]:
    """By colour where the pieces lie that a flick is to tell of."""
    moved = all_moved(state, seen, found)
    told = {
        state.agreed.colours[seat]: rest_of(state, seat, *found[seat], moved[seat])
        for seat in sorted(flicked(state, seen, found))
    }
    return {colour: rest for colour, rest in told.items() if rest is not None}


def rest_of(state: State, seat: Seat, region: str, sighting: Sighting, away: float | None) -> Rest | None:
    """Where a piece lies; one that has not moved stands on its square, be it however crooked. None: not known."""
    if sighting.x is None or sighting.y is None:
        return None if region == _regions(state)[seat] else _by_region(state, region)
    rest, home = Rest(round(sighting.x, 1), round(sighting.y, 1)), state.board.named(state.place(seat))
    if away is None or away > STIRRED_MM or seat in dict(state.rest):
        return rest
    if put_at(state.board, state.seats, sighting.x, sighting.y) != home:
        return rest
    measured = belonging(state.board, state.seats, home, Lying(rest.x, rest.y), state.agreed.straddle)
    return rest if home == measured.square else Rest(square=home)


def _by_region(state: State, region: str) -> Rest | None:
    """Where a piece lies of which no place is told but the region."""
    if region == BESIDE:
        return Rest(off_board=True)
    if region == GOAL:
        return Rest(goal=True)
    return Rest(square=region) if state.board.number(region) is not None else None


def _regions(state: State) -> dict[Seat, str]:
    return {seat: name for name, seats in places(state).items() for seat in seats}


def came_apart(state: State, found: Found) -> bool:
    """Whether two of a tower are seen so far from each other that neither can lie on the other."""
    flat = state.board.piece_mm - DOUBT_MM
    lying = dict(state.rest)
    towers = [[seat for seat in tower if seat in found and seat not in lying] for tower in state.squares[1:]]
    return any(
        (away := apart(found[one][1], found[other][1])) is not None and away >= flat
        for tower in towers
        for n, one in enumerate(tower)
        for other in tower[:n]
    )


def is_stirred(state: State, seen: Seen, found: Found) -> bool:
    """Whether a piece moved and still lies in the region where it lay, or a tower came apart on its own square."""
    if seen.before is None:
        return came_apart(state, found)
    lies, lay = _regions(state), pieces(state, Seen(seen.before, frozenset()))
    return any(
        away is not None and away > STIRRED_MM and found[seat][0] == lies[seat]
        for seat, away in all_moved(state, seen, found).items()
        if lies[seat] in _stood_at(state, where_it_stood(state, seat, lay))
    )


def _stood_at(state: State, stood: Sighting | None) -> tuple[str | None, ...]:
    """The region where a piece was seen, and the square on which it stood by that."""
    if stood is None or stood.x is None or stood.y is None:
        return ()
    return stood.region, put_at(state.board, state.seats, stood.x, stood.y)


def quiet_flick(state: State, seen: Seen) -> Zonged:
    """A flick after which every piece lies on its square: those that moved there, and towers that came apart there."""
    found = pieces(state, seen)
    lies = _regions(state)
    at_home = {seat: found[seat] for seat in found if found[seat][0] == lies[seat]}
    stirred = is_stirred(state, seen, at_home)
    return Zonged(state.turn, resting(state, seen, at_home) if stirred else {})


def doubts(
    state: State, events: tuple[Event, ...], flick: Zonged | None, seen: Seen
) -> Iterator[tuple[Event, ...]]:
    """What may have happened where a flick stirred pieces within their regions, or where nothing moved at all.

    `flick`: what it would be as it is seen. Nobody need have flicked: a sleeve stirs pieces too.
    """
    if state.phase != "lightning":
        return
    found = pieces(state, seen)
    if not events:
        if flick is not None and is_stirred(state, seen, found):
            yield (flick,)
            yield ()
        return
    booked = events[0]
    if len(events) > 1 or not isinstance(booked, Zonged):
        return
    unsure, gone, lost = _unsure(state, booked, found), _gone(booked), _lost(state, booked, found)
    if unsure or gone or lost:
        yield events
    if gone:
        # What nobody sees may lie beneath another piece, or was missed: people say whether it left the board.
        yield (Zonged(state.turn, {c: rest for c, rest in booked.rest.items() if c not in gone}),)
    if unsure:
        # What was taken for a piece may be none: then that one left the board, or never moved.
        others = {colour: rest for colour, rest in booked.rest.items() if colour not in unsure}
        yield (Zonged(state.turn, others | dict.fromkeys(unsure, Rest(off_board=True))),)
        yield (Zonged(state.turn, others),) if others else ()
    elif lost and not gone:
        # What was not seen before either may lie where it lay, or the flick took it along: nobody sees it.
        yield (Zonged(state.turn, {**booked.rest, **dict.fromkeys(lost, Rest(off_board=True))}),)
    elif not gone and all(state.agreed.seat(colour) in found for colour in booked.rest):
        if seen.before is None:
            if all(_stands_crookedly(state, seat, sighting) for seat, (_, sighting) in found.items()):
                yield events
                yield ()
            return
        moved = all_moved(state, seen, found).values()
        unmoved = all(away is not None and away <= STIRRED_MM for away in moved)
        if unmoved or _may_be_the_disc(state, booked):
            yield events


def _may_be_the_disc(state: State, flick: Zonged) -> bool:
    """Whether the black piece has moved by what is seen, but the small ZONG disc, black as well, may lie there."""
    rest = flick.rest.get(ZONG_DISC_COLOUR)
    return rest is not None and rest.x is not None and state.agreed.discs[state.turn] == "small"


def _unsure(state: State, flick: Zonged, found: Found) -> frozenset[str]:
    """The pieces of which it is not sure that they were seen at all where a flick has them."""
    seats = {colour: state.agreed.seat(colour) for colour in flick.rest}
    return frozenset(
        colour for colour, seat in seats.items() if seat in found and found[seat][1].sure < SURELY_SEEN
    )


def _gone(flick: Zonged) -> frozenset[str]:
    """The pieces that are said to be off the board only because nobody sees them."""
    return frozenset(colour for colour, rest in flick.rest.items() if rest.off_board and rest.x is None)


def _lost(state: State, flick: Zonged, found: Found) -> tuple[str, ...]:
    """The pieces that nobody sees, nor any that stands on them, and of which a flick tells nothing."""
    return tuple(
        colour
        for seat, colour in enumerate(state.agreed.colours)
        if colour not in flick.rest and not {*tower_from(state, seat)} & found.keys()
    )


def tower_from(state: State, seat: Seat) -> tuple[Seat, ...]:
    """A piece and those that stand on it."""
    tower = state.tower(seat)
    return tower[tower.index(seat) :]


def _stands_crookedly(state: State, seat: Seat, sighting: Sighting) -> bool:
    """Whether a piece lies where a hand may have put it on its own square, so that nobody need have flicked it."""
    if sighting.x is None or sighting.y is None:
        return True
    home = state.board.named(state.place(seat))
    return put_at(state.board, state.seats, sighting.x, sighting.y) == home
