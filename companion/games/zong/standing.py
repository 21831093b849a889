"""In which region a piece stands by what is known of it: put down by hand, flicked, or not moved since.

The rule kept here: measuring is for flicks. What a hand put down stands on the square it was meant for, and what has
not moved stands where the book has it, however crookedly.
"""

from dataclasses import replace
from math import hypot

from companion.game import Seat, Seen
from companion.games.zong.areas import put_at
from companion.games.zong.finding import Found, pieces
from companion.games.zong.state import State
from companion.games.zong.table import THROW, places, region_of
from companion.games.zong.tidying import STIRRED_MM, as_it_came_to_rest, colour_of
from companion.sight import Scene, Sighting


def placed(state: State, scene: Scene, before: Scene | None) -> Scene:
    """The scene with each piece in the region where it stands (`Game.placed`)."""
    lay = {} if before is None else pieces(state, Seen(before.by_region(), frozenset()))
    flicking = state.phase == "lightning" or (state.phase == "throw" and _is_thrown(scene))
    lies = {seat: name for name, seats in places(state).items() for seat in seats}
    found = []
    for sighting in scene.sightings:
        colour = colour_of(state, sighting) if sighting.kind == "pawn" else None
        if colour is None or sighting.region is None or sighting.x is None or sighting.y is None:
            found.append(sighting)
            continue
        seat = state.agreed.colours.index(colour)
        region = _region(state, seat, sighting, lies[seat], lay, flicking)
        found.append(sighting if region == sighting.region else replace(sighting, region=region))
    return replace(scene, sightings=tuple(found)) if tuple(found) != scene.sightings else scene


def _is_thrown(scene: Scene) -> bool:
    return any(sighting.kind == "disc" and sighting.region == THROW for sighting in scene.sightings)


def _region(state: State, seat: Seat, seen: Sighting, home: str, lay: Found, flicking: bool) -> str:
    assert seen.x is not None and seen.y is not None and seen.region is not None
    rest = dict(state.rest).get(seat)
    if rest is not None and as_it_came_to_rest(rest, seen.x, seen.y):
        return region_of(state, rest, home, home)
    there = put_at(state.board, state.seats, seen.x, seen.y)
    if not flicking:
        return there or seen.region
    stood = where_it_stood(state, seat, lay)
    if there != home or stood is None or stood.x is None or stood.y is None:
        return seen.region
    return home if hypot(stood.x - seen.x, stood.y - seen.y) <= STIRRED_MM else seen.region


def where_it_stood(state: State, seat: Seat, lay: Found) -> Sighting | None:
    """Where a piece was seen, or the next above it in its tower, which then hid it."""
    tower = state.tower(seat)
    return next((lay[other][1] for other in tower[tower.index(seat) :] if other in lay), None)
