"""What keys of a keyboard and buttons of the panel ask for, on every page."""

from collections.abc import Callable

from ui.pages.desk import Desk
from ui.present.desk_touches import PageBack, Quit
from ui.present.models import TableModel
from ui.present.table_touches import Close, OpenMenu, PressButton
from ui.present.touches import Touch
from ui.screens.page import ScreenPage
from ui.touch.focus import Focus, Way
from ui.widgets.typing_pad import TypingPad

ENTER = (13, 271)
BACKSPACE, TAB, ESCAPE = 8, 9, 27
FIRST_DIGIT = 49
ARROWS: dict[int, Way] = {273: "up", 274: "down", 275: "right", 276: "left"}
ASKING = frozenset(
    (
        *("menu", "telling", "square", "confirm", "dispute", "ask"),
        *("refuse", "lost", "agree", "over", "pick", "deck"),
    )
)
"""Faces of the table on which people choose among keys, and seats are not asked for their own button."""


class ByKeys:
    """Keys and buttons. `page` gives the screen that is shown."""

    def __init__(
        self, desk: Desk, focus: Focus, send: Callable[[Touch], None], page: Callable[[], ScreenPage | None]
    ) -> None:
        self._desk, self._focus, self._send, self._page = desk, focus, send, page

    def key(self, key: int, modifiers: list[str]) -> bool:
        """Arrows and Tab move the ring, Enter chooses, Esc goes back, digits pick answers; at the table without a ring
        Enter = done, Backspace or Ctrl+Z = take back. Whether the key meant anything.
        """
        page, focus = self._page(), self._focus
        if page is None:
            return False
        if key == TAB:
            focus.step(-1 if "shift" in modifiers else 1)
            return True
        pad = page.children[0] if page.children else None
        if isinstance(pad, TypingPad):
            return self._typed(pad, key)
        picks = dict(enumerate(page.answers[:9], FIRST_DIGIT))
        asked = picks.get(key)
        if asked is None and not (focus.shown and key in ARROWS):
            asked = page.pressed(key)
        if asked is not None:
            self._send(asked)
        elif key in ARROWS:
            focus.move(ARROWS[key])
        elif key == ESCAPE:
            self._send(self.way_back())
        elif key in ENTER and (focus.shown or self._desk.page != "table"):
            focus.press()
        elif key in ENTER:
            self._send(PressButton("done"))
        elif self._desk.page == "table" and (key == BACKSPACE or (key == ord("z") and "ctrl" in modifiers)):
            self._send(PressButton("back"))
        else:
            return FIRST_DIGIT <= key < FIRST_DIGIT + 9
        return True

    def _typed(self, pad: TypingPad, key: int) -> bool:
        """Where a text is typed: letters go to it, and take the ring away."""
        if key in ARROWS:
            self._focus.move(ARROWS[key])
        elif key in ENTER and self._focus.shown:
            self._focus.press()
        else:
            self._focus.hide()
            return pad.key(key)
        return True

    def button(self, button: str) -> bool:
        """A button of the panel: whether it moved the ring, chose, or went back; else it means what it always does.

        Away from the game "done" chooses, "back" goes back, the first seat's button goes to the key before, all others
        to the next. At the table only the seats' buttons do so, where keys are to be chosen among, and "done" chooses
        while the ring is shown.
        """
        focus = self._focus
        away = self._desk.page != "table"
        page = self._page()
        shown = page.shown if page is not None else None
        asking = isinstance(shown, TableModel) and shown.kind in ASKING
        if not away and not asking:
            return False
        if button == "done" and (away or focus.shown):
            focus.press()
        elif button.startswith("seat") or (away and button == "dispute"):
            focus.step(-1 if button == "seat0" else 1)
        elif away and button == "back":
            self._send(self.way_back())
        else:
            return False
        return True

    def way_back(self) -> Touch:
        """What Escape asks for."""
        desk = self._desk
        if desk.page == "home":
            return Quit()
        if desk.step is not None:
            return desk.step.way_back()
        if desk.page == "table":
            return Close() if desk.side is not None and desk.side.is_looking else OpenMenu()
        return PageBack()
