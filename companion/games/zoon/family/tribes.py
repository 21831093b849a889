"""The armies of a game: what is agreed about them, their totals, which limits they break, and what mends that.

Rules kept (source 002, ZO-37…41): limits are counted only here; set-ups, builder and command all ask this file. Every
proposed mend has been counted; it makes no other limit worse.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from companion.game import Meaning, Option, Setup, SetupFault, Value
from companion.games.zoon.family.deck import Army, Facts, Format, Zoon, facts
from companion.kits.options import options_in
from companion.language import _, several

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
}
ALWAYS: tuple[Rule, ...] = ("emblem", "least")
"""Limits that hold for every army, even where no limits were agreed on."""


class Totals(msgspec.Struct, frozen=True):
    """The totals of an army."""

    zoons: int
    points: int
    stars: int
    force: int  # that of its trumps
    paid: int  # what stars beyond three cost of the force (ZO-37)

    @property
    def spent(self) -> int:
        """Points of force used up: trumps, and stars beyond the free ones."""
        return self.force + self.paid


class Limit(msgspec.Struct, frozen=True):
    """A broken limit: how much was `found`, how much is `allowed`, and the cards it is about.

    `cards` are ids: all Emblems, all Chefs, the faces of Heroes and Priests held twice, the cards from elsewhere
    (`tribe`, `continent`); empty for sums. `home`: the tribe or continent of the other cards.
    """

    rule: Rule
    found: int
    allowed: int
    cards: tuple[str, ...] = ()
    home: str = ""

    @property
    def excess(self) -> int:
        return abs(self.found - self.allowed)

    @property
    def ledger(self) -> str:
        """The ledger entry behind it; S2 where the rules themselves are plain."""
        return LEDGER.get(self.rule, "S2")


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
    """Every limit that an army breaks, in the order of `Rule`; empty: it may be played."""
    zoons, sums = [facts.zoons[card] for card in army.zoons], totals(army, facts)
    emblems, chefs = _of(zoons, "embleme"), _of(zoons, "chef")
    # Heroes and Priests held twice; mirror images are the same Zoon.
    singles = [zoon for zoon in zoons if zoon.type in ("heros", "pretre")]
    counted = Counter(zoon.species for zoon in singles)
    twice = tuple(zoon.id for zoon in singles if counted[zoon.species] > 1)
    kinds = sum(count > 1 for count in counted.values())
    # Cards from another place than the format wants.
    here = home(army, facts)
    others = tuple(c for c in (*army.zoons, *army.trumps) if origin(c, facts, army.format) != here)
    elsewhere: Rule = "tribe" if army.format == "tribal" else "continent"
    rows = (
        (len(emblems) != 1, Limit("emblem", len(emblems), 1, emblems)),
        (len(zoons) < LEAST_ZOONS, Limit("least", len(zoons), LEAST_ZOONS)),
        (sums.points > MOST_POINTS, Limit("points", sums.points, MOST_POINTS)),
        (sums.stars > MOST_STARS, Limit("stars", sums.stars, MOST_STARS)),
        (sums.spent > MOST_FORCE, Limit("force", sums.spent, MOST_FORCE)),
        (len(chefs) > 1, Limit("chef", len(chefs), 1, chefs)),
        (bool(twice), Limit("single", len(twice), kinds, twice)),
        (bool(others), Limit(elsewhere, len(others), 0, others, here)),
    )
    return tuple(limit for is_broken, limit in rows if is_broken)


def home(army: Army, facts: Facts) -> str:
    """The tribe (tribal) or continent (continental) of most of an army's cards; empty in other formats."""
    counted = Counter(origin(card, facts, army.format) for card in (*army.zoons, *army.trumps))
    return max(sorted(counted), key=lambda name: counted[name], default="")


def origin(card: str, facts: Facts, format: Format) -> str:
    """The origin that a format asks for: a card's tribe, its continent, or nothing."""
    if format == "mondial":
        return ""
    tribe = (facts.zoons.get(card) or facts.trumps[card]).tribe
    return tribe if format == "tribal" else facts.continents[tribe]


def more_than_printed(army: Army, facts: Facts) -> dict[str, tuple[int, int]]:
    """Cards needed more often than a tribe as sold holds them: (needed, held). Lawful: it takes another deck."""
    needed = Counter(army.zoons)
    found = {card: (count, facts.zoons[card].copies) for card, count in needed.items()}
    return {card: pair for card, pair in found.items() if pair[0] > max(1, pair[1])}


def _of(zoons: Iterable[Zoon], type: str) -> tuple[str, ...]:
    return tuple(zoon.id for zoon in zoons if zoon.type == type)


MOST_STEPS = 40
"""Maximum cards changed before a tribe is given up."""


class Mend(msgspec.Struct, frozen=True):
    """Cards to leave out and to put in, by id, or a `format` to build in instead."""

    out: tuple[str, ...] = ()
    put: tuple[str, ...] = ()
    whole: bool = False  # the tribe then keeps to all limits
    format: Format | None = None


class _Tried(msgspec.Struct, frozen=True):
    """One change, with the army and the broken limits that it leads to."""

    mend: Mend
    army: Army
    excess: Counter[Rule]
    points: int

    def mends(self, limit: Limit, before: Counter[Rule]) -> bool:
        """Whether it mends a broken limit and makes no other worse."""
        return limit.rule not in self.excess and self.excess <= before


class Mending:
    """All single changes of one army, counted once, and what they mend."""

    def __init__(self, army: Army, facts: Facts) -> None:
        self.army, self._facts = army, facts
        self._excess = _excess(army, facts)

    def of(self, limit: Limit) -> tuple[Mend, ...]:
        """Mends of one broken limit: at most two cards to leave out, two to swap or add, one wider format.

        Where no single change does, the shortest sequence of changes found; empty: none.
        """
        good = [tried for tried in self._tried if tried.mends(limit, self._excess)]
        good.sort(key=lambda tried: (not tried.mend.whole, *_rank(tried)))
        if limit.rule in ("tribe", "continent"):
            # All cards from elsewhere, left out together, come first.
            together = _with(self.army, Mend(out=limit.cards), self._facts)
            good = [together, *good] if together.mends(limit, self._excess) else good
        # Drop those that differ from an earlier one by a mirror image only.
        zoons, unlike = self._facts.zoons, dict[tuple[object, ...], Mend]()
        for mend in (tried.mend for tried in good):
            names = ((zoons[c].species if c in zoons else c for c in cards) for cards in (mend.out, mend.put))
            unlike.setdefault((mend.format, *(tuple(each) for each in names)), mend)
        mends = unlike.values()
        outs = [mend for mend in mends if not mend.put and mend.format is None][:2]
        swaps = [mend for mend in mends if mend.put][:2]
        wider = [mend for mend in mends if mend.format is not None][:1]
        if outs or swaps or wider:
            return (*outs, *swaps, *wider)
        row = _row(self.army, self._facts, limit.rule)
        return () if row is None else (row,)

    def all(self) -> Mend | None:
        """A sequence of changes after which the tribe keeps to every limit; None: none was found."""
        whole = [tried for tried in self._tried if tried.mend.whole]
        if whole:
            return min(whole, key=_rank).mend
        return _row(self.army, self._facts, None)

    @cached_property
    def _tried(self) -> list[_Tried]:
        return [_with(self.army, mend, self._facts) for mend in _changes(self.army, self._facts)]


def changed(army: Army, mend: Mend, facts: Facts) -> Army:
    cards = sorted((Counter((*army.zoons, *army.trumps, *mend.put)) - Counter(mend.out)).elements())
    zoons = tuple(card for card in cards if card in facts.zoons)
    trumps = tuple(card for card in cards if card not in facts.zoons)
    return Army(zoons, trumps, army.name, mend.format or army.format)


def _excess(army: Army, facts: Facts) -> Counter[Rule]:
    return Counter({limit.rule: limit.excess for limit in limits(army, facts)})


def _with(army: Army, mend: Mend, facts: Facts) -> _Tried:
    found = changed(army, mend, facts)
    excess = _excess(found, facts)
    return _Tried(replace(mend, whole=not excess), found, excess, totals(found, facts).points)


def _changes(army: Army, facts: Facts, *, swaps: bool = True) -> Iterator[Mend]:
    """Every card left out, every Zoon added, every wider format; with `swaps` every card swapped for another."""
    here = home(army, facts)

    def fits(card: str) -> bool:
        return not here or origin(card, facts, army.format) == here

    zoons = [card for card in facts.zoons if fits(card)]
    trumps = [card for card in facts.trumps if fits(card) and card not in army.trumps]
    for cards, others in ((army.zoons, zoons), (army.trumps, trumps)):
        for out in sorted(set(cards)):
            yield Mend((out,))
            yield from (Mend((out,), (put,)) for put in others if swaps and put != out)
    yield from (Mend((), (put,)) for put in zoons)
    yield from (Mend(format=wider) for wider in FORMATS[FORMATS.index(army.format) + 1 :])


def _rank(tried: _Tried) -> tuple[object, ...]:
    """Sort key: fewer changes first, then the army that keeps most points."""
    mend = tried.mend
    return (bool(mend.put), FORMATS.index(mend.format or "tribal"), -tried.points, mend.out, mend.put)


def _row(army: Army, facts: Facts, rule: Rule | None) -> Mend | None:
    """Changes in sequence until a limit (None: every limit) is kept to; swaps only where it takes them."""
    return _greedy(army, facts, rule, swaps=False) or _greedy(army, facts, rule, swaps=True)


def _greedy(army: Army, facts: Facts, rule: Rule | None, *, swaps: bool) -> Mend | None:
    """Greedy search: at each step the change that mends most; None where none helps."""
    begun, excess = army, _excess(army, facts)
    for _step in range(MOST_STEPS):
        every = (_with(army, mend, facts) for mend in _changes(army, facts, swaps=swaps))
        tried = [t for t in every if t.excess <= excess]
        if not tried:
            return None
        best = min(tried, key=lambda t: (_left(t.excess, rule), _rank(t)))
        if _left(best.excess, rule) >= _left(excess, rule):
            return None
        army, excess = best.army, best.excess
        if not excess or (rule is not None and rule not in excess):
            had, has = (Counter((*one.zoons, *one.trumps)) for one in (begun, army))
            out, put = (tuple(sorted(cards.elements())) for cards in (had - has, has - had))
            return Mend(out, put, not excess, army.format if army.format != begun.format else None)
    return None


def _left(excess: Counter[Rule], rule: Rule | None) -> tuple[int, int]:
    """Distance to the goal: the number of broken limits, and their excess."""
    if rule is not None:
        return (int(rule in excess), excess[rule])
    return (len(excess), excess.total())


FOLDER = "companion.games.zoon."
TRIBES, ZOONS, TRUMPS, LIMITS = options_in(f"{FOLDER}family")


def options_of(variant: str) -> tuple[Option, ...]:
    return (TRIBES, *options_in(FOLDER + variant), ZOONS, TRUMPS, LIMITS)


Hands = tuple[tuple[str, ...], ...]


def armies(setup: Setup, facts: Facts) -> tuple[tuple[str, ...], Hands, Hands]:
    """Each seat's tribe, Zoons and trumps. Raises SetupFault.

    A tribe as sold is taken as it is; one that an owner built or changed keeps to the limits agreed on.
    """
    given = str(setup.option("tribes", TRIBES.default))
    tribes = tuple(given.split(","))
    if len(tribes) != 2 or not all(tribe in facts.tribes for tribe in tribes):
        raise SetupFault("tribes", _("two of {choices}").format(choices=", ".join(facts.tribes)), given)
    zoons = _changed(setup, "zoons", [facts.own_twelve(tribe) for tribe in tribes], facts.zoons.keys())
    trumps = _changed(setup, "trumps", [facts.own_trumps(tribe) for tribe in tribes], facts.trumps.keys())
    changed = bool(setup.option("zoons", "") or setup.option("trumps", ""))
    limited = bool(setup.option("limits", LIMITS.default))
    for tribe, held, trumped in zip(tribes, zoons, trumps, strict=True):
        built = facts.armies.get(tribe)
        army = Army(held, trumped, format="mondial" if built is None or changed else built.format)
        for limit in limits(army, facts):
            if limit.rule in ALWAYS or (limited and (changed or built is not None)):
                raise _fault(limit, army, facts)
    return tribes, zoons, trumps


def _fault(limit: Limit, army: Army, facts: Facts) -> SetupFault:
    cards, home = ", ".join(limit.cards), limit.home
    twice = facts.zoons[limit.cards[0]].species if limit.rule == "single" else ""
    asked: dict[Rule, tuple[str, str, object]] = {
        "emblem": ("zoons", _("exactly one Emblem in each army"), cards or _("none")),
        "least": ("zoons", _("the Emblem and at least one other Zoon"), ", ".join(army.zoons)),
        "points": ("zoons", several("at most {n} point", "at most {n} points", MOST_POINTS), limit.found),
        "stars": ("zoons", several("at most {n} star", "at most {n} stars", MOST_STARS), limit.found),
        "force": (
            "trumps",
            several(
                "at most {n} point of trumps and stars beyond three",
                "at most {n} points of trumps and stars beyond three",
                MOST_FORCE,
            ),
            limit.found,
        ),
        "chef": ("zoons", _("at most one Chef"), limit.found),
        "single": ("zoons", _("no Hero or Priest twice"), twice),
        "tribe": ("tribes", _("cards of one tribe ({tribe})").format(tribe=home), cards),
        "continent": ("tribes", _("cards of one continent ({continent})").format(continent=home), cards),
    }
    return SetupFault(*asked[limit.rule])


def _changed(setup: Setup, name: str, own: list[tuple[str, ...]], known: Collection[str]) -> Hands:
    """Each seat's own cards, changed by an option: `+card` adds one, `-card` leaves one out."""
    text = str(setup.option(name, ""))
    if not text:
        return tuple(own)
    parts, changed = text.split(","), []
    if len(parts) != len(own):
        raise SetupFault(name, _("changes for two players, divided by a comma"), text)
    for held, part in zip(map(Counter, own), parts, strict=True):
        for word in part.replace(";", " ").split():
            sign, card = word[:1], word[1:]
            if sign not in ("+", "-") or card not in known:
                words = _("words such as {one} or {other}").format(one="+titus", other="-kassin-a")
                raise SetupFault(name, words, word)
            if sign == "-" and not held[card]:
                raise SetupFault(name, _("a card that the army holds, after -"), card)
            held[card] += 1 if sign == "+" else -1
        changed.append(tuple(sorted(held.elements())))
    return tuple(changed)


class Agreed(Meaning):
    """The values that a game of the family derives from a set-up. Raises SetupFault.

    `armies` and `trumps`: each seat's Zoons and trumps, sorted. `decks`: whose back a seat's face-down cards show;
    None for an army of mixed tribes. `is_shown`: the referee is shown both armies.
    """

    def __init__(self, setup: Setup, game: Any) -> None:
        super().__init__(setup)
        self.setup, self.game, self.facts = setup, game, facts(setup.facts)
        self.tribes, self.armies, self.trumps = armies(setup, self.facts)
        self.zoon, zoons = self.facts.zoon, self.facts.zoons
        self.emblems = tuple(
            next(card for card in army if zoons[card].type == "embleme") for army in self.armies
        )
        backs = [{zoons[card].tribe for card in army} for army in self.armies]
        self.decks = tuple(next(iter(one)) if len(one) == 1 else None for one in backs)
        self._chosen = {option.name: setup.option(option.name, option.default) for option in game.options}
        self.is_shown = self.chose("knowing", "shown")

    def chose(self, name: str, value: Value) -> bool:
        return self._chosen.get(name) == value


agreed = lru_cache(maxsize=512)(Agreed)
"""The values derived from a set-up. Raises SetupFault."""
