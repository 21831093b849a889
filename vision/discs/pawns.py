"""Finds playing pieces that stand up: turned pawns and cylinders, with their colour and where their foot is.

Rule kept: the place of a piece is where it touches the table, however far its head leans in the picture.
"""

from collections.abc import Sequence
from typing import Final

from companion.sight import Kind, Sighting
from vision.arrays import Picture
from vision.boxes import Box
from vision.discs.bodies import FoundBody, find_bodies
from vision.discs.heights import height_mm
from vision.light.colours import White, body_colour, white_of
from vision.mat.plane import Plane
from vision.pieces import PieceReader
from vision.reader import View

COLOURED: Final = 0.9
"""The colour is judged on so much of the outline, from its middle."""


class PawnReader(PieceReader):
    """Reads pawns. Where the table has no discs, flat round pieces are the players' own."""

    kind: Kind = "pawn"

    def find(self, view: View, boxes: Sequence[Box] | None) -> Sequence[Sighting]:
        return find_pawns(view.image, view.plane, boxes, flat="disc" not in view.table.kinds)


def find_pawns(
    image: Picture, plane: Plane | None, boxes: Sequence[Box] | None, *, flat: bool = False
) -> tuple[Sighting, ...]:
    """The pawns and cylinders in a picture (BGR), labels `pawn` and `cylinder`.

    `boxes` (px) are all that need be looked at; None: everywhere. `flat`: round flat pieces count as well, as
    cylinders, for tables on which the playing pieces are flat; of a tower the uppermost. With a plane `x`, `y` are
    where the piece stands, in table mm.
    """
    wanted = ("pawn", "cylinder", "disc") if flat else ("pawn", "cylinder")
    found = [f for f in find_bodies(image, boxes) if f.body.shape in wanted]
    if not found:
        return ()
    white = white_of(image, plane)
    return tuple(_sighting(image, plane, white, one) for one in found)


def _sighting(image: Picture, plane: Plane | None, white: White, found: FoundBody) -> Sighting:
    body = found.body
    x = y = None
    if plane is not None and body.shape == "pawn":
        (x, y), *_ = plane.to_mm(body.anchor[None]).tolist()
    elif plane is not None:
        high = height_mm(image, plane, body)
        (x, y), *_ = plane.to_mm(body.anchor[None], high).tolist()
    likeliest = body.chances[2] + (body.chances[1] if body.shape == "disc" else 0.0)
    chance = body.chances[3] if body.shape == "pawn" else likeliest
    label, other = ("pawn", "cylinder") if body.shape == "pawn" else ("cylinder", "pawn")
    share = min(1.0, chance / max(1e-6, 1 - body.chances[0]))
    outline = body.outline()
    middle = outline.mean(axis=0)
    return Sighting(
        kind="pawn",
        label=label,
        sure=found.chance * share,
        others=((other, found.chance * (1 - share)),) if share < 0.99 else (),
        x=None if x is None else round(x, 2),
        y=None if y is None else round(y, 2),
        corners_px=tuple((float(a), float(b)) for a, b in outline),
        visible=min(1.0, body.visible) if body.visible < 0.9 else 1.0,
        colour=body_colour(image, middle + COLOURED * (outline - middle), white),
    )
