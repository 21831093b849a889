"""Tells the broker what happens at the table and in the journal of this box, from threads of its own: nobody waits.

Rules kept: of the table the newest state is told and the ones between are left out; a result stays in the outbox until
the club has it. The box's clock orders nothing. Of a game that goes on only what its shared screen shows is told, and
no picture ever; of one that has ended the result, and the digest of its record.
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
"""The least time between two states that are told."""
AGAIN_S = 30.0
"""A result that is not acknowledged is told again after this time."""
AT_ONCE = 50
"""The most results that are on their way."""
MOST_LOGGED = 20
"""The most faults of messages that are logged for one connection."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game of the journal that has ended: its line in the list, its record with times, and the seats of the box."""

    played: GameEntry
    lines: tuple[str, ...]
    times: tuple[str, ...]
    by_box: tuple[Seat, ...] = ()


_TABLE = (
    "CREATE TABLE IF NOT EXISTS results(key TEXT PRIMARY KEY, signature TEXT NOT NULL, revision INTEGER NOT NULL,"
    " acknowledged INTEGER NOT NULL, body BLOB)"
)


class Outbox:
    """Results that are kept until the club has them: a small SQLite file beside the journal, used from any thread.

    The broker's acknowledgement says only that the broker has a message: a result leaves the outbox when the club's
    computer says that it is in its table. The outbox knows which results of the journal were told, so that nothing is
    lost where the program ends in between. A damaged file is put aside, and what the journal holds is told again: the
    club counts it once. Raises OSError or sqlite3.Error where the file cannot be opened or written.
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
        query = "SELECT coalesce(max(revision), 0) + 1 FROM results WHERE key = ?"
        return int(self._rows(query, key)[0][0])

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
        result = self._result(key)
        if result is not None and not result.withdrawn:
            self.put(msgspec.structs.replace(result, withdrawn=True, revision=result.revision + 1), "")

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
    """One box at one broker, from `start` until `stop`, told by the desk. Only `stop` waits for anything.

    `club`: its computer listens; `waiting`: the number of results that it has yet to acknowledge; `trouble`: in words.
    Raises BrokerFault where it cannot even try.
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
        # The broker tells it by itself when the line breaks.
        here = encoded(self._health(online=False))
        self.client.will_set(topic(self._box, "health"), here, qos=1, retain=True)

    # from the game's thread

    def stop(self, *, forget: bool = False) -> None:
        """Ends it: what waits stays in the outbox. `forget`: the broker keeps nothing of this box either."""
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
        """What is told of the table (`play_json`); None: no game is on it."""
        with self.news:
            self._play, self._state_due = play, True
            self.news.notify()

    def ended(self, key: str, game: EndedGame | None) -> None:
        """A game of the journal has ended, or otherwise than was told; None: it does not count after all."""
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
                ended, self._ended = self._ended, {}
                acks, self._acks = self._acks, []
                connected = self.connected
            try:
                # Results go into the outbox, or are taken out.
                for key, game in ended.items():
                    if game is None:
                        self._outbox.withdraw(key)
                        continue
                    try:
                        told = encoded(result_of(game, self._outbox.next_revision(key)))
                        result = read(told, Result)
                    except Exception as fault:  # whatever a journal holds, the others are told
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
            # Everything that waits, some at once: those first that were never told, then those told longest
            # ago. So nothing that the club cannot read keeps the others back.
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
        """What Home Assistant is to know of this box, or (not `here`) that it is to forget it."""
        for name, about in discovery(self._box, self._settings.table, self._version).items():
            self.say(name, msgspec.json.encode(about) if here else b"", retain=True)

    # in the connection's thread

    def stand(self, trouble: str, *, connected: bool) -> None:
        if connected:  # where it is not announced, what an earlier run of the program announced is taken back
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
                if payload == b"online":  # Home Assistant has started, and may know nothing of us
                    self._announce(here=True)
            elif name == CLUB_TOPIC:
                is_there = bool(payload) and read(payload, ClubHere).online
                with self.news:
                    self.club = is_there
                    if is_there:  # it has begun to listen, and is told all that waits
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

    # what the desk tells, once a tick

    def follow(self, page: str, played: Tableside | None, kept: KeptGames) -> None:
        store = kept.store
        reply = None if played is None else played.session.reply
        if reply is not self._shown:
            self._shown, now = reply, None
            if played is not None and reply is not None:
                referee, book = played.session.referee, played.session.book
                setup = referee.setup
                # The key of the game on the table; empty where nothing of it is kept.
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
        # Everything that ended, ended otherwise or does not count any more since it was told last.
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
            # A game that nobody deleted is missing because its journal is: what was told of it stays.
            gone = store.deleted() if missing and store.read_only_because is None else ()
            deleted = {twin_of(game) for game in gone}
            for key in missing:
                if self._told[key].split()[0] in deleted:
                    self.ended(key, None)
                    self._told[key] = ""
        except StoreFault as fault:
            _log.warning("the journal cannot be read for the club: %s", fault.words)


def following(settings: ClubSettings, store: Store, *, afresh: bool) -> Publisher:
    """A publisher that has begun, with the outbox of this box. Raises BrokerFault.

    `afresh`: the club was off, and games that have ended meanwhile are not told.
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


# What Home Assistant needs to know to show a table: whose turn it is, and whether a game is played. MQTT
# discovery as Home Assistant documents it: a retained message for each entity under `homeassistant/`.

BIRTH = "homeassistant/status"
"""Where it says `online` when it has started."""


def discovery(box: str, table: str, version: str) -> dict[str, dict[str, Any]]:
    """By topic, what is announced. A lamp follows `sensor.…_turn`, which holds the names of those to act."""
    told = {"box": box, "name": table or box, "version": version}
    quoted = {name: msgspec.json.encode(words).decode()[1:-1] for name, words in told.items()}
    text = files(__package__).joinpath("home_assistant.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = msgspec.json.decode(Template(text).substitute(quoted))
    return found


# What is told of a game: the table as everybody may know it, and how a game ended.


def key_of(played: GameEntry) -> str:
    """The key of a game at the club: another for each, also where the clock stands still and all begin at one time."""
    return _hash(played.id, played.game, played.players, played.started)


def twin_of(played: GameEntry) -> str:
    """What a game in the journal has in common with itself, under another number, among those deleted."""
    return _hash(played.game, played.players, played.started)


def _hash(*values: object) -> str:
    return hashlib.blake2b(msgspec.json.encode(values), digest_size=8).hexdigest()


def signature_of(played: GameEntry) -> str:
    """Its twin, and what changes with anything new to tell of a game that has ended; empty while it goes on."""
    return "" if played.finished is None else f"{twin_of(played)} {played.entries} {played.finished}"


def play_json(key: str, game: Game[Any], setup: Setup, entries: int, turn: Turn, view: View) -> Json:
    """The game on the table and who is to act. `view` and `turn` are those of the shared screen."""
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
    """By seat the name that somebody gave for it; empty where nobody did."""
    return tuple(setup.player(seat) for seat in range(setup.seats))


def result_of(ended: EndedGame, revision: int) -> Result:
    """How a game of the journal ended. Raises ValueError where its record cannot be played to an end."""
    record = read_record(ended.lines, all_games())
    states, stop = play_while_valid(record.game, record.setup, record.entries)
    over = record.game.turn(states[-1])
    if stop is not None or not isinstance(over, Over):
        raise ValueError("the record does not lead to an end")
    setup = record.setup
    measures = record.game.measures(states[-1])
    try:  # from the first line to the last by the box's clock; 0 where that clock went back
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
