"""Where the pictures of each kept game came from: a small file beside the journal.

Rule kept: it is written whole or not at all; one that cannot be read or written costs no game.
"""

import json
import logging
import os
from pathlib import Path

MOST = 200
"""Of so many games, the latest, it is kept."""
_log = logging.getLogger(__name__)


class GameSources:
    """By the moment at which a game was begun, the source of its pictures."""

    def __init__(self, journal: Path) -> None:
        self._file = journal.with_name("sources.json")

    def of(self, started: str) -> str | None:
        """The source that a game was played with last, as far as that is known."""
        return self._read().get(started)

    def keep(self, started: str, source: str) -> None:
        """Remembers the source of a game."""
        known = {**self._read(), started: source}
        latest = dict(sorted(known.items())[-MOST:])
        beside = self._file.with_name(f".{self._file.name}.part")
        try:
            with beside.open("w", encoding="utf-8") as out:
                json.dump(latest, out, indent=1)
                out.flush()
                os.fsync(out.fileno())
            beside.replace(self._file)
        except OSError as fault:
            _log.warning("the source of a game is not kept: %s", fault)

    def _read(self) -> dict[str, str]:
        try:
            found = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        if not isinstance(found, dict):
            return {}
        return {at: source for at, source in found.items() if isinstance(source, str)}
