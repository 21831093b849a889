"""Behind the screens: which page is shown, what a touch does, and the model to draw. Knows no Kivy.

Rule kept: whatever a touch asks for goes through the session, and an answer carries the `seq` of its question.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.game import Event, Game
from companion.journal import TookBack
from companion.judge import Difference, Wait
from companion.referee import Reading
from companion.sight import Look, Scene
from ui.agreement import Agreement
from ui.games import GameFault, begin, game_named, kept_record, resume
from ui.opening import Opened, Opener, OpeningFault
from ui.present import checks, pages
from ui.present.board import places
from ui.present.chronicle import Chronicle, Told
from ui.present.models import Action, Button, Focus, Played, TableModel
from ui.present.moment import Moment
from ui.present.table import table_model
from ui.schema import StoreFault
from ui.store import Store
from ui.words import _

AGREED_ON = frozenset({"page", "source", "edit", "typed", "choose"})
"""Actions of the page where a game is agreed on."""
ON_STAGE = "simulate"
"""The action that the simulated table's own widget carries out."""


@dataclass(frozen=True, slots=True)
class PastModel:
    """The list of kept games."""

    title: str
    games: tuple[Button, ...]
    back: Button


class Desk:
    """One person at the touchscreen. `tick` once a frame; `send` for a touch; `model` is what `page` shows."""

    def __init__(
        self,
        store: Store,
        opener: Opener,
        agreement: Agreement,
        *,
        clock: Callable[[], float] = time.monotonic,
        when: Callable[[str], str] = str,
        notice: str = "",
    ) -> None:
        self.page = "home"
        self.focus = Focus()
        self.opened: Opened | None = None
        self.agreement = agreement
        self.quitting = False
        self._store, self._open, self._clock, self._when = store, opener, clock, when
        self._notice = notice
        self._chronicle: Chronicle | None = None
        self._book_id: int | None = None
        self._record: tuple[Told, ...] = ()
        self._times: tuple[str, ...] = ()
        self._came_from = "home"
        self._unfinished: Played | None = None
        self._look_for_unfinished()

    @property
    def session(self) -> Any:
        """The session of the game on the table. Raises RuntimeError where there is none."""
        if self.opened is None:
            raise RuntimeError("no game is on the table")
        return self.opened.session

    @property
    def is_looking(self) -> bool:
        """Whether a square, the menu or the camera's picture is looked at."""
        focus = self.focus
        return focus.menu or focus.picture or focus.square is not None or self.session.disputed

    @property
    def shows_simulated(self) -> bool:
        """Whether the simulated table stands in the board's place: always, but for what only the board can show."""
        return self.focus.square is None and not self.focus.book

    def close(self) -> None:
        """Lets go of the game on the table; it is kept."""
        if self.opened is not None:
            self.opened.close()
            self.opened = None

    def tick(self) -> bool:
        """Takes in what came from camera and panel; whether a screen may have to change."""
        if self.opened is None:
            return False
        before = self.session.reply
        changed = bool(self.session.tick())
        self._follow(before)
        return changed

    def _follow(self, before: Any) -> None:
        """What people looked at goes when the game has moved on under it."""
        reply = self.session.reply
        if reply.seq != before.seq:
            self.focus = Focus(picture=self.focus.picture)
        elif reply.verdict != before.verdict and not isinstance(reply.verdict, Wait):
            keep = reply.verdict == self.focus.put_back
            self.focus = replace(self.focus, put_back=self.focus.put_back if keep else None)
        if self.focus.book_right and not self.session.checking:
            self.focus = replace(self.focus, book_right=False)

    def model(self) -> Any:
        """What the page shows."""
        match self.page:
            case "home":
                return pages.home_model(self._unfinished, self._notice)
            case "seats":
                return self.agreement.model()
            case "table":
                return self.table()
            case "check":
                back = Action("back_to_game") if self.opened is not None else Action("goto", "home")
                return pages.check_model(checks.check_lines(self._sight()), back)
            case "past":
                home = Button(_("Back"), Action("goto", "home"), "main", "back")
                return PastModel(_("Past games"), pages.past_model(self._games()), home)
            case _history:
                back_to = Action("goto", self._came_from) if self._came_from == "past" else None
                return pages.history_model(self._record, self._times, back_to)

    def table(self) -> TableModel:
        """The screen of the game on the table."""
        return table_model(self.moment(), self.focus)

    def moment(self) -> Moment:
        """The game as it is now."""
        session, game = self.session, self.session.referee.game
        if self._chronicle is None:
            self._chronicle = Chronicle(game, session.referee.setup)
        lines = self._chronicle.tell(session.referee.entries)
        reading = session.reading
        return Moment(
            game,
            session.referee.setup,
            session.referee.state,
            session.reply,
            lines,
            session.thrown,
            session.running,
            session.troubles,
            reading.scene if reading is not None else None,
            self._readings(game, lines),
            session.checking,
            session.disputed,
            self.opened is not None and self.opened.simulated is not None,
        )

    def _readings(self, game: Game[Any], lines: tuple[Told, ...]) -> tuple[Reading, ...]:
        if self.focus.square is not None:
            return tuple(self.session.readings(self.focus.square))
        if not self.session.disputed:
            return ()
        counting = [line for line in lines if not line.struck and not isinstance(line.entry.event, TookBack)]
        names = [region.name for region in game.table(self.session.referee.setup).regions]
        about = places(counting[-1].entry.event, names) if counting else ()
        found = {reading: None for name in about for reading in self.session.readings(name)}
        return tuple(found)

    def send(self, action: Action) -> None:
        """Does what a touch asks for; an action that nobody knows is a fault of the program."""
        if action.name in AGREED_ON:
            self.agreement.send(action)
            return
        doer = getattr(self, f"_do_{action.name}")
        before = self.session.reply if self.opened is not None else None
        doer(action.about)
        if self.opened is not None and before is not None:
            self._follow(before)

    # What people may do anywhere.

    def _do_goto(self, page: str) -> None:
        self._notice = ""
        self._came_from = self.page
        self.focus = Focus()
        if page == "home":
            self.close()
            self._chronicle = None
            self._look_for_unfinished()
        if page == "seats":
            self.close()
            self.agreement.afresh()
        if page == "history":
            self._tell_record()
        self.page = page

    def _do_back_to_game(self, _about: object) -> None:
        self.focus = Focus()
        self.page = "table" if self.opened is not None else "home"

    def _do_quit(self, _about: object) -> None:
        self.close()
        self.quitting = True

    def _do_record(self, id: int) -> None:
        try:
            record = kept_record(self._store, id)
        except (StoreFault, GameFault) as fault:
            self._notice, self.page = str(fault), "home"
            return
        self._record = Chronicle(record.game, record.setup).tell(record.entries)
        self._times = tuple(self._when(time) for time in self._store.times(id)[1:])
        self._came_from, self.page = "past", "history"

    # Beginning and going on.

    def _do_resume(self, id: int) -> None:
        try:
            referee, book = resume(self._store, id)
            self._lay(self._open(referee, book, self.agreement.source))
        except (StoreFault, GameFault, OpeningFault) as fault:
            self._notice, self.page = str(fault), "home"

    def _do_start(self, _about: object) -> None:
        setup = self.agreement.setup()
        if setup is None:
            return
        try:
            referee, book = begin(self._store, self.agreement.game, setup)
            self._lay(self._open(referee, book, self.agreement.source))
        except (StoreFault, OpeningFault) as fault:
            self.agreement.trouble = str(fault)

    def _lay(self, opened: Opened) -> None:
        self.close()
        self.opened, self._chronicle = opened, None
        self.focus, self.page = Focus(), "table"
        opened.session.start()

    # At the table.

    def _do_press(self, button: str) -> None:
        self.focus = Focus(picture=self.focus.picture)
        self.session.press(button)

    def _do_answer(self, events: tuple[Event, ...]) -> None:
        self.session.answer(events, asked_at=self.session.reply.seq)

    def _do_none_of_these(self, _about: object) -> None:
        self.focus = replace(self.focus, none_of=self.session.reply.verdict)

    def _do_allow(self, about: tuple[Event, str]) -> None:
        event, rule = about
        self.session.tell(event, waive=rule, asked_at=self.session.reply.seq)

    def _do_put_back(self, _about: object) -> None:
        self.focus = Focus(put_back=self.session.reply.verdict)

    def _do_look_again(self, _about: object) -> None:
        self.focus = Focus()
        self.session.press("done")

    def _do_tell(self, event: Event) -> None:
        self.focus = Focus()
        self.session.tell(event, asked_at=self.session.reply.seq)

    def _do_correct(self, reading: Reading) -> None:
        self.focus = Focus()
        self.session.correct(reading)

    def _do_wave(self, region: str) -> None:
        self.session.wave(region)

    def _do_wave_all(self, _about: object) -> None:
        for region in {chore.region for chore in self.session.reply.chores}:
            self.session.wave(region)

    def _do_touch(self, region: str) -> None:
        self.focus = replace(self.focus, square=region, menu=False)

    def _do_close(self, _about: object) -> None:
        self.focus = Focus()
        if self.session.disputed:
            self.session.press("dispute")

    def _do_menu(self, _about: object) -> None:
        self.focus = Focus(menu=True)

    def _do_telling(self, _about: object) -> None:
        self.focus = Focus(menu=True, telling=True)

    def _do_picture(self, _about: object) -> None:
        self.focus = Focus(picture=not self.focus.picture)

    def _do_seen(self, seen: bool) -> None:
        self.focus = replace(self.focus, seen=seen)

    def _do_agree(self, seat: int) -> None:
        agreed = self.focus.agreed | {seat}
        self.focus = replace(self.focus, agreed=agreed)
        if agreed >= set(range(self.session.referee.setup.seats)):
            self.session.take_back(agreed=agreed)

    def _do_book_right(self, _about: object) -> None:
        self.focus = Focus(put_back=self.session.reply.verdict, book_right=self.session.checking)

    def _do_table_right(self, _about: object) -> None:
        """The book is put right square by square; one that cannot be told for sure is asked about."""
        for difference in self.session.reply.differences:
            reading = fitting(self.session, difference)
            if reading is None:
                self.focus = Focus(square=difference.region)
                return
            self.session.correct(reading)
        self.focus = Focus()
        self.session.press("done")

    # What pages ask for.

    def _games(self) -> list[Played]:
        try:
            kept = self._store.games()
        except StoreFault as fault:
            self._notice = str(fault)
            return []
        return [
            Played(
                played.id,
                _game_name(played.game),
                played.players,
                self._when(played.started),
                played.result or _("not finished"),
                played.entries,
            )
            for played in kept
        ]

    def _look_for_unfinished(self) -> None:
        self._unfinished = None
        try:
            kept = self._store.unfinished()
            if kept is None:
                return
            self._unfinished = Played(
                kept.id,
                _game_name(kept.game),
                kept.players,
                self._when(kept.started),
                self._whose_turn(kept.id),
                kept.entries,
            )
        except (StoreFault, GameFault) as fault:
            self._notice = str(fault)

    def _whose_turn(self, id: int) -> str:
        """The headline of a kept game as it was left. Raises StoreFault, GameFault."""
        from companion.journal import play_while_valid

        record = kept_record(self._store, id)
        states, _stop = play_while_valid(record.game, record.setup, record.entries)
        return record.game.view(states[-1], None).headline

    def _tell_record(self) -> None:
        if self.opened is None:
            return
        self._record = self.moment().lines
        book = getattr(self.session, "_book", None)
        try:
            self._times = tuple(self._when(time) for time in self._store.times(book.id)[1:]) if book else ()
        except StoreFault:
            self._times = ()

    def _sight(self) -> checks.Sight | None:
        from ui.measuring import sight_of

        return sight_of(self.opened, self._clock()) if self.opened is not None else None


def fitting(session: Any, difference: Difference) -> Reading | None:
    """The ruling that makes the book show what was seen in one region; None where that is not certain."""
    referee = session.referee
    seen = Scene(difference.seen)
    unread = any(sighting.label is None and sighting.face != "down" for sighting in difference.seen)
    found = []
    for reading in session.readings(difference.region):
        if reading.seq is None:
            after = referee.game.look(referee.game.after(referee.state, reading.event))
            if Look({difference.region: after.of(difference.region)}).fits(seen):
                found.append(reading)
    return None if not found or (unread and len(found) > 1) else found[0]


def _game_name(id: str) -> str:
    try:
        return game_named(id).name
    except GameFault:
        return id
