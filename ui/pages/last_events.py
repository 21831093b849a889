"""The last events of a game at the table, and the board as it was after one of them."""

from dataclasses import replace

from companion.journal import standing
from ui.faces.registry import face_of
from ui.pages.played_table import PlayedTable
from ui.present.board import places
from ui.present.chronicle import Chronicle, Told
from ui.present.happened import happened, stands_out
from ui.present.models import Happened, TableModel
from ui.present.replay import board_at
from ui.present.signs import signed
from ui.present.walk import Walk

MOST = 4


class LastEvents:
    """The side of a table screen on which the last events stand. They are worked out once a state."""

    def __init__(self, side: PlayedTable, chronicle: Chronicle) -> None:
        self._side, self._chronicle = side, chronicle
        self._known: tuple[int, tuple[Happened, ...], bool] = (-1, (), False)

    def now(self, lines: tuple[Told, ...]) -> tuple[Happened, ...]:
        """The last events that count, the newest first; the one that the board shows is lit."""
        shown = self._side.focus.past
        return tuple(replace(one, lit=one.seq == shown) for one in self._worked_out(lines)[1])

    def highlight(self, lines: tuple[Told, ...]) -> Happened | None:
        """The last event, where it is worth a moment's look."""
        _seq, found, large = self._worked_out(lines)
        return found[0] if found and large else None

    def _worked_out(self, lines: tuple[Told, ...]) -> tuple[int, tuple[Happened, ...], bool]:
        seq = self._side.session.reply.seq
        if self._known[0] != seq:
            self._known = (seq, *self._work_out(lines))
        return self._known

    def _work_out(self, lines: tuple[Told, ...]) -> tuple[tuple[Happened, ...], bool]:
        referee = self._side.session.referee
        game, entries = referee.game, standing(referee.entries)
        words = {line.entry.seq: line for line in lines}
        names = [region.name for region in game.table(referee.setup).regions]
        found: list[Happened] = []
        for n in range(max(0, len(entries) - MOST), len(entries)):
            before, line = self._chronicle.state_before(n), words[entries[n].seq]
            after = self._chronicle.state_before(n + 1)
            at = places(entries[n - 1].event, names)[-1:] if n else ()
            one = happened(game, names, line, before, after, "".join(at), face_of(game).event_pictures)
            found.insert(0, one)
        return tuple(found), bool(found) and stands_out(found[0], entries[-1].event)

    def shown_on(self, model: TableModel) -> TableModel:
        """The same page with the board as it was after the event that is looked at."""
        walk, seq = self._walk(), self._side.focus.past
        place = next((n + 1 for n, line in enumerate(walk.lines) if line.entry.seq == seq), None)
        if place is None:
            return model
        own = face_of(walk.game).still(walk, place)
        shown = signed(walk.game, walk.setup, board_at(walk, place))
        return replace(model, board=shown, own=own, tiles=(), tally=None, highlight=None)

    def _walk(self) -> Walk:
        referee = self._side.session.referee
        lines = self._chronicle.tell(referee.entries)
        return Walk(referee.game, referee.setup, lines, self._chronicle.after_each)
