"""Behind the screens: the stack of pages, what every page shares, and the way from page to page. Knows no Kivy."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hardware.power import Power
from hardware.updates import Updates
from ui.box.opening import Opened, Opener, OpeningFault
from ui.box.session import Session
from ui.faces.page import Page, StepPage
from ui.journal.store import Store, StoreFault
from ui.owned.on_table import OnTable
from ui.owned.settings import Settings, SettingsKept
from ui.pages.agreement import Agreement, people_of, piece_colours
from ui.pages.front import HomePage, Neighbour, PageMaker, leads_step_by_step, quit_page, unseen_page
from ui.pages.kept import Beside, KeptGames, PastPage, Unasked, Unseen
from ui.pages.looks_page import WhichSetPage
from ui.pages.packing import Packing
from ui.pages.rule_book import RuleBook
from ui.pages.settings_page import SettingsPages
from ui.pages.table_check import TableCheck
from ui.pages.tableside import Tableside
from ui.pages.update_page import left_alone
from ui.present import desk_touches as at_desk
from ui.present.models import TableFocus
from ui.present.touches import LeaveSteps, Touch
from ui.records.beginning import GameFault, once_more
from ui.words import _, for_players, upper_first

if TYPE_CHECKING:
    from pathlib import Path

    from vision.calibration.judging import Calibration


AWAY = frozenset({"home", "games", "seats", "eye"})
"""Pages besides those of steps on which no game is on the table: it is let go of, and kept."""


class Desk:
    """The touchscreen's mind. `tick` once a frame; `send` for a touch; `model` is what `page` shows.

    `when` turns a time stamp of the journal into words.
    """

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
        self.settings = settings or SettingsKept()
        self.kept = KeptGames(store, opener, when)
        self._home = HomePage(self.kept, agreement.games)
        self._pages: list[Page] = [self._home]
        self._check = TableCheck()
        self.agreement = agreement
        self.packing = Packing(self.kept)
        self.quitting = False
        self._clock = clock
        self._beside = Beside()
        self._coming_back: ComingBack | None = None
        self._maker = PageMaker(agreement, self.kept, self._check, clock, self.settings, self._put_away)
        self._moved = 0
        if settings is not None and not settings.now.language:
            self._put(SettingsPages("language", self.settings))
        agreement.people = lambda: self.settings.now.people
        agreement.played_before = lambda game: self.kept.played_before(game)

    @property
    def top(self) -> Page:
        return self._pages[-1]

    @property
    def page(self) -> str:
        return self.top.name

    @property
    def side(self) -> Tableside | None:
        """The game on the table, or the table that is looked at for a check."""
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
        """The session of the game on the table. Raises RuntimeError where there is none."""
        if self.side is None:
            raise RuntimeError("no game is on the table")
        return self.side.session

    @property
    def worn(self) -> tuple[str, ...]:
        """The colours of the pieces that the seats of the game on the table play, where each plays one."""
        if self.page == "seats":
            draft = self.agreement.draft
            return piece_colours(draft.game, draft.seats, draft.value)
        if self.top.worn:
            return self.top.worn
        return self.side.own.colours if self.side is not None else ()

    @property
    def faces(self) -> "dict[str, Path] | None":
        """Folders of the card pictures of a game that is looked back on."""
        return self.top.faces

    @property
    def calibration(self) -> "Calibration | None":
        """What the calibration found of the pictures last looked at, while the check is shown."""
        calibrating = self._check.calibrating
        return None if calibrating is None else calibrating.calibration

    def be_box(self, power: Power) -> None:
        """The app is all that the machine runs, whose power this is: it comes back by itself to the game on the table,
        and is not quit.
        """
        self._coming_back = ComingBack(self.kept)
        self._maker.power = power
        self._home.is_box = True

    def let_in(self, phones: Neighbour) -> None:
        """Phones of the local network may be let in, from a page of the settings and of the game."""
        self._maker.phones = phones

    def may_change_version(self, updates: Updates | None) -> None:
        """The program's version may be changed from the settings; what came of the last change is shown at once."""
        self._maker.updates = updates
        if updates is not None and updates.just_changed:
            self._goto("update")
        elif updates is not None and updates.left_alone:
            self.kept.notice = f"{left_alone(updates.left_alone)}\n{self.kept.notice}".strip()

    def may_join_club(self, club: Neighbour) -> None:
        """This box may tell a club what happens on it, where its owner turns that on in the settings."""
        self._maker.club = club

    def close(self) -> None:
        """Lets go of the game on the table, which is kept, and of what leads step by step."""
        for page in tuple(self._pages):
            if isinstance(page, StepPage | Tableside):
                self._pages.remove(page)
                if isinstance(page, Tableside):
                    page.end()
                else:
                    page.close()
            page.left()
        self._check.close()
        self.packing.forget()
        self.packing.stop()

    def end(self) -> None:
        self.close()
        if self._maker.phones is not None:
            self._maker.phones.turn_off()

    def due(self) -> at_desk.ComeBack | at_desk.OpenKept | None:
        """What comes without a touch: in a box, the game that lay on the table when it went off."""
        if self._coming_back is None or self.page != "home":
            return None
        return self._coming_back.due(self._clock())

    def _put_away(self) -> None:
        """Lets go of the game on the table for good: it is kept, and the box does not come back to it by itself."""
        if self._coming_back is not None and self._played is not None:
            self._coming_back.clear()
        self.close()

    def tick(self) -> bool:
        """Takes in what came from camera and panel; whether a screen may have to change."""
        side, changed = self.side, False
        seq = -1 if side is None else side.session.reply.seq
        for page in tuple(self._pages):
            moved = page.tick()
            # A game says itself what has happened; what else follows a camera is awake for as long as it does.
            self._moved += moved and page is not side
            changed = moved or changed
        if self._maker.phones is not None:
            changed = self._maker.phones.tick(self.side) or changed
        if side is not None:
            self.packing.remember(side, seq)
        changed = self.packing.follow() or changed
        self.kept.tick(self._played)
        if self._maker.club is not None:
            self._maker.club.follow(self.page, self._played, self.kept)
        if self._coming_back is not None:
            self._coming_back.follow(self._clock())
        return changed

    @property
    def happened(self) -> tuple[object, ...]:
        """The same for as long as nobody does anything, whatever pictures the camera gives."""
        return (self.page, self._moved, None if self.side is None else self.side.session.happened)

    def model(self) -> Any:
        return self.top.model()

    def send(self, touch: Touch) -> None:
        """Gives a touch to the pages, the one shown first; one that nobody takes is a fault: raises TypeError."""
        if isinstance(touch, at_desk.SwitchSound):
            # Off, or on at the volume that was set; at the usual one where that was none.
            now = self.settings.now
            silent = now.muted or not now.volume
            self.settings.change(muted=not silent, volume=now.volume or Settings().volume)
            return
        if self._coming_back is not None and not isinstance(touch, at_desk.ComeBack):
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
        self._go(touch)

    def _go(self, touch: Touch) -> None:
        """Leads to another page, begins a game or ends the app. Raises TypeError for what is none of it."""
        match touch:
            case at_desk.Goto(page):
                self._goto(page)
            case at_desk.PageBack():
                # The way that people came; at the table to the game, from the rules agreed to the seats.
                if self.page != "seats" or not self.agreement.back():
                    if self.page != "table":
                        self._leave()
                    self._turn_to(self.page)
            case at_desk.ChooseGame(id):
                self.agreement.choose_game(id)
                self._goto("seats")
            case LeaveSteps():
                self._leave_steps()
            case at_desk.SpeakFirst(code):
                self.settings.change(language=code)
                self._goto("home")
            case at_desk.OpenRules(game, one):
                # The rule book takes the place of the one that is open.
                if isinstance(self.top, RuleBook):
                    self._leave()
                game, playing = game or self.agreement.game.id, self._played is not None
                self._put(RuleBook(self.agreement, game, one, self._clock, playing=playing))
            case at_desk.MakeBundle():
                self.packing.ask(self.opened, trial=self._check.trial is not None)
                self._put(self.packing)
            case at_desk.Quit() | at_desk.ReallyQuit() if self._home.is_box:
                self._goto("power")  # a box is switched off instead
            case at_desk.Quit() if self.kept.unfinished:
                self._show(quit_page(self.kept.unfinished[0].game))
            case at_desk.Quit() | at_desk.ReallyQuit():
                self.close()
                self.quitting = True
            case at_desk.OpenKept(id):
                self._turn_to("kept")
                self.kept.open(id)
                self._put(self._maker.kept())
            case at_desk.ReallyDeleteGame(id):
                self._goto("past")
                self.kept.delete(id)
            case at_desk.GamesOf(person):
                self._goto("past")
                if isinstance(self.top, PastPage):
                    self.top.show(person=person)
            case _:
                if not isinstance(touch, at_desk.GameTouch):
                    raise TypeError(f"nobody takes {touch!r}")
                self._play(touch)

    # from page to page

    def _goto(self, name: str) -> None:
        """Shows a page by its name; one that was come through before is gone back to."""
        if name == "check" and self.side is not None and self.side.session.veiled:
            return
        if name == "home" and self.step is not None and self.step.asks_before_home():
            return
        self._turn_to(name)
        found = next((page for page in self._pages if page.name == name), None)
        page = found or self._maker.made(name, self._played)
        if page is not None:
            self._put(page)

    def _show(self, page: Page) -> None:
        self._turn_to(page.name)
        self._put(page)

    def _put(self, page: Page) -> None:
        """Puts a page on top; one that was come through before is gone back to."""
        if page in self._pages:
            self._drop(self._pages.index(page) + 1)
        else:
            self._pages.append(page)

    def _leave(self) -> None:
        """Takes the top page off; home stays."""
        self._drop(max(1, len(self._pages) - 1))

    def _drop(self, first: int) -> None:
        for page in self._pages[first:]:
            page.left()
        del self._pages[first:]

    def _turn_to(self, name: str) -> None:
        """What was said and looked at is let go of, and the game on the table where the page shown next has none."""
        self.kept.clear()
        if self.side is not None:
            self.side.focus = TableFocus()
        if name in AWAY or leads_step_by_step(name):
            self._put_away()
            self.kept.look()
        if name == "seats":
            self.agreement.afresh()

    def _leave_steps(self) -> None:
        step = self.step
        self.close()
        if step is None:
            self._leave()

    # a game on the table

    def _play(self, touch: at_desk.GameTouch) -> None:
        """Lays a game on the table; where that cannot be, the page that it was begun from or the first one says why."""
        try:
            begun = self._begun(touch)
        except Unasked as unasked:
            begun = WhichSetPage(_(unasked.game.name), unasked.decks, touch)
        except (StoreFault, OpeningFault, GameFault) as fault:
            if isinstance(touch, at_desk.Start):
                self.agreement.trouble = for_players(fault)
                return
            self._goto("home")
            self.kept.notice = for_players(fault)
            return
        if isinstance(begun, Page):
            self._show(begun)
        elif begun is not None:
            beside = self._beside
            self.close()
            self._drop(1)
            self.kept.keep_beside(begun, beside)
            if self._coming_back is not None:
                self._coming_back.lay(begun, self._clock())
            self._put(Tableside(begun, self.kept.unkept, self.settings, beside.box, coach=beside.coach))
            begun.session.start()

    # how games get onto the table: as agreed on, with the same people once more, or a kept one gone on with

    def _begun(self, touch: at_desk.GameTouch) -> Opened | Page | None:
        """The game that a touch asks for, or the page that asks what is to look at it; None where there is none.

        Raises StoreFault, OpeningFault, GameFault.
        """
        kept, on_table = self.kept, self.side
        match touch:
            case at_desk.Start():
                agreement, draft, setup = self.agreement, self.agreement.draft, self.agreement.setup()
                if setup is None:
                    return None
                opened = kept.begin(agreement.game, setup, agreement.source)
                self._beside = Beside(agreement.source, draft.box_seats, draft.coach_agreed)
                agreement.trouble = ""
                self.settings.remember(*people_of(draft))
                return opened
            case at_desk.PlayAgain():
                # The same people at the same table; who won is handed on to games that ask for it.
                if on_table is None:
                    return None
                referee, turn = on_table.session.referee, on_table.session.reply.turn
                setup = once_more(referee.game, referee.setup, turn)
                return kept.begin(referee.game, setup, self._beside.source)
            case at_desk.Rematch(id):
                looked = kept.looked
                if looked is None:
                    return None
                setup = once_more(looked.game, looked.setup, looked.game.turn(looked.walk.states[-1]))
                beside = kept.beside(id)
                beside = replace(beside, source=beside.source or self.agreement.source)
                opened = kept.begin(looked.game, setup, beside.source)
                self._beside = beside
                return opened
            case at_desk.Resume(id):
                return self._resumed(id, kept.beside(id).source or self.agreement.source)
            case at_desk.ResumeWith(id, source):
                return self._resumed(id, source)
            case at_desk.ComeBack(id):
                its_own = kept.beside(id).source
                if not its_own:
                    raise OpeningFault(_("It is not known any more what watched this game."))
                return self._resumed(id, its_own, asks=False)

    def _resumed(self, id: int, source: str, *, asks: bool = True) -> Opened | Page:
        """A kept game with this source of pictures; where that cannot be opened people are asked for another one."""
        try:
            opened = self.kept.resume(id, source)
        except Unseen as unseen:
            if not asks:
                raise OpeningFault(upper_first(str(unseen))) from None
            choices = self.agreement.sources_for(unseen.game)
            return unseen_page(id, _(unseen.game.name), str(unseen), choices)
        self._beside = replace(self.kept.beside(id), source=source)
        return opened


# A box that was switched off in the midst of a game comes back to it by itself, at its last entry. Rule kept: nobody is
# held up. A touch ends the waiting for a camera that is late, and a game that ends the program each time it is opened
# is left alone. Of a game that has ended how it ended is shown.


AGAIN_S = (0.0, 4.0, 8.0, 16.0, 30.0)
"""When the table is opened, after the first tick: a camera on USB is there some seconds after the box."""
MOST_TIMES = 3
"""So often, since the machine was started, the program may have ended soon after it came back."""
FINE_S = 60.0
"""A game that is played for so long does not end the program."""


class ComingBack:
    """What brings back the game that lay on the table; the notice of the kept games says why it does not come."""

    def __init__(self, kept: KeptGames) -> None:
        self._kept, self._file = kept, OnTable(kept.store.path)
        self._due: list[float] | None = None
        self._touch: at_desk.ComeBack | at_desk.OpenKept = at_desk.ComeBack(0)
        self._fine_at: float | None = None

    def due(self, now: float) -> at_desk.ComeBack | at_desk.OpenKept | None:
        """What a finger would touch now (s, only growing) to come back to the game, if there is one."""
        if self._due is None:
            found = self._looked_up()
            self._touch = found or self._touch
            self._due = [now + wait for wait in AGAIN_S if found is not None]
        if not self._due or now < self._due[0]:
            return None
        self._due.pop(0)
        return self._touch

    def stop(self) -> None:
        """Somebody does something else."""
        self._due = []

    def lay(self, opened: Opened, now: float) -> None:
        self.stop()
        book = opened.session.book
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
        self._file.clear()
        self._fine_at = None

    def follow(self, now: float) -> None:
        """Once a tick: a game that came back and has been played for a while is none that ends the program."""
        if self._fine_at is not None and now >= self._fine_at:
            self._fine_at = None
            if (laid := self._file.laid) is not None:
                self._file.lay(laid.started)

    def _looked_up(self) -> at_desk.ComeBack | at_desk.OpenKept | None:
        """What comes back to the game that lay on the table; counted before it is opened, which may fail."""
        laid = self._file.laid
        if laid is None:
            return None
        found = [game for game in self._kept.store.games() if game.started == laid.started]
        if not found or found[0].finished is not None:
            self._file.clear()
            return at_desk.OpenKept(found[0].id) if found else None
        if laid.times >= MOST_TIMES:
            self._kept.notice = _("The last game is not opened by itself: the program ended too often in it.")
            return None
        self._file.lay(laid.started, laid.times + 1)
        return at_desk.ComeBack(found[0].id)
