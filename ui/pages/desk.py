"""Behind the screens: which page is shown, what a touch does there, and the model to draw. Knows no Kivy."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, assert_never

from companion.game import Game, Setup
from companion.referee import Referee
from ui.box.opening import Opened, Opener, OpeningFault
from ui.box.session import Session
from ui.faces.registry import own_pages
from ui.faces.step_page import StepFault, StepPage
from ui.journal.at_start import JournalHere
from ui.journal.game_sources import GameSources
from ui.journal.schema import StoreFault
from ui.journal.store import Store
from ui.pages.agreeing import piece_colours
from ui.pages.agreement import Agreement
from ui.pages.packing import Packing
from ui.pages.past_side import PastSide
from ui.pages.table_check import TableCheck
from ui.pages.tableside import Tableside
from ui.pages.trail import Trail
from ui.present import pages, past
from ui.present.chronicle import Told
from ui.present.desk_touches import (
    BeginEmpty,
    CareTouch,
    ChooseGame,
    GameTouch,
    Goto,
    KeptTouch,
    ListedTouch,
    LockCamera,
    MakeBundle,
    OpenKept,
    PageBack,
    PlayAgain,
    Quit,
    ReadRecord,
    ReallyDeleteGame,
    ReallyQuit,
    Reopen,
    Resume,
    ResumeWith,
    Start,
    StopBundle,
    WayTouch,
)
from ui.present.models import Focus, HomeModel, Played
from ui.present.steps import StepModel
from ui.present.touches import LeaveSteps, Touch
from ui.records.beginning import GameFault, begin, once_more, resume
from ui.words import _, for_players

if TYPE_CHECKING:
    from vision.calibration.judging import Calibration

STEPS = frozenset({"selftest", "enrol", "tribes"})
"""Pages that lead through something step by step, besides those of games."""
AWAY = frozenset({"home", "games", "seats", "eye"})
"""Other pages on which no game is on the table: it is let go of, and kept."""


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
        journal: JournalHere | None = None,
    ) -> None:
        self.page = "home"
        self.side: Tableside | None = None
        self.agreement = agreement
        self.quitting = False
        self._open, self._when, self._clock = opener, when, clock
        self._journal = journal
        self._notice = notice
        self._record: tuple[Told, ...] = ()
        self._times: tuple[str, ...] = ()
        self._trail = Trail()
        self._trial = False
        self._check = TableCheck()
        self.step: StepPage | None = None
        self._unseen: StepModel | None = None
        self._source = ""
        self._unfinished: tuple[Played, ...] = ()
        self._use(store)

    def _use(self, store: Store) -> None:
        """Keeps games in this journal from now on."""
        self._store = store
        self._past = PastSide(store, self._when)
        self.agreement.seats_before = self._past.seats_before
        self._packing = Packing(store)
        self._sources = GameSources(store.path)
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

    @property
    def worn(self) -> tuple[str, ...]:
        """The colours of the pieces that the seats of the game on the table play, where each plays one."""
        if self.page == "seats":
            return piece_colours(self.agreement.draft)
        return self.side.own.colours if self.side is not None else ()

    def close(self) -> None:
        """Lets go of the game on the table; it is kept."""
        if self.step is not None:
            self.step.close()
            self.step = None
        self._packing.forget()
        self._packing.stop()
        if self.side is not None:
            self.side.opened.close()
            self.side, self._trial = None, False
            self._check.forget()

    def tick(self) -> bool:
        """Takes in what came from camera and panel; whether a screen may have to change."""
        changed = self.step.tick() if self.step is not None else False
        if self.side is not None:
            seq = self.side.session.reply.seq
            changed = self.side.tick() or changed
            self._packing.remember(self.side, seq)
        changed = self._packing.tick() or changed
        if self.page == "check":
            changed = self._check.tick() or changed
        self._store.tick()
        return changed

    def model(self) -> Any:
        """What the page shows."""
        match self.page:
            case "home":
                return self._home()
            case "games":
                return pages.games_model(self.agreement.games, self._past.last)
            case "seats":
                return self.agreement.model()
            case "table" if self.side is not None:
                return self.side.model()
            case "check":
                return self._check.model(self.opened)
            case "eye":
                return pages.eye_model(self._notice)
            case "packed":
                packing = self._packing
                return pages.packed_model(packing.notice, packing.is_busy, packing.is_writing)
            case page if self.step is not None and _leads_step_by_step(page):
                return self.step.model()
            case "past" | "kept" | "bin":
                return self._past.model(self.page)
            case "unseen" if self._unseen is not None:
                return self._unseen
            case "quit" if self._unfinished:
                return past.quit_model(self._unfinished[0].game)
            case _history:
                return pages.history_model(self._record, self._times)

    def _home(self) -> HomeModel:
        """The first screen, with what is the matter with the journal."""
        journal, games = self._journal, len(self.agreement.games)
        if journal is None:
            return pages.home_model(self._unfinished, (self._notice,), games)
        return pages.home_model(self._unfinished, (journal.words, self._notice), games, journal.helps)

    def send(self, touch: Touch) -> None:
        """Does what a touch asks for; one that nobody takes is a fault of the program: it raises TypeError."""
        if self.page == "packed" and self._packing.is_busy and not isinstance(touch, StopBundle):
            return
        if self.step is not None and _leads_step_by_step(self.page) and self.step.take(touch):
            if self.step.given_up:
                answered = self.step.answered
                self._leave_steps()
                if answered:
                    self._start()
        elif not self.agreement.take(touch) and not (self.side is not None and self.side.take(touch)):
            self._take(touch)

    def _take(self, touch: Touch) -> None:
        if isinstance(touch, WayTouch):
            self._go(touch)
        elif isinstance(touch, GameTouch):
            self._play(touch)
        elif isinstance(touch, CareTouch):
            self._care(touch)
        elif isinstance(touch, ListedTouch):
            self._look_back(touch)
        elif isinstance(touch, KeptTouch):
            self._past.take(touch)
        else:
            raise TypeError(f"nobody takes {touch!r}")

    def _go(self, touch: WayTouch) -> None:
        match touch:
            case Goto(page):
                self._goto(page)
            case PageBack():
                self._show("table" if self.page == "table" else self._trail.leave())
            case ChooseGame(id):
                self.agreement.choose_game(id)
                self._goto("seats")
            case LeaveSteps():
                self._leave_steps()
            case Quit() if self._unfinished:
                self._goto("quit")
            case Quit() | ReallyQuit():
                self.close()
                self.quitting = True
            case _:
                assert_never(touch)

    def _play(self, touch: GameTouch) -> None:
        match touch:
            case Start():
                self._start()
            case PlayAgain():
                self._again()
            case Resume(id):
                self._resume(id)
            case ResumeWith(id, source):
                self._resume_with(id, source)
            case _:
                assert_never(touch)

    def _care(self, touch: CareTouch) -> None:
        match touch:
            case Reopen():
                self._reopen()
            case BeginEmpty():
                self._begin_empty()
            case LockCamera():
                self._check.lock()
            case MakeBundle():
                self._packing.ask(self.opened, self._trial)
                self._trail.enter("packed", self.page)
                self.page = "packed"
            case StopBundle():
                self._packing.stop()
            case _:
                assert_never(touch)

    def _look_back(self, touch: ListedTouch) -> None:
        match touch:
            case OpenKept(id):
                self._goto("kept")
                self._past.open(id)
            case ReadRecord(id):
                self._read_record(id)
            case ReallyDeleteGame(id):
                self._past.delete(id)
                self.page = self._trail.leave()
            case _:
                assert_never(touch)

    def _goto(self, page: str) -> None:
        if page == "check" and self.side is not None and self.side.session.veiled:
            return
        if page == "home" and self.step is not None and self.step.asks_before_home():
            return
        self._trail.enter(page, self.page)
        self._show(page)

    def _show(self, page: str) -> None:
        self._notice = self._past.notice = ""
        if self.side is not None:
            self.side.focus = Focus()
        if page in AWAY or _leads_step_by_step(page) or (page == "table" and self.side is None):
            page = "home" if page == "table" else page
            self.close()
            self._trail.forget("table")
            self._look_for_unfinished()
        if page == "seats":
            self.agreement.afresh()
        if page == "history" and self.side is not None:
            self._tell_record(self.side)
        if page == "check" and self.side is None:
            self._open_to_check()
        if page == "check" and self.side is not None:
            referee = self.session.referee
            self._check.begin(self.side.opened, referee.game.table(referee.setup))
        if _leads_step_by_step(page) and not self._open_step(page):
            page = self._trail.leave()
        self.page = page

    def _leave_steps(self) -> None:
        self.close()
        self.page = self._trail.leave()

    def _open_step(self, page: str) -> bool:
        """Begins what leads through a page of steps; whether it could be."""
        from ui.pages.stepping import begun

        agreement = self.agreement
        try:
            self.step = begun(page, agreement, self._clock)
        except StepFault as fault:
            self._notice = agreement.trouble = for_players(fault)
            return False
        if self.step is None:
            self._notice = agreement.trouble
        return self.step is not None

    def _reopen(self) -> None:
        """Tries once more to open the journal: what kept it from being written may be gone."""
        if self._journal is not None:
            self._notice = ""
            self._store.close()
            self._use(self._journal.open())

    def _begin_empty(self) -> None:
        """An empty journal takes the place of one that cannot be read, which is kept under another name."""
        if self._journal is None:
            return
        try:
            aside = self._journal.begin_empty()
        except StoreFault as fault:
            self._notice = for_players(fault)
            return
        self._reopen()
        self._notice = _("An empty journal was begun. The old one is kept beside it.") + f"\n{aside}"

    def _read_record(self, id: int) -> None:
        try:
            self._past.read(id)
        except (StoreFault, GameFault) as fault:
            self._past.notice = for_players(fault)
            return
        self._record, self._times = self._past.record, self._past.times
        self._goto("history")

    def _resume(self, id: int) -> None:
        """Goes on with a kept game, looked at as it was before."""
        try:
            source = self._sources.of(self._store.played(id).started)
        except StoreFault as fault:
            self._refuse(fault)
            return
        self._resume_with(id, source or self.agreement.source)

    def _resume_with(self, id: int, source: str) -> None:
        try:
            referee, book = resume(self._store, id)
            opened = self._open(referee, book, source)
        except (StoreFault, GameFault) as fault:
            self._refuse(fault)
        except OpeningFault as fault:
            choices = self.agreement.sources_for(referee.game)
            self._unseen = past.source_model(id, referee.game.name, for_players(fault), choices)
            self._goto("unseen")
        else:
            self._lay(opened, source)

    def _start(self) -> None:
        setup = self.agreement.setup()
        if setup is None:
            return
        if self.agreement.asked_first:
            self._goto(self.agreement.asked_first)
            return
        self.agreement.trouble = self._begin(self.agreement.game, setup, self.agreement.source)

    def _again(self) -> None:
        """The same people at the same table once more; who won is handed on to games that ask for it."""
        if self.side is None:
            return
        session, source = self.side.session, self._source
        again = once_more(session.referee.game, session.referee.setup, session.reply.turn)
        trouble = self._begin(session.referee.game, again, source)
        if trouble:
            self._notice, self.page = trouble, "home"

    def _begin(self, game: Game[Any], setup: Setup, source: str) -> str:
        """Begins a game and lays it on the table; else why not, and then nothing of it is kept."""
        try:
            referee, book = begin(self._store, game, setup)
            opened = self._open(referee, book, source)
        except (StoreFault, OpeningFault) as fault:
            self._past.drop_empty()
            return for_players(fault)
        self._past.drop_empty(but=None if book is None else book.id)
        self._lay(opened, source)
        return ""

    def _lay(self, opened: Opened, source: str) -> None:
        self.close()
        self._trail = Trail()
        self._source = source
        book = opened.book
        if book is not None and book.id is not None:
            self._sources.keep(self._store.played(book.id).started, source)
        unkept = _("This game is not kept.") if self._store.read_only_because is not None else ""
        self.side, self.page = Tableside(opened, unkept), "table"
        opened.session.start()

    def _refuse(self, fault: Exception) -> None:
        """Says on the first screen why a kept game cannot be gone on with."""
        self._goto("home")
        self._notice = for_players(fault)

    def _look_for_unfinished(self) -> None:
        self._unfinished = self._past.unfinished()
        if self._past.notice not in self._notice:
            self._notice = f"{self._notice} {self._past.notice}".strip()

    def _tell_record(self, side: Tableside) -> None:
        self._record, self._times = side.moment().lines, ()
        book = side.opened.book
        if book is not None and book.id is not None:
            try:
                self._times = tuple(self._when(time) for time in self._store.times(book.id)[1:])
            except StoreFault as fault:
                self._notice = for_players(fault)

    def _open_to_check(self) -> None:
        """A table to look at without a game being played on it: nothing of it is kept."""
        setup = self.agreement.setup()
        if setup is None:
            return
        referee = Referee(self.agreement.game, setup, lambda _line: None)
        try:
            self.side = Tableside(self._open(referee, None, self.agreement.picture_source))
        except OpeningFault as fault:
            self._notice = for_players(fault)
            return
        self._trial = True
        self.side.session.start()

    @property
    def calibration(self) -> "Calibration | None":
        """See `TableCheck.calibration`."""
        return self._check.calibration


def _leads_step_by_step(page: str) -> bool:
    """Whether a page leads through something step by step; games bring pages of their own."""
    return page in STEPS or page in own_pages()
