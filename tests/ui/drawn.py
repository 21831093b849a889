"""Draws a screen from the instructions on its canvas: what stands where in which colour, on any machine alike.

No font and no graphics card takes part: a text is its box and its ink, a picture from a file is a grey plane.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from kivy.graphics import Rectangle
from numpy.typing import NDArray

from ui.widgets.theme import Colour, colour_of

Pixels = NDArray[np.float32]
Points = NDArray[np.float64]
PICTURE: Colour = (0.5, 0.5, 0.5, 1.0)
"""What stands for a picture from a file."""
TEXT_COVERS = 0.35
"""So much of its box a text covers with its ink, about."""


TEXTS, SIGNS = 4.5, 3.0
"""The least contrast of a text, and of a sign (WCAG 2, AA)."""
SIGN = "a sign"
INNER = 0.6
"""So much of the width and height of its box a text surely stands in; its corners may reach over other things."""
OUTSIDE = 0.1
"""So much of that may be something else all the same: a line, a corner of a plate."""
LEAST_KNOWN = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Inked:
    """A text or a sign: its ink, and the colours behind it (N x 3) with what part of them is no known picture."""

    what: str
    ink: Colour
    behind: Pixels
    known: NDArray[np.bool_]


@dataclass(slots=True)
class _Clip:
    """What may be drawn on: left, low, right, high in pixels."""

    left: float
    low: float
    right: float
    high: float

    def within(self, points: Points) -> "_Clip":
        (left, low), (right, high) = points.min(axis=0), points.max(axis=0)
        return _Clip(max(self.left, left), max(self.low, low), min(self.right, right), min(self.high, high))


@dataclass
class Drawn:
    """A screen as it is drawn: `pixels` (rows from the top, RGB 0 to 1), and every text and sign on it.

    `texts`: by the identity of its texture, what a text says and its ink, where that is in the texture already.
    """

    size: tuple[int, int]
    ground: Colour
    texts: dict[int, tuple[str, Colour | None]]
    pixels: Pixels = field(init=False)
    pictures: NDArray[np.uint8] = field(init=False)
    inked: list[Inked] = field(default_factory=list)

    def __post_init__(self) -> None:
        width, height = self.size
        self.pixels = np.empty((height, width, 3), np.float32)
        cv2.rectangle(self.pixels, (0, 0), self.size, self.ground[:3], cv2.FILLED)
        self.pictures = np.zeros((height, width), np.uint8)


_written: dict[int, tuple[Any, str]] = {}
"""Textures that take the colour set on the canvas, by identity, each with what it says."""


def note_writing() -> None:
    """From now on texts drawn on a canvas, and signs, are known for what they are. Once, before any is drawn."""
    from ui.widgets import text

    class Noted(text.MarkupLabel):  # type: ignore[misc]
        def refresh(self) -> None:
            super().refresh()
            _written[id(self.texture)] = (self.texture, self.text)

    text.MarkupLabel = Noted
    text.letters.cache_clear()


def drawn(root: Any) -> Drawn:
    """All that is drawn in the window below a widget."""
    from kivy.core.window import Window

    from ui.widgets.text import Text

    texts: dict[int, tuple[str, Colour | None]] = {key: (said, None) for key, (_t, said) in _written.items()}
    for widget in root.walk():
        if isinstance(widget, Text) and widget.texture is not None:
            # A key that cannot be pressed now is to be seen as such.
            texts[id(widget.texture)] = ("" if widget.disabled else widget.text, tuple(widget.color))
    found = Drawn(tuple(Window.size), colour_of("night"), texts)
    _Brush(found).draw(root.canvas)
    return found


def faint(screen: Drawn) -> list[str]:
    """The texts and signs that stand out too little from what is behind them, in words."""
    found = []
    for one in screen.inked:
        least = SIGNS if one.what == SIGN else TEXTS
        behind = one.behind[one.known]
        if len(behind) < LEAST_KNOWN * len(one.behind):
            continue
        ink = np.asarray(one.ink[:3], np.float32)
        seen = behind + (ink - behind) * np.float32(one.ink[3])
        light, dark = (_luminance(seen), _luminance(behind))
        ratio = (np.maximum(light, dark) + 0.05) / (np.minimum(light, dark) + 0.05)
        worst = float(np.quantile(ratio, OUTSIDE))
        if worst < least:
            where = np.rint(np.median(behind, axis=0) * 255).astype(int).tolist()
            inked = np.rint(ink * 255).astype(int).tolist()
            found.append(f"{one.what[:40]!r}: {worst:.2f}, ink {inked} on {where}")
    return found


def _luminance(of: Pixels) -> Pixels:
    """Relative luminance as WCAG 2 defines it."""
    linear = np.where(of <= 0.03928, of / 12.92, ((of + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]), np.float32)


class _Brush:
    """Follows the instructions of a canvas, one after the other."""

    def __init__(self, on: Drawn) -> None:
        self.on = on
        self.ink: Colour = (1.0, 1.0, 1.0, 1.0)
        self.place, self.places = np.eye(3), [np.eye(3)][:0]
        self.clips = [_Clip(0, 0, *on.size)]
        self.cut: list[Points] | None = None
        self.uncutting = False
        self.plain = Rectangle().texture

    def draw(self, group: Any, opacity: float = 1.0) -> None:
        """Draws all of a group."""
        opacity *= getattr(group, "opacity", 1.0)
        for one in group.children:
            self._one(one, opacity)

    def _one(self, one: Any, opacity: float) -> None:
        kind = type(one).__name__
        match kind:
            case "Color":
                self.ink = tuple(one.rgba)
            case "PushMatrix":
                self.places.append(self.place)
            case "PopMatrix":
                self.place = self.places.pop()
            case "Rotate":
                self.place = self.place @ _turned(one.angle, one.origin)
            case "Translate":
                self.place = self.place @ np.array([[1, 0, one.x], [0, 1, one.y], [0, 0, 1.0]])
            case "Scale":
                self.place = self.place @ _scaled(one.x, one.y, one.origin)
            case "StencilPush":
                self.cut = []
            case "StencilUse":
                around = np.concatenate(self.cut or [np.zeros((1, 2))])
                self.clips.append(self.clips[-1].within(around))
                self.cut = None
            case "StencilUnUse":
                self.uncutting = True
            case "StencilPop":
                self.uncutting = False
                self.clips.pop()
            case _ if hasattr(one, "children"):
                self.draw(one, opacity)
            case _:
                for outline in self._outlines(kind, one):
                    self._shape(one, outline, opacity)
                if kind in ("Line", "SmoothLine"):
                    self._stroke(one, opacity)

    def _outlines(self, kind: str, one: Any) -> Iterator[Points]:
        """The outlines of what an instruction fills, in pixels from the lower left."""
        if kind in ("Rectangle", "RoundedRectangle", "SmoothRoundedRectangle", "SmoothRectangle"):
            yield self._corners(one.pos, one.size)
        elif kind in ("Ellipse", "SmoothEllipse"):
            turn = np.linspace(0, 2 * math.pi, 24, endpoint=False)
            middle, half = np.add(one.pos, np.divide(one.size, 2)), np.divide(one.size, 2)
            yield self._at(np.column_stack([np.cos(turn), np.sin(turn)]) * half + middle)
        elif kind in ("Triangle", "SmoothTriangle", "Quad", "SmoothQuad"):
            yield self._at(np.reshape(one.points, (-1, 2)))

    def _corners(self, pos: Any, size: Any) -> Points:
        (x, y), (wide, high) = pos, size
        return self._at(np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]], float))

    def _at(self, points: Points) -> Points:
        return np.asarray(points @ self.place[:2, :2].T + self.place[:2, 2], float)

    def _shape(self, one: Any, outline: Points, opacity: float) -> None:
        if self.cut is not None:
            self.cut.append(outline)
            return
        if self.uncutting:
            return
        texture = getattr(one, "texture", None)
        said = self.on.texts.get(id(texture)) if texture is not None else None
        red, green, blue, alpha = self.ink
        if said is not None:
            words, own = said
            ink = own or self.ink
            if any("\ue000" <= sign <= "\uf8ff" for sign in words):
                if self.ink != colour_of("line"):  # else it stands on a key that cannot be pressed now
                    self._note(SIGN, self.ink, outline)
            elif words.strip() and opacity > 0.9:
                self._note(words, ink, outline)
            self._fill(outline, (*ink[:3], ink[3] * opacity * TEXT_COVERS))
        elif (
            texture is not None
            and texture is not self.plain
            and type(one).__name__ in ("Rectangle", "Ellipse", "RoundedRectangle")
        ):
            self._fill(outline, (*PICTURE[:3], alpha * opacity), picture=True)
        else:
            self._fill(outline, (red, green, blue, alpha * opacity))

    def _stroke(self, line: Any, opacity: float) -> None:
        points = np.reshape(line.points or [], (-1, 2)).astype(float)
        if len(points) < 2 or self.cut is not None or self.uncutting:
            return
        wide = max(line.width, 0.5)
        self._fill(
            self._at(points), (*self.ink[:3], self.ink[3] * opacity), wide=wide, closed=bool(line.close)
        )

    def _box(self, outline: Points, reach: float = 0.0) -> tuple[slice, slice] | None:
        """The rows and columns of the picture that an outline, or a line so wide to each side, may touch."""
        clip, (wide, high) = self.clips[-1], self.on.size
        (left, low), (right, top) = outline.min(axis=0).tolist(), outline.max(axis=0).tolist()
        left, right = (
            max(0, math.floor(max(clip.left, left - reach))),
            min(wide, math.ceil(min(clip.right, right + reach))),
        )
        low, top = max(clip.low, low - reach), min(clip.high, top + reach)
        first, last = max(0, math.floor(high - top)), min(high, math.ceil(high - low))
        return (slice(first, last), slice(left, right)) if left < right and first < last else None

    def _fill(
        self,
        outline: Points,
        colour: Colour,
        *,
        picture: bool = False,
        wide: float = 0.0,
        closed: bool = True,
    ) -> None:
        """Fills an outline, or with `wide` strokes it so far to each side."""
        box = self._box(outline, wide) if colour[3] > 0 else None
        if box is None:
            return
        rows, columns = box
        inside = outline * (16, -16) + (-16 * columns.start - 8, 16 * (self.on.size[1] - rows.start) - 8)
        fine = [np.rint(inside).astype(np.int32)]

        def fill(on: Any, ink: Any) -> None:
            if wide:
                cv2.polylines(on, fine, closed, ink, max(1, round(2 * wide)), cv2.LINE_8, 4)
            else:
                cv2.fillPoly(on, fine, ink, cv2.LINE_8, 4)

        here, alpha = self.on.pixels[box], min(1.0, colour[3])
        if alpha < 1:
            filled = here.copy()
            fill(filled, colour[:3])
            cv2.addWeighted(filled, alpha, here, 1 - alpha, 0, dst=here)
        else:
            fill(here, colour[:3])
        if alpha > 0.5:
            fill(self.on.pictures[box], int(picture))

    def _note(self, what: str, ink: Colour, outline: Points) -> None:
        middle = outline.mean(axis=0)
        box = self._box(middle + (outline - middle) * INNER)
        if box is not None and self.cut is None and not self.uncutting:
            behind = self.on.pixels[box].reshape(-1, 3).copy()
            self.on.inked.append(
                Inked(what=what, ink=ink, behind=behind, known=self.on.pictures[box].ravel() == 0)
            )


def _turned(angle: float, origin: Any) -> Points:
    turn = math.radians(angle)
    cosine, sine, (x, y) = math.cos(turn), math.sin(turn), origin[:2]
    return np.array(
        [
            [cosine, -sine, x - cosine * x + sine * y],
            [sine, cosine, y - sine * x - cosine * y],
            [0, 0, 1.0],
        ]
    )


def _scaled(x: float, y: float, origin: Any) -> Points:
    at_x, at_y = origin[:2]
    return np.array([[x, 0, at_x * (1 - x)], [0, y, at_y * (1 - y)], [0, 0, 1.0]])
