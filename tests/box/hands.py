"""Hands for the app of a booted machine, where nobody can touch: copied there as its Python's `sitecustomize`.

They press what the file `press` names, `update` or `back`, on the page where the version is changed, and note in the
file `shown` what that page and the first one say, a line for each change of it.
"""

import os
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

EVERY_S = 0.1


def _press_and_note(app: Any, home: Path, seen: list[str]) -> None:
    from ui.present.touches import Goto, SpeakFirst, do

    desk = app.desk
    if desk.page == "language":
        app.send(SpeakFirst("en"))
    with suppress(OSError):
        asked = (home / "press").read_text(encoding="ascii")
        (home / "press").unlink()
        app.send(Goto("home"))
        app.send(Goto("settings"))
        app.send(Goto("update"))
        page = desk.top
        app.send(do(page.install_update if asked == "update" else page.return_to_before))
    model = desk.model()
    banner = getattr(model, "banner", None)
    line = f"{desk.page}: {getattr(model, 'headline', '')} {'' if banner is None else banner.words}".strip()
    if line != seen[-1]:
        seen.append(line)
        with (home / "shown").open("a", encoding="utf-8") as shown:
            shown.write(f"{line}\n")


def _wait_for_app(home: Path) -> None:
    while True:
        time.sleep(EVERY_S)
        kivy = getattr(sys.modules.get("kivy.app"), "App", None)
        app = None if kivy is None else kivy.get_running_app()
        if app is not None and getattr(app, "desk", None) is not None:
            break
    from kivy.clock import Clock

    seen = [""]
    Clock.schedule_interval(lambda _seconds: _press_and_note(app, home, seen), EVERY_S)


if "ZO_BOX" in os.environ:
    threading.Thread(target=_wait_for_app, args=(Path(os.environ["ZO_HOME"]),), daemon=True).start()
