"""The scene of each card by id, and its height (mm)."""

from collections.abc import Callable
from typing import Final

from vision.faces.zombinion.card import INNER
from vision.printed.marks import Drawing
from vision.workshop.zombinion import (
    scenes_fire,
    scenes_people,
    scenes_places,
    scenes_siege,
    scenes_watchers,
    scenes_zombies,
)
from vision.workshop.zombinion.canvas import Canvas

SCENES: Final[dict[str, tuple[Callable[[Canvas], None], float]]] = {
    "pallottola": (scenes_fire.pallottola, 41.5),
    "proiettili": (scenes_fire.proiettili, 41.5),
    "caricatore": (scenes_fire.caricatore, 41.5),
    "fucile-a-pompa": (scenes_fire.fucile, 41.4),
    "munizioni": (scenes_fire.munizioni, 53.7),
    "proiettili-esplosivi": (scenes_fire.esplosivi, 49.6),
    "molotov": (scenes_fire.molotov, 33.2),
    "ricarica": (scenes_fire.ricarica, 41.4),
    "copertura": (scenes_fire.copertura, 37.3),
    "zombi": (scenes_zombies.zombi, 45.6),
    "molti-zombi": (scenes_zombies.molti, 45.6),
    "molti-piu-zombi": (scenes_zombies.molti_piu, 45.6),
    "infezione": (scenes_zombies.infezione, 45.6),
    "sciame-di-zombi": (scenes_siege.sciame, 41.4),
    "barricata": (scenes_siege.barricata, 29.1),
    "esca": (scenes_siege.esca, 37.3),
    "sacrificio": (scenes_siege.sacrificio, 53.7),
    "deposito": (scenes_places.deposito, 49.6),
    "fuga-rapida": (scenes_places.fuga, 37.3),
    "ispezione": (scenes_places.ispezione, 29.1),
    "nascondiglio": (scenes_places.nascondiglio, 41.4),
    "radio": (scenes_places.radio_scene, 37.3),
    "rifornimento": (scenes_places.rifornimento, 45.5),
    "tattica": (scenes_places.tattica, 41.4),
    "maverick": (scenes_people.maverick, 49.6),
    "raggrupparsi": (scenes_people.raggrupparsi, 37.3),
    "coraggio": (scenes_people.coraggio, 49.6),
    "aiutarsi": (scenes_people.aiutarsi, 41.4),
    "survivors": (scenes_people.survivors, 37.4),
    "tutto-per-tutto": (scenes_people.tutto, 37.3),
    "furbizia": (scenes_watchers.furbizia, 49.6),
    "piano-superiore": (scenes_watchers.piano_superiore, 41.4),
    "ricognizione": (scenes_watchers.ricognizione, 29.1),
}


def scene(card: str) -> Drawing:
    """A card's scene, as wide as the card within its rim."""
    draw, high = SCENES[card]
    canvas = Canvas(card, INNER, high)
    draw(canvas)
    return canvas.drawing()
