"""The front rows, read from a scene: the likeliest cards that an army can hold, and near alternatives."""

from collections.abc import Iterator
from math import log

from companion.game import Seen
from companion.games.zoon.alternate import laying
from companion.games.zoon.alternate.events import FrontsUp
from companion.games.zoon.alternate.state import State
from companion.games.zoon.family.board import back
from companion.games.zoon.family.reading import assigned
from companion.sight import Sighting

NEAR = log(50)
"""Only alternatives so much less likely than the best are worth a thought."""


def read_fronts(state: State, seen: Seen, seat: int) -> Iterator[FrontsUp]:
    """The front row of a seat as seen, likeliest first; nothing before all its cards lie face up."""
    squares = laying.front_squares(state, seat)
    more = laying.more_up(state, seat)
    shown = [cell for cell in back(seat) if state.at(cell) is not None and _up(seen, cell) is not None]
    if len(shown) < more:
        return
    also = tuple(shown[:more])
    sightings = [_up(seen, cell) for cell in (*squares, *also)]
    if any(sighting is None for sighting in sightings):
        return
    best: float | None = None
    for likelihood, cards in assigned([s for s in sightings if s is not None], state.stock.unseen[seat]):
        best = likelihood if best is None else best
        if likelihood >= best - NEAR:
            yield FrontsUp(seat, cards, also)


def _up(seen: Seen, cell: str) -> Sighting | None:
    """The card that lies face up in a square."""
    cards = [s for s in seen.regions.get(cell, ()) if s.kind == "card" and s.face != "down"]
    return cards[-1] if cards else None
