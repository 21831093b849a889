"""How drawn faces are kept: drawn larger in millimetres, brought down so that edges are smooth, in few colours."""

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

PX_PER_MM = 6
LARGER = 3
"""So many times larger a face is drawn than it is kept."""
SCALE = PX_PER_MM * LARGER
COLOURS_KEPT = 48
LEAST_MM = 2.0
"""Letters are never smaller than this."""


def px(mm: float) -> int:
    """Millimetres as px of the drawing."""
    return round(mm * SCALE)


def fitting(
    canvas: ImageDraw.ImageDraw, words: str, size: float, room: float
) -> tuple[ImageFont.FreeTypeFont, float]:
    """The largest font up to a size (px) in which words are no wider than the room, and how wide they are."""
    while True:
        font = ImageFont.load_default(size)
        assert isinstance(font, ImageFont.FreeTypeFont), "expected Pillow with FreeType"
        width = canvas.textlength(words, font)
        if width <= room or size <= px(LEAST_MM):
            return font, width
        size -= px(0.2)


def keep(picture: Image.Image, path: Path, colours: int = COLOURS_KEPT) -> None:
    """Saves a picture that was drawn larger in the size in which it is kept, and in few colours."""
    size = (picture.width // LARGER, picture.height // LARGER)
    keep_as_large(picture.resize(size, Image.Resampling.LANCZOS), path, colours)


def keep_as_large(picture: Image.Image, path: Path, colours: int = COLOURS_KEPT) -> None:
    """Saves a picture in its own size and few colours; small things of a colour of their own need more of them."""
    picture.quantize(colours, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)
