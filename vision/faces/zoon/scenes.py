"""The pictures of the trumps: each a scene about its middle, some 36 mm wide and 18 mm high."""

from collections.abc import Callable
from random import Random
from typing import Final

from vision.faces.zoon.bursts import rays
from vision.faces.zoon.emblems import crest
from vision.faces.zoon.feats import cage, conch, fury, pair, powder, tortoise, trees
from vision.faces.zoon.hours import HOURS
from vision.faces.zoon.ink import Marks, lighter, put
from vision.faces.zoon.lands import land
from vision.faces.zoon.shots import bertha, coco, firecracker, menhirs, whirling_axe
from vision.faces.zoon.tribes import style_of
from vision.printed.marks import Colour

SCENES: Final[dict[str, tuple[Callable[[], Marks], int, Colour]]] = {
    "pluie-de-menhirs": (menhirs, 6, (255, 246, 220)), "mur-darbres": (trees, 0, (255, 250, 190)),
        "cage-de-racines": (cage, 2, (190, 230, 210)),
    "tortue": (tortoise, 6, (255, 240, 170)), "coco-boum": (coco, 2, (250, 190, 240)), "grosse-bertha": (bertha,
        5, (255, 255, 255)),
    "furie": (fury, 7, (255, 190, 90)), "binome-de-choc": (pair, 3, (255, 255, 255)),
        "poudre-descampette": (powder, 4, (240, 255, 206)),
    "hache-virevoltante": (whirling_axe, 4, (230, 206, 255)), "fleche-petard": (firecracker, 1, (150, 220,
        255)), "conque-de-charge": (conch, 2, (255, 240, 214)),
}  # fmt: skip


def scene(tribe: str, label: str, middle: float, high: float = 17.0) -> Marks:
    """A trump's picture on a card of 60 mm, about (30, middle) and so high; its tribe's crest where none is known."""
    style = style_of(tribe)
    known = SCENES.get(label)
    hour = known[1] if known else Random(f"scene {label}").randint(0, len(HOURS[style.land]) - 1)
    ground = land(style.land, hour, label, middle + 5)
    scale = high / 21.0
    beams = rays(30, middle, known[2] if known else lighter(style.trim), 0.34)
    figure = known[0]() if known else put(crest(label, style.colour, style.trim), 0, -1, 0.6)
    return (*ground, *beams, *put(figure, 30, middle, scale))
