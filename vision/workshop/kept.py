"""Saves drawn faces: drawn at LARGER scale, reduced for smooth edges, in few colours."""

from pathlib import Path

from PIL import Image

PX_PER_MM = 6
LARGER = 3
"""Scale at which a face is drawn relative to its kept size."""
SCALE = PX_PER_MM * LARGER
COLOURS_KEPT = 48


def keep(picture: Image.Image, path: Path, colours: int = COLOURS_KEPT) -> None:
    """Saves a picture drawn at LARGER scale in its kept size and few colours."""
    size = (picture.width // LARGER, picture.height // LARGER)
    keep_as_large(picture.resize(size, Image.Resampling.LANCZOS), path, colours)


def keep_as_large(picture: Image.Image, path: Path, colours: int = COLOURS_KEPT) -> None:
    """Saves a picture in its own size and few colours; small things of their own colour need more of them."""
    picture.quantize(colours, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)
