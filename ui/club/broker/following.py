"""Follows the desk while the club is on: hands what happens at the table and in the journal over to the publisher."""

import logging
import sqlite3
from contextlib import suppress

from companion.game import Over
from ui.club.broker.connection import BrokerFault
from ui.club.broker.outbox import Outbox
from ui.club.broker.publisher import Publisher, Status
from ui.club.broker.telling import EndedGame, GameOnTable, key_of, signature_of, twin_of
from ui.journal.store import Store, StoreFault
from ui.owned.club import ClubSettings
from ui.pages.kept import KeptGames
from ui.pages.tableside import Tableside
from ui.places import outbox_file
from ui.records.beginning import app_version
from ui.words import _

_log = logging.getLogger(__name__)


class Following:
    """One publisher, from the making until `stop`. Raises BrokerFault.

    `afresh`: the club was off, and games that have ended meanwhile are not told. Only `stop` waits for anything.
    """

    def __init__(self, settings: ClubSettings, store: Store, *, afresh: bool) -> None:
        try:
            self._outbox = Outbox(outbox_file())
            if afresh:
                ended = {key_of(game): signature_of(game) for game in store.games() if game.finished}
                self._outbox.leave_out(ended)
            self._told = self._outbox.signatures()
            self._publisher = Publisher(settings, self._outbox, app_version())
            self._publisher.start()
        except (OSError, sqlite3.Error, StoreFault, ValueError) as fault:
            _log.warning("the club cannot be told anything: %s", fault)
            raise BrokerFault(_("What is to be told to the club cannot be kept on the disk.")) from None
        self.broker = settings.host, settings.port
        self._seen: object = None
        self._shown: object = self
        self._table: GameOnTable | None = None

    @property
    def status(self) -> Status:
        return self._publisher.status

    def stop(self, *, forget: bool = False) -> None:
        self._publisher.stop(forget=forget)
        self._outbox.close()

    def follow(self, page: str, played: Tableside | None, kept: KeptGames) -> None:
        store = kept.store
        self._follow_table(played, store)
        reply = None if played is None else played.session.reply
        ended = reply.seq if reply is not None and isinstance(reply.turn, Over) else None
        seen = (id(store), page, id(played), ended)
        if seen == self._seen:
            return
        self._seen = seen
        try:
            self._follow_journal(kept)
        except StoreFault as fault:
            _log.warning("the journal cannot be read for the club: %s", fault.words)

    def _follow_table(self, played: Tableside | None, store: Store) -> None:
        reply = None if played is None else played.session.reply
        if reply is self._shown:
            return
        self._shown = reply
        if played is None or reply is None:
            now = None
        else:
            referee = played.session.referee
            key = self._key(played, store)
            now = GameOnTable(key, referee.game, referee.setup, reply.seq, reply.turn, reply.view)
        if now is None or now != self._table:
            self._table = now
            self._publisher.show(now)

    def _key(self, played: Tableside, store: Store) -> str:
        """The key of the game on the table; empty where nothing of it is kept."""
        if self._table is not None and self._table.key and self._table.setup is played.session.referee.setup:
            return self._table.key
        book = played.opened.book
        if book is not None and book.id is not None:
            with suppress(StoreFault):
                return key_of(store.played(book.id))
        return ""

    def _follow_journal(self, kept: KeptGames) -> None:
        """Everything that ended, ended otherwise or does not count any more since it was told last."""
        store = kept.store
        games = {key_of(game): game for game in store.games()}
        for key, game in games.items():
            signature = signature_of(game)
            if signature == self._told.get(key, ""):
                continue
            if signature:
                by_box = tuple(sorted(kept.box_seats_of(game.id)))
                self._publisher.ended(EndedGame(game, store.lines(game.id), store.times(game.id), by_box))
            else:
                self._publisher.gone(key)
            self._told[key] = signature
        missing = {key for key, signature in self._told.items() if signature and key not in games}
        if missing:
            # A game that nobody deleted is missing because its journal is: what was told of it stays.
            deleted = {twin_of(game) for game in (store.deleted() if store.read_only_because is None else ())}
            for key in missing:
                if self._told[key].split()[0] in deleted:
                    self._publisher.gone(key)
                    self._told[key] = ""
