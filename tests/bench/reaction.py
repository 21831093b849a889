"""How long the app takes to answer a touch and an accepted event: from the touch to the drawn frame, page by page.

What is measured is the processor's time of the one thread that does it all, so that other programs do not count.
"""

import json
import sys
import time
from collections.abc import Callable
from random import Random
from statistics import median, quantiles
from typing import Any

ROUNDS = 5
PAGES = (
    "games",
    "seats",
    "settings",
    "history",
    "past",
    "players",
    "tribes",
    "enrol",
    "eye",
    "people",
    "about",
    "pins",
)
EVENTS = 30


class Reaction:
    """Called once a frame of the app: takes all its measurements at the third, and ends it."""

    def __init__(self, game: str) -> None:
        self._game, self._frames = game, 0
        self._times: dict[str, list[float]] = {}

    def __call__(self, app: Any) -> None:
        self._frames += 1
        if self._frames != 3:
            return
        app.desk.settings.change(language="en", learnt=(self._game,), still=True)
        app.refresh()
        from ui.box.sweeping import sweep
        from ui.present.touches import Goto, OpenRules

        touches = {page: Goto(page) for page in PAGES} | {"rules": OpenRules(self._game)}
        for _round in range(ROUNDS):
            sweep()
            for page, touch in touches.items():
                self._take(page, lambda touch=touch: app.send(touch))  # type: ignore[misc]
                self._take("home", lambda: app.send(Goto("home")))
        self._table(app)
        app.stop()

    def _table(self, app: Any) -> None:
        """At the table, where everything is told by touch: what opens and closes there, and events."""
        from companion.game import Chance, Over, legal
        from ui.box.sweeping import sweep
        from ui.pages.played_table import PlayedTable
        from ui.present.touches import Goto, Start, TouchSquare, at

        app.send(Goto("seats"))
        desk, chance = app.desk, Random(1)
        self._take("a game is laid on the table", lambda: app.send(Start()))
        session = desk.session
        game = session.referee.game
        for _event in range(EVENTS):
            state, turn = session.referee.state, session.referee.now().turn
            if isinstance(turn, Over):
                break
            if isinstance(turn, Chance):
                values = (
                    tuple(chance.randint(1, 6) for _ in turn.seats)
                    if turn.what == "dice"
                    else (turn.seats[0],)
                )
                event = game.chance_event(state, values)
            else:
                event = chance.choice(legal(game, state))
            session.tell(event, by="touch")
            self._take("event", app.refresh)
        lying = next((name for name, things in session.reply.view.board.items() if things), None)
        for _round in range(ROUNDS):
            sweep()
            for name, touch in (
                ("menu", at(PlayedTable.open_menu)),
                ("telling", at(PlayedTable.open_telling)),
                ("square", TouchSquare(lying or "")),
            ):
                if name != "square" or lying is not None:
                    self._take(name, lambda touch=touch: app.send(touch))  # type: ignore[misc]
                    self._take("close", lambda: app.send(at(PlayedTable.close)))

    def _take(self, name: str, do: Callable[[], object]) -> None:
        """Does something, draws the frame that follows, and notes how long both took (ms)."""
        from kivy.clock import Clock
        from kivy.core.window import Window
        from kivy.graphics.opengl import glFinish

        from ui.box.sweeping import tidy

        began = time.thread_time()
        do()
        Clock.tick_draw()
        answered = time.thread_time()
        Window.dispatch("on_draw")
        glFinish()
        done = time.thread_time()
        self._times.setdefault(f"{name}: answered", []).append((answered - began) * 1000)
        self._times.setdefault(f"{name}: drawn", []).append((done - began) * 1000)
        tidy()  # as the next frame would

    def figures(self) -> dict[str, dict[str, float]]:
        """By what was touched: ms until the page was made and until it was drawn, median and 95th percentile."""
        return {
            name: {
                "median_ms": round(median(times), 1),
                "p95_ms": round(_p95(times), 1),
                "first_ms": round(times[0], 1),
            }
            for name, times in self._times.items()
        }


def _p95(times: list[float]) -> float:
    return quantiles(times, n=20, method="inclusive")[-1] if len(times) > 1 else times[0]


if __name__ == "__main__":
    from ui.touch.main import run

    watch = Reaction(sys.argv[1])
    run(sys.argv[1], source="touch", size=(1280, 720), each_tick=watch)
    print(json.dumps(watch.figures()))
    sys.exit(0)
