"""What is best held against what else there is, all tried as often: for a coach who advises, or looks back."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.game import Event, Game, RandomSource, Seat
from companion.search.choosing import MIDDLE, Chosen, choose, compare
from companion.search.options import options

FIRST = 120
"""So many play-outs look for the best."""
EACH = 80
"""So often the best and what was played are then tried: afresh, so that luck in the search makes nothing the better."""


def advised(
    game: Game[Any], state: Any, seat: Seat, lots: RandomSource, is_time_up: Callable[[], bool]
) -> Chosen:
    """The best that a seat may do, and the best three as lines, the best first. Raises ValueError for nothing to do."""
    found = choose(game, state, seat, lots, is_time_up, replace(MIDDLE, playouts=FIRST))
    best = frozenset(line.events[0] for line in found.lines)
    if len(best) < 2:
        return found
    lines = compare(game, state, seat, best, lots, is_time_up, len(best) * EACH)
    return Chosen(lines[0].events[0], lines) if lines else found


def weighed(
    game: Game[Any],
    state: Any,
    seat: Seat,
    played: Event,
    lots: RandomSource,
    is_time_up: Callable[[], bool],
) -> Chosen:
    """The better of what a seat played and the best that is found instead, with both as lines, the better first.

    No lines where it could do nothing else. Raises ValueError where it had nothing to do or did what no search knows.
    """
    decided = game.decided(state, played)
    found = options(game, game.world_for(state, seat, lots), seat, state, every=True)
    if decided not in found:
        raise ValueError(f"seat {seat} could not decide {played!r}")
    if len(found) == 1:
        return Chosen(decided, ())
    best = choose(game, state, seat, lots, is_time_up, replace(MIDDLE, playouts=FIRST)).event
    if best == decided:
        return Chosen(decided, ())
    lines = compare(game, state, seat, frozenset({best, decided}), lots, is_time_up, 2 * EACH)
    return Chosen(lines[0].events[0] if lines else decided, lines)
