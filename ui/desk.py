"""Behind the screens: which page is shown, what a touch does there, and the model to draw. Knows no Kivy."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.journal import play_while_valid
from companion.referee import Referee
from ui.agreement import Agreement
from ui.calibrating import Calibrating
from ui.games import GameFault, begin, game_named, kept_record, once_more, resume
from ui.opening import Opened, Opener, OpeningFault
from ui.present import checks, pages
from ui.present.chronicle import Chronicle, Told
from ui.present.models import Action, Button, Focus, Played
from ui.schema import StoreFault
from ui.session import Session
from ui.store import Store
from ui.tableside import Tableside
from ui.tribe_side import TribeSide
from ui.words import _

if TYPE_CHECKING:
    from vision.calibration import Calibration

if TYPE_CHECKING:
    from ui.enrol_side import EnrolSide
    from ui.selftest.side import SelftestSide
    from ui.zones.roster_side import RosterSide
    from ui.zong.map_side import MapSide
    from vision.frames import Frame
    from vision.reading import Reading

STEPS = ("selftest", "enrol", "tribes", "mapping", "roster")
"""Pages that lead through something step by step."""
LATELY = 3
"""So many pictures are remembered for the support bundle."""
AGREED_ON = frozenset(
    {
        "page",
        "source",
        "edit",
        "typed",
        "choose",
        "seats",
        "toggle_many",
        "set_many",
        "draw_many",
        "fact",
        "facts",
        "army",
    }
)
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
    """The touchscreen's mind. `tick` once a frame; `send` for a touch; `model` is what `page` shows.

    `when` turns a time stamp of the journal into words. `side` is the game on the table, if there is one.
    """

    def __init__(
        self,
        store: Store,
        opener: Opener,
        agreement: Agreement,
        *,
        when: Callable[[str], str] = str,
        clock: Callable[[], float] = lambda: 0.0,
        notice: str = "",
    ) -> None:
        self.page = "home"
        self.side: Tableside | None = None
        self.agreement = agreement
        self.quitting = False
        self._store, self._open, self._when, self._clock = store, opener, when, clock
        self._notice = notice
        self._record: tuple[Told, ...] = ()
        self._times: tuple[str, ...] = ()
        self._came_from = "home"
        self._trial = False
        self._calibrating: Calibrating | None = None
        self._unfinished: Played | None = None
        self.step: SelftestSide | EnrolSide | TribeSide | MapSide | RosterSide | None = None
        self._lately: deque[tuple[Frame, Reading]] = deque(maxlen=LATELY)
        self._bundle_in = 0
        self._look_for_unfinished()

    @property
    def opened(self) -> Opened | None:
        """What looks at the table, while a game is on it."""
        return None if self.side is None else self.side.opened

    @property
    def session(self) -> Session[Any]:
        """The session of the game on the table. Raises RuntimeError where there is none."""
        if self.side is None:
            raise RuntimeError("no game is on the table")
        return self.side.session

    def close(self) -> None:
        """Lets go of the game on the table; it is kept."""
        if self.step is not None:
            self.step.close()
            self.step = None
        self._lately.clear()
        if self.side is not None:
            self.side.opened.close()
            self.side, self._trial, self._calibrating = None, False, None

    def tick(self) -> bool:
        """Takes in what came from camera and panel; whether a screen may have to change."""
        changed = self.step.tick() if self.step is not None else False
        if self.side is not None:
            seq = self.side.session.reply.seq
            changed = self.side.tick() or changed
            self._remember(self.side, seq)
        if self._bundle_in:
            # A few frames later, so that it is said on the screen while it is written.
            self._bundle_in -= 1
            if not self._bundle_in:
                self._write_bundle()
                changed = True
        if self.page == "check" and self._calibrating is not None:
            changed = self._calibrating.tick() or changed
        return changed

    def model(self) -> Any:
        """What the page shows."""
        match self.page:
            case "home":
                return pages.home_model(self._unfinished, self._notice, len(self.agreement.games))
            case "games":
                return pages.games_model(self.agreement.games)
            case "seats":
                return self.agreement.model()
            case "table" if self.side is not None:
                return self.side.model()
            case "check":
                back = Action("goto", "home") if self._trial or self.side is None else Action("back_to_game")
                return pages.check_model(checks.check_lines(self._sight()), back, self._lock_button())
            case "eye":
                return pages.eye_model(self._notice)
            case "packed":
                return pages.packed_model(self._notice, self.side is not None and not self._trial)
            case "selftest" | "enrol" | "tribes" | "mapping" | "roster" if self.step is not None:
                return self.step.model()
            case "past":
                home = Button(_("Back"), Action("goto", "home"), "main", "back")
                return PastModel(_("Past games"), pages.past_model(self._games()), home)
            case _history:
                to_list = Action("goto", "past") if self._came_from == "past" else None
                return pages.history_model(self._record, self._times, to_list)

    def send(self, action: Action) -> None:
        """Does what a touch asks for; an action that nobody knows is a fault of the program."""
        if self.step is not None and self.page in STEPS and self.step.send(action):
            if self.step.given_up:
                answered = getattr(self.step, "answered", False)
                self._do_leave_steps(None)
                if answered:
                    self._do_start(None)
        elif action.name in AGREED_ON:
            self.agreement.send(action)
        elif self.side is None or not self.side.send(action):
            getattr(self, f"_do_{action.name}")(action.about)

    def _do_goto(self, page: str) -> None:
        self._notice = ""
        self._came_from = self.page
        if self.side is not None:
            self.side.focus = Focus()
        if page in ("home", "games", "seats", "eye", *STEPS):
            self.close()
            self._look_for_unfinished()
        if page == "seats":
            self.agreement.afresh()
        if page == "history" and self.side is not None:
            self._tell_record(self.side)
        if page == "check" and self.side is not None and self.side.session.veiled:
            return
        if page == "check" and self.side is None:
            self._open_to_check()
        if page == "check" and self.side is not None and self._calibrating is None:
            referee = self.session.referee
            self._calibrating = Calibrating(self.side.opened, referee.game.table(referee.setup))
        if page in STEPS and not self._open_step(page):
            page = "seats" if page in ("mapping", "roster") else "eye"
        self.page = page

    def _do_game(self, id: str) -> None:
        self.agreement.choose_game(id)
        self._do_goto("seats")

    def _do_leave_steps(self, _about: object) -> None:
        self.close()
        self.page = "seats" if self._came_from == "seats" else "eye"

    def _do_bundle(self, _about: object) -> None:
        self._notice, self._bundle_in, self.page = _("Writing the support bundle …"), 3, "packed"

    def _open_step(self, page: str) -> bool:
        """Begins what leads through a page of steps; whether it could be."""
        from ui.stepping import StepFault, begun

        agreement = self.agreement
        try:
            self.step = begun(page, agreement, self._clock)
        except StepFault as fault:
            self._notice = agreement.trouble = str(fault)
            return False
        if self.step is None:
            self._notice = agreement.trouble
        return self.step is not None

    def _remember(self, side: Tableside, seq: int) -> None:
        """Keeps the newest picture, and those in which something was booked."""
        session = side.session
        if session.veiled:
            self._lately.clear()
            return
        if session.frame is None or session.reading is None:
            return
        if self._lately and self._lately[-1][0] is session.frame:
            return
        if self._lately and session.reply.seq == seq:
            self._lately.pop()
        self._lately.append((session.frame, session.reading))

    def _write_bundle(self) -> None:
        from ui.stepping import StepFault, write_desk_bundle

        try:
            file = write_desk_bundle(self._store, self.opened, self._trial, tuple(self._lately))
            self._notice = _("The support bundle is {file}").format(file=file)
        except StepFault as fault:
            self._notice = str(fault)

    def _do_back_to_game(self, _about: object) -> None:
        if self.side is not None:
            self.side.focus = Focus()
        self.page = "table" if self.side is not None else "home"

    def _do_close(self, _about: object) -> None:
        self._do_back_to_game(None)

    def _do_quit(self, _about: object) -> None:
        self.close()
        self.quitting = True

    def _do_record(self, id: int) -> None:
        try:
            record = kept_record(self._store, id)
            self._times = tuple(self._when(time) for time in self._store.times(id)[1:])
        except (StoreFault, GameFault) as fault:
            self._notice, self.page = str(fault), "home"
            return
        self._record = Chronicle(record.game, record.setup).tell(record.entries)
        self._came_from, self.page = "past", "history"

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
        if self.agreement.asks_roster:
            self._do_goto("roster")
            return
        try:
            referee, book = begin(self._store, self.agreement.game, setup)
            self._lay(self._open(referee, book, self.agreement.source))
        except (StoreFault, OpeningFault) as fault:
            self.agreement.trouble = str(fault)

    def _do_again(self, _about: object) -> None:
        """The same people at the same table once more; who won is handed on to games that ask for it."""
        if self.side is None:
            return
        referee, source = self.side.session.referee, self.agreement.source
        try:
            again = once_more(referee.game, referee.setup, self.side.session.reply.turn)
            fresh, book = begin(self._store, referee.game, again)
            self._lay(self._open(fresh, book, source))
        except (StoreFault, OpeningFault) as fault:
            self._notice, self.page = str(fault), "home"

    def _lay(self, opened: Opened) -> None:
        self.close()
        self.side, self.page = Tableside(opened), "table"
        opened.session.start()

    def _games(self) -> list[Played]:
        try:
            kept = self._store.games()
        except StoreFault as fault:
            self._notice = str(fault)
            return []
        return [
            Played(
                game.id,
                _game_name(game.game),
                game.players,
                self._when(game.started),
                game.result or _("not finished"),
                game.entries,
            )
            for game in kept
        ]

    def _look_for_unfinished(self) -> None:
        self._unfinished = None
        try:
            kept = self._store.unfinished()
            if kept is not None:
                how = self._whose_turn(kept.id)
                when = self._when(kept.started)
                name = _game_name(kept.game)
                self._unfinished = Played(kept.id, name, kept.players, when, how, kept.entries)
        except (StoreFault, GameFault) as fault:
            self._notice = str(fault)

    def _whose_turn(self, id: int) -> str:
        """The headline of a kept game as it was left. Raises StoreFault, GameFault."""
        record = kept_record(self._store, id)
        states, _stop = play_while_valid(record.game, record.setup, record.entries)
        return record.game.view(states[-1], None).headline

    def _tell_record(self, side: Tableside) -> None:
        self._record, self._times = side.moment().lines, ()
        book = side.opened.book
        if book is not None and book.id is not None:
            try:
                self._times = tuple(self._when(time) for time in self._store.times(book.id)[1:])
            except StoreFault as fault:
                self._notice = str(fault)

    def _open_to_check(self) -> None:
        """A table to look at without a game being played on it: nothing of it is kept."""
        setup = self.agreement.setup()
        if setup is None:
            return
        referee = Referee(self.agreement.game, setup, lambda _line: None)
        try:
            self.side = Tableside(self._open(referee, None, self.agreement.picture_source))
        except OpeningFault as fault:
            self._notice = str(fault)
            return
        self._trial = True
        self.side.session.start()

    def _sight(self) -> checks.Sight | None:
        from ui.measuring import sight_of

        return sight_of(self.opened, self._calibrating) if self.opened is not None else None

    def _lock_button(self) -> Button | None:
        """Locks the camera's settings, or lets them go; None where it has nothing to lock."""
        calibrating = self._calibrating
        if calibrating is None or not calibrating.can_lock:
            return None
        words = _("Unlock") if calibrating.is_locked else _("Lock")
        return Button(words, Action("lock_camera"), "plain", "camera", enabled=not calibrating.is_locking)

    def _do_lock_camera(self, _about: object) -> None:
        if self._calibrating is not None:
            self._calibrating.lock()

    @property
    def calibration(self) -> "Calibration | None":
        """What the calibration found of the pictures last looked at, while the check is shown."""
        return None if self._calibrating is None else self._calibrating.calibration


def _game_name(id: str) -> str:
    try:
        return game_named(id).name
    except GameFault:
        return id
