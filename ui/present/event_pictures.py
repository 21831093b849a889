"""What was played, as small pictures beside an event's words: cards, discs, pieces, tokens, tiles. Knows no game."""

from dataclasses import dataclass

from companion.game import Seat
from companion.sight import Thing
from ui.present.discs import DiscColour


@dataclass(frozen=True, slots=True)
class DiscPicture:
    """A disc that fell. `sign`: a number, `lightning` or `spiral`."""

    colour: DiscColour
    sign: str


@dataclass(frozen=True, slots=True)
class TowerPicture:
    """Pieces on each other, the lowest first, each with its colour and whose it is; one alone is a tower too."""

    pieces: tuple[tuple[str, Seat], ...]


@dataclass(frozen=True, slots=True)
class TokenPicture:
    """A token: its picture's label, its name, its side's colour."""

    label: str
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class TilePicture:
    """A tile: the name of its terrain, or `base` with the `colour` of its side."""

    tile: str
    colour: str = ""


EventPicture = Thing | DiscPicture | TowerPicture | TokenPicture | TilePicture
MOST = 3
"""So many pictures stand beside the words of an event."""
