"""One word of each kept game, in a small file beside the journal: what looked at it, which seats the box plays,
whether a coach was agreed.

Rule kept: it is written whole or not at all; one that cannot be read or written costs no game.
"""

import json
import logging
import os
from pathlib import Path

MOST = 200
"""Of so many games, the latest, it is kept."""
_log = logging.getLogger(__name__)


class KeptWords:
    """By the moment at which a game was begun, its word."""

    def __init__(self, journal: Path, name: str) -> None:
        self._file = journal.with_name(name)

    def of(self, started: str) -> str | None:
        """The word kept last of a game, as far as one is known."""
        return self._read().get(started)

    def keep(self, started: str, word: str) -> None:
        """Remembers the word of a game."""
        known = {**self._read(), started: word}
        latest = dict(sorted(known.items())[-MOST:])
        beside = self._file.with_name(f".{self._file.name}.part")
        try:
            with beside.open("w", encoding="utf-8") as out:
                json.dump(latest, out, indent=1)
                out.flush()
                os.fsync(out.fileno())
            beside.replace(self._file)
        except OSError as fault:
            _log.warning("%s is not kept: %s", self._file.name, fault)

    def _read(self) -> dict[str, str]:
        try:
            found = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        if not isinstance(found, dict):
            return {}
        return {at: word for at, word in found.items() if isinstance(word, str)}
