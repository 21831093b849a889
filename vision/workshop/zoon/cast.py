"""The looks of every creature of the four tribes, and random looks seeded by any other name."""

from dataclasses import dataclass
from random import Random
from typing import Final

from vision.printed.marks import Colour
from vision.workshop.zoon.head import Head


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A creature: kind of head, clothes, held thing, size, place, and the hour behind it.

    `turn`: lean of its head (deg); `at`: the head's middle on the card (mm).
    """

    kind: str
    head: Head
    clothes: str = "tunic"
    cloth: Colour = (120, 80, 50)
    trim: Colour = (200, 170, 90)
    hat: str = ""
    weapon: str = ""
    hour: int = 0
    scale: float = 1.0
    turn: float = 0.0
    at: tuple[float, float] = (20.5, 29.5)
    lean: float = -5.0


CAST: Final[dict[str, Figure]] = {
    # Boarix: boars of the forest
    "cloboulon": Figure(kind="boar", head=Head(name="cloboulon", skin=(110, 66, 48), mood="stern", tusk=1.35,
        hair_colour=(52,
        34, 34)), clothes="cape", cloth=(150, 34, 40), trim=(92, 60, 40), hat="bone crown", weapon="hammer",
        hour=0, scale=0.98),
    "gold-hure": Figure(kind="boar", head=Head(name="gold-hure", skin=(226, 164, 46), mood="fierce", tusk=1.6,
        hair_colour=(150, 84, 20), iris=(60, 140, 200), scars=True, mouth="roar"), clothes="battered",
        cloth=(40, 92, 150), trim=(176, 130, 50), hat="", weapon="twin axe", hour=2, lean=-9, scale=1.0, turn=-6),
    "bouclefeuille": Figure(kind="boar", head=Head(name="bouclefeuille", skin=(150, 136, 110), mood="calm",
        tusk=0.7,
        hair_colour=(110, 130, 70), leaves=True, iris=(90, 170, 70)), clothes="robe", cloth=(66, 112, 56),
        trim=(232, 224, 190), hat="hood", weapon="leaf staff", hour=3, lean=-13),
    "grognard": Figure(kind="boar", head=Head(name="grognard", skin=(92, 82, 88), mood="sly", tusk=1.1,
        hair_colour=(56, 48,
        54)), clothes="armour", cloth=(52, 70, 130), trim=(208, 60, 56), hat="bearskin", weapon="musket",
        hour=1, at=(20.5, 32.5), scale=0.94),
    "kassin": Figure(kind="boar", head=Head(name="kassin", skin=(176, 112, 70), mood="wild", tusk=0.75,
        hair_colour=(90, 54,
        30), mouth="roar"), clothes="tunic", cloth=(150, 140, 62), trim=(96, 70, 44), hat="kettle",
        weapon="club", hour=5, at=(21, 31), scale=0.9),
    # Monkus: apes of the jungle
    "king-louis": Figure(kind="monkey", head=Head(name="king-louis", skin=(206, 96, 34), mood="merry",
        hair="pads",
        mouth="grin", hair_colour=(226, 120, 40)), clothes="cape", cloth=(120, 36, 120), trim=(240, 200, 80),
        hat="crown", weapon="bananas", hour=0, at=(21, 31)),
    "titus": Figure(kind="monkey", head=Head(name="titus", skin=(64, 50, 48), mood="stern", scars=True,
        iris=(90, 150, 190)),
        clothes="battered", cloth=(196, 40, 44), trim=(206, 160, 60), hat="laurel", weapon="sword", hour=5,
        scale=1.06),
    "kombo-bongo": Figure(kind="monkey", head=Head(name="kombo-bongo", skin=(96, 62, 84), mood="calm",
        mouth="grin",
        iris=(230, 190, 60)), clothes="robe", cloth=(214, 110, 36), trim=(40, 120, 116), hat="feathers",
        weapon="drum", hour=2, at=(21, 29), scale=0.92),
    "king": Figure(kind="monkey", head=Head(name="king", skin=(56, 58, 70), mood="fierce", hair="crest",
        mouth="roar",
        iris=(226, 60, 40)), clothes="bare", cloth=(56, 58, 70), hat="", weapon="", hour=4, scale=1.3, at=(19,
        31), turn=7),
    "kong": Figure(kind="monkey", head=Head(name="kong", skin=(150, 146, 150), mood="wild", hair="mohawk",
        hair_colour=(80,
        76, 84), mouth="roar", iris=(250, 200, 40), patch=True), clothes="bare", cloth=(150, 146, 150), hat="",
        weapon="", hour=7, scale=1.3, at=(21, 31), turn=-8),
    "coco-bang": Figure(kind="monkey", head=Head(name="coco-bang", skin=(126, 84, 46), mood="fierce",
        mouth="grin",
        hair="beard", hair_colour=(90, 56, 30)), clothes="armour", cloth=(110, 130, 60), trim=(150, 96, 50),
        hat="coconut", weapon="bomb", hour=1, at=(21, 31), scale=0.94),
    "bouga": Figure(kind="monkey", head=Head(name="bouga", skin=(176, 140, 96), mood="merry", hair="mop",
        hair_colour=(120,
        74, 36)), clothes="tunic", cloth=(40, 130, 110), trim=(246, 190, 60), hat="", weapon="spear", hour=3,
        at=(21, 30), scale=0.94),
    "virzil": Figure(kind="monkey", head=Head(name="virzil", skin=(90, 100, 124), mood="sly", hair="",
        iris=(120, 210, 230)),
        clothes="tunic", cloth=(230, 226, 214), trim=(60, 110, 190), hat="wings", weapon="sword", hour=8,
        at=(20.5, 31), scale=0.9, turn=-10),
    "queen-mary": Figure(kind="emblem", head=Head(name="queen-mary", skin=(150, 92, 62)), hour=6, cloth=(150,
        40, 96),
        trim=(250, 210, 110)),
    # Rhinogoths: rhinos in gothic armour
    "goolgoth-1": Figure(kind="rhino", head=Head(name="goolgoth-1", skin=(112, 104, 126), mood="stern",
        tusk=1.35, iris=(226,
        60, 50)), clothes="cape", cloth=(70, 26, 96), trim=(40, 36, 48), hat="skull crown",
        weapon="skull staff", hour=0, at=(21, 29)),
    "oto-von-rhino": Figure(kind="rhino", head=Head(name="oto-von-rhino", skin=(150, 132, 116), mood="fierce",
        tusk=1.15,
        scars=True, patch=True), clothes="armour", cloth=(60, 66, 78), trim=(190, 150, 60), hat="spiked helm",
        weapon="sword", hour=5, at=(21, 30), scale=0.98),
    "bigoth": Figure(kind="rhino", head=Head(name="bigoth", skin=(170, 166, 150), mood="sad", tusk=0.8,
        iris=(110, 170, 110)),
        clothes="robe", cloth=(40, 34, 44), trim=(210, 200, 226), hat="mitre", weapon="cross staff", hour=4,
        at=(21, 31), scale=0.9),
    "trice": Figure(kind="trice", head=Head(name="trice", skin=(70, 138, 120), mood="fierce", iris=(250, 200,
        50)),
        clothes="bare", hour=2, scale=1.12, at=(21, 32), turn=6),
    "ratops": Figure(kind="ratops", head=Head(name="ratops", skin=(136, 118, 112), mood="wild", iris=(230, 60,
        60)),
        clothes="bare", hour=1, scale=1.12, at=(21, 31.5), turn=-6),
    "rhinogore": Figure(kind="rhino", head=Head(name="rhinogore", skin=(124, 70, 74), mood="fierce", tusk=1.25,
        mouth="roar",
        iris=(250, 220, 70)), clothes="armour", cloth=(52, 50, 62), trim=(160, 34, 44), hat="gothic helm",
        weapon="flail", hour=3, at=(21, 29.5), scale=0.96),
    "rhino": Figure(kind="rhino", head=Head(name="rhino", skin=(128, 142, 158), mood="sly", tusk=0.85),
        clothes="mail",
        cloth=(110, 84, 56), trim=(190, 170, 130), hat="kettle", weapon="spear", hour=6, at=(21, 30), scale=0.9),
    "ouistiti": Figure(kind="emblem", head=Head(name="ouistiti", skin=(150, 108, 78)), hour=7, cloth=(92, 48,
        116),
        trim=(206, 60, 66)),
    # Warus: walruses and whales of the ice
    "harold-de-jarl": Figure(kind="walrus", head=Head(name="harold-de-jarl", skin=(150, 100, 84), mood="stern",
        hair="braids",
        hair_colour=(232, 190, 90), tusk=1.2), clothes="cape", cloth=(30, 80, 140), trim=(190, 60, 50),
        hat="crown", weapon="sceptre", hour=6, at=(21, 29)),
    "jorund": Figure(kind="walrus", head=Head(name="jorund", skin=(166, 96, 76), mood="fierce", hair="beard",
        hair_colour=(206, 84, 36), scars=True, tusk=1.0, iris=(90, 190, 230)), clothes="battered", cloth=(206,
        60, 46), trim=(120, 130, 150), hat="horned", weapon="twin axe", hour=5, at=(21, 29)),
    "mourse": Figure(kind="mourse", head=Head(name="mourse", skin=(214, 216, 220), mood="fierce", iris=(60, 160,
        210)),
        clothes="bare", hour=4, scale=1.2, at=(20.5, 30), turn=5),
    "berserkorse": Figure(kind="orca", head=Head(name="berserkorse", skin=(40, 46, 66), mood="wild",
        mouth="roar", iris=(240,
        60, 50), scars=True), clothes="bare", cloth=(90, 30, 36), trim=(150, 60, 50), hat="band", weapon="axe",
        hour=0, at=(20.5, 30), turn=-7, scale=1.02),
    "korse": Figure(kind="orca", head=Head(name="korse", skin=(58, 92, 122), mood="sly", iris=(240, 200, 80)),
        clothes="mail",
        cloth=(132, 96, 60), trim=(236, 230, 214), hat="kettle", weapon="harpoon", hour=6, at=(21, 31),
        scale=0.9),
    "draknar": Figure(kind="emblem", head=Head(name="draknar", skin=(60, 130, 90)), hour=5, cloth=(26, 92, 146),
        trim=(206, 60, 50)),
    "sacrechene": Figure(kind="emblem", head=Head(name="sacrechene", skin=(70, 128, 48)), hour=4, cloth=(60, 92,
        40),
        trim=(214, 160, 60)),
}  # fmt: skip
"""The creatures of the four tribes of Europa, by species."""

TYPES: Final[dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]]] = {
    "chef": ("cape", ("crown", "bone crown", "skull crown"), ("sceptre", "hammer", "skull staff")),
    "heros": ("battered", ("laurel", "", "horned"), ("twin axe", "sword", "flail")),
    "pretre": ("robe", ("hood", "mitre", "feathers"), ("leaf staff", "cross staff", "drum")),
    "monstre": ("bare", ("", ""), ("", "club")),
    "elite": (
        "armour",
        ("gothic helm", "bearskin", "coconut", "spiked helm"),
        ("axe", "musket", "flail", "bomb"),
    ),
    "soldat": ("tunic", ("kettle", "", "band"), ("spear", "club", "harpoon")),
}


def figure_of(kind: str, species: str, type: str) -> Figure:
    """A creature of a `kind` and `type` with parts seeded by its name."""
    chance = Random(f"figure {species}")
    skin: Colour = (chance.randint(60, 210), chance.randint(60, 160), chance.randint(50, 150))
    cloth: Colour = (chance.randint(30, 200), chance.randint(30, 160), chance.randint(30, 180))
    head = Head(
        name=species,
        skin=skin,
        mood=chance.choice(("fierce", "stern", "sly", "wild", "calm", "merry")),
        tusk=chance.uniform(0.7, 1.5),
        mouth=chance.choice(("", "roar", "grin")),
        scars=type == "heros",
        hair=chance.choice(("", "beard", "mop")),
    )
    if type == "embleme":
        return Figure(kind="emblem", head=head, cloth=cloth, trim=skin, hour=chance.randint(0, 6))
    clothes, hats, weapons = TYPES[type]
    return Figure(
        kind=kind, head=head, clothes=clothes, cloth=cloth, hat=chance.choice(hats),
        weapon=chance.choice(weapons),
        hour=chance.randint(0, 6), scale=1.25 if type == "monstre" else 0.96, turn=chance.uniform(-7, 7),
    )  # fmt: skip
