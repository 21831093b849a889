"""A screen keyboard for short texts in the language's layout; a real keyboard types into it too.

A held letter shows variants above it: slide to one, or release and tap one. By keys or buttons alone, where
nothing can be held, the key ´ does so for the next letter.
"""

import tomllib
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from typing import Any, Literal

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.floatlayout import FloatLayout

from companion.language import spoken
from ui.present.drawn import CAPITAL
from ui.present.models import Button, Weight
from ui.present.touches import Touch, Typed
from ui.widgets.boxes import Card, Column, Row
from ui.widgets.drawing import Send, SmallDrawing
from ui.widgets.keys import Down, SoundKey, Tool
from ui.widgets.text import Fitted, Words, font_for, width_of
from ui.widgets.theme import BODY, GAP, TITLE, TOUCH, type_px, u, upright
from ui.words import _
from vision.printed.marks import Block, Label, Mark

Rows = tuple[str, ...]

_LAID = tomllib.loads((files("ui.widgets") / "keyboards.toml").read_text(encoding="utf-8"))
KEYBOARDS: dict[str, Rows] = _LAID["letters"]
"""By ISO 639-1 code, three rows of letters from the top."""
SIGNS: Rows = _LAID["signs"]
VARIANTS: dict[str, str] = _LAID["variants"]
"""The variants of a held letter."""

LETTER = 28.0
AROUND = 4.0
MOST = 60
NARROW = 62.0


class TypeSign(Touch, frozen=True):
    sign: str


class HeldKey(Tool):
    """A key with one action on release, and another (`held`) when a finger stays on it."""

    def __init__(self, button: Button, send: Send, held: Callable[["HeldKey"], None] | None) -> None:
        super().__init__(button, send, LETTER)
        self._held, self._was_held = held, False

    def show(self, words: str) -> None:
        next(part for part in self.children if isinstance(part, Fitted)).say(words)

    def on_press(self) -> None:
        self._down, self._was_held = Down(), False
        if self._held is not None:
            Clock.schedule_interval(self._hold, 0)

    def _hold(self, _seconds: float) -> bool:
        """Once a frame, until the finger has stayed long enough or left."""
        if self._held is not None and self.state == "down" and not self._was_held and self._down.is_held:
            self._was_held = True
            self._held(self)
        return self.state == "down" and not self._was_held

    def on_release(self) -> None:
        if not self._was_held:
            super().on_release()


class Variants(Row):
    """A letter's variants in a row above it, kept within these edges (px)."""

    def __init__(self, key: HeldKey, signs: Sequence[str], send: Send, left: float, right: float) -> None:
        keys = [Tool(Button(sign, TypeSign(sign), "plain"), send, LETTER) for sign in signs]
        width = len(signs) * u(TOUCH) + (len(signs) + 1) * u(AROUND)
        pos = max(left, min(key.center_x - width / 2, right - width)), key.top + u(2)
        where: Any = {"size_hint": (None, None), "size": (width, u(TOUCH + 2 * AROUND)), "pos": pos}
        super().__init__(keys, gap=AROUND, padding=u(AROUND), ground="line", **where)
        self.key = key

    def under(self, x: float, y: float) -> Tool | None:
        """The variant under a finger, which alone is lit."""
        level = self.y - self.key.height / 2 <= y <= self.top
        found = next((key for key in self.children if level and key.x <= x <= key.right), None)
        for key in self.children:
            key.state = "down" if key is found else "normal"
        return found


class PadKey(Touch, frozen=True):
    """A key that writes nothing: `wipe` deletes the last sign; `shift` makes the next letter a capital and
    `accent` shows its variants (both toggle); `turn` switches letters, and digits and signs.
    """

    does: Literal["wipe", "shift", "accent", "turn", "done", "give up"]


BY_KEY: dict[int, Touch] = {8: PadKey("wipe"), 13: PadKey("done"), 271: PadKey("done"), 27: PadKey("give up")}
"""Actions of a real keyboard's Backspace, Enter and Escape."""


class TypingPad(FloatLayout):
    """Title, text and keys; sends Typed with the text, or with None on cancelling.

    `plain`: names, whose words begin with capitals.
    """

    def __init__(self, title: str, text: str, send: Send, *, plain: bool = True, **more: Any) -> None:
        super().__init__(**more)
        self._send_on, self._plain = send, plain
        self._signs = text.isdecimal()
        self._shifted = self._accented = False
        self._letters: list[HeldKey] = []
        self._variants: Variants | None = None
        self._line = SmallDrawing(self._typed)
        self._rows = Column(gap=GAP)
        shown = Card((self._line,), "raised", tight=False, pad=8)
        head = (Words(title, BODY), Row((shown, SoundKey(send)), height=TOUCH))
        self.add_widget(Column((*head, self._rows), padding=u(12), gap=GAP))
        self._lay()
        self._write(text)
        self.bind(parent=self._listen)

    # the keys

    def _lay(self) -> None:
        self._rows.clear_widgets()
        rows = SIGNS if self._signs else KEYBOARDS.get(spoken().code, KEYBOARDS["en"])

        def letter(sign: str) -> HeldKey:
            held = self._open_variants if sign in VARIANTS else None
            return HeldKey(Button(sign, TypeSign(sign), "plain"), self._pressed, held)

        lines = [[letter(sign) for sign in row] for row in (halves(rows) if upright() else rows)]
        self._letters = [key for line in lines for key in line]
        erase = HeldKey(Button("⌫", PadKey("wipe"), "plain"), self._pressed, lambda _key: self._write(""))
        last = lines[-1]
        if not self._signs:
            first = lines[-2] if upright() else last
            self._shift = HeldKey(Button("⇧", PadKey("shift"), "plain"), self._pressed, None)
            first.insert(0, self._shift)
        last.append(erase)
        for line in lines:
            self._rows.add_widget(Row(line, gap=4 if upright() else 6))
        # Below the letters: the exits, with the text between them.
        narrow: dict[str, Any] = {"size_hint_x": None, "width": u(NARROW)}
        give_up = Tool(Button(_("Cancel"), PadKey("give up"), "quiet"), self._pressed)
        turn = Tool(Button("abc" if self._signs else "123", PadKey("turn"), "plain"), self._pressed, **narrow)
        weight: Weight = "chosen" if self._accented else "plain"
        beside = [*(Button(sign, TypeSign(sign)) for sign in "-’"), Button("´", PadKey("accent"), weight)]
        marks = [Tool(button, self._pressed, **narrow) for button in beside if not self._signs]
        space = Tool(Button(_("Space"), TypeSign(" "), "plain"), self._pressed)
        done = Tool(Button(_("Done"), PadKey("done"), "main", "" if upright() else "done"), self._pressed)
        foot = (give_up, turn, *marks, space, done)
        self._rows.add_widget(Row(foot, gap=4 if upright() else GAP))
        self._show_case()

    # the text

    def _pressed(self, touch: Touch) -> None:
        self._close_variants()
        match touch:
            case TypeSign(sign) if self._accented and sign in VARIANTS:
                self._accented = False
                self._lay()
                self._open_variants(next(key for key in self._letters if key.button.words == sign))
            case TypeSign(sign):
                self._add(capital(sign) if self._shifted else sign)
            case PadKey("wipe"):
                self._write(self.text[:-1])
            case PadKey("shift"):
                self._shifted = not self._shifted
                self._show_case()
            case PadKey("accent"):
                self._accented = not self._accented
                self._lay()
            case PadKey("turn"):
                self._signs, self._accented = not self._signs, False
                self._lay()
                self._write(self.text)
            case PadKey("done"):
                self._send_on(Typed(self.text))
            case PadKey("give up"):
                self._send_on(Typed(None))

    def _add(self, text: str) -> None:
        self._write((self.text + "".join(sign for sign in text if sign.isprintable()))[:MOST])

    def _write(self, text: str) -> None:
        """Shows a text; at the beginning of a name the next letter is a capital."""
        self.text = text
        self._line.draw()
        self._shifted = self._plain and (not text or text[-1] in " -")
        self._show_case()

    def _typed(self, wide: float, high: float) -> Iterator[Mark]:
        """One line with a cursor at its end; of a long text the end."""
        size, shown = type_px(TITLE) / u(1), self.text

        def length() -> float:
            return width_of(shown, type_px(TITLE), bold=True, font=font_for(shown + "…")) / u(1)

        while shown and length() > wide - 8:
            shown = "…" + shown.lstrip("…")[1:] if len(shown) > 1 else ""
        yield Label(0, high / 2 + size * CAPITAL / 2, shown, size * CAPITAL, "text", font="bold")
        yield Block(length() + 2, high / 2 - 0.55 * size, 3, 1.1 * size, "hint")

    def _show_case(self) -> None:
        for key in self._letters:
            key.show(capital(key.button.words) if self._shifted else key.button.words)
        if not self._signs:
            self._shift.show("⬆" if self._shifted else "⇧")

    # variants

    def _open_variants(self, key: HeldKey) -> None:
        self._close_variants()
        signs = [capital(each) if self._shifted else each for each in VARIANTS[key.button.words]]
        self._variants = Variants(key, signs, self._pressed, self.x + u(4), self.right - u(4))
        self.add_widget(self._variants)

    def _close_variants(self) -> None:
        if self._variants is not None:
            self.remove_widget(self._variants)
            self._variants = None

    def on_touch_down(self, touch: Any) -> bool:
        """A touch beside the variants only closes them."""
        if self._variants is not None and not self._variants.collide_point(*touch.pos):
            self._close_variants()
            return True
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        if self._variants is not None and self._variants.key.state == "down":
            self._variants.under(*touch.pos)
            return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        chosen = None
        if self._variants is not None and self._variants.key.state == "down":
            chosen = self._variants.under(*touch.pos)
        done = bool(super().on_touch_up(touch))
        if chosen is not None:
            self._pressed(chosen.action)
        return done

    # a real keyboard

    def _listen(self, _pad: object, parent: object) -> None:
        if parent is not None:
            Window.bind(on_textinput=self._on_textinput)
        else:
            Window.unbind(on_textinput=self._on_textinput)

    def _on_textinput(self, _window: object, text: str) -> None:
        self._add(text)

    def key(self, key: int) -> bool:
        """Handles a real keyboard's key without a letter; returns whether it has a meaning here."""
        if key in BY_KEY:
            self._pressed(BY_KEY[key])
        return key in BY_KEY


def halves(rows: Rows) -> Rows:
    """Each row as two, for thumbs at a narrow screen: ten keys a row would be too small."""
    return tuple(part for row in rows for part in (row[: (len(row) + 1) // 2], row[(len(row) + 1) // 2 :]))


def capital(sign: str) -> str:
    """A letter as a capital; one without a single capital, such as ß, stays."""
    upper = sign.upper()
    return upper if len(upper) == 1 else sign
