"""Keys large enough for a finger, with icon, picture, words, and a second line."""

from collections.abc import Sequence
from typing import Any, ClassVar
from weakref import WeakSet

from kivy.clock import Clock
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from ui.art.pictures import picture_of
from ui.present.models import Button, Weight
from ui.present.touches import Goto, SwitchSound, Touch
from ui.widgets.boxes import Box, Column, paint_ground, turn_round
from ui.widgets.drawing import Icon, Send, drawn_so_far
from ui.widgets.pictures import Painting
from ui.widgets.text import Fitted, Words, narrowest
from ui.widgets.theme import BODY, ROUND, SMALL, TOUCH, colour_of, sized, u
from vision.printed.marks import Ink

HOME = Goto("home")
HOLD_SECONDS, FEW_FRAMES = 0.45, 3
"""Minimum duration of a held touch, in both units, as a frame may take seconds on a slow box."""


class Down:
    def __init__(self) -> None:
        self._since, self._frame = Clock.get_time(), Clock.frames

    @property
    def is_held(self) -> bool:
        return bool(
            Clock.get_time() - self._since >= HOLD_SECONDS and Clock.frames - self._frame > FEW_FRAMES
        )


class Touched(ButtonBehavior, Box):
    """A rounded background with content, that sends an action once when released inside."""

    def __init__(
        self, action: Touch, send: Send, parts: Sequence[Widget] = (), *, ground: Ink = "raised",
        edge: Ink = "", enabled: bool = True, **more: Any,
    ) -> None:  # fmt: skip
        super().__init__(children=parts, **more)
        self.action, self._send, self._ground, self._edge_colour = action, send, ground, edge
        self.disabled = not enabled
        self.always_release = False
        with self.canvas.before:
            drawn_so_far()
        self._colour = paint_ground(self, ground, edge=edge or ground, wide=1.1, inset=1.0)
        self.bind(state=self._shade)

    @property
    def is_main(self) -> bool:
        """Whether it stands out as the likeliest choice."""
        return self._ground == "primary"

    def on_release(self) -> None:
        """Sends its action, unless another finger's touch has removed the key meanwhile."""
        if self.get_parent_window() is not None:
            self._send(self.action)

    def _shade(self, *_changed: object) -> None:
        bright = tuple(min(1.0, part * 0.8 + 0.12) for part in colour_of(self._ground)[:3])
        self._colour.rgba = (*bright, 1.0) if self.state == "down" else colour_of(self._ground)


LOOKS: dict[Weight, tuple[str, str, str]] = {
    "main": ("primary", "on_primary", ""),
    "chosen": ("chosen-ground", "text", "chosen"),
    "danger": ("surface", "wrong", "wrong"),
    "quiet": ("surface", "quiet", "line"),
    "plain": ("raised", "text", ""),
}
"""Background, ink and edge of a key of each weight."""


class Labelled(Touched):
    """A key for a button, in the colours of its weight and seat; `ink`: of its words."""

    def __init__(self, button: Button, send: Send, **more: Any) -> None:
        self.button = button
        ground, self.ink, edge = LOOKS[button.weight]
        if button.seat is not None:
            ground, self.ink, edge = f"d{button.seat}", "text", f"s{button.seat}"
        if not button.enabled:
            ground, self.ink, edge = "surface", "line", "line"
        super().__init__(button.action, send, ground=ground, edge=edge, enabled=button.enabled, **more)

    def _sign(self, icon: float, emblem: float, **where: Any) -> Widget | None:
        """The emblem of its game, or its icon, in units; None if it has neither."""
        if not self.button.emblem:
            return Icon(self.button.icon, self.ink, icon, **where) if self.button.icon else None
        return Painting(picture_of(self.button.emblem, "emblem"), round_by=ROUND, **sized(emblem), **where)


class Key(Labelled):
    """A button as high as its words need, at least a finger's size; words stand beside the picture."""

    def __init__(
        self,
        button: Button,
        send: Send,
        type_size: float = BODY,
        picture: Widget | None = None,
        least: float = TOUCH,
        **more: Any,
    ) -> None:
        room: Any = {"spacing": u(10), "padding": (u(12), u(8)), "tight": True, "least": least - 16}
        super().__init__(button, send, **room, **more)
        ink, where = self.ink, {"center_y": 0.5}
        self.picture: Any = picture
        if picture is not None:
            picture.pos_hint = where
        sign = picture or self._sign(26, min(72, least - 16), pos_hint=where)
        if sign is not None:
            self.add_widget(sign)
        lines: list[Widget] = [
            Words(button.words, type_size, ink, bold=button.weight in ("main", "chosen") or type_size > BODY)
        ]
        if button.detail:
            faint = ink if button.weight == "main" or not button.enabled else "quiet"
            lines.append(Words(button.detail, SMALL, faint))
        self.add_widget(Column(lines, tight=True, gap=2, pos_hint=where))


class Tool(Labelled):
    """A button of a given size: icon above or beside its words, or a picture before them; they shrink to fit.

    The icon is dropped if a word would have no room beside it.
    """

    def __init__(
        self,
        button: Button,
        send: Send,
        type_size: float = BODY,
        picture: Widget | None = None,
        *,
        stacked: bool = False,
        **more: Any,
    ) -> None:
        way, gap, rim = ("vertical", u(2), u(4)) if stacked else ("horizontal", u(6), u(8))
        super().__init__(button, send, orientation=way, spacing=gap, padding=(rim, u(5)), **more)
        where: Any = {"pos_hint": {"center_x": 0.5} if stacked else {"center_y": 0.5}}
        if button.icon and not button.words:
            where["size_hint"] = (1, 1)
        sign: Any = picture or self._sign(22 if stacked else 24, 30, **where)
        if sign is not None:
            self.add_widget(sign)
        if isinstance(sign, Icon) and button.words and not stacked:
            self._icon, self._least = sign, narrowest(button.words)
            self.bind(width=self._make_room)
        if button.words:
            bold, align = button.weight in ("main", "chosen"), "center" if picture is None else "left"
            self.add_widget(Fitted(button.words, type_size, self.ink, bold=bold, align=align))

    def _make_room(self, *_changed: object) -> None:
        beside = self.width - 2 * u(8) - self._icon.width - self.spacing
        if self._least > beside and self._icon.parent is not None:
            self.remove_widget(self._icon)
        elif self._least <= beside and self._icon.parent is None:
            self.add_widget(self._icon, index=len(self.children))


def home_key(send: Send, **more: Any) -> Tool:
    """The key home from anywhere; the game is kept."""
    return Tool(Button("", HOME, "quiet", "home"), send, **sized(TOUCH) | {"pos_hint": {"top": 1}} | more)


FAR = 1
"""The opposite seat, which reads upside down."""


class EdgeKey(Labelled):
    """A key as wide as its place. A held one sends its `action` at once, and `let_go` at the release."""

    def __init__(self, button: Button, send: Send, **more: Any) -> None:
        room = {"spacing": u(12), "padding": (u(14), u(6)), "size_hint_y": None, "height": u(TOUCH + 16)}
        super().__init__(button, send, **room, **more)
        self.always_release = button.let_go is not None
        self._down = Down()
        self.add_widget(Icon(button.icon, self.ink, side=34, pos_hint={"center_y": 0.5}))
        self.add_widget(Fitted(button.words, 24, self.ink, bold=True, align="left"))
        if button.seat == FAR:
            turn_round(self)

    def on_press(self) -> None:
        if self.button.let_go is not None:
            self._down = Down()
            self._send(self.action)

    def on_release(self) -> None:
        """Hides what was shown, even if the key was redrawn under the finger meanwhile."""
        if self.button.let_go is None:
            super().on_release()
        elif self._down.is_held or not self.button.stays:
            self._send(self.button.let_go)


ICONS = {False: "sound", True: "mute"}


class SoundKey(Tool):
    """A loudspeaker, crossed out while silent."""

    silent = False
    """The state of all such keys; `show_silence` changes it."""
    _all: ClassVar["WeakSet[SoundKey]"] = WeakSet()

    def __init__(self, send: Send, **more: Any) -> None:
        super().__init__(Button("", SwitchSound(), "quiet", ICONS[self.silent]), send, **sized(TOUCH) | more)
        SoundKey._all.add(self)

    @classmethod
    def show_silence(cls, *, silent: bool) -> None:
        """Shows on every key whether there is sound."""
        if silent != cls.silent:
            cls.silent = silent
            for key in cls._all:
                key.children[0].show(ICONS[silent])
