"""The scene of each card, by its id."""

from collections.abc import Callable
from functools import cache
from typing import Final

from vision.faces.zombinion import (
    scenes_fire,
    scenes_people,
    scenes_places,
    scenes_siege,
    scenes_watchers,
    scenes_zombies,
)
from vision.faces.zombinion.canvas import Canvas
from vision.printed.marks import Drawing

SCENES: Final[dict[str, Callable[[Canvas], None]]] = {
    "pallottola": scenes_fire.pallottola,
    "proiettili": scenes_fire.proiettili,
    "caricatore": scenes_fire.caricatore,
    "fucile-a-pompa": scenes_fire.fucile,
    "munizioni": scenes_fire.munizioni,
    "proiettili-esplosivi": scenes_fire.esplosivi,
    "molotov": scenes_fire.molotov,
    "ricarica": scenes_fire.ricarica,
    "copertura": scenes_fire.copertura,
    "zombi": scenes_zombies.zombi,
    "molti-zombi": scenes_zombies.molti,
    "molti-piu-zombi": scenes_zombies.molti_piu,
    "infezione": scenes_zombies.infezione,
    "sciame-di-zombi": scenes_siege.sciame,
    "barricata": scenes_siege.barricata,
    "esca": scenes_siege.esca,
    "sacrificio": scenes_siege.sacrificio,
    "deposito": scenes_places.deposito,
    "fuga-rapida": scenes_places.fuga,
    "ispezione": scenes_places.ispezione,
    "nascondiglio": scenes_places.nascondiglio,
    "radio": scenes_places.radio_scene,
    "rifornimento": scenes_places.rifornimento,
    "tattica": scenes_places.tattica,
    "maverick": scenes_people.maverick,
    "raggrupparsi": scenes_people.raggrupparsi,
    "coraggio": scenes_people.coraggio,
    "aiutarsi": scenes_people.aiutarsi,
    "survivors": scenes_people.survivors,
    "tutto-per-tutto": scenes_people.tutto,
    "furbizia": scenes_watchers.furbizia,
    "piano-superiore": scenes_watchers.piano_superiore,
    "ricognizione": scenes_watchers.ricognizione,
}


@cache
def scene(card: str, wide: float, high: float) -> Drawing:
    """A card's scene in so much room (mm)."""
    canvas = Canvas(card, wide, high)
    SCENES[card](canvas)
    return canvas.drawing()
