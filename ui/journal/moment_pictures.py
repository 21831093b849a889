"""Pictures of great moments of the kept games: a folder a game beside the journal, a small JPEG an entry.

Rule kept: a picture is written whole or not at all; one that is missing, cut off or cannot be written costs no game.
"""

import re
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

FOLDER = "pictures"
MOST = 12
"""Most pictures kept of a game; the one closest to its neighbours in the game goes first."""
_BEGIN, _END = b"\xff\xd8", b"\xff\xd9"


class MomentPictures:
    """By the moment at which a game was begun, its pictures by the numbers of their entries."""

    def __init__(self, journal: Path) -> None:
        self._folder = journal.with_name(FOLDER)

    def of(self, started: str) -> Mapping[int, Path]:
        """The files of a game's pictures that are whole, by entry."""
        whole = {}
        for number, file in self._files(started):
            with suppress(OSError):
                picture = file.read_bytes()
                if picture.startswith(_BEGIN) and picture.endswith(_END):
                    whole[number] = file
        return whole

    def keep(self, started: str, entry: int, picture: bytes) -> None:
        """Keeps the picture of an entry, and lets go of one where there are too many."""
        file = self._of_game(started) / f"{entry}.jpg"
        beside = file.with_suffix(".part")
        with suppress(OSError):  # not synced: a picture that a power cut takes costs no game
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            beside.write_bytes(picture)
            beside.replace(file)
            known = self._files(started)
            if len(known) > MOST:
                # the one whose neighbours are nearest to it goes; never the first or the newest
                inner = range(1, len(known) - 1)
                known[min(inner, key=lambda n: known[n + 1][0] - known[n - 1][0])][1].unlink()

    def drop(self, started: str) -> None:
        shutil.rmtree(self._of_game(started), ignore_errors=True)

    def _of_game(self, started: str) -> Path:
        return self._folder / (re.sub(r"\D+", "-", started).strip("-") or "none")

    def _files(self, started: str) -> list[tuple[int, Path]]:
        """The pictures there are, in the order of the game."""
        with suppress(OSError):
            files = self._of_game(started).glob("*.jpg")
            return sorted((int(file.stem), file) for file in files if file.stem.isdecimal())
        return []
