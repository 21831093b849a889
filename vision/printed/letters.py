"""The fonts of prints: widths of words, and line breaking.

Fonts are in `fonts/`, under the SIL Open Font License, reduced to Western European letters; they are embedded, so that
prints look the same everywhere.
"""

from functools import cache
from pathlib import Path
from typing import Final

from vision.printed.marks import Font

FONTS: Final = Path(__file__).parent / "fonts"
FILES: Final[dict[Font, str]] = {
    "text": "FiraSansCondensed-Medium.ttf",
    "bold": "FiraSansCondensed-Bold.ttf",
    "round": "Fredoka-SemiBold.ttf",
    "tall": "BebasNeue-Regular.ttf",
    "gothic": "GrenzeGotisch-Bold.ttf",
}
CAPITAL: Final[dict[Font, float]] = {"text": 0.691, "bold": 0.693, "round": 0.7, "tall": 0.7, "gothic": 0.603}
"""Height of a capital, over the font's size."""
LEADING: Final = 1.75
"""Distance of lines, over the height of a capital."""


@cache
def registered(font: Font) -> str:
    """The name of a font in ReportLab, where it is registered."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    name = FILES[font].removesuffix(".ttf")
    pdfmetrics.registerFont(TTFont(name, str(FONTS / FILES[font])))
    return name


def size_of(font: Font, capital_mm: float) -> float:
    """The size (mm) of a font with capitals of this height."""
    return capital_mm / CAPITAL[font]


def width_mm(words: str, font: Font, capital_mm: float) -> float:
    """The width (mm) of words with capitals of this height."""
    from reportlab.pdfbase import pdfmetrics

    return float(pdfmetrics.stringWidth(words, registered(font), size_of(font, capital_mm)))


def wrapped(words: str, font: Font, capital_mm: float, room_mm: float) -> tuple[str, ...]:
    """Words in lines of at most the width `room_mm`; a wider word has a line of its own.

    A no-break space holds two words together.
    """
    lines: list[str] = []
    for word in filter(None, words.split(" ")):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_mm(longer, font, capital_mm) <= room_mm:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def fitting(words: str, font: Font, most_mm: float, least_mm: float, room_mm: float) -> float:
    """The greatest height of capitals, from `least_mm` to `most_mm`, at which words fit into the room.

    Raises ValueError if they are too wide at `least_mm`.
    """
    wide = width_mm(words, font, most_mm)
    size = most_mm if wide <= room_mm else most_mm * room_mm / wide
    if size < least_mm:
        raise ValueError(f"expected words of at most {room_mm:.1f} mm, found {words!r}")
    return size
