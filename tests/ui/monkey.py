"""Touches the app at random, keys and two fingers too, and counts exceptions, traps, secrets told to all, and memory.

python -m tests.ui.monkey --touches N --game G --seed S
"""

import argparse
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

GAMES = ("zoon_alternate", "zoondo", "zombinion", "zong", "zones")
KEYS = (13, 27, 8, 122, 282, 283, 293, 9, 32, 97, 273, 274, *range(49, 54))
"""Enter, Escape, Backspace, z, F1, F2, F12, Tab, Space, a, up, down, 1 to 5."""
ONWARD = ("start", "resume", "answer", "press_button", "lay_out", "tidy", "lay_up", "turn_down")
"""Touches that bring a game on: taken more often than others, so that games are played and not only begun."""
LISTEN_EVERY = 5
"""After so many actions the page is searched for secrets."""
TRAP_EVERY = 40
"""After so many actions it is tried whether the page can be left in two touches, and counted what was played."""
MEMORY_EVERY = 30
"""After so many seconds the memory is read again: over ten minutes a curve, on which a leak shows."""


@dataclass
class Found:
    """What a monkey did and found."""

    actions: int = 0
    exceptions: list[str] = field(default_factory=list)
    traps: list[str] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)
    secrets: int = 0
    pages: Counter[str] = field(default_factory=Counter)
    entries: int = 0
    games: int = 0
    quits: int = 0
    memory: list[int] = field(default_factory=list)

    def words(self) -> str:
        """All of it in some lines."""
        pages = ", ".join(f"{page} {count}" for page, count in self.pages.most_common())
        lines = [
            f"{self.actions} actions, {len(self.exceptions)} exceptions, {len(self.traps)} traps, "
            f"{len(self.leaks)} leaks of {self.secrets} secrets listened for",
            f"pages: {pages}",
            f"games begun: {self.games}, entries: {self.entries}, asked to quit: {self.quits}",
            f"memory, MB, every {MEMORY_EVERY} s: {' '.join(map(str, self.memory))}",
        ]
        return "\n".join((*lines, *self.leaks, *self.traps, *self.exceptions))


class Monkey:
    """Touches one app. `driver` makes the window; `desk` is what it shows."""

    def __init__(self, driver: Any, seed: int) -> None:
        self.driver, self.chance, self.found = driver, Random(seed), Found()
        self.did: list[str] = []

    def act(self) -> None:
        """One random thing; what it raises is noted."""
        self.found.actions += 1
        desk = self.driver.app.desk
        self.found.pages[self._kind()] += 1
        try:
            self._one()
            if self.found.actions % LISTEN_EVERY == 0:
                self._listen()
            if self.found.actions % TRAP_EVERY == 0:
                self._try_to_leave()
                self.count()
        except Exception:
            told = "".join(traceback.format_exc(limit=-6))
            self.found.exceptions.append(f"after {' | '.join(self.did[-6:])}:\n{told}")
        if desk.quitting:
            self.found.quits += 1
            desk.quitting = False
            desk.send(_home())

    def count(self) -> None:
        """What the journal holds by now."""
        games = self.driver.app.desk.kept.store.games()
        self.found.games, self.found.entries = len(games), sum(game.entries for game in games)

    def _one(self) -> None:
        ways = (self._key_of_the_page, self._place, self._drag, self._keyboard, self._two_fingers, self._wait)
        self.chance.choices(ways, (70, 8, 10, 6, 3, 3))[0]()

    def _key_of_the_page(self) -> None:
        from tests.approved.touched import written
        from tests.ui.ways_out import keys_of

        keys = [key for key in keys_of(self.driver.app.root) if key.get_parent_window() is not None]
        if not keys:
            self._place()
            return
        onward = [key for key in keys if written(key.action).name in ONWARD]
        key = self.chance.choice(onward if onward and self.chance.random() < 0.3 else keys)
        if written(key.action).name in ("goto", "really_quit", "close") and self.chance.random() < 0.6:
            key = self.chance.choice(keys)
        self._note(repr(key.action)[:60])
        self.driver.touch(*key.to_window(*key.center))

    def _place(self) -> None:
        at = self._somewhere()
        self._note(f"touch {at}")
        self.driver.touch(*at, taps=self.chance.choice((1, 1, 2)))

    def _drag(self) -> None:
        start, end = self._somewhere(), self._somewhere()
        self._note(f"drag {start} {end}")
        self.driver.drag(start, end)

    def _keyboard(self) -> None:
        from kivy.core.window import Window

        key = self.chance.choice(KEYS)
        held = ["ctrl"] if self.chance.random() < 0.2 else []
        self._note(f"key {key} {held}")
        if not Window.dispatch("on_key_down", key, 0, chr(key) if key < 128 else None, held):
            Window.dispatch("on_keyboard", key, 0, None, held)
        Window.dispatch("on_key_up", key, 0)
        self.driver.run(0.1)

    def _two_fingers(self) -> None:
        from kivy.base import EventLoop

        from tests.situations.driver import Finger

        fingers = [Finger(*self._somewhere()) for _n in range(2)]
        self._note("two fingers")
        for kind in ("begin", "end"):
            for finger in fingers:
                EventLoop.post_dispatch_input(kind, finger)
                self.driver.run(1 / 30)

    def _wait(self) -> None:
        self.driver.run(1.0)

    def _listen(self) -> None:
        """Whether a card that only one seat may know is named where all can read it."""
        from tests.ui.leaks import leaked, secrets

        desk = self.driver.app.desk
        if desk.side is not None:
            self.found.secrets += len(secrets(desk.side))
        self.found.leaks += [
            f"{self._kind()}: {label} after {' | '.join(self.did[-6:])}"
            for label in leaked(desk, self.driver.app.root)
        ]

    def _try_to_leave(self) -> None:
        """Whether the page can be left; people would have to pull the plug where it cannot."""
        from tests.ui.ways_out import touches_to_leave

        kind = self._kind()
        if kind.startswith("home"):
            return
        self._note("leave")
        if touches_to_leave(self.driver) is None:
            self.found.traps.append(f"{kind} after {' | '.join(self.did[-6:])}")

    def _kind(self) -> str:
        desk = self.driver.app.desk
        model = desk.model()
        return f"{desk.page}-{model.kind}" if hasattr(model, "kind") else str(desk.page)

    def _somewhere(self) -> tuple[float, float]:
        from kivy.core.window import Window

        width, height = Window.size
        return round(self.chance.uniform(0, width)), round(self.chance.uniform(0, height))

    def _note(self, what: str) -> None:
        self.did.append(what)
        del self.did[:-12]


def _home() -> Any:
    from ui.present.touches import Goto

    return Goto("home")


def let_loose(driver: Any, seed: int, until: Any) -> Found:
    """A monkey at an opened app, until something is so; what it found."""
    monkey = Monkey(driver, seed)
    monkey.driver.app.stop = lambda *_about: None
    began = time.monotonic()
    while not until(monkey.found):
        monkey.act()
        if time.monotonic() - began >= MEMORY_EVERY * len(monkey.found.memory):
            monkey.found.memory.append(_resident_mb())
    monkey.count()
    return monkey.found


def _resident_mb() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 2**20


def main() -> int:
    """Lets a monkey loose on one game or on each in turn; 1 where anything was found."""
    parser = argparse.ArgumentParser(description="Touches the app at random and counts what goes wrong.")
    parser.add_argument("--touches", type=int, default=4000, help="for each game")
    parser.add_argument("--game", choices=GAMES, help="one game; without it each in turn")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    os.environ |= {"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "KIVY_GL_BACKEND": "mock"}
    wrong = False
    with tempfile.TemporaryDirectory() as home:
        os.environ["ZO_HOME"] = home
        from ui.touch.main import configure, make_desk

        configure(Path(home), (800, 480))
        from tests.situations.driver import Driver

        for game in (asked.game,) if asked.game else GAMES:
            desk = make_desk(game, "simulated")
            desk.settings.change(language="en")
            if asked.game:
                desk.agreement.games = tuple(each for each in desk.agreement.games if each.id == game)
            driver = Driver(desk, (800, 480))
            found = let_loose(driver, asked.seed, lambda found: found.actions >= asked.touches)
            driver.close()
            desk.close()
            desk.kept.store.close()
            print(f"{game}, seed {asked.seed}: {found.words()}", flush=True)
            wrong = wrong or bool(found.exceptions or found.traps or found.leaks)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
