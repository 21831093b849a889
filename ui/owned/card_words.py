"""What the fields of a card are called, and what may be chosen in them, in words."""

from companion.game import Value
from companion.games.zoon.family.sheet import ZONES
from ui.words import _

TYPES = ("chef", "heros", "pretre", "monstre", "elite", "soldat", "embleme")
STARS = ("", "send", "again", "relocate", "swap", "trade", "pull-own", "pull-other", "slide", "slay")
DOES = ("shot", "wall", "cage", "march", "pull-back", "gear", "terrain", "zoon", "control")


FIELDS = (
    "name", "type", "value", "copies", "star", "partners", "force", "uses", "does", "usable_by", "of", "moves", "aim",
    "boost", "blocks", "confirmed", "strides", "as_zoon",
)  # fmt: skip


def field_words(field: str) -> str:
    return {
        "name": _("Name"),
        "type": _("Type"),
        "value": _("Points"),
        "copies": _("In the tribe"),
        "star": _("Star"),
        "partners": _("Partners"),
        "force": _("Force"),
        "uses": _("Uses"),
        "does": _("Does"),
        "usable_by": _("Used by"),
        "of": _("For"),
        "moves": _("Zoons moved"),
        "aim": _("Where"),
        "boost": _("Boost"),
        "blocks": _("Obstacle"),
        "confirmed": _("Compared"),
        "strides": _("Paths added"),
        "as_zoon": _("The Zoon it becomes"),
    }[field]


def choices(field: str) -> tuple[tuple[Value, str, str], ...]:
    """What may be chosen in a field: value, words, more words. Empty for one that is typed, or a list of names."""
    if field in ("type", "of", "usable_by"):
        return tuple((type, one_of_type(type), "") for type in TYPES)
    if field == "star":
        return tuple((star, *star_words(star)) for star in STARS)
    if field == "does":
        return tuple((does, *does_words(does)) for does in DOES)
    if field == "uses":
        return (("once", _("Once"), ""), ("unlimited", _("Again and again"), ""))
    if field == "aim":
        return (*((zone, zone_words(zone), "") for zone in ZONES),)
    if field == "boost":
        return (("", _("None"), ""), ("plus-one", _("One more"), ""), ("double", _("Doubled"), ""))
    if field in ("blocks", "confirmed"):
        return ((True, _("Yes"), ""), (False, _("No"), ""))
    return ()


def one_of_type(type: str) -> str:
    """One Zoon of a type."""
    return {
        "chef": _("Chef"),
        "heros": _("Hero"),
        "pretre": _("Priest"),
        "monstre": _("Monster"),
        "elite": _("Elite"),
        "soldat": _("Soldier"),
        "embleme": _("Emblem"),
    }[type]


def star_words(star: str) -> tuple[str, str]:
    """What a touched star does: shortly, and whole."""
    return {
        "": (_("No effect"), _("The fight is a plain tie.")),
        "send": (_("Sends"), _("Tie; if it has just moved, one of its partners moves.")),
        "again": (_("Again"), _("Tie; if it has just moved, it moves once more.")),
        "relocate": (_("Relocates"), _("Tie; it goes to any free square.")),
        "swap": (_("Swaps"), _("Tie; it changes places with the enemy.")),
        "trade": (_("Trades"), _("Tie; it changes places with one of its partners.")),
        "pull-own": (_("Calls back"), _("Tie; its owner pulls one of their Zoons back a row.")),
        "pull-other": (_("Drives back"), _("Tie; the opponent pulls the enemy back a row.")),
        "slide": (_("Slides"), _("Tie; it goes to a free square beside it.")),
        "slay": (_("Slays"), _("The enemy is out, whatever it touched.")),
    }[star]


def does_words(does: str) -> tuple[str, str]:
    """What a trump does: shortly, and whole."""
    return {
        "shot": (_("Shot"), _("Fights a Zoon from afar.")),
        "wall": (_("Wall"), _("Makes a free square an Obstacle.")),
        "cage": (_("Cage"), _("Makes an enemy Zoon an Obstacle.")),
        "march": (_("March"), _("Moves several of your Zoons.")),
        "pull-back": (_("Retreat"), _("Moves your Zoons back a square.")),
        "gear": (_("Gear"), _("Lies on one of your Zoons and travels with it.")),
        "terrain": (_("Terrain"), _("Lies on the board to the end.")),
        "zoon": (_("Zoon"), _("Becomes a Zoon when it is laid.")),
        "control": (_("Control"), _("Moves enemy Zoons as if they were yours.")),
    }[does]


def zone_words(zone: str) -> str:
    return {
        "anywhere": _("Anywhere"),
        "own-camp": _("Own camp"),
        "own-deployment": _("Own deployment zone"),
        "own-reinforcement": _("Own nearest row"),
    }[zone]
