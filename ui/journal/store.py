"""The journal on disk is opened: to write, or to look on. Whatever lies there, it is said what it is.

Rule kept: one program at a time writes; whoever cannot write may look. A damaged file is never thrown away, and what
it has cost is said.
"""

from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from ui.journal.book import Book, GameEntry, Store
from ui.journal.copied import Copied
from ui.journal.damage import Damage, check, version_of
from ui.journal.receipt import Receipt, read_receipt, receipt_of
from ui.journal.repair import finish_repair, in_memory, kept_log, make_journal, renew, repair
from ui.journal.salvaged_games import read_rows
from ui.journal.schema import (
    BROKEN,
    SCHEMA,
    UNWRITABLE,
    Kept,
    StoreFault,
    connected,
    in_words,
    is_damage,
    make_durable,
    make_tables,
    unwritable,
)
from ui.journal.writer import AnotherWriter, WriterLock
from ui.words import _

__all__ = ["Book", "GameEntry", "Store", "look_at", "open_store"]


def open_store(path: Path, now: Callable[[], str] | None = None) -> Store:
    """The journal at `path`, made where there is none.

    A damaged file is kept aside as `….damaged`, its readable rows go into a new one, and `repaired` says what was
    lost. Where another program is writing, or the disk cannot be written, it is opened for looking only. Raises
    StoreFault: a journal of a newer version, another program's file, a place where no file can be.
    """
    stamp = now or _utc_now
    path = path.resolve()
    with in_words(path):
        _expect_file(path)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = WriterLock(path)
        except AnotherWriter as other:
            return look_at(path, stamp, str(other))
        except OSError as fault:
            if fault.errno not in UNWRITABLE:
                raise
            return look_at(path, stamp, _(UNWRITABLE[fault.errno]))
    try:
        with in_words(path):
            return _opened_for_writing(path, stamp, lock)
    except BaseException as fault:
        lock.close()
        if isinstance(fault, StoreFault) and (why := unwritable(fault.__cause__)):
            return look_at(path, stamp, why)
        raise


def look_at(path: Path, now: Callable[[], str] | None = None, because: str = "") -> Store:
    """The journal at `path` for looking only: nothing on the disk is changed. Raises StoreFault as `open_store`.

    A copy is read, so that nobody is kept from writing; what is damaged or of an older version is read into memory.
    """
    stamp, path = now or _utc_now, path.resolve()
    because = because or _("it was opened for looking only")
    with in_words(path):
        _expect_file(path)
        receipt = read_receipt(path)
        damage: str | None = None
        if not path.exists() and not receipt.ids:
            return Store(path, stamp, in_memory(()), because)
        try:
            if not path.exists():
                raise Damage(_("the file is gone"))
            copied = Copied(path)
            try:
                version, games = check(copied.connection, path, receipt, lambda: _has_rows(path))
                if version == SCHEMA:
                    store = Store(path, stamp, copied.connection, because)
                    store.may_look(copied)
                    return store
                copied.connection.close()
                return Store(path, stamp, in_memory(games), because)
            except BaseException:
                copied.connection.close()
                raise
        except Damage as found:
            damage = str(found)
        except BROKEN as fault:
            damage = str(fault) if is_damage(fault) else None
        except OSError:
            damage = None  # there is no room for a copy: the rows are read one by one
        saved = read_rows(path, receipt)
    said = damage or (saved.lost and _("not all of it can be read"))
    words = _("the journal is damaged ({why}): {cost}; nothing was changed on the disk")
    repaired: str | None = words.format(why=said, cost=saved.words())
    told = _("The games kept here are damaged. {cost}").format(cost=saved.for_players())
    if not said:
        repaired, told = None, ""
    return Store(path, stamp, in_memory(saved.games), because, repaired, told)


def _opened_for_writing(path: Path, stamp: Callable[[], str], lock: WriterLock) -> Store:
    """Raises sqlite3.Error, OSError, StoreFault."""
    _leave_newer_alone(path)
    finish_repair(path)
    _make_private(path)
    receipt = read_receipt(path)
    repaired, told = None, ""
    found = _checked(path, receipt)
    if isinstance(found, Damage):
        saved, aside = repair(path, receipt)
        words = _("the journal was damaged ({why}): {cost}; the damaged file is kept as {file}")
        repaired = words.format(why=found, cost=saved.words(), file=aside)
        told = _("The games kept here were damaged. {cost} The damaged file is kept.")
        told = told.format(cost=saved.for_players())
        version, games = SCHEMA, list(saved.games)
    else:
        version, games = found
    connection = connected(path)
    try:
        make_durable(connection)
        if version == 0:
            make_tables(connection)
        elif version < SCHEMA:
            renew(connection, games)
        store = Store(path, stamp, connection, repaired=repaired, told=told)
        store.may_write(lock, receipt_of(games))
    except BaseException:
        connection.close()
        raise
    return store


def _checked(path: Path, receipt: Receipt) -> tuple[int, list[Kept]] | Damage:
    """Version and games of the file, made where there is none, or what is wrong with it."""
    log = path.with_name(path.name + "-wal")
    if not path.exists() and not receipt.ids and not (log.exists() and _has_rows(path)):
        make_journal(path)
    with kept_log(path) as put_back:
        try:
            if not path.exists():
                raise Damage(_("the file is gone"))
            if path.stat().st_size == 0:
                raise Damage(_("the file was empty"))
            with closing(connected(path)) as connection:
                return check(connection, path, receipt, lambda: _has_rows(path))
        except Damage as damage:
            found = damage
        except BROKEN as fault:
            if not is_damage(fault):
                raise
            found = Damage(str(fault))
        put_back()
    return found


def _leave_newer_alone(path: Path) -> None:
    """Raises StoreFault for a journal of a newer version, before its log is written into it, as SQLite does on closing.

    The file is looked at without its log. What else may be wrong with it is found later.
    """
    if not path.exists():
        return
    with suppress(Damage, *BROKEN), closing(connected(f"{path.as_uri()}?immutable=1")) as connection:
        version_of(connection, path, lambda: True)


def _has_rows(path: Path) -> bool:
    return bool(read_rows(path, Receipt()).games)


def _expect_file(path: Path) -> None:
    folder = next(one for one in path.parents if one.exists())
    if not folder.is_dir():
        raise StoreFault(_("expected a folder, found a file"), folder)
    if path.exists() and not path.is_file():
        found = (
            _("expected a file, found a folder")
            if path.is_dir()
            else _("expected a file, found something else")
        )
        raise StoreFault(found, path)


def _make_private(path: Path) -> None:
    """Armies and orders lie in it in clear: nobody but its owner reads it."""
    for end in ("", "-wal", "-shm"):
        with suppress(OSError):
            path.with_name(path.name + end).chmod(0o600)


def _utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
