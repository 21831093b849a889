"""How a page is left by touches alone: home where a key leads there, else by the keys that lead out of it."""

from typing import Any

from tests.ui.audit import walk
from ui.games.zones.touches import HideHalf
from ui.games.zong.touches import KeepOrder
from ui.pages.agreement_touches import ShowPage
from ui.pages.card_touches import LeaveCard, ThrowAway
from ui.pages.enrol_side import GoOn, ShowNames
from ui.present.desk_touches import Goto, PageBack, StopBundle
from ui.present.table_touches import Close, PutBack, Unpick
from ui.present.touches import Leave, LeaveSteps, ShowList
from ui.present.tribe_touches import Build, ShowMore
from ui.widgets.keys import Touched
from ui.widgets.typing_pad import GiveUpTyping

HOME = Goto("home")
OUT = (
    ThrowAway, PageBack, LeaveSteps, Leave, Close, ShowList, Build, LeaveCard, ShowPage, KeepOrder,
    StopBundle, ShowMore, GoOn, ShowNames, PutBack, HideHalf, Unpick,
)  # fmt: skip
"""Touches that lead out of a page, the surest first."""


def keys_of(root: Any) -> list[Touched]:
    """Everything on the screen that can be touched now."""
    return [widget for widget in walk(root) if isinstance(widget, Touched) and not widget.disabled]


def touches_to_leave(driver: Any, most: int = 2) -> int | None:
    """So many touches lead to another page; None where `most` do not. What is being typed is put away first."""
    desk = driver.app.desk
    page, last = desk.page, None
    typing = next((key for key in keys_of(driver.app.root) if isinstance(key.action, GiveUpTyping)), None)
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
    ranked = sorted(
        (key for key in keys if isinstance(key.action, OUT)), key=lambda key: OUT.index(type(key.action))
    )
    return ranked[0] if ranked else None
