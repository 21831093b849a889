"""Boards of ZONG that owners mapped: a TOML file each, beside the one that we print.

Rule kept: a file that no game can be played on is named with its fault, and the others stay usable. A board travels
in the set-up as a fact, so that a record replays when the file has changed or is gone.
"""

import re
from pathlib import Path

from companion.bounded import MOST_TOML_BYTES, OutOfBounds, file_text, toml_table
from companion.games.zong.board import Board, BoardFault, board_from, board_toml
from ui.owned.whole_files import write_whole
from ui.places import boards_folder
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
    """The playable boards by name; and by file the reason, in one line, why it is none."""
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
    """Writes a board under a name made fit for a file, and returns that name. Raises BoardFault."""
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
