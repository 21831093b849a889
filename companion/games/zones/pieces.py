"""The pieces of ZoneS: what is on their rosters, from `facts.toml`, with what the owner enters.

Source 004, the rosters; movement and terrain are lost there (ledger ZN-02).
"""

from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import field

from companion.game import SetupFault, Value
from companion.kits.exact import Mismatch, exact
from companion.language import _

Category = Literal["infantry", "monster", "fortification"]
Movement = Literal["orthogonal", "diagonal", "any", "none"]
Special = Literal[
    "", "beside-kin", "shoot", "counts-twice", "shelter", "into-forest", "cross-one", "bring-back", "leap"
]
Terrain = Literal["field", "forest", "hills", "water"]
TERRAINS: tuple[Terrain, ...] = ("field", "forest", "hills", "water")
FOREST, HILLS, BASE = "forest", "hills", "base"
DIRECTIONS: dict[Movement, tuple[int, ...]] = {
    "orthogonal": (0, 2, 4, 6),
    "diagonal": (1, 3, 5, 7),
    "any": (0, 1, 2, 3, 4, 5, 6, 7),
    "none": (),
}
"""The directions of `EIGHT` that a movement pattern goes in."""
ROSTER = "roster"


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One piece's entry in `facts.toml`."""

    name: str
    side: str
    category: Category = field(name="class")
    cost: int
    movement: Movement
    count: int = 0
    preferred: str = ""
    difficult: str = ""
    restricted: str = ""
    special: Special = ""


class Roster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the set of values is called, and whether the owner has confirmed it against the printed rosters."""

    name: str
    confirmed: bool = False


class Kind(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A kind of piece. `directions` are numbers of `EIGHT`; a fortification has none, whatever its movement.

    `printed` is the name on its roster card. `barred`: where it never goes by moving, its restricted terrain and the
    bases.
    """

    id: str
    printed: str
    side: str
    category: Category
    cost: int
    count: int
    movement: Movement
    directions: tuple[int, ...]
    preferred: frozenset[str]
    difficult: frozenset[str]
    restricted: frozenset[str]
    barred: frozenset[str]
    special: Special
    is_fortification: bool

    @property
    def name(self) -> str:
        """What players call it in their language."""
        return _(self.printed)


class Facts(msgspec.Struct, frozen=True):
    """Every kind of piece by id, and what the set is called."""

    kinds: dict[str, Kind]
    roster: Roster

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(kind.side for kind in self.kinds.values()))

    def of_side(self, side: str) -> tuple[str, ...]:
        """The ids of a side's pieces, in the order of the rosters."""
        return tuple(kind.id for kind in self.kinds.values() if kind.side == side)


_KEYS = (
    "name",
    "side",
    "class",
    "cost",
    "count",
    "movement",
    "preferred",
    "difficult",
    "restricted",
    "special",
)
_Given = tuple[tuple[str, Value], ...]


@cache
def shipped() -> dict[str, Any]:
    """The facts that the program brings along, as plain data."""
    text = files("companion.games").joinpath("zones", "facts.toml").read_bytes()
    raw: dict[str, Any] = msgspec.toml.decode(text)
    return raw


def fact_names() -> tuple[str, ...]:
    """The dotted name of every fact that an owner may enter; further pieces have the same under a name of their own."""
    pieces = (f"{piece}.{key}" for piece in shipped() if piece != ROSTER for key in _KEYS)
    return (f"{ROSTER}.name", f"{ROSTER}.confirmed", *pieces)


@lru_cache(maxsize=64)
def facts(given: _Given = ()) -> Facts:
    """Every kind of piece, with what the owner entered. Raises SetupFault for a name or value that cannot be.

    A piece that is not shipped is made by giving its `name`, `side`, `class`, `cost` and `movement`.
    """
    raw = {name: dict(entry) for name, entry in shipped().items()}
    for name, value in given:
        piece, _, key = name.partition(".")
        keys = ("name", "confirmed") if piece == ROSTER else _KEYS
        if not piece or key not in keys:
            raise SetupFault("facts", f"a piece and one of {', '.join(keys)}, as in archer.movement", name)
        raw.setdefault(piece, {})[key] = value
    roster = _read(ROSTER, raw.pop(ROSTER), Roster)
    return Facts({name: _kind(name, _read(name, entry, Printed)) for name, entry in raw.items()}, roster)


def _read(name: str, entry: dict[str, Any], kind: type[Any]) -> Any:
    try:
        return exact(entry, kind)
    except Mismatch as fault:
        raise SetupFault(f"facts: {'.'.join((name, *fault.path))}", fault.expected, fault.found) from None


def _kind(name: str, printed: Printed) -> Kind:
    for key, figure in (("cost", printed.cost), ("count", printed.count)):
        if figure < 0:
            raise SetupFault(f"facts: {name}.{key}", "a number that is not negative", figure)
    fixed = printed.category == "fortification"
    restricted = _terrains(name, "restricted", printed.restricted)
    return Kind(
        id=name,
        printed=printed.name,
        side=printed.side,
        category=printed.category,
        cost=printed.cost,
        count=printed.count,
        movement=printed.movement,
        directions=() if fixed else DIRECTIONS[printed.movement],
        preferred=_terrains(name, "preferred", printed.preferred),
        difficult=_terrains(name, "difficult", printed.difficult),
        restricted=restricted,
        barred=restricted | {BASE},
        special=printed.special,
        is_fortification=fixed,
    )


def _terrains(name: str, key: str, text: str) -> frozenset[str]:
    found = frozenset(part.strip() for part in text.split(",") if part.strip())
    wrong = sorted(found - set(TERRAINS))
    if wrong:
        raise SetupFault(f"facts: {name}.{key}", f"some of {', '.join(TERRAINS)}, joined by commas", wrong[0])
    return found
