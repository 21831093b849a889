"""Real tiles and tokens laid after the screen is lifted as the box has them, one kind after another."""

from dataclasses import replace

from companion.games.zones.pieces import BASE, TERRAINS, terrain_title
from ui.games.zones.square_faces import marked
from ui.games.zones.touches import ShowLaying
from ui.present.field import FieldModel
from ui.present.models import Button, MarkKind, TableModel
from ui.words import _, joined

KINDS = (BASE, *TERRAINS)
TOKENS = len(KINDS)
"""The step after the last kind of tile: the pieces."""


def laying_key() -> Button:
    """The way to the first step."""
    return Button(_("Lay the real tiles step by step"), ShowLaying(0), "plain", "cards")


def laying(model: TableModel, board: FieldModel, step: int) -> TableModel:
    """One kind of tile, or the pieces: where they lie is marked, and what comes later is not there yet."""
    later = KINDS[step + 1 :]
    squares = tuple(
        replace(square, tile="", colour="", homes=()) if square.tile in later else square
        for square in board.squares
    )
    last = step == TOKENS
    here = [square.name for square in squares if not last and square.tile == KINDS[step]]
    here = [token.square for token in board.tokens] if last else here
    headline = _("Pieces") if last else terrain_title(KINDS[step])
    tokens = board.tokens if last else ()
    marks: dict[str, MarkKind] = dict.fromkeys(here, "chosen")
    shown = replace(board, squares=squares, tokens=tokens, cells=(), taps=None)
    on = Button(_("Next"), ShowLaying(step + 1), "main", "done")
    if last:
        on = Button(_("All is laid"), ShowLaying(None), "main", "done")
    back = Button(_("Back"), ShowLaying(step - 1 if step else None), "quiet", "back")
    return replace(
        model,
        kind="square",
        headline=headline,
        body=(_("Lay them on {squares}.").format(squares=joined(here)),),
        banner=None,
        rolls=(),
        answers=(on, back),
        helps=(),
        past=(),
        chips=(),
        tools=(),
        own=marked(shown, marks),
    )
