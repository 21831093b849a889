"""What a screen of the table marks on its board, whatever the board is drawn from: regions, tiles, or squares."""

from collections.abc import Collection
from dataclasses import replace

from ui.present.drawn import MarkKind
from ui.present.field import pointed
from ui.present.models import TableModel
from ui.present.table_touches import TouchSquare
from ui.present.tabletop import Mark
from ui.present.track import TrackModel


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
    own = pointed(model.own, frozenset(where), kind)
    if isinstance(own, TrackModel):
        cells = (
            replace(one, mark=kind) if one.name in where and one.mark is None else one for one in own.cells
        )
        own = replace(own, cells=tuple(cells))
    return replace(
        model,
        board=replace(model.board, marks=marks),
        tiles=tiles,
        own=own,
    )
