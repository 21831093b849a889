"""In which region a piece stands by what is known of it: put down by hand, flicked, or not moved since.

The rule kept here: measuring is for flicks. What a hand put down stands on the square it was meant for, and what has
not moved stands where the book has it, however crookedly. The ZONG disc is no part of the scene, wherever it lies.
"""

from dataclasses import replace
from math import hypot

from companion.game import Seat, Seen
from companion.games.zong.areas import put_at
from companion.games.zong.finding import Found, pieces
from companion.games.zong.lying_discs import ZONG_DISC_COLOUR
from companion.games.zong.state import State
from companion.games.zong.table import THROW, places, region_of
from companion.games.zong.tidying import STIRRED_MM, as_it_came_to_rest, colour_of
from companion.sight import Scene, Sighting

ON_IT_MM = 3.0
"""A piece that is seen no farther than this from another lies on it, or under it, and its place is told by that."""


def assign_regions(state: State, scene: Scene, before: Scene | None) -> Scene:
    """The scene with each piece in the region where it stands, and only the discs that were thrown."""
    now = pieces(state, Seen(scene.by_region(), frozenset()))
    lay = {} if before is None else pieces(state, Seen(before.by_region(), frozenset()))
    flicking = state.phase == "lightning" or (state.phase == "throw" and _is_thrown(scene))
    lies = {seat: name for name, seats in places(state).items() for seat in seats}
    left, found = _extra_discs(state, scene), []
    for sighting in scene.sightings:
        if sighting.kind == "disc" and _is_no_throw(sighting, left):
            continue
        colour = colour_of(state, sighting) if sighting.kind == "pawn" else None
        if colour is None or sighting.region is None or sighting.x is None or sighting.y is None:
            found.append(sighting)
            continue
        seat = state.agreed.colours.index(colour)
        seen = {**now, seat: (sighting.region, sighting)}
        region = _region(state, seat, seen, lies[seat], lay, flicking=flicking)
        found.append(sighting if region == sighting.region else replace(sighting, region=region))
    return replace(scene, sightings=tuple(found)) if tuple(found) != scene.sightings else scene


def _is_thrown(scene: Scene) -> bool:
    return any(sighting.kind == "disc" and sighting.region == THROW for sighting in scene.sightings)


def _extra_discs(state: State, scene: Scene) -> list[Sighting]:
    """Of the discs in the strip the unread ones that are more than were thrown: the ZONG disc is among them."""
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


def _is_no_throw(disc: Sighting, extra: list[Sighting]) -> bool:
    """Whether a disc is not one of those thrown: it is black, lies outside the strip, or is one too many."""
    return disc.colour == ZONG_DISC_COLOUR or (disc.region not in (None, THROW)) or disc in extra


def _region(state: State, seat: Seat, found: Found, home: str, lay: Found, *, flicking: bool) -> str:
    lies_in, seen = found[seat]
    assert seen.x is not None and seen.y is not None
    rest = dict(state.rest).get(seat)
    if rest is not None and as_it_came_to_rest(rest, seen.x, seen.y):
        return region_of(state, rest, home, home)
    there = put_at(state.board, state.seats, seen.x, seen.y)
    if not flicking:
        return there or lies_in
    away = moved_by(state, seat, found, lay)
    if away is None or away > STIRRED_MM:
        return lies_in
    return home if there == home or _is_covered_anew(state, seat, found, lay) else lies_in


def moved_by(state: State, seat: Seat, found: Found, lay: Found) -> float | None:
    """How far (mm) a piece that is seen lies from where it lay; None where that is not known.

    One on which another came to lie cannot be seen itself: near enough to where it lay it has not moved.
    """
    away = apart(found[seat][1], where_it_stood(state, seat, lay))
    if away is not None and away < state.board.piece_mm and _is_covered_anew(state, seat, found, lay):
        return 0.0
    return away


def _is_covered_anew(state: State, seat: Seat, found: Found, lay: Found) -> bool:
    """Whether a piece from elsewhere lies on a piece, so that its place is only that of the one on it."""
    return any(
        other != seat
        and other not in state.tower(seat)
        and (near := apart(found[seat][1], sighting)) is not None
        and near <= ON_IT_MM
        and sighting.visible >= found[seat][1].visible
        and (gone := apart(sighting, where_it_stood(state, other, lay))) is not None
        and gone > STIRRED_MM
        for other, (_, sighting) in found.items()
    )


def apart(one: Sighting, other: Sighting | None) -> float | None:
    """How far apart (mm) two sightings are; None where that is not known."""
    if other is None or one.x is None or one.y is None or other.x is None or other.y is None:
        return None
    return hypot(one.x - other.x, one.y - other.y)


def where_it_stood(state: State, seat: Seat, lay: Found) -> Sighting | None:
    """Where a piece was seen, or the next above it in its tower, which then hid it."""
    tower = state.tower(seat)
    return next((lay[other][1] for other in tower[tower.index(seat) :] if other in lay), None)
