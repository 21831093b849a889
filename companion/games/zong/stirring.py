"""What a flick stirred: pieces that moved since the throw was booked, and towers seen to have come apart.

The rule kept here: what has not moved was not flicked, wherever it stands; and what moved within its own square is
asked about, as the regions cannot tell it.
"""

from collections.abc import Iterator
from math import hypot

from companion.game import Event, Seat, Seen
from companion.games.zong.events import Rest, Zonged
from companion.games.zong.finding import Found, pieces
from companion.games.zong.measuring import DOUBT_MM
from companion.games.zong.state import State
from companion.games.zong.table import places
from companion.sight import Sighting

STIRRED_MM = 2.0
"""A piece that seems to have moved by less has not: twice what pieces at rest were ever seen to move, and less than
the doubt, so that it cannot have come to another square."""


def moved_by(state: State, seen: Seen, found: Found) -> dict[Seat, float | None]:
    """How far (mm) each piece that is seen lies from where it lay; None where that is not known."""
    if seen.before is None:
        return dict.fromkeys(found)
    lay = pieces(state, Seen(seen.before, frozenset()))
    return {seat: _apart(found[seat][1], _stood(state, seat, lay)) for seat in found}


def _stood(state: State, seat: Seat, lay: Found) -> Sighting | None:
    """Where a piece was seen, or the next above it in its tower, which then hid it."""
    tower = state.tower(seat)
    return next((lay[other][1] for other in tower[tower.index(seat) :] if other in lay), None)


def _apart(one: Sighting, other: Sighting | None) -> float | None:
    if other is None or one.x is None or one.y is None or other.x is None or other.y is None:
        return None
    return hypot(one.x - other.x, one.y - other.y)


def flicked(state: State, seen: Seen, found: Found) -> frozenset[Seat]:
    """Of the pieces that are seen those that a flick is to tell of: which moved, or are not where they are to be.

    Where one of a tower is among them, all of it are: what lies highest and nearest then matters.
    """
    moved, lies = moved_by(state, seen, found), _regions(state)
    told = {
        seat
        for seat, (region, _) in found.items()
        if (away := moved[seat]) is None or away > STIRRED_MM or region != lies[seat]
    }
    return frozenset(seat for seat in found if told & set(state.tower(seat)))


def _regions(state: State) -> dict[Seat, str]:
    return {seat: name for name, seats in places(state).items() for seat in seats}


def came_apart(state: State, found: Found) -> bool:
    """Whether two of a tower are seen so far from each other that neither can lie on the other."""
    flat = state.board.piece_mm - DOUBT_MM
    lying = dict(state.rest)
    towers = [[seat for seat in tower if seat in found and seat not in lying] for tower in state.squares[1:]]
    return any(
        (away := _apart(found[one][1], found[other][1])) is not None and away >= flat
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
        for seat, away in moved_by(state, seen, found).items()
        if seat not in lay or lay[seat][0] == lies[seat]
    )


def quiet_flick(state: State, seen: Seen) -> Zonged:
    """A flick after which every piece lies on its square: those that moved there, and towers that came apart there."""
    found = pieces(state, seen)
    lies = _regions(state)
    told = flicked(state, seen, found) if is_stirred(state, seen, found) else frozenset()
    rest = {
        state.agreed.colours[seat]: Rest(round(sighting.x, 1), round(sighting.y, 1))
        for seat, (region, sighting) in sorted(found.items())
        if seat in told and region == lies[seat] and sighting.x is not None and sighting.y is not None
    }
    return Zonged(state.turn, rest)


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
    elif len(events) == 1 and isinstance(events[0], Zonged) and seen.before is not None:
        moved = moved_by(state, seen, found).values()
        if all(away is not None and away <= STIRRED_MM for away in moved) and len(found) == state.seats:
            yield events
