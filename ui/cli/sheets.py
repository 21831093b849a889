"""`companion print`: tags, a mat, a board for the lens, or a deck, as a PDF true to size."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ui.cli.out import say

if TYPE_CHECKING:
    from companion.sight import Table
    from vision.drawing import Drawing

_WHAT = ("tags", "mat", "board", "deck")
_LATER = ("tiles", "discs", "zong", "zones")


def add_to(app: typer.Typer) -> None:
    app.command("print")(print_sheets)


def print_sheets(
    what: Annotated[str, typer.Argument(help="tags, mat, board (for the camera's lens) or deck.")],
    folder: Annotated[
        Path | None, typer.Argument(metavar="[DECK]", help="The deck's folder, with deck.")
    ] = None,
    paper: Annotated[str, typer.Option("--paper", help="a4, letter, a3, or whole: one large sheet.")] = "a4",
    output: Annotated[Path | None, typer.Option("-o", help="The PDF; the thing's name if left out.")] = None,
    game: Annotated[str, typer.Option("--game", help="Whose mat and tags.")] = "zoon_alternate",
    option: Annotated[list[str] | None, typer.Option("--option", help="NAME=VALUE of the game.")] = None,
) -> None:
    """Draws what the table needs, to print at 100 %."""
    from ui.given import GivenFault, one_of
    from ui.printing import PAPERS, WHOLE, write_pdf

    if what in _LATER:
        raise GivenFault(f"print: {what} come with their game, which this version does not have")
    one_of("print", _WHAT, what)
    one_of("--paper", (*PAPERS, WHOLE), paper)
    if (what == "deck") != (folder is not None):
        raise GivenFault("print deck: expected a deck's folder, found none" if folder is None else
                         f"print {what}: expected no folder, found {folder}")  # fmt: skip
    drawings = _deck(folder, paper) if folder is not None else [_drawing(what, game, option or [])]
    path = output or Path(f"{what}.pdf")
    try:
        sheets = write_pdf(drawings, paper, path)
    except OSError as fault:
        raise GivenFault(f"{path}: expected a place to write a PDF, found: {fault.strerror}") from None
    say(f"{path}: {sheets} sheet{'' if sheets == 1 else 's'}. Print at 100 %: the bar must measure 100 mm.")
    if what == "deck":
        say("Print both sides, turned over the long side; cut along the lines.")
    elif sheets > 1:
        say("Glue each sheet over the one before it, along the lines at its edges.")


def _drawing(what: str, game: str, options: list[str]) -> "Drawing":
    from ui.given import GivenFault
    from vision.drawing import draw_board, draw_mat, draw_tags

    if what == "board":
        return draw_board()
    table = _table(game, options)
    try:
        return draw_mat(table) if what == "mat" else draw_tags(table)
    except ValueError as fault:
        raise GivenFault(f"print {what}: {fault}") from None


def _table(game: str, options: list[str]) -> "Table":
    from ui.given import game_and_setup

    played, setup = game_and_setup(game, None, options)
    return played.table(setup)


def _deck(folder: Path, paper: str) -> "list[Drawing]":
    from ui.given import GivenFault
    from ui.printing import WHOLE, room
    from vision.decks import DeckFault, load_deck
    from vision.drawing import draw_cards

    if paper == WHOLE:
        raise GivenFault("--paper: expected a4, letter or a3 for a deck, found 'whole'")
    try:
        return draw_cards(load_deck(folder), *room(paper))
    except (DeckFault, ValueError) as fault:
        raise GivenFault(f"print deck: {fault}") from None
