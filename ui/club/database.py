"""The club's tables as they are now, and its database in SQLite or PostgreSQL (SQLAlchemy).

Rule kept: the database has one result per box and game, in its highest revision; a result that the club's
owner voids stays void in every later revision.
"""

import logging
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DataError, NoSuchModuleError, SQLAlchemyError

from ui.club.broker.messages import Ack, Health, MessageFault, Result, TableState, read

# The present tables, from the boxes' messages. Read by any thread, changed by one. Rule kept: within one run
# of a box's program an older state never replaces a newer one, whatever a clock says.

MOST_BOXES = 20_000
"""Maximum number of boxes, as each costs memory."""
_RUNS_KNOWN = 8


@dataclass(frozen=True, slots=True)
class TableNow:
    """One table: `changes` counts messages, `seen`: the last one, s since 1970; `runs`: latest runs with a
    state.
    """

    box: str
    state: TableState | None = None
    health: Health | None = None
    seen: float = 0.0
    changes: int = 0
    runs: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Its given name, else the box's id."""
        told = self.health or self.state
        return (told.table if told is not None else "") or self.box

    @property
    def is_online(self) -> bool:
        return self.health is not None and self.health.online


class Tables:
    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._tables: dict[str, TableNow] = {}
        self._unkept: dict[str, None] = {}
        self._shut_out: frozenset[str] = frozenset()
        self._is_other_list = False

    def restore(self, kept: list[TableNow]) -> None:
        """Restores the tables last seen before the club's computer was off."""
        self._tables = {table.box: table for table in kept} | self._tables

    def get(self, box: str) -> TableNow | None:
        return self._tables.get(box)

    def all(self) -> list[TableNow]:
        """All tables by name, with numbers in names sorted by value; excluded boxes are left out."""
        shown = (table for box, table in self._tables.copy().items() if box not in self._shut_out)
        return sorted(shown, key=lambda table: (_by_name(table.name), table.box))

    def shut_out(self, boxes: frozenset[str]) -> bool:
        """Sets the excluded boxes; returns whether they changed."""
        before, self._shut_out = self._shut_out, boxes
        self._is_other_list |= before != boxes
        return before != boxes

    def told_state(self, box: str, state: TableState) -> bool:
        """Takes a state; returns whether it is news. Raises MessageFault if there are too many boxes."""
        table = self._table(box)
        goes_on = table.runs[-1:] == (state.run,)
        is_old = goes_on and table.state is not None and state.n <= table.state.n
        if is_old or state.run in table.runs[:-1]:
            return False
        runs = table.runs if goes_on else (*table.runs, state.run)[-_RUNS_KNOWN:]
        self._change(replace(table, state=state, runs=runs))
        return True

    def told_health(self, box: str, health: Health) -> bool:
        """Takes whether a box is online; returns whether that is news."""
        table = self._table(box)
        known = table.health
        if known is not None and not health.online and known.online and known.run != health.run:
            return False  # the last will of an earlier run of the program
        self._change(replace(table, health=health))
        return health != known

    def list_changed(self) -> bool:
        """Whether a table came, went or changed its name since the last call."""
        changed, self._is_other_list = self._is_other_list, False
        return changed

    def drop(self, box: str) -> bool:
        """Removes a box that left the club; returns whether it was known."""
        self._is_other_list = True
        self._unkept.pop(box, None)
        return self._tables.pop(box, None) is not None

    def unkept(self, most: int) -> list[TableNow]:
        """Changed tables that are not in the database yet, at most `most`, the longest waiting first."""
        boxes = list(islice(self._unkept, most))
        for box in boxes:
            del self._unkept[box]
        return [self._tables[box] for box in boxes if box in self._tables]

    def keep_again(self, tables: list[TableNow]) -> None:
        self._unkept.update(dict.fromkeys(table.box for table in tables))

    def _table(self, box: str) -> TableNow:
        if box not in self._tables and len(self._tables) >= MOST_BOXES:
            raise MessageFault(f"more than {MOST_BOXES} boxes")
        return self._tables.get(box, TableNow(box))

    def _change(self, table: TableNow) -> None:
        before = self._tables.get(table.box)
        self._is_other_list |= before is None or before.name != table.name
        self._tables[table.box] = replace(table, seen=self._now(), changes=table.changes + 1)
        self._unkept[table.box] = None


def _by_name(name: str) -> list[tuple[int, str]]:
    """Sort key of a name, in which "Table 10" follows "Table 9"."""
    parts = re.findall(r"[0-9]{1,12}|.", name.casefold(), re.DOTALL)
    return [(int(part), "") if "0" <= part[0] <= "9" else (-1, part) for part in parts]


# The database.

SCHEMA = 1
MOST_A_DAY = 300
"""Maximum number of new results per box in 24 h, so that none fills the disk; others wait at the box."""
DAY_S = 24 * 60 * 60.0
DatabaseTrouble = SQLAlchemyError
"""Raised by any call to a database that is away or full."""
UnfitData = DataError
"""Raised for a value that the database can never keep."""

_log = logging.getLogger(__name__)
_meta = sa.MetaData()


def _table(name: str, key: Sequence[str], /, *more: Any, **columns: Any) -> sa.Table:
    """A table with non-null columns of these types."""
    made = [sa.Column(each, kind, primary_key=each in key, nullable=False) for each, kind in columns.items()]
    return sa.Table(name, _meta, *made, *more)


_boxes = _table("boxes", ["box"], box=sa.String(40), name=sa.String(100), seen=sa.Float, state=sa.Text)
results = _table(
    "results",
    ["id"],
    sa.UniqueConstraint("box", "key", name="once"),
    sa.Index("ix_results_game", "game"),
    sa.Index("ix_results_arrived", "arrived"),
    id=sa.Integer,
    box=sa.String(40),
    key=sa.String(16),
    revision=sa.Integer,
    withdrawn=sa.Boolean,
    game=sa.String(100),
    has=sa.String(64),
    told=sa.Text,
    arrived=sa.Float,
    changed=sa.Float,
)
"""`told`: the whole result as JSON. `arrived`, `changed`: first and last receipt by the club's clock."""
_left_out = _table("left_out", ["box", "key"], box=sa.String(40), key=sa.String(16), at=sa.Float)
"""Results that the club's owner voids: one of a box, or (`key` is empty) all of that box."""
_settings = _table("settings", ["name"], name=sa.String(40), value=sa.Text)
tournaments = _table("tournaments", ["id"], id=sa.Integer, name=sa.String(100), about=sa.Text, begun=sa.Float)
pairings = _table(
    "pairings",
    ["tournament", "round", "board"],
    sa.Column("outcome", sa.Text),
    tournament=sa.ForeignKey("tournaments.id", ondelete="CASCADE"),
    round=sa.Integer,
    board=sa.Integer,
    players=sa.Text,
    made=sa.Float,
)


class DatabaseFault(Exception):
    """The database cannot be used; one line for people, without a password."""


@dataclass(frozen=True, slots=True)
class KeptResult:
    """A stored result. `arrived` in s since 1970 by the club's clock; `counts`: not voided."""

    id: int
    box: str
    arrived: float
    told: Result
    counts: bool = True


def sqlite_url(path: Path) -> str:
    return sa.URL.create("sqlite", database=str(path)).render_as_string()


class ClubDatabase:
    """One database. Every call may raise DatabaseTrouble; `now` is the club's clock in s since 1970."""

    def __init__(self, url: str, now: Callable[[], float] = time.time) -> None:
        """Opens the database and makes missing tables. Raises DatabaseFault."""
        self.now = now
        self._unread: set[int] = set()
        try:
            self._engine = _engine(url)
        except (ArgumentError, NoSuchModuleError):
            raise DatabaseFault("expected a database URL such as postgresql://user@host/club") from None
        except ModuleNotFoundError as fault:
            raise DatabaseFault(f"for this database {fault.name} must be installed") from None
        self._is_sqlite = self._engine.dialect.name == "sqlite"
        try:
            _meta.create_all(self._engine)
            found = self.setting("schema", str(SCHEMA))
            if found == str(SCHEMA):
                self.set("schema", found)
        except SQLAlchemyError as fault:
            self.close()
            raise DatabaseFault(f"the database cannot be opened: {fault_line(fault)}") from None
        if found != str(SCHEMA):
            self.close()
            raise DatabaseFault(f"the database is of version {found}; this program reads version {SCHEMA}")

    def close(self) -> None:
        self._engine.dispose()

    def _put(self, table: sa.Table, *by: str, only: Any = None, **values: Any) -> Any:
        """An upsert: replaces the row with equal `by` columns, provided that it meets `only`."""
        new = (sqlite.insert(table) if self._is_sqlite else postgresql.insert(table)).values(**values)
        changed = {name: new.excluded[name] for name in values if name not in by}
        return new.on_conflict_do_update(index_elements=by, set_=changed, where=only)

    # results

    def take(self, told: Sequence[tuple[str, Result]]) -> list[tuple[str, Ack]]:
        """Stores results with their boxes in one transaction; returns receipts for the stored revisions.

        Excluded boxes and results beyond MOST_A_DAY are neither stored nor acknowledged.
        """
        now, acks, shut_out = self.now(), [], self.shut_out()
        with self._engine.begin() as connection:
            room = dict.fromkeys((box for box, _result in told), MOST_A_DAY)
            for box in room:
                # The limit counts new games only: a new revision of a known one costs no room.
                today = (results.c.box == box) & results.c.arrived.between(now - DAY_S, now)
                room[box] -= int(connection.execute(sa.select(sa.func.count()).where(today)).scalar_one())
            for box, result in told:
                where = (results.c.box == box) & (results.c.key == result.key)
                row = connection.execute(sa.select(results).where(where)).first()
                if box in shut_out or (row is None and room[box] <= 0):
                    continue
                if row is None or row.revision < result.revision:
                    room[box] -= row is None
                    kept = self._put(
                        results,
                        "box",
                        "key",
                        # Another program may have stored a newer revision since the SELECT.
                        only=results.c.revision < result.revision,
                        box=box,
                        key=result.key,
                        revision=result.revision,
                        withdrawn=result.withdrawn,
                        game=result.game,
                        has=result.tells_the_same,
                        told=msgspec.json.encode(result).decode(),
                        arrived=row.arrived if row else now,
                        changed=now,
                    )
                    row = connection.execute(kept.returning(results.c.revision, results.c.has)).one()
                # A receipt names what is stored, so a box learns of a higher revision than its own.
                acks.append((box, Ack(key=result.key, revision=row.revision, has=row.has)))
        return acks

    def results(self, most: int | None = None, before: int | None = None) -> list[KeptResult]:
        """All results including voided ones, newest first; `before`: only those with a lower id."""
        same = (_left_out.c.box == results.c.box) & _left_out.c.key.in_(("", results.c.key))
        query = sa.select(results, (~sa.exists().where(same)).label("counts"))
        query = query.where(results.c.withdrawn.is_(False)).order_by(results.c.id.desc())
        if before is not None:
            query = query.where(results.c.id < before)
        found = []
        for row in self.read(query.limit(most)):
            try:
                told = msgspec.json.decode(row.told, type=Result)
            except msgspec.DecodeError as fault:
                if row.id not in self._unread:  # said once
                    self._unread.add(row.id)
                    _log.warning("result %d of the database cannot be read: %s", row.id, str(fault)[:100])
            else:
                found.append(KeptResult(row.id, row.box, row.arrived, told, bool(row.counts)))
        return found

    def rule(self, box: str, key: str = "", *, counts: bool) -> None:
        """Voids a result or has it count; without a key, excludes a box or admits it again."""
        this = (_left_out.c.box == box) & (_left_out.c.key == key)
        left_out = _left_out.insert().values(box=box, key=key, at=self.now())
        self.write(sa.delete(_left_out).where(this), *(() if counts else (left_out,)))

    def shut_out(self) -> frozenset[str]:
        """The excluded boxes."""
        return frozenset(
            row.box for row in self.read(sa.select(_left_out.c.box).where(_left_out.c.key == ""))
        )

    def stamp(self) -> tuple[object, ...]:
        """A value that changes with every result and every exclusion."""
        queries = [
            sa.select(sa.func.count(), sa.func.max(column)) for column in (results.c.changed, _left_out.c.at)
        ]
        return tuple(each for query in queries for row in self.read(query) for each in row)

    # boxes

    def keep_boxes(self, tables: Iterable[TableNow]) -> None:
        kept = ((one, msgspec.json.encode(one.state).decode()) for one in tables)
        self.write(
            *(
                self._put(_boxes, "box", box=one.box, name=one.name, seen=one.seen, state=state)
                for one, state in kept
            )
        )

    def boxes(self) -> list[TableNow]:
        """Every box as last seen; one with an unreadable state keeps its name alone."""
        found = []
        for row in self.read(sa.select(_boxes)):
            try:
                state = read(row.state.encode(), TableState)
            except MessageFault:
                state = TableState(run="0" * 16, n=0, table=row.name)
            found.append(TableNow(row.box, state, seen=row.seen))
        return found

    def forget_box(self, box: str) -> None:
        """Removes a box from the list; its results stay."""
        self.write(sa.delete(_boxes).where(_boxes.c.box == box))

    def setting(self, name: str, usual: str = "") -> str:
        found = self.read(sa.select(_settings.c.value).where(_settings.c.name == name))
        return str(found[0].value) if found else usual

    def set(self, name: str, value: str) -> None:
        self.write(self._put(_settings, "name", name=name, value=value))

    def connect(self) -> sa.Connection:
        """A connection for a transaction of the caller's own: `with database.connect() as …`."""
        return self._engine.connect()

    def read(self, query: sa.Executable) -> Sequence[sa.Row[Any]]:
        with self.connect() as connection:
            return connection.execute(query).all()

    def write(self, *statements: sa.Executable) -> None:
        """Runs statements in one transaction."""
        with self._engine.begin() as connection:
            for statement in statements:
                connection.execute(statement)


def fault_line(fault: SQLAlchemyError) -> str:
    """A database fault in one line, without statement and address."""
    said = str(getattr(fault, "orig", None) or type(fault).__name__)
    return " ".join(said.split())[:200]


def _engine(url: str) -> sa.Engine:
    """Raises ArgumentError, NoSuchModuleError, ModuleNotFoundError, DatabaseFault."""
    given = sa.make_url(url)
    match given.get_backend_name():
        case "sqlite":
            engine = sa.create_engine(given)

            @sa.event.listens_for(engine, "connect")
            def prepare(connection: Any, _record: object) -> None:
                """Makes commits survive a power cut, as receipts promise: WAL with synchronous FULL."""
                for pragma in (
                    "journal_mode=WAL",
                    "synchronous=FULL",
                    "foreign_keys=ON",
                    "busy_timeout=5000",
                ):
                    connection.execute(f"PRAGMA {pragma}")

        case "postgresql":
            given = given.set(drivername="postgresql+psycopg")
            arguments = {"client_encoding": "utf8", "connect_timeout": 5}
            engine = sa.create_engine(given, pool_pre_ping=True, connect_args=arguments)
        case other:
            raise DatabaseFault(f"expected a URL of SQLite or PostgreSQL, found one of {other}")
    return engine
