"""Draws the pictures of games anew: `python -m vision.workshop [GAME…]`, from a checkout."""

import gzip
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

from vision import faces
from vision.printed.marks import Drawing
from vision.printed.svg import svg_of

PICTURES: Final[dict[str, Callable[[], Iterator[tuple[str, Drawing]]]]] = {
    file.parent.name: import_module(f"vision.workshop.{file.parent.name}.pictures").pictures
    for file in sorted(Path(__file__).parent.glob("*/pictures.py"))
}
"""By game, the function that draws its pictures with their names."""


def folder_of(game: str) -> Path:
    """The folder of a game's pictures."""
    return Path(faces.__path__[0]) / game / "pictures"


def keep_all(game: str) -> None:
    """Writes every picture of a game as a packed SVG and removes obsolete ones."""
    folder = folder_of(game)
    folder.mkdir(exist_ok=True)
    drawn = {f"{name}.svgz": svg_of(drawing) for name, drawing in PICTURES[game]()}
    for file in folder.iterdir():
        if file.name not in drawn:
            file.unlink()
    for name, text in drawn.items():
        packed, file = gzip.compress(text.encode(), 9, mtime=0), folder / name
        if not file.exists() or file.read_bytes() != packed:
            file.write_bytes(packed)


if __name__ == "__main__":
    for each in sys.argv[1:] or PICTURES:
        keep_all(each)
