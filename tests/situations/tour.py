"""The pictures of README.md and docs/tour: python -m tests.situations.tour

Each is a situation of the app as it draws it, at 1280×720: the tour in English, home and play in
every language.
"""

import os
import tempfile
from pathlib import Path

from PIL import Image

from ui.pages.desk import Desk

FOLDER = Path(__file__).parents[2] / "docs" / "tour"
SIZE = (1280, 720)
PICTURES = {
    "home": "home-resume",
    "games": "games",
    "seats": "seats",
    "laying": "laying",
    "zoon": "play",
    "fight": "chores",
    "dice": "dice",
    "refuse": "refuse",
    "zoondo": "touch-pad",
    "zong": "zong-cleanup",
    "zombinion": "cards-action",
    "zones": "zones-move",
    "after": "after-zoon_alternate",
    "timeline": "timeline-zong",
    "luck": "luck-zoon_alternate",
    "plot": "plot-zombinion",
    "tribe": "tribe-broken",
    "rules": "rules-one",
    "settings": "settings",
}
"""Each picture by its name, and the situation that it shows."""
IN_EVERY_LANGUAGE = ("home", "zoon")


def main() -> None:
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    with tempfile.TemporaryDirectory() as work:
        os.environ["ZO_HOME"] = work  # what is kept is kept there: pictures tell nothing of this machine
        take(Path(work))


def take(work: Path) -> None:
    """All pictures, as JPEG."""
    from ui.touch.main import configure

    configure(work, SIZE)
    from companion.language import speak
    from tests.situations.screens import situations
    from ui.languages import OWN_NAMES, language

    made = situations(work)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, situation in PICTURES.items():
        for code in OWN_NAMES if name in IN_EVERY_LANGUAGE else ("en",):
            speak(language(code))  # what is said while a situation is made is in that language too
            ending = "" if code == "en" else f"-{code}"
            shot(made[situation](), code, FOLDER / f"{name}{ending}.jpg")


def shot(desk: Desk, language: str, file: Path) -> None:
    """One situation in a language, as a picture."""
    from kivy.core.window import Window

    from tests.situations.driver import Driver

    desk.settings.change(language=language)
    driver = Driver(desk, SIZE)
    driver.run(0.6)
    png = Path(Window.screenshot(str(file.with_suffix(".png"))))
    Image.open(png).convert("RGB").save(file, quality=86, optimize=True)
    png.unlink()
    driver.close()


if __name__ == "__main__":
    main()
