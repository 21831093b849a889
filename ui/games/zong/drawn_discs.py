"""The discs that are thrown in ZONG, as we print them: for the simulated table, where nobody's own need be known."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.games.zong.state import BLUE, LIGHTNING, RISK, Agreed

if TYPE_CHECKING:
    from vision.decks.deck import Deck

_PX_PER_MM: Final = 8.0


def drawn_discs(agreed: Agreed) -> "Deck":
    """A deck of discs named `zong` with every face that may be thrown; of two that are labelled alike the first."""
    from vision.decks.deck import Deck, DeckFace
    from vision.faces.zong.discs import DISC_MM, draw_disc
    from vision.printed.pdf import picture_of

    faces: dict[str, DeckFace] = {}
    for disc in (RISK, LIGHTNING, BLUE):
        for face in map(str, agreed.faces(disc)):
            if face not in faces:
                faces[face] = DeckFace(face, picture_of(draw_disc(face, disc), _PX_PER_MM))
    return Deck(
        name="zong",
        path=Path("zong"),
        width_mm=DISC_MM,
        height_mm=DISC_MM,
        faces=tuple(faces[label] for label in sorted(faces)),
        backs=(),
        kind="disc",
    )
