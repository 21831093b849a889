"""What a screen of the table marks on its board, whatever the board is drawn from: regions, tiles, or squares."""

from collections.abc import Collection
from dataclasses import replace

from ui.present.drawn import MarkKind
from ui.present.field import FieldModel
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
    board, own = replace(model.board, marks=marks), pointed(model.own, where, kind)
    return replace(model, board=board, tiles=tiles, own=own)


def pointed(own: object, where: Collection[str], kind: MarkKind = "go") -> object:
    """A board of squares with these marked, but for those that have a mark; any other own board as it is."""
    if isinstance(own, FieldModel):
        bare = {one.name for one in own.squares if one.mark is None} & {*where}
        squares = (replace(one, mark=kind) if one.name in bare else one for one in own.squares)
        return replace(own, squares=tuple(squares))
    if isinstance(own, TrackModel):
        bare = {one.name for one in own.cells if one.mark is None} & {*where}
        cells = (replace(one, mark=kind) if one.name in bare else one for one in own.cells)
        return replace(own, cells=tuple(cells))
    return own


def shown_going(own: object, ways: tuple[tuple[str, str], ...]) -> object:
    """A board of squares with these ways on it in the place of the last move's; any other own board as it is."""
    return replace(own, ways=ways) if isinstance(own, FieldModel) else own
