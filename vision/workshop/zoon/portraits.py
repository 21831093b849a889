"""A creature before its land: the picture of a Zoon's card, looking to where its grid is."""

from collections.abc import Callable
from typing import Final

from vision.faces.zoon.illustrations import LATER
from vision.faces.zoon.ink import STYLES, Marks, flat
from vision.printed.shapes import oval
from vision.workshop.zoon.apes import monkey
from vision.workshop.zoon.beasts import mourse
from vision.workshop.zoon.boars import boar
from vision.workshop.zoon.cast import CAST, Figure
from vision.workshop.zoon.clothes import CLOTHES, Cloth, fist
from vision.workshop.zoon.emblems import EMBLEMS, banners, crest
from vision.workshop.zoon.head import Head
from vision.workshop.zoon.headgear import ABOVE, BEHIND
from vision.workshop.zoon.ink import put
from vision.workshop.zoon.lands import land
from vision.workshop.zoon.monsters import ratops, trice
from vision.workshop.zoon.rhinos import rhino
from vision.workshop.zoon.sea_beasts import orca, walrus
from vision.workshop.zoon.weapons import WEAPONS

HEADS: Final[dict[str, Callable[[Head], Marks]]] = {
    "boar": boar, "monkey": monkey, "rhino": rhino, "walrus": walrus, "orca": orca,
    "trice": trice, "ratops": ratops, "mourse": mourse,
}  # fmt: skip
HAND: Final = (8.4, 41.0)


def portrait(tribe: str, species: str, twin: str = "") -> Marks:
    """A card's picture, 60 mm a side, with its subject left of the grid."""
    style, figure = STYLES[tribe], CAST[species]
    ground = land(style.land, figure.hour + (LATER if twin == "b" else 0), f"{species} {twin}")
    return (*ground, *(emblem(species, figure) if figure.kind == "emblem" else creature(figure)))


def creature(figure: Figure) -> Marks:
    """The creature from the chest up, without its land."""
    x, y = figure.at
    scale = figure.scale
    cloth = Cloth(figure.head.name, figure.cloth, figure.trim, figure.head.skin)
    low = put(CLOTHES[figure.clothes](cloth), x, y, scale)
    shade = (flat(oval(x + 1.5, y + 10.5 * scale, 10.5 * scale, 4.6 * scale), (20, 10, 30), opacity=0.35),)
    top: Marks = HEADS[figure.kind](figure.head)
    if figure.hat in ABOVE:
        top = (*top, *put(ABOVE[figure.hat](figure.trim), 0, _BROW.get(figure.kind, 0.0)))
    if figure.hat in BEHIND:
        top = (*BEHIND[figure.hat](figure.trim), *top)
    head = put(top, x, y, scale, figure.turn)
    if not figure.weapon:
        return (*low, *shade, *head)
    arm = put(WEAPONS[figure.weapon](figure.trim), *HAND, 0.86, figure.lean)
    hand = put(fist(0, 0, figure.head.skin, figure.cloth), *HAND, 0.86, 0.0)
    if figure.weapon == "drum":
        drum = put(WEAPONS["drum"](figure.trim), x + 0.5, 48.0, 0.9)
        return (
            *low,
            *shade,
            *head,
            *drum,
            *put(fist(0, 0, figure.head.skin, figure.cloth), 9.4, 43.5, 0.8, 24),
        )
    return (*low, *shade, *arm, *head, *hand)


_BROW: Final = {"rhino": 0.6, "orca": -1.0, "walrus": 0.4, "boar": 0.2, "monkey": -0.4}
"""Offset of a hat down on a kind of head (mm)."""


def emblem(species: str, figure: Figure) -> Marks:
    known = EMBLEMS.get(species)
    behind = put(banners(figure.cloth, figure.trim), 19.5, 30.5, 0.86)
    return (*behind, *put(known() if known else crest(species, figure.cloth, figure.trim), 19.0, 30.8, 0.98))
