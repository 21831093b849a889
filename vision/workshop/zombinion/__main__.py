"""Draws the pictures of Zombinion anew: `python -m vision.workshop.zombinion`."""

import gzip
from collections.abc import Iterator
from pathlib import Path

from vision.faces import zombinion
from vision.printed.marks import Drawing
from vision.printed.svg import svg_of
from vision.workshop.zombinion.backs import horde, night
from vision.workshop.zombinion.scenes import SCENES, scene


def pictures() -> Iterator[tuple[str, Drawing]]:
    """Every picture with the name that it is kept under."""
    for card in SCENES:
        yield card, scene(card)
        yield f"horde-{card}", horde(card)
    yield "night", night()


def keep_all(folder: Path) -> None:
    """Writes every picture as a packed SVG."""
    for name, drawing in pictures():
        (folder / f"{name}.svgz").write_bytes(gzip.compress(svg_of(drawing).encode(), 9, mtime=0))


if __name__ == "__main__":
    keep_all(Path(zombinion.__path__[0]) / "pictures")
