"""The pictures by which the eye knows printed cards: `python -m tests.ui.games.zombinion.printed_pictures FOLDER`.

The folder is `printed/` within that of the deck. A picture is the mean of what is printed in every language: they
differ in the words of a card's effect alone, and the mean is near to each of them.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from PIL import Image

from companion.game import Setup
from companion.language import speak, spoken
from ui.games.zombinion.printed import faces
from ui.languages import OWN_NAMES, language
from vision.faces.zombinion.card import draw_back
from vision.printed.marks import Drawing
from vision.printed.pdf import picture_of
from vision.workshop.kept import PX_PER_MM, keep_as_large


def drawings(code: str) -> dict[str, Drawing]:
    """All faces by label, and `back`, in a language."""
    before = spoken()
    speak(language(code))
    try:
        return faces(Setup(2)) | {"back": draw_back()}
    finally:
        speak(before)


def keep_pictures(folder: Path, labels: Iterable[str] | None = None) -> None:
    """Draws these, or all of them, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = [drawings(code) for code in OWN_NAMES]
    for label in drawn[0] if labels is None else labels:
        painted = [picture_of(each[label], PX_PER_MM) for each in drawn]
        mean = np.mean(painted, axis=0).round().astype(np.uint8)
        keep_as_large(Image.fromarray(np.ascontiguousarray(mean[..., ::-1])), folder / f"{label}.png")


if __name__ == "__main__":
    keep_pictures(Path(sys.argv[1]))
