"""The discs that are thrown in ZONG, drawn: faces for the simulated table, where nobody's own need be known."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from companion.games.zong.state import BLUE, LIGHTNING, RISK, Agreed

if TYPE_CHECKING:
    from vision.decks.deck import Deck
    from vision.sources.pictures import Picture

DISC_MM: Final = 26.0
_SIDE_PX: Final = 200
_COLOURS: Final = {BLUE: (190, 90, 40), RISK: (150, 60, 120), LIGHTNING: (60, 200, 240)}
"""Blue, green and red of the discs."""
_LARGE, _BOLD = 4.9, 20
_LIGHT, _DARK = (240, 240, 240), (30, 30, 40)
_FLASH: Final = ((110, 40), (64, 104), (96, 104), (90, 160), (136, 92), (104, 92))


def drawn_discs(agreed: Agreed) -> "Deck":
    """A deck of discs named `zong` with every face that may be thrown; of two that are labelled alike the first."""
    from vision.decks.deck import Deck, DeckFace

    faces: dict[str, DeckFace] = {}
    for disc in (RISK, LIGHTNING, BLUE):
        for face in agreed.faces(disc):
            label = str(face)
            faces.setdefault(label, DeckFace(label, _face(label, _COLOURS[disc])))
    return Deck(
        name="zong",
        path=Path("zong"),
        width_mm=DISC_MM,
        height_mm=DISC_MM,
        faces=tuple(faces[label] for label in sorted(faces)),
        backs=(),
        kind="disc",
    )


def _face(label: str, colour: tuple[int, int, int]) -> "Picture":
    """What is printed on one side of a disc."""
    picture = np.full((_SIDE_PX, _SIDE_PX, 3), colour, np.uint8)
    middle = _SIDE_PX // 2
    if label == "lightning":
        cv2.fillPoly(picture, [np.array(_FLASH)], _DARK, cv2.LINE_AA)
    elif label == "spiral":
        turns = np.linspace(0, 5 * np.pi, 120)
        points = middle + np.column_stack([np.cos(turns), np.sin(turns)]) * (4 * turns)[:, None]
        cv2.polylines(
            picture,
            [np.rint(points).astype(np.int32)],
            isClosed=False,
            color=_DARK,
            thickness=9,
            lineType=cv2.LINE_AA,
        )
    else:
        (wide, high), _ = cv2.getTextSize(label, cv2.FONT_HERSHEY_DUPLEX, _LARGE, _BOLD)
        at = (middle - wide // 2, middle + high // 2)
        cv2.putText(picture, label, at, cv2.FONT_HERSHEY_DUPLEX, _LARGE, _LIGHT, _BOLD, cv2.LINE_AA)
    return np.asarray(picture, np.uint8)
