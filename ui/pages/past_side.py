"""The kept games at the desk: listed, told, saved as a file, deleted and put back; what cannot be read is said."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.journal import play_while_valid
from ui.journal.moment_pictures import MomentPictures
from ui.journal.store import GameEntry, Store, StoreFault
from ui.outcome import seat_name, told
from ui.pages.looking_back import LookedBack
from ui.present.models import Played
from ui.records.beginning import GameFault, game_named, kept_record
from ui.records.saved_records import Form, save_record
from ui.words import _, for_players

MOST_LETTERS = 24
"""A longer name is shortened: it may come from anywhere."""
_log = logging.getLogger(__name__)


class PastSide:
    """What the pages of kept games show and do. `notice` is said on the page shown next."""

    def __init__(self, store: Store, when: Callable[[str], str]) -> None:
        self.notice = ""
        self._store, self._when = store, when
        self.chosen: Played | None = None
        self.fault = ""
        self.looked: LookedBack | None = None

    # what is shown

    def games(self) -> list[Played]:
        return [game for game in self._read(self._store.games) if game.entries]

    def deleted(self) -> tuple[Played, ...]:
        return self._read(self._store.deleted)

    def find(self, id: int) -> Played | None:
        """One kept game; None where the journal does not know it."""
        return next((game for game in self._read(self._store.games) if game.id == id), None)

    def unfinished(self) -> tuple[Played, ...]:
        """The games to be gone on with: one just begun, and the newest in which something has happened."""
        found: list[Played] = []
        newest = True
        for game in self._read(self._store.games):
            if not game.ended and (game.entries or newest):
                told = self._as_left(game)
                if told is not None:
                    found.append(told)
                if game.entries and told is not None:
                    break
            newest = False
        return tuple(found)

    @property
    def last(self) -> str:
        return next((game.game for game in self.played()), "")

    def played(self) -> list[GameEntry]:
        """The games in which something has happened, the newest first; none where the journal cannot be read."""
        try:
            return [game for game in self._store.games() if game.entries]
        except StoreFault:
            return []

    # what touches do

    def open(self, id: int) -> None:
        """One game is looked back on, as far as this version can play it."""
        self.notice, self.fault, self.looked = "", "", None
        self.chosen = self.find(id)
        if self.chosen is not None:
            self.looked = self.looked_at(self.chosen)
            self.fault, self.notice = self.notice, ""

    def looked_at(self, game: Played) -> LookedBack | None:
        """A kept game to be looked back on; None, and a notice, where this version cannot play it."""
        try:
            record, stamps = kept_record(self._store, game.id), self._store.times(game.id)
            times = tuple(self._when(stamp) for stamp in stamps[1:])
            looked = LookedBack(record.game, record.setup, record.entries, game, stamps, times)
            looked.pictures = self.pictures(game.id)
            looked.walk  # noqa: B018 - what cannot be gone through is found out here
        except (
            Exception
        ) as fault:  # whatever a journal holds, the app goes on; what is wrong with it is in the log
            self._unplayable(game, fault)
            return None
        return looked

    def save(self, id: int, form: Form) -> None:
        """A game is written as a file: its record (`jsonl`), or a page to read (`html`)."""
        try:
            file = save_record(self._store, self._store.played(id), form)
        except (StoreFault, GameFault) as fault:
            self.notice = for_players(fault)
            return
        self.notice = _("Saved as {file}").format(file=file)

    def delete(self, id: int) -> None:
        """It is deleted with its pictures, and may be put back without them."""
        try:
            started = self._store.played(id).started
            self._store.delete(id)
            MomentPictures(self._store.path).drop(started)
            self.notice = _("The game is deleted. It can be put back.")
        except StoreFault as fault:
            self.notice = fault.words

    def restore(self, id: int) -> None:
        try:
            self._store.restore(id)
            self.notice = _("The game is back among the past games.")
        except StoreFault as fault:
            self.notice = fault.words

    def pictures(self, id: int) -> Mapping[int, Path]:
        """The pictures kept of a game, by entry; none where it is not in the journal."""
        try:
            return MomentPictures(self._store.path).of(self._store.played(id).started)
        except StoreFault:
            return {}

    def drop_empty(self, but: int | None = None) -> None:
        """Lets go of games in which nothing ever happened, `but` one."""
        if self._store.read_only_because is not None:
            return
        try:
            for game in self._store.games():
                if not game.entries and game.id != but:
                    self._store.drop_if_empty(game.id)
        except StoreFault as fault:
            _log.warning("an empty game stays in the journal: %s", fault)

    # what is read

    def _as_left(self, game: Played) -> Played | None:
        """A game with the words of how it was left; None, and a notice, where this version cannot play it."""
        try:
            return replace(game, how=self._how(game))
        except (
            Exception
        ) as fault:  # whatever a journal holds, the app opens; what is wrong with it is in the log
            self._unplayable(game, fault)
            return None

    def _unplayable(self, game: Played, fault: Exception) -> None:
        known = isinstance(fault, StoreFault | GameFault)
        _log.warning("game %s of the journal cannot be played: %s", game.id, fault, exc_info=not known)
        words = _("This version cannot play the game of {when}: {game}.")
        self.notice = words.format(when=game.when, game=game.game)

    def _how(self, game: Played) -> str:
        """How a game ended or was left. Raises StoreFault, GameFault."""
        record = kept_record(self._store, game.id)
        if game.ended:
            return game.how
        states, _stop = play_while_valid(record.game, record.setup, record.entries)
        return record.game.view(states[-1], None).headline if game.entries else _("just begun")

    def _read(self, ask: Callable[[], tuple[GameEntry, ...]]) -> tuple[Played, ...]:
        """Games as the pages tell of them; none, and a notice, where the journal cannot be read."""
        try:
            return tuple(self._told(game) for game in ask())
        except StoreFault as fault:
            self.notice = fault.words
            return ()

    def _told(self, game: GameEntry) -> Played:
        names = tuple(_short(seat_name(seat, game.players)) for seat in range(len(game.players)))
        how = told(game.result, game.players) if game.result else _("not finished")
        ended = game.finished is not None
        return Played(
            game.id,
            game_words(game.game),
            names,
            self._when(game.started),
            how,
            game.entries,
            ended,
            game.game,
        )


def game_words(id: str) -> str:
    """A game's name; its id where this version does not know it."""
    try:
        return _(game_named(id).name)
    except GameFault:
        return _short(id)


def _short(name: Any) -> str:
    text = str(name)
    return text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 1] + "…"
