"""Results that are kept until the club has them: a small SQLite file beside the journal.

The broker's own acknowledgement says only that the broker has a message, so that a result leaves the outbox when the
club's computer says that it is in its table. The journal is where results come from; the outbox knows which of them
were told, so that nothing is lost where the program ends between the two.
"""

import logging
import sqlite3
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec

from ui.club.broker.messages import MOST_REVISIONS, Ack, Result, encoded

_TABLE = (
    "CREATE TABLE IF NOT EXISTS results(key TEXT PRIMARY KEY, signature TEXT NOT NULL, revision INTEGER NOT NULL,"
    " acknowledged INTEGER NOT NULL, body BLOB)"
)
_log = logging.getLogger(__name__)


class Outbox:
    """One file, used from any thread. Raises OSError or sqlite3.Error where it cannot be opened or written.

    A damaged file is put aside, and what the journal holds is told again: the club counts it once.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, Lock()
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            self._connection = self._opened()
        except sqlite3.DatabaseError as fault:
            if isinstance(fault, sqlite3.OperationalError):
                raise
            _log.warning("the outbox was damaged and is begun anew: %s", fault)
            path.replace(path.with_name(path.name + ".damaged"))
            self._connection = self._opened()

    def _opened(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=2.0, check_same_thread=False, isolation_level=None)
        with suppress(OSError):
            self._path.chmod(0o600)
        try:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(_TABLE)
            if connection.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise sqlite3.DatabaseError("its pages do not hold together")
        except BaseException:
            connection.close()
            raise
        return connection

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def _rows(self, query: str, *values: object) -> list[Any]:
        with self._lock:
            return self._connection.execute(query, values).fetchall()

    def signatures(self) -> dict[str, str]:
        """By key of a game, what was last to be told of it (see `publisher.signature_of`)."""
        return dict(self._rows("SELECT key, signature FROM results"))

    def leave_out(self, games: dict[str, str]) -> None:
        """Games that ended before the club was turned on, by key with their signatures: they are not told."""
        query = "INSERT OR IGNORE INTO results SELECT key, value, 0, 0, NULL FROM json_each(?)"
        self._rows(query, msgspec.json.encode(games).decode())

    def next_revision(self, key: str) -> int:
        rows = self._rows("SELECT revision FROM results WHERE key = ?", key)
        return int(rows[0][0]) + 1 if rows else 1

    def put(self, result: Result, signature: str) -> None:
        """Keeps a result to be told; it takes the place of an earlier one of the same game."""
        query = (
            "INSERT INTO results VALUES (?, ?, ?, 0, ?) ON CONFLICT (key) DO UPDATE SET signature ="
            " excluded.signature, revision = excluded.revision, acknowledged = 0, body = excluded.body"
        )
        self._rows(query, result.key, signature, result.revision, encoded(result))

    def withdraw(self, key: str) -> None:
        """A result does not count after all; nothing where none was told."""
        self._rows("UPDATE results SET signature = '' WHERE key = ? AND body IS NULL", key)
        rows = self._rows("SELECT body FROM results WHERE key = ? AND body IS NOT NULL", key)
        if not rows:
            return
        result = msgspec.json.decode(rows[0][0], type=Result)
        if not result.withdrawn:
            gone = msgspec.structs.replace(result, withdrawn=True, revision=result.revision + 1)
            self.put(gone, "")

    def waiting(self) -> list[tuple[str, int]]:
        """Key and revision of what the club has yet to acknowledge, the oldest first."""
        query = "SELECT key, revision FROM results WHERE body IS NOT NULL AND acknowledged < revision ORDER BY rowid"
        return self._rows(query)

    def body(self, key: str) -> bytes:
        """A result as it is told. Raises LookupError where there is none."""
        return bytes(self._rows("SELECT body FROM results WHERE key = ? AND body IS NOT NULL", key)[0][0])

    def acknowledge(self, ack: Ack) -> None:
        """The club has a result: if it is the newest one and tells the same, it waits no longer.

        Where the club has a higher revision of something else, as after an outbox was lost, ours is told above it.
        """
        query = "SELECT revision, body FROM results WHERE key = ? AND body IS NOT NULL AND revision <= ?"
        rows = self._rows(query, ack.key, ack.revision)
        if not rows:
            return
        result = msgspec.json.decode(rows[0][1], type=Result)
        same = ack.has == result.tells_the_same
        if not same and ack.revision >= MOST_REVISIONS:
            return
        revision = ack.revision if same else ack.revision + 1
        body = encoded(msgspec.structs.replace(result, revision=revision))
        query = "UPDATE results SET revision = ?, acknowledged = ?, body = ? WHERE key = ? AND revision = ?"
        self._rows(query, revision, revision if same else 0, body, ack.key, rows[0][0])
