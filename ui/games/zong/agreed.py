"""What is agreed before a game of ZONG besides its options: which board is played on, and what blue discs show.

Boards that owners mapped lie in a TOML file each, beside the one that we print. Rule kept: a file that no game can be
played on is named with what is wrong, and never keeps the others from being used; a board travels in the set-up as a
fact, so that a record replays when the file has changed or is gone.
"""

import re
from dataclasses import replace
from pathlib import Path

from companion.bounded import MOST_TOML_BYTES, OutOfBounds, file_text, toml_table
from companion.games.zong.board import Board, BoardFault, board_from, board_json, board_toml, own_board
from companion.games.zong.state import BLUE_FACES
from ui.faces.face import Facts
from ui.owned.whole_files import write_whole
from ui.pages.agreement import Draft, Typing, agree
from ui.places import boards_folder
from ui.present.models import Button, OptionRow, choice
from ui.present.touches import Goto
from ui.records.beginning import UsageFault
from ui.words import _, system_words

SUFFIX = ".toml"
_SIGNS = re.compile(r"[^a-z0-9]+")


def board_file(path: Path) -> Board:
    """The board that an owner's TOML file maps. Raises UsageFault."""
    try:
        return board_from(toml_table(file_text(path, MOST_TOML_BYTES)))
    except OSError as fault:
        raise UsageFault(f"{path}: expected a board's TOML file, found: {fault.strerror}") from None
    except (BoardFault, OutOfBounds) as fault:
        raise UsageFault(f"{path}: {fault}") from None
    except ValueError as fault:
        raise UsageFault(f"{path}: expected TOML, found: {fault}") from None


def boards() -> tuple[dict[str, Board], dict[str, str]]:
    """The boards that can be played on by name, and in one line why a file is none."""
    found: dict[str, Board] = {}
    faults: dict[str, str] = {}
    folder = boards_folder()
    for file in sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else ():
        try:
            found[file.stem] = board_file(file)
        except UsageFault as fault:
            faults[file.stem] = str(fault)
    return found, faults


def keep_board(name: str, board: Board) -> str:
    """Writes a board under a name made fit for a file, and gives that name. Raises BoardFault."""
    kept = _SIGNS.sub("-", name.lower()).strip("-")
    if not kept:
        raise BoardFault(_("name: expected letters or digits, found nothing"))
    file = boards_folder() / f"{kept}{SUFFIX}"
    try:
        write_whole(file, board_toml(board).encode(), shared=True)
    except OSError as fault:
        raise BoardFault(
            _("{file}: the board could not be saved: {why}").format(file=file, why=system_words(fault))
        ) from None
    return kept


BLUE = ("blue.1", "blue.2", "blue.3")
CONFIRMED = "blue.confirmed"


def board_fact(name: str) -> str | None:
    """The fact that a saved board makes; None for one that is gone."""
    found = boards()[0].get(name)
    return None if found is None else board_json(found)


def blue_faces(facts: Facts) -> tuple[str, ...]:
    """The two faces of each blue disc, as `6/1`."""
    told = dict(facts)
    return tuple(
        str(told.get(name, f"{one}/{other}")) for name, (one, other) in zip(BLUE, BLUE_FACES, strict=True)
    )


def fact_rows(facts: Facts) -> tuple[OptionRow, ...]:
    """Which board is played on, and what the blue discs show."""
    (mapped, faulty), chosen = boards(), dict(facts).get("board")
    printed = (_("Our own, printed"), board_json(own_board())), (_("Our own, as printed at first"), None)
    saved = tuple((name, board_json(board)) for name, board in mapped.items())
    buttons = tuple(
        choice(words, agree(Draft.with_fact, "board", fact), fact == chosen)
        for words, fact in (*printed, *saved)
    )
    known = any(button.weight == "chosen" for button in buttons)
    left = () if known else (Button(_("As before"), agree(Draft.with_fact, "board", chosen), "main"),)
    mapping = Button(_("Map a board"), Goto("mapping"), "quiet", "pen")
    faults = "".join(f" · {name}: {fault}" for name, fault in faulty.items())
    board_row = OptionRow(_("The board") + faults, (*buttons, *left, mapping))
    faces, sure = blue_faces(facts), dict(facts).get(CONFIRMED) is True
    words = _("The two faces of each blue disc: {faces}").format(faces=", ".join(faces))
    discs = tuple(
        Button(face, agree(typing_faces, name), "plain", "pen")
        for name, face in zip(BLUE, faces, strict=True)
    )
    yes = Button(
        _("We checked: that is right") if not sure else _("Confirmed"),
        agree(Draft.with_fact, CONFIRMED, None if sure else True),
        "main" if sure else "plain",
        "done" if sure else "",
    )
    return board_row, OptionRow(words, (*discs, yes))


def typing_faces(draft: Draft, name: str) -> Draft:
    """The faces of a blue disc are typed, as its owner reads them; who tells them has looked at that disc alone."""

    def told(text: str) -> Draft | str:
        found = re.findall(r"\d", text)
        if len(found) != 2:
            return _("Expected two numbers such as 6 1, found {text}.").format(text=text or "–")
        return draft.with_fact(name, "/".join(found)).with_fact(CONFIRMED, None)

    faces = blue_faces(draft.facts)[BLUE.index(name)].replace("/", " ")
    return replace(draft, typing=Typing(_("The two faces of this blue disc, such as 6 1"), faces, told))
