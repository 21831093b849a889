"""How a page is left by touches alone: home where a key leads there, else by the keys that lead out of it."""

from typing import Any

from tests.approved.touched import written
from tests.ui.audit import walk
from ui.present.touches import Goto
from ui.widgets.keys import Touched
from ui.widgets.typing_pad import PadKey

HOME = Goto("home")
OUT = (
    "throw_away", "page_back", "leave_steps", "leave", "close", "show_list", "build", "leave_card", "show_page",
    "keep_order", "stop_bundle", "show_more", "go_on", "show_names", "put_back", "hide_half", "unpick",
)  # fmt: skip
"""Touches that lead out of a page, the surest first."""


def keys_of(root: Any) -> list[Touched]:
    """Everything on the screen that can be touched now."""
    return [widget for widget in walk(root) if isinstance(widget, Touched) and not widget.disabled]


def touches_to_leave(driver: Any, most: int = 2) -> int | None:
    """So many touches lead to another page; None where `most` do not. What is being typed is put away first."""
    desk = driver.app.desk
    page, last = desk.page, None
    typing = next((key for key in keys_of(driver.app.root) if key.action == PadKey("give up")), None)
    if typing is not None:
        typing.on_release()
        driver.run(0.3)
        if desk.page != page:
            return 1
    for touches in range(1, most + 1):
        key = way_out(driver.app.root, homeward=last != HOME)
        if key is None:
            # Where something was done this very moment, touches that were meant for it count for nothing.
            driver.run(0.5)
            key = way_out(driver.app.root, homeward=last != HOME)
        if key is None:
            return None
        last = key.action
        key.on_release()
        driver.run(0.3)
        if desk.page != page or desk.quitting:
            return touches
    return None


def way_out(root: Any, homeward: bool = True) -> Touched | None:
    """The key that leads home, or else out of what is shown; where home asked something first, its answer."""
    keys = keys_of(root)
    home = next((key for key in keys if key.action == HOME and homeward), None)
    if home is not None:
        return home
    named = {written(key.action).name: key for key in reversed(keys)}
    return next((named[name] for name in OUT if name in named), None)
