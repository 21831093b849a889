"""What ZoneS's things are called in the language that is spoken: terrain, sides, pieces, moves."""

from companion.games.zones.pieces import BASE, Category, Movement
from companion.language import _, marked

_TERRAINS = {
    "field": (marked("field"), marked("Field")),
    "forest": (marked("forest"), marked("Forest")),
    "hills": (marked("hills"), marked("Hills")),
    "water": (marked("water"), marked("Water")),
    BASE: (marked("base"), marked("Base")),
}
PIECES = (
    *(marked("Spearman"), marked("Archer"), marked("Swordsman"), marked("Vala")),
    *(marked("Trollspawn Warrior"), marked("Trollspawn Lobber"), marked("Trollwife"), marked("Hill Troll")),
)
"""The pieces of the set: an owner's other ones keep the names that were entered."""
_SIDES = {"midgard": marked("Midgard"), "trolls": marked("Trolls")}


def terrain_name(terrain: str) -> str:
    """A kind of terrain, within a sentence."""
    return _(_TERRAINS.get(terrain, (terrain, ""))[0])


def terrain_title(terrain: str) -> str:
    """A kind of terrain, alone or at the head of a sentence."""
    return _(_TERRAINS.get(terrain, ("", terrain.capitalize()))[1])


def side_title(side: str) -> str:
    """A side, by the name of its roster."""
    return _(_SIDES.get(side, side.capitalize()))


def roster_name(name: str) -> str:
    """What a set of values is called: our own has a name in every language, others keep theirs."""
    return _("our reading") if name == "our reading" else name


def category_name(category: Category) -> str:
    """What kind of piece it is, within a sentence."""
    known: dict[Category, str] = {
        "infantry": _("infantry"),
        "monster": _("monster"),
        "fortification": _("fortification"),
    }
    return known[category]


def moves_words(piece: str, movement: Movement) -> str:
    """How a piece moves, in a sentence."""
    known: dict[Movement, str] = {
        "orthogonal": _("{piece} moves straight"),
        "diagonal": _("{piece} moves diagonally"),
        "any": _("{piece} moves straight or diagonally"),
        "none": _("{piece} does not move at all"),
    }
    return known[movement].format(piece=piece)


def stands_on(what: str, square: str) -> str:
    """A piece or a terrain with its square."""
    return _("{piece} on {square}").format(piece=what, square=square)
