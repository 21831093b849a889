"""What people are asked at the table, and how they settle it: by an answer, by letting pass, by putting right."""

from dataclasses import replace
from typing import assert_never

from companion.game import Seat
from ui.pages.correcting import fitting
from ui.pages.played_table import PlayedTable
from ui.present import table_touches as at_table
from ui.present.models import Settling, TableFocus


class AskedSide:
    """The side of a table screen on which questions are settled. It keeps nothing: what is settled is in the focus."""

    def __init__(self, side: PlayedTable) -> None:
        self._side = side

    def _settle(self, settling: Settling) -> None:
        """The rest of what is looked at stays."""
        self._side.focus = replace(self._side.focus, settling=settling)

    def take(self, touch: at_table.AskedTouch) -> None:
        """Does what a touch asks for."""
        side, session = self._side, self._side.session
        asked_at, verdict, settling = session.reply.seq, session.reply.verdict, side.focus.settling
        match touch:
            case at_table.Answer(events):
                side.heard(session.answer(events, asked_at=asked_at))
            case at_table.NoneOfThese():
                self._settle(replace(settling, none_of=verdict))
            case at_table.Allow(event, rules):
                side.focus = TableFocus()
                side.heard(session.tell(event, waive=rules, asked_at=asked_at))
            case at_table.PutBack():
                side.focus = TableFocus(settling=Settling(put_back=verdict))
                self._put_back()
            case at_table.WholeRule():
                self._settle(replace(settling, whole_rule=not settling.whole_rule))
            case at_table.LookAgain():
                side.focus = TableFocus()
                session.press("done")
            case at_table.AgreeBack(seat):
                self._agree_back(seat)
            case at_table.BookRight():
                side.focus = TableFocus(settling=Settling(put_back=verdict, book_right=session.checking))
                self._put_back()
            case at_table.TableRight():
                self._put_book_right()
            case _:
                assert_never(touch)

    def _put_back(self) -> None:
        """The simulated table is put as the book has it."""
        if self._side.hands is not None and self._side.session.reply.layout is None:
            self._side.hands.put_as_book()

    def _agree_back(self, seat: Seat) -> None:
        side = self._side
        agreed = side.focus.settling.agreed | {seat}
        self._settle(replace(side.focus.settling, agreed=agreed))
        if agreed >= set(range(side.session.referee.setup.seats)):
            side.focus = TableFocus()
            side.heard(side.session.take_back(agreed=agreed))

    def _put_book_right(self) -> None:
        """The book is put right, all sure squares at once; one that cannot be told for sure is asked about."""
        side, session = self._side, self._side.session
        # Emptied squares first: what stood there may then be said to stand elsewhere.
        left = sorted(session.reply.differences, key=lambda difference: len(difference.seen))

        def put_right() -> None:
            while (found := next(((d, r) for d in left if (r := fitting(session, d))), None)) is not None:
                difference, reading = found
                session.referee.correct(reading, "touch")
                left.remove(difference)

        if not session.at_once(put_right):
            return
        side.focus = TableFocus(square=left[0].region) if left else TableFocus()
        if not left:
            session.press("done")
