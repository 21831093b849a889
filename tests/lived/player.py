"""Lives through an evening at the box: language, game, seats, play to the winner, what comes after.

Outside the app: it looks at the window and touches it, and saves a picture of every different page and moment.
"""

import time
from pathlib import Path
from typing import Any

from tests.lived.window import App

STUCK_SECONDS = 180.0
"""So long without anything new on the screen or in the book, and nobody knows how to go on."""
PUZZLED_SECONDS = 15.0
"""So long, and what is shown is worth a picture."""
LONGEST_SECONDS = 3000.0
DRAWN_SECONDS = 0.4
"""So long after something was shown the window has drawn it."""
NAME = "ann"
"""What is typed; the pad writes the first letter as a capital."""
AFTER = ("after", "timeline", "luck", "replay")
"""The pages after a game that are looked at where a key leads there."""


class Stuck(Exception):
    """The game does not go on; what is on the screen, in one line."""


class Player:
    """A finger and two eyes. `touches` counts what was touched."""

    def __init__(self, app: App, out: Path, game: str) -> None:
        self.app, self.touches = app, 0
        self._out, self._game = out, game
        self._seen: set[str] = set()
        self._log = (out / "touches.txt").open("w", encoding="utf-8")
        self._began = time.monotonic()

    # looking

    def look(self, name: str, *, anew: bool = False) -> None:
        """Saves a picture of what was not seen before."""
        if anew or name not in self._seen:
            self._seen.add(name)
            time.sleep(DRAWN_SECONDS)
            self.app.picture(self._out / f"{len(self._seen):03}-{name}.png")

    def note(self, what: str) -> None:
        """One line more in the list of touches."""
        self._log.write(f"{time.monotonic() - self._began:7.1f} {what}\n")
        self._log.flush()

    def shown(self) -> dict[str, Any]:
        """The page, and all that can be touched on it."""
        told: dict[str, Any] = self.app.ask("shown")
        return told

    # touching

    def do(self, step: dict[str, Any]) -> None:
        """One touch, as `Mind.next` has it."""
        at, to = step["at"], step.get("to")
        self.note(f"{step['do']} {step['why']}")
        match step["do"]:
            case "tap":
                self.app.tap(*at)
            case "drag":
                self.app.drag(*at, *to)
            case "carry":
                self.app.drag(*at, *to, wait=0.6)
        self.touches += 1

    def press(self, touch: str, about: str = "", seconds: float = 20.0) -> bool:
        """Touches the key that asks for this; False where none comes."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for spot in self.shown()["spots"]:
                if touch == spot["touch"] and about in spot["about"]:
                    self.do({"do": "tap", "at": spot["at"], "why": f"{touch} {spot['words']}"})
                    return True
            time.sleep(0.2)
        return False

    def must(self, touch: str, about: str = "") -> None:
        """The same, and nobody can go on without it. Raises Stuck."""
        if not self.press(touch, about):
            keys = [(spot["words"], spot["touch"]) for spot in self.shown()["spots"]]
            raise Stuck(f"no key {touch} {about} among {keys}")

    def until(self, page: str) -> None:
        """Waits for a page. Raises Stuck."""
        end = time.monotonic() + 60
        while self.shown()["page"] != page:
            if time.monotonic() > end:
                raise Stuck(f"{page} never came: {self.shown()['page']}")
            time.sleep(0.2)

    # the evening

    def settle_in(self, language: str) -> None:
        """The first start: a language, then home."""
        self.look("first-start")
        self.must("SpeakFirst", repr(language))
        self.until("home")
        self.look("home")

    def agree(self, level: str = "") -> None:
        """A game, a name, and what lies between it and the table; `level`: the box plays the seat across, so well."""
        self.must("Goto", "'games'")
        self.until("games")
        self.look("games")
        self.must("ChooseGame", f"'{self._game}'")
        self.until("seats")
        self.look("seats")
        self.must("typing_name", "(0,)")
        self.look("typing")
        for sign in NAME:
            self.must("TypeSign", repr(sign))
        self.must("PadKey", "'done'")
        self.look("named")
        if level:
            self.must("on_page", "'box:1'")
            self.look("played-by")
            self.must("played_by_box", repr(level))
            self.look("with-the-box")
        self.must("Start")
        self._to_the_table()

    def _to_the_table(self) -> None:
        """Through whatever is asked before a table, by the key that stands out."""
        end = time.monotonic() + 90
        while (shown := self.shown())["page"] != "table":
            if time.monotonic() > end:
                raise Stuck(f"no way to the table from {shown['page']}")
            self.look(shown["page"])
            keys = [spot for spot in shown["spots"] if spot["touch"] in ("Start", "Resume")]
            if keys:
                self.do({"do": "tap", "at": keys[0]["at"], "why": keys[0]["words"]})
            time.sleep(1.0)

    def play(self, seconds: float = LONGEST_SECONDS, entries: int | None = None) -> bool:
        """Plays on until somebody has won: True; or until there are so many entries. Raises Stuck."""
        began = moved = time.monotonic()
        before = set[object]()
        while time.monotonic() - began < seconds:
            shown = self.app.ask("next")
            step, seq = shown["step"], shown["seq"]
            self.look(f"{shown['page']}-{shown['moment']}")
            if step["do"] == "over":
                self.note(f"over: winners {shown['winners']}")
                return True
            if entries is not None and seq is not None and seq >= entries:
                return False
            now = (seq, shown["kind"], shown["page"], step["why"])
            if now not in before:
                before.add(now)
                moved = time.monotonic()
            elif time.monotonic() - moved > PUZZLED_SECONDS:
                self.look(f"puzzled-{shown['page']}-{shown['moment']}")
            if time.monotonic() - moved > STUCK_SECONDS:
                raise Stuck(f"{shown['page']} {shown['kind']} “{shown['headline']}”: {step['why']}")
            if step["do"] in ("tap", "drag", "carry"):
                self.do(step)
            elif shown["page"] == "home":
                self.come_back()
            else:
                self.note(f"{step['do']} {step['why']}")
                time.sleep(0.4)
        raise Stuck(f"no winner after {seconds:.0f} s")

    def come_back(self) -> None:
        """The app was closed or killed in mid-game: it is started anew and goes on with that game."""
        self.until("home")
        self.look("home-again", anew=True)
        self.must("Resume")
        self._to_the_table()
        self.look("resumed", anew=True)

    def take_back(self) -> None:
        """Takes the last event back, and lets go of what that asks."""
        if self.press("press_button", "'back'", 3):
            time.sleep(1.0)
            self.look(f"taken-back-{self.shown()['moment']}", anew=True)
            for seat in (0, 1, 2, 3):
                self.press("agree_back", f"({seat},)", 0.5)

    def look_back(self) -> None:
        """The pages after the game, then the same people once more."""
        self.look("over", anew=True)
        time.sleep(3.0)
        self.look("over-later", anew=True)
        self.must("Goto", "'after'")
        self.until("after")
        self.look("after")
        for page in AFTER:
            if self.press("Goto", f"'{page}'", 1.0) or self.press(f"Show{page.capitalize()}", "", 1.0):
                time.sleep(0.5)
                self.look(f"after-{page}")
                self.press("PageBack", "", 2.0) or self.press("Leave", "", 1.0)
        self.note(str([(spot["words"], spot["touch"]) for spot in self.shown()["spots"]]))
        self.press("PageBack", "", 2.0)
        self.must("PlayAgain")
        time.sleep(1.0)
        self.look("again")
        self._to_the_table()
        self.look("rematch")
