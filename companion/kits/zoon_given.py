"""Positions of Zoon and Zoondo read from JSON: each fault names the field that it is about."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec

from companion.game import Over, PositionFault
from companion.kits.zoon_board import NUMBERS, Wall
from companion.kits.zoon_piles import sorted_pile


def converted(value: Any, kind: Any, at: str) -> Any:
    """Plain data as this type. Raises PositionFault."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as fault:
        message, _, path = str(fault).partition(" - at `$")
        raise PositionFault(at + path.rstrip("`").lstrip("$"), message) from None


def piles_of(given: Mapping[str, Any], name: str, kind: Any) -> Any:
    """A pile for each seat, in its order; empty ones where nothing is given."""
    piles = converted(given.get(name, [[], []]), kind, name)
    return tuple(sorted_pile(pile) for pile in piles)


def walls_of(
    given: Mapping[str, Any], blocks: Callable[[str], bool], trumps: Collection[str]
) -> tuple[Wall, ...]:
    """Obstacles by square, and what other trumps lie on squares for good; whose they are where that is given."""
    cells = converted(given.get("obstacles", []), tuple[str, ...], "obstacles")
    made = given.get("walls", {})
    if not isinstance(made, Mapping):
        raise PositionFault("walls", f"expected squares with what lies there, found {made!r}")
    others = [cell for cell in made if cell not in cells]
    walls = []
    for cell in sorted({*cells, *others}):
        if cell not in NUMBERS:
            raise PositionFault("obstacles", f"expected squares a1 … f6, found {cell!r}")
        if cell in given.get("cards", {}) and cell in cells:
            raise PositionFault("obstacles", f"a card and an Obstacle both on {cell}")
        wall: Wall = converted({"at": cell, **(made.get(cell) or {})}, Wall, f"walls.{cell}")
        if wall.trump is not None and wall.trump not in trumps:
            raise PositionFault(f"walls.{cell}.trump", f"no trump is called {wall.trump!r}")
        if cell in others and (wall.trump is None or blocks(wall.trump)):
            raise PositionFault(f"walls.{cell}", "an Obstacle stands among the obstacles as well")
        walls.append(msgspec.structs.replace(wall, blocks=cell in cells))
    return tuple(walls)


def over_json(over: Over) -> dict[str, Any]:
    """How a game ended."""
    return {"winners": over.winners, "why": over.why, "rule": over.rule}
