"""What a screen of the table marks on its board, whatever the board is drawn from: regions, tiles, or squares."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Protocol, runtime_checkable

from ui.present.drawn import MarkKind
from ui.present.models import TableModel
from ui.present.table_touches import TouchSquare
from ui.present.tabletop import Mark


@runtime_checkable
class MarkedBoard(Protocol):
    """A game's own board, a dataclass, of squares that may be marked by their names."""

    marks: Mapping[str, MarkKind]


@runtime_checkable
class WayBoard(Protocol):
    """One on which ways from square to square are drawn."""

    ways: tuple[tuple[str, str], ...]


def pointing_to(model: TableModel, where: Collection[str], kind: MarkKind = "go") -> TableModel:
    """The model with these places marked, but for those that have a mark."""
    marked = {mark.region for mark in model.board.marks}
    marks = (
        *model.board.marks,
        *(Mark(name, kind, due=kind == "point") for name in sorted(set(where) - marked)),
    )
    tiles = tuple(
        replace(tile, mark=kind)
        if isinstance(tile.action, TouchSquare) and tile.action.square in where
        else tile
        for tile in model.tiles
    )
    board, own = replace(model.board, marks=marks), pointed(model.own, where, kind)
    return replace(model, board=board, tiles=tiles, own=own)


def pointed(own: Any, where: Collection[str], kind: MarkKind = "go") -> object:
    """A board of squares with these marked, but for those that have a mark; any other own board as it is."""
    if not isinstance(own, MarkedBoard):
        return own
    return replace(own, marks={**dict.fromkeys(sorted(where), kind), **own.marks})  # type: ignore[type-var]


def shown_going(own: Any, ways: tuple[tuple[str, str], ...]) -> object:
    """A board of squares with these ways on it in the place of the last move's; any other own board as it is."""
    return replace(own, ways=ways) if isinstance(own, WayBoard) else own  # type: ignore[type-var]
