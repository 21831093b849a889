"""The cards as printed: Zoons with four corners and a movement grid, trumps, tribes.

Facts come from `zoons.toml`; what the owner adds and corrects is laid over them before anything reads them. A set-up
carries it in its `facts`: `cards.NAME` is a sheet of added cards and `tribe.NAME` an army of the owner's own, each as
JSON, and any other name is the dotted name of a fact that a printed card tells otherwise.
"""

import difflib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, Literal

import msgspec

from companion.bounded import json_value
from companion.game import CROSS, STAR, PrintedCard, Setup, SetupFault, Value
from companion.games.zoon.family.grids import Stride, Way, strides_of, ways
from companion.games.zoon.family.sheet import (
    OWN_CAMP,
    BecomesFacts,
    CardFacts,
    Corner,
    Corners,
    Sheet,
    SpeciesFacts,
    TrumpFacts,
    correct,
    correctable,
    merged,
    sheet_of,
    spelled_out,
)
from companion.kits.exact import Mismatch, common, exact_fact
from companion.kits.grid import Grid, Offset
from companion.kits.options import sheet_in
from companion.language import Language, _, marked, one_of, spoken

BOARD = Grid(6, 6)

Format = Literal["tribal", "continental", "mondial"]

BEHIND: tuple[Offset, ...] = ((-1, -1), (0, -1), (1, -1))
"""The three neighbouring squares of the row behind a Zoon."""

CARDS = "cards."
"""Before the name of a sheet of cards, in the facts of a set-up."""
ARMY = "tribe."
"""Before the name of an owner's army."""

NICKNAMES = (marked("Gold-Hure"),)
"""Names that say something else in another language: players call these cards otherwise there."""

_Facts = tuple[tuple[str, Value], ...]


class Zoon(BecomesFacts, frozen=True, kw_only=True):
    """One face: a printed Zoon card. `species` is shared by its mirror images, which differ in corners only.

    `printed` is the name on the card. `copies`: how often it lies in the tribe's own twelve. `star`: what its star
    does, with which `partners`.
    """

    id: str
    species: str
    printed: str
    tribe: str
    strides: tuple[Stride, ...]
    copies: int = 0
    confirmed: bool

    @property
    def name(self) -> str:
        """What players call it in their language."""
        return _(self.printed)


class Trump(TrumpFacts, frozen=True, kw_only=True):
    """One trump card. `shots` are the offsets that it may strike from its shooter, where it has one.

    The Zoon that it becomes has the trump's id.
    """

    id: str
    shots: tuple[Offset, ...] = ()
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
    """Everything that is printed on the cards, with the owner's corrections. Never changed once made.

    `tribes` are names by id, the owner's armies among them; `continents` is by tribe, for those that have one.
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
        """Where a Zoon's grid leads from a square, read with that seat at its near edge; `gear` may add paths."""
        return self._grid(card, seat, gear)[square]

    def _led(self, card: str, seat: int, gear: str) -> tuple[dict[int, tuple[Way, ...]], ...]:
        """For every square where a grid leads from it."""
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
        """A card's printed name; for one that is not known what it is called `otherwise`, or a face-down card."""
        known = card is not None and (card in self.zoons or card in self.trumps)
        return self.name(str(card)) if known else otherwise or _("a face-down card")


def facts(given: _Facts = ()) -> Facts:
    """The facts of all cards with what a set-up's `facts` add and correct.

    Raises SetupFault for a name that is not one, a value of a wrong kind, a sheet or an army that cannot be read.
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
    """The facts that the program brings along, as plain data, to do with as one likes."""
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
    """A card as its corners tell of it, kept for each language; None for one that is not known."""
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
            # What tells it from its namesakes, as it stands on the card: the top pair, then the bottom pair.
            bl, br, tr, tl = signs
            apart = f"{tl} {tr} / {bl} {br}".replace(" ", NARROW)
    return PrintedCard(name, corners=signs, rule=rule, apart=apart)


def thing_names(setup: Setup) -> frozenset[str]:
    """Every card that an event may name: the Zoons and trumps of all tribes that are known."""
    known = facts(setup.facts)
    return frozenset((*known.zoons, *known.trumps))


def printed_with_penny(setup: Setup, label: str) -> PrintedCard | None:
    """A card where a penny says which two of its corners count: the top two on heads, else the bottom two."""
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
