"""Pictures of every screen at every size, for README and reviews.

python -m tests.situations.screenshots FOLDER [SCREEN…]

ZO_SIZE=WIDTHxHEIGHT takes them in one size only, ZO_LANGUAGE=de in German.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

SIZES = ((800, 480), (1280, 720), (720, 1280))


def main(arguments: list[str]) -> int:
    """Takes the pictures; returns the exit code. Each size has a process of its own: a window keeps its first."""
    if not arguments:
        print(
            "python -m tests.situations.screenshots: expected a folder for the pictures, found nothing",
            file=sys.stderr,
        )
        return 2
    Path(arguments[0]).mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    if "ZO_SIZE" in os.environ:
        with tempfile.TemporaryDirectory() as work:
            os.environ["ZO_HOME"] = work  # what is kept is kept there: pictures tell nothing of this machine
            take(Path(arguments[0]), Path(work), arguments[1:])
        return 0
    runs = [
        subprocess.run(
            [sys.executable, "-m", "tests.situations.screenshots", *arguments],
            env={**os.environ, "ZO_SIZE": f"{width}x{height}"},
            check=False,
        )
        for width, height in SIZES
    ]
    return max(run.returncode for run in runs)


def take(folder: Path, work: Path, names: list[str]) -> None:
    """One picture a situation, as NAME-WIDTHxHEIGHT.png."""
    from ui.touch.main import asked_size, configure

    size = asked_size() or SIZES[0]
    configure(work, size)
    from kivy.core.window import Window

    from companion.language import ENGLISH, speak
    from tests.situations.driver import Driver
    from tests.situations.screens import situations
    from ui.languages import language

    spoken = os.environ.get("ZO_LANGUAGE", ENGLISH.code)
    for name, make in situations(work).items():
        if names and name not in names:
            continue
        speak(language(spoken))
        desk = make()
        desk.settings.change(language=spoken)
        driver = Driver(desk, size)
        driver.run(0.4)
        file = folder / f"{name}-{size[0]}x{size[1]}.png"
        Path(Window.screenshot(str(file))).replace(file)
        driver.close()
        desk.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
