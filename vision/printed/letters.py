"""The fonts that are printed with: how wide words run in them, and how words are broken into lines.

Fonts lie in `fonts/`, under the SIL Open Font License, cut down to Western European letters; they are embedded in what
is printed, so that it looks the same everywhere.
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
"""Height of a capital over the size of its font."""
LEADING: Final = 1.75
"""From line to line, over the height of a capital."""


@cache
def registered(font: Font) -> str:
    """The name by which the writer of PDFs knows a font, known to it from now on."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    name = FILES[font].removesuffix(".ttf")
    pdfmetrics.registerFont(TTFont(name, str(FONTS / FILES[font])))
    return name


def size_of(font: Font, capital_mm: float) -> float:
    """The size (mm) of a font whose capitals are so high."""
    return capital_mm / CAPITAL[font]


def width_mm(words: str, font: Font, capital_mm: float) -> float:
    """How wide words run where capitals are so high (mm)."""
    from reportlab.pdfbase import pdfmetrics

    return float(pdfmetrics.stringWidth(words, registered(font), size_of(font, capital_mm)))


def wrapped(words: str, font: Font, capital_mm: float, room_mm: float) -> tuple[str, ...]:
    """Words in lines that are no wider than there is room; a word that is wider stands alone in its line.

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
    """The greatest height of capitals from `least_mm` to `most_mm` at which words run no wider than the room.

    Raises ValueError where they are wider even at the least.
    """
    wide = width_mm(words, font, most_mm)
    size = most_mm if wide <= room_mm else most_mm * room_mm / wide
    if size < least_mm:
        raise ValueError(f"expected words of at most {room_mm:.1f} mm, found {words!r}")
    return size
