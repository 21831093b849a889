"""Keeps the printed look of the tribes' cards for the eye: `python -m ui.games.zoon_kept [FOLDER]`, once, by hand.

They are drawn in English; what a card says in words is too small to matter to what it is told by.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.kits.zoons import facts
from ui.games.zoon_printed import printed_tribe

if TYPE_CHECKING:
    from vision.printed.marks import Drawing

KEPT: Final = Path(__file__).parents[2] / "companion" / "kits" / "zoon_faces"
COLOURS: Final = 128
"""As many as a star and a green square need to keep theirs, beside a land and a creature."""
TRIBES: Final = ("boarix", "monkus", "rhinogoths", "warus")


def drawn(tribe: str) -> "dict[str, Drawing]":
    """The faces of a tribe by their labels, and its back as "back"."""
    printed = printed_tribe(facts(), tribe)
    return {**printed.faces, "back": printed.back}


def keep_all(folder: Path) -> int:
    """Writes the pictures of the four tribes into the deck folders within one; gives how many there are."""
    import numpy as np
    from PIL import Image

    from vision.decks.deck import PRINTED
    from vision.faces.kept import SCALE, keep
    from vision.printed.raster import picture_of

    count = 0
    for tribe in TRIBES:
        (folder / tribe / PRINTED).mkdir(parents=True, exist_ok=True)
        for label, drawing in drawn(tribe).items():
            picture = np.ascontiguousarray(picture_of(drawing, SCALE)[..., ::-1])
            keep(Image.fromarray(picture), folder / tribe / PRINTED / f"{label}.png", COLOURS)
            count += 1
    return count


if __name__ == "__main__":
    print(keep_all(Path(sys.argv[1]) if len(sys.argv) > 1 else KEPT))
