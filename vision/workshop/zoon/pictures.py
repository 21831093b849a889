"""Every picture of Zoon by its kept name.

Names with `stock` serve an owner's creatures and trumps: figures of every kind and type, emblems, and each
land at each of its hours.
"""

from collections.abc import Iterator
from typing import Final

from vision.faces.zoon.cards import panel_top
from vision.faces.zoon.illustrations import EMBLEMS, FIGURES
from vision.faces.zoon.ink import SIDE_MM, STYLES, Marks, Style, lighter
from vision.printed.marks import Drawing
from vision.workshop.zoon.backs import back
from vision.workshop.zoon.bursts import rays
from vision.workshop.zoon.cast import TYPES, figure_of
from vision.workshop.zoon.hours import HOURS
from vision.workshop.zoon.ink import put
from vision.workshop.zoon.lands import land
from vision.workshop.zoon.medals import medal
from vision.workshop.zoon.portraits import creature, emblem, portrait
from vision.workshop.zoon.scenes import scene

CREATURES: Final = {
    "boarix": "cloboulon gold-hure bouclefeuille grognard-a grognard-b kassin-a kassin-b sacrechene",
    "monkus": "king-louis titus kombo-bongo king kong coco-bang-a coco-bang-b bouga-a bouga-b virzil queen-mary",
    "rhinogoths": "goolgoth-1 oto-von-rhino bigoth trice ratops rhinogore-a rhinogore-b rhino-a rhino-b ouistiti",
    "warus": "harold-de-jarl jorund mourse-a mourse-b berserkorse-a berserkorse-b korse-a korse-b draknar",
}
"""The creatures of each tribe; the second of two mirror images ends in b."""
TRUMPS: Final = {
    "boarix": "pluie-de-menhirs mur-darbres cage-de-racines",
    "monkus": "tortue coco-boum grosse-bertha",
    "rhinogoths": "furie binome-de-choc poudre-descampette",
    "warus": "hache-virevoltante fleche-petard conque-de-charge",
}
CORNERED: Final = ("pluie-de-menhirs", "coco-boum", "grosse-bertha", "hache-virevoltante", "fleche-petard")
"""Trumps with numbers in their corners, and so less room for their picture."""


def pictures() -> Iterator[tuple[str, Drawing]]:
    for tribe, style in STYLES.items():
        for name in CREATURES[tribe].split():
            species, twin = (name[:-2], name[-1]) if name.endswith(("-a", "-b")) else (name, "")
            marks = portrait(tribe, species, twin)
            yield name, _card(name, put(marks, SIDE_MM, 0, mirrored=True) if twin == "b" else marks)
        for name in TRUMPS[tribe].split():
            yield name, _card(name, scene(tribe, name, panel_top(wide=name not in CORNERED)))
        yield f"back-{tribe}", back(tribe)
        yield from _stock(style)
    for name in ("points", "force"):
        yield name, medal(name)
    for n in range(EMBLEMS):
        name = f"stock_emblem_{n}"
        yield name, _card(name, emblem(name, figure_of("", name, "embleme")))


def _stock(style: Style) -> Iterator[tuple[str, Drawing]]:
    for type in TYPES:
        for n in range(FIGURES):
            name = f"stock_{style.kind}_{type}_{n}"
            yield name, _card(name, creature(figure_of(style.kind, name, type)))
    for hour in range(len(HOURS[style.land])):
        yield f"stock_{style.land}_{hour}", _card(style.land, land(style.land, hour, f"stock {hour}"))
    middle = (11.5 + panel_top(wide=False)) / 2
    ground = (
        *land(style.land, 0, "stock trump", middle + 5),
        *rays(SIDE_MM / 2, middle, lighter(style.trim), 0.34),
    )
    yield f"stock_{style.land}_trump", _card(style.land, ground)


def _card(name: str, marks: Marks) -> Drawing:
    return Drawing(name, SIDE_MM, SIDE_MM, marks)
