"""`companion check --quick`: whether this version starts and reads what is kept, without camera and pins."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from ui.checks.machine import disk, display, versions
from vision.calibration.verdict import Verdict, failed, passed, untold

PATIENCE_SECONDS = 60.0
NO_WINDOW = 4
"""The exit code of `ui.touch.first_screen` where this machine cannot draw."""


def quick_checks() -> Iterator[Verdict]:
    """Python and its packages, the data folder and the journal, and the first screen."""
    yield from versions()
    yield from disk()
    yield first_screen()


def first_screen() -> Verdict:
    """Draws the first screen out of sight, in a process and a folder of its own: the app may be open beside it."""
    with tempfile.TemporaryDirectory(prefix="zo-first-screen-") as home:
        own = {"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "KIVY_WINDOW": "sdl2"}
        own |= {"ZO_HOME": home, "KIVY_HOME": home}
        try:
            run = subprocess.run(
                [sys.executable, "-m", "ui.touch.first_screen"],
                env=os.environ | own,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=PATIENCE_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return failed("first screen", f"not drawn within {PATIENCE_SECONDS:.0f} s")
    if run.returncode == 0:
        return passed("first screen", "drawn")
    if run.returncode == NO_WINDOW and not display().ok:
        return untold("first screen", "no screen, and nothing to draw with")
    said = [line for line in run.stderr.splitlines() if line.strip()]
    why = said[-1] if said else f"exit code {run.returncode}"
    return failed("first screen", why, "./setup.sh run installs what is missing")
