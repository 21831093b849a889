"""Which sighting is which piece, and where it lies."""

from companion.game import Seat, Seen
from companion.games.zong.state import State
from companion.games.zong.table import THROW
from companion.games.zong.tidying import colour_of
from companion.sight import Sighting

Found = dict[Seat, tuple[str, Sighting]]


def pieces(state: State, seen: Seen) -> Found:
    """Where each piece is seen; one that seems to be in two places is taken where something has changed."""
    found: Found = {}
    for region, sightings in seen.regions.items():
        for sighting in sightings:
            colour = colour_of(state, sighting)
            if colour is None or (sighting.kind == "disc" and region == THROW):
                continue
            seat = state.agreed.colours.index(colour)
            if seat not in found or _better(region, sighting, *found[seat], seen):
                found[seat] = (region, sighting)
    return found


def _better(region: str, sighting: Sighting, old_region: str, old: Sighting, seen: Seen) -> bool:
    return (region in seen.changed, sighting.x is not None, sighting.sure) > (
        old_region in seen.changed,
        old.x is not None,
        old.sure,
    )
