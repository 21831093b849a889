"""What is agreed about armies before a game (tribes, single changes, limits), and what a set-up means."""

from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from typing import Any

from companion.game import Meaning, Option, Setup, SetupFault, Value
from companion.games.zoon.family.deck import Army, Facts, facts
from companion.games.zoon.family.tribes import ALWAYS, MOST_FORCE, MOST_POINTS, MOST_STARS, Limit, limits
from companion.kits.options import options_in
from companion.language import _, several

FOLDER = "companion.games.zoon."
TRIBES, ZOONS, TRUMPS, LIMITS = options_in(f"{FOLDER}family")


def options_of(variant: str) -> tuple[Option, ...]:
    return (TRIBES, *options_in(FOLDER + variant), ZOONS, TRUMPS, LIMITS)


Hands = tuple[tuple[str, ...], ...]


def armies(setup: Setup, facts: Facts) -> tuple[tuple[str, ...], Hands, Hands]:
    """Each seat's tribe, Zoons and trumps. Raises SetupFault.

    A tribe as it is sold is taken as it is; what an owner built, or changed, keeps to the limits that were agreed on.
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
    match limit.rule:
        case "emblem":
            found = ", ".join(limit.cards) or _("none")
            return SetupFault("zoons", _("exactly one Emblem in each army"), found)
        case "least":
            return SetupFault("zoons", _("the Emblem and at least one other Zoon"), ", ".join(army.zoons))
        case "points":
            words = several("at most {n} point", "at most {n} points", MOST_POINTS)
            return SetupFault("zoons", words, limit.found)
        case "stars":
            words = several("at most {n} star", "at most {n} stars", MOST_STARS)
            return SetupFault("zoons", words, limit.found)
        case "force":
            expected = several(
                "at most {n} point of trumps and stars beyond three",
                "at most {n} points of trumps and stars beyond three",
                MOST_FORCE,
            )
            return SetupFault("trumps", expected, limit.found)
        case "chef":
            return SetupFault("zoons", _("at most one Chef"), limit.found)
        case "single":
            return SetupFault("zoons", _("no Hero or Priest twice"), facts.zoons[limit.cards[0]].species)
        case "tribe":
            expected = _("cards of one tribe ({tribe})").format(tribe=limit.home)
            return SetupFault("tribes", expected, ", ".join(limit.cards))
        case "continent":
            expected = _("cards of one continent ({continent})").format(continent=limit.home)
            return SetupFault("tribes", expected, ", ".join(limit.cards))


def _changed(setup: Setup, name: str, own: list[tuple[str, ...]], known: Collection[str]) -> Hands:
    """Each seat's own cards, with those added and without those left out that an option names."""
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
    """What a set-up means to a game of the family. Raises SetupFault.

    `armies` and `trumps`: each seat's Zoons and trumps, sorted. `decks`: whose back a face-down card of each seat
    shows; None where an army mixes tribes. `is_shown`: the referee is shown both armies.
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
"""What a set-up means to a game. Raises SetupFault."""
