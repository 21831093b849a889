"""Round pieces come in sets, too: a place that is as large and coloured as a sure piece is likelier to be one.

A closer look alone takes a pressed draughtsman now and then for a coin; beside others of its set nobody does.
"""

from collections.abc import Sequence
from typing import Final

from vision.arrays import Floats, Picture
from vision.decks.printed_faces import face_at
from vision.discs.shapes import Body
from vision.kinship import kin_of_sure, likelier, middle_colour

SURE: Final = 0.75
"""A piece speaks for others from this probability on …"""
LEAST_POINTED: Final = 0.5
"""… where the finder pointed at least so surely: prints and shadows, too, are alike."""
COLOUR_PX: Final = 16
"""A piece's colour is told by its top face in a square of so many px …"""
MIDDLE: Final = slice(4, 12)
"""… and by these rows and columns of it."""


def as_sets(
    image: Picture, bodies: Sequence[Body], chances: Sequence[float], pointed: Sequence[float]
) -> list[float]:
    """How likely each body of a picture (BGR) is a piece: likelier than by itself where a sure one is like it.

    `chances`: by themselves (0..1); `pointed`: how surely the finder pointed there (0..1).
    """
    sure = [k for k, chance in enumerate(chances) if chance >= SURE]
    if not sure or len(sure) == len(bodies):
        return list(chances)
    colours = [_colour(image, body) for body in bodies]
    kin = kin_of_sure([body.radius for body in bodies], colours, sure)
    known = set(sure)
    return [
        chance if k in known or pointed[k] < LEAST_POINTED else likelier(chance, kin[k])
        for k, chance in enumerate(chances)
    ]


def _colour(image: Picture, body: Body) -> Floats:
    """The middle colour (Lab) of a top face."""
    return middle_colour(face_at(image, body.anchor, body.spread, COLOUR_PX)[MIDDLE, MIDDLE])
