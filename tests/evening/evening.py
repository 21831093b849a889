"""An evening at the box: a game that plays itself before the eye, troubles that come by a plan, and what must hold.

Time is compressed: it passes only by the clock that everything here is told, a step at a time, and in longer steps
while people think and nothing on the table moves, so an hour of thinking costs no more than its pictures. The eye, the
referee, the journal on a disk, the pages and the pins (gpiozero's own mock) are the real ones; there is no window.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from companion.game import Over
from companion.journal import read_record
from tests.evening.around import mock_pins, one_thread, swept
from tests.evening.disk import SmallDisk
from tests.evening.measured import HOUR_S, Stretch, Times
from tests.evening.plan import DISK_FULL, EVERY_S, plan
from tests.evening.table import Clock, TroubledCamera
from tests.evening.troubles import Troubles
from ui.box.opening import Opened, open_table, sources
from ui.box.sweeping import settle, sweep, tidy
from ui.demo.playing import DemoFault, Player
from ui.journal.store import Store, look_at, open_store
from ui.owned.settings import SettingsKept
from ui.pages.agreement import Agreement
from ui.pages.desk import Desk
from ui.present.touches import Goto

STEP_S = 0.4
"""A hand that plays is somewhere else in every step."""
QUIET_STEP_S = 2.0
"""A step while people think and nothing on the table moves."""
SETTLED_S = 1.5
SHOWN_EVERY = 4
"""The screen is made anew after so many steps; while a trouble has not been said, after each."""
THINKS_S = (3.0, 15.0)
AGAIN_S = 5.0
"""People try again after so long where no game could be begun."""
STUCK_S = 240.0
"""Something is booked at least so often in an evening of ten minutes, with its troubles and its thinking."""
STRETCHES = 4
"""So many in an evening of ten minutes; in a longer one there is one every ten minutes."""


@dataclass(slots=True)
class Found:
    """What came of an evening. `wrong`: what did not hold, in words; `came`, `struck`: by kind, how many troubles there
    were, and how many had anything to be said of; `said_s`: how soon the latest of them was said."""

    wrong: list[str] = field(default_factory=list)
    came: Counter[str] = field(default_factory=Counter)
    struck: Counter[str] = field(default_factory=Counter)
    said_s: dict[str, float] = field(default_factory=dict)
    entries: int = 0
    games: int = 0
    stretches: list[Stretch] = field(default_factory=list)
    stopped: bool = False


class Evening:
    """One evening. `disk`: that of its journal, in `folder`; `seconds`: how long, by the told clock; `slow`: how much
    longer than in an evening of ten minutes people think, and troubles are apart; `told`: hears of each stretch, and of
    what did not hold in it."""

    def __init__(
        self,
        folder: Path,
        disk: SmallDisk,
        game: Any,
        seed: int,
        seconds: float,
        slow: float = 1.0,
        told: Callable[[Stretch, list[str]], None] = lambda _stretch, _wrong: None,
    ) -> None:
        self.found = Found()
        self.clock = Clock()
        self.camera: TroubledCamera | None = None
        self._seed, self._seconds, self._slow, self._told = seed, seconds, slow, told
        self._chance = Random(seed)
        self._path = folder / "games"
        self.store: Store = open_store(self._path, self.clock.stamp)
        agreement = Agreement((game,), sources, "simulated")
        settings = SettingsKept(folder / "settings.json")
        settings.change(language="en", learnt=(game.id,))
        self.desk = Desk(self.store, self._opened, agreement, clock=self.clock, settings=settings)
        self._player = Player(self.desk, self.clock, seed)
        self.thinks_until = self._booked_at = self._again_at = 0.0
        self._stuck_at = slow * STUCK_S
        self._booked = (0, 0)
        self._steps = 0
        self._times = Times()
        self._troubles = Troubles(self, disk)
        self._plan = plan(seed, seconds, slow * EVERY_S)
        if not disk.mounted:
            self._plan = [trouble for trouble in self._plan if trouble.kind != DISK_FULL]

    def stop(self) -> None:
        """Ends it at the next step, with what it has found so far."""
        self.found.stopped = True

    def live(self) -> Found:
        """Lives it through, and closes everything."""
        with mock_pins(), one_thread(), swept():
            while self._goes_on:
                if self._plan and self.clock.awake >= self._plan[0].at:
                    self._troubles.suffer(self._plan.pop(0))
                self.pass_time()
                self.play_on()
            self._troubles.expect_well("at the end")
            self.found.entries += self.entries
            self.desk.close()
        self.store.close()
        return self.found

    @property
    def entries(self) -> int:
        """Of the game on the table."""
        opened = self.desk.opened
        return 0 if opened is None else len(opened.session.referee.entries)

    @property
    def _goes_on(self) -> bool:
        return self.clock.awake < self._seconds and not self.found.stopped

    def pass_time(self, *, shown: bool = False) -> None:
        """One step. `shown`: the screen is made anew whatever the number of the step."""
        settled = self.clock.now - self._booked_at > SETTLED_S
        self.clock.now += QUIET_STEP_S if settled and self.clock.now < self.thinks_until else STEP_S
        self._steps += 1
        times, opened = self._times, self.desk.opened
        with times.timed(times.step):
            if opened is not None and opened.session._camera is not None and self.camera is not None:
                painted = self.camera.painting_s
                with times.timed(times.eye):
                    opened.session._camera.look()
                painted -= self.camera.painting_s
                times.eye[-1] += painted
            else:
                painted = 0.0
            self.desk.tick()
            if tidy():
                sweep()
            if shown or self._steps % SHOWN_EVERY == 0:
                with times.timed(times.screen):
                    self.desk.model()
        times.step[-1] += painted
        self._follow()

    def _follow(self) -> None:
        """People think after each entry, whoever booked it; a stretch that is over is told."""
        now, booked = self.clock.now, (self.found.games, self.entries)
        if booked != self._booked:
            self._booked, self._booked_at = booked, now
            self.thinks_until = now + self._slow * self._chance.uniform(*THINKS_S)
            self._stuck_at = self.clock.awake + self._slow * STUCK_S
        elif self.clock.awake > self._stuck_at:
            self.found.wrong.append(f"at {now:.0f} s: nothing was booked for {self._slow * STUCK_S:.0f} s")
            self._stuck_at = self.clock.awake + self._slow * STUCK_S
        every = 600.0 if self._seconds >= HOUR_S else self._seconds / STRETCHES
        if self.clock.awake >= every * (len(self.found.stretches) + 1):
            found = self.found
            told = found.stretches[-1].wrong if found.stretches else 0
            sweep()
            stretch = self._times.stretch(
                self.clock.awake,
                entries=found.entries + self.entries,
                games=found.games,
                troubles=found.came.total(),
                wrong=len(found.wrong),
            )
            found.stretches.append(stretch)
            self._times.clear()
            self._told(stretch, found.wrong[told:])

    def play_on(self) -> None:
        """The next deed of the hands; between two moves people think."""
        now = self.clock.now
        if now < self.thinks_until or now < self._again_at:
            return
        at_table = self.desk.opened is not None
        try:
            self._player()
        except DemoFault as fault:
            last = [entry.line() for entry in self.desk.session.referee.entries[-4:]]
            self.found.wrong.append(f"at {now:.0f} s: the hands cannot go on, {fault}; last {' '.join(last)}")
            self._begin_another()
        opened = self.desk.opened
        if opened is None:
            self._again_at = now + AGAIN_S
            self._player = Player(self.desk, self.clock, self._seed + self.found.games)
        elif isinstance(opened.session.reply.turn, Over):
            self._begin_another()
        elif not at_table:
            settle()

    def _begin_another(self) -> None:
        """The game on the table is left, and a new one will be begun."""
        self.compare_with_disk()
        self.found.entries += self.entries
        self.found.games += 1
        self.desk.send(Goto("home"))
        self._player = Player(self.desk, self.clock, self._seed + self.found.games)

    def compare_with_disk(self) -> None:
        """The game as another program reads it from the disk is the game on the screen."""
        opened = self.desk.opened
        if opened is None or opened.session.book is None or opened.session.book.id is None:
            return
        referee = opened.session.referee
        store = look_at(self._path)
        try:
            if store.repaired:
                self.found.wrong.append(f"the journal: {store.repaired}")
            record = read_record(store.kept(opened.session.book.id).lines, {referee.game.id: referee.game})
        finally:
            store.close()
        if record.entries != referee.entries:
            self.found.wrong.append(
                f"at {self.clock.now:.0f} s: {len(record.entries)} entries on the disk, {len(referee.entries)} in play"
            )

    def _opened(self, referee: Any, book: Any, source: str) -> Opened:
        opened = open_table(referee, book, source, self.clock)
        assert opened.simulated is not None
        self.camera = TroubledCamera(opened.simulated, self.clock, self.camera)
        camera: Any = opened.session._camera
        camera._source = self.camera
        opened.session.start = lambda: None  # type: ignore[method-assign]
        return opened
