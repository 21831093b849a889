"""The cards as printed: Zoons with four corners and a movement grid, trumps, tribes; and the sheets they come from.

Facts come from `zoons.toml`; what the owner adds and corrects is laid over them before anything reads them. A set-up
carries that in its `facts`: `cards.NAME` is a sheet of added cards and `tribe.NAME` an army of the owner's own, each
as JSON; any other name is the dotted name of a corrected fact.

Rule kept: a sheet that passes `sheet_of` can be played with; every fault names its place by a path of keys.
"""

import difflib
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, Literal

import msgspec

from companion.bounded import json_value
from companion.game import CROSS, STAR, PrintedCard, Setup, SetupFault, Value
from companion.games.zoon.family.grids import Stride, Way, strides_of, ways
from companion.kits.exact import NOTHING, Mismatch, Path, common, exact, exact_fact
from companion.kits.grid import Grid, Offset
from companion.kits.options import sheet_in
from companion.language import Language, _, marked, one_of, spoken

Corner = int | Literal["star", "x"]
Type = Literal["chef", "heros", "pretre", "monstre", "elite", "soldat", "embleme"]
Star = Literal["send", "again", "relocate", "swap", "trade", "pull-own", "pull-other", "slide", "slay"]
Does = Literal["shot", "wall", "cage", "march", "pull-back", "gear", "terrain", "zoon", "control"]
Boost = Literal["plus-one", "double"]
Uses = Literal["once", "unlimited"]

OWN_CAMP = "own-camp"
ZONES: Mapping[str, int] = {"anywhere": 6, OWN_CAMP: 3, "own-deployment": 2, "own-reinforcement": 1}
"""The zones of the board, with their number of rows from the seat's own edge."""
MARKS = ("cards", "tribe")
"""Reserved words, never names of cards: they head the facts of a set-up that bring cards and armies."""
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
    """One face of a species; `copies`: how often it is in its tribe's own twelve."""

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
    """The facts of every Zoon, also of one that a trump becomes."""

    type: Type
    value: int
    moves: str
    corners: Corners
    star: Star | None = None
    partners: tuple[str, ...] = ()


class TrumpFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A trump as printed.

    Gear (Matériel) lies on an own Zoon `of` these types and gives it a `boost`, `strides`, or both. Terrain stays on
    the board.
    """

    name: str
    tribe: str
    kind: str
    force: int
    uses: Uses
    does: Does
    usable_by: tuple[Type, ...] = ()
    corners: Corners | None = None
    aim: str = ""  # a zone of the board, or the short form of the squares that a shot may strike
    moves: int = 0  # most Zoons that it moves or takes control of
    of: tuple[Type, ...] = ()  # their types; none: any
    boost: Boost | None = None  # what it does to their fights
    strides: str = ""
    blocks: bool = False  # terrain that is an Obstacle
    as_zoon: BecomesFacts | None = None  # what a Zoon trump becomes on the board
    confirmed: bool = False


class TribeFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tribe: its name, its Chef's name, and its continent (empty: one of its own)."""

    name: str
    chef: str = ""
    continent: str = ""


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tribes: dict[str, TribeFacts] = {}
    zoons: dict[str, SpeciesFacts] = {}
    trumps: dict[str, TrumpFacts] = {}


def sheet_of(raw: Mapping[str, Any], also: Sheet | None = None) -> Sheet:
    """The sheet in plain data; `also`: the sheet that it extends. Raises Mismatch."""
    try:
        sheet = exact(spelled_out(raw), Sheet)
        for path, keeps, expected, found in _rows(sheet, also or Sheet()):
            if not keeps:
                raise Mismatch(path, expected, found)
    except Mismatch as fault:
        path = fault.path
        match path:
            case ("zoons", name, "cards", _face, *rest) if "cards" not in raw["zoons"][name]:
                # The path as it was written, before it was spelled out.
                path = ("zoons", name, *rest)
        raise Mismatch(path, fault.expected, fault.found) from None
    return sheet


def spelled_out(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The data, with `corners` and `copies` that stand on a species itself moved to its only card."""
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
    """Every fact of a sheet by its dotted name, with the table and the key that hold it."""
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
    """Corrects a fact by its dotted name; an empty star or boost removes it. Raises KeyError for no such fact."""
    table, key = dict(correctable(raw))[name]
    if value == "" and key in ("star", "boost"):
        table.pop(key, None)
    else:
        table[key] = value


Row = tuple[Path, bool, str, object]
"""One requirement of a sheet: where, whether it is met, what is expected there and what is found."""


def _rows(sheet: Sheet, also: Sheet) -> Iterator[Row]:
    tribes = also.tribes | sheet.tribes
    species = also.zoons | sheet.zoons
    # Names are typed by people and unique: a card's picture is known by its label alone.
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
        yield from _zoon_rows(path, s, species)
        yield (*path, "cards"), bool(s.cards), _("at least one card"), {}
        for card, c in s.cards.items():
            yield from _corners(c.corners, (*path, "cards", card, "corners"), "star")
            yield _not_negative(c.copies, (*path, "cards", card, "copies"))
    for name, t in sheet.trumps.items():
        yield _known(t.tribe, tribes, ("trumps", name, "tribe"))
        yield from _trump_rows(("trumps", name), t, species)


def _new(path: Path, *taken: Collection[str]) -> Iterator[Row]:
    name = path[-1]
    is_name = bool(_NAME.match(name)) and name not in MARKS
    yield path, is_name, _("a name of small letters, figures and single hyphens"), name
    yield path, not any(name in names for names in taken), _("a name that is not taken"), name


def _zoon_rows(
    path: Path, zoon: SpeciesFacts | BecomesFacts, species: Mapping[str, SpeciesFacts]
) -> Iterator[Row]:
    yield _not_negative(zoon.value, (*path, "value"))
    yield _grid(zoon.moves, (*path, "moves"))
    yield from (_known(partner, species, (*path, "partners")) for partner in zoon.partners)
    whole = bool(zoon.partners) or zoon.star not in ("send", "trade")
    yield (*path, "partners"), whole, _("the Zoons that its star is about"), []


def _trump_rows(path: Path, t: TrumpFacts, species: Mapping[str, SpeciesFacts]) -> Iterator[Row]:
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
    # Only a trump that becomes a Zoon has one.
    becomes = (*path, "as_zoon")
    if t.as_zoon is not None:
        yield becomes, t.does == "zoon", _("nothing with does = {does}").format(does=t.does), _("a Zoon")
        yield from _zoon_rows(becomes, t.as_zoon, species)
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


class Board(Grid):
    """The board of the family, with the deployment zones of both seats: their squares by name."""

    def back(self, seat: int) -> tuple[str, ...]:
        """The row nearest to the player, a → f."""
        return tuple(self.names[number] for number in self.row(seat, 0))

    def front(self, seat: int) -> tuple[str, ...]:
        """The row of the deployment zone that faces the enemy, a → f."""
        return tuple(self.names[number] for number in self.row(seat, 1))

    def zone(self, seat: int) -> tuple[str, ...]:
        """A seat's deployment zone: its back row, then its front row."""
        return self.back(seat) + self.front(seat)

    def away(self, one: int, other: int) -> int:
        """Distance between two squares in steps, diagonal ones included."""
        across = abs(one % self.columns - other % self.columns)
        return max(across, abs(one // self.columns - other // self.columns))


BOARD = Board(6, 6)

Format = Literal["tribal", "continental", "mondial"]

BEHIND: tuple[Offset, ...] = ((-1, -1), (0, -1), (1, -1))
"""Offsets of the three neighbouring squares in the row behind a Zoon."""

CARDS = "cards."
"""Prefix of a sheet of cards in the facts of a set-up."""
ARMY = "tribe."
"""Prefix of an owner's army."""

NICKNAMES = (marked("Gold-Hure"),)
"""Names that are translated: players of another language call these cards otherwise."""

_Facts = tuple[tuple[str, Value], ...]


class Zoon(BecomesFacts, frozen=True, kw_only=True):
    """One face: a printed Zoon card. Mirror images share a `species` and differ in corners only."""

    id: str
    species: str
    printed: str  # the name on the card
    tribe: str
    strides: tuple[Stride, ...]
    copies: int = 0  # how often it is in the tribe's own twelve
    confirmed: bool

    @property
    def name(self) -> str:
        """Its name in the spoken language."""
        return _(self.printed)


class Trump(TrumpFacts, frozen=True, kw_only=True):
    """One trump card; the Zoon that it becomes has the trump's id."""

    id: str
    shots: tuple[Offset, ...] = ()  # offsets that it may strike from its shooter, if it has one
    as_zoon: Zoon | None = None

    @property
    def reused(self) -> bool:
        """Whether it stays with its owner after use, and holds a penny beside the board."""
        return self.uses == "unlimited"


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A tribe as its owner built it: card ids with repeats, sorted; `name` is for people."""

    zoons: tuple[str, ...]
    trumps: tuple[str, ...] = ()
    name: str = ""
    format: Format = "mondial"


class Facts:
    """Everything that is printed on the cards, with the owner's corrections; immutable.

    `tribes` are names by id, the owner's armies among them; `continents` by tribe.
    """

    def __init__(self, sheet: Sheet, armies: Mapping[str, Army] | None = None) -> None:
        self.armies: Mapping[str, Army] = dict(armies or {})
        built = {name: army.name or name for name, army in self.armies.items()}
        self.tribes: Mapping[str, str] = {name: t.name for name, t in sheet.tribes.items()} | built
        self.continents: Mapping[str, str] = {name: t.continent or name for name, t in sheet.tribes.items()}
        self.zoons: Mapping[str, Zoon] = {
            card: _zoon(card, species, s, face)
            for species, s in sheet.zoons.items()
            for card, face in s.cards.items()
        }
        self.trumps: Mapping[str, Trump] = {name: _trump(name, t) for name, t in sheet.trumps.items()}
        born = {name: trump.as_zoon for name, trump in self.trumps.items() if trump.as_zoon is not None}
        self.zoon: Callable[[str], Zoon] = {**self.zoons, **born}.__getitem__
        """A Zoon, also one that a trump became. Raises KeyError."""
        self._sheet = sheet
        self._grid = cache(self._led)

    def ways(self, card: str, seat: int, square: int, gear: str = "") -> Mapping[int, tuple[Way, ...]]:
        """By target, a Zoon's ways from a square, its grid read from that seat's edge; `gear` may add some."""
        return self._grid(card, seat, gear)[square]

    def _led(self, card: str, seat: int, gear: str) -> tuple[dict[int, tuple[Way, ...]], ...]:
        """For every square, where a grid leads from it."""
        strides = self.zoon(card).strides + (strides_of(self.trumps[gear].strides) if gear else ())
        return tuple(ways(BOARD, seat, n, strides) for n in range(len(BOARD)))

    def own_twelve(self, tribe: str) -> tuple[str, ...]:
        """The Zoons of a tribe as it is sold, or as its owner built it, sorted."""
        if tribe in self.armies:
            return self.armies[tribe].zoons
        members = (zoon for zoon in self.zoons.values() if zoon.tribe == tribe)
        return tuple(sorted(zoon.id for zoon in members for _ in range(zoon.copies)))

    def own_trumps(self, tribe: str) -> tuple[str, ...]:
        if tribe in self.armies:
            return self.armies[tribe].trumps
        return tuple(sorted(trump.id for trump in self.trumps.values() if trump.tribe == tribe))

    def name(self, card: str) -> str:
        return (self.zoons.get(card) or self.trumps[card]).name

    def called(self, card: str | None, otherwise: str = "") -> str:
        """A card's printed name; an unknown one is called `otherwise`, or a face-down card."""
        known = card is not None and (card in self.zoons or card in self.trumps)
        return self.name(str(card)) if known else otherwise or _("a face-down card")


def facts(given: _Facts = ()) -> Facts:
    """The facts of all cards with what a set-up's `facts` add and correct.

    Raises SetupFault for an unknown name, a value of a wrong kind, or a sheet or army that cannot be read.
    """
    armies = {name.removeprefix(ARMY): value for name, value in given if name.startswith(ARMY)}
    known = _cards(tuple(pair for pair in given if not pair[0].startswith(ARMY)))
    if not armies:
        return known
    return Facts(known._sheet, {name: army_of(known, name, value) for name, value in armies.items()})


def army_of(known: Facts, name: str, value: Value) -> Army:
    """An owner's army from its JSON in a set-up. Raises SetupFault."""
    field = f"facts: {ARMY}{name}"
    try:
        raw = json_value(str(value))
    except ValueError as fault:
        raise SetupFault(field, _("an army as JSON ({fault})").format(fault=fault), value) from None
    army = exact_fact(field, raw, Army)
    if name in known.tribes:
        raise SetupFault(field, _("a name that no tribe has"), name)
    for card in (*army.zoons, *army.trumps):
        if card not in (known.zoons if card in army.zoons else known.trumps):
            near = difflib.get_close_matches(card, [*known.zoons, *known.trumps], 3)
            expected = _("cards that are known, such as {names}") if near else _("cards that are known")
            raise SetupFault(field, expected.format(names=", ".join(near)), card)
    return msgspec.structs.replace(army, zoons=tuple(sorted(army.zoons)), trumps=tuple(sorted(army.trumps)))


def fact_names(given: _Facts = ()) -> tuple[str, ...]:
    """The dotted name of every fact that an owner may correct, those of added cards (`cards.NAME`) included."""
    found = [name for name, _ in correctable(shipped())]
    for name, value in given:
        if name.startswith(CARDS):
            found += [each for each, _ in correctable(spelled_out(_decoded(name, value)))]
    return tuple(sorted(found))


def shipped() -> dict[str, Any]:
    """The facts that the program brings along, as a fresh copy of plain data."""
    return sheet_in("companion.games.zoon.family", "zoons", dict[str, Any])


@cache
def shipped_sheet() -> Sheet:
    return sheet_of(shipped())


@lru_cache(maxsize=64)
def _cards(given: _Facts) -> Facts:
    raw, added = shipped(), shipped_sheet()
    for name, value in given:
        if name.startswith(CARDS):
            sheet = _decoded(name, value)
            try:
                added = merged(added, sheet_of(sheet, added))
            except Mismatch as fault:
                raise SetupFault(f"facts: {name}.{fault.field}", fault.expected, fault.found) from None
            for kind, entries in spelled_out(sheet).items():
                raw[kind] = raw[kind] | entries
    corrections = [pair for pair in given if not pair[0].startswith(CARDS)]
    for name, value in corrections:
        try:
            correct(raw, name, value)
        except KeyError:
            near = sorted(fact for fact, _ in correctable(raw) if fact.split(".")[0] == name.split(".")[0])
            example = _("the name of a fact, such as {name}").format(name="gold-hure.corners.tl")
            raise SetupFault("facts", one_of(near) if near else example, name) from None
        try:
            added = sheet_of(raw)
        except Mismatch as fault:
            raise SetupFault(f"facts: {name}", fault.expected, value) from None
    return Facts(added)


def _decoded(name: str, value: Value) -> dict[str, Any]:
    try:
        raw = json_value(str(value))
    except ValueError as fault:
        raise SetupFault(
            f"facts: {name}", _("a sheet of cards as JSON ({fault})").format(fault=fault), value
        ) from None
    if not isinstance(raw, dict):
        raise SetupFault(f"facts: {name}", _("a sheet of cards as JSON"), value)
    return raw


def _trump(name: str, t: TrumpFacts) -> Trump:
    aimed = strides_of(t.aim) if t.does == "shot" and t.aim != OWN_CAMP else ()
    becomes = None if t.as_zoon is None else _zoon(name, name, t, t.as_zoon)
    shots = tuple(stride.offsets[-1] for stride in aimed)
    return Trump(**common(t, Trump) | {"id": name, "shots": shots, "as_zoon": becomes})


def _zoon(card: str, species: str, named: SpeciesFacts | TrumpFacts, more: CardFacts | BecomesFacts) -> Zoon:
    found = common(named, Zoon) | common(more, Zoon)
    found["strides"] = strides_of(found["moves"])
    return Zoon(id=card, species=species, printed=named.name, **found)


NARROW = "\N{NO-BREAK SPACE}"


def printed(setup: Setup, label: str) -> PrintedCard | None:
    """A card described by its corners, cached by language; None: an unknown card."""
    return _printed(setup, label, spoken())


@lru_cache(maxsize=512)
def _printed(setup: Setup, label: str, _language: Language) -> PrintedCard | None:
    known = facts(setup.facts)
    corners, zoon = corners_of(known, label), known.zoons.get(label)
    if zoon is None and label not in known.trumps:
        return None
    signs = () if corners is None else tuple(map(sign, (corners.bl, corners.br, corners.tr, corners.tl)))
    name, rule, apart = known.name(label), f"card-{label}", ""
    if zoon is not None:
        rule = f"star-{zoon.species}" if zoon.star is not None else ""
        if [one.name for one in known.zoons.values()].count(name) > 1:
            # Told from its namesakes by its corners as printed: the top pair, then the bottom pair.
            bl, br, tr, tl = signs
            apart = f"{tl} {tr} / {bl} {br}".replace(" ", NARROW)
    return PrintedCard(name, corners=signs, rule=rule, apart=apart)


def thing_names(setup: Setup) -> frozenset[str]:
    """Every card that an event may name: the Zoons and trumps of all tribes that are known."""
    known = facts(setup.facts)
    return frozenset((*known.zoons, *known.trumps))


def printed_with_penny(setup: Setup, label: str) -> PrintedCard | None:
    """A card whose penny says which two corners count: the top two on heads, else the bottom two."""
    card, corners = printed(setup, label), corners_of(facts(setup.facts), label)
    if card is None or corners is None:
        return card
    under = {"heads": together(corners.top), "tails": together(corners.bottom)}
    return replace(card, figure=under["heads"], under=under)


def corners_of(known: Facts, label: str) -> Corners | None:
    """The corners of a Zoon, or of a trump that has any."""
    if label in known.zoons:
        return known.zoons[label].corners
    trump = known.trumps.get(label)
    if trump is None:
        return None
    return trump.as_zoon.corners if trump.as_zoon is not None else trump.corners


def sign(corner: Corner) -> str:
    return {"star": STAR, "x": CROSS}.get(str(corner), str(corner))


def together(pair: tuple[Corner, Corner]) -> str:
    """Two corners as one figure: numbers are added; a star or an X, worth what the enemy shows, stands beside."""
    numbers = [corner for corner in pair if isinstance(corner, int)]
    signs = "".join(sign(corner) for corner in pair if not isinstance(corner, int))
    return f"{sum(numbers)}{signs}" if numbers else signs
