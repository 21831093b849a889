"""Behind the screens: the stack of pages, what every page shares, and the way from page to page. Knows no Kivy."""

from collections.abc import Callable
from typing import Any, assert_never

from hardware.power import Power
from hardware.updates import Updates
from ui.box.opening import Opened, Opener, OpeningFault
from ui.faces.page import Page
from ui.faces.step_page import StepPage
from ui.journal.at_start import JournalHere
from ui.journal.schema import StoreFault
from ui.journal.store import Store
from ui.owned.settings import Settings, SettingsKept
from ui.pages.agreement import Agreement
from ui.pages.beginning import Beginning
from ui.pages.club_link import ClubLink
from ui.pages.coming_back import ComingBack
from ui.pages.front import HomePage, PackedPage, quit_page
from ui.pages.kept import KeptGames, Unasked
from ui.pages.looking_back import ReplayPage
from ui.pages.looks_page import WhichSetPage
from ui.pages.making import PageMaker, leads_step_by_step
from ui.pages.on_desk import OnDesk
from ui.pages.packing import Packing
from ui.pages.people_side import PeoplePage
from ui.pages.phones_page import Phones
from ui.pages.rule_book import RuleBook
from ui.pages.settings_side import SettingsPages
from ui.pages.stack import Stack
from ui.pages.table_check import TableCheck
from ui.pages.tableside import Tableside
from ui.present.back_touches import OpenPlace
from ui.present.desk_touches import (
    ChooseGame,
    ComeBack,
    GamesOf,
    GameTouch,
    Goto,
    ListedTouch,
    MakeBundle,
    OpenKept,
    PageBack,
    Quit,
    ReallyDeleteGame,
    ReallyQuit,
    ShowGames,
    ShowPerson,
    Start,
    SwitchSound,
    WayTouch,
)
from ui.present.models import TableFocus
from ui.present.rule_touches import OpenRules, ShowExample
from ui.present.settings_touches import SpeakFirst
from ui.present.touches import LeaveSteps, Touch
from ui.present.updating import left_alone
from ui.records.beginning import GameFault
from ui.words import _, for_players

AWAY = frozenset({"home", "games", "seats", "eye"})
"""Pages besides those of steps on which no game is on the table: it is let go of, and kept."""


class Desk(OnDesk):
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
        journal: JournalHere | None = None,
        settings: SettingsKept | None = None,
    ) -> None:
        self.settings = settings or SettingsKept()
        self.kept = KeptGames(store, opener, when, journal)
        self._home = HomePage(self.kept, agreement.games)
        super().__init__(Stack(self._home), agreement, TableCheck())
        self.packing = Packing(self.kept)
        self.quitting = False
        self._clock = clock
        self._beginning = Beginning(agreement, self.kept, self.settings)
        self._coming_back: ComingBack | None = None
        self._maker = PageMaker(agreement, self.kept, self._check, clock, self.settings, self._put_away)
        self._club: ClubLink | None = None
        self._moved = 0
        self._phones: Phones | None = None
        if settings is not None and not settings.now.language:
            self._stack.show(SettingsPages("language", self.settings))
        agreement.people = lambda: self.settings.now.people
        agreement.played_before = lambda game: self.kept.played_before(game)

    def be_box(self, power: Power) -> None:
        """The app is all that the machine runs, whose power this is: it comes back by itself to the game on the table,
        and is not quit.
        """
        self._coming_back = ComingBack(self.kept)
        self._maker.power = power
        self._home.is_box = True

    def let_in(self, phones: Phones) -> None:
        """Phones of the local network may be let in, from a page of the settings and of the game."""
        self._phones = self._maker.phones = phones

    def may_change_version(self, updates: Updates | None) -> None:
        """The program's version may be changed from the settings; what came of the last change is shown at once."""
        self._maker.updates = updates
        if updates is not None and updates.just_changed:
            self._goto("update")
        elif updates is not None and updates.left_alone:
            self.kept.notice = f"{left_alone(updates.left_alone)}\n{self.kept.notice}".strip()

    def may_join_club(self, club: ClubLink) -> None:
        """This box may tell a club what happens on it, where its owner turns that on in the settings."""
        self._club = self._maker.club = club

    def close(self) -> None:
        """Lets go of the game on the table, which is kept, and of what leads step by step."""
        for page in self._stack:
            if isinstance(page, StepPage | Tableside):
                self._stack.remove(page)
                page.close()
            page.left()
        self._check.close()
        self.packing.forget()
        self.packing.stop()

    def end(self) -> None:
        """The program ends: what is open is let go of, and phones are."""
        self.close()
        if self._phones is not None:
            self._phones.turn_off()

    def due(self) -> ComeBack | OpenKept | None:
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
        for page in self._stack:
            moved = page.tick()
            # A game says itself what has happened; what else follows a camera is awake for as long as it does.
            self._moved += moved and page is not side
            changed = moved or changed
        if self._phones is not None:
            changed = self._phones.tick(self.side) or changed
        if side is not None:
            self.packing.remember(side, seq)
        changed = self.packing.tick() or changed
        self.kept.tick(self._played)
        if self._club is not None:
            self._club.follow(self.page, self._played, self.kept)
        if self._coming_back is not None:
            self._coming_back.follow(self._clock())
        return changed

    @property
    def happened(self) -> tuple[object, ...]:
        """The same for as long as nobody does anything, whatever pictures the camera gives."""
        return (self.page, self._moved, None if self.side is None else self.side.session.happened)

    def model(self) -> Any:
        """What the page shows."""
        return self._stack.top.model()

    def send(self, touch: Touch) -> None:
        """Gives a touch to the pages, the one shown first; one that nobody takes is a fault: raises TypeError."""
        if isinstance(touch, SwitchSound):
            self._switch_sound()
            return
        if self._coming_back is not None and not isinstance(touch, ComeBack):
            self._coming_back.stop()
        for page in (*reversed(tuple(self._stack)), self.agreement):
            if page.take(touch):
                if isinstance(page, StepPage) and page.given_up:
                    self._leave_steps()
                    if page.answered is not None:
                        self._play(page.answered)
                return
        self._take(touch)

    def _switch_sound(self) -> None:
        """Off, or on at the volume that was set; at the usual one where that was none."""
        now = self.settings.now
        silent = now.muted or not now.volume
        self.settings.change(muted=not silent, volume=now.volume or Settings().volume)

    def _take(self, touch: Touch) -> None:
        if isinstance(touch, WayTouch):
            self._go(touch)
        elif isinstance(touch, GameTouch):
            self._play(touch)
        elif isinstance(touch, ListedTouch):
            self._look_back(touch)
        else:
            raise TypeError(f"nobody takes {touch!r}")

    def _go(self, touch: WayTouch) -> None:
        match touch:
            case Goto(page):
                self._goto(page)
            case PageBack():
                self._page_back()
            case ChooseGame(id):
                self.agreement.choose_game(id)
                self._goto("seats")
            case LeaveSteps():
                self._leave_steps()
            case SpeakFirst(code):
                self.settings.change(language=code)
                self._goto("home")
            case OpenRules(game, one):
                self._open_rules(game, one)
            case ShowExample(number):
                if isinstance(self._stack.top, RuleBook):
                    looked = self._stack.top.example(number)
                    self._stack.show(ReplayPage(looked, self._clock))
            case MakeBundle():
                self.packing.ask(self.opened, trial=self._check.trial is not None)
                self._stack.show(PackedPage(self.packing))
            case Quit() | ReallyQuit():
                self._quit(asked=isinstance(touch, ReallyQuit))
            case _:
                assert_never(touch)

    def _quit(self, *, asked: bool) -> None:
        """Ends the app, of which is asked while a game has not ended; a box is switched off instead."""
        if self._home.is_box:
            self._goto("power")
        elif self.kept.unfinished and not asked:
            self._show(quit_page(self.kept.unfinished[0].game))
        else:
            self.close()
            self.quitting = True

    def _open_rules(self, game: str, rule: str) -> None:
        """The rule book at a game, in the place of the one that is open."""
        if isinstance(self._stack.top, RuleBook):
            self._stack.leave()
        playing = self._played is not None
        self._stack.show(RuleBook(self.agreement, game or self.agreement.game.id, rule, playing=playing))

    def _look_back(self, touch: ListedTouch) -> None:
        past = self.kept.past
        match touch:
            case OpenKept(id):
                self._turn_to("kept")
                past.open(id)
                self._stack.show(self._maker.kept())
            case OpenPlace(place):
                self._maker.stands_at(self._played, place)
                self._goto("replay")
            case ReallyDeleteGame(id):
                self._goto("past")
                past.delete(id)
            case GamesOf(person):
                past.take(ShowGames(person=person))
                self._goto("past")
            case ShowPerson():
                people = self._stack.named("players")
                page = people.of(touch) if isinstance(people, PeoplePage) else None
                if page is not None:
                    self._show(page)
            case _:
                assert_never(touch)

    # from page to page

    def _goto(self, name: str) -> None:
        """Shows a page by its name; one that was come through before is gone back to."""
        if name == "check" and self.side is not None and self.side.session.veiled:
            return
        if name == "home" and self.step is not None and self.step.asks_before_home():
            return
        self._turn_to(name)
        page = self._stack.named(name) or self._maker.made(name, self._played)
        if page is not None:
            self._stack.show(page)

    def _show(self, page: Page) -> None:
        self._turn_to(page.name)
        self._stack.show(page)

    def _page_back(self) -> None:
        """One page back, the way that people came; at the table to the game, from the rules agreed to the seats."""
        if self.page == "seats" and self.agreement.back():
            return
        page = self._stack.top if self.page == "table" else self._stack.leave()
        self._turn_to(page.name)

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
            self._stack.leave()

    # a game on the table

    def _play(self, touch: GameTouch) -> None:
        """Lays a game on the table; where that cannot be, the page that it was begun from or the first one says why."""
        try:
            begun = self._beginning.begun(touch, self.side)
        except Unasked as unasked:
            self._show(WhichSetPage(_(unasked.game.name), unasked.decks, touch))
            return
        except (StoreFault, OpeningFault, GameFault) as fault:
            if isinstance(touch, Start):
                self.agreement.trouble = for_players(fault)
                return
            self._goto("home")
            self.kept.notice = for_players(fault)
            return
        if isinstance(begun, Page):
            self._show(begun)
        elif begun is not None:
            self._lay(begun)

    def _lay(self, opened: Opened) -> None:
        self.close()
        self._stack.clear()
        box, coach = self._beginning.box, self._beginning.coach
        self.kept.keep_beside(opened, self._beginning.source, box, coach=coach)
        if self._coming_back is not None:
            self._coming_back.lay(opened, self._clock())
        lost = self._beginning.lost
        self._stack.show(Tableside(opened, self.kept.unkept, self.settings, box, coach=coach, lost=lost))
        opened.session.start()
