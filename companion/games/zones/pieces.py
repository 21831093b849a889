"""Pieces, terrain and armies of ZoneS: what is printed on them, what they are called, what an army may hold."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Literal

import msgspec
from msgspec import field

from companion.game import SetupFault, Value, Violation
from companion.kits.exact import common, exact_fact
from companion.kits.options import facts_in, sheet_in
from companion.language import _, several

# The pieces of ZoneS: their rosters from `facts.toml`, with what the owner enters.
#
# Source 004, the rosters; movement and terrain are lost there (ledger ZN-02).


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
"""The directions of `EIGHT` in a movement pattern."""
ROSTER = "roster"


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One piece's entry in `facts.toml`."""

    name: str
    side: str
    category: Category = field(name="class")
    cost: int
    count: int = 0
    movement: Movement
    preferred: str = ""
    difficult: str = ""
    restricted: str = ""
    special: Special = ""


class Roster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a set of values, and whether the owner has confirmed it against the printed rosters."""

    name: str
    confirmed: bool = False


class Kind(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A kind of piece."""

    id: str
    printed: str  # the name on its roster card
    side: str
    category: Category
    cost: int
    count: int
    movement: Movement
    directions: tuple[int, ...]  # numbers of `EIGHT`; a fortification has none, even with a movement
    preferred: frozenset[str]
    difficult: frozenset[str]
    restricted: frozenset[str]
    barred: frozenset[str]  # never entered by moving: restricted terrain and bases
    special: Special
    is_fortification: bool

    @property
    def name(self) -> str:
        """Its name in the spoken language."""
        return _(self.printed)


class Facts(msgspec.Struct, frozen=True):
    kinds: dict[str, Kind]
    roster: Roster

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(kind.side for kind in self.kinds.values()))

    def of_side(self, side: str) -> tuple[str, ...]:
        return tuple(kind.id for kind in self.kinds.values() if kind.side == side)


_KEYS = Printed.__struct_encode_fields__
_Given = tuple[tuple[str, Value], ...]


shipped = partial(facts_in, "companion.games.zones")


def fact_names() -> tuple[str, ...]:
    """The dotted name of every fact that an owner may enter; further pieces have the same under their own name."""
    pieces = (f"{piece}.{key}" for piece in shipped() if piece != ROSTER for key in _KEYS)
    return (f"{ROSTER}.name", f"{ROSTER}.confirmed", *pieces)


@lru_cache(maxsize=64)
def facts(given: _Given = ()) -> Facts:
    """Every kind of piece, with what the owner entered. Raises SetupFault for an impossible name or value.

    A new piece is made by giving its `name`, `side`, `class`, `cost` and `movement`.
    """
    raw = {name: dict(entry) for name, entry in shipped().items()}
    for name, value in given:
        piece, _, key = name.partition(".")
        keys = ("name", "confirmed") if piece == ROSTER else _KEYS
        if not piece or key not in keys:
            raise SetupFault("facts", f"a piece and one of {', '.join(keys)}, as in archer.movement", name)
        raw.setdefault(piece, {})[key] = value
    roster = exact_fact(f"facts: {ROSTER}", raw.pop(ROSTER), Roster)
    return Facts({name: _kind(name, entry) for name, entry in raw.items()}, roster)


def _kind(name: str, entry: dict[str, Any]) -> Kind:
    printed = exact_fact(f"facts: {name}", entry, Printed)
    for key, figure in (("cost", printed.cost), ("count", printed.count)):
        if figure < 0:
            raise SetupFault(f"facts: {name}.{key}", "a number that is not negative", figure)
    fixed = printed.category == "fortification"
    terrains = {}
    for key in ("restricted", "preferred", "difficult"):
        parts = (part.strip() for part in getattr(printed, key).split(","))
        terrains[key] = frozenset(filter(None, parts))
        if wrong := sorted(terrains[key] - set(TERRAINS)):
            expected = f"some of {', '.join(TERRAINS)}, joined by commas"
            raise SetupFault(f"facts: {name}.{key}", expected, wrong[0])
    return Kind(
        **common(printed, Kind) | terrains,
        id=name,
        printed=printed.name,
        directions=() if fixed else DIRECTIONS[printed.movement],
        barred=terrains["restricted"] | {BASE},
        is_fortification=fixed,
    )


WORDS = sheet_in("companion.games.zones", "words", dict[str, dict[str, str]])


def word(table: str, key: str, otherwise: str | None = None) -> str:
    """The entry of a table of `words.toml` for a key; `otherwise`, or the key itself, where there is none."""
    return _(WORDS[table].get(key, key if otherwise is None else otherwise))


terrain_name = partial(word, "terrain")


def terrain_title(terrain: str) -> str:
    """A kind of terrain, alone or at the head of a sentence."""
    return word("terrain-title", terrain, terrain.capitalize())


def side_title(side: str) -> str:
    return word("side", side, side.capitalize())


def stands_on(what: str, square: str) -> str:
    return _("{piece} on {square}").format(piece=what, square=square)


@dataclass(frozen=True, slots=True)
class Limit(Violation):
    """A wrong number: `found` of a thing, `wanted` another; `what`: its id, if it is one of several kinds."""

    found: int = 0
    wanted: int = 0
    what: str = ""


# Armies of ZoneS: the ten pieces of the set, or pieces chosen by cost; every broken limit is named with numbers.
#
# An army is written as its pieces joined by +, each with its number: `spearman*3+archer*3+vala`.


SET = "set"
FIRST = 3
"""Pieces on the board before the first turn."""


def army(facts: Facts, side: str, points: int, text: str) -> tuple[str, ...]:
    """The pieces of an army, sorted. Raises SetupFault with every limit that it breaks."""
    if text == SET:
        return tuple(
            sorted(Counter({kind: facts.kinds[kind].count for kind in facts.of_side(side)}).elements())
        )
    pieces = written(text)
    broken = tuple(violations(facts, side, points, pieces))
    if broken:
        limits = _("an army within the limits ({about})")
        raise SetupFault(
            "armies", "; ".join(limits.format(about=violation.about) for violation in broken), text
        )
    return tuple(sorted(pieces.elements()))


def written(text: str) -> Counter[str]:
    """The number of each piece in an army's text. Raises SetupFault."""
    found: Counter[str] = Counter()
    for part in text.split("+"):
        name, _star, times = part.partition("*")
        if not name or not (times or "1").isdecimal():
            raise SetupFault(
                "armies", _("set, or pieces such as {pieces}").format(pieces="spearman*3+archer*3+vala"), text
            )
        found[name] += int(times or "1")
    return found


def violations(facts: Facts, side: str, points: int, pieces: Counter[str]) -> Iterator[Violation]:
    """Every limit that an army breaks: whose pieces they are, how many, what they cost."""
    for name in sorted(pieces):
        if name not in facts.kinds:
            yield Violation("s4-own-roster", _("there is no piece {name}").format(name=name))
        elif facts.kinds[name].side != side:
            kind = facts.kinds[name]
            words = _("{piece} is of {side}, not of {other}")
            words = words.format(piece=kind.name, side=side_title(kind.side), other=side_title(side))
            yield Violation("s4-own-roster", words)
    if pieces.total() < FIRST:
        found = pieces.total()
        words = several("{n} piece, at least {least}", "{n} pieces, at least {least}", found, least=FIRST)
        yield Limit("s4-three-pieces", words, found=found, wanted=FIRST)
    cost = sum(facts.kinds[name].cost * n for name, n in pieces.items() if name in facts.kinds)
    if cost > points:
        words = several("{n} point, at most {most}", "{n} points, at most {most}", cost, most=points)
        yield Limit("s4-armies-by-cost", words, found=cost, wanted=points)
