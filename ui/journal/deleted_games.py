"""Games taken out of the journal: into the bin, a journal of its own beside it, and back again.

Rule kept: a game is on the disk in its new place before it leaves the old one; cut short, it is in both, never in none.
"""

from contextlib import closing
from pathlib import Path

from ui.journal.store import GameEntry, Store, look_at, open_store

BIN = "deleted.db"
"""The file of the bin, beside the journal."""


def delete(store: Store, id: int) -> None:
    """Moves a game into the bin. Raises StoreFault."""
    store.expect_writable()
    with closing(open_store(_bin_of(store))) as bin:
        _move(store, id, bin)


def restore(store: Store, id: int) -> int:
    """Moves a game of the bin back into the journal: its number there. Raises StoreFault."""
    store.expect_writable()
    with closing(open_store(_bin_of(store))) as bin:
        return _move(bin, id, store)


def deleted(store: Store) -> tuple[GameEntry, ...]:
    """The games of the bin, newest first. Raises StoreFault."""
    with closing(look_at(_bin_of(store))) as kept:
        return kept.games()


def drop_if_empty(store: Store, id: int) -> bool:
    """Lets go of a game in which nothing has happened yet; whether it was one. Raises StoreFault."""
    store.expect_writable()
    if store.played(id).entries:
        return False
    _remove(store, id)
    return True


def _bin_of(store: Store) -> Path:
    return store.path.with_name(BIN)


def _move(source: Store, id: int, target: Store) -> int:
    """The game under the next free number in its new place: that number."""
    game = source.kept(id)
    for twin in target.games():
        # Moved before, and cut short: the old copy may lack the last lines.
        if (twin.game, twin.players, twin.started) == (game.game, game.players, game.started):
            _remove(target, twin.id)
    kept = target.put(game)
    _remove(source, id)
    return kept


def _remove(store: Store, id: int) -> None:
    store.remove(id)
