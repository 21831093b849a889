"""The figures of all kept games, read game by game while people wait, and kept so that each is read only once."""

import logging
from functools import partial

import msgspec

from ui.journal.store import GameEntry, Store
from ui.owned.whole_files import keep_small, kept_small
from ui.places import figures_file
from ui.present.walk import GameFigures, game_figures
from ui.records.beginning import kept_record

_log = logging.getLogger(__name__)


class FiguresKept:
    """Reads one journal. `left`: so many games are still to be read; `read_one` reads the next of them."""

    def __init__(self, store: Store) -> None:
        read = partial(msgspec.json.decode, type=dict[str, GameFigures | None])
        self._store = store
        self._known = kept_small(figures_file(), read) or {}  # None: a game that cannot be played
        self._games: dict[str, GameEntry] = {}
        self._is_new = False

    @property
    def left(self) -> int:
        return len(self._games.keys() - self._known.keys())

    @property
    def games(self) -> tuple[GameFigures, ...]:
        """The figures of every game read so far, newest first."""
        return tuple(filter(None, map(self._known.get, self._games)))

    def look(self) -> None:
        """Looks which games the journal holds now. Raises StoreFault."""
        # A number may be given anew, and a game may go on.
        self._games = {
            f"{game.id} {game.started} {game.entries} {game.finished}": game
            for game in self._store.games()
            if game.entries
        }

    def read_one(self) -> bool:
        """Reads the next game; False where none is left, and then what was read is on the disk."""
        key = next((key for key in self._games if key not in self._known), None)
        if key is None:
            if self._is_new:  # games that are gone are left out; where the disk takes none all are read again
                keep_small(
                    figures_file(), msgspec.json.encode({key: self._known[key] for key in self._games})
                )
            self._is_new = False
            return False
        game = self._games[key]
        self._known[key], self._is_new = None, True
        try:
            self._known[key] = game_figures(kept_record(self._store, game.id), game.started)
        except Exception as fault:  # whatever a journal holds, the others count
            _log.warning("game %s of the journal counts nowhere: %s", game.id, fault)
        return True
