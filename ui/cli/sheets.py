"""`companion print`: tags, a mat, a board for the lens, a deck, or the parts of a game, as a PDF true to size.

How the box is built, wiring and case, comes as SVG.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ui.cli.out import say
from ui.faces.registry import all_faces
from ui.records.beginning import USUAL

if TYPE_CHECKING:
    from companion.sight import Table
    from ui.faces.face import Face, Sheet
    from vision.printed.marks import Drawing

_OF_EVERY_TABLE = ("tags", "mat", "board", "deck")
_OF_THE_BOX = ("wiring", "case")


def _of_games() -> "dict[str, tuple[Face, Sheet]]":
    """By name, what can be printed of games."""
    return {sheet.name: (face, sheet) for face in all_faces() for sheet in face.sheets}


def _parts() -> str:
    """What can be printed of games, for people."""
    return "; ".join(
        f"of {face.game.name} " + ", ".join(f"{sheet.name} ({sheet.words})" for sheet in face.sheets)
        for face in all_faces()
        if face.sheets
    )


def add_to(app: typer.Typer) -> None:
    app.command("print")(print_sheets)


def print_sheets(
    what: Annotated[
        str,
        typer.Argument(
            help=f"tags, mat, board (for the camera's lens), deck; wiring or case of the box; {_parts()}."
        ),
    ],
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="DECK", help="Its folder, or the name of one that a game brings."),
    ] = None,
    paper: Annotated[str, typer.Option("--paper", help="a4, letter, a3, or whole: one large sheet.")] = "a4",
    output: Annotated[
        Path | None, typer.Option("-o", help="The PDF or SVG; in the program's folder if left out.")
    ] = None,
    game: Annotated[str, typer.Option("--game", help="Whose mat and tags.")] = USUAL,
    option: Annotated[list[str] | None, typer.Option("--option", help="NAME=VALUE of the game.")] = None,
    seats: Annotated[
        int | None, typer.Option("--seats", help="For how many mat, tags or wiring are.")
    ] = None,
    copies: Annotated[
        list[str] | None, typer.Option("--copies", help="N of every card of a deck, or CARD=N.")
    ] = None,
) -> None:
    """Draws what the table needs, to print at 100 %."""
    from ui.printing.sheets import PAPERS, WHOLE
    from ui.records.arguments import UsageFault, one_of

    of_games = _of_games()
    one_of("print", (*_OF_EVERY_TABLE, *_OF_THE_BOX, *of_games), what)
    one_of("--paper", (*PAPERS, WHOLE), paper)
    if (what == "deck") != (folder is not None):
        raise UsageFault("print deck: expected a deck's folder, found none" if folder is None else
                         f"print {what}: expected no folder, found {folder}")  # fmt: skip
    if copies and what != "deck":
        raise UsageFault(f"--copies: expected only with deck, found it with {what}")
    if what in _OF_THE_BOX:
        _of_the_box(what, seats, output)
        return
    if folder is not None:
        drawings = _deck(folder, paper, copies or [])
    elif what in of_games:
        drawings = _of_game(*of_games[what], paper, option or [])
    else:
        drawings = [_drawing(what, game, seats, option or [])]
    _written(what, drawings, paper, output, of_games[what][1] if what in of_games else None)


def _written(
    what: str, drawings: "list[Drawing]", paper: str, output: Path | None, sheet: "Sheet | None"
) -> None:
    """Writes the PDF and says what to do with it."""
    from ui.places import data_home
    from ui.printing.sheets import write_pdf
    from ui.records.arguments import UsageFault

    path = output or data_home() / "print" / f"{what}.pdf"
    try:
        if output is None:
            path.parent.mkdir(parents=True, exist_ok=True)
        sheets = write_pdf(drawings, paper, path)
    except OSError as fault:
        raise UsageFault(f"{path}: expected a place to write a PDF, found: {fault.strerror}") from None
    say(f"{path}: {sheets} sheet{'' if sheets == 1 else 's'}. Print at 100 %: the bar must measure 100 mm.")
    is_cut = what == "deck" or (sheet is not None and sheet.cut)
    if is_cut:
        say("Print both sides, turned over the long side; cut along the lines.")
    if sheet is not None and sheet.glue:
        say(sheet.glue)
    elif sheets > 1 and not is_cut:
        say("Glue each sheet over the one before it, along the lines at its edges.")


def _of_the_box(what: str, seats: int | None, output: Path | None) -> None:
    """The wiring of the owner's pin map, or of the default one for so many seats; or the case."""
    from hardware.pins import default_pins, find_pins
    from ui.places import data_home, pins_file
    from ui.printing.case import case
    from ui.printing.wiring import wiring
    from ui.records.arguments import UsageFault

    if what == "case" and seats not in (None, 2):
        raise UsageFault(f"--seats: expected 2 for the case, found {seats}")
    try:
        pins = default_pins(seats) if seats is not None else find_pins(pins_file())
    except ValueError as fault:  # a pin map that cannot be says which file and why
        raise UsageFault(str(fault)) from None
    drawn = wiring(pins) if what == "wiring" else case(default_pins())
    path = output or data_home() / "print" / f"{what}.svg"
    try:
        if output is None:
            path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(drawn, encoding="utf-8")
    except OSError as fault:
        raise UsageFault(f"{path}: expected a place to write an SVG, found: {fault.strerror}") from None
    say(f"{path}: open it in a browser; how to build the box stands in docs/building.md.")


def _drawing(what: str, game: str, seats: int | None, options: list[str]) -> "Drawing":
    from ui.records.arguments import UsageFault
    from vision.printed.drawing import draw_board, draw_mat, draw_tags

    if what == "board":
        return draw_board()
    table = _table(game, seats, options)
    try:
        return draw_mat(table) if what == "mat" else draw_tags(table)
    except ValueError as fault:
        raise UsageFault(f"print {what}: {fault}") from None


def _of_game(face: "Face", sheet: "Sheet", paper: str, options: list[str]) -> "list[Drawing]":
    from ui.printing.sheets import WHOLE, room
    from ui.records.arguments import UsageFault, game_and_setup

    if sheet.cut and paper == WHOLE:
        raise UsageFault(f"--paper: expected a4, letter or a3 for {sheet.name}, found 'whole'")
    _, setup = game_and_setup(face.game.id, None, options)
    try:
        return sheet.draw(setup, room(paper) if sheet.cut else None)
    except ValueError as fault:
        raise UsageFault(f"print {sheet.name}: {fault}") from None


def _table(game: str, seats: int | None, options: list[str]) -> "Table":
    from ui.records.arguments import game_and_setup

    played, setup = game_and_setup(game, seats, options)
    return played.table(setup)


def _deck(folder: Path, paper: str, copies: list[str]) -> "list[Drawing]":
    from ui.printing.sheets import WHOLE, room
    from ui.records.arguments import UsageFault
    from vision.decks.deck import DeckFault, load_deck
    from vision.printed.card_sheets import draw_deck
    from vision.printed.discs import draw_discs

    if paper == WHOLE:
        raise UsageFault("--paper: expected a4, letter or a3 for a deck, found 'whole'")
    try:
        deck = load_deck(_found(folder))
        draw = draw_discs if deck.kind == "disc" else draw_deck
        return draw(deck, *room(paper), _copies(copies, deck.labels))
    except (DeckFault, ValueError) as fault:
        raise UsageFault(f"print deck: {fault}") from None


def _found(folder: Path) -> Path:
    """The deck's folder: as given, or that of a game's own deck of this name."""
    from companion.games import all_games
    from ui.box.eyes import own_decks

    if folder.exists():
        return folder
    brought = {path.name: path for game in all_games().values() for path in own_decks(game)}
    return brought.get(str(folder), folder)


def _copies(given: list[str], labels: tuple[str, ...]) -> dict[str, int]:
    """How many of each card, from texts N or CARD=N; what comes later counts. Raises UsageFault."""
    from ui.records.arguments import UsageFault

    wanted: dict[str, int] = {}
    for text in given:
        label, _, count = text.rpartition("=")
        if not count.isdecimal():
            raise UsageFault(f"--copies: expected N or CARD=N, found {text!r}")
        wanted |= dict.fromkeys([label] if label else labels, int(count))
    return wanted
