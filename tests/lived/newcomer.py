"""The first ten touches of somebody who has never seen the box, in a real window: they do only what the screen says.

python -m tests.lived.newcomer [GAME ...] --size 800x480 --language de --out DIR

Prints a line a game: touches to the table, touches from the home page to the first move booked, and the traps: touches
that the screen asked for and that led to a question, an error or nowhere.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.lived.window import App, Display, Gone, lacking
from ui.box.throws import REST_SECONDS

GAMES = ("zoon_alternate", "zoondo", "zong", "zombinion", "zones")
SIZES = ("800x480", "1280x720", "720x1280")
LANGUAGES = ("en", "de")
MOST = 10
"""So many touches are followed at a table."""
BAD = frozenset({"lost", "refuse", "confirm", "turn", "agree"})
"""Faces of the table's page to which nobody comes who did what the screen says."""
SET_UP = frozenset(
    {"Deployed", "FrontsUp", "Starts", "Lifted", "Ready", "Laid", "Shown", "Showed", "Shuffled"}
)
"""What is booked before a first move."""
QUIET_SECONDS = REST_SECONDS + 0.5
"""So long nothing new is shown or booked, and the app waits for a touch: longer than a throw is shown at rest."""
LONGEST_SECONDS = 40.0


@dataclass
class First:
    """How a newcomer fared. `steps`: what was touched and why, in words."""

    to_table: int = 0
    touches: int = 0
    booked: str = ""
    traps: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)


def next_touch(shown: dict[str, Any], tried: Sequence[str]) -> tuple[dict[str, Any], str] | None:
    """What the screen says to touch now, and by what it says so; `tried`: what was touched since the last change."""
    spots = [spot for spot in shown["spots"] if spot["touch"] not in SEEN_ON_EVERY_PAGE | UNDOING]
    keys = [spot for spot in spots if spot["touch"] != "square" and _named(spot) not in tried]
    squares = {spot["words"]: spot for spot in spots if spot["touch"] == "square"}
    lit = [squares[name] for name in shown["lit"] if name in squares]
    pointed = [squares[name] for name in shown["pointed"] if name in squares]
    own = [squares[name] for name in shown["movable"] if name in squares]
    for reason, found in (
        ("the loud key", [key for key in keys if key["main"]]),
        ("a lit square", lit if shown["kind"] == "square" else []),
        ("a square that the hint points at", [one for one in pointed if _named(one) not in tried]),
        ("a disc", [key for key in keys if key["touch"] == "add_disc"]),
        ("a key", [key for key in keys if key["touch"] not in TOOLS]),
        ("a piece", [one for one in own if _named(one) not in tried]),
        ("a tool", keys),
    ):
        if found:
            return found[0], reason
    return None


SEEN_ON_EVERY_PAGE = frozenset({"SwitchSound", "hint_read", "OpenRules", "show_past", "text"})
UNDOING = frozenset({"disc_off", "turn_disc", "NothingToDo"})
"""What a lit disc asks for: nobody touches it who is to choose another one."""
TOOLS = frozenset({"press_button", "open_menu", "Goto", "leave_guide", "show_tiles", "list_discs", "close"})


def _named(spot: dict[str, Any]) -> str:
    return f"{spot['touch']} {spot['about']}"


class Newcomer:
    """Eyes that read and a finger that does as it is told."""

    def __init__(self, app: App, out: Path, name: str) -> None:
        self._app, self._out, self._name = app, out, name
        self.first = First()

    def look(self) -> dict[str, Any]:
        """What is shown once nothing changes any more."""
        end = time.monotonic() + LONGEST_SECONDS
        shown, since = self._app.ask("shown"), time.monotonic()
        while time.monotonic() - since < QUIET_SECONDS and time.monotonic() < end:
            time.sleep(0.2)
            now = self._app.ask("shown")
            if _essence(now) != _essence(shown) or now["busy"]:
                shown, since = now, time.monotonic()
        return dict(shown)

    def touch(self, spot: dict[str, Any], why: str) -> dict[str, Any]:
        """Touches, and looks at what comes of it."""
        self._app.tap(*spot["at"])
        self.first.steps.append(f"{spot['words']!r} ({why})")
        shown = self.look()
        self._app.picture(self._out / f"{self._name}-{len(self.first.steps):02}.png")
        return shown

    def agree(self, game: str, language: str) -> None:
        """From the first start to the table."""
        wanted = (("SpeakFirst", repr(language)), ("Goto", "'games'"), ("ChooseGame", f"'{game}'"))
        for touch, about in wanted:
            spots = self.look()["spots"]
            spot = next(one for one in spots if one["touch"] == touch and about in one["about"])
            self.touch(spot, "by name")
        shown = self.look()
        while shown["page"] != "table" and len(self.first.steps) < MOST:
            found = next_touch(shown, ())
            assert found is not None
            shown = self.touch(*found)
        self.first.to_table = len(self.first.steps) - 1  # the language is asked once in a box's life

    def play(self) -> None:
        """At the table, until a first move is booked."""
        shown, tried = self.look(), list[str]()
        for _n in range(MOST):
            found = next_touch(shown, tried)
            if found is None:
                self.first.traps.append("nothing left to touch")
                return
            before = shown
            shown = self.touch(*found)
            self._judge(before, shown, found[0])
            if self.first.booked:
                break
            tried = [*tried, _named(found[0])] if _place(shown) == _place(before) else []
        self.first.touches = len(self.first.steps) - 1

    def _judge(self, before: dict[str, Any], shown: dict[str, Any], spot: dict[str, Any]) -> None:
        if shown["kind"] in BAD:
            self.first.traps.append(f"{spot['words']!r} led to {shown['kind']}: {shown['headline']}")
        elif _essence(shown) == _essence(before):
            self.first.traps.append(f"{spot['words']!r} did nothing")
        moves = [name for name in shown["booked"] if name not in SET_UP]
        self.first.booked = moves[0] if moves else ""


def _place(shown: dict[str, Any]) -> tuple[object, ...]:
    return (shown["page"], shown["kind"], shown["seq"])


def _essence(shown: dict[str, Any]) -> tuple[object, ...]:
    return (*_place(shown), shown["headline"], shown["lit"], shown["pointed"], sorted(shown["texts"]))


def meet(game: str, size: str, language: str, out: Path) -> First:
    """A newcomer's first touches at one game."""
    width, height = map(int, size.split("x"))
    with tempfile.TemporaryDirectory() as folder:
        display = Display((width, height), Path(folder))
        try:
            app = App(display, Path(folder) / "home", (width, height))
            newcomer = Newcomer(app, out, f"{game}-{size}-{language}")
            try:
                newcomer.agree(game, language)
                newcomer.play()
            except (Gone, StopIteration) as fault:
                newcomer.first.traps.append(f"ended: {fault!r}")
            finally:
                app.kill()
        finally:
            display.close()
    return newcomer.first


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays; 0 where nobody fell into a trap and all came to a first move, else 1; 2 where programs are missing."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.lived.newcomer", description=__doc__.splitlines()[0]
    )
    parser.add_argument("games", nargs="*", choices=(*GAMES, []), help="all where none is named")
    parser.add_argument("--size", choices=SIZES, action="append", help="all where none is named")
    parser.add_argument("--language", choices=LANGUAGES, action="append", help="all where none is named")
    parser.add_argument("--out", type=Path, default=Path("newcomer"), help="where the pictures go")
    asked = parser.parse_args(arguments)
    if missing := lacking():
        print(f"A real window needs {', '.join(missing)}: apt install xvfb openbox xdotool.", file=sys.stderr)
        return 2
    asked.out.mkdir(parents=True, exist_ok=True)
    bad = 0
    head = ("game", "size", "language", "to the table", "first move", "booked", "traps")
    print(_row(head), _row(["---"] * len(head)), sep="\n")
    for game in asked.games or GAMES:
        for size in asked.size or SIZES:
            for language in asked.language or LANGUAGES:
                one = meet(game, size, language, asked.out)
                bad += bool(one.traps) or not one.booked
                traps = "; ".join(one.traps) or "0"
                print(_row((game, size, language, one.to_table, one.touches, one.booked, traps)), flush=True)
                print("\n".join(f"  {step}" for step in one.steps), file=sys.stderr, flush=True)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
