"""Tribes built at random within the limits of construction, the same for the same chance: for finding what breaks."""

from random import Random
from typing import Any

import msgspec

from companion.game import Game, Setup, SetupFault
from companion.games.zoon.family.deck import Army, Facts, facts
from companion.games.zoon.family.tribes import FORMATS, limits, origin
from companion.games.zoon.family.written import army_fact

MOST_ZOONS = 20
MOST_TRIES = 50
"""So many tribes are drawn at most until a game takes one: not every game plays every trump."""


def random_army(chance: Random, known: Facts) -> Army:
    """A lawful tribe of any format, from the Emblem and one more to as many as 150 points buy."""
    format = chance.choice(FORMATS)
    emblem = chance.choice([zoon.id for zoon in known.zoons.values() if zoon.type == "embleme"])
    home = origin(emblem, known, format)
    zoons = [card for card in known.zoons if origin(card, known, format) == home]
    trumps = [trump for trump in known.trumps if origin(trump, known, format) == home]
    others = [card for card in zoons if known.zoons[card].type != "embleme"]
    army = Army((emblem, chance.choice(others)), format=format)
    for _card in range(chance.randint(0, MOST_ZOONS - 2)):
        more = (*army.zoons, chance.choice(zoons))
        army = _if_lawful(army, msgspec.structs.replace(army, zoons=tuple(sorted(more))), known)
    for _trump in range(chance.randint(0, 6) if trumps else 0):
        held = (*army.trumps, chance.choice(trumps))
        army = _if_lawful(army, msgspec.structs.replace(army, trumps=tuple(sorted(held))), known)
    return army


def _if_lawful(old: Army, new: Army, known: Facts) -> Army:
    return old if limits(new, known) else new


def with_random_tribes(game: Game[Any], setup: Setup, chance: Random) -> Setup:
    """The set-up with a tribe of its own for each seat. Raises SetupFault where the game takes none."""
    known = facts(setup.facts)
    names = [f"random-{seat + 1}" for seat in range(setup.seats)]
    agreed = tuple(pair for pair in setup.options if pair[0] != "tribes")
    left = MOST_TRIES
    while True:
        built = tuple(army_fact(name, random_army(chance, known)) for name in names)
        drawn = msgspec.structs.replace(
            setup, options=(*agreed, ("tribes", ",".join(names))), facts=(*setup.facts, *built)
        )
        left -= 1
        try:
            game.start(drawn)
        except SetupFault:
            if not left:
                raise
        else:
            return drawn
