"""The desk's link to the club: hands what happens at the table over to the publisher, where the club is on."""

import logging
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from threading import Thread

from companion.game import Over
from ui.journal import deleted_games
from ui.journal.schema import StoreFault
from ui.journal.store import GameEntry, Store
from ui.owned.club import ClubKept
from ui.pages.tableside import Tableside
from ui.places import outbox_file
from ui.records.beginning import app_version
from ui.web.broker.connection import BrokerFault
from ui.web.broker.outbox import Outbox
from ui.web.broker.publisher import Publisher, Status
from ui.web.broker.telling import EndedGame, OnTable, key_of, signature_of
from ui.web.broker.trying import ConnectionTrial
from ui.words import _, several

_log = logging.getLogger(__name__)


class BoxInClub:
    """One box. All of it is called from the thread of the desk, and none of it waits for the network."""

    def __init__(
        self,
        kept: ClubKept | None = None,
        publisher: Callable[..., Publisher] = Publisher,
    ) -> None:
        self._kept, self._make = kept or ClubKept(), publisher
        self._outbox: Outbox | None = None
        self._publisher: Publisher | None = None
        self._trial: ConnectionTrial | None = None
        self._ending: Thread | None = None
        self._trouble = ""
        self._was_on = self._kept.now.on
        self._told: dict[str, str] = {}
        self._seen: object = None
        self._shown: object = None
        self._table: OnTable | None = None

    @property
    def kept(self) -> ClubKept:
        """The settings."""
        return self._kept

    @property
    def said(self) -> tuple[str, bool]:
        """See `ClubLink`."""
        trial = self._trial
        if trial is not None:
            return (trial.said, trial.well) if trial.said else (_("One moment …"), True)
        if self._trouble:
            return self._trouble, False
        if self._publisher is None:
            return "", True
        return _status_words(self._publisher.status)

    def follow(self, page: str, played: Tableside | None, store: Store) -> None:
        """See `ClubLink`."""
        publisher = self._publisher or self._begun(store)
        if publisher is None:
            return
        self._follow_table(publisher, played, store)
        reply = None if played is None else played.session.reply
        over = reply is not None and isinstance(reply.turn, Over)
        seen = (id(store), page, id(played), over, reply.seq if over and reply is not None else 0)
        if seen != self._seen:
            self._seen = seen
            try:
                self._follow_journal(publisher, store)
            except StoreFault as fault:
                _log.warning("the journal cannot be read for the club: %s", fault.words)

    def renew(self) -> None:
        """See `ClubLink`."""
        now = self._kept.now
        if self._publisher is not None:
            before, self._publisher = self._publisher, None
            self._ending = Thread(
                target=before.stop, kwargs={"forget": not now.on}, name="club-end", daemon=True
            )
            self._ending.start()
        self._was_on = self._was_on and now.on
        self._trial, self._trouble = None, ""
        self._shown = self._seen = None

    def try_it(self) -> None:
        """See `ClubLink`."""
        self._trial = ConnectionTrial(self._kept.now)

    def close(self) -> None:
        """Ends it; what waits stays in the outbox."""
        if self._publisher is not None:
            self._publisher.stop()
            self._publisher = None
        if self._outbox is not None:
            self._outbox.close()
            self._outbox = None

    def _begun(self, store: Store) -> Publisher | None:
        """Connects, where that is wanted and can be. Games that ended while the club was off are not told."""
        ending = self._ending is not None and self._ending.is_alive()
        if not self._kept.now.on or self._trouble or ending:
            return None
        try:
            if self._outbox is None:
                self._outbox = Outbox(outbox_file())
            if not self._was_on:
                ended = {key_of(game): signature_of(game) for game in store.games() if game.finished}
                self._outbox.leave_out(ended)
            self._was_on = True
            self._told = self._outbox.signatures()
            publisher = self._make(self._kept.now, self._outbox, app_version())
            publisher.start()
        except BrokerFault as fault:
            self._trouble = str(fault)
        except (OSError, sqlite3.Error, StoreFault, ValueError) as fault:
            _log.warning("the club cannot be told anything: %s", fault)
            self._trouble = _("What is to be told to the club cannot be kept on the disk.")
        else:
            self._publisher = publisher
        return self._publisher

    def _follow_table(self, publisher: Publisher, played: Tableside | None, store: Store) -> None:
        reply = None if played is None else played.session.reply
        if reply is self._shown and reply is not None:
            return
        if played is None or reply is None:
            if self._table is not None or self._shown is None:
                self._table, self._shown = None, False
                publisher.show(None)
            return
        referee, book = played.session.referee, played.opened.book
        key = self._table.key if self._table is not None and self._table.setup is referee.setup else ""
        if not key and book is not None and book.id is not None:
            with suppress(StoreFault):
                key = key_of(store.played(book.id))
        now = OnTable(key, referee.game, referee.setup, reply.seq, reply.turn, reply.view)
        self._shown = reply
        if now != self._table:
            self._table = now
            publisher.show(now)

    def _follow_journal(self, publisher: Publisher, store: Store) -> None:
        """Everything that ended, ended otherwise or does not count any more since it was told last."""
        games = {key_of(game): game for game in store.games()}
        for key, game in games.items():
            signature = signature_of(game)
            before = self._told.get(key)
            if signature == (before or ""):
                continue
            if signature:
                publisher.ended(EndedGame(game, store.lines(game.id), store.times(game.id)))
            else:
                publisher.gone(key)
            self._told[key] = signature
        missing = {key for key, signature in self._told.items() if signature and key not in games}
        if missing:
            # A game that nobody deleted is missing because its journal is: what was told of it stays.
            for key in missing & {key_of(game) for game in _deleted(store)}:
                publisher.gone(key)
                self._told[key] = ""


def _deleted(store: Store) -> tuple[GameEntry, ...]:
    return deleted_games.deleted(store) if store.read_only_because is None else ()


def _status_words(status: Status) -> tuple[str, bool]:
    if not status.connected:
        words = status.trouble or _("Connecting …")
        if status.waiting:
            kept = several(
                "One result is kept until the club has it.",
                "{n} results are kept until the club has them.",
                status.waiting,
            )
            words = f"{words} {kept}"
        return words, not status.trouble
    if status.waiting:
        return (
            several(
                "Connected. One result waits for the club's computer.",
                "Connected. {n} results wait for the club's computer.",
                status.waiting,
            ),
            True,
        )
    if status.club:
        return _("Connected: the club has everything."), True
    return _("Connected. The club's computer does not listen now; results are kept for it."), True
