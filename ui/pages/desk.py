"""The stack of pages behind the screens, their shared state, and the ways between them. Knows no Kivy."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.referee import Referee
from hardware.machine import Power
from hardware.updates import Updates
from ui.box.opening import Opened, Opener, OpeningFault
from ui.box.session import Session
from ui.journal.store import OnTable, Store, StoreFault
from ui.opponents.thinker import box_seats, box_word
from ui.owned.settings import Settings, SettingsKept, UpdatePin
from ui.pages import front
from ui.pages.agreement import Agreement, people_of, piece_colours
from ui.pages.front import Neighbour, SettingsPages, UpdatePage, own_pages
from ui.pages.kept import AGREED, AfterPage, KeptGames, Moments, PastPage, PeoplePage, Unasked, Unseen
from ui.pages.looking_back import LookedBack, LuckPage, ReplayPage, TimelinePage
from ui.pages.print_page import LooksPage, PrintPage, WhichSetPage
from ui.pages.rule_book import RuleBook
from ui.pages.table_check import Packing, TableCheck, begin_pins
from ui.pages.tableside import Tableside
from ui.pages.tribe_page import TribePages
from ui.present import touches
from ui.present.models import Page, ShownPage, StepFault, StepPage, TableFocus
from ui.records.beginning import GameFault, once_more
from ui.words import _, for_players

if TYPE_CHECKING:
    from vision.calibration.judging import Calibration


STEPS = ("selftest", "enrol", "tribes", "pins", "printing", "looks", "which-set")
AWAY = frozenset({"home", "games", "seats", "eye", *STEPS})
"""Pages that put the game on the table away (it is kept), besides the games' own pages."""


class Desk:
    """The touchscreen's logic: `tick` once a frame, `send` for a touch, `model` for the view of `page`."""

    power: Power | None = None  # the machine's, if it runs this app alone
    updates: Updates | None = None  # changes the program's version
    phones: Neighbour | None = None  # phones of the local network
    club: Neighbour | None = None  # the club that gets the results

    def __init__(
        self,
        store: Store,
        opener: Opener,
        agreement: Agreement,
        *,
        when: Callable[[str], str] = str,
        clock: Callable[[], float] = lambda: 0.0,
        settings: SettingsKept | None = None,
    ) -> None:
        """`when` turns a time stamp of the journal into words; `clock`: monotonic seconds."""
        self.settings = settings or SettingsKept()
        self.kept = KeptGames(store, opener, when)
        self._home = front.HomePage(self.kept, agreement.games)
        self._pages: list[Page] = [self._home]
        self._check = TableCheck()
        self.agreement = agreement
        self.packing = Packing(self.kept)
        self._moments = Moments(self.kept)
        self.quitting = False
        self._clock = clock
        self._notes: dict[str, str] = {}  # of the game on the table
        self._coming_back: ComingBack | None = None
        self._update_pin = UpdatePin(clock)
        self._on_table: LookedBack | None = None
        self._moved = 0
        if settings is not None and not settings.now.language:
            self._put(SettingsPages("language", self.settings))
        agreement.people = lambda: self.settings.now.people
        agreement.played_before = self.kept.played_before

    @property
    def top(self) -> Page:
        return self._pages[-1]

    @property
    def page(self) -> str:
        return self.top.name

    @property
    def side(self) -> Tableside | None:
        """The game on the table, or the table under check."""
        return self._played or self._check.trial

    @property
    def _played(self) -> Tableside | None:
        return next((page for page in self._pages if isinstance(page, Tableside)), None)

    @property
    def step(self) -> StepPage | None:
        return next((page for page in self._pages if isinstance(page, StepPage)), None)

    @property
    def opened(self) -> Opened | None:
        return None if self.side is None else self.side.opened

    @property
    def session(self) -> Session[Any]:
        """The session of the game on the table. Raises RuntimeError without one."""
        if self.side is None:
            raise RuntimeError("no game is on the table")
        return self.side.session

    @property
    def worn(self) -> tuple[str, ...]:
        """The colour of each seat's piece in the game at hand, if its seats have one."""
        if self.page == "seats":
            draft = self.agreement.draft
            return piece_colours(draft.game, draft.seats, draft.value)
        if self.top.worn:
            return self.top.worn
        return self.side.own.colours if self.side is not None else ()

    @property
    def calibration(self) -> "Calibration | None":
        """The calibration of the last pictures, while the check is shown."""
        calibrating = self._check.calibrating
        return None if calibrating is None else calibrating.calibration

    def be_box(self, power: Power) -> None:
        """Makes the app the machine's only program: it resumes its game by itself and is not quit."""
        self._coming_back = ComingBack(self.kept)
        self.power, self._home.is_box = power, True

    def may_change_version(self, updates: Updates | None) -> None:
        """Enables the page of versions; the result of a change just made is shown at once."""
        self.updates = updates
        if updates is not None and updates.just_changed:
            self._goto("update")
        elif updates is not None and updates.left_alone:
            words = _("Version {version} did not stay up. The one before it runs.")
            self.kept.notice = f"{words.format(version=updates.left_alone)}\n{self.kept.notice}".strip()

    def close(self) -> None:
        """Closes the game on the table, which is kept, and all step pages."""
        for page in self._pages:
            page.left()
            if isinstance(page, Tableside):
                page.end()
        self._pages = [page for page in self._pages if not isinstance(page, StepPage | Tableside)]
        self._check.close()
        self.packing.forget()
        self.packing.stop()

    def end(self) -> None:
        self.close()
        if self.phones is not None:
            self.phones.turn_off()

    def due(self) -> touches.ComeBack | touches.OpenKept | None:
        """A touch without a finger: in a box, the return to the game on the table at switch-off."""
        if self._coming_back is None or self.page != "home":
            return None
        return self._coming_back.due(self._clock())

    def _put_away(self) -> None:
        """Closes the game on the table for good: it is kept, and the box does not return to it."""
        if self._coming_back is not None and self._played is not None:
            self._coming_back.clear()
        self.close()

    def tick(self) -> bool:
        """Takes in camera and panel; returns whether a screen may have to change."""
        side, changed = self.side, False
        seq = -1 if side is None else side.session.reply.seq
        for page in tuple(self._pages):
            moved = page.tick()
            # A game reports its own changes; other pages with a camera count as active throughout.
            self._moved += moved and page is not side
            changed = moved or changed
        if self.phones is not None:
            changed = self.phones.tick(self.side) or changed
        if side is not None:
            self.packing.remember(side, seq)
        changed = self.packing.follow() or changed
        self._moments.follow(self._played)
        if self.club is not None:
            self.club.follow(self.page, self._played, self.kept)
        if self._coming_back is not None:
            self._coming_back.follow(self._clock())
        return changed

    @property
    def happened(self) -> tuple[object, ...]:
        """A value that changes when somebody does something, but not with new pictures."""
        return (self.page, self._moved, None if self.side is None else self.side.session.happened)

    def model(self) -> Any:
        return self.top.model()

    def send(self, touch: touches.Touch) -> None:
        """Offers a touch to the pages, the top one first. Raises TypeError if none takes it."""
        if isinstance(touch, touches.SwitchSound):
            # Off, or on at the volume set before, else at the default.
            now = self.settings.now
            silent = now.muted or not now.volume
            self.settings.change(muted=not silent, volume=now.volume or Settings().volume)
            return
        if self._coming_back is not None and not isinstance(touch, touches.ComeBack):
            self._coming_back.stop()
        for page in (*reversed(self._pages), self.agreement):
            if page.take(touch):
                if isinstance(page, StepPage) and page.given_up:
                    self._leave_steps()
                then, page.then = page.then, None
                if isinstance(then, Page):
                    self._show(then)
                elif then is not None:
                    self.send(then)
                return
        match touch:
            case touches.Goto(name):
                self._goto(name)
            case touches.PageBack():
                # Back the way that people came; at the table to the game, from its rules to the seats.
                if self.page != "seats" or not self.agreement.back():
                    if self.page != "table":
                        self._leave()
                    self._turn_to(self.page)
            case touches.ChooseGame(id):
                self.agreement.choose_game(id)
                self._goto("seats")
            case touches.LeaveSteps():
                self._leave_steps()
            case touches.SpeakFirst(code):
                self.settings.change(language=code)
                self._goto("home")
            case touches.OpenRules(game, one):
                # A second rule book replaces the open one.
                if isinstance(self.top, RuleBook):
                    self._leave()
                game, playing = game or self.agreement.game.id, self._played is not None
                self._put(RuleBook(self.agreement, game, one, self._clock, playing=playing))
            case touches.MakeBundle():
                self.packing.ask(self.opened, trial=self._check.trial is not None)
                self._put(self.packing)
            case touches.Quit() | touches.ReallyQuit() if self._home.is_box:
                self._goto("power")  # a box is switched off, not quit
            case touches.Quit() if self.kept.unfinished:
                self._show(front.quit_page(self.kept.unfinished[0].game))
            case touches.Quit() | touches.ReallyQuit():
                self.close()
                self.quitting = True
            case touches.OpenKept(id):
                self._turn_to("kept")
                self.kept.open(id)
                if self.kept.looked is not None:
                    self._put(AfterPage("kept", self.kept.looked, self.kept))
                elif (chosen := self.kept.chosen) is not None:
                    self._put(ShownPage("kept", partial(self.kept.unplayable_model, chosen), self.kept))
                else:
                    self._put(PastPage(self.kept))
            case touches.ReallyDeleteGame(id):
                self._goto("past")
                self.kept.delete(id)
            case touches.GamesOf(person):
                self._goto("past")
                if isinstance(self.top, PastPage):
                    self.top.show(person=person)
            case _:
                if not isinstance(touch, touches.GameTouch):
                    raise TypeError(f"nobody takes {touch!r}")
                self._play(touch)

    def _goto(self, name: str) -> None:
        """Shows a page by name; goes back to it if it is on the stack."""
        if name == "check" and self.side is not None and self.side.session.veiled:
            return
        if name == "home" and self.step is not None and self.step.asks_before_home():
            return
        self._turn_to(name)
        page = next((page for page in self._pages if page.name == name), None) or self._made(name)
        if page is not None:
            self._put(page)

    def _show(self, page: Page) -> None:
        self._turn_to(page.name)
        self._put(page)

    def _put(self, page: Page) -> None:
        """Puts a page on top; goes back to it if it is on the stack."""
        if page in self._pages:
            self._drop(self._pages.index(page) + 1)
        else:
            self._pages.append(page)

    def _leave(self) -> None:
        """Removes the top page; home stays."""
        self._drop(max(1, len(self._pages) - 1))

    def _drop(self, first: int) -> None:
        for page in self._pages[first:]:
            page.left()
        del self._pages[first:]

    def _turn_to(self, name: str) -> None:
        """Drops notices and looks, and the game on the table if the next page has none."""
        self.kept.notice = ""
        if self.side is not None:
            self.side.focus = TableFocus()
        if name in AWAY or name in own_pages():
            self._put_away()
            self.kept.look()
        if name == "seats":
            self.agreement.afresh()

    def _leave_steps(self) -> None:
        step = self.step
        self.close()
        if step is None:
            self._leave()

    def _made(self, name: str) -> Page | None:
        """A new page by name; None if it cannot be shown, for the reason told on the page before."""
        agreement, kept, played = self.agreement, self.kept, self._played
        power, updates, club, phones = self.power, self.updates, self.club, self.phones

        def settings() -> Page:
            # A box may always change its version; other machines only if there is another one.
            goes_on = updates is not None and (power is not None or updates.before or updates.has_stick())
            may = {"club": club is not None, "update": goes_on, "power": power is not None}
            return SettingsPages(name, self.settings, [page for page, there in may.items() if there])

        pages: dict[str, Callable[[], Page | None]] = {
            "games": lambda: ShownPage(name, lambda: front.games_model(agreement.games, kept.last)),
            "seats": lambda: agreement,
            **dict.fromkeys(("settings", "people", "about", "language"), settings),
            "club": settings if club is None else lambda: club.page(played),
            "phones": lambda: None if phones is None else phones.page(played),
            "eye": lambda: ShownPage(name, lambda: front.eye_model(kept.notice)),
            "check": self._checked,
            "players": lambda: PeoplePage(kept),
            "past": lambda: PastPage(kept),
            "bin": lambda: ShownPage(name, kept.bin_model, kept),
            "deleting": lambda: (
                None if kept.chosen is None else ShownPage(name, partial(kept.deleting_model, kept.chosen))
            ),
            "tribes": TribePages,
            "pins": begin_pins,
            "printing": lambda: PrintPage(agreement.games),
            "looks": LooksPage,
            **dict.fromkeys(("enrol", "selftest"), lambda: self._with_camera(name)),
            **{own: partial(begin, agreement, self._clock) for own, begin in own_pages().items()},
        }
        if power is not None:
            pages["power"] = lambda: front.PowerPage(power, kept, self._put_away)
        if updates is not None:
            pages["update"] = lambda: UpdatePage(updates, self._update_pin, is_box=power is not None)
        # These need a game to look back on; without one they are not shown.
        looking_back: dict[str, Callable[[LookedBack], Page | None]] = {
            "after": lambda looked: AfterPage(name, looked, kept),
            "export": lambda looked: (
                None
                if looked.kept is None
                else ShownPage(name, partial(kept.export_model, looked.kept), kept)
            ),
            "history": lambda looked: front.history_page(
                looked.walk.lines, tuple(map(kept.when, looked.stamps[1:]))
            ),
            "luck": LuckPage,
            "replay": lambda looked: ReplayPage(looked, self._clock),
            "timeline": TimelinePage,
        }
        if name in looking_back:
            looked = self._looked_back()
            return None if looked is None else looking_back[name](looked)
        if name not in pages:
            raise ValueError(f"there is no page {name!r}")
        try:
            page = pages[name]()
        except StepFault as fault:
            agreement.trouble = kept.notice = for_players(fault)
            return None
        if page is not None:
            page.name = name
        return page

    def _looked_back(self) -> LookedBack | None:
        """The game to look back on: the one on the table, else the chosen one of the journal."""
        kept, played = self.kept, self._played
        if played is None:
            return kept.looked
        referee, looked = played.session.referee, self._on_table
        if looked is None or looked.entries != referee.entries or looked.game != referee.game:
            on_disk, stamps, id = None, tuple[str, ...](), played.opened.kept_id
            if id is not None:
                with kept.saying():
                    on_disk, stamps = kept.find(id), kept.store.kept(id).times
            looked = LookedBack(referee.game, referee.setup, referee.entries, on_disk, stamps)
        looked.pictures = {} if looked.kept is None else kept.pictures(looked.kept.id)
        looked.coached = played.coach.people if played.coach.agreed else frozenset()
        self._on_table = looked
        return looked

    def _checked(self) -> Page:
        """The table check, with the game on the table or without one."""
        if self._played is not None:
            self._check.begin(self._played.opened)
        elif (setup := self.agreement.setup()) is not None:
            # A table without a game records nothing.
            referee = Referee(self.agreement.game, setup, lambda _line: None)
            with self.kept.saying():
                self._check.open(self.kept.opener(referee, None, self.agreement.picture_source))
        return self._check

    def _with_camera(self, name: str) -> StepPage:
        """Begins a page with a camera. Raises StepFault, also for an invalid agreement."""
        # Imported late, so that the first screen does not wait for vision.
        from ui.pages.enrol_page import begin_enrolling

        agreement, setup = self.agreement, self.agreement.setup()
        if setup is None:
            raise StepFault(agreement.trouble)
        begin = begin_enrolling if name == "enrol" else front.begin_selftest
        step = begin(agreement.game, setup, agreement.picture_source, self._clock)
        step.start()
        return step

    def _play(self, touch: touches.GameTouch) -> None:
        """Lays a game on the table; a failure is told on the page that asked for it, or on the first one."""
        kept, agreement, looked = self.kept, self.agreement, self.kept.looked
        try:
            match touch:
                case touches.Start():
                    draft, setup = agreement.draft, agreement.setup()
                    if setup is None:
                        return
                    coach = AGREED if draft.coach_agreed else ""
                    notes = {"source": draft.source, "box": box_word(draft.box_seats), "coach": coach}
                    opened = kept.begin(agreement.game, setup, draft.source)
                    agreement.trouble = ""
                    self.settings.remember(*people_of(draft))
                case touches.PlayAgain():
                    # The same people again; some games ask who won before.
                    if self.side is None:
                        return
                    referee, notes = self.side.session.referee, self._notes
                    setup = once_more(referee.game, referee.setup, self.side.session.reply.turn)
                    opened = kept.begin(referee.game, setup, notes.get("source", ""))
                case touches.Rematch(id):
                    if looked is None:
                        return
                    setup = once_more(looked.game, looked.setup, looked.game.turn(looked.walk.states[-1]))
                    known = kept.store.kept(id).notes
                    notes = known | {"source": known.get("source") or agreement.draft.source}
                    opened = kept.begin(looked.game, setup, notes["source"])
                # A kept game remembers its source; that may be gone, so people may name another.
                case touches.Resume(id) | touches.ResumeWith(id) | touches.ComeBack(id):
                    known = kept.store.kept(id).notes
                    source = known.get("source", "")
                    if isinstance(touch, touches.ResumeWith):
                        source = touch.source
                    elif not source and isinstance(touch, touches.ComeBack):
                        raise OpeningFault(_("It is not known any more what watched this game."))
                    notes = known | {"source": source or agreement.draft.source}
                    opened = kept.resume(id, notes["source"])
        except Unasked as unasked:
            self._show(WhichSetPage(_(unasked.game.name), unasked.decks, touch))
        except (StoreFault, OpeningFault, GameFault) as fault:
            # Nothing was closed yet: the page in view stays and tells the reason.
            if isinstance(touch, touches.Start):
                agreement.trouble = for_players(fault)
            elif isinstance(fault, Unseen) and not isinstance(touch, touches.ComeBack):
                self._show(front.unseen_page(fault, agreement.sources_for(fault.game)))
            else:
                self._goto("home")
                kept.notice = for_players(fault)
        else:
            self.close()
            # Only now is the old game let go of, as the new one is certain.
            self._drop(1)
            self._notes = notes
            if (number := opened.kept_id) is not None:
                with kept.saying():
                    kept.store.note(number, notes)
            if self._coming_back is not None:
                self._coming_back.lay(opened, self._clock())
            unkept = "" if kept.store.read_only_because is None else _("This game is not kept.")
            box, coached = box_seats(notes.get("box", "")), notes.get("coach") == AGREED
            self._put(Tableside(opened, unkept, self.settings, box, coach=coached))
            opened.session.start()


# A box switched off during a game returns to its last entry by itself. Rule kept: nobody is held up. A touch
# ends the wait for a late camera, and a game whose opening ends the program each time is left alone. A
# finished game shows its result.


AGAIN_S = (0.0, 4.0, 8.0, 16.0, 30.0)
"""Seconds after the first tick at which the table is opened: a USB camera appears late."""
MOST_TIMES = 3  # maximum returns in a row since the machine's start that soon ended the program
FINE_S = 60.0  # seconds after which a returned game counts as harmless


class ComingBack:
    """Brings back the game on the table at switch-off; a notice says why it does not come."""

    def __init__(self, kept: KeptGames) -> None:
        self._kept, self._file = kept, OnTable(kept.store.path)
        self._due: list[float] | None = None
        self._touch: touches.ComeBack | touches.OpenKept | None = None
        self._fine_at: float | None = None

    def due(self, now: float) -> touches.ComeBack | touches.OpenKept | None:
        """The touch that returns to the game at `now` (monotonic s); None if none is due."""
        if self._due is None:
            self._touch = self._looked_up()
            self._due = [] if self._touch is None else [now + wait for wait in AGAIN_S]
        if not self._due or now < self._due[0]:
            return None
        self._due.pop(0)
        return self._touch

    def stop(self) -> None:
        self._due = []

    def lay(self, opened: Opened, now: float) -> None:
        self.stop()
        if (id := opened.kept_id) is None:
            self.clear()
            return
        started = self._kept.store.played(id).started
        laid = self._file.laid
        if laid is not None and laid.started == started and laid.times:
            self._fine_at = now + FINE_S
        else:
            self._file.lay(started)

    def clear(self) -> None:
        self._file.clear()
        self._fine_at = None

    def follow(self, now: float) -> None:
        """Once a tick: clears the count of returns once the game has run long enough."""
        if self._fine_at is not None and now >= self._fine_at:
            self._fine_at = None
            if (laid := self._file.laid) is not None:
                self._file.lay(laid.started)

    def _looked_up(self) -> touches.ComeBack | touches.OpenKept | None:
        """The touch that returns to the game; counted before it is opened, as that may fail."""
        laid = self._file.laid
        if laid is None:
            return None
        found = [game for game in self._kept.store.games() if game.started == laid.started]
        if not found or found[0].finished is not None:
            self._file.clear()
            return touches.OpenKept(found[0].id) if found else None
        if laid.times >= MOST_TIMES:
            self._kept.notice = _("The last game is not opened by itself: the program ended too often in it.")
            return None
        self._file.lay(laid.started, laid.times + 1)
        return touches.ComeBack(found[0].id)
