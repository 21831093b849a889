"""Corrections: how what was booked may be read otherwise, and what putting it right would change besides.

Rule kept: one touch puts right no more than it names. What would change another square, or what is said of another
entry, is told in words first and done only when that is confirmed.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.book import Reading
from companion.journal import Entry, TookBack, standing
from companion.sight import Look, Lying, Scene, Table
from companion.weigh import Difference
from ui.box.session import Session
from ui.pages.played_table import PlayedTable
from ui.pages.supply import SupplySide
from ui.present.board import places
from ui.present.chronicle import Chronicle, Told
from ui.present.models import TableFocus
from ui.present.moment import Correction, Proposal
from ui.present.piles import is_piled
from ui.present.table_touches import CorrectingTouch, Uncorrect
from ui.secrecy import is_secret

Board = Mapping[str, Lying]


class Correcting:
    """The side of a table screen on which something booked is put right."""

    def __init__(self, side: PlayedTable, supply: SupplySide, chronicle: Chronicle) -> None:
        self._side, self._supply, self._chronicle = side, supply, chronicle

    def take(self, touch: CorrectingTouch) -> None:
        """Puts something right; what would change more than it names is shown first, and done when asked for again."""
        side, reading = self._side, None if isinstance(touch, Uncorrect) else touch.reading
        self._chronicle.tell(side.session.referee.entries)
        if reading is None or (side.focus.reading != reading and self._goes_further(reading)):
            side.focus = replace(side.focus, reading=reading)
            return
        side.focus = TableFocus()
        side.heard(side.session.correct(reading))

    def offered(self, lines: tuple[Told, ...]) -> tuple[Correction, ...]:
        """What the touched square may hold; in a dispute, how the last event may be read otherwise."""
        session, square = self._side.session, self._side.focus.square
        referee = session.referee
        about: tuple[str, ...] = () if square is None else (square,)
        if square is None and session.disputed:
            counting = [
                line for line in lines if not line.struck and not isinstance(line.entry.event, TookBack)
            ]
            about = places(counting[-1].entry.event, self._table) if counting else ()
            if is_piled(session.reply.view):
                about = self._supply.changed(self._chronicle.before)
        readings, found = list[Reading](), list[Correction]()
        for name in about:
            readings += [reading for reading in referee.readings(name) if reading not in readings]
        for reading in readings:
            if is_secret(referee.game, referee.state, reading.event):
                continue
            outcome = self._outcome(reading)
            if all(outcome != one.outcome for one in found):
                found.append(Correction(reading, outcome))
        return tuple(found)

    def proposed(self, lines: tuple[Told, ...]) -> Proposal | None:
        """The correction that waits to be confirmed, with what it would change."""
        reading = self._side.focus.reading
        if reading is None:
            return None
        instead = next(
            (line.words for line in lines if line.entry.seq == reading.seq and not line.struck), ""
        )
        return Proposal(reading, instead, self._outcome(reading), self._told_anew(reading))

    @property
    def _table(self) -> Table:
        referee = self._side.session.referee
        return referee.game.table(referee.setup)

    def _outcome(self, reading: Reading) -> Board:
        board: Board = self._side.session.referee.game.view(self._replayed(reading)[0][-1], None).board
        return board

    def _replayed(self, reading: Reading) -> tuple[list[Any], list[Entry]]:
        """Every state, and the entries that count, as they would be after a correction."""
        referee = self._side.session.referee
        entry = Entry(len(referee.entries), "touch", reading.event, corrects=reading.seq)
        return referee.book.played_with(entry)[0], standing((*referee.entries, entry))

    def _told_anew(self, reading: Reading) -> tuple[tuple[str, str], ...]:
        """Other entries than the one put right, where they would be told otherwise: as they are told, and then."""
        if reading.seq is None:
            return ()
        game = self._side.session.referee.game
        states, after = self._replayed(reading)
        found = []
        for n, (now, then) in enumerate(zip(self._side.session.referee.standing, after, strict=True)):
            if then is now and n + 1 < len(states):
                words = game.words(self._chronicle.state_before(n), now.event)
                anew = game.words(states[n], then.event)
                if words != anew:
                    found.append((words, anew))
        return tuple(found)

    def _goes_further(self, reading: Reading) -> bool:
        """Whether a correction changes more than the touched square, or what the last event names, or another entry."""
        session, square = self._side.session, self._side.focus.square
        named = {square} if square is not None else set(places(reading.event, self._table))
        last = session.referee.standing[-1] if session.referee.standing else None
        before = self._chronicle.before
        # An event that has shown or settled something is put right only when that is confirmed.
        settled = last is not None and before is not None and session.referee.game.reveals(before, last.event)
        if last is not None and last.seq == reading.seq and not settled:
            named |= {*places(reading.event, self._table), *places(last.event, self._table)}
        now, then = session.reply.view.board, self._outcome(reading)
        if any(now.get(name, ()) != then.get(name, ()) for name in {*now, *then} - named):
            return True
        return bool(self._told_anew(reading))


def fitting(session: Session[Any], difference: Difference) -> Reading | None:
    """The ruling that makes the book show what was seen in one region; None where that is not certain."""
    referee = session.referee
    seen = Scene(difference.seen)
    unread = any(sighting.label is None and sighting.face != "down" for sighting in difference.seen)
    found = []
    for reading in session.referee.readings(difference.region):
        if reading.seq is None:
            after = referee.game.look(referee.game.after(referee.state, reading.event))
            if Look({difference.region: after.of(difference.region)}).fits(seen):
                found.append(reading)
    return None if not found or (unread and len(found) > 1) else found[0]
