"""One word of each kept game, in a small file beside the journal: what looked at it, which seats the box plays,
whether a coach was agreed.

Rule kept: it is written whole or not at all; one that cannot be read or written costs no game. A damaged one is put
aside when a word is kept next.
"""

import logging
from pathlib import Path

import msgspec

from companion.bounded import file_bytes
from ui.owned.whole_files import write_whole

MOST = 200
"""Of so many games, the latest, it is kept."""
_log = logging.getLogger(__name__)


class KeptWords:
    """By the moment at which a game was begun, its word."""

    def __init__(self, journal: Path, name: str) -> None:
        self._file = journal.with_name(name)
        self._aside = self._file.with_suffix(".unread.json")

    def of(self, started: str) -> str | None:
        """The word kept last of a game, as far as one is known."""
        return (self._read() or {}).get(started)

    def may_be_lost(self, started: str) -> bool:
        """Whether a game that has no word may have had one in a file that is damaged."""
        known = self._read()
        if known is None:
            return True
        return self._aside.exists() and started not in known and started < min(known, default=started)

    def keep(self, started: str, word: str) -> None:
        """Remembers the word of a game."""
        known = self._read()
        latest = dict(sorted({**(known or {}), started: word}.items())[-MOST:])
        try:
            if known is None:
                self._file.replace(self._aside)
            write_whole(self._file, msgspec.json.format(msgspec.json.encode(latest), indent=1))
        except OSError as fault:
            _log.warning("%s is not kept: %s", self._file.name, fault)

    def _read(self) -> dict[str, str] | None:
        """All words that are kept; None where the file is damaged."""
        try:
            return msgspec.json.decode(file_bytes(self._file), type=dict[str, str])
        except FileNotFoundError:
            return {}
        except (OSError, ValueError):
            return None
