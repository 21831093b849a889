"""A half dealt by lot: its base, tiles drawn from the bag that both share, three pieces where they may stand.

It is what players lay who draw every tile blindly and choose nothing. Source 004, "Setting up the game".
"""

from companion.game import RandomSource, Seat
from companion.games.zones.events import Laid
from companion.games.zones.halves import half_faults
from companion.games.zones.listing import first_pieces_by_lot
from companion.games.zones.pieces import TERRAINS
from companion.games.zones.screened import with_half
from companion.games.zones.state import EACH, Half, State


def dealt(state: State, seat: Seat, lots: RandomSource) -> Laid:
    """A whole half by the rules, drawn by lot; what the other half holds is not in the bag any more."""
    while True:
        event = _drawn(state, seat, lots)
        half = Half(event.base, tuple(_pairs(event)), event.pieces, whole=True)
        if not any(half_faults(state.agreed, seat, half)):
            return event


def _drawn(state: State, seat: Seat, lots: RandomSource) -> Laid:
    board = state.agreed.board
    left = [board.names[number] for number in board.halves[seat]]
    base = left.pop(lots(len(left)))
    gone = [kind for kind, _at in state.screen.halves[1 - seat].tiles]
    bag = [kind for kind in TERRAINS for _n in range(EACH - gone.count(kind))]
    tiles = tuple((bag.pop(lots(len(bag))), at) for at in left)
    half = Half(base, tiles, (), whole=True)
    pieces = first_pieces_by_lot(with_half(state, seat, half), seat, lots).pieces
    return Laid(seat, pieces, base, {at: kind for kind, at in tiles})


def _pairs(event: Laid) -> list[tuple[str, str]]:
    return [(kind, at) for at, kind in event.terrain.items()]
