"""The pictures of the trumps: scenes around their middle, about 36 mm wide and 18 mm high."""

from collections.abc import Callable
from typing import Final

from vision.faces.zoon.ink import STYLES, Marks
from vision.printed.marks import Colour
from vision.workshop.zoon.bursts import rays
from vision.workshop.zoon.feats import cage, conch, fury, pair, powder, tortoise, trees
from vision.workshop.zoon.ink import put
from vision.workshop.zoon.lands import land
from vision.workshop.zoon.shots import bertha, coco, firecracker, menhirs, whirling_axe

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


def scene(tribe: str, label: str, top: float) -> Marks:
    """A trump's picture on a card of 60 mm, between its name and the `top` of its text."""
    draw, hour, light = SCENES[label]
    middle, high = (11.5 + top) / 2, top - 10.5
    ground = land(STYLES[tribe].land, hour, label, middle + 5)
    return (*ground, *rays(30, middle, light, 0.34), *put(draw(), 30, middle, high / 21.0))
