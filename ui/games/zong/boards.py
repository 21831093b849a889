"""The boards that owners mapped, a TOML file each, beside the one that we print.

Rule kept: a file that no game can be played on is named with what is wrong; it never keeps the others from being used.
"""

import re

from companion.games.zong.board import Board, BoardFault, board_toml
from ui.games.zong.flicks import board_file
from ui.owned.whole_files import write_whole
from ui.places import boards_folder
from ui.records.arguments import UsageFault
from ui.words import _, system_words

SUFFIX = ".toml"
_SIGNS = re.compile(r"[^a-z0-9]+")


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
