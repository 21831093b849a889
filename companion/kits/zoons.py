"""The cards of Zoon and Zoondo as printed: Zoons with four corners and a movement grid, trumps, tribes.

Facts come from `zoons.toml`; what the owner corrects is laid over them, by dotted name, before anything reads them.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from companion.game import SetupFault, Value
from companion.kits.grid import EIGHT, Grid, Offset, Stride, Way, ways

BOARD = Grid(6, 6)

Corner = int | Literal["star", "x"]
Type = Literal["chef", "heros", "pretre", "monstre", "elite", "soldat", "embleme"]
Star = Literal["send", "again", "relocate", "swap", "trade", "pull-own", "pull-other", "slide", "slay"]
Does = Literal["shot", "wall", "cage", "march", "pull-back"]

OWN_CAMP = "own-camp"
CAMP_ROWS = 3
DEPLOYMENT_ROWS = 2
BEHIND: tuple[Offset, ...] = ((-1, -1), (0, -1), (1, -1))
"""The three neighbouring squares of the row behind a Zoon."""

_COMPASS = dict(zip(("w", "nw", "n", "ne", "e", "se", "s", "sw"), EIGHT, strict=True))
_STRAIGHT = re.compile(r"(nw|ne|sw|se|n|s|e|w)([1-5]?)$")
_GREEN = re.compile(r"\*(-?\d),(-?\d)$")


class Corners(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The four numbers of a card, upright for its owner."""

    tl: Corner
    tr: Corner
    br: Corner
    bl: Corner

    @property
    def top(self) -> tuple[Corner, Corner]:
        return (self.tl, self.tr)

    @property
    def bottom(self) -> tuple[Corner, Corner]:
        return (self.bl, self.br)


class Zoon(msgspec.Struct, frozen=True):
    """One face: a printed Zoon card. `species` is shared by its mirror images, which differ in corners only.

    `copies`: how often it lies in the tribe's own twelve. `star`: what its star does, with which `partners`.
    """

    id: str
    species: str
    name: str
    tribe: str
    type: Type
    value: int
    corners: Corners
    strides: tuple[Stride, ...]
    copies: int
    star: Star | None
    partners: tuple[str, ...]
    confirmed: bool


class Trump(msgspec.Struct, frozen=True):
    """One trump card. `aim` is a zone of the board or the offsets that a shot may strike from its shooter.

    `moves` is the most Zoons it moves, `of` their types (none = any); `boost` is what it does to their fights.
    """

    id: str
    name: str
    tribe: str
    kind: str
    force: int
    uses: Literal["once", "unlimited"]
    usable_by: tuple[Type, ...]
    corners: Corners | None
    does: Does
    aim: str | tuple[Offset, ...]
    moves: int
    of: tuple[Type, ...]
    boost: Literal["plus-one", "double"] | None
    confirmed: bool

    @property
    def reused(self) -> bool:
        """Whether it stays with its owner after use, and holds a penny beside the board."""
        return self.uses == "unlimited"


class _Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    copies: int
    corners: Corners


class _Species(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    tribe: str
    type: Type
    value: int
    moves: str
    cards: dict[str, _Card]
    star: Star | None = None
    partners: tuple[str, ...] = ()
    confirmed: bool = False


class _Trump(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    tribe: str
    kind: str
    force: int
    uses: Literal["once", "unlimited"]
    does: Does
    usable_by: tuple[Type, ...] = ()
    corners: Corners | None = None
    aim: str = ""
    moves: int = 0
    of: tuple[Type, ...] = ()
    boost: Literal["plus-one", "double"] | None = None
    confirmed: bool = False


class _Tribe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    chef: str


class _Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tribes: dict[str, _Tribe]
    zoons: dict[str, _Species]
    trumps: dict[str, _Trump]


class Facts:
    """Everything that is printed on the cards, with the owner's corrections. Never changed once made."""

    def __init__(self, sheet: _Sheet) -> None:
        self.tribes: Mapping[str, str] = {name: tribe.name for name, tribe in sheet.tribes.items()}
        self.zoons: Mapping[str, Zoon] = {zoon.id: zoon for zoon in _zoons(sheet)}
        self.trumps: Mapping[str, Trump] = {name: _trump(name, t) for name, t in sheet.trumps.items()}
        self._ways = {
            (zoon.id, seat): tuple(ways(BOARD, seat, n, zoon.strides) for n in range(len(BOARD)))
            for zoon in self.zoons.values()
            for seat in (0, 1)
        }

    def ways(self, card: str, seat: int, square: int) -> dict[int, tuple[Way, ...]]:
        """Where a Zoon's grid leads from a square, read with that seat at its near edge."""
        return self._ways[card, seat][square]

    def own_twelve(self, tribe: str) -> tuple[str, ...]:
        """The Zoons of a tribe as it is sold, sorted."""
        members = (zoon for zoon in self.zoons.values() if zoon.tribe == tribe)
        return tuple(sorted(zoon.id for zoon in members for _ in range(zoon.copies)))

    def own_trumps(self, tribe: str) -> tuple[str, ...]:
        """The trumps of a tribe as it is sold, sorted."""
        return tuple(sorted(trump.id for trump in self.trumps.values() if trump.tribe == tribe))

    def name(self, card: str) -> str:
        """The printed name of a Zoon or trump."""
        return (self.zoons.get(card) or self.trumps[card]).name


@cache
def facts(corrections: tuple[tuple[str, Value], ...] = ()) -> Facts:
    """The facts of all cards, corrected. Raises SetupFault for a name that is not one, or a value of a wrong kind."""
    text = files("companion.kits").joinpath("zoons.toml").read_text(encoding="utf-8")
    raw: dict[str, Any] = msgspec.toml.decode(text.encode())
    for name, value in corrections:
        _correct(raw, name, value)
        try:
            sheet = msgspec.convert(raw, _Sheet)
            for species in sheet.zoons.values():
                strides_of(species.moves)
        except (msgspec.ValidationError, ValueError) as fault:
            raise SetupFault(f"facts: {name}", str(fault), value) from None
        if isinstance(value, int) and not isinstance(value, bool) and value < 0:
            raise SetupFault(f"facts: {name}", "a number that is not negative", value)
    return Facts(msgspec.convert(raw, _Sheet))


def fact_names() -> tuple[str, ...]:
    """The dotted name of every fact that an owner may correct."""
    text = files("companion.kits").joinpath("zoons.toml").read_text(encoding="utf-8")
    raw: dict[str, Any] = msgspec.toml.decode(text.encode())
    return tuple(sorted(name for name, _ in _correctable(raw)))


def strides_of(moves: str) -> tuple[Stride, ...]:
    """Printed paths from their short form: `n2` one square ahead or on to the second, `*0,2` a green square.

    Raises ValueError naming the word that cannot be read.
    """
    return tuple(_stride(word) for word in moves.split())


def _stride(word: str) -> Stride:
    if straight := _STRAIGHT.match(word):
        across, ahead = _COMPASS[straight[1]]
        return Stride(tuple((across * n, ahead * n) for n in range(1, int(straight[2] or 1) + 1)))
    if green := _GREEN.match(word):
        return Stride(((int(green[1]), int(green[2])),), flown=True)
    raise ValueError(f"a path such as n, ne2 or *0,2 in place of {word!r}")


def _zoons(sheet: _Sheet) -> Iterator[Zoon]:
    for species, s in sheet.zoons.items():
        strides = strides_of(s.moves)
        for card, c in s.cards.items():
            yield Zoon(
                card, species, s.name, s.tribe, s.type, s.value, c.corners, strides, c.copies, s.star,
                s.partners, s.confirmed,
            )  # fmt: skip


def _trump(name: str, t: _Trump) -> Trump:
    aim: str | tuple[Offset, ...] = t.aim
    if t.does == "shot" and t.aim != OWN_CAMP:
        aim = tuple(stride.offsets[-1] for stride in strides_of(t.aim))
    return Trump(
        name, t.name, t.tribe, t.kind, t.force, t.uses, t.usable_by, t.corners, t.does, aim, t.moves, t.of,
        t.boost, t.confirmed,
    )  # fmt: skip


def _correctable(raw: dict[str, Any]) -> Iterator[tuple[str, tuple[dict[str, Any], str]]]:
    """Every fact by its dotted name, with where it lies."""
    for species, s in raw["zoons"].items():
        for key in ("name", "type", "value", "moves", "star", "confirmed"):
            yield f"{species}.{key}", (s, key)
        for card, c in s["cards"].items():
            yield f"{card}.copies", (c, "copies")
            for corner in ("tl", "tr", "br", "bl"):
                yield f"{card}.corners.{corner}", (c["corners"], corner)
    for trump, t in raw["trumps"].items():
        for key in ("name", "kind", "force", "uses", "aim", "moves", "boost", "confirmed"):
            yield f"{trump}.{key}", (t, key)
        for corner in t.get("corners", ()):
            yield f"{trump}.corners.{corner}", (t["corners"], corner)


def _correct(raw: dict[str, Any], name: str, value: Value) -> None:
    known = dict(_correctable(raw))
    if name not in known:
        near = sorted(fact for fact in known if fact.split(".")[0] == name.split(".")[0])
        expected = "one of " + ", ".join(near) if near else "the name of a fact, such as gold-hure.corners.tl"
        raise SetupFault("facts", expected, name)
    table, key = known[name]
    table[key] = value
