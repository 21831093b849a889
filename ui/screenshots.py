"""Pictures of every screen at every size: `python -m ui.screenshots FOLDER [SCREEN…]`, for the README and for reviews."""

import os
import sys
import tempfile
from pathlib import Path

SIZES = ((800, 480), (1280, 720), (720, 1280))


def main(arguments: list[str]) -> int:
    """Takes the pictures; returns the exit code."""
    if not arguments:
        print("python -m ui.screenshots: expected a folder for the pictures, found nothing", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    with tempfile.TemporaryDirectory() as work:
        from ui.main import configure

        configure(Path(work), SIZES[0])
        take(folder, Path(work), arguments[1:])
    return 0


def take(folder: Path, work: Path, names: list[str]) -> None:
    """One picture a situation and size, as NAME-WIDTHxHEIGHT.png."""
    from kivy.core.window import Window

    from ui.driver import Driver
    from ui.situations import situations

    for name, make in situations(work).items():
        if names and name not in names:
            continue
        desk = make()
        for width, height in SIZES:
            driver = Driver(desk, (width, height))
            driver.run(0.4)
            made = Window.screenshot(str(folder / f"{name}-{width}x{height}.png"))
            Path(made).replace(folder / f"{name}-{width}x{height}.png")
            driver.close()
        desk.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
