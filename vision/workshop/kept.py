"""How drawn faces are kept: drawn larger in millimetres, brought down so that edges are smooth, in few colours."""

from pathlib import Path

from PIL import Image

PX_PER_MM = 6
LARGER = 3
"""So many times larger a face is drawn than it is kept."""
SCALE = PX_PER_MM * LARGER
COLOURS_KEPT = 48


def keep(picture: Image.Image, path: Path, colours: int = COLOURS_KEPT) -> None:
    """Saves a picture that was drawn larger in the size in which it is kept, and in few colours."""
    size = (picture.width // LARGER, picture.height // LARGER)
    keep_as_large(picture.resize(size, Image.Resampling.LANCZOS), path, colours)


def keep_as_large(picture: Image.Image, path: Path, colours: int = COLOURS_KEPT) -> None:
    """Saves a picture in its own size and few colours; small things of a colour of their own need more of them."""
    picture.quantize(colours, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)
