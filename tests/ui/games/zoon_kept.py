"""Keeps the printed look of the tribes' cards for the eye: `python -m tests.ui.games.zoon_kept [FOLDER]`.

Cards that bear whole sentences, the trumps, are kept in every language.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from PIL import Image

from companion.games.zoon.family.deck import facts
from companion.language import ENGLISH, speak, spoken
from ui.games.zoon.printed import printed_tribe
from ui.languages import OWN_NAMES, language
from vision.decks.deck import PRINTED
from vision.printed.pdf import picture_of
from vision.workshop.kept import SCALE, keep

if TYPE_CHECKING:
    from vision.printed.marks import Drawing

KEPT: Final = Path(__file__).parents[3] / "companion" / "games" / "zoon" / "family" / "faces"
COLOURS: Final = 128
"""As many as a star and a green square need to keep theirs, beside a land and a creature."""
TRIBES: Final = ("boarix", "monkus", "rhinogoths", "warus")


def drawn(tribe: str) -> "dict[str, Drawing]":
    """The faces of a tribe by their labels, and its back as "back", in the language that is spoken."""
    printed = printed_tribe(facts(), tribe)
    return {**printed.faces, "back": printed.back}


def keep_all(folder: Path) -> int:
    """Writes the pictures of the four tribes into the deck folders within one; gives how many there are."""
    before, count = spoken(), 0
    try:
        for code in OWN_NAMES:
            speak(language(code))
            for tribe in TRIBES:
                trumps = facts().own_trumps(tribe)
                every = drawn(tribe)
                if code == ENGLISH.code:
                    count += _keep(every, folder / tribe / PRINTED)
                else:
                    worded = {label: every[label] for label in trumps}
                    count += _keep(worded, folder / tribe / f"{PRINTED}-{code}")
    finally:
        speak(before)
    return count


def _keep(drawings: "dict[str, Drawing]", folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    for label, drawing in drawings.items():
        picture = np.ascontiguousarray(picture_of(drawing, SCALE)[..., ::-1])
        keep(Image.fromarray(picture), folder / f"{label}.png", COLOURS)
    return len(drawings)


if __name__ == "__main__":
    print(keep_all(Path(sys.argv[1]) if len(sys.argv) > 1 else KEPT))
