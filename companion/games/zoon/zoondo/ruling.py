"""What the people may say lies on a square, likeliest first: always face down, where a card is named it is the one."""

from collections.abc import Iterator

from companion.games.zoon.family.board import NAMES, NUMBERS
from companion.games.zoon.family.rulings import breaches, nearest
from companion.games.zoon.zoondo.events import Ruled
from companion.games.zoon.zoondo.state import State


def rulings(state: State, region: str) -> Iterator[Ruled]:
    """What the people may say lies on a region, likeliest first."""
    if state.phase == "deploy" or region not in NUMBERS:
        return
    here = NUMBERS[region]
    piece = state.board[here]
    found: list[Ruled] = []
    if piece is not None:
        found.append(Ruled(region, piece.seat))
        found.extend(Ruled(region, piece.seat, card) for card in sorted(set(state.agreed.armies[piece.seat])))
    if piece is not None or state.wall_at(region) is not None:
        found.append(Ruled(region))
    for seat in (0, 1):
        near = (n for n in nearest(here) if (there := state.board[n]) is not None and there.seat == seat)
        found.extend(Ruled(region, seat, source=place) for place in ("off", "hand"))
        found.extend(Ruled(region, seat, source=NAMES[number]) for number in near)
    yield from (event for event in dict.fromkeys(found) if not any(breaches(state, event)))
