"""Corrections: how what was booked may be read otherwise, and what putting it right would change besides.

Rule kept: one touch puts right no more than it names. What would change another square, or what is said of another
entry, is told in words first and done only when that is confirmed.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.book import Reading
from companion.journal import Entry, standing
from companion.language import spoken
from companion.sight import Look, Lying, Scene, Table
from companion.weigh import Difference
from ui.box.session import Session
from ui.pages.played_table import PlayedTable, press
from ui.pages.supply import SupplySide
from ui.present.board import Mark, around, board, places
from ui.present.models import Banner, Button, TableFocus, TableModel
from ui.present.moment import Correction, GameSnapshot
from ui.present.names import lying_words, region_words
from ui.present.piles import is_piled
from ui.present.touches import at
from ui.secrecy import is_secret
from ui.words import _, several

Board = Mapping[str, Lying]


class Correcting:
    """The side of a table screen on which something booked is put right."""

    def __init__(self, side: PlayedTable, supply: SupplySide) -> None:
        self._side, self._supply = side, supply
        # What was offered last, and of which book, where, in which language: each offer plays the whole game again.
        self._offered: tuple[object, object, tuple[Correction, ...]] = (None, None, ())

    def correct(self, reading: Reading) -> None:
        """Puts something right; what would change more than it names is shown first, and done when asked for again."""
        side = self._side
        if side.focus.reading != reading and self._goes_further(reading):
            side.focus = replace(side.focus, reading=reading)
        else:
            side.focus = TableFocus()
            side.heard(side.session.correct(reading))

    def uncorrect(self) -> None:
        """It is left as it was."""
        self._side.focus = replace(self._side.focus, reading=None)

    def offered(self) -> tuple[Correction, ...]:
        """What the touched square may hold; in a dispute, how the last event may be read otherwise."""
        session, square = self._side.session, self._side.focus.square
        referee = session.referee
        about: tuple[str, ...] = () if square is None else (square,)
        if square is None and session.disputed:
            last = max(referee.standing, key=lambda entry: entry.seq, default=None)
            about = () if last is None else places(last.event, self._table)
            if is_piled(session.reply.view):
                about = self._supply.now().changed
        where = (*about, spoken().code)
        if self._offered[0] is referee.book and self._offered[1] == where:
            return self._offered[2]
        readings, found = list[Reading](), list[Correction]()
        for name in about:
            readings += [reading for reading in referee.readings(name) if reading not in readings]
        for reading in readings:
            if is_secret(referee.game, referee.state, reading.event):
                continue
            outcome = self._outcome(reading)
            if all(outcome != one.outcome for one in found):
                found.append(Correction(reading, outcome))
        self._offered = referee.book, where, tuple(found)
        return self._offered[2]

    def proposed(self) -> Correction | None:
        """The correction that waits to be confirmed, with what it would change."""
        reading = self._side.focus.reading
        if reading is None:
            return None
        return Correction(reading, self._outcome(reading), self._told_anew(reading))

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
        book = self._side.session.referee.book
        states, after = self._replayed(reading)
        found = []
        for n, (now, then) in enumerate(zip(book.standing, after, strict=True)):
            if then is now and n + 1 < len(states):
                words = book.game.words(book.states[n], now.event)
                anew = book.game.words(states[n], then.event)
                if words != anew:
                    found.append((words, anew))
        return tuple(found)

    def _goes_further(self, reading: Reading) -> bool:
        """Whether a correction changes more than the touched square, or what the last event names, or another entry."""
        session, square = self._side.session, self._side.focus.square
        named = {square} if square is not None else set(places(reading.event, self._table))
        book = session.referee.book
        last = book.standing[-1] if book.standing else None
        # An event that has shown or settled something is put right only when that is confirmed.
        settled = last is not None and book.game.reveals(book.states[-2], last.event)
        if last is not None and last.seq == reading.seq and not settled:
            named |= {*places(reading.event, self._table), *places(last.event, self._table)}
        now, then = session.reply.view.board, self._outcome(reading)
        return not named.issuperset(changed_squares(now, then)) or bool(self._told_anew(reading))


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


MOST_LINES = 5


def confirm(moment: GameSnapshot, model: TableModel) -> TableModel:
    """What was booked, what would stand in its place, and every square that would then be another."""
    proposal = moment.proposal()
    if proposal is None:
        return model
    now, then = moment.reply.view.board, proposal.outcome
    others = changed_squares(now, then)
    anew = (_("“{now}” becomes “{then}”").format(now=before, then=after) for before, after in proposal.anew)
    told = (*anew, *(square_words(moment, name, then) for name in others))
    lines, more = told[:MOST_LINES], len(told) - MOST_LINES
    rest = (several("and {n} thing more", "and {n} things more", more),) if more > 0 else ()
    seq = proposal.reading.seq
    replaced = (line.words for line in moment.lines if line.entry.seq == seq and not line.struck)
    instead = [_("Instead of: {words}").format(words=words) for words in replaced][:1]
    answers = (
        Button(_("Yes, put it right"), at(Correcting.correct, proposal.reading), "main", "done"),
        Button(_("No, leave it"), at(Correcting.uncorrect), "plain", "back"),
    )
    marks = tuple(Mark(name, "chosen") for name in others)
    return replace(
        model,
        headline=_("Put it right like this?"),
        banner=Banner("ask", proposal.reading.words),
        body=(*instead, *((_("This would change:"),) if lines else ()), *lines, *rest),
        answers=answers,
        board=board(moment.table, then, marks),
    )


def dispute(moment: GameSnapshot, model: TableModel) -> TableModel:
    """Something booked is wrong: the last event read otherwise, or a touch on the square that is wrong."""
    last = moment.standing[-1].words if moment.standing else ""
    where = _("Touch the square that is wrong.")
    if moment.piles.acts:
        where = _("Touch the place that is wrong.")
    answers = (
        *correction_keys(moment, None),
        Button(_("Take the last one back"), press("back"), "plain", "back"),
        Button(_("All is well, go on"), press("dispute"), "plain", "done"),
    )
    return replace(
        model,
        headline=_("What is wrong?"),
        banner=Banner("ask", where, _("Nothing is booked meanwhile.")),
        body=(_("Last: {words}").format(words=last),) if last else (),
        answers=answers,
    )


def correction_keys(moment: GameSnapshot, touched: str | None) -> tuple[Button, ...]:
    """The corrections that are offered, a key each: what the touched square would hold, or the event in words.

    Two that would be told alike say by which event, and what other squares they change. Without a touched square those
    of what was booked.
    """
    found, corrections = [], moment.corrections()
    told = [_told(moment, one, touched) for one in corrections]
    for one, (words, detail) in zip(corrections, told, strict=True):
        if touched is None and one.reading.seq is None:
            continue
        alike = [more for called, more in told if called == words]
        if len(alike) == 1:
            detail = ""
        elif alike.count(detail) > 1:
            others = changed_squares(moment.reply.view.board, one.outcome)
            said = [square_words(moment, name, one.outcome) for name in others if name != touched]
            detail = "; ".join((detail, *said) if detail else said)
        # What the touched square, or the one that the correction is about, would look like.
        about = (touched,) if touched else places(one.reading.event, moment.table)[-1:]
        if moment.piles.changed and not touched:
            about = moment.piles.changed[-1:]
        shown = None
        if about:
            shown = board(moment.table, one.outcome, (), (), around(moment.table, about, rim=0))
        found.append(Button(words, at(Correcting.correct, one.reading), "plain", detail=detail, board=shown))
    return tuple(found)


def _told(moment: GameSnapshot, one: Correction, touched: str | None) -> tuple[str, str]:
    """A correction in words and a second line, as far as it tells it from most others."""
    words = one.reading.words
    if touched is None:
        return words, ""
    held = lying_words(one.outcome.get(touched, ()), moment.called)
    return held[:1].upper() + held[1:], words


def changed_squares(now: Mapping[str, Lying], then: Mapping[str, Lying]) -> list[str]:
    """The places that hold something else then."""
    return sorted(name for name in {*now, *then} if now.get(name, ()) != then.get(name, ()))


def square_words(moment: GameSnapshot, name: str, then: Mapping[str, Lying]) -> str:
    """What a place would hold then, and what it holds now."""
    return _("{square}: {then}, not {now}").format(
        square=region_words(name, moment.names, moment.called),
        then=lying_words(then.get(name, ()), moment.called),
        now=lying_words(moment.reply.view.board.get(name, ()), moment.called),
    )
