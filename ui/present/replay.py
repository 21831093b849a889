"""The table as it was at a place of a game that is gone through."""

from dataclasses import replace

from companion.journal import TookBack
from ui.present.board import board, traces
from ui.present.piles import changed, is_piled
from ui.present.signs import signed_pieces
from ui.present.tabletop import BoardModel, Mark, Piece
from ui.present.walk import Walk


def board_at(walk: Walk, at: int) -> BoardModel:
    """The table as it was after `at` entries, with what the last one of them changed."""
    table, view = walk.game.table(walk.setup), walk.view(at)
    event = walk.event(at)
    marks, arrows = ((), ()) if event is None or isinstance(event, TookBack) else traces((event,), table)
    if is_piled(view):
        marks, arrows = tuple(Mark(name, "moved") for name in changed(walk.view(max(0, at - 1)), view)), ()
    shown = board(table, walk.lying(at), marks, arrows)
    pieces = tuple(_open(piece) for piece in shown.pieces)
    signs = signed_pieces(walk.game, walk.setup, pieces)
    return replace(shown, pieces=signs, counts=tuple(view.counts.items()))


def _open(piece: Piece) -> Piece:
    """A card that lies face down and may be known is drawn with its face."""
    if piece.kind == "card" and piece.face == "down" and piece.label is not None:
        return replace(piece, peeped=True)
    return piece
