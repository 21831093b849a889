"""Tribes built to order: what an army adds up to, and which limits of construction it breaks (source 002, ZO-37…41).

Rule kept: a limit is counted here and nowhere else; options, builder and command all ask this file.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from companion.kits.zoons import Army, Facts, Format, Zoon

Rule = Literal["emblem", "least", "points", "stars", "force", "chef", "single", "tribe", "continent"]

FORMATS: tuple[Format, ...] = ("tribal", "continental", "mondial")
MOST_POINTS = 150
MOST_FORCE = 6
FREE_STARS = 3
MOST_STARS = 9
LEAST_ZOONS = 2

LEDGER: Mapping[Rule, str] = {
    "emblem": "ZO-40",
    "least": "ZO-41",
    "points": "ZO-40",
    "stars": "ZO-37",
    "force": "ZO-37",
    "chef": "S2",
    "single": "S2",
    "tribe": "S2",
    "continent": "S2",
}
ALWAYS: tuple[Rule, ...] = ("emblem", "least")
"""What every army has to keep to, also where no limits were agreed on."""


class Totals(msgspec.Struct, frozen=True):
    """What an army adds up to. `force` is that of its trumps, `paid` what stars beyond three cost of it (ZO-37)."""

    zoons: int
    points: int
    stars: int
    force: int
    paid: int

    @property
    def spent(self) -> int:
        """Points of force that are gone: trumps, and stars beyond the free ones."""
        return self.force + self.paid


class Limit(msgspec.Struct, frozen=True):
    """A broken limit: how much was `found` where so much is `allowed`, and the cards it is about.

    `cards` are ids: all Emblems, all Chefs, the faces of Heroes and Priests that are there twice, the cards from
    elsewhere (`tribe`, `continent`); empty for sums. `home`: the tribe or continent that the others are from.
    """

    rule: Rule
    found: int
    allowed: int
    cards: tuple[str, ...] = ()
    home: str = ""

    @property
    def excess(self) -> int:
        """By how much it is broken."""
        return abs(self.found - self.allowed)

    @property
    def ledger(self) -> str:
        """The entry of the ledger that it comes from, S2 where the rules themselves are plain."""
        return LEDGER[self.rule]


def totals(army: Army, facts: Facts) -> Totals:
    """Zoons, points, stars (counted corner by corner, ZO-38) and force of an army."""
    zoons = [facts.zoons[card] for card in army.zoons]
    stars = sum(zoon.corners.stars for zoon in zoons)
    return Totals(
        len(zoons),
        sum(zoon.value for zoon in zoons),
        stars,
        sum(facts.trumps[trump].force for trump in army.trumps),
        max(0, stars - FREE_STARS),
    )


def limits(army: Army, facts: Facts) -> tuple[Limit, ...]:
    """Every limit that an army breaks, in the order of `Rule`; empty for a tribe that may be played."""
    return tuple(_broken(army, facts))


def home(army: Army, facts: Facts) -> str:
    """The tribe (tribal) or continent (continental) that most of an army's cards are from; empty for others."""
    if army.format == "mondial" or not (army.zoons or army.trumps):
        return ""
    counted = Counter(origin(card, facts, army.format) for card in (*army.zoons, *army.trumps))
    return max(sorted(counted), key=lambda name: counted[name])


def origin(card: str, facts: Facts, format: Format) -> str:
    """What a format asks a card for: its tribe, its continent, or nothing."""
    if format == "mondial":
        return ""
    tribe = (facts.zoons.get(card) or facts.trumps[card]).tribe
    return tribe if format == "tribal" else facts.continents[tribe]


def more_than_printed(army: Army, facts: Facts) -> dict[str, tuple[int, int]]:
    """Cards of which the army needs more than a tribe as sold holds: (needed, held). Lawful: it takes another deck."""
    needed = Counter(army.zoons)
    found = {card: (count, facts.zoons[card].copies) for card, count in needed.items()}
    return {card: pair for card, pair in found.items() if pair[0] > max(1, pair[1])}


def _broken(army: Army, facts: Facts) -> Iterable[Limit]:
    zoons = [facts.zoons[card] for card in army.zoons]
    sums = totals(army, facts)
    emblems = _of(zoons, "embleme")
    if len(emblems) != 1:
        yield Limit("emblem", len(emblems), 1, emblems)
    if len(zoons) < LEAST_ZOONS:
        yield Limit("least", len(zoons), LEAST_ZOONS)
    if sums.points > MOST_POINTS:
        yield Limit("points", sums.points, MOST_POINTS)
    if sums.stars > MOST_STARS:
        yield Limit("stars", sums.stars, MOST_STARS)
    if sums.spent > MOST_FORCE:
        yield Limit("force", sums.spent, MOST_FORCE)
    chefs = _of(zoons, "chef")
    if len(chefs) > 1:
        yield Limit("chef", len(chefs), 1, chefs)
    yield from _doubles(zoons)
    yield from _strangers(army, facts)


def _of(zoons: Iterable[Zoon], type: str) -> tuple[str, ...]:
    return tuple(zoon.id for zoon in zoons if zoon.type == type)


def _doubles(zoons: list[Zoon]) -> Iterable[Limit]:
    """Heroes and Priests that are there twice; mirror images are the same Zoon."""
    singles = [zoon for zoon in zoons if zoon.type in ("heros", "pretre")]
    counted = Counter(zoon.species for zoon in singles)
    twice = tuple(zoon.id for zoon in singles if counted[zoon.species] > 1)
    if twice:
        yield Limit("single", len(twice), len({zoon.species for zoon in singles if zoon.id in twice}), twice)


def _strangers(army: Army, facts: Facts) -> Iterable[Limit]:
    """Cards that are not from where the army's format wants them all to be from."""
    here = home(army, facts)
    others = tuple(c for c in (*army.zoons, *army.trumps) if origin(c, facts, army.format) != here)
    if others:
        rule: Rule = "tribe" if army.format == "tribal" else "continent"
        yield Limit(rule, len(others), 0, others, here)
