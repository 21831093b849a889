"""The pictures by which the eye knows printed cards: `python -m ui.games.zombinion.printed_pictures FOLDER`.

The folder is `printed/` within that of the deck. They are drawn as they are printed in English; only the words of a
card's effect differ in other languages.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

from PIL import Image

from companion.game import Setup
from ui.games.zombinion.printed import back, faces
from vision.faces.kept import LARGER, PX_PER_MM, keep
from vision.printed.marks import Drawing
from vision.printed.raster import picture_of


def drawings() -> dict[str, Drawing]:
    """All faces by label, and `back`."""
    return faces(Setup(2)) | {"back": back()}


def keep_pictures(folder: Path, labels: Iterable[str] | None = None) -> None:
    """Draws these, or all of them, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = drawings()
    for label in drawn if labels is None else labels:
        painted = picture_of(drawn[label], PX_PER_MM * LARGER)
        keep(Image.fromarray(painted[..., ::-1].copy()), folder / f"{label}.png")


if __name__ == "__main__":
    keep_pictures(Path(sys.argv[1]))
