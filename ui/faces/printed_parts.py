"""What of a game can be printed: its parts in the order in which they are made, and what is done with each."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.game import Setup

if TYPE_CHECKING:
    from vision.printed.marks import Drawing

Room = tuple[float, float]
"""How wide and how high one sheet of paper can be printed on (mm), upright."""


@dataclass(frozen=True, slots=True, eq=False)
class CardToPrint:
    """A card, tile or token that is printed and cut out: its label, face and back, and how many a game needs.

    `group`: what it is bought or chosen with, as a tribe; empty where a game has no such thing.
    """

    label: str
    face: "Drawing"
    back: "Drawing | None" = None
    copies: int = 1
    group: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class PrintedPart:
    """One part of a game on paper. `title` and `how` (what is done with its sheets) are looked up where they are shown.

    It has either `cards`, which are laid out on sheets and printed on both sides where they have backs, or drawings of
    its own (`draw`). Both raise OwnersFault for files of the owner's, `draw` raises ValueError where there is too
    little room for what must not be glued together.

    `decks`: the names of the decks that its cards make up, as far as the eye knows any. `pales`: whether its own
    drawings may be paler to save ink, as cards always may; what the eye looks at in its full colours never is.
    """

    id: str
    title: str
    how: str
    cards: Callable[[Setup], list[CardToPrint]] | None = None
    draw: "Callable[[Setup, Room], list[Drawing]] | None" = None
    decks: tuple[str, ...] = ()
    pales: bool = False
