"""The figures of all kept games, read game by game while people wait, and kept so that each is read only once."""

import logging
from functools import partial

import msgspec

from ui.journal.store import GameEntry, Store
from ui.owned.whole_files import keep_small, kept_small
from ui.places import figures_file
from ui.present.figures import GameFigures, game_figures
from ui.records.beginning import kept_record

_log = logging.getLogger(__name__)


class _Read(msgspec.Struct, frozen=True):
    """The figures of a game as it was when it had so many entries; None: it cannot be played."""

    entries: int
    finished: str | None
    figures: GameFigures | None


class FiguresKept:
    """Reads one journal. `left`: so many games are still to be read; `read_one` reads the next of them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known = kept_small(figures_file(), partial(msgspec.json.decode, type=dict[str, _Read])) or {}
        self._games: tuple[GameEntry, ...] = ()
        self._todo: list[GameEntry] = []
        self._is_new = False

    @property
    def left(self) -> int:
        return len(self._todo)

    @property
    def games(self) -> tuple[GameFigures, ...]:
        """The figures of every game read so far, newest first."""
        read = (self._known.get(_key(game)) for game in self._games)
        return tuple(one.figures for one in read if one is not None and one.figures is not None)

    def look(self) -> None:
        """Looks which games the journal holds now. Raises StoreFault."""
        self._games = tuple(game for game in self._store.games() if game.entries)
        self._todo = [game for game in self._games if not self._is_read(game)]

    def read_one(self) -> bool:
        """Reads the next game; False where none is left, and then what was read is on the disk."""
        if not self._todo:
            self._keep()
            return False
        game = self._todo.pop(0)
        figures = None
        try:
            figures = game_figures(kept_record(self._store, game.id), game.started)
        except Exception as fault:  # whatever a journal holds, the others count
            _log.warning("game %s of the journal counts nowhere: %s", game.id, fault)
        self._known[_key(game)] = _Read(game.entries, game.finished, figures)
        self._is_new = True
        return True

    def _is_read(self, game: GameEntry) -> bool:
        read = self._known.get(_key(game))
        return read is not None and (read.entries, read.finished) == (game.entries, game.finished)

    def _keep(self) -> None:
        """Writes what was read, without games that are gone; where the disk takes none it is read again next time."""
        if not self._is_new:
            return
        self._is_new = False
        keys = {_key(game) for game in self._games}
        known = {key: read for key, read in self._known.items() if key in keys}
        keep_small(figures_file(), msgspec.json.encode(known))


def _key(game: GameEntry) -> str:
    """A game by its number and its beginning: a number may be given anew."""
    return f"{game.id} {game.started}"
