"""A keyboard on the screen for short texts; a real keyboard types into it as well."""

# mypy: disable-error-code="misc"
from typing import Any

from kivy.core.window import Window

from ui.present.models import Button
from ui.present.touches import Touch, Typed
from ui.widgets.boxes import Card, Column, Row
from ui.widgets.keys import Send, Tool
from ui.widgets.sound_key import SoundKey
from ui.widgets.text import Fitted, Words
from ui.widgets.theme import BODY, GAP, TITLE, TOUCH, colours, u, upright
from ui.words import _

DIGITS = "1234567890"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
EXTRAS = "-+,'"
MOST = 60


class TypeSign(Touch, frozen=True):
    sign: str


class Wipe(Touch, frozen=True):
    """The last sign is taken away."""


class FinishTyping(Touch, frozen=True):
    pass


class GiveUpTyping(Touch, frozen=True):
    pass


BY_KEY: dict[int, Touch] = {8: Wipe(), 13: FinishTyping(), 271: FinishTyping(), 27: GiveUpTyping()}
"""What keys of a real keyboard do: Backspace, Enter and Escape."""


class TypingPad(Column):
    """Title, text, digits and letters; Typed is sent with the text, or with None when it is given up."""

    def __init__(self, title: str, text: str, send: Send, *, plain: bool = True, **more: Any) -> None:
        super().__init__(padding=u(12), gap=GAP, **more)
        self._text, self._send_on, self._plain = text, send, plain
        self._shown = Fitted(self._with_mark(), TITLE, colours().text, bold=True, align="left")
        self.add_widget(Words(title, BODY))
        shown = Card((self._shown,), colours().raised, tight=False, pad=8)
        self.add_widget(Row((shown, SoundKey(send)), height=60))
        across = 7 if upright() else 10
        signs = DIGITS + LETTERS + EXTRAS
        for start in range(0, len(signs), across):
            row = [self._key(sign) for sign in signs[start : start + across]]
            self.add_widget(Row(row))
        give_up = Tool(Button(_("Cancel"), GiveUpTyping(), "quiet"), self._pressed)
        space = Tool(Button(_("Space"), TypeSign(" "), "plain"), self._pressed)
        wipe = Tool(Button(_("Delete"), Wipe(), "plain"), self._pressed)
        done = Tool(Button(_("Done"), FinishTyping(), "main", "done"), self._pressed)
        self.add_widget(Row((give_up, space, wipe, done), height=TOUCH))
        self.bind(parent=self._listen)

    def _key(self, sign: str) -> Tool:
        return Tool(Button(sign.upper(), TypeSign(sign), "plain"), self._pressed, type_size=24)

    def _with_mark(self) -> str:
        return self._text + "_"

    def _pressed(self, touch: Touch) -> None:
        match touch:
            case TypeSign(sign):
                self._add(sign)
            case Wipe():
                self._text = self._text[:-1]
            case FinishTyping():
                self._send_on(Typed(self._text))
                return
            case GiveUpTyping():
                self._send_on(Typed(None))
                return
        self._shown.text = self._with_mark()

    def _add(self, sign: str) -> None:
        if len(self._text) >= MOST:
            return
        starts = not self._text or self._text[-1] in " -"
        self._text += sign.upper() if self._plain and starts else sign

    def _listen(self, _pad: object, parent: object) -> None:
        if parent is not None:
            Window.bind(on_textinput=self._on_textinput, on_key_down=self._on_key_down)
        else:
            Window.unbind(on_textinput=self._on_textinput, on_key_down=self._on_key_down)

    def _on_textinput(self, _window: object, text: str) -> None:
        for sign in text:
            if sign.isprintable() and len(self._text) < MOST:
                self._text += sign
        self._shown.text = self._with_mark()

    def _on_key_down(self, _window: object, key: int, *_rest: object) -> bool:
        if key in BY_KEY:
            self._pressed(BY_KEY[key])
        return key in BY_KEY
