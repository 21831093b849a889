"""Words that wrap and scale to fit a box and are never cut off; icons are signs of a font."""

import re
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from kivy import kivy_data_dir
from kivy.core.text import Label as CoreLabel
from kivy.core.text.markup import MarkupLabel
from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget
from kivy.utils import escape_markup, get_hex_from_color

from ui.widgets.theme import BODY, colour_of, is_enlarged, type_px, u
from vision.printed.marks import Ink

REGULAR = "Roboto"
SYMBOLS = "DejaVuSans"
ICONS = "MaterialSymbolsRounded"
_ROBOTO_BEYOND_LATIN = frozenset("–—…“”‘’‚„•·×−≥≤½€")


def font_for(text: str) -> str:
    """Roboto, or DejaVu Sans for signs that Roboto lacks, as there is no font fallback.

    Signs of Unicode's private area are icons.
    """
    if text and all("\ue000" <= sign <= "\uf8ff" for sign in text):
        return ICONS
    plain = all(ord(sign) < 0x250 or sign in _ROBOTO_BEYOND_LATIN for sign in text)
    return REGULAR if plain else SYMBOLS


LEAST = 13.0
"""Minimum type size of a fitted text in units, at any size that the players chose."""

SOFT = "\u00ad"
"""The soft hyphen, by which a translation allows a long word to be broken on a narrow key."""

PARTED = re.compile(f"[{SOFT}/-]")
"""Places where an overlong word may be broken."""

CoreLabel.register(SYMBOLS, str(Path(kivy_data_dir) / "fonts" / f"{SYMBOLS}.ttf"))
CoreLabel.register(ICONS, str(Path(__file__).parent / "signs" / f"{ICONS}.ttf"))

_font_of = itemgetter("font_size", "font_name_r", "bold", "italic", "underline", "strikethrough")
_extents: dict[tuple[Any, str], tuple[int, int]] = {}


def _kept_extents(label: Any, text: str, asked: Any = CoreLabel.get_extents) -> tuple[int, int]:
    """A word's size in px, cached: Kivy measures it at every layout of a text with it."""
    key = (_font_of(label.options), text)
    found = _extents.get(key)
    if found is None:
        if len(_extents) >= 8192:
            _extents.clear()
        found = _extents[key] = asked(label, text)
    return found


CoreLabel.get_extents = _kept_extents


def least() -> float:
    """Minimum type size in units before the players' enlargement."""
    return LEAST * u(1) / type_px(1)


class Text(Widget):
    """A text in an ink, centred in its place; lighter than Kivy's label with its forty observed properties.

    `said`: with soft hyphens; `text`: as written, without them. `look`: further options of Kivy's label.
    """

    def __init__(
        self, said: str, type_size: float, ink: Ink, look: dict[str, Any], *, bold: bool = False, **more: Any
    ) -> None:
        super().__init__(**more)
        self._said, self._asked = readable(said), type_size
        self.text, self.font_name = self._said.replace(SOFT, ""), REGULAR
        self.font_size, self.bold, self.markup = type_px(type_size), bold, False
        self.color, self._look = colour_of(ink), look
        self.texture: Any = None
        self.texture_size = (0, 0)
        with self.canvas:
            Color(1, 1, 1, 1)
            self._shape = Rectangle(size=(0, 0))
        self.bind(pos=self._put, size=self._put)

    def write(self, width: float, height: float | None = None) -> None:
        """Draws the present text in a room (px), wrapped at its width."""
        kind, text = CoreLabel, self.text
        if self.markup:
            kind, text = MarkupLabel, f"[color={get_hex_from_color(self.color)}]{text}[/color]"
        label = kind(
            text=text, font_size=self.font_size, font_name=self.font_name, bold=self.bold, color=self.color,
            text_size=(width, height), **self._look,
        )  # fmt: skip
        label.refresh()
        self.texture, self.texture_size = label.texture, label.texture.size if label.texture else (0, 0)
        self._put()

    def _put(self, *_changed: object) -> None:
        wide, high = self.texture_size
        self._shape.texture, self._shape.size = self.texture, self.texture_size
        self._shape.pos = int(self.x + (self.width - wide) / 2), int(self.y + (self.height - high) / 2)


class Words(Text):
    """Text of a fixed type size, wrapped at its width and as high as needed.

    Type larger than BODY, or enlarged by the players, shrinks if a word is too wide: words break only at
    hyphens, paths at slashes.
    """

    def __init__(
        self, text: str, type_size: float = BODY, ink: Ink = "text", *, align: str = "left",
        markup: bool = False, **more: Any,
    ) -> None:  # fmt: skip
        look = {"halign": align, "line_height": 1.05}
        super().__init__(text, type_size, ink, look, size_hint_y=None, **more)
        mixed = not markup and font_for(self.text) != REGULAR
        if mixed:
            self.text = in_fonts(self.text)
        self.markup = mixed or markup
        self.bind(width=self._wrap)
        self._wrap()

    def _wrap(self, *_changed: object) -> None:
        size = self._asked
        if not self.markup and PARTED.search(self._said):
            self.text = parted(self._said, self.width, min(size, BODY), bold=self.bold)
        smallest = least() if is_enlarged() else BODY
        if size > smallest and not self.markup:
            while size > smallest and longest_word(self.text, size, bold=self.bold) > self.width:
                size = max(size - 1.0, smallest)
            self.font_size = type_px(size)
        self.write(max(self.width, 1))
        self.height = self.texture_size[1]


class Fitted(Text):
    """Text that fills a given box: as large as asked, smaller if it would not fit.

    A word too wide even in the smallest type is broken at its soft hyphens.
    """

    def __init__(
        self, text: str, type_size: float = BODY, ink: Ink = "text", *, align: str = "center",
        valign: str = "middle", **more: Any,
    ) -> None:  # fmt: skip
        super().__init__(text, type_size, ink, {"halign": align, "valign": valign}, **more)
        self.bind(size=self._fit)
        self._fit()

    def say(self, text: str) -> None:
        self._said = self.text = text
        self._fit()

    def _fit(self, *_changed: object) -> None:
        width, height = self.size
        if width < 2 or height < 2:
            return
        whole = self._said.replace(SOFT, "")
        self.font_name = font_for(whole)
        size = self._fitting(whole, width, height)
        if SOFT in self._said and not self._fits(size, width, height, whole):
            whole = parted(self._said, width - 0.5, size, bold=self.bold)
            size = self._fitting(whole, width, height)
        self.text, self.font_size = whole, type_px(size)
        self.write(width, height)

    def _fitting(self, text: str, width: float, height: float) -> float:
        """The largest type size in which a text fits, or the smallest allowed."""
        size, smallest = self._asked, least()
        while size > smallest and not self._fits(size, width, height, text):
            size = max(size - 1.0, smallest)
        return size

    def _fits(self, size: float, width: float, height: float, text: str) -> bool:
        wide, high = _measured(text, type_px(size), width, bold=self.bold, font=self.font_name)
        return wide <= width - 0.5 and high <= height + 0.5


def parted(text: str, width: float, size: float, *, bold: bool) -> str:
    """A text with words wider than `width` (px) broken at hyphens, and paths at slashes."""
    return " ".join(
        "-\n".join(_lines(word.split(SOFT), width, size, bold=bold, mark="-"))
        if SOFT in word
        else "\n".join(_lines(re.findall("[^/-]*[/-]?", word), width, size, bold=bold))
        for word in text.split(" ")
    )


def _lines(parts: Sequence[str], width: float, size: float, *, bold: bool, mark: str = "") -> list[str]:
    """Parts joined into lines that fit with `mark` at their end, except the last."""
    lines = [parts[0]]
    for at, part in enumerate(parts[1:], 1):
        longer = lines[-1] + part
        if longest_word(longer + (mark if at < len(parts) - 1 else ""), size, bold=bold) > width:
            lines.append(part)
        else:
            lines[-1] = longer
    return lines


@lru_cache(maxsize=512)
def letters(text: str, pixels: int, *, bold: bool = True) -> Any:
    """A text as a texture for a canvas, with other fonts for signs that Roboto lacks."""
    label = MarkupLabel(in_fonts(text), font_size=pixels, bold=bold, halign="center", font_name=REGULAR)
    label.refresh()
    return label.texture


def in_fonts(text: str) -> str:
    """A text as markup in which each sign has a font with it."""
    return "".join(
        escape_markup(sign) if font_for(sign) == REGULAR else f"[font={font_for(sign)}]{sign}[/font]"
        for sign in text
    )


def readable(text: str) -> str:
    """The text in signs of the main font: an arrow between squares becomes a dash."""
    return text.replace(" → ", "–").replace("→", "–")


def shortened(words: str, most: int) -> str:
    """A text limited to `most` letters; the log has the rest."""
    return words if len(words) <= most else words[:most].rsplit(" ", 1)[0] + " …"


@lru_cache(maxsize=4096)
def _measured(text: str, pixels: float, width: float | None, *, bold: bool, font: str) -> tuple[float, float]:
    """A text's size in px, wrapped at `width`; overlong words count whole.

    Cached, as a page is laid out in several passes and its texts seldom change.
    """
    label = CoreLabel(text=text, font_size=pixels, font_name=font, bold=bold, text_size=(width, None))
    label.resolve_font_name()
    words = re.split("[ \n]", text)
    return max(width_of(word, pixels, bold=bold, font=font) for word in words), label.render()[1]


def longest_word(text: str, size: float, *, bold: bool) -> float:
    """Width of a text's longest word in px; a no-break space does not end a word."""
    return max(width_of(word, type_px(size), bold=bold) for word in re.split("[ \n]", text))


@lru_cache(maxsize=4096)
def width_of(text: str, pixels: float, *, bold: bool, font: str = REGULAR) -> float:
    """Width of a text in one line, in px."""
    label = CoreLabel(font_size=pixels, font_name=font, bold=bold)
    label.resolve_font_name()
    return float(label.get_extents(text)[0])


def narrowest(text: str) -> float:
    """Minimum width in px at which a fitted text breaks words only at soft hyphens."""
    return longest_word(text.replace(SOFT, "- "), least(), bold=False)


SIGNS: Final[dict[str, str]] = tomllib.loads(
    (files("ui.widgets") / "signs" / "signs.toml").read_text(encoding="utf-8")
)
FILLING: Final = 1.1
"""Enlargement by which a sign of the font fills its square despite its margin."""
