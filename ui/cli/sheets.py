"""`companion print`: everything a game needs on paper, tags, mats, lens boards and blank decks.

PDF true to size, to a file, a USB stick or a printer; wiring and case come as SVG.
"""

from collections import Counter
from pathlib import Path
from typing import Annotated

from typer import Argument

from companion.games import all_games
from companion.language import speak, spoken
from hardware.pins import default_pins, find_pins
from ui.box.eyes import lying_decks, own_decks
from ui.cli import pages
from ui.cli.common import Words, say
from ui.faces.face import Face, all_faces
from ui.owned.whole_files import write_whole
from ui.places import data_home, pins_file
from ui.records.beginning import USUAL, UsageFault, game_and_setup, one_of, read_as
from ui.words import _
from vision.printed.marks import Drawing

_OF_EVERY_TABLE = ("tags", "mat", "board", "deck")
_OF_THE_BOX = ("wiring", "case")
_WHAT = (
    f"A game ({', '.join(face.game.id for face in all_faces())}): all that it needs. Or tags, mat, board (for the"
    " camera's lens), deck; wiring or case of the box."
)


def _games() -> "dict[str, tuple[Face, str]]":
    """By name: the games, printed whole, and the parts that only one game has, with that part."""
    from ui.printing.parts import parts_of

    games = {face.game.id: (face, "") for face in all_faces()}
    taken = {*games, *_OF_EVERY_TABLE, *_OF_THE_BOX}
    parts = [(part.id, face) for face in all_faces() for part in parts_of(face, face.usual_setup())]
    counted = Counter(name for name, _face in parts)
    return games | {name: (face, name) for name, face in parts if counted[name] == 1 and name not in taken}


def print_sheets(
    what: Annotated[str | None, Argument(help=_WHAT)] = None,
    folder: Path | None = None,
    *,
    paper: str = "a4",
    part: Words = None,
    only: Words = None,
    copies: Words = None,
    save_ink: bool = False,
    language: str | None = None,
    output: Path | None = None,
    stick: bool = False,
    printer: str | None = None,
    game: str = USUAL,
    option: Words = None,
    seats: int | None = None,
) -> None:
    """Draws what the table needs, to print at 100 %. Of somebody at the terminal who names nothing it is asked."""
    from hardware.machine import CommandFault, send
    from ui.languages import OWN_NAMES
    from ui.languages import language as language_of
    from ui.printing.building import case, wiring
    from ui.printing.sheets import PAPERS, WHOLE, Wish, game_set, room, write_pdf
    from ui.records.recount import plugged_in
    from vision.decks.deck import DeckFault
    from vision.printed.card_sheets import draw_deck, draw_discs
    from vision.printed.drawing import draw_board, draw_mat, draw_tags
    from vision.printed.svg import svg_of

    if what is None:
        if not pages.person_is_there():
            raise UsageFault("print: Missing argument 'WHAT'; see companion print --help")
        from ui.pages.print_page import PrintPage

        pages.walk(PrintPage(tuple(face.game for face in all_faces())))
        return
    games = _games()
    one_of("print", (*_OF_EVERY_TABLE, *_OF_THE_BOX, *games), what)
    one_of("--paper", (*PAPERS, WHOLE) if printer is None else PAPERS, paper)
    if (what == "deck") != (folder is not None):
        told = "deck: expected a deck's folder" if folder is None else f"{what}: expected no folder"
        raise UsageFault(f"print {told}, found {folder or 'none'}")
    of_games = {"--part": part, "--only": only, "--save-ink": save_ink, "--copies": copies}
    for name, value in of_games.items():
        if value and what not in games and (name, what) != ("--copies", "deck"):
            raise UsageFault(f"{name}: expected only with a game, found it with {what}")
    before = spoken()
    if language is not None:
        speak(language_of(one_of("--language", OWN_NAMES, language)))
    face, one = games.get(what, (None, ""))
    drawn: str | list[Drawing]
    try:
        if what in _OF_THE_BOX:
            # Wiring follows the owner's pin map, or the default one for these seats.
            if what == "case" and seats not in (None, 2):
                raise UsageFault(f"--seats: expected 2 for the case, found {seats}")
            try:
                pins = default_pins(seats) if seats is not None else find_pins(pins_file())
            except ValueError as fault:  # an invalid pin map names file and reason
                raise UsageFault(str(fault)) from None
            drawn = wiring(pins) if what == "wiring" else case()
        elif face is not None:
            if copies and (len(copies) > 1 or not copies[0].isdecimal()):
                raise UsageFault(f"--copies: expected N, found {' '.join(copies)!r}")
            parts, each = tuple([one] if one else part or ()), int(copies[0]) if copies else None
            _game, setup = game_and_setup(face.game.id, seats, option or [])
            drawn = game_set(face, setup, Wish(paper, parts, tuple(only or ()), each, saves_ink=save_ink))
        elif folder is not None:
            # Copies per card, from texts N or CARD=N; a later one overrides.
            if not folder.exists():
                brought = {path.name: path for each in all_games().values() for path in own_decks(each)}
                folder = brought.get(str(folder), folder)
            (deck,) = lying_decks((folder,), painted=True)
            wanted: dict[str, int] = {}
            for text in copies or ():
                label, _equals, times = text.rpartition("=")
                if not times.isdecimal():
                    raise UsageFault(f"--copies: expected N or CARD=N, found {text!r}")
                wanted |= dict.fromkeys([label] if label else deck.labels, int(times))
            drawn = (draw_discs if deck.kind == "disc" else draw_deck)(deck, *room(paper), wanted)
        elif what == "board":
            drawn = [draw_board()]
        else:
            played, setup = game_and_setup(game, seats, option or [])
            drawn = [(draw_mat if what == "mat" else draw_tags)(played.table(setup))]
        place, kind = data_home() / "print", "svg" if isinstance(drawn, str) else "pdf"
        if stick and output is None and kind == "pdf":
            sticks = plugged_in()
            if not sticks:
                raise UsageFault("--stick: expected a USB stick that can be written on, found none")
            place = sticks[0]
        path = output or place / f"{what}.{kind}"
        with read_as(path, "a place to write an SVG" if kind == "svg" else "a place to write a PDF"):
            if output is None:
                path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(drawn, str):
                path.write_text(drawn, encoding="utf-8")
                say(f"{path}: open it in a browser; how to build the box stands in docs/building.md.")
                return
            if path.suffix == ".svg":
                # One file a drawing, numbered if there are several.
                numbers = [""] if len(drawn) == 1 else [f"-{n}" for n in range(1, len(drawn) + 1)]
                for number, drawing in zip(numbers, drawn, strict=True):
                    file = path.with_name(f"{path.stem}{number}.svg")
                    write_whole(file, svg_of(drawing).encode(), shared=True)
                    say(str(file))
                return
            count = write_pdf(drawn, paper, path)
        say(f"{path}: {count} sheet{'' if count == 1 else 's'}. Print at 100 %: the bar must measure 100 mm.")
        if what == "deck":
            say(_("Print both sides, turned over the long side; cut along the marks."))
        if printer is not None:
            send(path, printer, paper)
            say(f"Sent to {printer}.")
    except CommandFault as fault:
        raise UsageFault(f"--printer {printer}: {fault}") from None
    except (DeckFault, ValueError) as fault:
        raise UsageFault(f"print {what if face is None else face.game.id}: {fault}") from None
    finally:
        speak(before)
