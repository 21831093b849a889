"""This box's finished games as pages, from the journal on disk, without camera pictures."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from ui.journal.store import StoreFault, look_at
from ui.pages.kept import played
from ui.present.models import Played
from ui.records.beginning import GameFault, kept_record
from ui.records.recount import page_of

MOST_GAMES = 50
"""Maximum number of listed games, the last ones."""


class JournalShelf:
    """Reads the journal for each answer, beside its writer. `when` turns its time stamps into words."""

    def __init__(self, journal: Path, when: Callable[[str], str]) -> None:
        self._journal, self._when = journal, when

    def games(self) -> Sequence[Played]:
        """The last finished games, the newest first; none if the journal cannot be read."""
        try:
            with closing(look_at(self._journal)) as store:
                ended = [game for game in store.games() if game.finished is not None][:MOST_GAMES]
        except StoreFault:
            return ()
        # A scrolling page has room for full names.
        return tuple(replace(played(game, self._when), names=game.players) for game in ended)

    def page_of(self, id: int) -> str | None:
        """A finished game as a page; None for an unknown or unfinished one."""
        try:
            with closing(look_at(self._journal)) as store:
                if store.played(id).finished is None:
                    return None
                return page_of(kept_record(store, id), store.kept(id).times)
        except (StoreFault, GameFault):
            return None
