"""An evening at the box: a game that plays itself before the eye, troubles that come by a plan, and what must hold.

Time is compressed: it passes only by the clock that everything here is told, a step at a time, so an hour of thinking
costs no more than its pictures. The eye, the referee, the journal on the disk, the pages and the pins (gpiozero's own
mock) are the real ones; there is no window.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.game import Over
from companion.journal import read_record
from hardware.pins import default_pins
from tests.evening.plan import (
    ASLEEP,
    CAMERA,
    DAY,
    DISK_FULL,
    DISK_READ_ONLY,
    EVERY_S,
    KNOCK,
    LAMP,
    PINS,
    Trouble,
    plan,
)
from tests.evening.table import Clock, TroubledCamera
from ui.bench.app import resident_mb
from ui.box.opening import Opened, open_table, sources
from ui.demo.player import Player
from ui.journal.store import Store, look_at, open_store
from ui.owned.settings import SettingsKept
from ui.pages.agreement import Agreement
from ui.pages.desk import Desk
from ui.present.desk_touches import Goto

STEP_S = 0.3
QUIET_STEP_S = 1.0
"""A step while people think and nothing on the table moves."""
SETTLED_S = 2.5
SHOWN_EVERY = 4
"""The screen is made anew after so many steps; while something is wrong, after each."""
SAID_S = {CAMERA: 5.0, LAMP: 5.0, DISK_FULL: 5.0, DISK_READ_ONLY: 5.0, PINS: 5.0}
"""What must be on the screen so soon; disks and pins only once something is to be written or lit."""
WELL_S = 5.0
"""So soon after its end no trouble is said any more."""
THINKS_S = (2.0, 20.0)


@dataclass(slots=True)
class Found:
    """What came of an evening. `wrong`: what did not hold, in words."""

    wrong: list[str] = field(default_factory=list)
    troubles: int = 0
    said_s: dict[str, float] = field(default_factory=dict)
    entries: int = 0
    games: int = 0
    first_mb: int = 0
    last_mb: int = 0
    early_ms: float = 0.0
    late_ms: float = 0.0


class Evening:
    """One evening. `folder`: of its journal; `seconds`: how long, by the told clock; `slow`: how much longer than in an
    evening of ten minutes people think, and troubles are apart."""

    def __init__(self, folder: Path, game: Any, seed: int, seconds: float, slow: float = 1.0) -> None:
        self.found = Found()
        self._seed, self._seconds, self._slow = seed, seconds, slow
        self._chance = Random(seed)
        self._clock = Clock()
        self._camera: TroubledCamera | None = None
        self._path = folder / "journal.db"
        self._store: Store = open_store(self._path, self._clock.stamp)
        self._store._clock = self._clock
        agreement = Agreement((game,), sources, "simulated")
        settings = SettingsKept(folder / "settings.json")
        settings.change(language="en", learnt=(game.id,))
        self._desk = Desk(self._store, self._opened, agreement, clock=self._clock, settings=settings)
        self._player = Player(self._desk, self._clock, seed)
        self._thinks_until = self._moved_at = 0.0
        self._times: list[float] = []

    def live(self) -> Found:
        """Lives it through, and closes everything."""
        left = plan(self._seed, self._seconds, self._slow * EVERY_S)
        self.found.troubles = len(left)
        with _mock_pins():
            while self._clock.now < self._seconds:
                if left and self._clock.now >= left[0].at:
                    self._suffer(left.pop(0))
                quiet = self._clock.now - self._moved_at > SETTLED_S and self._clock.now < self._thinks_until
                self._step(QUIET_STEP_S * self._slow if quiet else STEP_S)
                self._play_on()
                if len(self._times) == 100:
                    self.found.first_mb = resident_mb()
            self._keep_well("at the end")
            self.found.entries += self._entries()
            self._desk.close()
        self.found.last_mb = resident_mb()
        part = max(1, len(self._times) // 4)
        self.found.early_ms, self.found.late_ms = median(self._times[:part]), median(self._times[-part:])
        self._compare_with_disk()
        self._store.close()
        return self.found

    def _opened(self, referee: Any, book: Any, source: str) -> Opened:
        opened = open_table(referee, book, source, self._clock)
        assert opened.simulated is not None
        self._camera = TroubledCamera(opened.simulated, self._clock)
        camera: Any = opened.session._camera
        camera._source = self._camera
        opened.session.start = lambda: None  # type: ignore[method-assign]
        return opened

    def _step(self, seconds: float = STEP_S) -> None:
        self._clock.now += seconds
        began = time.perf_counter()
        opened = self._desk.opened
        if opened is not None and opened.session._camera is not None:
            opened.session._camera.look()
        self._desk.tick()
        if len(self._times) % SHOWN_EVERY == 0:
            self._desk.model()
        self._times.append((time.perf_counter() - began) * 1000)

    def _play_on(self) -> None:
        """The next deed of the hands; between two moves people think."""
        if self._clock.now < self._thinks_until:
            return
        opened = self._desk.opened
        before = len(opened.session.referee.entries) if opened is not None else 0
        self._player()
        opened = self._desk.opened
        if opened is None:
            return
        if isinstance(opened.session.reply.turn, Over):
            self.found.games += 1
            self.found.entries += len(opened.session.referee.entries)
            self._compare_with_disk()
            self._desk.send(Goto("home"))
            self._player = Player(self._desk, self._clock, self._seed + self.found.games)
        elif len(opened.session.referee.entries) > before:
            self._moved_at = self._clock.now
            self._thinks_until = self._clock.now + self._slow * self._chance.uniform(*THINKS_S)

    # troubles

    def _suffer(self, trouble: Trouble) -> None:
        """One trouble from its beginning to its end: said while it lasts, gone soon after, the game as it was."""
        camera = self._camera
        if camera is None:
            return
        if trouble.kind == KNOCK:
            camera.moved = (12 * trouble.much, -9 * trouble.much, 0.8 * trouble.much)
        elif trouble.kind == DAY:
            self._clock.wrong_by = timedelta(hours=24 * trouble.much)
        elif trouble.kind == ASLEEP:
            self._clock.now += 600 * abs(trouble.much)
        else:
            with self._going_wrong(trouble.kind, camera):
                self._watch(trouble)
        for _step in range(round(WELL_S / STEP_S)):
            self._step()
        self._keep_well(f"after {trouble.kind} at {trouble.at:.0f} s")

    @contextmanager
    def _going_wrong(self, kind: str, camera: TroubledCamera) -> Iterator[None]:
        connection = self._store._connection
        pins = default_pins(2)
        lamps = [Device.pin_factory.pin(pin) for pin in pins.lamps.values()]
        if kind == CAMERA:
            camera.out = True
        elif kind == LAMP:
            camera.light = 0.04
        elif kind == DISK_FULL:
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
            connection.execute(f"PRAGMA max_page_count = {pages}")
        elif kind == DISK_READ_ONLY:
            connection.execute("PRAGMA query_only = ON")
        else:
            for lamp in lamps:
                lamp._set_state = _bus_gone
            self._dispute()  # the lamp for trouble is to come on
        try:
            yield
        finally:
            camera.out, camera.light = False, 1.0
            connection.execute("PRAGMA max_page_count = 1073741823")
            connection.execute("PRAGMA query_only = OFF")
            for lamp in lamps:
                vars(lamp).pop("_set_state", None)
            if kind == PINS:
                self._dispute()

    def _dispute(self) -> None:
        if self._desk.opened is not None:
            self._desk.session.press("dispute")

    def _watch(self, trouble: Trouble) -> None:
        """People go on while it lasts; whether the screen said it in time, where there was anything to say."""
        began, since, said = self._clock.now, None, False
        entries = self._entries()
        while self._clock.now < began + trouble.until - trouble.at:
            self._step()
            self._play_on()
            opened = self._desk.opened
            if opened is None:
                return
            if since is None and (trouble.kind in (CAMERA, LAMP) or opened.session.troubles):
                since = began if trouble.kind in (CAMERA, LAMP) else self._clock.now
            shown = getattr(self._desk.model(), "trouble", None)
            if shown is not None and not said:
                said = True
                after = self._clock.now - (since or self._clock.now)
                self.found.said_s[trouble.kind] = max(self.found.said_s.get(trouble.kind, 0.0), after)
                if after > SAID_S[trouble.kind]:
                    self.found.wrong.append(f"{trouble.kind} at {trouble.at:.0f} s: said after {after:.1f} s")
        if since is not None and not said:
            self.found.wrong.append(f"{trouble.kind} at {trouble.at:.0f} s: never said")
        if trouble.kind == DISK_READ_ONLY and self._entries() != entries:
            self.found.wrong.append(
                f"{trouble.kind} at {trouble.at:.0f} s: entries booked that are on no disk"
            )

    def _keep_well(self, when: str) -> None:
        shown = getattr(self._desk.model(), "trouble", None)
        if shown is not None:
            self.found.wrong.append(f"{when}: still said: {shown.words}")
        self._compare_with_disk()

    def _entries(self) -> int:
        opened = self._desk.opened
        return 0 if opened is None else len(opened.session.referee.entries)

    def _compare_with_disk(self) -> None:
        """The game as another program reads it from the disk is the game on the screen."""
        opened = self._desk.opened
        if opened is None or opened.book is None or opened.book.id is None:
            return
        referee = opened.session.referee
        store = look_at(self._path)
        try:
            if store.repaired:
                self.found.wrong.append(f"the journal: {store.repaired}")
            record = read_record(store.lines(opened.book.id), {referee.game.id: referee.game})
        finally:
            store.close()
        if [entry.event for entry in record.entries] != [entry.event for entry in referee.entries]:
            self.found.wrong.append(
                f"at {self._clock.now:.0f} s: {len(record.entries)} entries on the disk, {len(referee.entries)} in play"
            )


def _bus_gone(_value: object) -> None:
    raise OSError("the lamps' wire is loose")


@contextmanager
def _mock_pins() -> Iterator[None]:
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    try:
        yield
    finally:
        Device.pin_factory.reset()
        Device.pin_factory = before
