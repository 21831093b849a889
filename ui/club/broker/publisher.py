"""Publishes this box's table and results to the broker, from threads of its own: nobody waits.

Rules kept: only the newest state of the table is sent; a result stays in the outbox until the club has it.
The box's clock orders nothing. Of a running game only the content of its shared screen is sent, and never a
picture; of an ended one the result and the digest of its record.
"""

import hashlib
import logging
import secrets
import sqlite3
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from string import Template
from threading import Lock
from typing import Any

import msgspec

from companion.game import Chance, Game, Over, Seat, Seats, Setup, Turn, View
from companion.games import all_games
from companion.journal import play_while_valid, read_record
from ui.club.broker.connection import BrokerFault, BrokerLine, end
from ui.club.broker.messages import (
    CLUB_TOPIC,
    MOST_REVISIONS,
    VERSION,
    Ack,
    ClubHere,
    Health,
    MessageFault,
    Result,
    encoded,
    read,
    topic,
)
from ui.journal.store import GameEntry, Store, StoreFault
from ui.line.shapes import Json, turn_json, view_json
from ui.opponents.thinker import box_seats
from ui.owned.settings import ClubSettings
from ui.pages.kept import KeptGames
from ui.pages.tableside import Tableside
from ui.places import outbox_file
from ui.present.moment import players
from ui.records.beginning import app_version
from ui.words import _

APART_S = 0.1
"""Minimum seconds between two states."""
AGAIN_S = 30.0
"""Seconds after which an unacknowledged result is sent again."""
AT_ONCE = 50
"""Maximum number of results in flight."""
MOST_LOGGED = 20
"""Maximum number of message faults logged per connection."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A journal's ended game: its line in the list, its record with times, and the box's seats."""

    played: GameEntry
    lines: tuple[str, ...]
    times: tuple[str, ...]
    by_box: tuple[Seat, ...] = ()


_TABLE = (
    "CREATE TABLE IF NOT EXISTS results(key TEXT PRIMARY KEY, signature TEXT NOT NULL, revision INTEGER NOT NULL,"
    " acknowledged INTEGER NOT NULL, body BLOB)"
)


class Outbox:
    """Results kept until the club has them: a small SQLite file beside the journal, used from any thread.

    The broker's acknowledgement only covers the broker; a result leaves when the club's computer has stored
    it. The outbox knows which results of the journal were sent, so none is lost if the program ends in
    between. A damaged file is set aside and all results are sent again: the club counts each once. Raises
    OSError or sqlite3.Error if the file cannot be opened or written.
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
        """By key of a game, the signature last put in (see `publisher.signature_of`)."""
        return dict(self._rows("SELECT key, signature FROM results"))

    def leave_out(self, games: dict[str, str]) -> None:
        """Marks games (signature by key) as never to be sent: they ended before the club was on."""
        query = "INSERT OR IGNORE INTO results SELECT key, value, 0, 0, NULL FROM json_each(?)"
        self._rows(query, msgspec.json.encode(games).decode())

    def next_revision(self, key: str) -> int:
        query = "SELECT coalesce(max(revision), 0) + 1 FROM results WHERE key = ?"
        return int(self._rows(query, key)[0][0])

    def put(self, result: Result, signature: str) -> None:
        """Stores a result to be sent; it replaces an earlier one of the same game."""
        query = (
            "INSERT INTO results VALUES (?, ?, ?, 0, ?) ON CONFLICT (key) DO UPDATE SET signature ="
            " excluded.signature, revision = excluded.revision, acknowledged = 0, body = excluded.body"
        )
        self._rows(query, result.key, signature, result.revision, encoded(result))

    def withdraw(self, key: str) -> None:
        """Has a sent result count for nothing; a game never sent just loses its signature."""
        self._rows("UPDATE results SET signature = '' WHERE key = ? AND body IS NULL", key)
        result = self._result(key)
        if result is not None and not result.withdrawn:
            self.put(msgspec.structs.replace(result, withdrawn=True, revision=result.revision + 1), "")

    def waiting(self) -> list[tuple[str, int]]:
        """Key and revision of all unacknowledged results, the oldest first."""
        query = "SELECT key, revision FROM results WHERE body IS NOT NULL AND acknowledged < revision ORDER BY rowid"
        return self._rows(query)

    def body(self, key: str) -> bytes:
        """A result's message. Raises LookupError if there is none."""
        return bytes(self._rows("SELECT body FROM results WHERE key = ? AND body IS NOT NULL", key)[0][0])

    def acknowledge(self, ack: Ack) -> None:
        """Takes the club's receipt: the newest result with that content waits no longer.

        If the club holds a higher revision of other content, as after the loss of an outbox, ours is raised
        above it.
        """
        result = self._result(ack.key)
        if result is None or result.revision > ack.revision:
            return
        same = ack.has == result.tells_the_same
        if same or ack.revision < MOST_REVISIONS:
            revision = ack.revision if same else ack.revision + 1
            body = encoded(msgspec.structs.replace(result, revision=revision))
            query = (
                "UPDATE results SET revision = ?, acknowledged = ?, body = ? WHERE key = ? AND revision = ?"
            )
            self._rows(query, revision, revision if same else 0, body, ack.key, result.revision)

    def _result(self, key: str) -> Result | None:
        with suppress(LookupError):
            return msgspec.json.decode(self.body(key), type=Result)
        return None


class Publisher(BrokerLine):
    """One box at one broker, from `start` until `stop`, fed by the desk. Only `stop` waits.

    `club`: its computer listens; `waiting`: number of unacknowledged results; `trouble`: in words. Raises
    BrokerFault if it cannot even try.
    """

    def __init__(self, settings: ClubSettings, outbox: Outbox, version: str) -> None:
        self._box, self._run_id = settings.box, secrets.token_hex(8)
        likes = (BIRTH,) if settings.home_assistant else ()
        super().__init__(settings, f"zo-{self._box}", (topic(self._box, "ack"), CLUB_TOPIC), likes)
        self._outbox, self._version = outbox, version
        self.broker = settings.host, settings.port
        self._told = outbox.signatures()
        self._seen: object = None
        self._shown: object = self
        self._key: tuple[Setup | None, str] = None, ""
        self._play: Json | None = None
        self._ended: dict[str, EndedGame | None] = {}
        self._acks: list[Ack] = []
        self._sent: dict[str, tuple[int, float]] = {}
        self._state_due = self._health_due = self._results_due = False
        self.club = False
        self.trouble = ""
        self._n = self._logged = 0
        self.waiting = len(outbox.waiting())
        self._told_at = self._looked_at = -AGAIN_S
        # The last will, which the broker sends when the connection breaks.
        here = encoded(self._health(online=False))
        self.client.will_set(topic(self._box, "health"), here, qos=1, retain=True)

    # from the game's thread

    def stop(self, *, forget: bool = False) -> None:
        """Ends it; the outbox stays. `forget`: deletes the broker's retained messages too."""
        self.end_work()
        if self.connected:
            last = [("health", encoded(self._health(online=False)))]
            if forget:
                last = [("state", b""), ("health", b"")]
                self._announce(here=False)
            for kind, payload in last:
                told = self.say(topic(self._box, kind), payload, retain=True)
            with suppress(ValueError, RuntimeError):
                told.wait_for_publish(1.0)
        end(self.client)
        self._outbox.close()

    def show(self, play: Json | None) -> None:
        """Sets the table's public state (`play_json`); None: no game is on it."""
        with self.news:
            self._play, self._state_due = play, True
            self.news.notify()

    def ended(self, key: str, game: EndedGame | None) -> None:
        """Reports an ended game of the journal, new or changed; None: it does not count after all."""
        with self.news:
            self._ended[key] = game
            self.news.notify()

    # in the thread of its own

    def work(self) -> None:
        def is_due() -> bool:
            told = (self._state_due or self._health_due or self._results_due) and self.connected
            return bool(self.stopping or told or self._ended or self._acks)

        while True:
            with self.news:
                self.news.wait_for(is_due, timeout=AGAIN_S / 3)
                if self.stopping:
                    return
                # Taken under the lock and worked off without it, so that the desk never waits for the disk.
                ended, self._ended = self._ended, {}
                acks, self._acks = self._acks, []
                connected = self.connected
            try:
                for key, game in ended.items():
                    if game is None:
                        self._outbox.withdraw(key)
                        continue
                    try:
                        # Read back as the club will, so that a result it would refuse never blocks the
                        # outbox.
                        told = encoded(result_of(game, self._outbox.next_revision(key)))
                        result = read(told, Result)
                    except Exception as fault:  # one unreadable game must not hold back the others
                        unread = "game %s of the journal is not told to the club: %s"
                        _log.warning(unread, game.played.id, fault)
                    else:
                        self._outbox.put(result, signature_of(game.played))
                for ack in acks:
                    self._outbox.acknowledge(ack)
                if ended or acks:
                    self.waiting = len(self._outbox.waiting())
                    self._results_due = self._health_due = True
                if connected:
                    self._tell()
            except (OSError, sqlite3.Error) as fault:
                _log.warning("the outbox cannot be written: %s", fault)
                with self.news:
                    self._ended = ended | self._ended
                    self._acks = acks + self._acks
                time.sleep(1.0)

    def _tell(self) -> None:
        now = time.monotonic()
        if self._state_due:
            time.sleep(max(0.0, APART_S - (now - self._told_at)))
            with self.news:
                play, self._state_due = self._play, False
            self._n += 1
            now = time.monotonic()
            body = state_json(play, self._settings.table, self._run_id, self._n)
            self.say(topic(self._box, "state"), msgspec.json.encode(body), retain=True)
            self._told_at = now
        if self._results_due or now - self._looked_at >= AGAIN_S / 3:
            self._results_due, self._looked_at = False, now
            # Never sent results go first, then those sent longest ago: one that the club cannot read holds
            # back none.
            waiting = self._outbox.waiting()
            self._health_due = self._health_due or len(waiting) != self.waiting
            self.waiting = len(waiting)
            told = [(self._sent.get(key, (0, -AGAIN_S)), key, revision) for key, revision in waiting]
            due = [each for each in told if each[0][0] != each[2] or now - each[0][1] >= AGAIN_S]
            due.sort(key=lambda each: each[0][1])
            for _sent, key, revision in due[: max(0, AT_ONCE - (len(waiting) - len(due)))]:
                self.say(topic(self._box, "result"), self._outbox.body(key))
                self._sent[key] = (revision, now)
        if self._health_due:
            self._health_due = False
            health = encoded(self._health(online=True))
            self.say(topic(self._box, "health"), health, retain=True)

    def _health(self, *, online: bool) -> Health:
        run, table = self._run_id, self._settings.table
        return Health(online=online, run=run, table=table, version=self._version, waiting=self.waiting)

    def _announce(self, *, here: bool) -> None:
        """Sends Home Assistant's discovery messages of this box, or (not `here`) deletes them."""
        for name, about in discovery(self._box, self._settings.table, self._version).items():
            self.say(name, msgspec.json.encode(about) if here else b"", retain=True)

    # in the connection's thread

    def stand(self, trouble: str, *, connected: bool) -> None:
        if connected:  # without the setting, announcements of an earlier run are deleted
            self._announce(here=self._settings.home_assistant)
        with self.news:
            if trouble and trouble != self.trouble:
                _log.info("club: not connected to the broker")
            self.trouble, self.connected = trouble, connected
            self.club = self.club and connected
            if connected:
                self._state_due = self._health_due = self._results_due = True
                self._logged = 0
                self._sent.clear()
            self.news.notify()

    def hear(self, name: str, payload: bytes) -> None:
        try:
            if name == BIRTH:
                if payload == b"online":  # Home Assistant has just started
                    self._announce(here=True)
            elif name == CLUB_TOPIC:
                is_there = bool(payload) and read(payload, ClubHere).online
                with self.news:
                    self.club = is_there
                    if is_there:  # it has just begun to listen: everything waiting is due
                        self._sent.clear()
                        self._results_due = True
                    self.news.notify()
            else:
                ack = read(payload, Ack)
                with self.news:
                    if len(self._acks) < 1000:
                        self._acks.append(ack)
                    self.news.notify()
        except MessageFault as fault:
            self._logged += 1
            if self._logged <= MOST_LOGGED:
                _log.warning("club: a message that is not as it should be: %s", fault)

    # from the desk, once a tick

    def follow(self, page: str, played: Tableside | None, kept: KeptGames) -> None:
        store = kept.store
        reply = None if played is None else played.session.reply
        if reply is not self._shown:
            self._shown, now = reply, None
            if played is not None and reply is not None:
                referee, book = played.session.referee, played.session.book
                setup = referee.setup
                # The key of the game on the table; empty for an unrecorded one.
                if not self._key[1] or self._key[0] is not setup:
                    self._key = setup, ""
                    if book is not None and book.id is not None:
                        with suppress(StoreFault):
                            self._key = setup, key_of(store.played(book.id))
                now = play_json(self._key[1], referee.game, setup, reply.seq, reply.turn, reply.view)
            if now is None or now != self._play:
                self.show(now)
        ended = reply.seq if reply is not None and isinstance(reply.turn, Over) else None
        seen = (id(store), page, id(played), ended)
        if seen == self._seen:
            return
        self._seen = seen
        # All games whose end is new, changed or void since the last report.
        try:
            games = {key_of(game): game for game in store.games()}
            for key, game in games.items():
                signature = signature_of(game)
                if signature == self._told.get(key, ""):
                    continue
                told = None
                if signature:
                    known = store.kept(game.id)
                    by_box = tuple(sorted(box_seats(known.notes.get("box", ""))))
                    told = EndedGame(game, known.lines, known.times, by_box)
                self.ended(key, told)
                self._told[key] = signature
            missing = {key for key, signature in self._told.items() if signature and key not in games}
            # Only deleted games are withdrawn: others are missing because their journal is.
            gone = store.deleted() if missing and store.read_only_because is None else ()
            deleted = {twin_of(game) for game in gone}
            for key in missing:
                if self._told[key].split()[0] in deleted:
                    self.ended(key, None)
                    self._told[key] = ""
        except StoreFault as fault:
            _log.warning("the journal cannot be read for the club: %s", fault.words)


def following(settings: ClubSettings, store: Store, *, afresh: bool) -> Publisher:
    """A started publisher with this box's outbox. Raises BrokerFault.

    `afresh`: the club was off; games that ended meanwhile are not sent.
    """
    try:
        outbox = Outbox(outbox_file())
        if afresh:
            outbox.leave_out({key_of(game): signature_of(game) for game in store.games() if game.finished})
        publisher = Publisher(settings, outbox, app_version())
        publisher.start()
    except (OSError, sqlite3.Error, StoreFault, ValueError) as fault:
        _log.warning("the club cannot be told anything: %s", fault)
        raise BrokerFault(_("What is to be told to the club cannot be kept on the disk.")) from None
    return publisher


# Home Assistant's view of a table: whose turn it is, and whether a game is played. MQTT discovery by its
# documentation: a retained message for each entity under `homeassistant/`.

BIRTH = "homeassistant/status"
"""Topic on which Home Assistant says `online` at its start."""


def discovery(box: str, table: str, version: str) -> dict[str, dict[str, Any]]:
    """By topic, the discovery messages. A lamp follows `sensor.…_turn`, which lists the names to act."""
    told = {"box": box, "name": table or box, "version": version}
    quoted = {name: msgspec.json.encode(words).decode()[1:-1] for name, words in told.items()}
    text = files(__package__).joinpath("home_assistant.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = msgspec.json.decode(Template(text).substitute(quoted))
    return found


# The messages about a game: its public table, and its result.


def key_of(played: GameEntry) -> str:
    """A game's key at the club; it differs between games even if a stopped clock gives all one time."""
    return _hash(played.id, played.game, played.players, played.started)


def twin_of(played: GameEntry) -> str:
    """A hash that is equal for one game under two journal numbers, such as among the deleted."""
    return _hash(played.game, played.players, played.started)


def _hash(*values: object) -> str:
    return hashlib.blake2b(msgspec.json.encode(values), digest_size=8).hexdigest()


def signature_of(played: GameEntry) -> str:
    """The twin and everything whose change makes an ended game's result new; empty for a running one."""
    return "" if played.finished is None else f"{twin_of(played)} {played.entries} {played.finished}"


def play_json(key: str, game: Game[Any], setup: Setup, entries: int, turn: Turn, view: View) -> Json:
    """The game on the table and who is to act, from the shared screen's `view` and `turn`."""
    names = players(setup)
    acting: Sequence[Seat] = turn.seats if isinstance(turn, Chance) else ()
    if isinstance(turn, Seats):
        acting = sorted(turn.seats)
    return {
        "on_turn": [names[seat] for seat in acting if seat < len(names)],
        "play": {
            "key": key,
            "game": game.id,
            "name": game.name,
            "players": _given(setup),
            "entries": entries,
            "turn": turn_json(turn),
            "view": view_json(view),
        },
    }


def state_json(play: Json | None, table: str, run: str, n: int) -> Json:
    return {"v": VERSION, "run": run, "n": n, "table": table} | (play or {"on_turn": [], "play": None})


def _given(setup: Setup) -> tuple[str, ...]:
    """The name given for each seat; empty if none was."""
    return tuple(setup.player(seat) for seat in range(setup.seats))


def result_of(ended: EndedGame, revision: int) -> Result:
    """The result of a journal's game. Raises ValueError if its record does not play to an end."""
    record = read_record(ended.lines, all_games())
    states, stop = play_while_valid(record.game, record.setup, record.entries)
    over = record.game.turn(states[-1])
    if stop is not None or not isinstance(over, Over):
        raise ValueError("the record does not lead to an end")
    setup = record.setup
    measures = record.game.measures(states[-1])
    try:  # from the first line to the last by the box's clock; 0 if it went back
        first, last = datetime.fromisoformat(ended.times[0]), datetime.fromisoformat(ended.times[-1])
        seconds = max(0, int((last - first).total_seconds()))
    except (ValueError, IndexError, TypeError):
        seconds = 0
    return Result(
        key=key_of(ended.played),
        revision=revision,
        game=record.game.id,
        name=record.game.name,
        players=_given(setup),
        winners=over.winners,
        by_box=ended.by_box,
        points=next((measure.values for measure in measures if measure.decides), ()),
        why=over.words[:400],
        rule=over.rule,
        options={name: value[:400] if isinstance(value, str) else value for name, value in setup.options},
        entries=len(record.entries),
        seconds=seconds,
        ended=ended.played.finished or "",
        digest=hashlib.blake2b("\n".join(ended.lines).encode(), digest_size=32).hexdigest(),
    )
