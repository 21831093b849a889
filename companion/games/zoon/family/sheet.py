"""A sheet of facts: the schema of zoons.toml and of the cards that owners add, and what a sheet has to keep to.

Rule kept: a sheet that passes `sheet_of` can be played with; every fault names its place by a path of keys.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Literal

import msgspec

from companion.games.zoon.family.grids import strides_of
from companion.kits.exact import NOTHING, Mismatch, Path, exact
from companion.language import _, one_of

Corner = int | Literal["star", "x"]
Type = Literal["chef", "heros", "pretre", "monstre", "elite", "soldat", "embleme"]
Star = Literal["send", "again", "relocate", "swap", "trade", "pull-own", "pull-other", "slide", "slay"]
Does = Literal["shot", "wall", "cage", "march", "pull-back", "gear", "terrain", "zoon", "control"]
Boost = Literal["plus-one", "double"]
Uses = Literal["once", "unlimited"]

OWN_CAMP = "own-camp"
ZONES: Mapping[str, int] = {"anywhere": 6, OWN_CAMP: 3, "own-deployment": 2, "own-reinforcement": 1}
"""The zones of the board, and how many rows each has, from its seat's edge on."""
MARKS = ("cards", "tribe")
"""No card is called so: these words head the entries of a set-up that bring cards and armies along."""
MOST_CORNER = 9

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*$")


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

    @property
    def stars(self) -> int:
        return (self.tl, self.tr, self.br, self.bl).count("star")


class CardFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One face of a species, and how often it lies in its tribe's own twelve."""

    corners: Corners
    copies: int = 1


class SpeciesFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Zoon as printed; `cards` are its faces, more than one where it has a mirror image."""

    name: str
    tribe: str
    type: Type
    value: int
    moves: str
    cards: dict[str, CardFacts]
    star: Star | None = None
    partners: tuple[str, ...] = ()
    confirmed: bool = False


class BecomesFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every Zoon has, also one that a trump becomes once it is laid."""

    type: Type
    value: int
    moves: str
    corners: Corners
    star: Star | None = None
    partners: tuple[str, ...] = ()


class TrumpFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A trump as printed. `aim` is a zone of the board, or the short form of the squares that a shot may strike.

    `moves` is the most Zoons it moves, or takes control of, `of` their types (none = any); `boost` is what it does to
    their fights. Gear (Matériel) lies on an own Zoon `of` these types and gives it a `boost`, `strides`, or both.
    Terrain lies on the board to the end; with `blocks` it is an Obstacle. A Zoon trump becomes `as_zoon` once it lies
    on the board.
    """

    name: str
    tribe: str
    kind: str
    force: int
    uses: Uses
    does: Does
    usable_by: tuple[Type, ...] = ()
    corners: Corners | None = None
    aim: str = ""
    moves: int = 0
    of: tuple[Type, ...] = ()
    boost: Boost | None = None
    strides: str = ""
    blocks: bool = False
    as_zoon: BecomesFacts | None = None
    confirmed: bool = False


class TribeFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tribe: its name, its Chef's, and the continent that it is from (empty: one of its own)."""

    name: str
    chef: str = ""
    continent: str = ""


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tribes: dict[str, TribeFacts] = {}
    zoons: dict[str, SpeciesFacts] = {}
    trumps: dict[str, TrumpFacts] = {}


def sheet_of(raw: Mapping[str, Any], also: Sheet | None = None) -> Sheet:
    """The sheet that plain data make, `also` being what is there besides. Raises Mismatch."""
    try:
        sheet = exact(spelled_out(raw), Sheet)
        for path, keeps, expected, found in _rows(sheet, also or Sheet()):
            if not keeps:
                raise Mismatch(path, expected, found)
    except Mismatch as fault:
        path = fault.path
        match path:
            case ("zoons", name, "cards", _face, *rest) if "cards" not in raw["zoons"][name]:
                # As it was written, before it was spelled out.
                path = ("zoons", name, *rest)
        raise Mismatch(path, fault.expected, fault.found) from None
    return sheet


def spelled_out(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The data with `corners` and `copies` written on a species itself put on the one card that it then has."""
    zoons = raw.get("zoons")
    if not isinstance(zoons, Mapping):
        return dict(raw)
    found = dict(zoons)
    for name, species in zoons.items():
        if isinstance(species, Mapping) and "corners" in species and "cards" not in species:
            card = {key: species[key] for key in ("corners", "copies") if key in species}
            rest = {key: value for key, value in species.items() if key not in card}
            found[name] = {**rest, "cards": {name: card}}
    return {**raw, "zoons": found}


def merged(one: Sheet, other: Sheet) -> Sheet:
    return Sheet(one.tribes | other.tribes, one.zoons | other.zoons, one.trumps | other.trumps)


def correctable(raw: Mapping[str, Any]) -> Iterator[tuple[str, tuple[dict[str, Any], str]]]:
    """Every fact of a sheet by its dotted name, with the table and key where it lies."""
    for species, s in raw.get("zoons", {}).items():
        for key in ("name", "type", "value", "moves", "star", "confirmed"):
            yield f"{species}.{key}", (s, key)
        for card, c in s["cards"].items():
            yield f"{card}.copies", (c, "copies")
            for corner in ("tl", "tr", "br", "bl"):
                yield f"{card}.corners.{corner}", (c["corners"], corner)
    for trump, t in raw.get("trumps", {}).items():
        for key in ("name", "kind", "force", "uses", "aim", "moves", "boost", "confirmed"):
            yield f"{trump}.{key}", (t, key)
        for corner in t.get("corners", ()):
            yield f"{trump}.corners.{corner}", (t["corners"], corner)


def correct(raw: Mapping[str, Any], name: str, value: object) -> None:
    """Puts a fact right by its dotted name; an empty star or boost is none. Raises KeyError for no such fact."""
    table, key = dict(correctable(raw))[name]
    if value == "" and key in ("star", "boost"):
        table.pop(key, None)
    else:
        table[key] = value


Row = tuple[Path, bool, str, object]
"""What a sheet has to keep to: where, whether it does, what is expected there and what is found."""


def _rows(sheet: Sheet, also: Sheet) -> Iterator[Row]:
    tribes = also.tribes | sheet.tribes
    species = also.zoons | sheet.zoons
    # Names can be typed and are given once only: a card's label is all that a picture of it is known by.
    for kind in Sheet.__struct_fields__:
        for name in getattr(sheet, kind):
            yield from _new((kind, name), getattr(also, kind))
    taken = {card for s in also.zoons.values() for card in s.cards} | set(also.trumps)
    for name, s in sheet.zoons.items():
        for card in s.cards:
            yield from _new(("zoons", name, "cards", card), taken, sheet.trumps, species.keys() - {name})
            taken.add(card)
    for name in sheet.trumps:
        yield from _new(("trumps", name), taken, species)
    for name, s in sheet.zoons.items():
        path = ("zoons", name)
        yield _known(s.tribe, tribes, (*path, "tribe"))
        yield from _zoon(path, s, species)
        yield (*path, "cards"), bool(s.cards), _("at least one card"), {}
        for card, c in s.cards.items():
            yield from _corners(c.corners, (*path, "cards", card, "corners"), "star")
            yield _not_negative(c.copies, (*path, "cards", card, "copies"))
    for name, t in sheet.trumps.items():
        yield _known(t.tribe, tribes, ("trumps", name, "tribe"))
        yield from _trump(("trumps", name), t, species)


def _new(path: Path, *taken: Collection[str]) -> Iterator[Row]:
    name = path[-1]
    is_name = bool(_NAME.match(name)) and name not in MARKS
    yield path, is_name, _("a name of small letters, figures and single hyphens"), name
    yield path, not any(name in names for names in taken), _("a name that is not taken"), name


def _zoon(
    path: Path, zoon: SpeciesFacts | BecomesFacts, species: Mapping[str, SpeciesFacts]
) -> Iterator[Row]:
    yield _not_negative(zoon.value, (*path, "value"))
    yield _grid(zoon.moves, (*path, "moves"))
    yield from (_known(partner, species, (*path, "partners")) for partner in zoon.partners)
    whole = bool(zoon.partners) or zoon.star not in ("send", "trade")
    yield (*path, "partners"), whole, _("the Zoons that its star is about"), []


def _trump(path: Path, t: TrumpFacts, species: Mapping[str, SpeciesFacts]) -> Iterator[Row]:
    yield (*path, "force"), 1 <= t.force <= 3, _("a force of 1, 2 or 3"), t.force
    yield _not_negative(t.moves, (*path, "moves"))
    if t.corners is not None:
        yield from _corners(t.corners, (*path, "corners"), "x")
    if t.does == "shot":
        corners = _("the four corners of a trump that shoots")
        yield (*path, "corners"), t.corners is not None, corners, NOTHING
        if t.aim != OWN_CAMP:
            yield _grid(t.aim, (*path, "aim"))
            yield (*path, "aim"), bool(t.aim), _("the squares that it may strike, or own-camp"), t.aim
    elif t.does in ("wall", "cage", "terrain", "zoon", "gear") and (t.aim or t.does in ("wall", "cage")):
        yield _known(t.aim, ZONES, (*path, "aim"))
    moves = t.does in ("march", "pull-back", "control")
    yield (*path, "moves"), bool(t.moves) or not moves, _("how many Zoons it moves"), t.moves
    gives = t.does != "gear" or t.boost is not None or bool(t.strides)
    yield (*path, "strides"), gives, _("what it gives: a boost, or strides, the paths it adds"), NOTHING
    yield _grid(t.strides, (*path, "strides"))
    # One that becomes a Zoon has it, and no other.
    becomes = (*path, "as_zoon")
    if t.as_zoon is not None:
        yield becomes, t.does == "zoon", _("nothing with does = {does}").format(does=t.does), _("a Zoon")
        yield from _zoon(becomes, t.as_zoon, species)
        yield from _corners(t.as_zoon.corners, (*becomes, "corners"), "star")
    yield becomes, t.does != "zoon" or t.as_zoon is not None, _("the Zoon that it becomes"), NOTHING


def _corners(corners: Corners, path: Path, mark: str) -> Iterator[Row]:
    words = _("a number from 0 to {most} or {mark}").format(most=MOST_CORNER, mark=mark)
    for corner, value in msgspec.structs.asdict(corners).items():
        if isinstance(value, int):
            yield _not_negative(value, (*path, corner))
        yield (*path, corner), value == mark or value in range(MOST_CORNER + 1), words, value


def _not_negative(value: int, path: Path) -> Row:
    return path, value >= 0, _("a number that is not negative"), value


def _grid(moves: str, path: Path) -> Row:
    try:
        strides_of(moves)
    except ValueError as fault:
        return path, False, str(fault), moves
    return path, True, "", moves


def _known(name: str, known: Mapping[str, object], path: Path) -> Row:
    return path, name in known, one_of(known), name
