"""The kept games at the desk: listed, told, saved as a file, deleted and put back; what cannot be read is said."""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any, assert_never

from companion.journal import play_while_valid
from ui.journal import deleted_games
from ui.journal import store as journal
from ui.journal.schema import StoreFault
from ui.journal.store import Store
from ui.pages.looking_back import LookedBack
from ui.present import past
from ui.present.chronicle import Chronicle, Told
from ui.present.desk_touches import DeleteGame, KeepGame, KeptTouch, RestoreGame, SaveRecord
from ui.present.models import Played
from ui.present.steps import StepModel
from ui.records.beginning import GameFault, game_named, kept_record
from ui.records.saved_records import save_record
from ui.words import _, for_players

MOST_LETTERS = 24
"""A longer name is shortened: it may come from anywhere."""
_log = logging.getLogger(__name__)


class PastSide:
    """What the pages of kept games show and do. `notice` is said on the page shown next."""

    def __init__(self, store: Store, when: Callable[[str], str]) -> None:
        self.notice = ""
        self._store, self._when = store, when
        self._chosen: Played | None = None
        self._fault = ""
        self._deleting = False
        self.looked: LookedBack | None = None

    # what is shown

    def model(self, page: str) -> StepModel:
        """What the page of all, of one, or of the deleted games shows."""
        if page == "bin":
            return past.bin_model(self._read(lambda: deleted_games.deleted(self._store)), self.notice)
        if page == "kept" and self._chosen is not None:
            if self._deleting:
                return past.deleting_model(self._chosen)
            return past.kept_model(self._chosen, self._fault, self.notice)
        games = [game for game in self._read(self._store.games) if game.entries]
        some = bool(self._read(lambda: deleted_games.deleted(self._store)))
        return past.past_model(games, self.notice, some_deleted=some)

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
        """The id of the game that was played last, if any was."""
        return next((game.game for game in self._kept()), "")

    def seats_before(self, game: str) -> int:
        """How many played a game the last time; 0 where it was never played."""
        return next((len(kept.players) for kept in self._kept() if kept.game == game), 0)

    def _kept(self) -> list[journal.GameEntry]:
        try:
            return [game for game in self._store.games() if game.entries]
        except StoreFault:
            return []

    # what touches do

    def take(self, touch: KeptTouch) -> None:
        """Does what a touch asks for."""
        match touch:
            case SaveRecord(id):
                self._save(id)
            case DeleteGame():
                self._deleting = True
            case KeepGame():
                self._deleting = False
            case RestoreGame(id):
                self._restore(id)
            case _:
                assert_never(touch)

    def open(self, id: int) -> None:
        """One game is looked at."""
        self.notice, self._fault, self._deleting = "", "", False
        self._chosen = self.find(id)
        self.looked = None
        if self._chosen is not None:
            told = self._as_left(self._chosen)
            self._chosen, self._fault = told or self._chosen, "" if told else self.notice
            self.looked = self._looked_at(id) if told else None
            self.notice = ""

    def read(self, id: int) -> tuple[tuple[Told, ...], tuple[str, ...]]:
        """The record of a game in words, and when each entry was booked. Raises StoreFault, GameFault."""
        record = kept_record(self._store, id)
        times = tuple(self._when(time) for time in self._store.times(id)[1:])
        return Chronicle(record.game, record.setup).tell(record.entries), times

    def _save(self, id: int) -> None:
        """It is written as a file."""
        try:
            file = save_record(self._store, self._store.played(id))
        except (StoreFault, GameFault) as fault:
            self.notice = for_players(fault)
            return
        self.notice = _("Saved as {file}").format(file=file)

    def delete(self, id: int) -> None:
        """It is deleted, and may be put back."""
        self._deleting = False
        try:
            deleted_games.delete(self._store, id)
            self.notice = _("The game is deleted. It can be put back.")
        except StoreFault as fault:
            self.notice = fault.words

    def _restore(self, id: int) -> None:
        try:
            deleted_games.restore(self._store, id)
            self.notice = _("The game is back among the past games.")
        except StoreFault as fault:
            self.notice = fault.words

    def drop_empty(self, but: int | None = None) -> None:
        """Lets go of games in which nothing ever happened, `but` one."""
        if self._store.read_only_because is not None:
            return
        try:
            for game in self._store.games():
                if not game.entries and game.id != but:
                    deleted_games.drop_if_empty(self._store, game.id)
        except StoreFault as fault:
            _log.warning("an empty game stays in the journal: %s", fault)

    # what is read

    def _as_left(self, game: Played) -> Played | None:
        """A game with the words of how it was left; None, and a notice, where this version cannot play it."""
        try:
            how = self._how(game)
        except (StoreFault, GameFault) as fault:
            _log.warning("a kept game cannot be gone on with: %s", fault)
        except Exception:  # whatever a journal holds, the app opens; what is wrong with it is in the log
            _log.exception("game %s of the journal cannot be played", game.id)
        else:
            return replace(game, how=how)
        words = _("This version cannot play the game of {when}: {game}.")
        self.notice = words.format(when=game.when, game=game.game)
        return None

    def _how(self, game: Played) -> str:
        """How a game ended or was left. Raises StoreFault, GameFault."""
        record = kept_record(self._store, game.id)
        if game.ended:
            return game.how
        states, _stop = play_while_valid(record.game, record.setup, record.entries)
        return record.game.view(states[-1], None).headline if game.entries else _("just begun")

    def _looked_at(self, id: int) -> LookedBack:
        """A kept game to be looked back on. Raises StoreFault, GameFault."""
        record = kept_record(self._store, id)
        times = tuple(self._when(time) for time in self._store.times(id)[1:])
        return LookedBack(record.game, record.setup, record.entries, id, times)

    def _read(self, ask: Callable[[], tuple[journal.GameEntry, ...]]) -> tuple[Played, ...]:
        """Games as the pages tell of them; none, and a notice, where the journal cannot be read."""
        try:
            return tuple(self._told(game) for game in ask())
        except StoreFault as fault:
            self.notice = fault.words
            return ()

    def _told(self, game: journal.GameEntry) -> Played:
        names = tuple(_short(name) for name in game.players)
        how = game.result or _("not finished")
        ended = game.finished is not None
        return Played(
            game.id, game_words(game.game), names, self._when(game.started), how, game.entries, ended
        )


def game_words(id: str) -> str:
    """A game's name; its id where this version does not know it."""
    try:
        return game_named(id).name
    except GameFault:
        return _short(id)


def _short(name: Any) -> str:
    text = str(name)
    return text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 1] + "…"
