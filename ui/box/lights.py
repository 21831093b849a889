"""Which lamps a game lights: whose turn, what was thrown, trouble."""

from collections.abc import Mapping

from companion.game import Chance, Over, Turn
from hardware.lamps import RUN_SECONDS, die_lamps, running_die, running_penny

Throw = int | str
"""A die's face, a penny's side, or the seat drawn by lot."""


def lights(
    turn: Turn, thrown: Mapping[int, Throw], what: str, since: Mapping[int, float], *, trouble: bool
) -> frozenset[str]:
    """The lamps that are on.

    `thrown` by seat is what it threw, `what` whether that was `dice`, `penny` or `lot`, `since` how many seconds
    ago: for RUN_SECONDS the lamps run before they show it.
    """
    on = {f"turn{seat}" for seat in _to_act(turn, thrown if since else {})}
    for seat, value in thrown.items():
        running = since.get(seat, RUN_SECONDS) < RUN_SECONDS
        if what == "dice" and isinstance(value, int):
            on |= running_die(seat, since[seat]) if running else die_lamps(seat, value)
        elif what == "penny":
            on |= running_penny(since[seat]) if running else frozenset({str(value)})
    if trouble:
        on.add("trouble")
    return frozenset(on)


def _to_act(turn: Turn, thrown: Mapping[int, Throw]) -> frozenset[int]:
    if isinstance(turn, Chance):
        return frozenset(turn.seats) - thrown.keys()
    if isinstance(turn, Over):
        return frozenset(turn.winners)
    return turn.seats
