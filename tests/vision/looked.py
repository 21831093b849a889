"""What a reader of one kind of piece finds in a picture alone, with no table about it."""

from collections.abc import Sequence

from companion.sight import Kind, Sighting, Table
from vision.arrays import Box, Picture
from vision.decks.deck import Deck
from vision.dice.reader import DiceReader
from vision.discs.reader import DiscReader, PawnReader
from vision.mat.plane import Plane
from vision.reader import PieceReader, View

Found = tuple[Sighting, ...]
Boxes = Sequence[Box] | None


def _found(reader: PieceReader, image: Picture, plane: Plane | None, boxes: Boxes, *kinds: Kind) -> Found:
    view = View(image=image, plane=plane, table=Table(1.0, 1.0, kinds=kinds))
    return tuple(reader.find(view, boxes))


def find_dice(image: Picture, plane: Plane | None, boxes: Boxes) -> Found:
    return _found(DiceReader(), image, plane, boxes, "die")


def find_discs(image: Picture, plane: Plane | None, boxes: Boxes, faces: Sequence[Deck] = ()) -> Found:
    """Pawns may lie on the table as well, so that a disc is what has the shape of one."""
    return _found(DiscReader(faces), image, plane, boxes, "disc", "pawn")


def find_pawns(image: Picture, plane: Plane | None, boxes: Boxes, *, flat: bool = False) -> Found:
    """`flat`: there are no discs on the table."""
    return _found(PawnReader(), image, plane, boxes, "pawn", *(() if flat else ("disc",)))
