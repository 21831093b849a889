"""A movement grid drawn by taps on its 5 × 5 squares: what one tap makes of the printed paths.

Rule kept: a square is reached by a path, or is green, or neither; further taps lead through all that it can be.
"""

from collections.abc import Iterable

from companion.kits.grid import Offset, Stride
from companion.kits.zoon_grids import REACH

Strides = tuple[Stride, ...]
SQUARES: tuple[Offset, ...] = tuple(
    (across, ahead) for ahead in range(REACH, -REACH - 1, -1) for across in range(-REACH, REACH + 1)
)
"""All squares as they are read: row by row from the far left."""


def tapped(strides: Strides, square: Offset, *, green: bool) -> Strides:
    """The paths after a tap. A path's square goes away again; one of two possible bends takes the other first."""
    if square == (0, 0):
        return strides
    flown = Stride((square,), flown=True)
    others = tuple(stride for stride in strides if stride != flown)
    if green:
        return others if flown in strides else (*_without(strides, square), flown)
    routes = _routes(square)
    used = [
        n for n, route in enumerate(routes) if any(stride.offsets[: len(route)] == route for stride in others)
    ]
    cleared = _without(others, square)
    if not used:
        best = next((n for n, route in enumerate(routes) if _ends(cleared, route[0])), 0)
        return _with(cleared, routes[best])
    # Bent ways are offered one after the other; a straight one is the only one.
    return _with(cleared, routes[1]) if used[0] == 0 and len(routes) > 1 else cleared


def reached(strides: Iterable[Stride]) -> dict[Offset, bool]:
    """Every square that may be stopped on, and whether it is green."""
    found: dict[Offset, bool] = {}
    for stride in strides:
        for offset in stride.offsets:
            found[offset] = stride.flown
    return found


def _routes(square: Offset) -> tuple[tuple[Offset, ...], ...]:
    """The ways from the middle to a square in as many steps as it is away: one, or for a bent one two."""
    across, ahead = square
    if max(abs(across), abs(ahead)) == 1:
        return ((square,),)
    slanting = (_toward(across), _toward(ahead))
    if across % 2 == ahead % 2 == 0:
        return ((slanting, square),)
    upright = (0, slanting[1]) if abs(ahead) > abs(across) else (slanting[0], 0)
    return ((upright, square), (slanting, square))


def _toward(part: int) -> int:
    return (part > 0) - (part < 0)


def _ends(strides: Strides, square: Offset) -> bool:
    return any(stride.offsets[-1] == square and not stride.flown for stride in strides)


def _without(strides: Strides, square: Offset) -> Strides:
    """All paths up to before a square; green squares elsewhere stay."""
    found = []
    for stride in strides:
        if square not in stride.offsets:
            found.append(stride)
        elif not stride.flown and (kept := stride.offsets[: stride.offsets.index(square)]):
            found.append(Stride(kept))
    return tuple(stride for n, stride in enumerate(found) if not _covered(stride, found, n))


def _with(strides: Strides, route: tuple[Offset, ...]) -> Strides:
    """A path more; one that it goes on from becomes part of it, and what was green on it is walked on now."""
    found = [
        *(stride for stride in strides if not (stride.flown and stride.offsets[-1] in route)),
        Stride(route),
    ]
    return tuple(stride for n, stride in enumerate(found) if not _covered(stride, found, n))


def _covered(stride: Stride, strides: list[Stride], at: int) -> bool:
    """Whether a path is the beginning of another, or the same as a later one."""
    if stride.flown:
        return False
    return any(
        not other.flown
        and n != at
        and other.offsets[: len(stride.offsets)] == stride.offsets
        and (len(other.offsets) > len(stride.offsets) or n > at)
        for n, other in enumerate(strides)
    )
