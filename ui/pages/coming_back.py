"""A box that was switched off in the midst of a game comes back to it by itself, at its last entry.

Rule kept: nobody is held up. A touch ends the waiting for a camera that is late, and a game that ends the program each
time it is opened is left alone. Of a game that has ended how it ended is shown.
"""

from ui.box.opening import Opened
from ui.owned.on_table import OnTable
from ui.pages.kept import KeptGames
from ui.present.desk_touches import ComeBack, OpenKept
from ui.words import _

AGAIN_S = (0.0, 4.0, 8.0, 16.0, 30.0)
"""When the table is opened, after the first tick: a camera on USB is there some seconds after the box."""
MOST_TIMES = 3
"""So often, since the machine was started, the program may have ended soon after it came back."""
FINE_S = 60.0
"""A game that is played for so long does not end the program."""


class ComingBack:
    """What brings back the game that lay on the table; the notice of the kept games says why it does not come."""

    def __init__(self, kept: KeptGames, on_table: OnTable | None = None) -> None:
        self._kept = kept
        self._file = on_table or OnTable(kept.store.path)
        self._due: list[float] | None = None
        self._touch: ComeBack | OpenKept = ComeBack(0)
        self._fine_at: float | None = None

    def due(self, now: float) -> ComeBack | OpenKept | None:
        """What a finger would touch now (s, only growing) to come back to the game, if there is one."""
        if self._due is None:
            found = self._looked_up()
            self._touch, self._due = (
                found or self._touch,
                [now + wait for wait in AGAIN_S if found is not None],
            )
        if not self._due or now < self._due[0]:
            return None
        self._due.pop(0)
        return self._touch

    def stop(self) -> None:
        """Somebody does something else."""
        self._due = []

    def lay(self, opened: Opened, now: float) -> None:
        """A game lies on the table."""
        self.stop()
        book = opened.book
        if book is None or book.id is None:
            self.clear()
            return
        started = self._kept.store.played(book.id).started
        laid = self._file.laid
        if laid is not None and laid.started == started and laid.times:
            self._fine_at = now + FINE_S
        else:
            self._file.lay(started)

    def clear(self) -> None:
        """No game lies on the table any more."""
        self._file.clear()
        self._fine_at = None

    def follow(self, now: float) -> None:
        """Once a tick: a game that came back and has been played for a while is none that ends the program."""
        if self._fine_at is None or now < self._fine_at:
            return
        self._fine_at = None
        laid = self._file.laid
        if laid is not None:
            self._file.lay(laid.started)

    def _looked_up(self) -> ComeBack | OpenKept | None:
        """What comes back to the game that lay on the table; counted before it is opened, which may fail."""
        laid = self._file.laid
        if laid is None:
            return None
        found = [game for game in self._kept.store.games() if game.started == laid.started]
        if not found or found[0].finished is not None:
            self._file.clear()
            return OpenKept(found[0].id) if found else None
        if laid.times >= MOST_TIMES:
            self._kept.notice = _("The last game is not opened by itself: the program ended too often in it.")
            return None
        self._file.lay(laid.started, laid.times + 1)
        return ComeBack(found[0].id)
