"""Opens the app's window from a command; a machine that cannot show one is told so in one line."""

import os

from companion.game import Setup
from ui.records.arguments import UsageFault


def open_window(game: str | None = None, demo: Setup | None = None) -> int:
    """Runs the app until it is closed: its exit code. `demo`: what plays by itself, with the players and options given.

    Raises UsageFault: no screen, a wrong ZO_… variable, another window.
    """
    from ui.checks.machine import display
    from ui.touch.main import AnotherWindow, run

    if not os.environ.get("SDL_VIDEODRIVER") and not display().ok:
        raise UsageFault("there is no screen to open a window on: companion demo --headless needs none")
    try:
        return run(game, demo=demo) or 0
    except (ValueError, AnotherWindow) as fault:
        raise UsageFault(str(fault)) from None
